/* Descriptors, causes, bits and operands: what the manuals say of given bytes. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "debugsession/bring/bootable.h"
#include "debugsession/kernel/cause.h"
#include "debugsession/kernel/descriptors.h"
#include "debugsession/kernel/operand.h"
#include "debugsession/kernel/qemu.h"

static void put(unsigned char *at, uint64_t value)
{
	for (int i = 0; i < 8; i++)
		at[i] = (unsigned char)(value >> 8 * i);
}

static void test_segments(void **state)
{
	unsigned char gdt[56];
	static const uint64_t words[] = {0, 0x00af9b000000ffff, /* code, long, 4 GiB */
		0x00cff3000000ffff, /* data, DPL 3 */
		0x00409a0000000fff, /* code of 32 bits, bytes */
		0x12008b3456780067, 0x00000000ffffffff, /* TSS, busy */
		0x0000890000000067};
	static const struct {
		bool present, system, wide, big, granular;
		unsigned dpl, type, slots;
		uint64_t base, limit;
		const char *kind;
	} want[] = {
		{false, true, false, false, false, 0, 0, 1, 0, 0, "null"},
		{true, false, true, false, true, 0, 11, 1, 0, 0xffffffff,
			"code (execute, read, accessed)"},
		{true, false, false, true, true, 3, 3, 1, 0, 0xffffffff,
			"data (read, write, accessed)"},
		{true, false, false, true, false, 0, 10, 1, 0, 0xfff, "code (execute, read)"},
		{true, true, false, false, false, 0, 11, 2, 0xffffffff12345678, 0x67, "TSS (busy)"},
	};
	struct dbg_descriptor d;
	(void)state;
	for (size_t i = 0; i < 7; i++)
		put(gdt + 8 * i, words[i]);
	for (unsigned i = 0; i < sizeof(want) / sizeof(*want); i++) {
		assert_true(dbg_descriptor_read(gdt, sizeof(gdt), i, true, &d));
		assert_string_equal(want[i].kind, d.kind);
		assert_int_equal(want[i].present, d.present);
		assert_int_equal(want[i].system, d.system);
		assert_int_equal(want[i].wide, d.wide);
		assert_int_equal(want[i].big, d.big);
		assert_int_equal(want[i].granular, d.granular);
		assert_int_equal(want[i].dpl, d.dpl);
		assert_int_equal(want[i].type, d.type);
		assert_int_equal(want[i].slots, d.slots);
		assert_true(want[i].base == d.base && want[i].limit == d.limit);
	}
	/* a system descriptor of which half is cut off; none behind the end; 8 bytes without long mode */
	assert_false(dbg_descriptor_read(gdt, sizeof(gdt), 6, true, &d));
	assert_true(dbg_descriptor_read(gdt, sizeof(gdt), 6, false, &d));
	assert_false(dbg_descriptor_read(gdt, sizeof(gdt), 7, false, &d));
	assert_true(dbg_descriptor_read(gdt, sizeof(gdt), 4, false, &d));
	assert_true(d.slots == 1 && d.base == 0x12345678);
}

static void test_gates(void **state)
{
	unsigned char idt[32];
	struct dbg_gate_descriptor g;
	(void)state;
	put(idt, 0x8010ee0300081234);
	put(idt + 8, 0x00000000ffffffff);
	put(idt + 16, 0x00008f0000100000);
	put(idt + 24, 0);
	assert_true(dbg_gate_descriptor_read(idt, sizeof(idt), 0, true, &g));
	assert_true(g.offset == 0xffffffff80101234);
	assert_true(g.present && g.selector == 8 && g.dpl == 3 && g.ist == 3 && g.type == 14);
	assert_string_equal("interrupt", g.kind);
	assert_true(dbg_gate_descriptor_read(idt, sizeof(idt), 1, true, &g));
	assert_true(g.present && g.offset == 0 && g.selector == 0x10);
	assert_string_equal("trap", g.kind);
	assert_false(dbg_gate_descriptor_read(idt, sizeof(idt), 2, true, &g));
	assert_true(dbg_gate_descriptor_read(idt, sizeof(idt), 0, false, &g));
	assert_true(g.offset == 0x80101234 && g.ist == 0);
}

static void test_vectors(void **state)
{
	(void)state;
	assert_string_equal("#PF", dbg_vector_find(14)->mnemonic);
	assert_true(dbg_vector_find(8)->error_code && !dbg_vector_find(0)->error_code);
	assert_null(dbg_vector_find(9));
	assert_null(dbg_vector_find(32));
	assert_null(dbg_vector_find(UINT64_MAX));
	assert_int_equal(DBG_ACCESS_READ, dbg_pf_access(0));
	assert_int_equal(DBG_ACCESS_WRITE, dbg_pf_access(7));
	assert_int_equal(DBG_ACCESS_EXECUTE, dbg_pf_access(0x11));
}

