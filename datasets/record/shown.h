/*
 * What is shown of a file: its lines, and with each the conditionals that it stands in, so that
 * nothing that an #if leaves out reads as if it were always there. The guard around a header says
 * nothing and is left out.
 */
#ifndef FL_DATASETS_SHOWN_H
#define FL_DATASETS_SHOWN_H

#include "base/arena.h"

struct ds_condition;

struct ds_shown {
	char *lines; /* of each line 1 or 0; all 0: nothing */
	size_t count, shown; /* lines, and how many of them are shown */
	const size_t *starts; /* where each line begins; one more: the end of the text */
	size_t *within; /* of each line: its innermost condition from 1; 0: none */
	char *directive; /* of each line: is it one of that condition's? */
	struct ds_condition *conditions; /* from 1 */
	size_t condition_count;
	size_t turn; /* of counting bytes */
};

/* Nothing of that text is shown. In the arena; FL_ENOMEM when it is full. */
int ds_shown_open(
	struct fl_slice text, struct fl_arena *a, struct ds_shown *ret_shown, struct fl_error *err);

/*
 * Bytes of the lines from..to (from 1) and of the conditionals around them that are not shown yet;
 * show: show them.
 */
size_t ds_shown_add(struct ds_shown *s, int64_t from, int64_t to, bool show);

/* Is that line shown (from 1)? One that the file does not have counts as shown. */
bool ds_shown_has(const struct ds_shown *s, int64_t line);

/* Nothing is shown any more. */
void ds_shown_clear(struct ds_shown *s);

/*
 * Lines of the comment at the head of a source that says whose it is and who may use it; 0: it has
 * none, or a short one.
 */
int64_t ds_licence_lines(struct fl_slice text);

#endif
