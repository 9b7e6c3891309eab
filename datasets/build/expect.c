#include "datasets/build/expect.h"

/*
 * Percent of the sites tried that were observed, in examples/corpus and in Debian packages: what
 * stood here before as if it were of eight sites (in packages three fifths of it, for faults of the
 * run), a reference build's (1,855 and 3,118 sites), then as if it were of ten the next one's
 * (1,663 and 3,119). Of a pair of slips
 * (tracegen/operators/pairs.h) each had to show by itself. 0: fewer than ten were tried.
 */
static const struct {
	unsigned char own, foreign;
} observed[TG_OP_COUNT] = {
	[TG_OP_and_or] = {77, 32},
	[TG_OP_argument_count] = {92, 99},
	[TG_OP_argument_value] = {82, 29},
	[TG_OP_arith] = {65, 58},
	[TG_OP_assign_for_equal] = {65, 42},
	[TG_OP_atomic_to_plain] = {59, 43},
	[TG_OP_boundary] = {25, 29},
	[TG_OP_bounds_check] = {39, 28},
	[TG_OP_byte_order_read] = {97, 61},
	[TG_OP_caller_and_callee] = {51, 13},
	[TG_OP_capture_reference] = {64, 38},
	[TG_OP_changed_parameters] = {97, 98},
	[TG_OP_char_sign] = {46, 18},
	[TG_OP_check_then_act] = {15, 17},
	[TG_OP_condition] = {35, 18},
	[TG_OP_condition_on_both_sides] = {29, 24},
	[TG_OP_constant] = {78, 51},
	[TG_OP_copy_paste] = {65, 53},
	[TG_OP_detached_thread] = {42, 29},
	[TG_OP_double_free] = {93, 53},
	[TG_OP_drifted_definition] = {100, 71},
	[TG_OP_early_init] = {61, 12},
	[TG_OP_extern_slip] = {98, 99},
	[TG_OP_extra_operand] = {52, 34},
	[TG_OP_extra_release] = {97, 87},
	[TG_OP_feature_macro] = {29, 69},
	[TG_OP_format_width] = {90, 15},
	[TG_OP_free_moved_up] = {97, 91},
	[TG_OP_free_removed] = {96, 66},
	[TG_OP_half_followed] = {68, 54},
	[TG_OP_hard_coded_size] = {46, 13},
	[TG_OP_header_definition] = {97, 98},
	[TG_OP_index] = {58, 60},
	[TG_OP_init_removed] = {82, 39},
	[TG_OP_inline_slip] = {100, 96},
	[TG_OP_inverted_boolean] = {68, 51},
	[TG_OP_joined_late] = {47, 29},
	[TG_OP_large_file] = {71, 22},
	[TG_OP_late_check] = {67, 16},
	[TG_OP_leaking_guard] = {47, 29},
	[TG_OP_literal_width] = {62, 48},
	[TG_OP_lock_narrowed] = {43, 18},
	[TG_OP_lock_order] = {46, 25},
	[TG_OP_lock_removed] = {52, 23},
	[TG_OP_locked_return] = {57, 24},
	[TG_OP_long_width] = {68, 5},
	[TG_OP_loop_bound] = {71, 49},
	[TG_OP_loop_start] = {80, 54},
	[TG_OP_lost_branch] = {64, 7},
	[TG_OP_lost_cast] = {54, 28},
	[TG_OP_lost_close] = {96, 51},
	[TG_OP_lost_const] = {98, 23},
	[TG_OP_lost_copy] = {68, 29},
	[TG_OP_lost_owner] = {75, 39},
	[TG_OP_lost_packing] = {86, 43},
	[TG_OP_lost_padding] = {65, 19},
	[TG_OP_lost_parentheses] = {65, 44},
	[TG_OP_lost_pointer] = {94, 88},
	[TG_OP_lost_reference] = {95, 38},
	[TG_OP_lost_static] = {65, 58},
	[TG_OP_lost_swap] = {79, 19},
	[TG_OP_lost_unlock] = {86, 41},
	[TG_OP_member_access] = {100, 100},
	[TG_OP_missing_block] = {67, 36},
	[TG_OP_missing_brace] = {100, 99},
	[TG_OP_missing_break] = {65, 28},
	[TG_OP_missing_declaration] = {97, 97},
	[TG_OP_missing_else] = {65, 57},
	[TG_OP_missing_ends] = {69, 22},
	[TG_OP_missing_guard] = {74, 41},
	[TG_OP_missing_include] = {97, 89},
	[TG_OP_missing_lines] = {87, 69},
	[TG_OP_missing_on_both_sides] = {57, 11},
	[TG_OP_missing_parenthesis] = {98, 100},
	[TG_OP_missing_return] = {100, 55},
	[TG_OP_missing_semicolon] = {100, 100},
	[TG_OP_missing_statement] = {81, 60},
	[TG_OP_misspelt_name] = {100, 99},
	[TG_OP_moved_from] = {58, 39},
	[TG_OP_narrow_cast] = {65, 46},
	[TG_OP_narrow_interface] = {47, 17},
	[TG_OP_narrow_long] = {57, 7},
	[TG_OP_notify_missing] = {74, 46},
	[TG_OP_notify_one] = {17, 13},
	[TG_OP_null_check] = {76, 43},
	[TG_OP_operand_dropped] = {64, 38},
	[TG_OP_output_format] = {88, 74},
	[TG_OP_own_copy] = {80, 21},
	[TG_OP_pointer_in_int] = {77, 13},
	[TG_OP_reference_escape] = {88, 61},
	[TG_OP_relational_swap] = {65, 23},
	[TG_OP_relaxed_order] = {40, 29},
	[TG_OP_release_in_branch] = {79, 75},
	[TG_OP_repeated_statement] = {71, 39},
	[TG_OP_reset_again] = {87, 17},
	[TG_OP_rule_of_three] = {71, 42},
	[TG_OP_same_slip] = {58, 8},
	[TG_OP_self_init] = {100, 81},
	[TG_OP_shadowed_variable] = {50, 25},
	[TG_OP_short_buffer] = {96, 47},
	[TG_OP_sizeof_pointer] = {81, 33},
	[TG_OP_stale_constant] = {46, 17},
	[TG_OP_stale_definition] = {97, 99},
	[TG_OP_stale_iterator] = {65, 39},
	[TG_OP_started_early] = {52, 17},
	[TG_OP_statement_moved] = {86, 69},
	[TG_OP_statement_order] = {65, 58},
	[TG_OP_stray_else] = {65, 30},
	[TG_OP_stray_guard] = {70, 49},
	[TG_OP_stray_leave] = {68, 53},
	[TG_OP_swapped_arguments] = {66, 25},
	[TG_OP_swapped_parameters] = {90, 50},
	[TG_OP_two_faults] = {51, 17},
	[TG_OP_unjoined_thread] = {95, 30},
	[TG_OP_unsigned_countdown] = {68, 41},
	[TG_OP_value_on_both_sides] = {59, 24},
	[TG_OP_view_of_temporary] = {75, 39},
	[TG_OP_wait_once] = {17, 5},
	[TG_OP_wait_predicate] = {68, 24},
	[TG_OP_wrong_argument] = {100, 95},
	[TG_OP_wrong_check] = {80, 33},
	[TG_OP_wrong_delete] = {96, 84},
	[TG_OP_wrong_enumerator] = {65, 51},
	[TG_OP_wrong_function] = {63, 73},
	[TG_OP_wrong_index] = {94, 70},
	[TG_OP_wrong_lock] = {37, 24},
	[TG_OP_wrong_member] = {65, 21},
	[TG_OP_wrong_owner] = {79, 39},
	[TG_OP_wrong_parentheses] = {65, 55},
	[TG_OP_wrong_release] = {100, 80},
	[TG_OP_wrong_variable] = {69, 67},
	[TG_OP_zero_check] = {68, 32},
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
