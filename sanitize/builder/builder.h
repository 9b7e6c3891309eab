/*
 * The builder of reports: formats tell it what they read (a headline, a stack's role, a frame, a
 * note), it makes reports of it, each complete with blame and hash. Formats stand above it, the
 * driver (sanitize/parse.c) above them.
 *
 * A format is a row in the driver's table: `begin` looks at each line (and should pass an ordinary
 * one in a few nanoseconds: by p->headline or the first bytes) and opens a report when it is a
 * headline of that format; `line` gets the lines after it until another report begins or the format
 * ends it.
 */
#ifndef FL_SANITIZE_BUILDER_H
#define FL_SANITIZE_BUILDER_H

#include "sanitize/abort/log.h"
#include "sanitize/report/frame.h"
#include "sanitize/kinds/kinds.h"
#include "sanitize/report/reports.h"

struct san_parser;

struct san_format {
	bool (*begin)(struct san_parser *p, struct fl_slice line);
	void (*line)(struct san_parser *p, struct fl_slice line);
	/* All of the report is there, its stacks in p->stacks; before the blame. May be NULL. */
	void (*end)(struct san_parser *p);
	/* Add what is held back of the open stack, which is then complete. May be NULL. */
	void (*flush)(struct san_parser *p);
	/* Is the frame one of the open report? Another's that runs in between may be not. May be
	 * NULL: all are. */
	bool (*takes)(struct san_parser *p, const struct san_frame *f);
	/* A runtime beside UBSan's, which has a lock of its own: they write between each other's lines */
	bool may_be_cut;
	bool own_frames; /* its frames do not look like the sanitizers': `line` gets them */
};

/* One of the two accesses of a race. */
struct san_side {
	int type; /* enum san_access_type */
	bool atomic;
	int64_t size;
	uint64_t address;
	struct fl_slice thread; /* "T1" */
	struct fl_slice mutexes; /* held: "write M0, read M1" */
};

/* What a report of threads tells apart from its stacks. */
struct san_race {
	struct san_side sides[2]; /* in the order of the report */
	size_t count; /* of them */
	bool located; /* the region's start is known */
	uint64_t region_start;
};

/* Valgrind's reports, which its text and its XML give alike (valgrind.c). */
enum { SAN_KNOWN_STACKS = 32, SAN_KNOWN_PROCESSES = 16 };
struct san_valgrind {
	struct { /* of the text, the last that began, in a ring */
		uint32_t pid;
		enum san_tool tool;
		bool foreign;
	} processes[SAN_KNOWN_PROCESSES];
	size_t began; /* so many have */
	enum san_tool tool; /* by its banner; SAN_TOOL_NONE: not told */
	bool foreign; /* it is another of Valgrind's tools: nothing is read */
	uint32_t pid; /* of the open report; 0: any, in XML */
	bool ends_at_blank; /* the open report does */
	int64_t depth; /* of the next frame */
	struct fl_slice thread; /* whose fault the open report is: "T1" */
	/* Copies of stacks that stand before the reports that mean them; of locks, of the next: */
	struct san_stack threads[SAN_KNOWN_STACKS], locks[SAN_KNOWN_STACKS];
	uint32_t thread_pids[SAN_KNOWN_STACKS]; /* whose threads they are */
	size_t thread_count, lock_count, lost; /* lost: there was no room for them */
	struct fl_arena thread_arena, lock_arena;
};

/* UBSan's lines that stand between those of an open report (formats/cut.h). */
struct san_cut {
	struct fl_buf lines; /* whole, with their ends: they are read when the open report ends */
	const struct san_format *under; /* of the open report */
	/* Of the last of UBSan's reports in the lines: */
	char file[256];
	size_t file_len;
	int64_t line; /* 0: its stack may begin anywhere */
	int64_t depth; /* of its last frame; -1: none yet */
	bool latest; /* the last frame was its, not the open report's */
	bool stacks; /* a report of UBSan had a stack in this log */
};

enum { SAN_EMPTY = 256, SAN_HEADLINES };

struct san_parser {
	struct fl_arena
		*arena; /* of the open report: results, or scratch when it is to be dropped */
	struct fl_arena *results, scratch;
	bool of_program; /* the line holds "]: " or "s: " */
	/* Sets of the driver's formats: by a line's first byte, of none, and of headlines */
	uint16_t asked[SAN_HEADLINES + 1];
	bool headline; /* the line holds "ERROR: ", "error: " or "WARNING: "; worked out once */
	struct san_parse_opts opts;
	struct fl_buf partial; /* a line whose end has not come yet */
	struct fl_buf plain; /* a line without its colours */
	bool escapes; /* the log has some */
	struct fl_vec reports, stacks, frames, variables;
	size_t dropped;
	int stopped; /* what went wrong as reports were handed over, and how */
	struct fl_error error;

