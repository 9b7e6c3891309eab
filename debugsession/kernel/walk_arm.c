/* DDI 0487, D8: VMSAv8-64, stage 1 of the EL1&0 regime. */
#include <inttypes.h>

#include "debugsession/kernel/walk_priv.h"

static const char *const ap_words[] = {"rw-el1", "rw", "ro-el1", "ro"};
static const char *const ap_table_words[] = {"any", "no-el0", "ro", "ro-no-el0"};
static const char *const sh_words[] = {"none", "reserved", "outer", "inner"};

static const struct dbg_bit table_bits[] = {{"valid", 0, 1, NULL}, {"table", 1, 1, NULL},
	{"PXNTable", 59, 1, NULL}, {"UXNTable", 60, 1, NULL}, {"APTable", 61, 2, ap_table_words},
	{"NSTable", 63, 1, NULL}, {NULL, 0, 0, NULL}};
static const struct dbg_bit leaf_bits[] = {{"valid", 0, 1, NULL}, {"page", 1, 1, NULL},
	{"AttrIndx", 2, 3, NULL}, {"NS", 5, 1, NULL}, {"AP", 6, 2, ap_words},
	{"SH", 8, 2, sh_words}, {"AF", 10, 1, NULL}, {"nG", 11, 1, NULL}, {"DBM", 51, 1, NULL},
	{"Contiguous", 52, 1, NULL}, {"PXN", 53, 1, NULL}, {"UXN", 54, 1, NULL},
	{NULL, 0, 0, NULL}};

#define BIT(n) (UINT64_C(1) << (n))

static const char *const level_names[] = {
	"level 0 descriptor", "level 1 descriptor", "level 2 descriptor", "level 3 descriptor"};

/* TCR_EL1.TG0 and TG1 number the granules in different ways (D17.2.131). */
static const struct granule {
	unsigned shift; /* 0: reserved */
	const char *mode;
} granules[2][4] = {
	{{12, "4 KiB granule"}, {16, "64 KiB granule"}, {14, "16 KiB granule"}, {0, NULL}},
	{{0, NULL}, {14, "16 KiB granule"}, {12, "4 KiB granule"}, {16, "64 KiB granule"}},
};

/* Where the fields for each half of the addresses stand in TCR_EL1. */
static const struct half {
	unsigned size, disabled, granule, ignore_top, no_hierarchy;
} halves[2] = {{0, 7, 14, 37, 41}, {16, 23, 30, 38, 42}};

struct way {
	const struct granule *g;
	unsigned bits; /* of an address that are translated */
	unsigned level; /* of the first table */
	bool hierarchy; /* tables limit what lies below them */
};

/* The bits of an address that level `level` translates start here. */
static unsigned level_shift(const struct granule *g, unsigned level)
{
	return g->shift + (3 - level) * (g->shift - 3);
}

static int plan(
	const struct dbg_walk_arm *cpu, unsigned half, struct way *ret, struct fl_error *err)
{
	const struct half *h = &halves[half];
	const struct granule *g = &granules[half][cpu->tcr >> h->granule & 3];
	unsigned size = (unsigned)(cpu->tcr >> h->size & 63);
	if (!g->shift)
		return fl_error_set(err, FL_EINVAL, "TCR_EL1.TG%u has a reserved value", half);
	if (cpu->tcr & BIT(59))
		return fl_error_set(
			err, FL_EINVAL, "TCR_EL1.DS is set: 52-bit addresses cannot be walked");
	if (size < 16 || size > 48 || 64 - size <= g->shift)
		return fl_error_set(err, FL_EINVAL,
			"TCR_EL1.T%uSZ is %u: only sizes of 16 to 48 bits can be walked", half,
			size);
	unsigned bits = 64 - size, stride = g->shift - 3;
	unsigned steps = (bits - g->shift + stride - 1) / stride;
	*ret = (struct way){g, bits, 4 - steps, !(cpu->tcr & BIT(h->no_hierarchy))};
	return 0;
}

/* Blocks: of 1 GiB and 2 MiB with pages of 4 KiB, of one size with the others. */
static bool block_allowed(const struct granule *g, unsigned level)
{
	return level == 2 || (level == 1 && g->shift == 12);
}

/* All bits above the translated ones are alike; the top byte may be ignored. */
static bool canonical(uint64_t address, unsigned bits, unsigned half, bool ignore_top)
{
	uint64_t mask = dbg_walk_mask(ignore_top ? 55 : 63, bits);
	return (address & mask) == (half ? mask : 0);
}