static void test_syndromes(void **state)
{
	static const struct {
		uint64_t esr;
		const char *name, *fault;
		int level;
		enum dbg_access access;
		bool abort, lower, far;
	} rows[] = {
		{0x96000045, "data abort from the same level", "translation fault", 1,
			DBG_ACCESS_WRITE, true, false, true},
		{0x92000007, "data abort from a lower level", "translation fault", 3,
			DBG_ACCESS_READ, true, true, true},
		{0x86000005, "instruction abort from the same level", "translation fault", 1,
			DBG_ACCESS_EXECUTE, true, false, true},
		{0x9600004f, "data abort from the same level", "permission fault", 3,
			DBG_ACCESS_WRITE, true, false, true},
		{0x9600000b, "data abort from the same level", "access flag fault", 3,
			DBG_ACCESS_READ, true, false, true},
		{0x96000021, "data abort from the same level", "alignment fault", -1,
			DBG_ACCESS_READ, true, false, true},
		{0x96000410, "data abort from the same level", "external abort", -1,
			DBG_ACCESS_READ, true, false, false},
		{0x96000014, "data abort from the same level", "external abort on a table walk", 0,
			DBG_ACCESS_READ, true, false, true},
		{0x56000000, "SVC in AArch64", NULL, -1, DBG_ACCESS_UNKNOWN, false, true, false},
		{0xf2000000, "BRK instruction", NULL, -1, DBG_ACCESS_UNKNOWN, false, false, false},
		{0x8a000000, "PC alignment fault", NULL, -1, DBG_ACCESS_UNKNOWN, false, false,
			true},
		{0x08000000, "reserved class", NULL, -1, DBG_ACCESS_UNKNOWN, false, false, false},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct dbg_syndrome s;
		dbg_syndrome_read(rows[i].esr, &s);
		assert_string_equal(rows[i].name, s.name);
		assert_int_equal(rows[i].level, s.level);
		assert_int_equal(rows[i].access, s.access);
		assert_int_equal(rows[i].abort, s.abort);
		assert_int_equal(rows[i].lower, s.from_lower);
		assert_int_equal(rows[i].far, s.far_valid);
		if (rows[i].fault)
			assert_string_equal(rows[i].fault, s.fault);
		else
			assert_null(s.fault);
	}
}

static void test_traps(void **state)
{
	struct dbg_trap t;
	(void)state;
	dbg_trap_read(15, &t);
	assert_string_equal("store page fault", t.name);
	assert_true(t.page_fault && t.has_address && t.access == DBG_ACCESS_WRITE);
	dbg_trap_read(2, &t);
	assert_string_equal("illegal instruction", t.name);
	assert_false(t.page_fault || t.has_address || t.interrupt);
	dbg_trap_read(1ULL << 63 | 5, &t);
	assert_string_equal("supervisor timer interrupt", t.name);
	assert_true(t.interrupt);
	dbg_trap_read(24, &t);
	assert_string_equal("reserved", t.name);
	dbg_trap_read(1ULL << 63 | 99, &t);
	assert_string_equal("reserved", t.name);
}

static void test_bits(void **state)
{
	const struct dbg_arch_info *x86 = dbg_arch_info(DBG_ARCH_X86_64);
	struct fl_buf out;
	(void)state;
	fl_buf_init(&out, 4096);
	dbg_bits_text(&out, ": ", x86->control[0].bits, 0x80010011);
	assert_string_equal(": PE ET WP PG", out.data);
	fl_buf_clear(&out);
	dbg_bits_json(&out, x86->control[6].bits, 0x3246);
	assert_string_equal("\"flags\":[\"PF\",\"ZF\",\"IF\"],\"fields\":{\"IOPL\":3}", out.data);
	fl_buf_clear(&out);
	dbg_bits_text(
		&out, "", dbg_arch_info(DBG_ARCH_RISCV64)->control[0].bits, 8ULL << 60 | 0x80001);
	assert_string_equal("PPN=524289 MODE=Sv39", out.data);
	fl_buf_release(&out);
}

