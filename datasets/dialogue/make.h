/*
 * From a record of a fault to a dialogue about it: the faulty program is built of the record's own
 * files, a policy asks a debugger about it from its symptom, and ends at a cause; where that is the
 * place of an edit, the record's mend is put in, built and run. What a policy sees is in
 * datasets/dialogue/talk.h; the edits are looked at behind its conclusion only.
 */
#ifndef FL_DATASETS_DIALOGUE_MAKE_H
#define FL_DATASETS_DIALOGUE_MAKE_H

#include "base/sandbox/sandbox.h"
#include "datasets/dialogue/policy.h"
#include "datasets/dialogue/scripted.h"
#include "datasets/record/record.h"
#include "tracegen/builds/build.h"

/* What became of a record. X(ENUM, word, meaning) */
#define DS_DIALOGUE_FATES(X)                                                            \
	X(KIND, "kind", "it is of another machine, or broken")                          \
	X(NO_POLICY, "no_policy", "no policy knows its symptom")                        \
	X(GAVE_UP, "gave_up", "the answers leave no cause")                             \
	X(ELSEWHERE, "elsewhere", "the conclusion is another place than the fault's")   \
	X(NOT_BUILT, "not_built", "the program does not build here as the record says") \
	X(NONDETERMINISTIC, "nondeterministic",                                         \
		"played again under other conditions, the answers are others")          \
	X(NOT_MENDED, "not_mended",                                                     \
		"the mended program does not run in the debugger as it should")         \
	X(TOO_SHORT, "too_short", "fewer than three calls lead to the cause")           \
	X(TOO_LONG, "too_long", "the dialogue has more tokens than it may")             \
	X(REFUSED, "refused", "the dialogue breaks a rule of records")                  \
	X(LOST, "lost", "a tool of ours failed")                                        \
	X(TAKEN, "taken", "it is in the dataset")

enum ds_dialogue_fate {
#define X(id, ...) DS_DIALOGUE_##id,
	DS_DIALOGUE_FATES(X)
#undef X
		DS_DIALOGUE_FATES_COUNT
};

extern const struct fl_names ds_dialogue_fate_names;
extern const char *const ds_dialogue_fate_docs[DS_DIALOGUE_FATES_COUNT];

/* Tokens (datasets/record/tokens.h) that a dialogue has at most. */
enum { DS_DIALOGUE_TOKENS = 4000 };

/* Where dialogues are made, one after the other. Faults of one program in a row cost less. */
struct ds_dialogue_bench {
	struct fl_box *box; /* the first one finds anything in it, and nobody else uses it */
	uint64_t seed; /* of the words, and of what is asked first where that is one */
	bool finer; /* hypotheses have markers of their own */
	unsigned scripted; /* percent of dialogues whose calls become a script where they can */
	bool both; /* the dialogue step by step stays beside its script */
	enum ds_debugger debugger;
	struct fl_slice version; /* of it: what its --version says first */
	/* Begin zeroed; ds_dialogue_bench_release() frees them. */
	char loaded[65]; /* hash of what the box has a build of; "": none */
	struct fl_buf dirty; /* names of that kernel's files that have a fault now, a line each */
	struct fl_buf mended; /* the program without the fault, as it was built */
	/* Sanitizer libraries (struct dbg_lean) of what a compiler builds so; NULL: not known yet. */
	struct fl_list lean[TG_LEFT_OPEN + 1][TG_CLANG + 1];
	struct fl_arena libraries; /* that hold them */
};

void ds_dialogue_bench_release(struct ds_dialogue_bench *bench);

/* What `loaded` is of that build of the program without its fault, whatever its input. */
void ds_dialogue_key(const struct ds_record *r, const struct tg_program *p,
	enum tg_build_kind build, char ret_key[65]);

struct ds_dialogue {
	enum ds_dialogue_fate fate;
	struct fl_slice why; /* says more, or "" */
	struct ds_record record; /* where it was taken */
	const struct ds_record *script; /* the same as one script, where both are kept; or NULL */
	size_t calls; /* before the conclusion */
	bool wrong_first; /* an idea was refuted on the way */
	enum ds_script_fate fate_of_script;
	struct fl_slice asked; /* the calls, in order */
	struct fl_slice said; /* elsewhere: the text of the dialogue up to there */
};

/* Can there be a dialogue about such a record? */
bool ds_dialogue_fits(const struct ds_record *r);

/* Was a dialogue made with markers for hypotheses; with a script? */
bool ds_dialogue_is_finer(const struct ds_record *r, struct fl_arena *a);
bool ds_dialogue_is_scripted(const struct ds_record *r, struct fl_arena *a);

/*
 * Make one; everything lives in the arena or in the record. Errors are of the host and of memory.
 */
int ds_dialogue_make(struct ds_dialogue_bench *bench, const struct ds_record *r, struct fl_arena *a,
	struct ds_dialogue *ret_dialogue, struct fl_error *err);

#endif
