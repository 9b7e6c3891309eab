/* What the walks of the architectures share. Nobody else includes this. */
#ifndef FL_DEBUGSESSION_KERNEL_WALK_PRIV_H
#define FL_DEBUGSESSION_KERNEL_WALK_PRIV_H

#include "debugsession/kernel/walk.h"

/* Bits high to low of a value, in their place. */
static inline uint64_t dbg_walk_mask(unsigned high, unsigned low)
{
	return (UINT64_MAX >> (63 - high)) & (UINT64_MAX << low);
}

/* Of an entry that is not present: the other bits are the kernel's own and mean nothing. */
extern const struct dbg_bit dbg_walk_absent[];

/* Read the 8-byte entry `index` of the table and note it. */
int dbg_walk_step(struct dbg_walk *w, const struct dbg_phys *phys, uint64_t table, unsigned index,
	const char *name, const struct dbg_bit *bits, struct fl_error *err);

/* End the walk without a translation. */
void dbg_walk_fail(struct dbg_walk *w, enum dbg_walk_end end, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Translation is off: the address is physical. */
void dbg_walk_flat(struct dbg_walk *w, const char *mode, uint64_t address);

#endif
