/*
 * A diagnostic under construction, and what waits for its headline. Several compilers may write
 * at the same time, line by line: so a few diagnostics are open at once, each in a lane. A lane
 * ends when its compiler starts the next diagnostic, or when it is the oldest and there are too
 * many; the sink gets them in the order of their headlines. What is printed before the thing it
 * explains waits in a group (diag/report/pending.h).
 */
#ifndef FL_DIAG_REPORT_LANE_H
#define FL_DIAG_REPORT_LANE_H

#include "base/buf.h"
#include "diag/model/diagnostic.h"
#include "diag/report/sink.h"

enum {
	DIAG_TEXT_MAX = 16 << 20,
	DIAG_NOTES_MAX = 4096,
	DIAG_RANGES_MAX = 256,
	DIAG_FIXITS_MAX = 1024,
	DIAG_PENDING_MAX = 1024,
	DIAG_RUNS_MAX = 32,
	DIAG_LANES_MAX = 32, /* diagnostics that wait, complete or not */
	DIAG_LANES_OPEN = 8, /* those that are not complete */
	DIAG_LANES_TEXT = 4 << 20, /* bytes of text in them before the oldest ends */
	DIAG_LANE_IDLE = 256, /* lines without one for it that end a lane */
	DIAG_NESTED_MAX = 16,
	DIAG_GROUPS_MAX = 8,
	DIAG_GROUP_IDLE = 64 /* lines that a group waits for its headline */
};

/* A run of `^` and `~` in a line of carets, in display columns from 0, end exclusive. */
struct diag_run {
	size_t start, end;
};

/* The printed source below a headline. */
struct diag_snippet {
	bool active; /* a headline was the last thing that was not a snippet */
	bool gutter; /* "  12 | " was seen */
	bool underlined; /* the current source line has its carets */
	bool bare_done; /* without gutter: the carets were seen */
	bool bare_blank; /* and each line starts with a blank: gcc */
	ptrdiff_t note; /* index of the note it belongs to, -1: the diagnostic */
	int64_t head_line, head_col;
	int64_t line; /* of the last source line */
	size_t bar; /* display column of the gutter's "|" */
	bool primary; /* and it is the headline's */
	bool escaped; /* it shows characters as "<U+202E>", which count for nothing */
	struct fl_buf source; /* its text, as printed */
	struct fl_buf held; /* without gutter: a line that is source if carets follow */
	bool holding;
	unsigned held_count; /* lines that were held so far */
	struct fl_buf insert; /* "+++" lines: to go before the next source line */
	struct diag_run runs[DIAG_RUNS_MAX];
	size_t run_count;
	size_t labels[DIAG_RUNS_MAX]; /* display columns where labels hang */
	size_t label_count;
	ptrdiff_t caret; /* display column of `^` from 0, -1: none */
};

/* A drawn path of events, see event.c. */
struct diag_path {
	bool active;
	bool gutter; /* its source has line numbers */
	size_t first; /* index of its first note */
	int64_t line; /* of the last source line */
	struct fl_buf file; /* of the events; empty: the diagnostic's */
	struct fl_buf text;
};

/* A message of more than one line, see wrap.c. */
struct diag_wrap {
	size_t indent; /* of its further lines; 0: none yet */
	size_t blanks; /* at the end of the headline */
	struct fl_buf text;
};

enum diag_family { DIAG_FAMILY_UNKNOWN, DIAG_FAMILY_GCC, DIAG_FAMILY_CLANG };

/* A compiler's crash: nothing, its report without and with a message of its own, gcc's stack. */
enum diag_crash { DIAG_CRASH_NO, DIAG_CRASH_BARE, DIAG_CRASH_NAMED, DIAG_CRASH_FRAME };

/* A diagnostic under construction. */
struct diag_lane {
	enum diag_crash crash;
	struct diag_diagnostic d; /* texts in arena */
	struct fl_slice hashed; /* the message whose hash is known, and its hash */
	uint64_t hash;
	bool open, exact_fixits, exact_ranges;
	const char *evidence; /* the tool that must have said it */
	bool byte_cols; /* its columns turned out to be bytes */
	struct fl_arena arena;
	struct fl_vec notes, ranges, fixits;
	struct fl_vec guesses; /* fix-its by what is printed below the carets */
	int64_t guesses_lost; /* those whose columns are not known */
	int64_t last_note, last_candidate;
	struct diag_snippet snippet;
	struct diag_wrap wrap;
	struct diag_path path;
	struct fl_slice unit; /* what was compiled, as far as known */
	struct fl_slice here; /* the place that was named last */
	int64_t here_line, here_col;
	enum diag_family family;
	const struct diag_tool *who; /* the row of the tool of `who_of`; see diag_lane_tool() */
	const char *who_of;
	const char *hint; /* who spoke of the same unit, or else at all, before */
	uint64_t line; /* number of the last line that it took */
	bool judged;
	bool own; /* its tool says nothing of who speaks next */
	size_t text; /* bytes in its arena */
	int8_t overloads; /* what candidates its message may have, see route.c; -1: not asked yet */
	int64_t nested
		[DIAG_NESTED_MAX]; /* the last note of each depth, -1: none; of nested_line alone */
	uint64_t nested_line; /* number of the line of the last of them; 0: none */
	bool told; /* the format told its tool and what columns count */
};

/* What precedes a headline: include chains, functions, steps of templates. */
struct diag_group {
	struct fl_arena arena;
	struct fl_vec notes; /* struct diag_note */
	const char *tool;
	struct fl_slice file; /* the file of the function that was named */
	struct fl_slice unit; /* the outermost file that includes, as far as was printed */
	bool chain_open; /* ends in a comma */
	bool wrapped; /* the last note goes on in the next line */
	struct fl_buf text; /* its message, once it has gone on; else empty */
	int64_t lost; /* notes, and ends of notes, that there was no room for */
	uint64_t line; /* number of its last line */
};

#endif
