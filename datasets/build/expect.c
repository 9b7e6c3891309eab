#include "datasets/build/expect.h"

/*
 * Percent of the sites tried that were observed, in examples/corpus and in Debian packages: what
 * stood here before as if it were of eight sites (in packages three fifths of it, for faults of the
 * run), a reference build's (1,855 and 3,118 sites), then as if it were of ten the next one's
 * (1,663 and 3,119), and likewise the next (1623 and 1879). Of a pair of slips
 * (tracegen/operators/pairs.h) each had to show by itself. Of guards that are taken away, since
 * they have to act for it: 330 sites in ten packages. 0: fewer than ten were tried.
 */
static const struct {
	unsigned char own, foreign;
} observed[TG_OP_COUNT] = {
	[TG_OP_and_or] = {76, 26},
	[TG_OP_argument_count] = {94, 96},
	[TG_OP_argument_value] = {84, 29},
	[TG_OP_arith] = {71, 63},
	[TG_OP_assign_for_equal] = {65, 34},
	[TG_OP_atomic_to_plain] = {60, 43},
	[TG_OP_boundary] = {17, 29},
	[TG_OP_bounds_check] = {39, 40},
	[TG_OP_byte_order_read] = {98, 65},
	[TG_OP_caller_and_callee] = {53, 13},
	[TG_OP_capture_reference] = {64, 38},
	[TG_OP_changed_parameters] = {97, 98},
	[TG_OP_char_sign] = {43, 18},
	[TG_OP_check_then_act] = {16, 17},
	[TG_OP_condition] = {35, 18},
	[TG_OP_condition_on_both_sides] = {26, 24},
	[TG_OP_constant] = {88, 50},
	[TG_OP_copy_paste] = {68, 52},
	[TG_OP_detached_thread] = {34, 29},
	[TG_OP_dropped_parameter] = {65, 45},
	[TG_OP_double_free] = {94, 45},
	[TG_OP_drifted_definition] = {100, 71},
	[TG_OP_early_init] = {68, 12},
	[TG_OP_extern_slip] = {98, 100},
	[TG_OP_extra_operand] = {59, 27},
	[TG_OP_extra_release] = {98, 91},
	[TG_OP_feature_macro] = {22, 52},
	[TG_OP_format_width] = {92, 15},
	[TG_OP_format_specifier] = {97, 97},
	[TG_OP_free_moved_up] = {100, 92},
	[TG_OP_free_removed] = {93, 67},
	[TG_OP_half_followed] = {71, 59},
	[TG_OP_hard_coded_size] = {44, 13},
	[TG_OP_header_definition] = {97, 98},
	[TG_OP_index] = {57, 58},
	[TG_OP_init_removed] = {85, 33},
	[TG_OP_inline_slip] = {100, 97},
	[TG_OP_inverted_boolean] = {71, 62},
	[TG_OP_joined_late] = {46, 29},
	[TG_OP_large_file] = {76, 22},
	[TG_OP_late_check] = {67, 16},
	[TG_OP_leaking_guard] = {48, 29},
	[TG_OP_literal_width] = {60, 46},
	[TG_OP_lock_narrowed] = {40, 18},
	[TG_OP_lock_order] = {42, 25},
	[TG_OP_lock_removed] = {52, 23},
	[TG_OP_locked_return] = {65, 24},
	[TG_OP_long_width] = {70, 5},
	[TG_OP_loop_bound] = {84, 39},
	[TG_OP_loop_start] = {75, 51},
	[TG_OP_lost_branch] = {74, 7},
	[TG_OP_lost_cast] = {54, 28},
	[TG_OP_lost_close] = {98, 46},
	[TG_OP_lost_const] = {92, 23},
	[TG_OP_lost_copy] = {71, 29},
	[TG_OP_lost_owner] = {82, 39},
	[TG_OP_lost_packing] = {89, 39},
	[TG_OP_lost_padding] = {65, 19},
	[TG_OP_lost_parentheses] = {68, 49},
	[TG_OP_lost_pointer] = {97, 82},
	[TG_OP_lost_reference] = {98, 40},
	[TG_OP_lost_static] = {65, 63},
	[TG_OP_lost_swap] = {87, 19},
	[TG_OP_lost_unlock] = {86, 47},
	[TG_OP_member_access] = {100, 100},
	[TG_OP_missing_block] = {70, 45},
	[TG_OP_missing_brace] = {100, 100},
	[TG_OP_missing_break] = {65, 28},
	[TG_OP_missing_declaration] = {97, 99},
	[TG_OP_missing_else] = {65, 58},
	[TG_OP_missing_ends] = {60, 22},
	[TG_OP_missing_guard] = {70, 52},
	[TG_OP_missing_include] = {97, 93},
	[TG_OP_missing_lines] = {88, 60},
	[TG_OP_missing_on_both_sides] = {66, 11},
	[TG_OP_missing_parenthesis] = {99, 100},
	[TG_OP_missing_return] = {100, 59},
	[TG_OP_missing_semicolon] = {100, 100},
	[TG_OP_missing_statement] = {85, 45},
	[TG_OP_misremembered_name] = {100, 100},
	[TG_OP_misspelt_name] = {100, 100},
	[TG_OP_mistaken_pointer] = {100, 100},
	[TG_OP_moved_from] = {54, 39},
	[TG_OP_narrow_cast] = {65, 51},
	[TG_OP_narrow_interface] = {41, 17},
	[TG_OP_narrow_long] = {60, 7},
	[TG_OP_notify_missing] = {73, 46},
	[TG_OP_notify_one] = {19, 13},
	[TG_OP_null_check] = {79, 40},
	[TG_OP_operand_dropped] = {58, 35},
	[TG_OP_output_format] = {91, 75},
	[TG_OP_own_copy] = {90, 21},
	[TG_OP_pointer_in_int] = {81, 13},
	[TG_OP_punned_pointer] = {50, 25},
	[TG_OP_reference_escape] = {90, 65},
	[TG_OP_relational_swap] = {65, 23},
	[TG_OP_relaxed_order] = {38, 29},
	[TG_OP_release_in_branch] = {79, 74},
	[TG_OP_repeated_statement] = {75, 42},
	[TG_OP_reset_again] = {89, 17},
	[TG_OP_rule_of_three] = {78, 43},
	[TG_OP_same_slip] = {55, 8},
	[TG_OP_self_init] = {100, 84},
	[TG_OP_shadowed_variable] = {55, 25},
	[TG_OP_short_buffer] = {98, 44},
	[TG_OP_sizeof_pointer] = {86, 39},
	[TG_OP_stale_constant] = {56, 17},
	[TG_OP_stale_definition] = {97, 99},
	[TG_OP_stale_iterator] = {65, 39},
	[TG_OP_started_early] = {55, 17},
	[TG_OP_statement_moved] = {82, 63},
	[TG_OP_statement_order] = {68, 60},
	[TG_OP_stray_else] = {68, 21},
	[TG_OP_stray_guard] = {80, 42},
	[TG_OP_stray_leave] = {68, 51},
	[TG_OP_swapped_arguments] = {72, 25},
	[TG_OP_swapped_parameters] = {91, 52},
	[TG_OP_two_faults] = {39, 17},
	[TG_OP_unjoined_thread] = {93, 23},
	[TG_OP_unsigned_countdown] = {71, 41},
	[TG_OP_value_on_both_sides] = {52, 24},
	[TG_OP_view_of_temporary] = {82, 39},
	[TG_OP_wait_once] = {19, 5},
	[TG_OP_wait_predicate] = {66, 24},
	[TG_OP_wrong_argument] = {100, 97},
	[TG_OP_wrong_check] = {80, 32},
	[TG_OP_wrong_delete] = {97, 88},
	[TG_OP_wrong_enumerator] = {65, 44},
	[TG_OP_wrong_function] = {66, 75},
	[TG_OP_wrong_index] = {96, 72},
	[TG_OP_wrong_lock] = {30, 24},
	[TG_OP_wrong_member] = {71, 21},
	[TG_OP_wrong_owner] = {88, 39},
	[TG_OP_wrong_parentheses] = {65, 62},
	[TG_OP_wrong_release] = {100, 79},
	[TG_OP_wrong_variable] = {69, 53},
	[TG_OP_zero_check] = {71, 29},
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

bool ds_expect_given_away(int op)
{
	static const int ops[] = {TG_OP_init_removed, TG_OP_half_followed, TG_OP_lost_pointer,
		TG_OP_own_copy, TG_OP_null_check, TG_OP_missing_statement, TG_OP_missing_return,
		TG_OP_free_removed};
	for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++)
		if (op == ops[i])
			return true;
	return false;
}
