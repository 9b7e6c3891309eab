#include "datasets/build/expect.h"

/*
 * Percent of the sites tried that were observed, in examples/corpus and in Debian packages (the
 * mean of both, each with five sites more of what is usual there); those of threads and of other
 * machines in examples/corpus. Of a pair of slips (tracegen/operators/pairs.h) each had to show by
 * itself. 0: fewer than ten were tried.
 */
static const unsigned char observed[TG_OP_COUNT] = {
	[TG_OP_and_or] = 64,
	[TG_OP_argument_value] = 84,
	[TG_OP_boundary] = 50,
	[TG_OP_bounds_check] = 64,
	[TG_OP_byte_order_read] = 95,
	[TG_OP_caller_and_callee] = 58,
	[TG_OP_char_sign] = 38,
	[TG_OP_condition] = 35,
	[TG_OP_constant] = 67,
	[TG_OP_detached_thread] = 20,
	[TG_OP_double_free] = 66,
	[TG_OP_extra_operand] = 55,
	[TG_OP_format_width] = 91,
	[TG_OP_free_moved_up] = 72,
	[TG_OP_free_removed] = 75,
	[TG_OP_hard_coded_size] = 55,
	[TG_OP_index] = 64,
	[TG_OP_init_removed] = 58,
	[TG_OP_joined_late] = 33,
	[TG_OP_late_check] = 59,
	[TG_OP_lock_narrowed] = 20,
	[TG_OP_lock_order] = 20,
	[TG_OP_lock_removed] = 38,
	[TG_OP_long_width] = 68,
	[TG_OP_loop_bound] = 65,
	[TG_OP_loop_start] = 72,
	[TG_OP_lost_branch] = 50,
	[TG_OP_lost_packing] = 78,
	[TG_OP_lost_pointer] = 85,
	[TG_OP_lost_reference] = 80,
	[TG_OP_lost_swap] = 63,
	[TG_OP_lost_unlock] = 50,
	[TG_OP_missing_block] = 63,
	[TG_OP_missing_ends] = 57,
	[TG_OP_missing_guard] = 71,
	[TG_OP_missing_lines] = 85,
	[TG_OP_missing_statement] = 73,
	[TG_OP_narrow_interface] = 45,
	[TG_OP_narrow_long] = 66,
	[TG_OP_notify_one] = 8,
	[TG_OP_null_check] = 78,
	[TG_OP_operand_dropped] = 59,
	[TG_OP_output_format] = 73,
	[TG_OP_own_copy] = 74,
	[TG_OP_pointer_in_int] = 49,
	[TG_OP_repeated_statement] = 64,
	[TG_OP_same_slip] = 58,
	[TG_OP_shadowed_variable] = 63,
	[TG_OP_stale_constant] = 40,
	[TG_OP_statement_moved] = 77,
	[TG_OP_statement_order] = 62,
	[TG_OP_stray_guard] = 63,
	[TG_OP_swapped_arguments] = 58,
	[TG_OP_swapped_parameters] = 65,
	[TG_OP_two_faults] = 58,
	[TG_OP_unjoined_thread] = 95,
	[TG_OP_wait_once] = 9,
	[TG_OP_wrong_check] = 58,
	[TG_OP_wrong_function] = 71,
	[TG_OP_wrong_lock] = 43,
	[TG_OP_wrong_variable] = 55,
};

enum { USUAL = 65, USUAL_BUILD = 97, USUAL_THREADS = 20, SEVERAL = 4, FEW = 2 };

double ds_expect_of(int op)
{
	unsigned percent = observed[op];
	if (!percent && tg_ops[op].phase == TG_COMPILE)
		percent = USUAL_BUILD;
	else if (!percent)
		percent = tg_ops[op].cls == DIAG_CLASS_CONCURRENCY ? USUAL_THREADS : USUAL;
	return percent / 100.0;
}

double ds_expect(int op, struct tg_reach reach)
{
	double chance = ds_expect_of(op);
	if (tg_ops[op].phase == TG_COMPILE || !reach.known)
		return chance;
	/* Of 176 faults in packages with several inputs 21 % there, 45 % elsewhere. */
	return reach.of >= SEVERAL && reach.inputs <= FEW ? chance / 2 : chance;
}

double ds_expect_class(enum diag_class cls)
{
	double sum = 0, weights = 0;
	for (int op = 0; op < TG_OP_COUNT; op++) {
		if (tg_ops[op].cls != cls)
			continue;
		sum += ds_expect_of(op) * tg_ops[op].weight;
		weights += tg_ops[op].weight;
	}
	return weights > 0 ? sum / weights : 0;
}
