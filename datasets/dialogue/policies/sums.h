/*
 * Whole-number expressions, computed as the program would with the values that a debugger has told;
 * and what they would be if one thing in them were another.
 */
#ifndef FL_DATASETS_DIALOGUE_POLICIES_SUMS_H
#define FL_DATASETS_DIALOGUE_POLICIES_SUMS_H

#include "base/arena.h"
#include "base/slice.h"

enum { DS_SUMS_VALUES = 32 };

struct ds_sum_value {
	struct fl_slice name; /* `n`, `p->count`, `v[i].x` */
	int64_t value;
};

struct ds_sum_values {
	struct ds_sum_value at[DS_SUMS_VALUES];
	size_t count;
};

/* The value of an expression of + - * / % and brackets; false: a name is unknown, or more. */
bool ds_sum(struct fl_slice expression, const struct ds_sum_values *values, int64_t *ret_value);

/* The names, with members and indexes, whose values it needs; how many. */
size_t ds_sum_names(struct fl_slice expression, struct fl_slice *ret, size_t max);

/*
 * The expression with one thing changed that gives it that value: another operator, a number that
 * is one off, another of the names. In the arena; *ret_count: how many such there are. Empty: none.
 */
struct fl_slice ds_sum_instead(struct fl_slice expression, const struct ds_sum_values *values,
	int64_t wanted, struct fl_arena *a, size_t *ret_count);

#endif
