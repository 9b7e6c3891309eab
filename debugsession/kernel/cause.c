#include "debugsession/kernel/cause.h"

const char *const dbg_access_words[] = {"unknown", "read", "write", "execute"};

static const struct dbg_vector vectors[] = {
	[0] = {"#DE", "divide error", false},
	[1] = {"#DB", "debug exception", false},
	[2] = {"NMI", "non-maskable interrupt", false},
	[3] = {"#BP", "breakpoint", false},
	[4] = {"#OF", "overflow", false},
	[5] = {"#BR", "bound range exceeded", false},
	[6] = {"#UD", "invalid opcode", false},
	[7] = {"#NM", "device not available", false},
	[8] = {"#DF", "double fault", true},
	[10] = {"#TS", "invalid TSS", true},
	[11] = {"#NP", "segment not present", true},
	[12] = {"#SS", "stack-segment fault", true},
	[13] = {"#GP", "general protection", true},
	[14] = {"#PF", "page fault", true},
	[16] = {"#MF", "x87 floating-point error", false},
	[17] = {"#AC", "alignment check", true},
	[18] = {"#MC", "machine check", false},
	[19] = {"#XM", "SIMD floating-point exception", false},
	[20] = {"#VE", "virtualization exception", false},
	[21] = {"#CP", "control protection", true},
};

const struct dbg_vector *dbg_vector_find(uint64_t vector)
{
	if (vector >= sizeof(vectors) / sizeof(*vectors) || !vectors[vector].name)
		return NULL;
	return &vectors[vector];
}

static const char *const present_words[] = {"not-present", "protection"};
static const char *const write_words[] = {"read", "write"};
static const char *const user_words[] = {"kernel", "user"};
static const char *const table_words[] = {"GDT", "IDT", "LDT", "IDT"};

const struct dbg_bit dbg_pf_bits[] = {{"P", 0, 1, present_words}, {"W", 1, 1, write_words},
	{"U", 2, 1, user_words}, {"RSVD", 3, 1, NULL}, {"I", 4, 1, NULL}, {"PK", 5, 1, NULL},
	{"SS", 6, 1, NULL}, {"SGX", 15, 1, NULL}, {NULL, 0, 0, NULL}};
const struct dbg_bit dbg_selector_bits[] = {{"EXT", 0, 1, NULL}, {"table", 1, 2, table_words},
	{"index", 3, 13, NULL}, {NULL, 0, 0, NULL}};

enum dbg_access dbg_pf_access(uint64_t code)
{
	if (code & 16)
		return DBG_ACCESS_EXECUTE;
	return code & 2 ? DBG_ACCESS_WRITE : DBG_ACCESS_READ;
}

/* What a class is to the reader of a fault. */
enum { PLAIN, INSTRUCTION, DATA };

static const struct class_row {
	unsigned char ec, kind;
	bool lower;
	const char *name;
} classes[] = {
	{0x00, PLAIN, false, "unknown reason (an undefined instruction)"},
	{0x01, PLAIN, false, "trapped WFI or WFE"},
	{0x07, PLAIN, false, "trapped access to SVE, SIMD or floating point"},
	{0x0d, PLAIN, false, "branch target exception"},
	{0x0e, PLAIN, false, "illegal execution state"},
	{0x15, PLAIN, true, "SVC in AArch64"},
	{0x16, PLAIN, false, "HVC in AArch64"},
	{0x17, PLAIN, false, "SMC in AArch64"},
	{0x18, PLAIN, false, "trapped MSR, MRS or system instruction"},
	{0x1c, PLAIN, false, "pointer authentication failure"},
	{0x20, INSTRUCTION, true, "instruction abort from a lower level"},
	{0x21, INSTRUCTION, false, "instruction abort from the same level"},
	{0x22, PLAIN, false, "PC alignment fault"},
	{0x24, DATA, true, "data abort from a lower level"},
	{0x25, DATA, false, "data abort from the same level"},
	{0x26, PLAIN, false, "SP alignment fault"},
	{0x2c, PLAIN, false, "trapped floating-point exception"},
	{0x2f, PLAIN, false, "SError interrupt"},
	{0x30, PLAIN, true, "breakpoint from a lower level"},
	{0x31, PLAIN, false, "breakpoint from the same level"},
	{0x32, PLAIN, true, "software step from a lower level"},
	{0x33, PLAIN, false, "software step from the same level"},
	{0x34, PLAIN, true, "watchpoint from a lower level"},
	{0x35, PLAIN, false, "watchpoint from the same level"},
	{0x3c, PLAIN, false, "BRK instruction"},
};

