/*
 * Logs as carriers hand them on: what containers, CI, syslog and loggers put before each line. By
 * documentation and real output of each (tests/fixtures/prefix/README.md), and without base/prefix/:
 * the other way round of what it does.
 */
#ifndef FL_TESTS_WRAP_H
#define FL_TESTS_WRAP_H

#include "base/buf.h"
#include "base/rng.h"

struct wrapping {
	const char *name;
	const char *prefix; /* a template, see wrap.c; NULL: it is made in code */
	bool named; /* it tells writers apart */
};

extern const struct wrapping wrappings[];
extern const size_t wrappings_count;

/* A writer of lines: its name, its clock and its counters go on from line to line. */
struct writer {
	const struct wrapping *w;
	struct fl_rng rng;
	char name[32];
	uint64_t ms; /* since 2026-01-01 */
	unsigned line, pid, number, colour, step; /* step: most milliseconds between two lines */
};

/* The n-th writer of a log; what it is called and when it starts depends on the seed. */
void writer_init(struct writer *by, const struct wrapping *w, uint64_t seed, unsigned n);

/* Add a line (without its newline) as the writer has it. */
void writer_line(struct writer *by, struct fl_slice line, struct fl_buf *out);

#endif
