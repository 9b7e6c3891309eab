/*
 * The fault operators: one file and one row each. An operator reads a unit's tree and yields sites
 * (tracegen/site.h); it never changes anything. docs/operators.md is written from this table.
 */
#ifndef FL_TRACEGEN_OPERATORS_OPS_H
#define FL_TRACEGEN_OPERATORS_OPS_H

#include "diag/model/class.h"
#include "tracegen/edit.h"

enum tg_op_phase {
	TG_RUNTIME, /* the mutant compiles and misbehaves when it runs */
	TG_COMPILE /* the mutant does not compile or does not link */
};

typedef void (*tg_op_yield)(const struct tg_unit *unit, struct tg_sink *sink);

struct tg_op {
	const char *name;
	enum tg_op_phase phase;
	enum diag_class cls; /* the class of the root cause */
	const char *cwe; /* "" where no weakness fits */
	const char *summary; /* what a person did wrong, for docs and root causes */
	const char *fix; /* how it is mended */
	tg_op_yield yield;
};

/* X(function suffix, name, phase, class, CWE, summary, fix), in the order of sites at one place. */
#define TG_OPS(X)                                                                                  \
	X(loop_bound, "loop-bound", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-193",                       \
		"the condition of a loop is off by one",                                           \
		"restore the comparison so that the loop ends at its bound")                       \
	X(relational_swap, "relational-swap", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-697",             \
		"a comparison tests for the opposite", "restore the direction of the comparison")  \
	X(null_check, "null-check", TG_RUNTIME, DIAG_CLASS_UB, "CWE-476",                          \
		"the test for a null pointer is missing", "test the pointer before it is used")    \
	X(index, "index", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-129", "an index is off by one",       \
		"use the index of the element that is meant")                                      \
	X(free_removed, "free-removed", TG_RUNTIME, DIAG_CLASS_RESOURCE, "CWE-401",                \
		"the release of memory is missing", "release the memory on this path")             \
	X(free_moved_up, "free-moved-up", TG_RUNTIME, DIAG_CLASS_LIFETIME, "CWE-416",              \
		"memory is released before its last use", "release the memory after its last use") \
	X(init_removed, "init-removed", TG_RUNTIME, DIAG_CLASS_UB, "CWE-457",                      \
		"a local variable is used without a value", "initialise the variable")             \
	X(arith, "arith", TG_RUNTIME, DIAG_CLASS_LOGIC, "CWE-682",                                 \
		"the wrong arithmetic operator is used", "use the operator that is meant")         \
	X(missing_semicolon, "missing-semicolon", TG_COMPILE, DIAG_CLASS_SYNTAX, "",               \
		"the semicolon at the end of a statement is missing", "add the semicolon")         \
	X(missing_include, "missing-include", TG_COMPILE, DIAG_CLASS_UNDEFINED_SYMBOL, "",         \
		"the header that declares what is used is not included", "include the header")     \
	X(misspelt_name, "misspelt-name", TG_COMPILE, DIAG_CLASS_UNDEFINED_SYMBOL, "",             \
		"a name is misspelt where it is used", "mend the spelling")                        \
	X(wrong_argument, "wrong-argument", TG_COMPILE, DIAG_CLASS_TYPE_MISMATCH, "CWE-628",       \
		"an argument has a type that the function does not take",                          \
		"pass an argument of the parameter's type")                                        \
	X(removed_definition, "removed-definition", TG_COMPILE, DIAG_CLASS_LINKER, "",             \
		"a function is declared and called but not defined", "define the function")

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

/* The table as docs/operators.md has it. */
void tg_ops_write_docs(struct fl_buf *out);

#endif
