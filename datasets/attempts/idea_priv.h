/* Between the files of ideas: one under way, and what they share. */
#ifndef FL_DATASETS_ATTEMPTS_IDEA_PRIV_H
#define FL_DATASETS_ATTEMPTS_IDEA_PRIV_H

#include "datasets/attempts/idea.h"

struct ds_reading {
	struct ds_talk *t;
	const struct fl_items *errors;
	const struct diag_diagnostic *d; /* the one to begin with */
	struct fl_slice text; /* of the file that it is in */
	struct ds_idea *idea;
};

/* The error with that number; NULL: there is none. */
const struct diag_diagnostic *ds_idea_error(const struct ds_reading *k, size_t i);

/* What a diagnostic is about, by its place; "": not told. */
struct fl_slice ds_idea_arg(const struct diag_diagnostic *d, size_t i);

/* The byte of its line that the error's column is, from 0; gcc counts cells, and a tab has many. */
size_t ds_idea_offset(const struct ds_reading *k);

/* Keep a sentence of what the compiler says, or of what is wrong. */
void ds_idea_open(struct ds_reading *k, const char *const *templates, const struct ds_fact *facts,
	size_t count);
void ds_idea_close(struct ds_reading *k, const char *const *templates, const struct ds_fact *facts,
	size_t count);

/* The cause is the statement there; or something is missing between two lines. */
void ds_idea_at(struct ds_reading *k, struct fl_slice file, int64_t line);
void ds_idea_lacks(struct ds_reading *k, struct fl_slice file, int64_t first, int64_t last);

/* It is the statement that the compiler points at, {0} of these sentences. */
int ds_idea_point_at(struct ds_reading *k, const char *const *templates);

struct ds_fact ds_idea_note(const struct ds_talk *t, const struct diag_note *n);
struct ds_fact ds_idea_place(struct fl_slice file, int64_t line);

/* Is it about a name of namespace std, or a template of it? */
bool ds_idea_is_std(const struct diag_diagnostic *d);

/* A header of the standard library is missing. */
int ds_idea_header(struct ds_reading *k);

/* A block that is not closed, by the indentation, before the line of the error; false: none is. */
bool ds_idea_block(struct ds_reading *k);

/* The ideas with files of their own. */
int ds_idea_undeclared(struct ds_reading *k);
int ds_idea_token(struct ds_reading *k);
int ds_idea_call(struct ds_reading *k);
int ds_idea_redeclared(struct ds_reading *k);
int ds_idea_undefined(struct ds_reading *k);
int ds_idea_defined_twice(struct ds_reading *k);

#endif
