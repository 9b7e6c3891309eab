/*
 * Reports as a whole: what is asked of who makes them, the list that comes of it, and what a
 * complete one is given at its end: the place to blame, and the hash.
 */
#ifndef FL_SANITIZE_REPORTS_H
#define FL_SANITIZE_REPORTS_H

#include "sanitize/report/owner.h"
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
	struct san_owners owners; /* whose code the user says that it is; must outlive the parser */
	/* messages of aborts are reports too, each behind the report that began next */
	bool messages;
	bool unresolved; /* keep what sanitize/symbolize/symbolize.h needs: modules' paths, offsets */
};

struct san_reports {
	struct fl_list list; /* of struct san_report, in the order of the log */
	size_t dropped;
	size_t unread; /* lines that look like a report of a form that is not read */
	struct fl_slice unread_first; /* the first of them, and of which form it is */
	const char *unread_form;
};

/*
 * Set file, line, col and function to the first frame in the program's own code: of the stacks in
 * their order. Where there is none, to the first frame with a line that is neither libc's nor a
 * runtime's; else function alone, to the first that is the program's by its module and name; else
 * to the first frame with a line. A place that is the program's own and was told by the tool
 * (r->placed) stays.
 */
void san_report_blame(struct san_report *r, struct fl_arena *a);

/*
 * Set hash: over kind, blamed place (last part of the path, line, bare function), and the same of
 * each of the program's own frames in the stacks of the faulty action (both accesses of a race, all
 * locks of a cycle that are taken while another is held), or where these have none, in the first
 * stack that has. So faults that differ in one of these have different hashes. Of frames without a
 * line the function counts, without a function the module's name and the offset in it. Addresses,
 * directories, compilers and template arguments do not enter; of a recursion without end only what
 * comes again, in no order; of a run whose time was up, neither lines nor frames.
 */
void san_report_hash(struct san_report *r, struct fl_arena *a);

#endif
