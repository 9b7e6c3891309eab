/*
 * The symptom: what a person is told when the program goes wrong, before any debugger is started.
 * A sanitizer's headline with its stacks, the text of an assertion, the first line of output that
 * is another, what leaked, which limit was passed. It follows from a run of the faulty program and
 * what the right one prints, and says nothing that a model is to find out: no class, no place of an
 * edit; and nothing that helps nobody: no hash, no confidence, no nameless frame.
 */
#ifndef FL_TRACEGEN_EVIDENCE_SYMPTOM_H
#define FL_TRACEGEN_EVIDENCE_SYMPTOM_H

#include "sanitize/report/report.h"

enum {
	TG_SYMPTOM_FRAMES = 8, /* of a stack */
	TG_SYMPTOM_LINE = 200, /* of a line of output: bytes as a literal writes them */
	TG_SYMPTOM_MESSAGE = 400
};

struct tg_symptom_stack {
	int role; /* enum san_role */
	struct fl_slice thread; /* where there are several: "T1" */
	struct fl_list
		frames; /* struct dbg_frame: the program's own, and what the first one called */
	int64_t omitted;
	/* Of threads: the innermost own line as it is written, where no stack before this has it */
	struct fl_slice source;
};

struct tg_symptom {
	struct fl_slice kind; /* as in sanitize/kinds: "heap-buffer-overflow", "wrong-output" */
	struct fl_slice
		message; /* the tool's or the program's sentence; empty where kind says it */
	struct fl_slice access; /* "read", "write" or empty */
	int64_t size; /* bytes of the access, or leaked */
	struct fl_slice region; /* what lies at the address or next to it */
	int64_t offset; /* of the access from its start */
	/* Of output that is another than it should be: */
	int64_t line; /* the first line that differs, from 1; 0: output is not the symptom */
	/* That line; "<end of output>" where there is none, and behind one that lacks but its end. */
	struct fl_slice expected, actual;
	int64_t exit_status; /* of a run that ended by itself, where it should be 0; else -1 */
	struct fl_list stacks; /* struct tg_symptom_stack, the faulty action first */
	int64_t omitted;
	/* Of a program that was run on two machines: where it goes wrong, and where it does not. */
	struct fl_slice fails_on, works_on;
};

extern const struct fl_shape tg_symptom_shape;

/* What a run of the faulty program showed. */
struct tg_symptom_in {
	const struct san_report *report; /* kind "wrong-output" where the run passed */
	struct fl_slice actual, expected; /* what it and the right program write to stdout */
	/* To stderr, likewise; `complaint` only where another run wrote the same; empty: nothing */
	struct fl_slice complaint, usual;
	bool ended; /* by itself: `actual` is all of it */
	int64_t exit_status; /* then */
	const char *fails_on, *works_on; /* machines, where there are two; else NULL */
	const struct fl_list *files; /* struct tg_file: of the faulty program; NULL: not known */
};

/*
 * The symptom of such a run. Everything lives in the arena; FL_EREFUSED when there is none (the run
 * passed and prints what it should).
 */
int tg_symptom_make(const struct tg_symptom_in *in, struct fl_arena *a,
	struct tg_symptom *ret_symptom, struct fl_error *err);

/* Are the frames the same, of the same role? Threads may differ. */
bool tg_symptom_same_stack(const struct tg_symptom_stack *a, const struct tg_symptom_stack *b);

/* Is it of a run that was ended from outside, wherever it was just then? */
bool tg_symptom_is_limit(struct fl_slice kind);

/* And because it would have gone on? */
bool tg_symptom_is_endless(struct fl_slice kind);

/*
 * Does it state what went wrong? NULL, or what is missing for a symptom of its kind: a report needs
 * its kind and a place or a message, a signal its place, an abort its text or place, output the two
 * lines, a leak its size and allocation, a race both its sides. An exit status that is the
 * sanitizers' own (SAN_EXIT) says that a report is lost, and nothing of the fault.
 */
const char *tg_symptom_lacks(const struct tg_symptom *s);

#endif
