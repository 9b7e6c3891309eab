#include "datasets/build/expect.h"

/*
 * Percent of the sites tried that were observed, in examples/corpus and in Debian packages: what
 * stood here before as if it were of eight sites (in packages three fifths of it, for faults of the
 * run), and a reference build's (1,855 and 3,118 sites). Of a pair of slips
 * (tracegen/operators/pairs.h) each had to show by itself. 0: fewer than ten were tried.
 */
static const struct {
	unsigned char own, foreign;
} observed[TG_OP_COUNT] = {
	[TG_OP_and_or] = {66, 37},
	[TG_OP_argument_count] = {97, 99},
	[TG_OP_argument_value] = {78, 40},
	[TG_OP_arith] = {65, 37},
	[TG_OP_assign_for_equal] = {65, 43},
	[TG_OP_atomic_to_plain] = {59, 43},
	[TG_OP_boundary] = {33, 29},
	[TG_OP_bounds_check] = {47, 28},
	[TG_OP_byte_order_read] = {96, 57},
	[TG_OP_caller_and_callee] = {63, 33},
	[TG_OP_capture_reference] = {64, 38},
	[TG_OP_changed_parameters] = {97, 98},
	[TG_OP_char_sign] = {46, 18},
	[TG_OP_check_then_act] = {19, 17},
	[TG_OP_condition] = {29, 32},
	[TG_OP_condition_on_both_sides] = {38, 24},
	[TG_OP_constant] = {70, 46},
	[TG_OP_copy_paste] = {65, 35},
	[TG_OP_detached_thread] = {36, 29},
	[TG_OP_double_free] = {89, 43},
	[TG_OP_drifted_definition] = {99, 70},
	[TG_OP_early_init] = {55, 12},
	[TG_OP_extern_slip] = {97, 100},
	[TG_OP_extra_operand] = {48, 37},
	[TG_OP_extra_release] = {94, 75},
	[TG_OP_feature_macro] = {43, 97},
	[TG_OP_format_width] = {82, 15},
	[TG_OP_free_moved_up] = {95, 73},
	[TG_OP_free_removed] = {93, 65},
	[TG_OP_half_followed] = {65, 47},
	[TG_OP_hard_coded_size] = {49, 13},
	[TG_OP_header_definition] = {97, 98},
	[TG_OP_index] = {64, 39},
	[TG_OP_init_removed] = {76, 39},
	[TG_OP_inline_slip] = {99, 93},
	[TG_OP_inverted_boolean] = {65, 43},
	[TG_OP_joined_late] = {50, 29},
	[TG_OP_large_file] = {65, 35},
	[TG_OP_late_check] = {63, 16},
	[TG_OP_leaking_guard] = {50, 29},
	[TG_OP_literal_width] = {65, 52},
	[TG_OP_lock_narrowed] = {36, 18},
	[TG_OP_lock_order] = {42, 25},
	[TG_OP_lock_removed] = {48, 23},
	[TG_OP_locked_return] = {40, 24},
	[TG_OP_long_width] = {56, 5},
	[TG_OP_loop_bound] = {68, 42},
	[TG_OP_loop_start] = {76, 48},
	[TG_OP_lost_branch] = {50, 7},
	[TG_OP_lost_cast] = {65, 28},
	[TG_OP_lost_close] = {91, 52},
	[TG_OP_lost_const] = {97, 41},
	[TG_OP_lost_copy] = {65, 29},
	[TG_OP_lost_owner] = {65, 39},
	[TG_OP_lost_packing] = {80, 47},
	[TG_OP_lost_padding] = {65, 31},
	[TG_OP_lost_parentheses] = {65, 41},
	[TG_OP_lost_pointer] = {95, 74},
	[TG_OP_lost_reference] = {90, 39},
	[TG_OP_lost_static] = {65, 43},
	[TG_OP_lost_swap] = {67, 19},
	[TG_OP_lost_unlock] = {86, 51},
	[TG_OP_member_access] = {99, 98},
	[TG_OP_missing_block] = {67, 40},
	[TG_OP_missing_brace] = {99, 92},
	[TG_OP_missing_break] = {65, 28},
	[TG_OP_missing_else] = {65, 41},
	[TG_OP_missing_ends] = {78, 22},
	[TG_OP_missing_guard] = {71, 49},
	[TG_OP_missing_include] = {97, 89},
	[TG_OP_missing_lines] = {87, 51},
	[TG_OP_missing_on_both_sides] = {40, 34},
	[TG_OP_missing_parenthesis] = {97, 99},
	[TG_OP_missing_return] = {100, 52},
	[TG_OP_missing_semicolon] = {99, 100},
	[TG_OP_missing_statement] = {75, 49},
	[TG_OP_misspelt_name] = {99, 98},
	[TG_OP_moved_from] = {65, 39},
	[TG_OP_narrow_cast] = {65, 34},
	[TG_OP_narrow_interface] = {39, 17},
	[TG_OP_narrow_long] = {42, 7},
	[TG_OP_notify_missing] = {77, 46},
	[TG_OP_notify_one] = {18, 13},
	[TG_OP_null_check] = {75, 37},
	[TG_OP_operand_dropped] = {64, 42},
	[TG_OP_output_format] = {84, 67},
	[TG_OP_own_copy] = {67, 21},
	[TG_OP_pointer_in_int] = {59, 13},
	[TG_OP_reference_escape] = {91, 57},
	[TG_OP_relational_swap] = {65, 23},
	[TG_OP_relaxed_order] = {37, 29},
	[TG_OP_release_in_branch] = {79, 62},
	[TG_OP_repeated_statement] = {68, 38},
	[TG_OP_reset_again] = {76, 17},
	[TG_OP_rule_of_three] = {65, 41},
	[TG_OP_same_slip] = {67, 33},
	[TG_OP_self_init] = {99, 64},
	[TG_OP_shadowed_variable] = {50, 25},
	[TG_OP_short_buffer] = {93, 52},
	[TG_OP_sizeof_pointer] = {66, 32},
	[TG_OP_stale_constant] = {42, 17},
	[TG_OP_stale_definition] = {97, 98},
	[TG_OP_stale_iterator] = {65, 39},
	[TG_OP_started_early] = {57, 17},
	[TG_OP_statement_moved] = {83, 44},
	[TG_OP_statement_order] = {62, 42},
	[TG_OP_stray_else] = {65, 32},
	[TG_OP_stray_guard] = {69, 46},
	[TG_OP_stray_leave] = {65, 48},
	[TG_OP_swapped_arguments] = {63, 25},
	[TG_OP_swapped_parameters] = {83, 48},
	[TG_OP_two_faults] = {63, 17},
	[TG_OP_unjoined_thread] = {92, 39},
	[TG_OP_unsigned_countdown] = {65, 39},
	[TG_OP_value_on_both_sides] = {69, 24},
	[TG_OP_view_of_temporary] = {65, 39},
	[TG_OP_wait_once] = {14, 5},
	[TG_OP_wait_predicate] = {62, 24},
	[TG_OP_wrong_argument] = {100, 97},
	[TG_OP_wrong_check] = {64, 33},
	[TG_OP_wrong_delete] = {96, 76},
	[TG_OP_wrong_enumerator] = {65, 46},
	[TG_OP_wrong_function] = {63, 49},
	[TG_OP_wrong_index] = {97, 49},
	[TG_OP_wrong_lock] = {44, 24},
	[TG_OP_wrong_member] = {65, 21},
	[TG_OP_wrong_owner] = {65, 39},
	[TG_OP_wrong_parentheses] = {65, 51},
	[TG_OP_wrong_release] = {99, 71},
	[TG_OP_wrong_variable] = {69, 60},
	[TG_OP_zero_check] = {65, 39},
};

enum { USUAL = 65, USUAL_BUILD = 97, USUAL_THREADS = 40, USUAL_FOREIGN = 40 };

double ds_expect_of(int op, bool foreign)
{
	unsigned percent = foreign ? observed[op].foreign : observed[op].own;
	if (!percent && tg_ops[op].phase == TG_COMPILE)
		percent = USUAL_BUILD;
	else if (!percent && tg_ops[op].cls == DIAG_CLASS_CONCURRENCY)
		percent = USUAL_THREADS;
	else if (!percent)
		percent = foreign ? USUAL_FOREIGN : USUAL;
	return percent / 100.0;
}

double ds_expect(int op, const struct ds_expect_at *at)
{
	double chance = ds_expect_of(op, at->foreign);
	if (tg_ops[op].phase == TG_COMPILE || !at->told || !at->foreign)
		return chance;
	/* Of 1,664 faults in packages 17 % showed there, 29 % here, 45 % elsewhere. */
	if (!at->reach.known)
		return chance * 0.4;
	return at->reach.of > 1 && at->reach.inputs == 1 ? chance * 0.65 : chance;
}
