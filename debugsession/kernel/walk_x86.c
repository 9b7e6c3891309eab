/* Intel SDM volume 3, 4.5: 4-level and 5-level paging. */
#include <inttypes.h>

#include "debugsession/kernel/walk_priv.h"

#define LOW_BITS                                                                        \
	{"P", 0, 1, NULL}, {"RW", 1, 1, NULL}, {"US", 2, 1, NULL}, {"PWT", 3, 1, NULL}, \
		{"PCD", 4, 1, NULL},                                                    \
	{                                                                               \
		"A", 5, 1, NULL                                                         \
	}

static const struct dbg_bit table_bits[] = {
	LOW_BITS, {"PS", 7, 1, NULL}, {"NX", 63, 1, NULL}, {NULL, 0, 0, NULL}};
static const struct dbg_bit large_bits[] = {LOW_BITS, {"D", 6, 1, NULL}, {"PS", 7, 1, NULL},
	{"G", 8, 1, NULL}, {"PAT", 12, 1, NULL}, {"PK", 59, 4, NULL}, {"NX", 63, 1, NULL},
	{NULL, 0, 0, NULL}};
static const struct dbg_bit page_bits[] = {LOW_BITS, {"D", 6, 1, NULL}, {"PAT", 7, 1, NULL},
	{"G", 8, 1, NULL}, {"PK", 59, 4, NULL}, {"NX", 63, 1, NULL}, {NULL, 0, 0, NULL}};

enum { P = 1 << 0, RW = 1 << 1, US = 1 << 2, A = 1 << 5, PS = 1 << 7 };
#define NX (UINT64_C(1) << 63)
#define CR0_PG (UINT64_C(1) << 31)
#define CR0_WP (UINT64_C(1) << 16)
#define CR4_SMEP (UINT64_C(1) << 20)
#define CR4_PAE (UINT64_C(1) << 5)
#define CR4_LA57 (UINT64_C(1) << 12)
#define EFER_LMA (UINT64_C(1) << 10)
#define EFER_NXE (UINT64_C(1) << 11)

/* By the bit at which the index of the level starts. */
static const struct level {
	unsigned shift;
	const char *name;
	bool may_be_page; /* PS is allowed */
} levels[] = {
	{48, "PML5E", false},
	{39, "PML4E", false},
	{30, "PDPTE", true},
	{21, "PDE", true},
	{12, "PTE", true},
};

static bool canonical(uint64_t address, unsigned bits)
{
	uint64_t upper = address >> (bits - 1);
	return upper == 0 || upper == UINT64_MAX >> (bits - 1);
}

/* A leaf, or a way down. */
static bool is_page(const struct level *l, uint64_t value)
{
	return l->shift == 12 || (l->may_be_page && (value & PS));
}

/* Does the entry hold what is reserved? Then *w says so. */
static bool reserved(
	struct dbg_walk *w, const struct dbg_walk_x86 *cpu, const struct level *l, uint64_t value)
{
	uint64_t low = dbg_walk_mask(l->shift - 1, 12) & ~(UINT64_C(1) << 12);
	if ((value & PS) && !l->may_be_page)
		dbg_walk_fail(
			w, DBG_WALK_RESERVED, "bit 7 of the %s is set, which is reserved", l->name);
	else if ((value & NX) && !(cpu->efer & EFER_NXE))
		dbg_walk_fail(w, DBG_WALK_RESERVED,
			"NX of the %s is set, which is reserved while EFER.NXE is 0", l->name);
	else if (l->shift > 12 && is_page(l, value) && (value & low))
		dbg_walk_fail(w, DBG_WALK_RESERVED,
			"the %s maps a large page with reserved address bits set (0x%" PRIx64 ")",
			l->name, value & low);
	else
		return false;
	return true;
}

/* The page that the last entry maps. */
static void map(struct dbg_walk *w, const struct dbg_walk_x86 *cpu, const struct level *l,
	uint64_t value, uint64_t address)
{
	uint64_t inside = dbg_walk_mask(l->shift - 1, 0);
	w->page_bytes = inside + 1;
	w->physical = (value & dbg_walk_mask(51, 12) & ~inside) | (address & inside);
	w->accessed = value & A;
	w->kernel.read = true;
	w->kernel.write = w->user.write || !(cpu->cr0 & CR0_WP);
	w->kernel.execute = w->user.execute && !(w->user.read && (cpu->cr4 & CR4_SMEP));
	w->user.write = w->user.write && w->user.read;
	w->user.execute = w->user.execute && w->user.read;
}

static int walk(struct dbg_walk *w, const struct dbg_walk_x86 *cpu, const struct level *first,
	uint64_t address, const struct dbg_phys *phys, struct fl_error *err)
{
	uint64_t table = w->root;
	w->user = (struct dbg_rights){true, true, true};
	for (const struct level *l = first;; l++) {
		unsigned index = (unsigned)(address >> l->shift & 511);
		int rc = dbg_walk_step(w, phys, table, index, l->name, table_bits, err);
		if (rc)
			return rc;
		struct dbg_walk_entry *e = &w->entries[w->count - 1];
		bool page = is_page(l, e->value);
		if (page)
			e->bits = l->shift == 12 ? page_bits : large_bits;
		if (!(e->value & P)) {
			e->bits = dbg_walk_absent;
			dbg_walk_fail(w, DBG_WALK_NOT_PRESENT, "the %s is not present", l->name);
			return 0;
		}
		if (reserved(w, cpu, l, e->value))
			return 0;
		w->user.read = w->user.read && (e->value & US);
		w->user.write = w->user.write && (e->value & RW);
		w->user.execute = w->user.execute && !(e->value & NX);
		if (page) {
			map(w, cpu, l, e->value, address);
			return 0;
		}
		table = e->value & dbg_walk_mask(51, 12);
	}
}

int dbg_walk_x86(const struct dbg_walk_x86 *cpu, uint64_t address, const struct dbg_phys *phys,
	struct dbg_walk *ret_walk, struct fl_error *err)
{
	bool five = cpu->cr4 & CR4_LA57;
	unsigned bits = five ? 57 : 48;
	struct dbg_walk w = {.mode = five ? "5-level" : "4-level"};
	if (!(cpu->cr0 & CR0_PG)) {
		dbg_walk_flat(&w, "paging off", address);
		*ret_walk = w;
		return 0;
	}
	if (!(cpu->efer & EFER_LMA))
		return fl_error_set(err, FL_EINVAL,
			"the processor uses %s paging (EFER.LMA is 0); only 4-level and 5-level "
			"paging of long mode can be walked",
			cpu->cr4 & CR4_PAE ? "PAE" : "32-bit");
	w.root = cpu->cr3 & dbg_walk_mask(51, 12);
	int rc = 0;
	if (!canonical(address, bits))
		dbg_walk_fail(&w, DBG_WALK_NON_CANONICAL,
			"the address is not canonical: bits 63 to %u differ", bits - 1);
	else
		rc = walk(&w, cpu, five ? levels : levels + 1, address, phys, err);
	if (rc == 0)
		*ret_walk = w;
	return rc;
}