	const struct san_format *format; /* of the open report; NULL: none is open */
	struct san_report report;
	struct san_stack stack; /* gets the next frames; its frames are in `frames` */
	bool stack_open;
	size_t same_from; /* the first of the last frames, which have one address */
	enum san_role next_role; /* of the next stack */
	struct fl_slice next_thread, next_mutex;
	bool next_head;
	struct san_race race; /* of threads' reports */
	struct san_valgrind valgrind;
	struct san_valgrind_turns *turns; /* as xml; of processes under Valgrind, which alternate */
	struct san_valgrind_xml *xml; /* owned by the driver; NULL until Valgrind's XML comes */
	struct san_cut cut;
	void (*after)(
		struct san_parser *p); /* reads what waits for the open report's end, or NULL */
	bool in_leaks; /* after LSan's headline, before its SUMMARY */
	const struct san_kind *kind; /* the row that was set last, or NULL */
	int64_t stack_offset; /* of the access in the frame that owns it */
	int64_t distance; /* from the access to the global variable that is its region */
	bool hinted; /* the message has the runtime's hint */
	size_t notes; /* in the message */
	char lead[256]; /* of MSan: a line that belongs to the headline after it */
	size_t lead_len;
	struct fl_buf held; /* of gdb: a frame that may go on in the next line */
	struct fl_slice stop; /* of gdb: the frame in which the signal came */
	size_t unread; /* as in struct san_reports, with the first example */
	const char *unread_form;
	char unread_line[160];
	size_t unread_len;
	struct san_abort_log abort; /* with opts.messages */
	bool telling; /* the line may hold a message, by what stands around a colon */
	uint32_t number; /* of the thread that crashed; of the kernel, see there */
};

/* A builder whose reports live in the arena; opts may be NULL. */
void san_builder_init(struct san_parser *p, const struct san_parse_opts *opts, struct fl_arena *a);
void san_builder_release(struct san_parser *p);

/* End what is open, and open one of this tool. */
void san_begin(struct san_parser *p, const struct san_format *format, enum san_tool tool);

/*
 * End the open report: close its stack, blame, hash, store. Nothing when none is open. What waited
 * for it is read then, and may leave a report open of which more can come.
 */
void san_end(struct san_parser *p);

/* The same, and nothing is left open. */
void san_end_all(struct san_parser *p);

/*
 * With opts.messages: take a line that no report begins with; the one that was taken began a
 * report; the log is over. A report of kind "abrt" that begins behind a message has its words, any
 * other message is a report of its own.
 */
void san_message_line(struct san_parser *p, struct fl_slice line);
void san_message_end(struct san_parser *p);

/* The row's kind, class and CWE for the open report. */
void san_set_kind(struct san_parser *p, const struct san_kind *kind);

/* The place that the tool names in its own words, a path as it is. */
void san_set_place(struct san_parser *p, struct fl_slice file, int64_t line, int64_t col);

/* What the frames to come show. thread: text that starts with "T1" or the like. */
void san_expect(struct san_parser *p, enum san_role role, struct fl_slice thread);

/*
 * Bring a report of threads into one order, whoever of them came first: the sides of a race (a
 * write before a read, plain before atomic, then by file, line and column of the program's own
 * frame), the locks of a cycle (the least place first), the stacks after them by role; threads and
 * mutexes get numbers in the order in which they then appear. Sets the access, and adds the sides
 * to the message.
 */
void san_race_settle(struct san_parser *p);

/* Add a frame to the open stack, or to a new one when none is open or its depth is 0. */
void san_add_frame(struct san_parser *p, struct san_frame *f);

/* The open stack, if any, is complete. */
void san_close_stack(struct san_parser *p);

/* Forget the open stack; the next frame begins it again, with its role and thread. */
void san_drop_stack(struct san_parser *p);

/* The first stack of a complete report (in a format's `end`), or NULL. */
struct san_stack *san_first_stack(struct san_parser *p);

/* Does the first stack say that the program called abort(), itself or by an assertion? */
bool san_stack_aborts(struct san_parser *p);

/* Take the line if it is a frame. */
bool san_take_frame(struct san_parser *p, struct fl_slice line);

/*
 * Append "; text" to the open report's message. False, and counted as omitted: there are 8 already,
 * or the text is longer than 1 KiB.
 */
bool san_add_note(struct san_parser *p, struct fl_slice text);

/* Add to the open report's variables. */
void san_add_variable(struct san_parser *p, const struct san_variable *v);

#endif
