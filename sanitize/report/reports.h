/*
 * Reports as a whole: what is asked of who makes them, the list that comes of it, and what a
 * complete one is given at its end: the place to blame, and the hash.
 */
#ifndef FL_SANITIZE_REPORTS_H
#define FL_SANITIZE_REPORTS_H

#include "sanitize/report/report.h"

struct san_reports;

struct san_parse_opts {
	struct fl_slice strip; /* prefix taken off paths, with its final slash: "/box/"; or empty */
	size_t reports_max; /* 0: 256 */
	size_t frames_max; /* of one stack; 0: 256 */
	bool startup; /* keep the frames of what runs before main() or starts a thread */
	bool addresses; /* keep access.address and the frames' offsets */
	/*
	 * For logs of any length: called with each reports_max reports as soon as they are complete;
	 * afterwards they are gone (the arena is cleared, so it must hold nothing else) and what
	 * remains comes from san_parser_finish(). An error ends the calls and is returned there.
	 */
	int (*take)(void *ctx, struct san_reports *reports, struct fl_error *err);
	void *ctx;
	bool unresolved; /* keep what sanitize/symbolize/symbolize.h needs: modules' paths, offsets */
};

struct san_reports {
	struct fl_list list; /* of struct san_report, in the order of the log */
	size_t dropped;
};

/*
 * Set file, line, col and function to the first frame in the program's own code: of the stacks in
 * their order. A place that is set already and is the program's own stays.
 */
void san_report_blame(struct san_report *r, struct fl_arena *a);

/*
 * Set hash: over kind, blamed file (last part of its path), line, bare function, and the bare
 * functions of the first five of the program's own frames of the first stack. Compilers, addresses,
 * directories, template arguments and how libraries were built do not enter; of a run whose time
 * was up, nor do line and frames.
 */
void san_report_hash(struct san_report *r, struct fl_arena *a);

#endif
