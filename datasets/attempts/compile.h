/*
 * The compiler of a dialogue: a program as somebody has it now is built in a box, and what is said
 * of it is shown as a model reads it. And where the edits of a record are by then.
 */
#ifndef FL_DATASETS_ATTEMPTS_COMPILE_H
#define FL_DATASETS_ATTEMPTS_COMPILE_H

#include "base/literal/literal.h"
#include "datasets/dialogue/make.h"
#include "datasets/dialogue/policy.h"
#include "diag/model/diagnostic.h"
#include "tracegen/builds/build.h"

struct ds_said {
	bool ok; /* it is built */
	bool linking; /* it is the linker that refuses */
	struct fl_items
		items; /* struct diag_diagnostic: the first errors, as far as they are shown */
	struct fl_slice text; /* them as literals between their markers */
	enum diag_class class; /* of the first */
};

/*
 * The program without faults, built in the bench's box, where it is not there already. *ret_built:
 * it can be.
 */
int ds_compile_load(struct ds_dialogue_bench *bench, const struct ds_record *r,
	const struct tg_program *program, enum tg_build_kind kind, struct fl_arena *a,
	bool *ret_built, struct fl_error *err);

/*
 * Build these files of it (struct tg_file: all, those that differ are compiled). Everything is in
 * the arena. Not built and without items: what was said is none of a compiler.
 */
int ds_compile(struct ds_dialogue_bench *bench, const struct tg_program *program,
	enum tg_build_kind kind, const struct fl_list *files, struct fl_arena *a,
	struct ds_said *ret_said, struct fl_error *err);

/*
 * The answer to the call: the platform in one line, by its header, and what was said. Empty when
 * the arena is full.
 */
struct fl_slice ds_compile_answer(
	struct fl_slice platform, const struct ds_said *said, struct fl_arena *a);

/* Where a cause is, in words: "a.c:5", or "a.c:5 to 6" where something is missing between lines. */
struct fl_slice ds_compile_place(const struct ds_cause *c, struct fl_arena *a);

/*
 * The edit i as it stands in the program now, where the edits `done` are undone: with its line and
 * lines there as buggy_line and buggy_lines.
 */
struct ds_edit ds_compile_edit(const struct ds_record *r, const bool *done, size_t i);

#endif
