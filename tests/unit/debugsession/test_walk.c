/*
 * Page walks over tables that are written down here entry by entry, as the manuals give their
 * forms; tests/e2e/kernel.sh compares walks of running machines with QEMU's own.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "debugsession/kernel/walk.h"

/* Physical memory: what is not listed is 0, what is at BROKEN cannot be read. */
struct cell {
	uint64_t address, value;
};

#define BROKEN 0xbad000
#define NX (1ULL << 63)

static int read_cells(void *ctx, uint64_t address, void *bytes, size_t len, struct fl_error *err)
{
	uint64_t value = 0;
	assert_int_equal(8, len);
	if ((address & ~0xfffULL) == BROKEN)
		return fl_error_set(err, FL_EREFUSED, "no memory");
	for (const struct cell *c = ctx; c->address; c++)
		if (c->address == address)
			value = c->value;
	for (size_t i = 0; i < len; i++)
		((unsigned char *)bytes)[i] = (unsigned char)(value >> 8 * i);
	return 0;
}

static struct dbg_phys phys(struct cell *cells)
{
	return (struct dbg_phys){read_cells, cells};
}

static char rights_buf[8];

static const char *rights(const struct dbg_rights *r)
{
	rights_buf[0] = r->read ? 'r' : '-';
	rights_buf[1] = r->write ? 'w' : '-';
	rights_buf[2] = r->execute ? 'x' : '-';
	return rights_buf;
}

enum {
	PG_WP = 1 << 16 | 1,
	PAE = 1 << 5,
	LA57 = 1 << 12,
	SMEP = 1 << 20,
	LMA = 1 << 10,
	NXE = 1 << 11
};
#define PG (1ULL << 31)

/* One row of a table of walks. `entries` on the way; then what comes out. */
struct walk_case {
	uint64_t address;
	unsigned entries;
	enum dbg_walk_end end;
	uint64_t physical, page;
	const char *kernel, *user;
};

static void check(const struct walk_case *t, const struct dbg_walk *w)
{
	assert_int_equal(t->end, w->end);
	assert_int_equal(t->entries, w->count);
	if (t->end != DBG_WALK_MAPPED) {
		assert_true(w->reason[0] != '\0');
		return;
	}
	assert_true(t->physical == w->physical);
	assert_true(t->page == w->page_bytes);
	assert_string_equal(t->kernel, rights(&w->kernel));
	assert_string_equal(t->user, rights(&w->user));
}

static struct cell x86_cells[] = {
	{0x1000, 0x2007}, /* PML4E 0: user */
	{0x1000 + 8 * 256, 0x2003 | NX}, /* PML4E 256: kernel, no-execute */
	{0x1000 + 8 * 257, 0x2083}, /* PML4E 257: PS is reserved */
	{0x1000 + 8 * 258, BROKEN | 3},
	{0x2000, 0x3007},
	{0x2008, 0x40000087}, /* PDPTE 1: 1 GiB, user */
	{0x2010, 0x40002087}, /* PDPTE 2: 1 GiB with a reserved bit */
	{0x3000, 0x4007},
	{0x3008, 0x00a00083 | 1 << 12}, /* PDE 1: 2 MiB, PAT */
	{0x3010, 0x00a02083}, /* PDE 2: bit 13 is reserved */
	{0x4000 + 8 * 5, 0x0007067 | NX}, /* PTE 5 */
	{0x4000 + 8 * 6, 0x0008005}, /* PTE 6: read-only, user */
	{0x4000 + 8 * 7, 0x0009006}, /* PTE 7: not present */
	{0x9000 + 8 * 1, 0x1007}, /* PML5E 1 */
	{0, 0},
};

