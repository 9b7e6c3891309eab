/*
 * A fault that people made and mended: a file that a compiler refuses as it was, and takes as it
 * is; or one in which a check of clang-tidy finds something that it mends (finding.h). The one
 * place that says what a record of such a fault holds, and that a replay makes again.
 *
 * What the file includes of its own project stands behind it among the record's files, and -I says
 * where that is. The build of such a record is one compilation, as a person would do it (TG_PLAIN
 * of tracegen/builds/build.h, without a link): nothing says that the file is a whole program, and
 * nothing is run.
 */
#ifndef FL_DATASETS_IMPORT_REAL_H
#define FL_DATASETS_IMPORT_REAL_H

#include "datasets/import/pair.h"
#include "datasets/record/record.h"
#include "datasets/toolchain.h"
#include "platform/detect.h"
#include "tracegen/builds/build.h"

/*
 * Warnings that the builds of records have as errors, in the words of both compilers, and the flag
 * that keeps them from being any: projects that are older than such errors have many of them.
 * NULL-terminated.
 */
extern const struct ds_lenient {
	const char *word, *flag;
} ds_lenient[];

/* Where sides are compiled. All but the box is the caller's. */
struct ds_real_bench {
	struct fl_box *box;
	const struct ds_toolchain *toolchain;
	const struct plat_compiler *compilers; /* by enum tg_compiler */
	uint64_t seed; /* goes into the provenance of records */
	enum ds_form form; /* of answers */
	int64_t prompt_bytes; /* of code in a prompt; 0: no limit */
	/* Runs sides that compile, in the same box (datasets/import/executed.h); NULL: none. */
	struct ds_worker *runner;
	size_t inputs; /* that are looked for, at most */
};

struct ds_real {
	struct tg_program program; /* ds_real_program() of the side after */
	struct fl_slice check; /* of clang-tidy, or "": a compiler is asked */
	struct fl_slice before; /* the file as it was */
	struct fl_list edits; /* struct ds_edit: from after to before (ds_hunks()) */
	struct fl_slice source, licence; /* of the provenance */
	struct fl_slice group; /* the repository, or "" */
	struct fl_slice message; /* one line of what its author says, or "" */
	/* Of the fault, where compilers differ: an enum diag_class; DIAG_CLASS_NONE: as it is said. */
	int error_class;
	/* Nobody's fault, but code for another platform (datasets/contrast/contrast.h). */
	bool contrast;
	enum tg_build_kind on; /* of a contrast: the machine that it is built for, as TG_PLAIN is */
};

/*
 * The program of one file that is only compiled, which stands first among its files, before its
 * headers. A name that does not say the language gets a flag that does. Texts stay the caller's;
 * lists live in the arena. FL_EINVAL: its paths are none (tg_program_check()).
 */
int ds_real_program(const struct ds_unit *unit, struct fl_slice text, int compiler,
	struct fl_slice std, struct fl_arena *a, struct tg_program *ret_program,
	struct fl_error *err);

/*
 * The hash of what is built, whoever builds it, of the side after: the records of both compilers
 * are of one fault. In the arena.
 */
struct fl_slice ds_real_program_id(const struct tg_program *program, struct fl_arena *a);

/* Have the box hold these headers (struct tg_file), and nothing else. */
int ds_real_setup(
	const struct ds_real_bench *b, const struct fl_list *headers, struct fl_error *err);

/*
 * Compile that text in the place of the program's first file, beside the headers of
 * ds_real_setup(), or have the check look at it, where there is one. ret_build->linking stays
 * false.
 */
int ds_real_compile(const struct ds_real_bench *b, const struct tg_program *program,
	struct fl_slice check, struct fl_slice text, struct fl_arena *a, struct tg_build *ret_build,
	struct fl_error *err);

/* The same by that kind of build: for another machine, or as TG_PLAIN is. */
int ds_real_compile_on(const struct ds_real_bench *b, const struct tg_program *program,
	enum tg_build_kind on, struct fl_slice text, struct fl_arena *a, struct tg_build *ret_build,
	struct fl_error *err);

/*
 * The same by a compiler that makes no object and stops at its first error, which is several times
 * cheaper: what it refuses is refused, what it takes is nearly always taken, and its words are few.
 */
int ds_real_look(const struct ds_real_bench *b, const struct tg_program *program,
	struct fl_slice text, struct fl_arena *a, struct tg_build *ret_build, struct fl_error *err);

/*
 * The class of a fault of which two compilers say that ("": nothing): DIAG_CLASS_NONE where they
 * agree, or one of them tells nothing.
 */
int ds_real_class(struct fl_slice one, struct fl_slice other, struct fl_arena *a, int *ret_class,
	struct fl_error *err);

/*
 * A sealed and checked diagnostic_fix of what the compiler said of the side before. In the arena.
 * FL_EREFUSED: it is no error, or of no class (err->sys is then ENODATA), or the record breaks a
 * rule. FL_ELIMIT: what was said is too much.
 */
int ds_real_compose(const struct ds_real_bench *b, const struct ds_real *real,
	struct fl_slice diagnostics, struct fl_arena *a, struct ds_record *ret_record,
	struct fl_error *err);

/* Is it a record of this kind: real, and of one compilation? */
bool ds_real_is(const struct ds_record *r);

/*
 * Both sides of a record's pair once more: *ret_again is what is made of them, in the arena.
 * FL_EREFUSED with the reason when the build is not one of ours, the side before compiles or the
 * one after does not, or no record comes out. The bench's seed, form and prompt_bytes are to be the
 * record's.
 */
int ds_real_again(const struct ds_real_bench *b, const struct ds_record *r, struct fl_arena *a,
	struct ds_record *ret_again, struct fl_error *err);

/*
 * The same where all of *real but its edits is known, which are filled in: of a contrast, whose
 * build is one of another table.
 */
int ds_real_remake(const struct ds_real_bench *b, struct ds_real *real, const struct ds_record *r,
	struct fl_arena *a, struct ds_record *ret_again, struct fl_error *err);

#endif
