/*
 * Building a program in a box: its files and objects stay there, so that a changed file costs the
 * compilation of what depends on it and one link. Argument vectors, paths and the environment are
 * the same each time, but that builds of C++ take precompiled system headers once they pay, where
 * that makes the same program or the same words.
 */
#ifndef FL_TRACEGEN_BUILDS_BUILD_H
#define FL_TRACEGEN_BUILDS_BUILD_H

#include "base/sandbox/sandbox.h"
#include "sanitize/run/flags.h"
#include "tracegen/target.h"

enum tg_build_kind {
	TG_SANITIZED, /* to run: with sanitizers, linked by a fast linker */
	TG_PLAIN, /* as a person builds: for faults of the compiler and the linker, and crashes */
	TG_THREADED, /* to run: with ThreadSanitizer */
	TG_LEFT_OPEN, /* to run: as TG_PLAIN, under Valgrind, which sees what is left open at the end */
	TG_MADE, /* as TG_PLAIN, but linked by make and the build file (tracegen/builds/made.h) */
	/* as TG_PLAIN, but for another machine, in the order of enum tg_target */
	TG_ON_I386,
	TG_ON_AARCH64,
	TG_ON_S390X,
	TG_BUILD_KINDS
};

/* The machine that a kind of build is for, or NULL: this one. */
const struct tg_target_info *tg_build_target(enum tg_build_kind kind);

/* What its programs are run by, before their own name: an emulator, Valgrind. How many words. */
enum { TG_WRAPPER_MAX = 6 };
size_t tg_build_wrapper(enum tg_build_kind kind, const char *ret_words[TG_WRAPPER_MAX]);

/* Is Valgrind here, for TG_LEFT_OPEN? */
bool tg_build_watches(void);

/* Are its programs watched by sanitizers? */
bool tg_build_sanitized(enum tg_build_kind kind);

/* By which: the mode whose flags it is built with; of those without, the first. */
enum san_mode tg_build_mode(enum tg_build_kind kind);

static inline enum tg_build_kind tg_target_kind(enum tg_target target)
{
	return (enum tg_build_kind)((int)TG_ON_I386 + (int)target);
}

/* A list of changed files, an empty one, that has every source compiled anew. */
extern const struct fl_list tg_all_changed;

/* The program's name in FL_BOX_DIR; it is run as "./" TG_BINARY. */
#define TG_BINARY "prog"

/*
 * When all builds are made, in seconds since 1970, and what __DATE__ and __TIME__ say then: a day
 * that no program has by chance.
 */
#define TG_BUILD_EPOCH "981173106"
#define TG_BUILD_DATE "Feb  3 2001"
#define TG_BUILD_TIME "04:05:06"

struct tg_build {
	bool ok; /* compiled and linked */
	bool linking; /* it was the linker that failed */
	enum fl_end end; /* how the last step ended */
	struct fl_slice diagnostics; /* what the failing step (else: all steps) wrote to stderr */
	unsigned cpu_ms;
};

/* Put all files of the program into an empty box. */
int tg_build_setup(struct fl_box *box, const struct tg_program *program, struct fl_error *err);

/* Whether a build for those changed files (NULL: none) compiles the source anew. */
bool tg_build_renews(const struct tg_program *p, const struct fl_list *changed, size_t source);

/*
 * Build. changed NULL: everything, keeping the objects for later builds. Otherwise it lists files
 * (struct tg_file) whose content differs from the program's; what they are is compiled anew, with
 * all sources when one is a header; the kept objects serve for the others. The box then holds the
 * program's own content again.
 */
int tg_build_run(struct fl_box *box, const struct tg_program *program, enum tg_build_kind kind,
	const struct fl_list *changed, struct fl_arena *a, struct tg_build *ret_build,
	struct fl_error *err);

/* Build what is only to be run: precompiled headers serve where they pay. */
int tg_build_to_run(struct fl_box *box, const struct tg_program *program, enum tg_build_kind kind,
	const struct fl_list *changed, struct fl_arena *a, struct tg_build *ret_build,
	struct fl_error *err);

/*
 * Build once more what has failed before (as TG_PLAIN, TG_MADE or for a target), under another
 * condition where that is cheaper (precompiled headers): the failure counts if it comes out in the
 * same words. If it does not, the same build as before is made and its result given.
 */
int tg_build_again(struct fl_box *box, const struct tg_program *program, enum tg_build_kind kind,
	const struct fl_list *changed, const struct tg_build *first, struct fl_arena *a,
	struct tg_build *ret_build, struct fl_error *err);

/* Does the program, of which that kind is built, start threads? By what its objects ask for. */
int tg_build_threads(struct fl_box *box, const struct tg_program *program, enum tg_build_kind kind,
	struct fl_arena *a, bool *ret_threads, struct fl_error *err);

/*
 * Remove from the box what a run has left: all but the program's files, objects (with the counts of
 * --coverage) and binary; and put those files as they were given which no compiler reads, where the
 * run has changed them.
 */
int tg_build_clean(struct fl_box *box, const struct tg_program *program, struct fl_error *err);

/*
 * Put files into the box as builds leave them, one at the top and one among objects, until it is
 * cleaned: what a program does that looks at its directory is then another.
 */
int tg_build_litter(struct fl_box *box, struct fl_error *err);

/*
 * The command lines of a build, for records: what tg_build_run() does for that source, and the
 * link. Texts, in the arena.
 */
struct fl_list tg_build_compile_argv(const struct tg_program *program, enum tg_build_kind kind,
	size_t source, bool changed, struct fl_arena *a);
struct fl_list tg_build_link_argv(const struct tg_program *program, enum tg_build_kind kind,
	const struct fl_list *changed, struct fl_arena *a);

/*
 * One compiler or linker command of a build; what it writes to stderr is appended to text, its end
 * and CPU time go to build. One that cannot start its own parts is asked again, then FL_EHOST.
 */
int tg_build_step(struct fl_box *box, const struct fl_list *argv, struct fl_arena *a,
	struct fl_buf *text, struct tg_build *build, struct fl_error *err);

#endif
