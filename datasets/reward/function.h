/*
 * Tests by a function's signature: what it is called with and what it returns are JSON, and the
 * program around it is ours. A candidate with `function` becomes one with a harness and ordinary
 * tests: the arguments are its standard input, the result what it prints.
 *
 *   function  {"name": "twoSum", "class": "Solution", "args": ["vector<int>", "int"],
 *             "returns": "vector<int>"}; without "class" a function that stands alone
 *   tests     [{"args": [[2, 7], 9], "result": [0, 1]}, …]
 *
 * Types are bool, char, int, long long, double, string and vector<T>. A double is right within the
 * candidate's tolerance (1e-6). What the code itself prints goes nowhere.
 */
#ifndef FL_DATASETS_FUNCTION_H
#define FL_DATASETS_FUNCTION_H

#include "base/arena.h"
#include "base/json.h"

enum { DS_FUNCTION_ARGS = 16, DS_FUNCTION_DEPTH = 4 };

enum ds_base_type { DS_BOOL, DS_CHAR, DS_INT, DS_LONG, DS_DOUBLE, DS_STRING, DS_BASE_TYPES };

/* vector<…> around a base type, `depth` times. */
struct ds_type {
	enum ds_base_type base;
	unsigned depth;
};

struct ds_function {
	struct fl_slice name, owner; /* owner: a class, or "" */
	struct ds_type args[DS_FUNCTION_ARGS], returns;
	size_t arg_count;
};

/* The candidate's code stands in this file, which the harness includes. */
#define DS_FUNCTION_FILE "solution.h"

/* Read `function`. FL_EPARSE says what is wrong. */
int ds_function_read(
	const struct fl_json *v, struct ds_function *ret_function, struct fl_error *err);

/* The harness. In the arena. */
struct fl_slice ds_function_harness(const struct ds_function *f, struct fl_arena *a);

/* The arguments as the harness reads them; FL_EPARSE when they are not of their types. */
int ds_function_input(const struct ds_function *f, const struct fl_json *args, struct fl_arena *a,
	struct fl_slice *ret_input, struct fl_error *err);

/* The result as the harness prints it. */
int ds_function_output(const struct ds_function *f, const struct fl_json *result,
	struct fl_arena *a, struct fl_slice *ret_output, struct fl_error *err);

#endif