/* What a leaf allows, within what the tables above it leave (D8.4). */
struct rights {
	bool no_user, read_only, pxn, uxn;
};

static void limit(struct rights *r, uint64_t table)
{
	r->no_user = r->no_user || (table & BIT(61));
	r->read_only = r->read_only || (table & BIT(62));
	r->pxn = r->pxn || (table & BIT(59));
	r->uxn = r->uxn || (table & BIT(60));
}

static void map(struct dbg_walk *w, const struct dbg_walk_arm *cpu, const struct rights *above,
	uint64_t value, uint64_t address, unsigned shift)
{
	uint64_t inside = dbg_walk_mask(shift - 1, 0);
	bool wxn = cpu->sctlr & BIT(19);
	w->page_bytes = inside + 1;
	w->physical = (value & dbg_walk_mask(47, 12) & ~inside) | (address & inside);
	w->accessed = value & BIT(10);
	w->user.read = (value & BIT(6)) && !above->no_user;
	w->kernel.read = true;
	w->kernel.write = !(value & BIT(7)) && !above->read_only;
	w->user.write = w->user.read && w->kernel.write;
	w->kernel.execute =
		!(value & BIT(53)) && !above->pxn && !w->user.write && !(wxn && w->kernel.write);
	w->user.execute = !(value & BIT(54)) && !above->uxn && !(wxn && w->user.write);
}

static int walk(struct dbg_walk *w, const struct dbg_walk_arm *cpu, const struct way *way,
	uint64_t address, const struct dbg_phys *phys, struct fl_error *err)
{
	uint64_t table = w->root;
	struct rights rights = {0};
	for (unsigned level = way->level;; level++) {
		unsigned shift = level_shift(way->g, level);
		unsigned top = level == way->level ? way->bits - 1 : shift + way->g->shift - 4;
		unsigned index = (unsigned)((address & dbg_walk_mask(top, 0)) >> shift);
		int rc = dbg_walk_step(w, phys, table, index, level_names[level], table_bits, err);
		if (rc)
			return rc;
		struct dbg_walk_entry *e = &w->entries[w->count - 1];
		bool table_or_page = e->value & 2;
		if (level == 3 || !table_or_page)
			e->bits = leaf_bits;
		if (!(e->value & 1)) {
			e->bits = dbg_walk_absent;
			dbg_walk_fail(w, DBG_WALK_NOT_PRESENT, "the %s is not valid", e->name);
			return 0;
		}
		if (level == 3 ? !table_or_page : !table_or_page && !block_allowed(way->g, level)) {
			dbg_walk_fail(w, DBG_WALK_RESERVED, "the %s has a reserved form", e->name);
			return 0;
		}
		if (level == 3 || !table_or_page) {
			map(w, cpu, &rights, e->value, address, shift);
			return 0;
		}
		if (way->hierarchy)
			limit(&rights, e->value);
		table = e->value & dbg_walk_mask(47, way->g->shift);
	}
}

int dbg_walk_arm(const struct dbg_walk_arm *cpu, uint64_t address, const struct dbg_phys *phys,
	struct dbg_walk *ret_walk, struct fl_error *err)
{
	struct way way = {0};
	struct dbg_walk w = {.half = (unsigned)(address >> 55 & 1)};
	const struct half *h = &halves[w.half];
	if (!(cpu->sctlr & 1)) {
		dbg_walk_flat(&w, "MMU off", address);
		*ret_walk = w;
		return 0;
	}
	int rc = plan(cpu, w.half, &way, err);
	if (rc)
		return rc;
	w.mode = way.g->mode;
	unsigned first = way.bits - level_shift(way.g, way.level) + 3;
	w.root = (w.half ? cpu->ttbr1 : cpu->ttbr0) & dbg_walk_mask(47, first > 6 ? first : 6);
	if (!canonical(address, way.bits, w.half, cpu->tcr & BIT(h->ignore_top)))
		dbg_walk_fail(&w, DBG_WALK_NON_CANONICAL,
			"the address lies between the two halves: bits 63 to %u differ", way.bits);
	else if (cpu->tcr & BIT(h->disabled))
		dbg_walk_fail(&w, DBG_WALK_DISABLED, "TCR_EL1.EPD%u switches walks off", w.half);
	else
		rc = walk(&w, cpu, &way, address, phys, err);
	if (rc == 0)
		*ret_walk = w;
	return rc;
}
