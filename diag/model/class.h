/*
 * The ten error classes, and "none" for nothing wrong. One table; every classifier of every kind
 * of evidence answers with one of these (docs/architecture.md, "Error classes").
 */
#ifndef FL_DIAG_CLASS_H
#define FL_DIAG_CLASS_H

#include "base/model.h"

/* X(ENUM, name, examples, fix pattern, CWE ids by falling frequency, space-separated) */
#define DIAG_CLASSES(X)                                                                            \
	X(NONE, "none", "nothing wrong", "nothing to do", "")                                      \
	X(SYNTAX, "syntax", "missing semicolon, unbalanced braces", "edit at the place named", "") \
	X(TYPE_MISMATCH, "type_mismatch", "wrong argument type, bad conversion",                   \
		"convert explicitly or change the declared type", "CWE-843 CWE-704")               \
	X(UNDEFINED_SYMBOL, "undefined_symbol", "missing include, misspelt name",                  \
		"include the header that declares it or mend the spelling", "")                    \
	X(LINKER, "linker", "undefined reference, multiple definition",                            \
		"define it exactly once or link the library that does", "")                        \
	X(LIFETIME, "lifetime", "use after free, use after scope, double free",                    \
		"move the release after the last use or change who owns the object",               \
		"CWE-416 CWE-415 CWE-562")                                                         \
	X(CONCURRENCY, "concurrency", "data race, deadlock, lock misuse",                          \
		"guard the shared state with one lock in one order", "CWE-362 CWE-667 CWE-833")    \
	X(LOGIC, "logic", "off by one, wrong comparison, failed assertion, wrong output",          \
		"correct the condition or the computation", "CWE-193 CWE-682 CWE-835 CWE-617")     \
	X(PLATFORM, "platform", "ABI mismatch, missing interface, standard too old",               \
		"compile conditionally or choose what the platform has", "CWE-758 CWE-474")        \
	X(RESOURCE, "resource", "memory leak, exhaustion, mismatched allocation functions",        \
		"release on every path, or let an owner's destructor do it",                       \
		"CWE-401 CWE-400 CWE-762")                                                         \
	X(UB, "ub", "out of bounds access, null dereference, signed overflow, uninitialised read", \
		"check the bound, the pointer or the operand before the use",                      \
		"CWE-787 CWE-125 CWE-476 CWE-190 CWE-457")

enum diag_class {
#define X(id, name, examples, fix, cwe) DIAG_CLASS_##id,
	DIAG_CLASSES(X)
#undef X
		DIAG_CLASS_COUNT
};

struct diag_class_info {
	const char *name, *examples, *fix, *cwe;
};

/* Indexed by enum diag_class. */
extern const struct diag_class_info diag_class_table[DIAG_CLASS_COUNT];

/* The words for an FL_ENUM field that holds an enum diag_class. */
extern const struct fl_names diag_class_names;

#endif
