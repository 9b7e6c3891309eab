/* RISC-V privileged architecture 20211203, 4.3.2, 4.4 to 4.6; Svnapot: 5.1. */
#include <inttypes.h>

#include "debugsession/kernel/walk_priv.h"

static const char *const pbmt_words[] = {"pma", "nc", "io", "reserved"};

static const struct dbg_bit entry_bits[] = {{"V", 0, 1, NULL}, {"R", 1, 1, NULL}, {"W", 2, 1, NULL},
	{"X", 3, 1, NULL}, {"U", 4, 1, NULL}, {"G", 5, 1, NULL}, {"A", 6, 1, NULL},
	{"D", 7, 1, NULL}, {"RSW", 8, 2, NULL}, {"PBMT", 61, 2, pbmt_words}, {"N", 63, 1, NULL},
	{NULL, 0, 0, NULL}};

enum { V = 1, R = 2, W = 4, X = 8, U = 16, A = 64, D = 128 };
#define N (UINT64_C(1) << 63)
#define SSTATUS_SUM (UINT64_C(1) << 18)
#define SSTATUS_MXR (UINT64_C(1) << 19)

static const char *const names[] = {
	"level 0 entry", "level 1 entry", "level 2 entry", "level 3 entry", "level 4 entry"};

/* By satp.MODE. */
static const struct mode {
	unsigned number, levels;
	const char *name;
} modes[] = {{8, 3, "Sv39"}, {9, 4, "Sv48"}, {10, 5, "Sv57"}};

/* A page of the size of its level, or of 64 KiB (Svnapot, 5.1). */
static void map(struct dbg_walk *w, const struct dbg_walk_riscv *cpu, uint64_t value,
	uint64_t address, unsigned shift)
{
	bool user = value & U, mxr = cpu->sstatus & SSTATUS_MXR, sum = cpu->sstatus & SSTATUS_SUM;
	uint64_t inside = dbg_walk_mask(shift - 1, 0);
	struct dbg_rights rights = {value & R || (mxr && value & X), value & W, value & X};
	w->page_bytes = inside + 1;
	w->physical = (value << 2 & dbg_walk_mask(55, 12) & ~inside) | (address & inside);
	w->accessed = value & A;
	if (user)
		w->user = rights;
	if (!user || sum)
		w->kernel = rights;
	w->kernel.execute = w->kernel.execute && !user;
}

/* Why the entry is a fault at this level; NULL: it is none. */
static const char *wrong(uint64_t v, unsigned level, enum dbg_walk_end *ret_end)
{
	bool leaf = v & (R | X), napot = v & N;
	const struct {
		bool is;
		enum dbg_walk_end end;
		const char *reason;
	} rows[] = {
		{!(v & V), DBG_WALK_NOT_PRESENT, "is not valid"},
		{!(v & R) && (v & W), DBG_WALK_RESERVED,
			"is writable but not readable, which is reserved"},
		{v & dbg_walk_mask(60, 54), DBG_WALK_RESERVED, "has reserved bits set (60 to 54)"},
		{!leaf && level == 0, DBG_WALK_RESERVED,
			"is no leaf, and there is no further level"},
		{!leaf && (v & (D | A | U)), DBG_WALK_RESERVED,
			"points to a table and has D, A or U set, which is reserved"},
		{napot && (level || !leaf || (v >> 10 & 15) != 8), DBG_WALK_RESERVED,
			"has N set in a form that is reserved"},
		{leaf && (v >> 10 & ((UINT64_C(1) << 9 * level) - 1)), DBG_WALK_MISALIGNED,
			"maps a large page that does not start at its size"},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (!rows[i].is)
			continue;
		*ret_end = rows[i].end;
		return rows[i].reason;
	}
	return NULL;
}

/* The entry ends the walk: with a page, or with a fault. */
static bool last(
	struct dbg_walk *w, const struct dbg_walk_riscv *cpu, unsigned level, uint64_t address)
{
	struct dbg_walk_entry *e = &w->entries[w->count - 1];
	enum dbg_walk_end end = DBG_WALK_MAPPED;
	const char *reason = wrong(e->value, level, &end);
	if (end == DBG_WALK_NOT_PRESENT)
		e->bits = dbg_walk_absent;
	if (reason)
		dbg_walk_fail(w, end, "the %s %s", e->name, reason);
	else if (e->value & (R | X))
		map(w, cpu, e->value, address, e->value & N ? 16 : 12 + 9 * level);
	else
		return false;
	return true;
}

static int walk(struct dbg_walk *w, const struct dbg_walk_riscv *cpu, unsigned levels,
	uint64_t address, const struct dbg_phys *phys, struct fl_error *err)
{
	uint64_t table = w->root;
	for (unsigned level = levels - 1;; level--) {
		unsigned index = (unsigned)(address >> (12 + 9 * level) & 511);
		int rc = dbg_walk_step(w, phys, table, index, names[level], entry_bits, err);
		if (rc)
			return rc;
		if (last(w, cpu, level, address))
			return 0;
		table = w->entries[w->count - 1].value << 2 & dbg_walk_mask(55, 12);
	}
}

int dbg_walk_riscv(const struct dbg_walk_riscv *cpu, uint64_t address, const struct dbg_phys *phys,
	struct dbg_walk *ret_walk, struct fl_error *err)
{
	unsigned number = (unsigned)(cpu->satp >> 60);
	const struct mode *m = NULL;
	struct dbg_walk w = {.root = (cpu->satp & dbg_walk_mask(43, 0)) << 12};
	for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++)
		if (modes[i].number == number)
			m = &modes[i];
	if (number == 0) {
		dbg_walk_flat(&w, "Bare", address);
		*ret_walk = w;
		return 0;
	}
	if (!m)
		return fl_error_set(err, FL_EINVAL, "satp.MODE is %u, which is reserved", number);
	w.mode = m->name;
	unsigned top = 12 + 9 * m->levels - 1;
	uint64_t upper = address >> top;
	int rc = 0;
	if (upper != 0 && upper != UINT64_MAX >> top)
		dbg_walk_fail(&w, DBG_WALK_NON_CANONICAL,
			"the address is none of %s: bits 63 to %u differ", m->name, top);
	else
		rc = walk(&w, cpu, m->levels, address, phys, err);
	if (rc == 0)
		*ret_walk = w;
	return rc;
}
