#include "debugsession/kernel/sysregs.h"

#include <stddef.h>

/* clang-format off */
#define FLAG(name, bit) {name, bit, 1, NULL}
#define END {NULL, 0, 0, NULL}

static const struct dbg_bit cr0[] = {
	FLAG("PE", 0), FLAG("MP", 1), FLAG("EM", 2), FLAG("TS", 3), FLAG("ET", 4), FLAG("NE", 5),
	FLAG("WP", 16), FLAG("AM", 18), FLAG("NW", 29), FLAG("CD", 30), FLAG("PG", 31), END};
static const struct dbg_bit cr3[] = {FLAG("PWT", 3), FLAG("PCD", 4), END};
static const struct dbg_bit cr4[] = {
	FLAG("VME", 0), FLAG("PVI", 1), FLAG("TSD", 2), FLAG("DE", 3), FLAG("PSE", 4),
	FLAG("PAE", 5), FLAG("MCE", 6), FLAG("PGE", 7), FLAG("PCE", 8), FLAG("OSFXSR", 9),
	FLAG("OSXMMEXCPT", 10), FLAG("UMIP", 11), FLAG("LA57", 12), FLAG("VMXE", 13),
	FLAG("SMXE", 14), FLAG("FSGSBASE", 16), FLAG("PCIDE", 17), FLAG("OSXSAVE", 18),
	FLAG("KL", 19), FLAG("SMEP", 20), FLAG("SMAP", 21), FLAG("PKE", 22), FLAG("CET", 23),
	FLAG("PKS", 24), END};
static const struct dbg_bit efer[] = {
	FLAG("SCE", 0), FLAG("LME", 8), FLAG("LMA", 10), FLAG("NXE", 11), FLAG("SVME", 12), END};
static const struct dbg_bit rflags[] = {
	FLAG("CF", 0), FLAG("PF", 2), FLAG("AF", 4), FLAG("ZF", 6), FLAG("SF", 7), FLAG("TF", 8),
	FLAG("IF", 9), FLAG("DF", 10), FLAG("OF", 11), {"IOPL", 12, 2, NULL}, FLAG("NT", 14),
	FLAG("RF", 16), FLAG("VM", 17), FLAG("AC", 18), FLAG("VIF", 19), FLAG("VIP", 20),
	FLAG("ID", 21), END};

static const struct dbg_sysreg x86_control[] = {
	{"cr0", NULL, cr0}, {"cr2", NULL, NULL}, {"cr3", NULL, cr3}, {"cr4", NULL, cr4},
	{"cr8", NULL, NULL}, {"efer", NULL, efer}, {"rflags", "eflags", rflags}, {NULL, NULL, NULL}};
static const char *const x86_general[] = {
	"rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10", "r11", "r12",
	"r13", "r14", "r15", "rip", "eflags", NULL};
static const char *const x86_segments[] = {
	"cs", "ss", "ds", "es", "fs", "gs", "fs_base", "gs_base", "k_gs_base", NULL};

static const char *const tg0[] = {"4K", "64K", "16K", "reserved"};
static const char *const tg1[] = {"reserved", "16K", "4K", "64K"};
static const char *const modes[] = {
	"EL0t", "1", "2", "3", "EL1t", "EL1h", "6", "7", "EL2t", "EL2h", "10", "11", "EL3t", "EL3h",
	"14", "15"};
static const struct dbg_bit sctlr[] = {
	FLAG("M", 0), FLAG("A", 1), FLAG("C", 2), FLAG("SA", 3), FLAG("SA0", 4), FLAG("nAA", 6),
	FLAG("SED", 8), FLAG("UMA", 9), FLAG("I", 12), FLAG("DZE", 14), FLAG("UCT", 15),
	FLAG("nTWI", 16), FLAG("nTWE", 18), FLAG("WXN", 19), FLAG("SPAN", 23), FLAG("E0E", 24),
	FLAG("EE", 25), FLAG("UCI", 26), END};
static const struct dbg_bit tcr[] = {
	{"T0SZ", 0, 6, NULL}, FLAG("EPD0", 7), {"TG0", 14, 2, tg0}, {"T1SZ", 16, 6, NULL},
	FLAG("A1", 22), FLAG("EPD1", 23), {"TG1", 30, 2, tg1}, {"IPS", 32, 3, NULL},
	FLAG("AS", 36), FLAG("TBI0", 37), FLAG("TBI1", 38), FLAG("HA", 39), FLAG("HD", 40),
	FLAG("HPD0", 41), FLAG("HPD1", 42), FLAG("DS", 59), END};
static const struct dbg_bit ttbr[] = {FLAG("CnP", 0), {"ASID", 48, 16, NULL}, END};
static const struct dbg_bit pstate[] = {
	{"M", 0, 4, modes}, FLAG("AArch32", 4), FLAG("F", 6), FLAG("I", 7), FLAG("A", 8),
	FLAG("D", 9), FLAG("IL", 20), FLAG("SS", 21), FLAG("PAN", 22), FLAG("UAO", 23),
	FLAG("V", 28), FLAG("C", 29), FLAG("Z", 30), FLAG("N", 31), END};