static void test_x86_4_level(void **state)
{
	static const struct walk_case rows[] = {
		{0x5123, 4, DBG_WALK_MAPPED, 0x7123, 4096, "rw-", "rw-"},
		{0x6fff, 4, DBG_WALK_MAPPED, 0x8fff, 4096, "r-x", "r-x"},
		{0x7000, 4, DBG_WALK_NOT_PRESENT, 0, 0, NULL, NULL},
		{0x2abcde, 3, DBG_WALK_MAPPED, 0xaabcde, 2 << 20, "rwx", "---"},
		{0x400000, 3, DBG_WALK_RESERVED, 0, 0, NULL, NULL},
		{0x40000001, 2, DBG_WALK_MAPPED, 0x40000001, 1 << 30, "rwx", "rwx"},
		{0x80000000, 2, DBG_WALK_RESERVED, 0, 0, NULL, NULL},
		{0xc0000000, 2, DBG_WALK_NOT_PRESENT, 0, 0, NULL, NULL},
		{0xffff800000006010, 4, DBG_WALK_MAPPED, 0x8010, 4096, "r--", "---"},
		{0xffff808000000000, 1, DBG_WALK_RESERVED, 0, 0, NULL, NULL},
		{0x0000800000000000, 0, DBG_WALK_NON_CANONICAL, 0, 0, NULL, NULL},
		{0xff00737470757272, 0, DBG_WALK_NON_CANONICAL, 0, 0, NULL, NULL},
	};
	const struct dbg_walk_x86 cpu = {PG | PG_WP, 0x1018, PAE, LMA | NXE};
	struct dbg_phys p = phys(x86_cells);
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct dbg_walk w;
		struct fl_error err;
		assert_int_equal(0, dbg_walk_x86(&cpu, rows[i].address, &p, &w, &err));
		assert_string_equal("4-level", w.mode);
		check(&rows[i], &w);
	}
}

static void test_x86_modes(void **state)
{
	struct dbg_phys p = phys(x86_cells);
	struct dbg_walk w;
	struct fl_error err = {0};
	(void)state;
	/* 5 levels: the address's bits 56 to 48 choose in the table that CR3 names */
	const struct dbg_walk_x86 five = {PG | PG_WP, 0x9000, PAE | LA57, LMA | NXE};
	assert_int_equal(0, dbg_walk_x86(&five, 0x1000000005123, &p, &w, &err));
	check(&(struct walk_case){0, 5, DBG_WALK_MAPPED, 0x7123, 4096, "rw-", "rw-"}, &w);
	assert_string_equal("PML5E", w.entries[0].name);
	assert_true(w.entries[0].address == 0x9008 && w.entries[0].value == 0x1007);
	assert_int_equal(0, dbg_walk_x86(&five, 0x100000000000000, &p, &w, &err));
	assert_int_equal(DBG_WALK_NON_CANONICAL, w.end);
	/* without NXE the bit is reserved; without WP the kernel writes everywhere */
	const struct dbg_walk_x86 no_nx = {PG | 1, 0x1000, PAE, LMA};
	assert_int_equal(0, dbg_walk_x86(&no_nx, 0x5000, &p, &w, &err));
	assert_int_equal(DBG_WALK_RESERVED, w.end);
	assert_int_equal(0, dbg_walk_x86(&no_nx, 0x6000, &p, &w, &err));
	assert_string_equal("rwx", rights(&w.kernel));
	assert_string_equal("r-x", rights(&w.user));
	/* SMEP: the kernel does not execute what is the user's */
	const struct dbg_walk_x86 smep = {PG | PG_WP, 0x1000, PAE | SMEP, LMA | NXE};
	assert_int_equal(0, dbg_walk_x86(&smep, 0x6000, &p, &w, &err));
	assert_string_equal("r--", rights(&w.kernel));
	const struct dbg_walk_x86 off = {1, 0x1000, 0, 0};
	assert_int_equal(0, dbg_walk_x86(&off, 0x1234, &p, &w, &err));
	assert_true(w.physical == 0x1234 && w.count == 0 && w.end == DBG_WALK_MAPPED);
	const struct dbg_walk_x86 pae = {PG | 1, 0x1000, PAE, 0}, old = {PG | 1, 0x1000, 0, 0};
	assert_int_equal(FL_EINVAL, dbg_walk_x86(&pae, 0, &p, &w, &err));
	assert_non_null(strstr(err.message, "PAE"));
	assert_int_equal(FL_EINVAL, dbg_walk_x86(&old, 0, &p, &w, &err));
	assert_non_null(strstr(err.message, "32-bit"));
	const struct dbg_walk_x86 cpu = {PG | PG_WP, 0x1000, PAE, LMA | NXE};
	assert_int_equal(FL_EREFUSED, dbg_walk_x86(&cpu, 0xffff810000000000, &p, &w, &err));
	assert_non_null(strstr(err.message, "PDPTE at physical 0xbad000"));
}

