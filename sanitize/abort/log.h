/*
 * Messages of aborts out of a log, line by line: several programs may write to it, so each message
 * is a report of its own, and how one line ends another's what() is in sanitize/abort/what.h. For
 * the text of one run see sanitize/abort/abort.h, where the last message counts.
 *
 * "terminate called recursively" and the like count only where no other message stands within a few
 * lines; a shell's line ("Aborted") ends a message and is none.
 */
#ifndef FL_SANITIZE_ABORT_LOG_H
#define FL_SANITIZE_ABORT_LOG_H

#include "sanitize/abort/abort.h"

/* A message that is being read, or waits for a report that is about the same. */
struct san_abort_log {
	int row; /* of the table of messages, -1: there is none */
	struct fl_buf text; /* its line and those that may be its own */
	int lines; /* that may still come */
	bool weak; /* another message of the same run takes its place */
	bool behind; /* a report began behind it */
	unsigned near; /* this many lines more are of the run of the last message */
	unsigned debug; /* this many lines more may be libstdc++'s in debug mode */
};

void san_abort_log_init(struct san_abort_log *log);
void san_abort_log_release(struct san_abort_log *log);

/* May a message's words stand around this ": " of the line? Cheap: asked of every one. */
bool san_abort_at_colon(struct fl_slice line, size_t colon);

/*
 * Take a line. colon: san_abort_at_colon() was true somewhere in it. True when a message begins
 * with it: the one before, if any, must then be taken; it begins when the line is given to
 * san_abort_log_begin().
 */
bool san_abort_log_line(struct san_abort_log *log, struct fl_slice line, bool colon,
	struct san_abort_start *ret_start);
void san_abort_log_begin(
	struct san_abort_log *log, struct fl_slice line, const struct san_abort_start *start);

/* A report begins: the message has all its lines, and may be told of the same abort. */
void san_abort_log_behind(struct san_abort_log *log);

/* Set the report from the message as san_abort_find() does, and forget it. */
void san_abort_log_take(struct san_abort_log *log, struct fl_arena *a, struct san_report *r);

#endif
