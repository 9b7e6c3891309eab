/*
 * Crashes without a sanitizer: signals as debuggers name them (with "SIG", or macOS's exceptions),
 * and what libFuzzer says (compiler-rt lib/fuzzer/FuzzerLoop.cpp).
 */
#include "sanitize/kinds/tables.h"

#define UB DIAG_CLASS_UB
#define RES DIAG_CLASS_RESOURCE
#define LOGIC DIAG_CLASS_LOGIC

static const struct san_kind debugger_kinds[] = {
	{"SIGSEGV", NULL, "segv", UB, "CWE-119", NULL},
	{"SIGBUS", NULL, "bus", UB, "CWE-119", NULL},
	{"SIGFPE", NULL, "fpe", UB, "CWE-369", NULL},
	{"SIGILL", NULL, "ill", UB, "CWE-758", NULL},
	{"SIGABRT", NULL, "abrt", LOGIC, "CWE-617", NULL},
	{"SIGSYS", NULL, "sys", DIAG_CLASS_PLATFORM, "", NULL},
	{"SIGXCPU", NULL, "timeout", LOGIC, "CWE-835", NULL},
	{"SIGXFSZ", NULL, "file-size-limit", RES, "CWE-400", NULL},
	{"EXC_BAD_ACCESS", NULL, "segv", UB, "CWE-119", NULL},
	{"EXC_BAD_INSTRUCTION", NULL, "ill", UB, "CWE-758", NULL},
	{"EXC_ARITHMETIC", NULL, "fpe", UB, "CWE-369", NULL},
	{"EXC_RESOURCE", NULL, "resource-limit", RES, "CWE-400", NULL},
	{"EXC_CRASH", NULL, "abrt", LOGIC, "CWE-617", NULL},
	{"EXC_GUARD", NULL, "guard", UB, "CWE-758", NULL},
	/* by name alone: a stack of which nobody says how it came about */
	{NULL, NULL, "backtrace", LOGIC, "", NULL},
	{NULL, NULL, "core-dump", UB, "CWE-119", NULL},
	{NULL, NULL, "", UB, "", NULL},
};

static const struct san_kind libfuzzer_kinds[] = {
	{"deadly signal", NULL, "deadly-signal", UB, "CWE-119", NULL},
	{"timeout", NULL, "timeout", LOGIC, "CWE-835", NULL},
	{"out-of-memory", NULL, "out-of-memory", RES, "CWE-400", NULL},
	{"fuzz target exited", NULL, "fuzz-target-exited", LOGIC, "CWE-705", NULL},
	{"fuzz target overwrites its const input", NULL, "overwrites-const-input", UB, "CWE-787",
		NULL},
	{NULL, NULL, "abrt", LOGIC, "CWE-617", NULL}, /* by name: the signal came from abort() */
	{NULL, NULL, "", UB, "CWE-119", NULL},
};

const struct san_kind_table san_kinds_debugger = SAN_KIND_TABLE(debugger_kinds);
const struct san_kind_table san_kinds_libfuzzer = SAN_KIND_TABLE(libfuzzer_kinds);
