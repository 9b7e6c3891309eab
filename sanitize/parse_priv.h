/*
 * Between the parser's driver (parse.c) and its formats (asan.c, lsan.c, ubsan.c). A format is a
 * row in parse.c's table: `begin` looks at each line and opens a report when it is a headline of
 * that format; `line` gets the lines after it until another report begins or the format ends it.
 */
#ifndef FL_SANITIZE_PARSE_PRIV_H
#define FL_SANITIZE_PARSE_PRIV_H

#include "sanitize/frame.h"
#include "sanitize/kinds.h"
#include "sanitize/parse.h"

struct san_format {
	bool (*begin)(struct san_parser *p, struct fl_slice line);
	void (*line)(struct san_parser *p, struct fl_slice line);
};

extern const struct san_format san_format_asan;
extern const struct san_format san_format_lsan;
extern const struct san_format san_format_ubsan;

struct san_parser {
	struct fl_arena *arena;
	struct san_parse_opts opts;
	struct fl_buf partial; /* a line whose end has not come yet */
	struct fl_vec reports, stacks, frames, variables;
	size_t dropped;

	const struct san_format *format; /* of the open report; NULL: none is open */
	struct san_report report;
	struct san_stack stack; /* gets the next frames; its frames are in `frames` */
	bool stack_open;
	enum san_role next_role; /* of the next stack */
	struct fl_slice next_thread;
	bool in_leaks; /* after LSan's headline, before its SUMMARY */
	int64_t stack_offset; /* of the access in the frame that owns it */
	int64_t distance; /* from the access to the global variable that is its region */
	bool hinted; /* the message has the runtime's hint */
};

/* End the open report, if any, and open one of this tool. */
void san_begin(struct san_parser *p, const struct san_format *format, enum san_tool tool);

/* End the open report: close its stack, blame, hash, store. Nothing when none is open. */
void san_end(struct san_parser *p);

/* The row's kind, class and CWE for the open report. */
void san_set_kind(struct san_parser *p, const struct san_kind *kind);

/* What the frames to come show. thread: text that starts with "T1" or the like. */
void san_expect(struct san_parser *p, enum san_role role, struct fl_slice thread);

/* Take the line if it is a frame. */
bool san_take_frame(struct san_parser *p, struct fl_slice line);

/* Add to the open report's variables. */
void san_add_variable(struct san_parser *p, const struct san_variable *v);

/* A copy of the text with every address ("0x" and a value of 65536 or more) as "<address>". */
struct fl_slice san_without_addresses(struct fl_slice text, struct fl_arena *a);

/* Skip past the first occurrence of words in *s; false (and *s untouched) when it is not there. */
bool san_skip_past(struct fl_slice *s, const char *words);

/* The address "0x…" at the start of s, or 0. */
uint64_t san_address(struct fl_slice s);

#endif
