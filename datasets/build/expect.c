#include "datasets/build/expect.h"

/*
 * Percent of the sites tried that were observed, in examples/corpus and in Debian packages, each
 * with some sites more of what is usual there: the mean of two counts, the later of them the first
 * round of a reference build (2,533 sites of the run); those of threads, of other machines and over
 * several files are of the later one. Of a pair of slips (tracegen/operators/pairs.h) each had to
 * show by itself. Those on both sides of a call showed at 75 % of 145 sites of examples/corpus, and
 * at 1 of 13 in two packages: what stands here is for about four sites of packages to one. 0: fewer
 * than ten were tried.
 */
static const unsigned char observed[TG_OP_COUNT] = {
	[TG_OP_and_or] = 62,
	[TG_OP_argument_value] = 80,
	[TG_OP_atomic_to_plain] = 72,
	[TG_OP_boundary] = 41,
	[TG_OP_bounds_check] = 64,
	[TG_OP_byte_order_read] = 95,
	[TG_OP_caller_and_callee] = 45,
	[TG_OP_capture_reference] = 64,
	[TG_OP_char_sign] = 39,
	[TG_OP_check_then_act] = 28,
	[TG_OP_condition] = 40,
	[TG_OP_condition_on_both_sides] = 25,
	[TG_OP_constant] = 66,
	[TG_OP_detached_thread] = 49,
	[TG_OP_double_free] = 73,
	[TG_OP_early_init] = 47,
	[TG_OP_extra_operand] = 53,
	[TG_OP_extra_release] = 87,
	[TG_OP_format_width] = 61,
	[TG_OP_free_moved_up] = 83,
	[TG_OP_free_removed] = 83,
	[TG_OP_hard_coded_size] = 55,
	[TG_OP_index] = 64,
	[TG_OP_init_removed] = 59,
	[TG_OP_joined_late] = 54,
	[TG_OP_late_check] = 53,
	[TG_OP_leaking_guard] = 36,
	[TG_OP_lock_narrowed] = 37,
	[TG_OP_lock_order] = 42,
	[TG_OP_lock_removed] = 39,
	[TG_OP_long_width] = 40,
	[TG_OP_loop_bound] = 60,
	[TG_OP_loop_start] = 77,
	[TG_OP_lost_branch] = 50,
	[TG_OP_lost_close] = 73,
	[TG_OP_lost_packing] = 78,
	[TG_OP_lost_pointer] = 89,
	[TG_OP_lost_reference] = 80,
	[TG_OP_lost_swap] = 63,
	[TG_OP_lost_unlock] = 85,
	[TG_OP_missing_block] = 63,
	[TG_OP_missing_ends] = 57,
	[TG_OP_missing_guard] = 71,
	[TG_OP_missing_lines] = 85,
	[TG_OP_missing_on_both_sides] = 25,
	[TG_OP_missing_return] = 98,
	[TG_OP_missing_statement] = 78,
	[TG_OP_narrow_interface] = 45,
	[TG_OP_narrow_long] = 31,
	[TG_OP_notify_missing] = 77,
	[TG_OP_notify_one] = 22,
	[TG_OP_null_check] = 73,
	[TG_OP_operand_dropped] = 59,
	[TG_OP_output_format] = 80,
	[TG_OP_own_copy] = 38,
	[TG_OP_pointer_in_int] = 49,
	[TG_OP_reference_escape] = 86,
	[TG_OP_relaxed_order] = 49,
	[TG_OP_release_in_branch] = 79,
	[TG_OP_repeated_statement] = 59,
	[TG_OP_reset_again] = 66,
	[TG_OP_same_slip] = 42,
	[TG_OP_self_init] = 96,
	[TG_OP_shadowed_variable] = 44,
	[TG_OP_short_buffer] = 86,
	[TG_OP_sizeof_pointer] = 62,
	[TG_OP_stale_constant] = 36,
	[TG_OP_started_early] = 51,
	[TG_OP_statement_moved] = 76,
	[TG_OP_statement_order] = 57,
	[TG_OP_stray_guard] = 68,
	[TG_OP_swapped_arguments] = 58,
	[TG_OP_swapped_parameters] = 67,
	[TG_OP_two_faults] = 69,
	[TG_OP_unjoined_thread] = 90,
	[TG_OP_value_on_both_sides] = 30,
	[TG_OP_wait_once] = 9,
	[TG_OP_wrong_check] = 58,
	[TG_OP_wrong_delete] = 92,
	[TG_OP_wrong_function] = 71,
	[TG_OP_wrong_index] = 90,
	[TG_OP_wrong_lock] = 55,
	[TG_OP_wrong_release] = 92,
	[TG_OP_wrong_variable] = 69,
};

enum { USUAL = 65, USUAL_BUILD = 97, USUAL_THREADS = 40, SEVERAL = 4, FEW = 2 };

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
