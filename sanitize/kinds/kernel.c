/*
 * The Linux kernel's kinds: KASAN's (mm/kasan/report_generic.c), KFENCE's (mm/kfence/report.c),
 * KMSAN's, KCSAN's, UBSAN's (lib/ubsan.c, words of the compiler's checks), oopses
 * (arch/x86/mm/fault.c, arch/arm64/mm/fault.c, arch/x86/kernel/traps.c), and what it says of
 * programs (arch/x86/mm/fault.c, mm/oom_kill.c).
 */
#include "sanitize/kinds/tables.h"

#define UB DIAG_CLASS_UB
#define LIFE DIAG_CLASS_LIFETIME
#define RES DIAG_CLASS_RESOURCE
#define LOGIC DIAG_CLASS_LOGIC
#define CONC DIAG_CLASS_CONCURRENCY

static const struct san_kind kernel_kinds[] = {
	{"KASAN: slab-out-of-bounds", NULL, "slab-out-of-bounds", UB, "CWE-125", "CWE-122"},
	{"KASAN: vmalloc-out-of-bounds", NULL, "vmalloc-out-of-bounds", UB, "CWE-125", "CWE-122"},
	{"KASAN: global-out-of-bounds", NULL, "global-out-of-bounds", UB, "CWE-125", "CWE-787"},
	{"KASAN: stack-out-of-bounds", NULL, "stack-out-of-bounds", UB, "CWE-125", "CWE-121"},
	{"KASAN: alloca-out-of-bounds", NULL, "alloca-out-of-bounds", UB, "CWE-125", "CWE-121"},
	{"KASAN: use-after-free", NULL, "use-after-free", LIFE, "CWE-416", NULL},
	{"KASAN: slab-use-after-free", NULL, "slab-use-after-free", LIFE, "CWE-416", NULL},
	{"KASAN: use-after-scope", NULL, "use-after-scope", LIFE, "CWE-562", NULL},
	{"KASAN: double-free", NULL, "double-free", LIFE, "CWE-415", NULL},
	{"KASAN: invalid-free", NULL, "invalid-free", RES, "CWE-590", NULL},
	{"KASAN: double-free or invalid-free", NULL, "double-free-or-invalid-free", LIFE, "CWE-415",
		NULL},
	{"KASAN: null-ptr-deref", NULL, "null-ptr-deref", UB, "CWE-476", NULL},
	{"KASAN: user-memory-access", NULL, "user-memory-access", UB, "CWE-119", NULL},
	{"KASAN: wild-memory-access", NULL, "wild-memory-access", UB, "CWE-119", NULL},
	{"KASAN: maybe wild-memory-access", NULL, "wild-memory-access", UB, "CWE-119", NULL},
	{"KASAN: invalid-access", NULL, "invalid-access", UB, "CWE-119", NULL},
	{"KASAN: ", NULL, "invalid-access", UB, "CWE-119", NULL},
	{"KASan: use after free", NULL, "use-after-free", LIFE, "CWE-416", NULL}, /* 4.0 to 4.7 */
	{"KASan: out of bounds", NULL, "out-of-bounds", UB, "CWE-125", "CWE-787"},
	{"KFENCE: out-of-bounds", NULL, "out-of-bounds", UB, "CWE-125", "CWE-122"},
	{"KFENCE: use-after-free", NULL, "use-after-free", LIFE, "CWE-416", NULL},
	{"KFENCE: memory corruption", NULL, "memory-corruption", UB, "CWE-787", NULL},
	{"KFENCE: invalid free", NULL, "invalid-free", RES, "CWE-590", NULL},
	{"KFENCE: ", NULL, "invalid-access", UB, "CWE-119", NULL},
	{"KMSAN: uninit-value", NULL, "uninit-value", UB, "CWE-457", NULL},
	{"KMSAN: use-after-free", NULL, "use-after-free", LIFE, "CWE-416", NULL},
	{"KMSAN: ", NULL, "infoleak", UB, "CWE-457", NULL},
	{"KCSAN: ", NULL, "data-race", CONC, "CWE-362", NULL},

	{"UBSAN: array-index-out-of-bounds", NULL, "array-index-out-of-bounds", UB, "CWE-129",
		NULL},
	{"UBSAN: shift-out-of-bounds", NULL, "shift-out-of-bounds", UB, "CWE-1335", NULL},
	{"UBSAN: signed-integer-overflow", NULL, "signed-integer-overflow", UB, "CWE-190", NULL},
	{"UBSAN: unsigned-integer-overflow", NULL, "unsigned-integer-overflow", LOGIC, "CWE-190",
		NULL},
	{"UBSAN: negation-overflow", NULL, "negation-overflow", UB, "CWE-190", NULL},
	{"UBSAN: division-overflow", NULL, "division-overflow", UB, "CWE-369", NULL},
	{"UBSAN: misaligned-access", NULL, "misaligned-access", UB, "CWE-758", NULL},
	{"UBSAN: null-ptr-deref", NULL, "null-ptr-deref", UB, "CWE-476", NULL},
	{"UBSAN: object-size-mismatch", NULL, "object-size-mismatch", UB, "CWE-119", NULL},
	{"UBSAN: invalid-load", NULL, "invalid-load", UB, "CWE-758", NULL},
	{"UBSAN: unreachable", NULL, "unreachable", UB, "CWE-758", NULL},
	{"UBSAN: ", NULL, "undefined-behavior", UB, "CWE-758", NULL},

	{"BUG: kernel NULL pointer dereference", NULL, "null-pointer-dereference", UB, "CWE-476",
		NULL},
	{"BUG: unable to handle kernel NULL pointer dereference", NULL, "null-pointer-dereference",
		UB, "CWE-476", NULL},
	{"Unable to handle kernel NULL pointer dereference", NULL, "null-pointer-dereference", UB,
		"CWE-476", NULL},
	{"BUG: unable to handle ", NULL, "page-fault", UB, "CWE-119", NULL},
	{"Unable to handle kernel ", NULL, "page-fault", UB, "CWE-119", NULL},
	{"general protection fault", NULL, "general-protection-fault", UB, "CWE-119", NULL},
	{"stack segment: 0000", NULL, "stack-segment", UB, "CWE-119", NULL},
	{"divide error: 0000", NULL, "divide-error", UB, "CWE-369", NULL},
	{"invalid opcode: 0000", NULL, "invalid-opcode", UB, "CWE-758", NULL},
	{"kernel BUG at ", NULL, "kernel-bug", LOGIC, "CWE-617", NULL},
	{"BUG: sleeping function called from invalid context", NULL, "sleeping-in-atomic", CONC,
		"CWE-667", NULL},
	{"BUG: scheduling while atomic", NULL, "sleeping-in-atomic", CONC, "CWE-667", NULL},
	{"BUG: spinlock ", NULL, "spinlock", CONC, "CWE-667", NULL},
	{"WARNING: possible circular locking dependency detected", NULL, "lock-order", CONC,
		"CWE-833", NULL},
	{"WARNING: possible recursive locking detected", NULL, "recursive-locking", CONC, "CWE-764",
		NULL},
	{"BUG: soft lockup", NULL, "soft-lockup", CONC, "CWE-833", NULL},
	{"NMI watchdog: BUG: soft lockup", NULL, "soft-lockup", CONC, "CWE-833", NULL},
	{"watchdog: BUG: soft lockup", NULL, "soft-lockup", CONC, "CWE-833", NULL},
	{"Kernel panic - not syncing: ", "Out of memory", "out-of-memory", RES, "CWE-400", NULL},
	{"Kernel panic - not syncing: ", NULL, "kernel-panic", LOGIC, "CWE-617", NULL},
	{"WARNING: CPU: ", " at ", "kernel-warning", LOGIC, "CWE-617", NULL},
	{"WARNING: ", ".c:", "kernel-warning", LOGIC, "CWE-617", NULL}, /* from 6.17 on */
	{"Out of memory: Kill", NULL, "out-of-memory", RES, "CWE-400", NULL},
	{"Memory cgroup out of memory: Kill", NULL, "out-of-memory", RES, "CWE-400", NULL},

	/* by name alone: what a debugger makes of an exception in a machine */
	{NULL, NULL, "stack-overflow", RES, "CWE-674", NULL},
	{NULL, NULL, "external-abort", UB, "CWE-119", NULL},

	{"segfault at ", NULL, "segv", UB, "CWE-119", NULL},
	{"traps: general protection", NULL, "segv", UB, "CWE-119", NULL},
	{"traps: trap divide error", NULL, "fpe", UB, "CWE-369", NULL},
	{"traps: trap invalid opcode", NULL, "ill", UB, "CWE-758", NULL},
	{"traps: trap int3", NULL, "trap", UB, "CWE-758", NULL},
	{"traps: trap stack segment", NULL, "segv", UB, "CWE-119", NULL},
	{NULL, NULL, "", UB, "CWE-119", NULL},
};

const struct san_kind_table san_kinds_kernel = SAN_KIND_TABLE(kernel_kinds);
