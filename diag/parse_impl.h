/*
 * Inside of the parser of diag/parse.h: what its format files share. Not for other folders.
 *
 * Each complete line, stripped of colours, goes to the formats of the table in parse.c in turn
 * until one takes it. The formats call the builder (build.c), which keeps one diagnostic open,
 * hands it to the sink when the next one starts, and holds back what is printed before the thing
 * it explains.
 */
#ifndef FL_DIAG_PARSE_IMPL_H
#define FL_DIAG_PARSE_IMPL_H

#include "base/error.h"
#include "diag/dia.h"
#include "diag/parse.h"

enum {
	DIAG_LINE_MAX = 1 << 20,
	DIAG_TEXT_MAX = 16 << 20,
	DIAG_NOTES_MAX = 4096,
	DIAG_RANGES_MAX = 256,
	DIAG_FIXITS_MAX = 1024,
	DIAG_PENDING_MAX = 1024,
	DIAG_RUNS_MAX = 32
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
	ptrdiff_t note; /* index of the note it belongs to, -1: the diagnostic */
	int64_t head_line, head_col;
	int64_t line; /* of the last source line */
	bool primary; /* and it is the headline's */
	struct fl_buf source; /* its text, as printed */
	struct fl_buf held; /* without gutter: a line that is source if carets follow */
	bool holding;
	struct fl_buf insert; /* "+++" lines: to go before the next source line */
	struct diag_run runs[DIAG_RUNS_MAX];
	size_t run_count;
	size_t labels[DIAG_RUNS_MAX]; /* display columns where labels hang */
	size_t label_count;
	ptrdiff_t caret; /* display column of `^` from 0, -1: none */
};

/* A message of more than one line, see wrap.c. */
struct diag_wrap {
	size_t indent; /* of its further lines; 0: none yet */
	size_t blanks; /* at the end of the headline */
	struct fl_buf text;
};

/* A diagnostic under construction. */
struct diag_lane {
	struct diag_diagnostic d; /* texts in arena */
	bool open, exact_fixits, exact_ranges;
	const char *evidence; /* the tool that must have said it */
	bool byte_cols; /* its columns turned out to be bytes */
	struct fl_arena arena;
	struct fl_vec notes, ranges, fixits;
	int64_t last_note, last_candidate;
	struct diag_snippet snippet;
	struct diag_wrap wrap;
};

/* What lld's ">>>" lines tell of. */
enum diag_lld_block { DIAG_LLD_NONE, DIAG_LLD_REFERENCES, DIAG_LLD_DEFINITIONS, DIAG_LLD_SCRIPT };

struct diag_linker {
	struct fl_buf object, function; /* ld.bfd's last "in function" */
	bool spoke; /* since the driver's last word */
	enum diag_lld_block block;
	bool own; /* lld's last place is the diagnostic's own, or that of the note `detail` */
	size_t detail;
};

struct diag_parser {
	enum diag_from from;
	struct diag_sink sink;
	struct diag_stats stats;
	int rc; /* first failure: memory, or the sink's answer */

	struct fl_buf line; /* an incomplete line */
	bool line_cut; /* the rest of it is dropped */
	struct fl_buf clean;

	struct diag_json *json; /* diag/json_impl.h; NULL until there was some */
	bool json_tail; /* JSON just ended: its line end is no line */

	struct diag_dia dia;

	struct diag_lane *lane; /* the one that the next line is for */

	struct fl_arena pending_arena; /* what precedes the next headline */
	struct fl_vec pending; /* struct diag_note */
	bool step_wrapped; /* the last pending one goes on in the next line */
	const char *pending_tool;
	const char *tool; /* the last one that was certain */

	struct diag_linker ld;
};

/* A headline: FILE:LINE:COL: LEVEL: MESSAGE [CODE]. */
struct diag_head {
	struct fl_slice file, message, code;
	struct fl_slice ranges; /* "{1:2-1:7}{…}", see place.c */
	int64_t line, col;
	enum diag_level level;
};

/* A format: takes the line, or leaves it to the next one. */
typedef bool (*diag_line_fn)(struct diag_parser *p, struct fl_slice line);

