/* What the files of this room share. Nobody else includes this. */
#ifndef FL_TRACEGEN_EVIDENCE_PRIV_H
#define FL_TRACEGEN_EVIDENCE_PRIV_H

#include "tracegen/evidence/evidence.h"
#include "tracegen/evidence/operands.h"
#include "tracegen/evidence/states.h"

/* A line of the function that has code, and its breakpoint. */
struct tg_trace_line {
	int64_t line, id;
	int64_t hits; /* counted in a run before */
};

/* One stop at such a line. */
struct tg_trace_hit {
	int64_t line;
	struct fl_slice sp; /* tells activations of the function apart; never shown */
	struct fl_list vars; /* struct dbg_variable, cleaned */
};

/* An operand whose writes are watched. */
struct tg_watch {
	size_t operand;
	int64_t id; /* 0: no more */
	struct fl_slice what; /* what is there, as an expression that means the same in any frame */
	struct tg_write last[TG_WRITES]; /* oldest first */
	size_t len;
	int64_t count;
};

/* A recording under way. */
struct tg_recorder {
	struct dbg_engine *e;
	const struct tg_evidence_spec *spec;
	struct fl_arena *a;
	struct fl_error *err;
	struct tg_symptom symptom;
	bool at_output; /* looked at where it writes the byte: */
	uint64_t output_at;
	/* or, with at_output as well, where it ends by itself: calls exit, or comes to main's end */
	enum { TG_LEAVES_NOT, TG_LEAVES_BY_EXIT, TG_LEAVES_MAIN } leaves;
	int64_t output_break; /* in the run under way; 0: none */
	struct fl_slice main_file; /* where main begins, with at_output */
	int64_t main_line;
	struct fl_slice stopped_in; /* function of a stop, as the debugger names it */
	struct dbg_frame place; /* the innermost own frame there, found in the first run */
	const struct tg_decl *function; /* that it is in, whose steps are shown; or NULL */
	struct fl_slice wanted[TG_OPERANDS]; /* their expressions, found in the first run */
	size_t wanted_count;
	struct tg_watch watches[TG_WATCHED];
	size_t watch_count;
	struct tg_trace_line *lines;
	size_t line_count;
	size_t keep; /* hits to keep: steps + 1 */
	unsigned wall_ms;
	bool shadow_known;
	struct fl_slice shadow; /* where AddressSanitizer's shadow starts; empty without one */
};

/* The conditions of a run. Two runs of different conditions must look the same. */
enum tg_trace_condition { TG_TRACE_PLAIN, TG_TRACE_OTHER };

/* Is it what runs before main() and has been given the lines of some function? */
bool tg_trace_is_startup(struct fl_slice function);

/* Load the binary. */
int tg_trace_load(struct tg_recorder *r);

/* Set a breakpoint on each line of r->function. FL_ENOTFOUND: it has no code. */
int tg_trace_lines(struct tg_recorder *r);

/*
 * Count the lines in a run: none of them stops (one that is reached more than TG_TRACE_HITS times
 * does); how often each was reached, read behind it.
 */
int tg_trace_pass(struct tg_recorder *r);
int tg_trace_passed(struct tg_recorder *r);

/* Have only the last `keep` hits of each line stop; how many stops that makes, and leaves out. */
int tg_trace_ignore(struct tg_recorder *r, size_t keep);
int64_t tg_trace_stops(const struct tg_recorder *r, size_t keep, int64_t *ret_earlier);

/* A breakpoint at that line, passed so often; its number. */
enum { TG_TRACE_NEVER = 1 << 30 };
int tg_trace_break(
	struct tg_recorder *r, struct fl_slice file, int64_t line, int64_t ignore, int64_t *ret_id);

/* Start the loaded binary; it runs on. */
int tg_trace_start(struct tg_recorder *r, enum tg_trace_condition condition);

/* What the debugger says of places, as it says it, but files of the box by their names there. */
int tg_trace_wait(struct tg_recorder *r, struct dbg_stop *ret_stop);
int tg_trace_wait_for(struct tg_recorder *r, unsigned wall_ms, struct dbg_stop *ret_stop);
int tg_trace_stack(struct tg_recorder *r, size_t most, struct fl_list *ret_frames);
int tg_trace_place_before(struct tg_recorder *r, struct dbg_frame *ret_place);

int tg_trace_resume(struct tg_recorder *r);

/* Is it where the symptom shows? */
bool tg_trace_arrived(const struct tg_recorder *r, const struct dbg_stop *stop);

/* Line and variables of the innermost frame, at a stop on one of the lines. */
int tg_trace_hit(struct tg_recorder *r, const struct dbg_stop *stop, struct tg_trace_hit *ret_hit);

/*
 * How variables are looked at: at a line that was passed (values whole, to compare), where the
 * program stands (pointers with what they point to), in its callers, where its states are compared
 * with those of another program (values whole, and what pointers point to).
 */
enum tg_detail { TG_AT_STEP, TG_AT_STOP, TG_AT_CALL, TG_AT_STATE };

/* Arguments and declared locals of the frame at that depth, cleaned. */
int tg_trace_vars(struct tg_recorder *r, const struct dbg_frame *frame, enum tg_detail detail,
	struct fl_list *ret_vars);

/* An expression's value as the debugger prints it, where it has one: *ret_known tells. */
int tg_trace_ask(struct tg_recorder *r, int64_t depth, struct fl_slice expression,
	struct fl_slice *ret_value, bool *ret_known);

