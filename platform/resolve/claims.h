/*
 * Facts weighed against each other: what is claimed of each field, why, and what is not known.
 *
 * The best source that says anything of a field decides it (enum plat_from). In it the last word
 * counts; a word that is unsure makes the field unknown, since nobody knows what it would have
 * been. Of lists, what is unsure is left out. What a source text shows is added to lists, and
 * decides where nobody but the compiler's default does; but libraries that it includes are added
 * only where no build file tells with what it is linked (compile_commands.json does not), or one
 * names them under a condition that is not known.
 */
#ifndef FL_PLATFORM_RESOLVE_CLAIMS_H
#define FL_PLATFORM_RESOLVE_CLAIMS_H

#include "platform/facts/facts.h"

enum { PLAT_BECAUSE_MAX = 16, PLAT_WORDS_MAX = 128 };

struct plat_claim {
	bool seen; /* something is said of it */
	bool known;
	bool checked; /* a compiler agreed (platform/prove) */
	enum plat_from from;
	const char *why; /* it is seen and not known: the reason */
	struct fl_list values; /* texts: one, but of a list; of debug "true" or "" */
	struct fl_list maybe; /* texts, of libraries: those under conditions that are not known */
	/* struct plat_fact: the first PLAT_BECAUSE_MAX; where it is not known, what leaves it so */
	struct fl_list because;
};

struct plat_claims {
	struct plat_claim at[PLAT_FIELDS];
	bool not_user, narrow;
	bool built; /* a target compiles it: what nothing sets is the compiler's default */
	bool linked; /* build files tell with what it is linked: its includes name no more */
};

/*
 * What the facts of build files, flags and the compiler claim. complete: the best of them tells all
 * that the compiler is told, so that worse ones have no say in flags. All in the arena.
 */
void plat_claims_make(const struct plat_facts *facts, bool complete, struct fl_arena *a,
	struct plat_claims *ret_claims);

/* Add what the source text shows, and settle what fields say of each other. */
void plat_claims_finish(struct plat_claims *c, const struct plat_facts *source, struct fl_arena *a);

/* What both claim is left in c; of lists, what both have. */
void plat_claims_common(struct plat_claims *c, const struct plat_claims *other, struct fl_arena *a);

/* Do both claim the same? Why they do does not matter. */
bool plat_claims_equal(const struct plat_claims *a, const struct plat_claims *b);

/* The known ones as a context, whose texts and lists are those of the claims. */
void plat_claims_context(
	const struct plat_claims *c, struct fl_arena *a, struct plat_context *ret_context);

#endif
