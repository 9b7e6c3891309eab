/*
 * A dialogue with a debugger as data: what was thought, asked, answered and changed, a turn each.
 * The column `events` of a debug_session is its turns as JSON, `completion` their text. Dialogues
 * with a compiler (compile_session) are such turns as well: an attempt is a whole answer, which is
 * applied to the program of the prompt and compiled, and the code is the last of them.
 *
 * Whatever is thought is made of sentences, and each sentence of facts (struct ds_fact): who reads
 * one can take every number, name and line in it back to the answer, the report or the line of the
 * program that it came from. ds_turns_check() does so.
 *
 *	<THINK_PLAN>
 *	(a comment:) The report blames line 12 of sum.c, `s += v[i];`. I run it up to there.
 *	<THINK_END>
 *	<QUERY_TOOL> breakpoint("sum.c", 12, "i >= 4") <CODE_END>
 *	<TOOL_RESULT> int bp = 1; <CODE_END>
 *
 * Of a scripted one all calls before the conclusion are one script, and their answers stand behind
 * it in their order:
 *
 *	<SCRIPT_START>
 *	breakpoint("sum.c", 12);
 *	run();
 *	<SCRIPT_END>
 *
 * Source of the markers: seed 004, sections 2, 5 and 10, of the founding documents.
 */
#ifndef FL_DATASETS_TURNS_TURNS_H
#define FL_DATASETS_TURNS_TURNS_H

#include "base/literal/literal.h"
#include "base/model.h"

/* X(ENUM, word, marker): what is thought comes first. */
#define DS_TURNS(X)                                         \
	X(PLAN, "plan", FL_MARK_PLAN)                       \
	X(TRACE, "trace", FL_MARK_TRACE)                    \
	X(HYPOTHESIS, "hypothesis", FL_MARK_HYPOTHESIS)     \
	X(ELIMINATE, "eliminate", FL_MARK_ELIMINATE)        \
	X(CONFIRM, "confirm", FL_MARK_CONFIRM)              \
	X(ERROR, "error", FL_MARK_ERROR)                    \
	X(FIX, "fix", FL_MARK_FIX)                          \
	X(VERIFY, "verify", FL_MARK_VERIFY)                 \
	X(CALL, "call", FL_MARK_QUERY)                      \
	X(RESULT, "result", FL_MARK_NONE) /* as it comes */ \
	X(ATTEMPT, "attempt", FL_MARK_CODE)                 \
	X(CODE, "code", FL_MARK_CODE)                       \
	X(SCRIPT, "script", FL_MARK_SCRIPT) /* calls, one a line; an answer to each follows */

enum ds_turn_kind {
#define X(id, ...) DS_TURN_##id,
	DS_TURNS(X)
#undef X
		DS_TURN_KINDS
};

/* Calls that a dialogue has before its conclusion. */
enum { DS_TURNS_CALLS_LEAST = 3, DS_TURNS_CALLS = 11 };

static inline bool ds_turn_is_thought(int kind)
{
	return kind < DS_TURN_CALL;
}

enum { DS_FROM_TEXT, DS_FROM_ANSWER, DS_FROM_ANY };

/*
 * Where a fact is from. X(ENUM, word, from an answer, or what is known before, or either; what has
 * to hold)
 */
#define DS_FACTS(X)                                                                               \
	X(VALUE, "value", DS_FROM_ANSWER,                                                         \
		"the answer gives the variable or expression `name` that value")                  \
	X(STOP, "stop", DS_FROM_ANSWER, "the program stopped in `name` at that line")             \
	X(SIGNAL, "signal", DS_FROM_ANSWER, "the program was stopped by the signal `value`")      \
	X(FRAME, "frame", DS_FROM_ANSWER, "`name` is on the stack, at that line")                 \
	X(END, "end", DS_FROM_ANSWER, "the program ended with the status `value`")                \
	X(OUTPUT, "output", DS_FROM_ANSWER, "the program wrote `value`")                          \
	X(CODE, "code", DS_FROM_TEXT, "that line of the program holds `value`")                   \
	X(PLACE, "place", DS_FROM_TEXT, "what is mended is at that line of the program")          \
	X(MENDED, "mended", DS_FROM_TEXT, "that line of the mended program holds `value`")        \
	X(REPORT, "report", DS_FROM_TEXT, "the symptom's text holds `value`")                     \
	X(STACK, "stack", DS_FROM_TEXT, "`name` is on one of the symptom's stacks, at that line") \
	X(SAID, "said", DS_FROM_ANY, "a diagnostic or note of that line says `value`")            \
	X(ABOUT, "about", DS_FROM_ANY, "a diagnostic or note has `value` in its words")           \
	X(GONE, "gone", DS_FROM_ANSWER, "no error says `value`, which one before it said")        \
	X(CLEAN, "clean", DS_FROM_ANSWER, "there are `value` errors: none")                       \
	X(NAME, "name", DS_FROM_TEXT, "`value` stands in the program, a whole word")              \
	X(CLASS, "class", DS_FROM_TEXT, "the fault is of the error class `value`")                \
	X(LINE, "line", DS_FROM_TEXT, "the program has such a line")

enum ds_fact_kind {
#define X(id, ...) DS_FACT_##id,
	DS_FACTS(X)
#undef X
		DS_FACT_KINDS
};

struct ds_fact {
	int kind; /* enum ds_fact_kind */
	int64_t turn; /* of the answer that it is from, from 0; -1: from none */
	struct fl_slice name, value, file;
	int64_t line;
};

struct ds_sentence {
	struct fl_slice text;
	struct fl_list facts; /* struct ds_fact, in the order in which the text has them */
};

struct ds_turn {
	int kind; /* enum ds_turn_kind */
	struct fl_slice text; /* of what is no thought */
	struct fl_list sentences; /* struct ds_sentence, of a thought */
};

extern const struct fl_shape ds_turn_shape;

/* The turns (a list of struct ds_turn) as JSON, and back; in the arena. */
void ds_turns_write(struct fl_buf *out, const struct fl_list *turns);
int ds_turns_read(
	struct fl_slice json, struct fl_arena *a, struct fl_list *ret_turns, struct fl_error *err);

/* Their text, as a model writes and reads it: turns [from, to). */
void ds_turns_text(struct fl_buf *out, const struct fl_list *turns, size_t from, size_t to);

/*
 * A sentence of a thought as it stands there, or another one in its place, with a line end; with
 * the first and the last go the lines that are around the thought.
 */
void ds_turns_sentence(struct fl_buf *out, const struct ds_turn *thought, size_t which,
	const struct ds_sentence *said);

/* The call that the answer is to: of the turn before, or of the script before. */
struct fl_slice ds_turns_call(const struct fl_list *turns, size_t answer);

/* A line of a script without what ends the statement; false: it has no more. */
bool ds_script_call(struct fl_slice *rest, struct fl_slice *ret_call);

/* Of the first turn of that kind, its number; or how many turns there are. */
size_t ds_turns_find(const struct fl_list *turns, enum ds_turn_kind kind);

static inline const struct ds_turn *ds_turns_at(const struct fl_list *turns, size_t i)
{
	return (const struct ds_turn *)turns->items + i;
}

#endif
