/*
 * What somebody thinks who reads a compiler's words and the program, and nothing else: which of
 * the errors to begin with, what is wrong, where, and what he might try first.
 *
 * One row of the table in idea.c for what a diagnostic can say (diag/ident/idents.h).
 */
#ifndef FL_DATASETS_ATTEMPTS_IDEA_H
#define FL_DATASETS_ATTEMPTS_IDEA_H

#include "datasets/attempts/changes.h"
#include "datasets/dialogue/policy.h"
#include "diag/model/diagnostic.h"

enum { DS_IDEA_SAID = 3, DS_IDEA_FACTS = 4, DS_IDEA_TEMPLATES = 4 };

/* A sentence that is not said yet. */
struct ds_unsaid {
	const char *templates[DS_IDEA_TEMPLATES]; /* NULL-terminated */
	struct ds_fact facts[DS_IDEA_FACTS];
	size_t count;
};

struct ds_idea {
	struct ds_unsaid opening[DS_IDEA_SAID]; /* what the compiler says */
	size_t openings;
	struct ds_unsaid closing[DS_IDEA_SAID]; /* what is wrong */
	size_t closings;
	struct ds_cause cause;
	/* What might be tried first; `put` is one line or none. trial.file "": nothing. */
	struct ds_change trial; /* places are those of the program as it is now */
	struct ds_unsaid trial_said;
	struct ds_unsaid instead; /* what closes where that was tried in vain; count 0: as above */
	/* With `instead`: the name that is to stand there then, in place of cause.means. */
	struct fl_slice second;
};

/*
 * t: the talk under way, whose scene has the program as it is now and whose last answer, where
 * there is one, is what the compiler said of it. errors: struct diag_diagnostic of that, the first
 * ones. Nothing is said yet. FL_EREFUSED, with t->why: nothing follows from them.
 */
int ds_idea_have(struct ds_talk *t, const struct fl_items *errors, struct ds_idea *ret_idea);

/* Say a sentence as a thought of that kind. */
int ds_idea_say(struct ds_talk *t, enum ds_turn_kind kind, const struct ds_unsaid *said);

/* A fact of a diagnostic: its words, at its place where it has one. */
struct ds_fact ds_idea_said(const struct ds_talk *t, const struct diag_diagnostic *d);

#endif
