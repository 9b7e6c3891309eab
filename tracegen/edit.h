/*
 * Edits: how operators hand over sites, and how a site is applied to a file. Lines may move:
 * tg_site_line() tells where a line of the original stands in the edited file.
 */
#ifndef FL_TRACEGEN_EDIT_H
#define FL_TRACEGEN_EDIT_H

#include "tracegen/node.h"
#include "tracegen/site.h"

/* Where operators put their sites. */
struct tg_sink {
	struct fl_arena *arena; /* texts of the sites live here */
	struct fl_vec sites; /* struct tg_site */
	size_t first; /* of the sites of the unit at hand */
	const char *op; /* the running operator's name */
	bool logic; /* its faults are of that class: a size of memory is not its place */
	bool runs; /* its faults compile: nothing is to be left over (tracegen/uses.h) */
};

/* A place and what it is about, as an operator knows them. */
struct tg_edit {
	enum tg_site_kind kind;
	size_t start, end; /* bytes to replace */
	int64_t variant;
	struct fl_slice symbol;
	unsigned symbol_line;
	const struct tg_node *at; /* for the function around it; NULL: outside of any */
	bool directives; /* preprocessor lines are part of it */
};

/* Whether tg_yield() would take an edit of that place. */
bool tg_may_edit(const struct tg_unit *unit, const struct tg_edit *edit);

/*
 * Add a site. Edits that change nothing, that cut into a macro's expansion or stand within one,
 * that hold a preprocessor line (unless they are one), or that would put the fault into a check
 * (tracegen/checks.h), are dropped; of
 * a program that is to run those, too, that leave a variable or a function without a use or make
 * both sides of an operator the same by a name (tracegen/twins.h), and of
 * a fault of logic those in the size of memory that is asked for: that is one of memory.
 */
void tg_yield(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_edit *edit,
	struct fl_slice replacement);

/* The same with a NUL-terminated text that outlives the sink's arena (a literal). */
void tg_yield_str(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_edit *edit,
	const char *replacement);

/* Remove the statement n as tracegen/cut.h says; no site where it cannot be left out. */
void tg_yield_removal(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *n,
	struct tg_edit *edit);

/*
 * The text of the site's own file with the site applied. FL_EINVAL when the site does not fit the
 * text: wrong range, or other bytes there than site->original.
 */
int tg_apply(struct fl_slice text, const struct tg_site *site, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err);

/* All files that the site changes (struct tg_file), its own first. Errors as of tg_apply(). */
int tg_apply_all(const struct tg_program *p, const struct tg_site *site, struct fl_arena *a,
	struct fl_list *ret_files, struct fl_error *err);

#endif
