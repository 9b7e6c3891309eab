/*
 * Inside of the parser of diag/parse.h: what its format files share. Not for other folders.
 *
 * Each complete line, stripped of colours, goes to the formats of the table in parse.c in turn
 * until one takes it. The formats call the builder (build.c). Several compilers may write at the
 * same time, line by line: so a few diagnostics are open at once, each in a lane (lane.c); a line
 * goes to the lane where it fits best (route.c), and what is printed before the thing it explains
 * waits in a group for its headline (pending.c). A lane ends when its compiler starts the next
 * diagnostic, or when it is the oldest and there are too many; the sink gets them in the order of
 * their headlines.
 */
#ifndef FL_DIAG_PARSE_IMPL_H
#define FL_DIAG_PARSE_IMPL_H

#include "base/error.h"
#include "diag/dia.h"
#include "diag/classify.h"
#include "diag/parse.h"
#include "diag/tidy_impl.h"

enum {
	DIAG_LINE_MAX = 1 << 20,
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
	DIAG_ROWS_ANY = 64,
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

/*
 * What the line at hand has, see look.c. A set of bytes has a bit for each by its low six bits:
 * that a byte is in it can be wrong, that it is not cannot. What the parser waits for is in them,
 * too.
 */
#define DIAG_BIT(c) (UINT64_C(1) << ((unsigned char)(c) % 64))
struct diag_look {
	uint64_t after; /* its first byte, and those behind ": " */
	ptrdiff_t said; /* where its first ": " is, -1: nowhere */
	bool colon;
};

/* The language of the lines, see local.c. */
struct diag_local {
	const char *language; /* NULL: English, as far as is known */
	const struct diag_catalogue *catalogue; /* of that language, or NULL */
	diag_catalogue_fn find;
	void *find_ctx;
	struct fl_buf line; /* the English one */
	uint64_t words; /* how a word of another language can start, as in struct diag_look */
	bool possible; /* the catalogue may have something of the line at hand */
};

/* A unified diff, see patch.c. */
struct diag_patch {
	int state;
	uint32_t before, after; /* lines of the hunk that are still to come */
	struct fl_buf held;
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
	const char *hint; /* who spoke of the same unit, or else at all, before */
	uint64_t line; /* number of the last line that it took */
	bool judged;
	size_t text; /* bytes in its arena */
	int8_t overloads; /* what candidates its message may have, see route.c; -1: not asked yet */
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
	struct diag_look look;
	bool escapes; /* the input has had escape sequences */
	/* sets of rows of the table in parse.c: by a first byte as in struct diag_look, any one */
	uint32_t rows[DIAG_ROWS_ANY + 1];
	uint32_t rows_with[3]; /* by what the rows need */

	struct diag_json *json; /* diag/json_impl.h; NULL until there was some */
	size_t mark; /* bytes of a byte order mark seen at the start of the input */
	bool json_tail; /* JSON just ended: its line end is no line */

	struct diag_dia dia;
	struct diag_tidy tidy;

	struct diag_lane
		*lanes[DIAG_LANES_MAX + 1]; /* by their headlines; behind them spare ones */
	size_t lane_count, lanes_made;
	uint64_t lanes_open; /* bit n: lanes[n] is open; there are many that are not */
	size_t text; /* bytes in all arenas of lanes */
	struct diag_memory memory;
	size_t holding; /* lanes that hold a line which may be source */
	struct diag_lane *lane; /* where the last line went; never NULL */
	struct diag_group groups[DIAG_GROUPS_MAX]; /* the oldest first */
	size_t group_count;
	const char *tool; /* the last one that was certain */

