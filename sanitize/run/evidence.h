/*
 * What a run shows, whatever ended it: a sanitizer's report, an abort message of glibc or
 * libstdc++, a signal, a limit, an exit status. One answer for each run, of the same form as a
 * report.
 *
 * The best evidence wins: a report; the message of an abort; the limit that was passed; the signal;
 * the exit status. A report that says only "ABRT" (handle_abort=1) lends its stacks to the message.
 */
#ifndef FL_SANITIZE_EVIDENCE_H
#define FL_SANITIZE_EVIDENCE_H

#include "base/process.h"
#include "sanitize/report/report.h"

/* The kind of a failure of which nothing is known: no report, no message, no result. */
#define SAN_UNKNOWN "unknown-failure"

/* The kind where a sanitizer began to report and its words did not come through. */
#define SAN_LOST "lost-report"

enum san_outcome {
	SAN_PASSED, /* exit status 0 and no report */
	SAN_FAILED, /* the program's own fault; kind is not empty, class is not none */
	SAN_INFRA /* the sanitizer itself could not work: says nothing about the program */
};

/* What there is to read. */
struct san_texts {
	struct fl_slice err; /* what the program wrote to stderr: messages of an abort */
	struct fl_slice log; /* what the runtimes wrote: their troubles; the same where not apart */
	bool apart; /* the log is no part of stderr: nothing in stderr says that a tool failed */
};

/*
 * result: how the program ended; NULL when not known. report: the first report that was found in
 * the log, or NULL. Everything in *ret_report points into the arena, the report or static text.
 * For SAN_PASSED *ret_report has kind "none" and class none; for SAN_INFRA kind
 * "sanitizer-failed", class none and the tool's line as message.
 */
enum san_outcome san_evidence(const struct fl_process_result *result,
	const struct san_report *report, const struct san_texts *texts, struct fl_arena *a,
	struct san_report *ret_report);

/* What is told of a run that ended by itself, without a report, and lost some (result.log_lost). */
void san_evidence_lost(struct san_report *r, struct fl_arena *a);

/* Without the last words of the runtimes, which their reports go on from. */
struct fl_slice san_without_runtime(struct fl_slice text);

/*
 * Add what the program said last (200 bytes of its last line) to the message of an exit status or
 * an abort, of which it is most of what there is to know. Not a line in the words of a sanitizer,
 * which spoke elsewhere: it imitates one.
 */
void san_add_last_words(struct san_report *r, struct fl_slice said, struct fl_arena *a);

/*
 * Did it wait most of its time? On a busy machine a limit of the clock passes while it works, or
 * while it has no processor to work on: what had none for half of its time is not seen to wait.
 */
bool san_was_waiting(const struct fl_process_result *result);

/*
 * Was it ended by the clock, not while it waited, and had no processor for a part of that time?
 * This says nothing about the program: with more time, or on another host, it would have gone on.
 */
bool san_was_starved(const struct fl_process_result *result);

/* How often such a run is tried, and how many times the last one's clock time a further one has. */
enum { SAN_STARVED_TRIES = 3, SAN_STARVED_TIMES = 4 };

/* Is it one of the signals that end a program for its own fault? */
bool san_signal_is_fatal(int number);

/* The same in one step from what the program wrote to stderr; opts as in sanitize/parse.h. */
struct san_parse_opts;
int san_evidence_of(const struct fl_process_result *result, struct fl_slice stderr_text,
	const struct san_parse_opts *opts, struct fl_arena *a, enum san_outcome *ret_outcome,
	struct san_report *ret_report, struct fl_error *err);

#endif
