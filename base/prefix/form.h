/*
 * The forms of prefixes: patterns, and the table of them (forms.c).
 *
 * A pattern stands for the start of a line, its last blank included; where the line ends there, the
 * blank may be missing. A byte stands for itself, and
 *   %I  date and time, ISO 8601 or nearly: 2026-01-02T03:04:05.123Z, 2026/01/02 03:04:05,123,
 *       Fri 2026-01-02 03:04:05 UTC
 *   %H  time of day: 03:04:05.123		%S  Jan  2 03:04:05		%C  Fri Jan  2 03:04:05 2026
 *   %D  01-02 03:04:05.123			%B  02-Jan-2026 03:04:05
 *   %E  02.01.2026 03:04:05, 1/2/2026, 3:04:05
 *   %f  seconds: 12.345, 1939.			%d  digits			%w  digits, a name
 *   %#  #12, a name
 *   %n  a name: no blanks, at least a letter	%m  text up to the byte that follows, a name
 *   %h  a name that is no level
 *   %j  text up to the byte that follows	%s  blanks, if any		%_  blanks
 *   %L  a level's word; %5L, %7L, %8L: filled up with blanks to this width
 *   %c  a level's letter			%G  a stream of GitLab: 00O	%+  blank or plus
 *   %p  F or P, a part of a line
 *   %k  a name as Kubernetes has them: small letters, digits, "-"; %1k: both of these in it
 *   %=  2 to 16 blanks or tabs, always as many as on the line from which it was learned
 */
#ifndef FL_BASE_PREFIX_FORM_H
#define FL_BASE_PREFIX_FORM_H

#include "base/buf.h"

enum { FL_PREFIX_NAME_MAX = 256, FL_PREFIX_FORMS_MAX = 192 };

enum {
	FL_PREFIX_SURE = 1, /* nothing else prints it: little need be told behind it */
	FL_PREFIX_INNER = 2, /* only behind another prefix */
	FL_PREFIX_KEYED = 4, /* only names that were told: others are no prefix */
	FL_PREFIX_COUNTS = 8, /* its number may be that of the line */
	FL_PREFIX_JOINS = 16, /* a plus at its end: the line continues the one before */
	FL_PREFIX_LIKE_PLACE = 32, /* it reads like the place of a diagnostic, and is none */
	FL_PREFIX_INDENT = 64 /* blanks: only what nothing else prints tells behind them */
};

struct fl_prefix_form {
	const char *name; /* for --prefix; rows may share it */
	const char *pattern;
	unsigned flags;
};

extern const struct fl_prefix_form fl_prefix_forms[];
extern const size_t fl_prefix_forms_count;

/* A prefix that was found. */
struct fl_prefix_match {
	size_t len; /* of the prefix */
	size_t indent; /* bytes that %= takes, set before; 0: all that there are, and set */
	bool joins, piece; /* it continues the line before; the next one continues it */
	size_t key_len;
	char key[FL_PREFIX_NAME_MAX]; /* its names */
};

/* Does the line start in this form? Of *ret_match `indent` is read; it is undefined if not. */
bool fl_prefix_match(
	const struct fl_prefix_form *form, struct fl_slice line, struct fl_prefix_match *ret_match);

/* How much of the text may be a name, as %n has it. */
size_t fl_prefix_name_len(struct fl_slice text);

/* Can the form match, with this much of a name at the start of the text? Told at once. */
bool fl_prefix_fits(const struct fl_prefix_form *form, struct fl_slice text, size_t name_len);

/* Can a line that starts with this byte have the form? */
bool fl_prefix_may_start(const struct fl_prefix_form *form, char first);

/* docs/prefixes.md */
void fl_prefix_page(struct fl_buf *out);

#endif
