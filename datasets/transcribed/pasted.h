/*
 * A pasted session under way: which of its commands are calls that a model may make
 * (debugsession/calls/calls.h), what was answered to each, how the program failed, and whether it
 * is a session of the program that it is said to be of. Between the files of this room.
 */
#ifndef FL_DATASETS_TRANSCRIBED_PASTED_H
#define FL_DATASETS_TRANSCRIBED_PASTED_H

#include "datasets/turns/turns.h"
#include "debugsession/calls/calls.h"
#include "debugsession/transcript/transcript.h"
#include "sanitize/report/report.h"
#include "tracegen/evidence/symptom.h"

struct ds_pasted {
	struct dbg_transcript transcript;
	size_t from, to; /* events of the session that is looked at */
	bool lldb;
	struct fl_slice file, text; /* the faulty file: as the record names it, and what it holds */
	struct fl_slice said; /* as the row, and so the session, names it; or "" */
	struct fl_arena *a;
};

/* ---- words (words.c) ---- */

/* A file as a record names it: the faulty one, or a name without the machine's directories. */
struct fl_slice ds_pasted_file(const struct ds_pasted *t, struct fl_slice file);
bool ds_pasted_is_own(const struct ds_pasted *t, struct fl_slice file);

/* The faulty file as people know it, for messages. */
struct fl_slice ds_pasted_said(const struct ds_pasted *t);

/*
 * A value, and any text, without addresses, process ids and the machine's directories: a path
 * that the program does not name itself is its last part. In the arena, of at most max bytes.
 */
struct fl_slice ds_pasted_value(const struct ds_pasted *t, struct fl_slice value, size_t max);
struct fl_slice ds_pasted_text(const struct ds_pasted *t, struct fl_slice text, size_t max);

/* ---- commands (commands.c) ---- */

/* What becomes of a command. X(ENUM, word, meaning) */
#define DS_TYPED(X)                                                                             \
	X(CALL, "calls", "it is a call of ours")                                                \
	X(KEPT, "kept as text", "there is no call for it, and what comes behind depends on it") \
	X(SOURCE, "left out: source", "it shows what the source says")                          \
	X(MACHINE, "left out: machine", "it shows addresses, registers or code of the machine") \
	X(SETTING, "left out: setting", "it arranges or ends the session")                      \
	X(UNKNOWN, "left out: unknown", "it is no command that is known")                       \
	X(IDLE, "left out: idle", "nothing was asked behind it that it prepares for")           \
	X(SILENT, "left out: unanswered", "the text has no answer to it")

enum ds_typed_fate {
#define X(id, ...) DS_TYPED_##id,
	DS_TYPED(X)
#undef X
		DS_TYPED_COUNT
};

extern const char *const ds_typed_words[DS_TYPED_COUNT];

struct ds_typed {
	enum ds_typed_fate fate;
	enum dbg_call_function function; /* of a call */
	struct fl_slice call; /* as a turn has it; of what is kept a comment with the command */
};

/* What becomes of a command of gdb, or of lldb. In the arena. */
struct ds_typed ds_typed_read(const struct ds_pasted *t, struct fl_slice command);

/* ---- answers (answers.c) ---- */

/*
 * What a session would answer: events [from, to) as literals, as those of a live session, appended.
 * Nothing is appended where there is no answer.
 */
int ds_pasted_answer(const struct ds_pasted *t, const struct ds_typed *typed, size_t from,
	size_t to, struct fl_buf *out, struct fl_error *err);

/* Copies without what is the machine's, in the arena. NULL: no memory. */
struct dbg_backtrace *ds_pasted_backtrace(const struct ds_pasted *t, const struct dbg_backtrace *b);
struct dbg_frame_vars *ds_pasted_vars(const struct ds_pasted *t, const struct dbg_frame_vars *v);

/* ---- the symptom (symptom.c) ---- */

struct ds_pasted_symptom {
	struct tg_symptom symptom;
	size_t event; /* where the program failed */
	int64_t signal;
	int evidence_class; /* enum diag_class */
	const char *cwe;
	int64_t confidence; /* in the class, 1/10000ths */
};

/*
 * How the program failed, by the last signal that is a fault's and what the program said before.
 * FL_EREFUSED: the text does not show it, and err says what lacks; FL_ENOTFOUND: not in the file.
 */
int ds_pasted_symptom(
	const struct ds_pasted *t, struct ds_pasted_symptom *ret_symptom, struct fl_error *err);

/* ---- is it of this program? (holds.c) ---- */

/*
 * Do all lines, places and names that the session has of the faulty file stand in it? FL_EREFUSED:
 * err says which does not. *ret_held: how many do.
 */
int ds_pasted_holds(const struct ds_pasted *t, int64_t *ret_held, struct fl_error *err);

/* ---- turns (turns.c) ---- */

/*
 * The calls and answers as turns (struct ds_turn), up to the last answer; none: nothing was asked.
 * typed: counts what became of the commands.
 */
int ds_pasted_turns(const struct ds_pasted *t, struct fl_vec *turns, int64_t typed[DS_TYPED_COUNT],
	struct fl_error *err);

#endif
