/*
 * Sentences made of facts, and taken apart again.
 *
 * A sentence is a template with `{0}`, `{1}`, … in it, where facts stand; each kind of fact has
 * some phrases, of which the draw takes one. The template's own words hold no digit and no
 * backquote, so that whatever is a number, a name or a line stands in a fact.
 */
#ifndef FL_DATASETS_TURNS_FACTS_H
#define FL_DATASETS_TURNS_FACTS_H

#include "base/rng.h"
#include "datasets/turns/turns.h"
#include "tracegen/program.h"

enum { DS_SENTENCE_FACTS = 6 };

/*
 * One of the templates (NULL-terminated), with these facts, at most DS_SENTENCE_FACTS; those that
 * it does not have are left out. Everything is in the arena or the facts. FL_EREFUSED: a fact
 * cannot be said in a line of a comment.
 */
int ds_say(const char *const *templates, const struct ds_fact *facts, size_t count,
	struct fl_rng *rng, struct fl_arena *a, struct ds_sentence *ret_sentence,
	struct fl_error *err);

/*
 * The same sentence with another fact in place of one of its own, in the same words. FL_EREFUSED:
 * it cannot be said.
 */
int ds_say_otherwise(const struct ds_sentence *s, size_t which, const struct ds_fact *f,
	struct fl_arena *a, struct ds_sentence *ret_sentence, struct fl_error *err);

/* Can it be said in a line of a comment? */
bool ds_fact_is_sayable(const struct ds_fact *f);

/* A fact as a sentence says it, without one around it; in the arena. */
struct fl_slice ds_fact_words(const struct ds_fact *f, struct fl_arena *a);

/* Where something is mended. */
struct ds_mended_place {
	struct fl_slice file;
	int64_t line; /* where it is said to be, of the program with the fault */
	int64_t first, lines; /* that it takes away from that; lines: 0: none */
};

/* What a dialogue is about, as its reader has it. */
struct ds_known_text {
	const struct fl_list *files; /* struct tg_file, with the fault */
	const struct fl_list *mended; /* the same without it */
	struct fl_list places; /* struct ds_mended_place */
	struct fl_slice context; /* the symptom, as literals */
	struct fl_slice error_class; /* its name */
	struct fl_list classes; /* struct fl_slice: of each fault, where there may be several */
	const struct ds_known_attempt *attempts; /* in their order */
	size_t attempt_count;
};

/* The program as an attempt makes it. */
struct ds_known_attempt {
	size_t turn; /* of the attempt */
	struct fl_list files; /* struct tg_file */
};

/*
 * NULL when each sentence says what its facts say, and each fact holds; else what is wrong, in the
 * arena.
 */
const char *ds_turns_check(
	const struct fl_list *turns, const struct ds_known_text *known, struct fl_arena *a);

/*
 * NULL when they have the form of a dialogue: a plan first; calls, each with its answer; a
 * conclusion, the fix, the code, a run of it, and what that verifies. Else what is wrong.
 */
const char *ds_turns_form(const struct fl_list *turns, struct fl_arena *a);

/*
 * The same of a dialogue with a compiler: what is wrong, the fix, an attempt and what the compiler
 * says to it, until it says nothing.
 */
const char *ds_turns_compile_form(const struct fl_list *turns);

/* The call of a dialogue with a compiler. */
#define DS_TURNS_COMPILE "compile()"

/*
 * The same of one that was transcribed: calls, each with its answer, and commands that no call is
 * for, as comments; a conclusion, the fix, the code. What was thought meanwhile is not known.
 */
const char *ds_turns_form_transcribed(const struct fl_list *turns, struct fl_arena *a);

#endif
