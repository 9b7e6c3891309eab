/*
 * Headers that many candidates begin with, read by the compiler once (sanitize/run/precompile.h)
 * and shared by all workers of a crew. They are in memory, so that nothing is left behind whatever
 * ends us (datasets/reward/headers_disk.h keeps them where that is wanted), and at most
 * DS_HEADERS_KEPT sets of them: the one that was not used for longest goes. A set costs little more
 * to make than a program that reads it by itself, so as long as there is room it is made when it is
 * asked for; later, when it is asked for the second time.
 *
 * What is kept is made of #include lines that we write, never of a candidate's text; a box gets a
 * copy, so nothing that runs in one can change it.
 *
 * Made before the workers are forked; each of them joins.
 */
#ifndef FL_DATASETS_HEADERS_H
#define FL_DATASETS_HEADERS_H

#include "base/buf.h"

struct fl_arena;
struct ds_headers;

enum { DS_HEADERS_KEPT = 32, DS_HEADERS_KEY = 64, DS_HEADERS_LINES = 12 };

int ds_headers_new(struct ds_headers **ret_headers, struct fl_error *err);
void ds_headers_free(struct ds_headers *h);

/* In a worker, before it makes a box: what it forks does not see them. */
void ds_headers_join(struct ds_headers *h);

/*
 * The #include lines of system headers that a source begins with, one a line, with nothing but
 * blank lines and comments between them, up to bits/stdc++.h; "": none. It lives in the arena.
 */
struct fl_slice ds_headers_of(struct fl_slice source, struct fl_arena *a);

enum ds_headers_state {
	DS_HEADERS_NONE, /* there are none, or not yet */
	DS_HEADERS_MAKE, /* they are yours to make: ds_headers_keep() or ds_headers_done() */
	DS_HEADERS_READY /* there they are, until ds_headers_done() */
};

struct ds_headers_hold {
	enum ds_headers_state state;
	size_t slot;
	uint64_t uses; /* how often they were there when they were asked for, with this time */
	struct fl_slice made;
};

/*
 * Ask for those of a key (DS_HEADERS_KEY characters): compiler, flags and headers. Never waits.
 * With `make` they may be yours to make.
 */
void ds_headers_ask(
	struct ds_headers *h, const char *key, bool make, struct ds_headers_hold *ret_hold);

/* Keep what was made; nothing (""): they cannot be. The hold is then READY, or NONE. */
void ds_headers_keep(struct ds_headers *h, struct ds_headers_hold *hold, struct fl_slice made);

/*
 * Count lines that a program which takes them would have had in them as well (READY); and those
 * that most programs would have had, at least two of them: at most DS_HEADERS_LINES, the commonest
 * first. The text lives in the arena.
 */
void ds_headers_note(
	struct ds_headers *h, const struct ds_headers_hold *hold, struct fl_slice lines);
struct fl_slice ds_headers_noted(
	struct ds_headers *h, const struct ds_headers_hold *hold, struct fl_arena *a);

/* Let go of them. What was to be made, and was not, is forgotten. */
void ds_headers_done(struct ds_headers *h, struct ds_headers_hold *hold);

#endif