/* parse.c: take text in which no JSON starts. */
void diag_parser_text(struct diag_parser *p, struct fl_slice text);

/*
 * json_stream.c: JSON that starts with the first byte of a line. _start looks whether that byte may
 * start some. While it is _active, _feed takes the bytes, that byte included, and returns what is
 * left of them; _finish ends it with the input.
 */
void diag_json_start(struct diag_parser *p, char first);
bool diag_json_active(const struct diag_parser *p);
struct fl_slice diag_json_feed(struct diag_parser *p, struct fl_slice bytes);
void diag_json_finish(struct diag_parser *p);
void diag_json_free(struct diag_json *j);

/* build.c */
void diag_build_begin(struct diag_parser *p, const struct diag_head *h, const char *tool);
void diag_build_note(struct diag_parser *p, const struct diag_head *h, enum diag_note_kind kind);
void diag_build_pending(struct diag_parser *p, enum diag_note_kind kind, const struct diag_head *h,
	const char *tool);
struct diag_note *diag_build_add_note(struct diag_parser *p);
void diag_build_range(struct diag_parser *p, struct diag_range range);
void diag_build_fixit(struct diag_parser *p, struct diag_fixit fixit);
void diag_build_end(struct diag_parser *p);
struct fl_slice diag_build_text(struct diag_parser *p, struct fl_slice s);
void diag_build_rest(struct diag_parser *p, struct fl_slice line);
void diag_build_trailer(struct diag_parser *p);
void diag_build_fail(struct diag_parser *p, int rc);

/* lane.c */
struct diag_lane *diag_lane_new(void); /* NULL: out of memory */
void diag_lane_free(struct diag_lane *lane);

/* text.c: what gcc's and clang's text have in common */
bool diag_head_parse(struct fl_slice line, struct diag_head *ret_head);
bool diag_place_parse(struct fl_slice place, struct diag_head *ret_head);
bool diag_text_headline(struct diag_parser *p, struct fl_slice line);
bool diag_text_include(struct diag_parser *p, struct fl_slice line);
bool diag_text_fixit(struct diag_parser *p, struct fl_slice line);
enum diag_note_kind diag_note_kind_of(struct fl_slice message);
bool diag_driver_name(struct fl_slice name);

/* place.c: other forms of places, and the half-open spans in braces */
bool diag_place_other(struct fl_slice place, struct diag_head *ret_head);
void diag_place_ranges(struct diag_parser *p, struct fl_slice ranges);
size_t diag_span_parse(struct fl_slice s, struct diag_range *ret_range); /* its bytes, 0: none */

/* code.c: cut the flag, and what else stands in brackets, off the message */
void diag_code_cut(struct diag_head *h);

/* wrap.c: _start with a headline, _take for lines that may go on with it, _end before the next */
void diag_wrap_start(struct diag_parser *p, struct fl_slice line);
bool diag_wrap_take(struct diag_parser *p, struct fl_slice line);
void diag_wrap_end(struct diag_parser *p);

/* snippet.c */
void diag_snippet_start(struct diag_parser *p, const struct diag_head *h, ptrdiff_t note);
void diag_snippet_stop(struct diag_parser *p);
bool diag_snippet_gutter(struct diag_parser *p, struct fl_slice line);
bool diag_snippet_bare(struct diag_parser *p, struct fl_slice line);
void diag_snippet_init(struct diag_snippet *s);
void diag_snippet_release(struct diag_snippet *s);

/* width.c: display columns, as gcc and clang count them */
size_t diag_char_width(uint32_t c);
size_t diag_text_width(struct fl_slice s);
size_t diag_column_offset(struct fl_slice s, size_t column);

/* one format each */
bool diag_gcc_line(struct diag_parser *p, struct fl_slice line);
bool diag_clang_line(struct diag_parser *p, struct fl_slice line);
bool diag_linker_line(struct diag_parser *p, struct fl_slice line);
bool diag_linker_trailer(struct diag_parser *p, struct fl_slice line);

#endif