	struct diag_linker ld;
	struct diag_patch patch;
	struct diag_local local;
};

/* A headline: FILE:LINE:COL: LEVEL: MESSAGE [CODE]. */
struct diag_head {
	struct fl_slice file, message, code;
	bool clang; /* only clang prints it in this form */
	bool tidy; /* only clang-tidy does */
	struct fl_slice ranges; /* "{1:2-1:7}{…}", see place.c */
	int64_t line, col;
	enum diag_level level;
};

/* A line of a snippet that has a gutter. */
struct diag_gutter {
	uint32_t number; /* 0: none */
	bool insert; /* "+++ |+": a line to insert */
	bool dots; /* "......": lines are left out */
	bool carets; /* nothing but underlining */
	size_t bar; /* column of the "|" */
	struct fl_slice text; /* right of it */
};

/* A format: takes the line, or leaves it to the next one. */
typedef bool (*diag_line_fn)(struct diag_parser *p, struct fl_slice line);

/* look.c */
void diag_look_at(struct diag_look *ret_look, struct fl_slice line);

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

/* build.c: the diagnostic in p->lane */
void diag_build_begin(struct diag_parser *p, const struct diag_head *h, const char *tool);
void diag_build_note(struct diag_parser *p, const struct diag_head *h, enum diag_note_kind kind);
struct diag_note *diag_build_add_note(struct diag_parser *p);
void diag_build_range(struct diag_parser *p, struct diag_range range);
void diag_build_fixit(struct diag_parser *p, struct diag_fixit fixit);
void diag_build_guess(struct diag_parser *p, struct diag_fixit fixit);
void diag_build_end(struct diag_parser *p);
struct fl_slice diag_build_text(struct diag_parser *p, struct fl_slice s);
void diag_build_rest(struct diag_parser *p, struct fl_slice line);
void diag_build_trailer(struct diag_parser *p);
void diag_build_fail(struct diag_parser *p, int rc);
void diag_build_judge(struct diag_parser *p, struct diag_lane *lane);

/* lane.c */
int diag_lanes_init(struct diag_parser *p); /* 0 or FL_ENOMEM */
void diag_lanes_release(struct diag_parser *p);
/* Take the youngest lane off a set as lanes_open, which is not empty. */
static inline struct diag_lane *diag_lane_pop(const struct diag_parser *p, uint64_t *set)
{
	int i = 63 - __builtin_clzll(*set);
	*set &= ~(UINT64_C(1) << i);
	return p->lanes[i];
}
/* End all lanes of the unit and begin a new one in p->lane (unchanged when memory runs out). */
void diag_lane_begin(struct diag_parser *p, struct fl_slice unit);
/* No more lines belong to it; complete lanes go to the sink when all before them are. */
void diag_lane_close(struct diag_parser *p, struct diag_lane *lane);
/* The steps of a diagnostic in a header lead to this file: if it is a unit, then its own. */
void diag_lane_learn(struct diag_parser *p, struct fl_slice file);
void diag_lanes_finish(struct diag_parser *p);
/* Finish them all; then d, which is complete, goes to the sink. */
void diag_lanes_pass(struct diag_parser *p, const struct diag_diagnostic *d);

/* pending.c: what precedes a headline or a note of h->file */
void diag_build_pending(struct diag_parser *p, enum diag_note_kind kind, const struct diag_head *h,
	const char *tool);
/* A line of an include chain: `again` when it continues one, `more` when one must follow. */
void diag_pending_include(
	struct diag_parser *p, const struct diag_head *h, const char *tool, bool again, bool more);
/*
 * Move what fits the file to the open diagnostic, as explanations of the note `parent`. Who printed
 * it, or NULL.
 */
const char *diag_pending_attach(struct diag_parser *p, struct fl_slice file, int64_t parent);
/*
 * The outermost file of the include chain that waits for what is said of the file, or the empty
 * slice. It need not be the unit: gcc's chains end where an earlier one went on.
 */
struct fl_slice diag_pending_unit(const struct diag_parser *p, struct fl_slice file);
/* By its name, something that a compiler is given. */
bool diag_is_source(struct fl_slice file);
/* The youngest group goes on in this line: it ended in a blank, or here stands "[with T = int]". */
bool diag_pending_wrapped(struct diag_parser *p, struct fl_slice line);
void diag_pending_init(struct diag_parser *p);
void diag_pending_release(struct diag_parser *p);

/* names.c: what messages quote, but for what is common */
enum { DIAG_QUOTES_MAX = 4 };
struct diag_names {
	struct fl_slice at[2 * DIAG_QUOTES_MAX];
	size_t count;
};
/* Add those of a message, DIAG_QUOTES_MAX at most; twice at most. */
void diag_names_add(struct diag_names *names, struct fl_slice message);
/* True when one of the first `count` names stands in the text. */
bool diag_names_in(const struct diag_names *names, size_t count, struct fl_slice text);

/* route.c: the lane that a line is for, into p->lane */
struct fl_slice diag_route_unit(
	const struct diag_parser *p, const struct diag_head *h, const char *tool);
/* False when no diagnostic is open that it could belong to. */
bool diag_route_note(struct diag_parser *p, const struct diag_head *h);
void diag_route_file(struct diag_parser *p, struct fl_slice file);
/* The youngest one that one of the tools printed; false when there is none. */
bool diag_route_tool(struct diag_parser *p, const char *const *tools, size_t count);
/* Of a snippet's lines; false when no lane waits for such a line. */
bool diag_route_gutter(struct diag_parser *p, const struct diag_gutter *g);
bool diag_route_carets(struct diag_parser *p, struct fl_slice line);
/* Source, or edits below carets; whether the line has nothing but carets. */
bool diag_route_bare(struct diag_parser *p, struct fl_slice line, bool carets);
/* Whose way it is to name such a file or to say such a note. */
enum diag_family diag_family_of(struct fl_slice file, struct fl_slice note);
/* A place was named, and its source or carets were not printed yet. */
bool diag_lane_waits(const struct diag_lane *lane);

/* text.c: what gcc's and clang's text have in common */
/* A line 0, or one past UINT32_MAX, is a place of which only the file is known. */
bool diag_place_parse(struct fl_slice place, struct diag_head *ret_head);
bool diag_text_placed(struct diag_parser *p, struct fl_slice line); /* a headline with a column */
bool diag_text_headline(struct diag_parser *p, struct fl_slice line);
bool diag_text_include(struct diag_parser *p, struct fl_slice line);
bool diag_text_fixit(struct diag_parser *p, struct fl_slice line);
enum diag_note_kind diag_note_kind_of(struct fl_slice message);
bool diag_driver_name(struct fl_slice name);

/*
 * place.c: other forms of places, and the half-open spans in braces. _cut: a number at the end of
 * *s, with the character `before` in front of it, is cut off; one past UINT32_MAX counts as 0.
 */
bool diag_number_cut(struct fl_slice *s, char before, int64_t *ret_value);
bool diag_place_other(struct fl_slice place, struct diag_head *ret_head);
void diag_place_ranges(struct diag_parser *p, struct fl_slice ranges);
size_t diag_span_parse(struct fl_slice s, struct diag_range *ret_range); /* its bytes, 0: none */

/* code.c: cut the flag, and what else stands in brackets, off the message */
void diag_code_cut(struct diag_head *h);

/* wrap.c: _start with a headline, _take for lines that may go on with it, _end before the next */
void diag_wrap_start(struct diag_parser *p, struct fl_slice line);
bool diag_wrap_take(struct diag_parser *p, struct fl_slice line);
void diag_wrap_end(struct diag_parser *p);

/*
 * local.c: does the line show that those from here on are in another language? And: the line in
 * English, in p->local.line, or as it is.
 */
bool diag_local_detect(struct diag_parser *p, struct fl_slice line);
void diag_local_init(struct diag_local *l);
/* A headline with an English level may have a Spanish message: translate that. */
void diag_local_head(struct diag_parser *p, struct diag_head *h);
/* Append the English of a message of the compiler's. */
void diag_local_text(struct diag_parser *p, struct fl_slice text, struct fl_buf *out);
struct fl_slice diag_local_line(struct diag_parser *p, struct fl_slice line);

/* event.c: "(3) …", the number of an analyzer's event; false when it is another message */
bool diag_event_number(struct fl_slice message, uint32_t *ret_number);

/* fixit.c: choose between fix-its and guesses, when it is known who spoke */
void diag_fixits_settle(struct diag_lane *lane);
bool diag_fixits_by_gcc(struct diag_lane *lane); /* they count otherwise than the places */

/* snippet.c */
void diag_snippet_start(struct diag_parser *p, const struct diag_head *h, ptrdiff_t note);
/* No more of its lines come: for p->lane, or the lane named. */
void diag_snippet_stop(struct diag_parser *p);
void diag_snippet_end(struct diag_parser *p, struct diag_lane *lane);
bool diag_snippet_gutter(struct diag_parser *p, struct fl_slice line);
bool diag_gutter_cut(struct fl_slice line, struct diag_gutter *ret_gutter);
bool diag_snippet_bare(struct diag_parser *p, struct fl_slice line);
bool diag_snippet_carets(struct diag_parser *p, struct fl_slice line);
/* Lines that may be source of any lane are none: they go to the rest, the oldest first. */
void diag_snippet_flush(struct diag_parser *p);
void diag_snippet_init(struct diag_snippet *s);
void diag_snippet_release(struct diag_snippet *s);

/* width.c: display columns, as gcc and clang count them */
size_t diag_char_width(uint32_t c);
size_t diag_text_width(struct fl_slice s);
size_t diag_column_offset(struct fl_slice s, size_t column);

/* one format each */
bool diag_gcc_line(struct diag_parser *p, struct fl_slice line);
bool diag_patch_line(struct diag_parser *p, struct fl_slice line);
void diag_patch_finish(struct diag_parser *p);
bool diag_event_line(struct diag_parser *p, struct fl_slice line);
bool diag_clang_line(struct diag_parser *p, struct fl_slice line);
bool diag_assembler_line(struct diag_parser *p, struct fl_slice line);
bool diag_crash_line(struct diag_parser *p, struct fl_slice line);
bool diag_linker_detail(struct diag_parser *p, struct fl_slice line);
/* clang-tidy: the checks that a list names, empty when it is none; text; exported fixes */
struct fl_slice diag_tidy_check(struct fl_slice list);
bool diag_tidy_line(struct diag_parser *p, struct fl_slice line);
void diag_tidy_init(struct diag_tidy *t);
void diag_tidy_release(struct diag_tidy *t);
bool diag_tidy_yaml_line(struct diag_parser *p, struct fl_slice line);
void diag_tidy_finish(struct diag_parser *p); /* the input ends */
bool diag_linker_line(struct diag_parser *p, struct fl_slice line);
bool diag_linker_trailer(struct diag_parser *p, struct fl_slice line);

#endif
