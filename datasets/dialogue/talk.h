/*
 * A dialogue under way: what a person has before he asks, the debugger, and what was said so far.
 * A policy (datasets/dialogue/policy.h) thinks and asks by these functions; each keeps what it said
 * as turns (datasets/turns/turns.h).
 *
 * The place of the fault, and the program without it, are nowhere in here.
 */
#ifndef FL_DATASETS_DIALOGUE_TALK_H
#define FL_DATASETS_DIALOGUE_TALK_H

#include "datasets/debugging/debug.h"
#include "datasets/turns/facts.h"
#include "tracegen/evidence/symptom.h"

/* What is known before the first question. */
struct ds_scene {
	const struct tg_symptom *symptom;
	const struct fl_list *files; /* struct tg_file: the program, with its fault */
	bool cxx;
	/* A kernel: the last line that it writes when all is well. Empty: a program. */
	struct fl_slice pass;
	struct fl_slice gives_up; /* its function for that, in which it ends here */
};

struct ds_talk {
	const struct ds_scene *scene;
	struct ds_session *session; /* open while something is asked; NULL: before the first call */
	/* What opens it then: many talks end before they ask. FL_EREFUSED, with t->why: it cannot. */
	int (*start)(struct ds_talk *t);
	void *ctx; /* of whoever set `start` */
	struct fl_arena *a;
	struct fl_rng rng;
	bool finer; /* hypotheses have markers of their own; else they are traces */
	struct fl_vec turns; /* struct ds_turn */
	struct fl_vec sentences; /* struct ds_sentence: of the thought under way */
	int thought; /* its kind; -1: none is under way */
	size_t calls;
	int64_t answer; /* the turn of the last answer; -1: there is none */
	size_t refuted; /* ideas that an answer has refuted */
	const char *why; /* with FL_EREFUSED: why there is no conclusion, in a word or some */
	struct fl_error *err;
};

/* Nothing was said yet, and there is no session. All outlives the talk. The caller closes it. */
void ds_talk_open(struct ds_talk *t, const struct ds_scene *scene, struct fl_rng rng, bool finer,
	struct fl_arena *a, struct fl_error *err);
void ds_talk_close(struct ds_talk *t);

/* The turns so far, in the arena. */
int ds_talk_turns(struct ds_talk *t, struct fl_list *ret_turns);

/* Have these turns for what was said so far; a thought at their end is still under way. */
int ds_talk_set(struct ds_talk *t, const struct ds_turn *turns, size_t count);

/* A turn that is neither thought nor asked. */
int ds_talk_add(struct ds_talk *t, const struct ds_turn *turn);

/* There is no conclusion, for that reason, which is a constant. Returns FL_EREFUSED. */
int ds_talk_give_up(struct ds_talk *t, const char *why);

/*
 * Think a sentence: one of the templates with these facts (datasets/turns/facts.h). Sentences of
 * one kind that follow each other are one turn.
 */
int ds_think(struct ds_talk *t, enum ds_turn_kind kind, const char *const *templates,
	const struct ds_fact *facts, size_t count);
#define DS_THINK(t, kind, facts, ...)                                      \
	ds_think(t, kind, (const char *const[]){__VA_ARGS__, NULL}, facts, \
		sizeof(facts) / sizeof((facts)[0]))
/* The same without a fact. */
#define DS_THINK_ONLY(t, kind, ...) \
	ds_think(t, kind, (const char *const[]){__VA_ARGS__, NULL}, NULL, 0)

/*
 * Ask the debugger one thing. FL_EREFUSED, besides what is the program's own: it tells nothing new,
 * there were too many calls, or the debugger could not do it.
 */
int ds_ask(struct ds_talk *t, struct ds_debug_seen *ret_seen, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Ask for a breakpoint at that line, as above. */
int ds_ask_stop(struct ds_talk *t, struct fl_slice file, int64_t line);

/*
 * Set a breakpoint at that line and start the program: it is there then. FL_EREFUSED, with `why`:
 * it does not come there.
 */
int ds_ask_reach(struct ds_talk *t, struct fl_slice file, int64_t line, const char *why);

/* The same where that function begins. */
int ds_ask_enter(struct ds_talk *t, struct fl_slice function, const char *why);

/*
 * Start the program, or let it go on from a breakpoint, until the report ends it; the breakpoint
 * may be reached some times more. FL_EREFUSED: it comes to no report, or to the breakpoint too
 * often.
 */
int ds_ask_report(struct ds_talk *t, bool running, struct dbg_stop *ret_stop);

/* Ask for the variables of the place that is looked at. FL_EREFUSED: there are none. */
int ds_ask_vars(struct ds_talk *t, const struct dbg_frame_vars **ret_vars);

/* ---- facts, of the last answer where they are of one ---- */

struct ds_fact ds_fact_value(const struct ds_talk *t, struct fl_slice name, struct fl_slice value);
struct ds_fact ds_fact_stop(const struct ds_talk *t, const struct dbg_stop *stop);
struct ds_fact ds_fact_signal(const struct ds_talk *t, const struct dbg_stop *stop);
struct ds_fact ds_fact_frame(const struct ds_talk *t, const struct dbg_frame *frame);
struct ds_fact ds_fact_code(const struct ds_talk *t, struct fl_slice file, int64_t line);
struct ds_fact ds_fact_report(struct fl_slice value);
struct ds_fact ds_fact_name(struct fl_slice word);

/* ---- the program's text ---- */

struct fl_slice ds_talk_text(const struct ds_talk *t, struct fl_slice file);
struct fl_slice ds_talk_line(const struct ds_talk *t, struct fl_slice file, int64_t line);
struct fl_slice ds_talk_statement(const struct ds_talk *t, struct fl_slice file, int64_t line);

/* The symptom's stack of that role, its frames in the program's own files; how many. */
size_t ds_talk_stack(
	const struct ds_talk *t, enum san_role role, const struct dbg_frame **ret, size_t max);

#endif
