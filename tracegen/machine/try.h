/*
 * Does a fault of a kernel show? The original must build, pass its self-test in two boots under
 * different conditions (struct tg_kernel_boot), and write the same in both; a mutant counts as
 * observed only when it fails in two such boots alike, and a debugger sees the same of both.
 *
 * Of a mutant one source is compiled anew. A boot costs 0.3 s of CPU time, nearly all of it QEMU's
 * start: less than to keep a machine, load another kernel into it and have it start there.
 */
#ifndef FL_TRACEGEN_MACHINE_TRY_H
#define FL_TRACEGEN_MACHINE_TRY_H

#include "tracegen/machine/look.h"
#include "tracegen/site.h"

/* What became of a mutant. X(ENUM, word, meaning) */
#define TG_KERNEL_FATES(X)                                                                    \
	X(SURVIVED, "survived", "it passes the self-test")                                    \
	X(NOT_COMPILED, "not_compiled", "it does not build")                                  \
	X(HANGS, "hangs", "it comes to no end, and where it stands is chance")                \
	X(NONDETERMINISTIC, "nondeterministic", "two boots, or what is seen of them, differ") \
	X(UNSEEN, "unseen", "it fails, and the debugger does not see it give up")             \
	X(TOO_LARGE, "too_large", "what was seen does not fit its budget")                    \
	X(OBSERVED, "observed", "it fails twice alike")

enum tg_kernel_fate {
#define X(id, ...) TG_KERNEL_##id,
	TG_KERNEL_FATES(X)
#undef X
		TG_KERNEL_FATE_COUNT
};

extern const struct fl_names tg_kernel_fate_names;
extern const char *const tg_kernel_fate_docs[TG_KERNEL_FATE_COUNT];

/* A kernel that lies built in a box, which nobody else uses meanwhile. */
struct tg_kernel_bench {
	struct fl_box *box;
	struct tg_kernel kernel; /* with the files alone that take part in it */
	struct tg_kernel_boot boot; /* of the original */
	const char *refused; /* why it cannot be used; NULL: it can */
	struct fl_slice said; /* more on that, or "" */
	/* struct tg_decl of the original, by the first look, in the arena of tg_kernel_load() */
	struct fl_list decls;
	bool decls_known;
	struct fl_arena *arena;
};

/*
 * Build and judge the original. Errors are of the box; what is wrong with the kernel is in
 * ret_bench->refused. The texts live in the arena.
 */
int tg_kernel_load(struct fl_box *box, const struct tg_kernel *k, struct fl_arena *a,
	struct tg_kernel_bench *ret_bench, struct fl_error *err);

struct tg_kernel_try {
	enum tg_kernel_fate fate;
	struct fl_slice why; /* says more, or "" */
	struct tg_kernel_boot boot; /* of the mutant */
	struct tg_kernel_look look; /* OBSERVED */
	unsigned boots; /* that were made without a debugger, */
	int64_t cpu_ms; /* and what they cost */
};

/* Judge one mutant of the loaded kernel. Everything lives in the arena. */
int tg_kernel_try(struct tg_kernel_bench *b, const struct tg_site *site, struct fl_arena *a,
	struct tg_kernel_try *ret_try, struct fl_error *err);

#endif