/* The fault status codes of aborts; `levels`: the two low bits are the level of the walk. */
static const struct {
	unsigned char code;
	bool levels;
	const char *name;
} statuses[] = {
	{0x00, true, "address size fault"},
	{0x04, true, "translation fault"},
	{0x08, true, "access flag fault"},
	{0x0c, true, "permission fault"},
	{0x14, true, "external abort on a table walk"},
	{0x10, false, "external abort"},
	{0x11, false, "tag check fault"},
	{0x21, false, "alignment fault"},
	{0x30, false, "TLB conflict"},
	{0x35, false, "unsupported exclusive or atomic access"},
};

static void read_status(unsigned code, struct dbg_syndrome *s)
{
	s->fault = "reserved fault";
	s->level = -1;
	for (size_t i = 0; i < sizeof(statuses) / sizeof(*statuses); i++) {
		bool levels = statuses[i].levels;
		if ((levels ? code & ~3u : code) != statuses[i].code)
			continue;
		s->fault = statuses[i].name;
		s->level = levels ? (int)(code & 3) : -1;
		return;
	}
}

void dbg_syndrome_read(uint64_t esr, struct dbg_syndrome *ret)
{
	struct dbg_syndrome s = {.ec = (unsigned)(esr >> 26 & 63),
		.iss = (unsigned)(esr & 0x1ffffff),
		.name = "reserved class",
		.level = -1};
	for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++) {
		const struct class_row *row = &classes[i];
		if (row->ec != s.ec)
			continue;
		s.name = row->name;
		s.from_lower = row->lower;
		s.abort = row->kind != PLAIN;
		if (row->kind == INSTRUCTION)
			s.access = DBG_ACCESS_EXECUTE;
		else if (row->kind == DATA)
			s.access = s.iss & 1 << 6 ? DBG_ACCESS_WRITE : DBG_ACCESS_READ;
	}
	if (s.abort)
		read_status(s.iss & 63, &s);
	s.far_valid =
		(s.abort && !(s.iss & 1 << 10)) || s.ec == 0x22 || s.ec == 0x34 || s.ec == 0x35;
	*ret = s;
}

/* By code; interrupts stand apart. */
static const struct dbg_trap exceptions[] = {
	{false, "instruction address misaligned", DBG_ACCESS_EXECUTE, false, true},
	{false, "instruction access fault", DBG_ACCESS_EXECUTE, false, true},
	{false, "illegal instruction", DBG_ACCESS_UNKNOWN, false, false},
	{false, "breakpoint", DBG_ACCESS_UNKNOWN, false, false},
	{false, "load address misaligned", DBG_ACCESS_READ, false, true},
	{false, "load access fault", DBG_ACCESS_READ, false, true},
	{false, "store address misaligned", DBG_ACCESS_WRITE, false, true},
	{false, "store access fault", DBG_ACCESS_WRITE, false, true},
	{false, "environment call from U-mode", DBG_ACCESS_UNKNOWN, false, false},
	{false, "environment call from S-mode", DBG_ACCESS_UNKNOWN, false, false},
	{false, "reserved", DBG_ACCESS_UNKNOWN, false, false},
	{false, "environment call from M-mode", DBG_ACCESS_UNKNOWN, false, false},
	{false, "instruction page fault", DBG_ACCESS_EXECUTE, true, true},
	{false, "load page fault", DBG_ACCESS_READ, true, true},
	{false, "reserved", DBG_ACCESS_UNKNOWN, false, false},
	{false, "store page fault", DBG_ACCESS_WRITE, true, true},
};

static const char *const interrupts[] = {"reserved", "supervisor software interrupt", "reserved",
	"machine software interrupt", "reserved", "supervisor timer interrupt", "reserved",
	"machine timer interrupt", "reserved", "supervisor external interrupt", "reserved",
	"machine external interrupt"};

void dbg_trap_read(uint64_t cause, struct dbg_trap *ret)
{
	uint64_t code = cause & INT64_MAX;
	bool interrupt = cause >> 63;
	*ret = (struct dbg_trap){.interrupt = interrupt, .name = "reserved"};
	if (!interrupt && code < sizeof(exceptions) / sizeof(*exceptions))
		*ret = exceptions[code];
	else if (interrupt && code < sizeof(interrupts) / sizeof(*interrupts))
		ret->name = interrupts[code];
}
