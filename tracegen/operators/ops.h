/*
 * The fault operators: one file and one row each. An operator reads a unit's tree and yields sites
 * (tracegen/site.h); it never changes anything. docs/operators.md is written from this table.
 */
#ifndef FL_TRACEGEN_OPERATORS_OPS_H
#define FL_TRACEGEN_OPERATORS_OPS_H

#include "diag/model/class.h"
#include "tracegen/edit.h"
#include "tracegen/operators/rows_across.h"
#include "tracegen/operators/rows_build.h"
#include "tracegen/operators/rows_logic.h"
#include "tracegen/operators/rows_memory.h"
#include "tracegen/operators/rows_platform.h"
#include "tracegen/operators/rows_threads.h"

enum tg_op_phase {
	TG_RUNTIME, /* the mutant compiles and misbehaves when it runs */
	TG_COMPILE /* the mutant does not compile or does not link */
};

enum { TG_RARE = 10, TG_RARE_PERCENT = 3 };

typedef void (*tg_op_yield)(const struct tg_unit *unit, struct tg_sink *sink);

struct tg_op {
	const char *name;
	enum tg_op_phase phase;
	enum diag_class cls; /* the class of the root cause, as it is meant (tg_op_class()) */
	const char *cwe; /* "" where no weakness fits */
	const char *summary; /* what a person did wrong, for docs and root causes */
	/*
	 * How often people make this fault, against the others of its class; operators below
	 * TG_RARE are hardly ever made and share TG_RARE_PERCENT of all faults.
	 */
	unsigned weight;
	const char *source; /* the count of real faults that the weight is from */
	const char *fix; /* how it is mended */
	tg_op_yield yield;
};

/*
 * X(function suffix, name, phase, class, CWE, weight, summary, fix, source of the weight), in the
 * order of sites at one place; a room of rows a class.
 */
#define TG_OPS(X)       \
	TG_OPS_LOGIC(X) \
	TG_OPS_ACROSS(X) TG_OPS_MEMORY(X) TG_OPS_THREADS(X) TG_OPS_PLATFORM(X) TG_OPS_BUILD(X)

enum {
#define X(suffix, ...) TG_OP_##suffix,
	TG_OPS(X)
#undef X
		TG_OP_COUNT
};

#define X(suffix, ...) void tg_op_##suffix(const struct tg_unit *unit, struct tg_sink *sink);
TG_OPS(X)
#undef X

extern const struct tg_op tg_ops[TG_OP_COUNT];

/* The index of the operator of that name, or -1. */
int tg_op_find(struct fl_slice name);

/*
 * Set the flags (TG_OP_COUNT) of the operators that a text names, with commas between. FL_EINVAL
 * for a name that is none.
 */
int tg_ops_named(struct fl_slice names, bool *ret_only, struct fl_error *err);

/* Are its faults made of edits in several files (tracegen/operators/across/)? */
bool tg_op_spans(int op);

/* Do its faults show as a leak of memory, and hardly ever otherwise? */
bool tg_op_only_leaks(int op);

/* Are its faults undefined however they show, as they use what a variable has by chance? */
bool tg_op_reads_unset(int op);

/*
 * The class of a fault that the operator made, by class and kind of what was seen of it: the
 * operator's, but none that was meant and not seen. A wrong index that stays within its array is
 * logic, and a release of another object that shows as a leak is resource; a slip of logic stays
 * one where it ends in an overrun, and a release too early where it ends in SIGSEGV.
 */
enum diag_class tg_op_class(int op, enum diag_class seen, struct fl_slice kind);

/*
 * Is it the class of a fault (tg_op_class()), or the weakness (CWE) of the operator's faults; or
 * was it in a version before?
 */
bool tg_op_has_class(int op, enum diag_class seen, int cls);
bool tg_op_has_cwe(int op, struct fl_slice cwe);

/* What share of all faults a class is to have, in percent; 0: no operator makes any. */
unsigned tg_class_quota(enum diag_class cls);

/* The table as docs/operators.md has it. */
void tg_ops_write_docs(struct fl_buf *out);

#endif