static void test_operands(void **state)
{
	static const struct dbg_value x86[] = {{"rax", true, 0x1000}, {"rcx", true, 3},
		{"rsp", true, 0x8000}, {"rbp", true, 0x9000}, {"r8", true, 0x20},
		{"rip", true, 0x400000}, {"rdx", false, 0}};
	static const struct dbg_value arm[] = {
		{"x0", true, 0x1000}, {"x1", true, 3}, {"sp", true, 0x8000}};
	static const struct dbg_value riscv[] = {
		{"a0", true, 0x1000}, {"fp", true, 0x9000}, {"sp", true, 0x8000}};
	static const struct {
		enum dbg_arch arch;
		const char *text;
		uint64_t address; /* 0: none */
		const char *uses;
	} rows[] = {
		{DBG_ARCH_X86_64, "mov    %ecx,0x4(%rax)", 0x1004, "rcx rax"},
		{DBG_ARCH_X86_64, "mov    -0x18(%rbp),%rax", 0x8fe8, "rbp rax"},
		{DBG_ARCH_X86_64, "mov    0x10(%rax,%rcx,8),%r8d", 0x1028, "rax rcx r8"},
		{DBG_ARCH_X86_64, "mov    (,%rcx,4),%eax", 12, "rcx rax"},
		{DBG_ARCH_X86_64, "cmpl   $0x0,(%rax)", 0x1000, "rax"},
		{DBG_ARCH_X86_64, "mov    %fs:0x8(%rax),%rcx", 0, "rax rcx"},
		{DBG_ARCH_X86_64, "mov    0x200(%rip),%rax        # 0x400207 <x>", 0, "rip rax"},
		{DBG_ARCH_X86_64, "mov    (%rdx),%rax", 0, "rax"},
		{DBG_ARCH_X86_64, "lea    0x8(%rax),%rcx", 0, "rax rcx"},
		{DBG_ARCH_X86_64, "push   %rbp", 0x7ff8, "rbp"},
		{DBG_ARCH_X86_64, "call   0xffffffff8010a3b0 <f>", 0x7ff8, ""},
		{DBG_ARCH_X86_64, "ret", 0x8000, ""},
		{DBG_ARCH_X86_64, "mov    DWORD PTR [rax+rcx*4+0x8],ecx", 0x1014, "rax rcx"},
		{DBG_ARCH_X86_64, "mov    rax,QWORD PTR [rbp-0x18]", 0x8fe8, "rax rbp"},
		{DBG_ARCH_AARCH64, "str\tw1, [x0, #4]", 0x1004, "x1 x0"},
		{DBG_ARCH_AARCH64, "ldr\tx0, [sp, #-16]!", 0x7ff0, "x0 sp"},
		{DBG_ARCH_AARCH64, "ldr\tx0, [x0, x1, lsl #3]", 0x1018, "x0 x1"},
		{DBG_ARCH_AARCH64, "ldrb\tw0, [x0]", 0x1000, "x0"},
		{DBG_ARCH_AARCH64, "ldr\tw0, [x0, w1, uxtw #2]", 0, "x0 x1"},
		{DBG_ARCH_AARCH64, "blr\tx0", 0, "x0"},
		{DBG_ARCH_RISCV64, "sw\ta0,4(a0)", 0x1004, "a0"},
		{DBG_ARCH_RISCV64, "sd\ta0,-168(s0)", 0x8f58, "a0 fp"},
		{DBG_ARCH_RISCV64, "add\ta0,a0,1", 0, "a0"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct dbg_value *v = x86, *used[8];
		size_t count = sizeof(x86) / sizeof(*x86);
		uint64_t address = 0;
		struct fl_buf uses;
		if (rows[i].arch != DBG_ARCH_X86_64) {
			v = rows[i].arch == DBG_ARCH_AARCH64 ? arm : riscv;
			count = 3;
		}
		struct fl_slice text = fl_slice_str(rows[i].text);
		bool any = dbg_operand_address(rows[i].arch, text, v, count, &address);
		if (any != (rows[i].address != 0) || (any && address != rows[i].address))
			fail_msg("%s: 0x%llx", rows[i].text, (unsigned long long)address);
		fl_buf_init(&uses, 256);
		size_t n = dbg_operand_registers(rows[i].arch, text, v, count, used, 8);
		for (size_t k = 0; k < n; k++)
			fl_buf_printf(&uses, "%s%s", k ? " " : "", used[k]->name);
		assert_string_equal(rows[i].uses, uses.data);
		fl_buf_release(&uses);
	}
}

/* A file with these bytes at this place, and as many zeroes around them as make `size`. */
static bool boots(const char *bytes, size_t len, long at, long size)
{
	char path[] = "/tmp/fl-bootable-XXXXXX";
	int fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, size), 0);
	assert_int_equal(pwrite(fd, bytes, len, at), len);
	close(fd);
	bool is = dbg_bootable(path);
	unlink(path);
	return is;
}

/* Also where the file ends with the bytes; and nothing else of a user's does. */
static void test_bootable(void **state)
{
	(void)state;
	assert_true(boots("\177ELF", 4, 0, 4));
	assert_true(boots("MZ", 2, 0, 4096));
	assert_true(boots("\x55\xaa", 2, 510, 512));
	assert_true(boots("ARM\x64", 4, 56, 64));
	assert_true(boots("RSC\x05", 4, 56, 64));
	assert_true(boots("CD001", 5, 0x8001, 0x9000));
	assert_false(boots("", 0, 0, 0));
	assert_false(boots("root:*:1:0:99999:7:::\n", 22, 0, 22));
	assert_false(boots("\x55\xaa", 2, 509, 512));
	assert_false(boots("\x1f\x8b", 2, 0, 4096));
	assert_false(boots("\177EL", 3, 0, 3));
	assert_false(dbg_bootable("/nonexistent"));
	assert_false(dbg_bootable("/tmp"));
	assert_false(dbg_bootable("/dev/zero"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_segments),
		cmocka_unit_test(test_gates),
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_syndromes),
		cmocka_unit_test(test_traps),
		cmocka_unit_test(test_bits),
		cmocka_unit_test(test_operands),
		cmocka_unit_test(test_bootable),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