static const struct dbg_sysreg arm_control[] = {
	{"SCTLR_EL1", "SCTLR", sctlr}, {"TCR_EL1", NULL, tcr}, {"TTBR0_EL1", NULL, ttbr},
	{"TTBR1_EL1", NULL, ttbr}, {"MAIR_EL1", NULL, NULL}, {"VBAR_EL1", "VBAR", NULL},
	{"ESR_EL1", NULL, NULL}, {"FAR_EL1", NULL, NULL}, {"ELR_EL1", NULL, NULL},
	{"SPSR_EL1", NULL, pstate}, {"PSTATE", "cpsr", pstate}, {"SP_EL0", NULL, NULL},
	{"TPIDR_EL1", NULL, NULL}, {NULL, NULL, NULL}};
static const char *const arm_general[] = {
	"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13",
	"x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26",
	"x27", "x28", "x29", "x30", "sp", "pc", "cpsr", NULL};

static const char *const satp_modes[] = {
	"Bare", "1", "2", "3", "4", "5", "6", "7", "Sv39", "Sv48", "Sv57", "11", "12", "13", "14",
	"15"};
static const char *const privileges[] = {"U", "S", "2", "M"};
static const char *const spp[] = {"U", "S"};
static const char *const vectored[] = {"direct", "vectored", "2", "3"};
static const struct dbg_bit sstatus[] = {
	FLAG("SIE", 1), FLAG("SPIE", 5), FLAG("UBE", 6), {"SPP", 8, 1, spp}, {"FS", 13, 2, NULL},
	{"XS", 15, 2, NULL}, FLAG("SUM", 18), FLAG("MXR", 19), {"UXL", 32, 2, NULL}, FLAG("SD", 63),
	END};
static const struct dbg_bit mstatus[] = {
	FLAG("SIE", 1), FLAG("MIE", 3), FLAG("SPIE", 5), FLAG("UBE", 6), FLAG("MPIE", 7),
	{"SPP", 8, 1, spp}, {"MPP", 11, 2, privileges}, {"FS", 13, 2, NULL}, FLAG("MPRV", 17),
	FLAG("SUM", 18), FLAG("MXR", 19), FLAG("TVM", 20), FLAG("TW", 21), FLAG("TSR", 22),
	FLAG("SD", 63), END};
static const struct dbg_bit satp[] = {
	{"PPN", 0, 44, NULL}, {"ASID", 44, 16, NULL}, {"MODE", 60, 4, satp_modes}, END};
static const struct dbg_bit tvec[] = {{"MODE", 0, 2, vectored}, END};
static const struct dbg_bit interrupts[] = {
	FLAG("SSI", 1), FLAG("MSI", 3), FLAG("STI", 5), FLAG("MTI", 7), FLAG("SEI", 9),
	FLAG("MEI", 11), END};
static const struct dbg_bit priv[] = {{"mode", 0, 2, privileges}, END};

static const struct dbg_sysreg riscv_control[] = {
	{"satp", NULL, satp}, {"sstatus", NULL, sstatus}, {"stvec", NULL, tvec},
	{"sepc", NULL, NULL}, {"scause", NULL, NULL}, {"stval", NULL, NULL},
	{"sscratch", NULL, NULL}, {"sie", NULL, interrupts}, {"sip", NULL, interrupts},
	{"mstatus", NULL, mstatus}, {"mtvec", NULL, tvec}, {"mepc", NULL, NULL},
	{"mcause", NULL, NULL}, {"mtval", NULL, NULL}, {"medeleg", NULL, NULL},
	{"mideleg", NULL, interrupts}, {"mie", NULL, interrupts}, {"mip", NULL, interrupts},
	{"priv", NULL, priv}, {NULL, NULL, NULL}};
static const char *const riscv_general[] = {
	"ra", "sp", "gp", "tp", "t0", "t1", "t2", "fp", "s1", "a0", "a1", "a2", "a3", "a4", "a5",
	"a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5",
	"t6", "pc", NULL};
/* clang-format on */

static const struct dbg_arch_info infos[] = {
	[DBG_ARCH_X86_64] = {"x86_64", x86_control, x86_general, x86_segments, "rip", "rsp",
		"eflags", "cr3"},
	[DBG_ARCH_AARCH64] = {"aarch64", arm_control, arm_general, NULL, "pc", "sp", "cpsr",
		"TTBR0_EL1"},
	[DBG_ARCH_RISCV64] = {"riscv64", riscv_control, riscv_general, NULL, "pc", "sp", NULL,
		"satp"},
};

const struct dbg_arch_info *dbg_arch_info(enum dbg_arch arch)
{
	return arch == DBG_ARCH_OTHER ? NULL : &infos[arch];
}
