/*
 * From a pasted session and the mend of its fault to a record of level `transcribed`: nothing of it
 * was run by us. With commands in the text it is a debug_session, whose turns are the calls and
 * answers (no thought is made up but what the mend says); without, a trace_fix of what the debugger
 * showed.
 *
 * It is verified as far as that goes: the mend applies; what the session has of the file stands in
 * it; with the mend the file compiles, by itself, where that can be told (provenance.compiler names
 * the compiler then, and is empty else).
 */
#ifndef FL_DATASETS_TRANSCRIBED_MAKE_H
#define FL_DATASETS_TRANSCRIBED_MAKE_H

#include "datasets/import/real.h"
#include "datasets/transcribed/pasted.h"

/* What became of a row whose pair is one (datasets/import/pair.h). X(ENUM, word, meaning) */
#define DS_TRANSCRIBED_FATES(X)                                                                \
	X(NO_SESSION, "no_session", "it has no text of a session")                             \
	X(NOT_UNDERSTOOD, "not_understood", "nothing in the text is a debugger's")             \
	X(NO_SYMPTOM, "no_symptom", "the text does not show how the program failed")           \
	X(NO_PLACE, "no_place", "nothing that it shows is in the file")                        \
	X(MISMATCH, "mismatch", "what it shows of the file is not what stands there")          \
	X(FIX_BREAKS, "fix_breaks", "without its mend the file compiles, with it it does not") \
	X(TOO_LONG, "too_long", "the dialogue has more calls or tokens than it may")           \
	X(BREAKS_RULE, "breaks_rule", "no record can be made of it")                           \
	X(DUPLICATE, "duplicate", "the same record came before")                               \
	X(LOST, "lost", "our own tools failed on it")                                          \
	X(TAKEN, "taken", "there is a record of it")

enum ds_transcribed_fate {
#define X(id, ...) DS_TRANSCRIBED_FATE_##id,
	DS_TRANSCRIBED_FATES(X)
#undef X
		DS_TRANSCRIBED_FATE_COUNT
};

extern const char *const ds_transcribed_fate_words[DS_TRANSCRIBED_FATE_COUNT];
extern const char *const ds_transcribed_fate_docs[DS_TRANSCRIBED_FATE_COUNT];

struct ds_transcribed {
	enum ds_fate pair; /* DS_FATE_TAKEN: it is a pair, and `fate` says the rest */
	enum ds_transcribed_fate fate;
	struct fl_slice why; /* says more, or "" */
	int64_t typed[DS_TYPED_COUNT]; /* commands */
	int64_t held; /* places and names of the session that stand in the file */
	bool compiled; /* with its mend, by itself */
	struct ds_record record; /* where it was taken */
};

/*
 * Make the record of a row: a JSON object with the pair under the names that `import` knows, and
 * `session` (or `transcript`); `error_class` says the class of the fault where that is not the one
 * of its symptom. Everything lives in the arena. Errors are of the bench and of memory.
 */
int ds_transcribed_make(const struct ds_real_bench *b, struct fl_slice row, struct fl_arena *a,
	struct ds_transcribed *ret_made, struct fl_error *err);

#endif
