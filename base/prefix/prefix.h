/*
 * What a log's carriers put before each line (a container's name, a job, a clock, a level, several
 * of them), learned from the stream and taken off. A push layer without I/O between the bytes and
 * a parser: it takes bytes in any chunks and hands on the same bytes without the prefixes, sorted
 * into lanes by the names in them, so that containers or jobs that write line by line into one log
 * are read as if apart. Lane 0 is what has no name: input without prefixes comes out on it byte for
 * byte.
 *
 * A prefix is one of the forms in forms.c, or several behind each other, and it is learned from the
 * first line on which what follows it is of a compiler, a linker, a sanitizer or a debugger
 * (telling.h): nothing is held back for it, and a program's own "name: " is none. From there on all
 * lines of that form lose it. Lines without it in between are the continuation of the line above:
 * loggers put their prefix before the first line of a message only. Records in JSON (docker's
 * json-file, journalctl -o json, loggers) are decoded.
 *
 * Names: what is constant for a writer (container, job, pod, process, stream). Clocks, counters and
 * levels are dropped. Those of a stack of prefixes are joined by a blank.
 *
 * Limits: 64 lanes, of which the one that was silent for the longest ends when one more comes;
 * names and prefixes up to 255 bytes; a line is held until its end is seen, up to 64 KiB.
 */
#ifndef FL_BASE_PREFIX_H
#define FL_BASE_PREFIX_H

#include "base/error.h"
#include "base/slice.h"

enum { FL_PREFIX_LANES = 64 }; /* ids are below it */

struct fl_prefix_sink {
	/* More bytes of a lane. A result other than 0 stops the layer, which returns it. */
	int (*bytes)(void *ctx, size_t lane, struct fl_slice bytes);
	/* Nothing more comes on this lane; its id may come again for another one. Not called for 0. */
	int (*end)(void *ctx, size_t lane);
	void *ctx;
};

struct fl_prefix;

/*
 * What is said of prefixes: "auto" (also NULL), "none", the name of a form in forms.c ("compose"),
 * which then counts from the first line on, or a POSIX extended regular expression for the start of
 * a line, whose first group, where it has one, names the lane. The sink is copied. FL_EINVAL,
 * FL_ENOMEM.
 */
int fl_prefix_new(const char *what, const struct fl_prefix_sink *sink,
	struct fl_prefix **ret_prefix, struct fl_error *err);
void fl_prefix_free(struct fl_prefix *p);

/* Take the next bytes. 0, FL_ENOMEM, or what the sink returned. */
int fl_prefix_feed(struct fl_prefix *p, struct fl_slice bytes, struct fl_error *err);

/*
 * The input is complete: what is held goes out, and what was learned is forgotten; lanes but 0 end.
 * Another input may follow. 0, FL_ENOMEM, or what the sink returned.
 */
int fl_prefix_finish(struct fl_prefix *p, struct fl_error *err);

/* The name of a lane, empty for 0: stays until the lane ends, but may lose what was a counter. */
struct fl_slice fl_prefix_lane(const struct fl_prefix *p, size_t lane);

#endif
