/*
 * From an observed fault to a record: the one place that decides what a model is shown and what a
 * replay needs.
 */
#ifndef FL_DATASETS_COMPOSE_H
#define FL_DATASETS_COMPOSE_H

#include "datasets/corpus/corpus.h"
#include "datasets/record/reason.h"
#include "platform/detect.h"
#include "tracegen/divergence/divergence.h"
#include "tracegen/evidence/symptom.h"
#include "tracegen/verify.h"

/*
 * Bytes that the compact literals of a record's context may take, by kind of evidence; the terse
 * ones that are shown take less, of diagnostics about a quarter.
 */
enum { DS_DIAGNOSTICS_BYTES = 12288, DS_SYMPTOM_BYTES = 1960, DS_TRACE_BYTES = 1960 };

/* One observed fault and all that is known about it. */
struct ds_case {
	const struct ds_program *source; /* where the program comes from */
	/* As it is built; args and input, and the baseline's run, are those that show the fault. */
	const struct tg_program *program;
	const struct tg_baseline *baseline;
	const struct tg_site *site;
	const struct tg_outcome *outcome;
	enum tg_build_kind build; /* that the outcome is of */
	struct fl_slice platform; /* the header, a comment block */
	struct fl_slice compiler, debugger; /* versions; debugger "" when none was used */
	uint64_t seed;
	enum ds_form form; /* of the answer */
	int64_t prompt_bytes; /* of code in the prompt; 0: no limit */
	int64_t cpu_ms; /* that a run was allowed; 0: the default */
	struct ds_confidence confidence; /* in the class of what was seen */
	/* People made the fault: the site has no operator, and what was seen says its class. */
	bool real;
	struct fl_slice author; /* of a real one: one line of what was said of its mend, or "" */
};

/*
 * The evidence of a failed build as a document of struct diag_diagnostic: what the compiler or
 * linker said, errors only where there are any, the first few, cut to DS_DIAGNOSTICS_BYTES.
 * What we make of them (class, confidence, cause, fix) is left out, for a model to find.
 * Also the class of the first error, and how sure that is. FL_EREFUSED when nothing in the text is
 * a diagnostic.
 */
int ds_diagnostics_context(struct fl_slice text, struct fl_arena *a, struct fl_items *ret_items,
	enum diag_class *ret_class, struct ds_confidence *ret_confidence, struct fl_error *err);

/*
 * The evidence of a failed run as a document of one struct tg_symptom, cut to DS_SYMPTOM_BYTES.
 * FL_EREFUSED: nothing went wrong.
 */
int ds_symptom_context(const struct tg_symptom_in *seen, struct fl_arena *a,
	struct fl_items *ret_items, struct fl_error *err);

/* The same followed by the two runs, cut together to DS_TRACE_BYTES; FL_ELIMIT: they do not fit. */
int ds_divergence_context(const struct tg_symptom_in *seen, const struct tg_divergence *divergence,
	struct fl_arena *a, struct fl_items *ret_items, struct fl_error *err);

/*
 * Of the evidence of a run that a limit or a signal ended, what gdb shows of it from outside: the
 * symptom, the stack, the innermost frame's variables, what its statement works on, the passes of
 * its loop.
 */
int ds_left_context(const struct fl_items *evidence, struct fl_arena *a, struct fl_items *ret_items,
	struct fl_error *err);

/*
 * The platform column: the header of the file that gets the fault (of the first source for the
 * build file), under that kind of build. compilers: by enum tg_compiler.
 */
int ds_platform_text(const struct tg_program *p, const struct tg_site *site,
	enum tg_build_kind kind, const struct plat_compiler *compilers, struct fl_arena *a,
	struct fl_slice *ret_header, struct fl_error *err);

/* Its SHA-256 in hex, in the arena. */
struct fl_slice ds_hash_text(struct fl_slice bytes, struct fl_arena *a);

/* The context column: the document as literals between the kind's markers. */
struct fl_slice ds_context_text(
	const struct fl_items *items, enum ds_kind kind, struct fl_arena *a, struct fl_error *err);

/* The events column: the document as JSON. */
struct fl_slice ds_events_text(const struct fl_items *items, struct fl_arena *a);

/* The columns edits and mutation of a site of the program, which stands without it in r->fixed. */
int ds_compose_edits(struct ds_record *r, const struct tg_program *program,
	const struct tg_site *site, struct fl_arena *a, struct fl_error *err);

/*
 * A sealed and checked record of the kind with this evidence. All it refers to lives in the arena
 * or in the case.
 */
int ds_compose(const struct ds_case *c, enum ds_kind kind, const struct fl_items *evidence,
	struct fl_arena *a, struct ds_record *ret_record, struct fl_error *err);

#endif
