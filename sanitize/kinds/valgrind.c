/*
 * The kinds of Valgrind's Memcheck and Helgrind: the words of <kind> in their XML output (protocol
 * 4: docs/internals/xml-output-protocol4.txt, memcheck/mc_errors.c, helgrind/hg_errors.c) and the
 * sentences that go with them, the same in the text. What ends the program has the signal's name.
 * The last row is of sentences that are none.
 */
#include "sanitize/kinds/tables.h"

#define UB DIAG_CLASS_UB
#define LIFE DIAG_CLASS_LIFETIME
#define RES DIAG_CLASS_RESOURCE
#define LOGIC DIAG_CLASS_LOGIC
#define CONC DIAG_CLASS_CONCURRENCY

#define TERMINATING "Process terminating with default action of signal "

#define SIGNALS                                                              \
	{TERMINATING, "(SIGSEGV)", "segv", UB, "CWE-119", NULL},             \
		{TERMINATING, "(SIGBUS)", "bus", UB, "CWE-119", NULL},       \
		{TERMINATING, "(SIGFPE)", "fpe", UB, "CWE-369", NULL},       \
		{TERMINATING, "(SIGILL)", "ill", UB, "CWE-758", NULL},       \
		{TERMINATING, "(SIGTRAP)", "trap", UB, "CWE-758", NULL},     \
		{TERMINATING, "(SIGABRT)", "abrt", LOGIC, "CWE-617", NULL},  \
		{TERMINATING, NULL, "fatal-signal", LOGIC, "CWE-617", NULL}, \
	{                                                                    \
		NULL, NULL, "stack-overflow", RES, "CWE-674", NULL           \
	}

static const struct san_kind memcheck_kinds[] = {
	{"Invalid read of size ", NULL, "invalid-read", UB, "CWE-125", NULL},
	{"Invalid write of size ", NULL, "invalid-write", UB, "CWE-787", NULL},
	{"Jump to the invalid address ", NULL, "invalid-jump", UB, "CWE-824", NULL},
	{"Conditional jump or move depends on uninitialised value", NULL, "uninit-condition", UB,
		"CWE-457", NULL},
	{"Use of uninitialised value of size ", NULL, "uninit-value", UB, "CWE-457", NULL},
	{"Syscall param ", " uninitialised byte", "syscall-param", UB, "CWE-457", NULL},
	{"Syscall param ", NULL, "syscall-param", UB, "CWE-119", NULL},
	{"Invalid free() / delete / delete[] / realloc()", NULL, "invalid-free", RES, "CWE-590",
		NULL},
	{"Mismatched ", NULL, "mismatched-free", RES, "CWE-762", NULL},
	{"Source and destination overlap in ", NULL, "overlap", UB, "CWE-475", NULL},
	{"Argument '", " has a fishy ", "fishy-value", UB, "CWE-195", NULL},
	{"realloc() with size 0", NULL, "realloc-size-zero", UB, "CWE-687", NULL},
	{"Illegal memory pool address", NULL, "invalid-mem-pool", UB, "CWE-628", NULL},
	{"Uninitialised byte(s) found during client check request", NULL, "client-check", UB,
		"CWE-457", NULL},
	{"Unaddressable byte(s) found during client check request", NULL, "client-check", UB,
		"CWE-119", NULL},
	{"", " definitely lost in loss record ", "leak-definitely-lost", RES, "CWE-401", NULL},
	{"", " indirectly lost in loss record ", "leak-indirectly-lost", RES, "CWE-401", NULL},
	{"", " possibly lost in loss record ", "leak-possibly-lost", RES, "CWE-401", NULL},
	{"", " still reachable in loss record ", "leak-still-reachable", RES, "CWE-401", NULL},
	/* Of any tool with --track-fds=yes; without a banner (-q) they are taken for this one's. */
	{"Open file descriptor ", NULL, "descriptor-leak", RES, "CWE-775", NULL},
	SIGNALS,
	{NULL, NULL, "", UB, "CWE-119", NULL},
};

static const struct san_kind helgrind_kinds[] = {
	{"Possible data race during ", NULL, "race", CONC, "CWE-362", NULL},
	{"Thread #", " unlocked a not-locked lock ", "unlock-unlocked", CONC, "CWE-832", NULL},
	{"Thread #", " currently held by thread #", "unlock-foreign", CONC, "CWE-832", NULL},
	{"Thread #", " unlocked an invalid lock ", "unlock-bogus", CONC, "CWE-832", NULL},
	{"Thread #", "'s call to ", "pth-apierror", CONC, "CWE-667", NULL},
	{"Thread #", ": lock order \"", "lock-order", CONC, "CWE-833", NULL},
	{"Thread #", ": ", "misc", CONC, "CWE-667", NULL},
	SIGNALS,
	{NULL, NULL, "", CONC, "CWE-362", NULL},
};

/* drd/drd_error.c; kinds are its XML's. */
static const struct san_kind drd_kinds[] = {
	{"Conflicting ", " by thread ", "conflicting-access", CONC, "CWE-362", NULL},
	{"Mutex ", ": mutex 0x", "mutex-err", CONC, "CWE-667", NULL},
	{"Recursive locking not allowed: mutex", NULL, "mutex-err", CONC, "CWE-764", NULL},
	{"Destroying locked mutex", NULL, "mutex-err", CONC, "CWE-667", NULL},
	{"The object at address ", " is not a mutex", "mutex-err", CONC, "CWE-667", NULL},
	{"Not a mutex", NULL, "mutex-err", CONC, "CWE-667", NULL},
	{"Probably a race condition: condition variable", NULL, "cond-race-err", CONC, "CWE-362",
		NULL},
	{"Inconsistent association of condition variable", NULL, "cond-wait-err", CONC, "CWE-667",
		NULL},
	{"Destruction of condition variable", NULL, "cond-destr-err", CONC, "CWE-667", NULL},
	{"Initialization of ", " condition variable", "cond-err", CONC, "CWE-667", NULL},
	{"Not a condition variable", NULL, "cond-err", CONC, "CWE-667", NULL},
	{"Reader-writer lock ", NULL, "rwlock-err", CONC, "CWE-667", NULL},
	{"Destroying locked rwlock", NULL, "rwlock-err", CONC, "CWE-667", NULL},
	{"Semaphore ", NULL, "semaphore-err", CONC, "CWE-667", NULL},
	{"Invalid semaphore", NULL, "semaphore-err", CONC, "CWE-667", NULL},
	{"Destroying semaphore", NULL, "semaphore-err", CONC, "CWE-667", NULL},
	{"Barrier ", NULL, "barrier-err", CONC, "CWE-667", NULL},
	{"Destruction of ", " barrier", "barrier-err", CONC, "CWE-667", NULL},
	{"Lock on ", " was held during ", "holdtime-err", CONC, "CWE-667", NULL},
	SIGNALS,
	{NULL, NULL, "", CONC, "CWE-362", NULL},
};

const struct san_kind_table san_kinds_drd = SAN_KIND_TABLE(drd_kinds);
const struct san_kind_table san_kinds_memcheck = SAN_KIND_TABLE(memcheck_kinds);
const struct san_kind_table san_kinds_helgrind = SAN_KIND_TABLE(helgrind_kinds);
