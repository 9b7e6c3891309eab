/*
 * Valgrind's reports as its text (text.c) and its XML (document.c) give them: a
 * sentence, further sentences that say what the stacks after them show, frames. Internal to the
 * room.
 */
#ifndef FL_SANITIZE_VALGRIND_SENTENCES_H
#define FL_SANITIZE_VALGRIND_SENTENCES_H

#include "sanitize/report/text.h"
#include "sanitize/valgrind/valgrind.h"

/*
 * Begin a report when the sentence is the first of one: false when it is not. kind: the tool's own
 * word, in its spelling, or empty: the sentence tells.
 */
bool san_valgrind_begin(struct san_parser *p, struct fl_slice sentence, struct fl_slice kind);

/* What the next stack shows is the creation of this thread, for reports to come. */
void san_valgrind_announce(struct san_parser *p, uint32_t thread);

/* Take a sentence that stands in a report, or before one and means its locks. */
void san_valgrind_also(struct san_parser *p, struct fl_slice sentence);

/* Take a frame; the first of a stack after depth was set to 0. */
void san_valgrind_frame(struct san_parser *p, struct san_frame *f);

/* By the name of a tool in any case; a process begins with it. pid: 0 in XML. */
void san_valgrind_tool(struct san_parser *p, struct fl_slice name, uint32_t pid);

/* Keep the line of a process that it is not the turn of; false: there is no room. */
bool san_valgrind_wait(struct san_parser *p, uint32_t pid, struct fl_slice line);
bool san_valgrind_waits(const struct san_parser *p); /* any */

/* Take the lines of the process that has waited longest; the caller's to release. False: none. */
bool san_valgrind_next(struct san_parser *p, struct fl_buf *ret_lines);

/* The report is complete: see struct san_format. */
void san_valgrind_end(struct san_parser *p);

#endif