/* The same; "<unreadable>" where it has none. */
int tg_trace_value(struct tg_recorder *r, const struct dbg_frame *frame, struct fl_slice expression,
	struct fl_slice *ret_value);

/* An unsigned number: of: "&", "sizeof", "" and that; 0 where it has no value. */
int tg_trace_number(struct tg_recorder *r, int64_t depth, const char *of,
	struct fl_slice expression, uint64_t *ret_number);

/* The address that a pointer's value begins with: the debugger says more behind it. */
struct fl_slice tg_trace_address(struct fl_slice raw);

/* The text of a file of the program's; empty: not known. */
struct fl_slice tg_trace_text(const struct tg_recorder *r, struct fl_slice file);

/* Find AddressSanitizer's shadow: r->shadow, empty where the program has none. */
int tg_shadow_find(struct tg_recorder *r);

/* The shadow's mark of the memory at an address, an expression; 0: none. */
int tg_shadow_mark(struct tg_recorder *r, const struct dbg_frame *frame, struct fl_slice address,
	unsigned long *ret_mark);

/* What is said of memory that may not be used, by its address: "<freed>"; NULL: it may. */
int tg_shadow_word(struct tg_recorder *r, const struct dbg_frame *frame, struct fl_slice address,
	const char **ret_word);

/*
 * A pointer to an object becomes that object ("*t"), cut to max bytes; one to memory that is gone
 * says so.
 */
int tg_pointee(struct tg_recorder *r, const struct dbg_frame *frame, const struct dbg_variable *raw,
	size_t max, struct dbg_variable *out);

/*
 * The program's own frames on the stack, innermost first, with the debugger's depth still in them.
 * FL_ENOTFOUND: none.
 */
int tg_trace_frames(struct tg_recorder *r, struct fl_list *ret_frames);

/* As many of them as are shown, numbered. NULL items: out of memory. */
struct fl_list tg_trace_shown(
	struct tg_recorder *r, const struct fl_list *frames, int64_t *ret_omitted);

/*
 * A watchpoint stops behind the access: where the innermost frame stands, its line is that one's.
 */
int tg_trace_line_before(struct tg_recorder *r, struct dbg_frame *frame);

/* At the first stop: find what the statement works on, and watch it in the next run. */
int tg_operands_find(struct tg_recorder *r);

/* A stop at a watchpoint of that run: who wrote. */
int tg_operands_written(struct tg_recorder *r, const struct dbg_stop *stop);

/* Whose doing a write is: the own line that did it, or called what did; line 0: nobody's. */
int tg_write_by(struct tg_recorder *r, struct tg_write *w);

/* The end of that run: nothing is watched any more. */
int tg_operands_unwatch(struct tg_recorder *r);

/* At a later stop there: their values; *ret_operands is NULL where there are none. */
int tg_operands_read(
	struct tg_recorder *r, const struct dbg_frame *frame, struct tg_operands **ret_operands);

/*
 * Behind the captures of a document, whose lines were counted: add the call that the value came
 * from (tracegen/evidence/views.h), where there is one that two runs show alike.
 */
int tg_call_add(struct tg_recorder *r, struct fl_items *items);

/*
 * Of memory that leaked, whose address is known: add where it was used last
 * (tracegen/evidence/views.h), where two runs show that alike.
 */
int tg_leak_add(struct tg_recorder *r, struct fl_items *items);

/*
 * Of a program that does not end: the document, twice, in the function that does not return, some
 * lines after it was entered for the last time. FL_ENOTFOUND: there is none such.
 */
int tg_loop_record(struct tg_recorder *r, struct fl_items *ret_items, struct fl_items *ret_again);

/* Is the frame the program's own? */
bool tg_trace_is_own(const struct dbg_frame *f);

/* The document at a stop: symptom, backtrace, frame_vars, last_steps of the hits. */
int tg_trace_document(struct tg_recorder *r, const struct tg_trace_hit *hits, size_t hit_count,
	int64_t earlier, struct fl_items *ret_items);

/*
 * The hit before this one in the same activation of the function, or NULL: a call starts at the
 * function's first line, and may reuse the stack of one that has returned.
 */
const struct tg_trace_hit *tg_hit_before(
	const struct tg_recorder *r, const struct tg_trace_hit *hits, size_t at);

/* A variable at that hit; NULL: none. */
const struct dbg_variable *tg_value_before(const struct tg_trace_hit *before, struct fl_slice name);

/*
 * Have the variables of the frame stand by what they tell, as a budget cuts the list's end: first
 * what the statement there names, then what the hits on the way there show to have changed, what
 * their lines name, the rest, and what holds nothing.
 */
int tg_telling_first(struct tg_recorder *r, const struct dbg_frame *f,
	const struct tg_trace_hit *hits, size_t count, struct fl_list *vars);

/* Hits as steps, each with what is new since the one before. */
struct fl_list tg_trace_steps(struct tg_recorder *r, const struct tg_trace_hit *hits, size_t count);

/* One more item of a document that tg_trace_document() or tg_trace_symptom() began. */
int tg_trace_add(struct tg_recorder *r, struct fl_items *items, const struct fl_shape *shape,
	const void *object);

/* The same of the symptom alone. */
int tg_trace_symptom(struct tg_recorder *r, struct fl_items *ret_items);

#endif
