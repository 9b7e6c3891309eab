/* Branches of which it is not known which is taken: what variables have after all of them. */
#ifndef FL_PLATFORM_MESON_BRANCH_H
#define FL_PLATFORM_MESON_BRANCH_H

#include "platform/meson/interp.h"

struct mes_change {
	struct mes_variable *variable;
	struct mes_value value;
	bool is_set, maybe_unset;
};

struct mes_fork {
	size_t mark; /* of the journal, where the branches begin */
	struct fl_vec outcomes; /* struct mes_change: of the branches so far, merged */
	size_t live;
};

/* Begin; run each branch with m->watched raised, and end it with plat_mes_fork_branch(); join. */
void plat_mes_fork(struct mes_interp *m, struct mes_fork *f);

/* All variables are again as they were. dead: the branch ends in an error, so it is not taken. */
void plat_mes_fork_branch(struct mes_interp *m, struct mes_fork *f, bool dead);

void plat_mes_fork_join(struct mes_interp *m, struct mes_fork *f);

void plat_mes_unset(struct mes_interp *m, struct fl_slice name);

#endif