#define TCR_4K 0xb5103510ULL /* 48 bits, granules of 4 KiB, both halves */

static struct cell arm_cells[] = {
	{0x1000, 0x2003}, /* level 0 */
	{0x2000, 0x3003},
	{0x2008, 0x40000701}, /* 1 GiB */
	{0x2010, 0x3003 | 1ULL << 60 | 1ULL << 62}, /* UXNTable, read-only below */
	{0x3000, 0x4003},
	{0x3008, 0x00600741}, /* 2 MiB, EL0 may */
	{0x4000, 0x7743 | 1ULL << 53}, /* EL0 may, PXN */
	{0x4008, 0x87c3}, /* read-only for both */
	{0x4010, 0x9301}, /* page bit 0: reserved at level 3 */
	{0x4018, 0xa303}, /* AF 0 */
	{0x5000, 0x00000701}, /* a block at level 0: reserved */
	{0, 0},
};

static void test_arm_4k(void **state)
{
	static const struct walk_case rows[] = {
		{0x123, 4, DBG_WALK_MAPPED, 0x7123, 4096, "rw-", "rwx"},
		{0x1123, 4, DBG_WALK_MAPPED, 0x8123, 4096, "r-x", "r-x"},
		{0x2000, 4, DBG_WALK_RESERVED, 0, 0, NULL, NULL},
		{0x4000, 4, DBG_WALK_NOT_PRESENT, 0, 0, NULL, NULL},
		{0x2abcde, 3, DBG_WALK_MAPPED, 0x6abcde, 2 << 20, "rw-", "rwx"},
		{0x40000010, 2, DBG_WALK_MAPPED, 0x40000010, 1 << 30, "rwx", "--x"},
		{0x80000123, 4, DBG_WALK_MAPPED, 0x7123, 4096, "r--", "r--"},
		{0xffff000000000000, 1, DBG_WALK_RESERVED, 0, 0, NULL, NULL},
		{0xff00737470757272, 0, DBG_WALK_NON_CANONICAL, 0, 0, NULL, NULL},
	};
	const struct dbg_walk_arm cpu = {1, TCR_4K, 0x1000, 0x5000};
	struct dbg_phys p = phys(arm_cells);
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct dbg_walk w;
		struct fl_error err;
		assert_int_equal(0, dbg_walk_arm(&cpu, rows[i].address, &p, &w, &err));
		check(&rows[i], &w);
	}
	struct dbg_walk w;
	assert_int_equal(0, dbg_walk_arm(&cpu, 0x3000, &p, &w, NULL));
	assert_false(w.accessed);
	assert_int_equal(0, dbg_walk_arm(&cpu, 0xffff000000000000, &p, &w, NULL));
	assert_int_equal(1, w.half);
}

