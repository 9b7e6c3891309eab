/* Lines of a record's program as its reasoning reads and quotes them. */
#ifndef FL_DATASETS_CODE_H
#define FL_DATASETS_CODE_H

#include "datasets/record/record.h"

/* A line without the comment that ends it, and without blanks around. A slice of it. */
struct fl_slice ds_code(struct fl_slice line);

/* The code of a line of the faulty program; ptr NULL: there is none. */
struct fl_slice ds_source_line(const struct ds_record *r, struct fl_slice file, int64_t line);

/* Does a line name it as a variable is named: not as a member of another one, nor in a text? */
bool ds_has_variable(struct fl_slice line, struct fl_slice name);

/* Is the name one of the tokens, other than in a comment or a literal? */
bool ds_has_name(struct fl_slice code, struct fl_slice name);

/* Cut the next name off *rest, keywords and literals left out. *ret_call: it is called there. */
bool ds_next_name(struct fl_slice *rest, struct fl_slice *ret_name, bool *ret_call);

/* "main" of "Ledger::main(int)": a function's name as all tools have it. A slice of it. */
struct fl_slice ds_last_name(struct fl_slice function);

/* Where a line of a file begins, in bytes; text.len: there is none. */
size_t ds_line_start(struct fl_slice text, int64_t line);

/*
 * The edit as tools name its place, where a #line before it tells them another file and line; else
 * the same. Texts are slices of the record.
 */
struct ds_edit ds_presumed(const struct ds_record *r, const struct ds_edit *e);

/*
 * Do the lines of an edit outside of functions, or what it takes away, declare the name, and not
 * only a parameter of that name, which is nobody else's?
 */
bool ds_edit_declares(const struct ds_record *r, const struct ds_edit *e, struct fl_slice name);

#endif
