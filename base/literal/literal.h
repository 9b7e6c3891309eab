/*
 * C++ struct literals: what a model reads. A C++20 compiler accepts every document that is written
 * here under -Wall -Wextra -Werror (between its markers), and fl_literal_read() gives back the same
 * objects; of the terse style, without what it leaves out.
 *
 *   FL_FULL     self-describing types with default member initialisers, as seed 004's diagnostic;
 *               types and members are numbered where there is more than one (note_1_2)
 *   FL_COMPACT  `const faultline::diagnostic diagnostic_1 = {.file = "a.cpp", …};` over the types
 *               of faultline/literals.hpp
 *   FL_TERSE    `error("a.cpp",3,9,"…")`, for few tokens: values by their place, unset ones at the
 *               end left out, over the macros of faultline/terse.hpp, without an include line
 *               (`-include faultline/terse.hpp`). What it leaves out stands in the field tables.
 *   FL_TERSE_SOURCE  the same with source lines
 */
#ifndef FL_BASE_LITERAL_H
#define FL_BASE_LITERAL_H

#include "base/model.h"

enum fl_style { FL_FULL, FL_COMPACT, FL_TERSE, FL_TERSE_SOURCE };

/* The words of every --style=, in the enum's order, NULL-terminated; their help. */
extern const char *const fl_style_words[];
extern const char fl_style_help[];

/* The style of a word; -1: there is none. */
int fl_style_find(struct fl_slice word);

/* The marker lines around a document. All of them stand in one table in literal.c. */
enum fl_marker {
	FL_MARK_NONE,
	FL_MARK_COMPILE,
	FL_MARK_DEBUG,
	FL_MARK_THOUGHT,
	FL_MARK_QUERY, /* around a call that a model writes */
	FL_MARK_RESULT, /* around the value that it gets back */
	FL_MARK_CODE, /* around code that a model writes */
	FL_MARK_SCRIPT, /* around calls that are done one behind the other */
	/* Around what a model thinks in a dialogue with a debugger, in the order of seed 004: */
	FL_MARK_PLAN,
	FL_MARK_TRACE,
	FL_MARK_HYPOTHESIS,
	FL_MARK_ELIMINATE,
	FL_MARK_CONFIRM,
	FL_MARK_ERROR,
	FL_MARK_FIX,
	FL_MARK_VERIFY,
	FL_MARK_COUNT
};

struct fl_marker_pair {
	const char *name, *open, *close;
};

const struct fl_marker_pair *fl_marker(enum fl_marker m);

/*
 * Length of a marker's word ("<CODE_END>") at the start of s, 0: none. Texts between markers hold
 * none: whoever looks for the closing one would stop there.
 */
size_t fl_marker_len(struct fl_slice s);

/* Write the items as one document. Nothing is written for no items. */
void fl_literal_write(struct fl_buf *out, const struct fl_items *items, enum fl_style style,
	enum fl_marker marker);

/* The bytes of s as a C++ string literal with its quotes; any byte survives. */
void fl_literal_text(struct fl_buf *out, struct fl_slice s);

/*
 * Read documents of any style back, with or without markers, several one after the other. What
 * a compiler would refuse, or read otherwise, is an error with line and column: types that the
 * registry does not know, a type, enumerators or an array's bound that do not fit the field and its
 * value, a field twice, in the compact style out of order, and in the terse one too many.
 * FL_ELIMIT when the arena's maximum is passed. Everything lives in the arena.
 */
int fl_literal_read(struct fl_slice text, const struct fl_registry *registry, struct fl_arena *a,
	struct fl_items *ret_items, struct fl_error *err);

#endif