/* Other granules, other sizes: which level is first, how wide its index is. */
static void test_arm_sizes(void **state)
{
	static const struct {
		uint64_t tcr, address;
		unsigned entries, index;
		uint64_t entry;
	} rows[] = {
		/* 4 KiB, 39 bits: from level 1 on */
		{25, 0x40000000, 1, 1, 0x10000 + 8},
		/* 4 KiB, 36 bits: a first table of 64 entries */
		{28, 0xfffffffff, 1, 63, 0x10000 + 8 * 63},
		/* 64 KiB, 42 bits: from level 2 on, 8192 entries */
		{22 | 1 << 14, 1ULL << 29, 1, 1, 0x10000 + 8},
		/* 64 KiB, 48 bits: from level 1 on, 64 entries */
		{16 | 1 << 14, 1ULL << 42, 1, 1, 0x10000 + 8},
		/* 16 KiB, 47 bits: from level 1 on; 48 bits: level 0 of two entries */
		{17 | 2 << 14, 1ULL << 36, 1, 1, 0x10000 + 8},
		{16 | 2 << 14, 1ULL << 47, 1, 1, 0x10000 + 8},
	};
	struct cell none[] = {{0, 0}};
	struct dbg_phys p = phys(none);
	struct dbg_walk w;
	struct fl_error err;
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct dbg_walk_arm cpu = {1, rows[i].tcr, 0x10000, 0};
		assert_int_equal(0, dbg_walk_arm(&cpu, rows[i].address, &p, &w, &err));
		assert_int_equal(rows[i].entries, w.count);
		assert_int_equal(rows[i].index, w.entries[0].index);
		assert_true(rows[i].entry == w.entries[0].address);
	}
	const struct dbg_walk_arm epd = {1, TCR_4K | 1 << 7, 0x1000, 0};
	assert_int_equal(0, dbg_walk_arm(&epd, 0, &p, &w, &err));
	assert_int_equal(DBG_WALK_DISABLED, w.end);
	const struct dbg_walk_arm tagged = {1, TCR_4K | 1ULL << 37, 0x1000, 0};
	assert_int_equal(0, dbg_walk_arm(&tagged, 0xab00000000000000, &p, &w, &err));
	assert_int_equal(DBG_WALK_NOT_PRESENT, w.end);
	const struct dbg_walk_arm bad = {1, 16 | 3 << 14, 0, 0},
				  ds = {1, TCR_4K | 1ULL << 59, 0, 0};
	assert_int_equal(FL_EINVAL, dbg_walk_arm(&bad, 0, &p, &w, &err));
	assert_int_equal(FL_EINVAL, dbg_walk_arm(&ds, 0, &p, &w, &err));
	const struct dbg_walk_arm off = {0, 0, 0, 0};
	assert_int_equal(0, dbg_walk_arm(&off, 0x99, &p, &w, &err));
	assert_true(w.physical == 0x99);
}

#define PTE(physical, bits) (((uint64_t)(physical) >> 2) | (bits))
enum { V = 1, R = 2, W = 4, X = 8, U = 16, A = 64, D = 128 };

static struct cell riscv_cells[] = {
	{0x1000, PTE(0x2000, V)},
	{0x1008, PTE(0x40000000, V | R | W | X | A | D)}, /* 1 GiB */
	{0x1010, PTE(0x40200000, V | R | A)}, /* 1 GiB, misaligned */
	{0x1018, PTE(0x2000, V | U)}, /* a table with U: reserved */
	{0x1000 + 8 * 511, PTE(0x2000, V)},
	{0x2000, PTE(0x3000, V)},
	{0x2008, PTE(0x600000, V | R | X | A)}, /* 2 MiB */
	{0x2010, PTE(0x601000, V | R | A)}, /* misaligned */
	{0x3000, PTE(0x7000, V | R | W | U | A | D)},
	{0x3008, PTE(0x8000, V | X | A)},
	{0x3010, PTE(0x9000, V | W)}, /* reserved */
	{0x3018, PTE(0xa000, V)}, /* a table at the last level */
	{0x3020, PTE(0xb000, V | R) | 1ULL << 54}, /* reserved bits */
	{0x3028, PTE(0xc000, V | R)}, /* not accessed */
	{0x3000 + 8 * 16, PTE(0x28000, V | R | A) | 1ULL << 63}, /* 64 KiB: 0x20000 */
	{0x9000, PTE(0x1000, V)}, /* the level above, for Sv48 */
	{0xb000, PTE(0x9000, V)}, /* and for Sv57 */
	{0, 0},
};

