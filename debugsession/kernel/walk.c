#include "debugsession/kernel/walk.h"

#include <inttypes.h>
#include <stdio.h>

#include "debugsession/kernel/walk_priv.h"

const char *const dbg_walk_end_words[DBG_WALK_END_COUNT] = {
#define X(id, word) word,
	DBG_WALK_ENDS(X)
#undef X
};

const struct dbg_bit dbg_walk_absent[] = {{NULL, 0, 0, NULL}};

static uint64_t read_le64(const unsigned char bytes[8])
{
	uint64_t v = 0;
	for (int i = 7; i >= 0; i--)
		v = v << 8 | bytes[i];
	return v;
}

int dbg_walk_step(struct dbg_walk *w, const struct dbg_phys *phys, uint64_t table, unsigned index,
	const char *name, const struct dbg_bit *bits, struct fl_error *err)
{
	unsigned char bytes[8];
	uint64_t address = table + (uint64_t)index * sizeof(bytes);
	int rc = phys->read(phys->ctx, address, bytes, sizeof(bytes), err);
	if (rc) {
		fl_error_wrap(err, "the %s at physical 0x%" PRIx64, name, address);
		return rc;
	}
	w->entries[w->count++] =
		(struct dbg_walk_entry){name, index, address, read_le64(bytes), bits};
	return 0;
}

void dbg_walk_fail(struct dbg_walk *w, enum dbg_walk_end end, const char *fmt, ...)
{
	va_list ap;
	w->end = end;
	va_start(ap, fmt);
	vsnprintf(w->reason, sizeof(w->reason), fmt, ap);
	va_end(ap);
}

void dbg_walk_flat(struct dbg_walk *w, const char *mode, uint64_t address)
{
	w->mode = mode;
	w->physical = address;
	w->kernel = w->user = (struct dbg_rights){true, true, true};
	w->accessed = true;
}
