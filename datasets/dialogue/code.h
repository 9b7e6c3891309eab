/*
 * What a reader of the program sees around a line, by its text alone: the blocks that the line
 * stands in with what each begins with, the function, statements that give a variable its value.
 */
#ifndef FL_DATASETS_DIALOGUE_CODE_H
#define FL_DATASETS_DIALOGUE_CODE_H

#include "tracegen/program.h"

/* A block in braces, or the one statement that an `if`, `for`, `while` or `else` is in front of. */
struct ds_block {
	int64_t head; /* the line that its head begins in: `for (…) {`, `int f(void)` */
	int64_t first, last; /* lines that it takes, with its braces */
	bool function;
};

enum { DS_BLOCKS_MAX = 32 };

/* The blocks around the line, the innermost first; how many. */
size_t ds_code_blocks(struct fl_slice text, int64_t line, struct ds_block *ret_blocks, size_t max);

/* The function that the line is in; false: it is in none. */
bool ds_code_function(struct fl_slice text, int64_t line, struct ds_block *ret_function);

/* The line without its blanks at both ends. */
struct fl_slice ds_code_line(struct fl_slice text, int64_t line);

/* A line of code as it can be said: without a comment behind it. */
struct fl_slice ds_code_said(struct fl_slice line);

/* Does the statement that begins in the line begin with that word, as `for` or `while`? */
bool ds_code_begins(struct fl_slice text, int64_t line, const char *word);

/*
 * The last line from `from` to before `to` whose statement gives the variable a value; 0: there is
 * none.
 */
int64_t ds_code_assigned(struct fl_slice text, int64_t from, int64_t to, struct fl_slice name);

/* The last line of the statement that begins in that line. */
int64_t ds_code_end(struct fl_slice text, int64_t line);

/*
 * What a statement releases: `p->items` of `free(p->items)`, of `delete[] p->items` and of
 * `list_free(p->items)`; empty: nothing that is known.
 */
struct fl_slice ds_code_released(struct fl_slice statement);

/* Is the file a test's by its name? What a test does is what is meant. */
bool ds_code_is_test(struct fl_slice file);

/* Is a function of that name there to release something; to make it? */
bool ds_code_is_releaser(struct fl_slice function);
bool ds_code_is_maker(struct fl_slice function);

#endif