static void test_riscv(void **state)
{
	static const struct walk_case rows[] = {
		{0x123, 3, DBG_WALK_MAPPED, 0x7123, 4096, "---", "rw-"},
		{0x1123, 3, DBG_WALK_MAPPED, 0x8123, 4096, "--x", "---"},
		{0x2000, 3, DBG_WALK_RESERVED, 0, 0, NULL, NULL},
		{0x3000, 3, DBG_WALK_RESERVED, 0, 0, NULL, NULL},
		{0x4000, 3, DBG_WALK_RESERVED, 0, 0, NULL, NULL},
		{0x6000, 3, DBG_WALK_NOT_PRESENT, 0, 0, NULL, NULL},
		{0x10004, 3, DBG_WALK_MAPPED, 0x20004, 65536, "r--", "---"},
		{0x2abcde, 2, DBG_WALK_MAPPED, 0x6abcde, 2 << 20, "r-x", "---"},
		{0x400000, 2, DBG_WALK_MISALIGNED, 0, 0, NULL, NULL},
		{0x40000010, 1, DBG_WALK_MAPPED, 0x40000010, 1 << 30, "rwx", "---"},
		{0x80000000, 1, DBG_WALK_MISALIGNED, 0, 0, NULL, NULL},
		{0xc0000000, 1, DBG_WALK_RESERVED, 0, 0, NULL, NULL},
		{0xffffffffc0000123, 3, DBG_WALK_MAPPED, 0x7123, 4096, "---", "rw-"},
		{0x4000000000, 0, DBG_WALK_NON_CANONICAL, 0, 0, NULL, NULL},
	};
	const struct dbg_walk_riscv cpu = {8ULL << 60 | 1, 0};
	struct dbg_phys p = phys(riscv_cells);
	struct dbg_walk w;
	struct fl_error err;
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		assert_int_equal(0, dbg_walk_riscv(&cpu, rows[i].address, &p, &w, &err));
		check(&rows[i], &w);
	}
	assert_int_equal(0, dbg_walk_riscv(&cpu, 0x5000, &p, &w, &err));
	assert_false(w.accessed);
	/* SUM lets the kernel at the user's pages, MXR lets it read what may be executed */
	const struct dbg_walk_riscv sum = {8ULL << 60 | 1, 1 << 18},
				    mxr = {8ULL << 60 | 1, 1 << 19};
	assert_int_equal(0, dbg_walk_riscv(&sum, 0x123, &p, &w, &err));
	assert_string_equal("rw-", rights(&w.kernel));
	assert_int_equal(0, dbg_walk_riscv(&mxr, 0x1123, &p, &w, &err));
	assert_string_equal("r-x", rights(&w.kernel));
	const struct dbg_walk_riscv sv48 = {9ULL << 60 | 9, 0}, sv57 = {10ULL << 60 | 0xb, 0};
	assert_int_equal(0, dbg_walk_riscv(&sv48, 0x123, &p, &w, &err));
	check(&(struct walk_case){0, 4, DBG_WALK_MAPPED, 0x7123, 4096, "---", "rw-"}, &w);
	assert_int_equal(0, dbg_walk_riscv(&sv57, 0x123, &p, &w, &err));
	check(&(struct walk_case){0, 5, DBG_WALK_MAPPED, 0x7123, 4096, "---", "rw-"}, &w);
	const struct dbg_walk_riscv bare = {0, 0}, bad = {5ULL << 60, 0};
	assert_int_equal(0, dbg_walk_riscv(&bare, 0x77, &p, &w, &err));
	assert_true(w.physical == 0x77 && w.count == 0);
	assert_int_equal(FL_EINVAL, dbg_walk_riscv(&bad, 0, &p, &w, &err));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_x86_4_level),
		cmocka_unit_test(test_x86_modes),
		cmocka_unit_test(test_arm_4k),
		cmocka_unit_test(test_arm_sizes),
		cmocka_unit_test(test_riscv),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
