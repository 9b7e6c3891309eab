/*
 * The kinds of fault: how each tool words it, our word for it (the tool's own, in kebab case), its
 * error class and its CWE ids. One row a wording; the rows are tried in order. The tables are in
 * TOOL.c, each with the source of its words.
 */
#ifndef FL_SANITIZE_KINDS_H
#define FL_SANITIZE_KINDS_H

#include "sanitize/report/report.h"

struct san_kind {
	const char *starts; /* the tool's sentence starts with this, or NULL */
	const char *holds; /* and holds this after it, or NULL */
	const char *kind;
	enum diag_class error_class;
	const char *cwe; /* for a read or an unknown access */
	const char *cwe_write; /* for a write; NULL: the same */
};

/*
 * The row for a tool's sentence ("heap-use-after-free on address …", "signed integer overflow: …").
 * The last row of a table takes everything, with kind "" for asan (the caller then takes the
 * sentence's first word), "undefined-behavior" for ubsan, "thread-error" for tsan and kind ""
 * for memcheck and helgrind (the sentence is none of theirs); NULL for tools without a table.
 */
const struct san_kind *san_kind_find(enum san_tool tool, struct fl_slice sentence);

/* The row of that very kind, as a SUMMARY line names it, or NULL. */
const struct san_kind *san_kind_named(enum san_tool tool, struct fl_slice kind);

/*
 * How sure a class is that was found by this tool's rules, in 1/10000ths: the Wilson lower bound
 * (95 %) of right answers on the labelled programs of tests/fixtures/sanitize, which the unit test
 * counts again.
 */
int64_t san_confidence(enum san_tool tool);

/* Right answers and cases that san_confidence() stands on. */
struct san_measure {
	unsigned right, cases;
};
struct san_measure san_measured(enum san_tool tool);

#endif
