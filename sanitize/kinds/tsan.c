/*
 * ThreadSanitizer's kinds: the words of ReportTypeString() in compiler-rt's tsan_report.cpp, the
 * same in gcc's libsanitizer, without the parenthesis that some end with.
 */
#include "sanitize/kinds/tables.h"

#define CONC DIAG_CLASS_CONCURRENCY
#define LIFE DIAG_CLASS_LIFETIME
#define RES DIAG_CLASS_RESOURCE

static const struct san_kind tsan_kinds[] = {
	{"data race on vptr", NULL, "data-race-on-vptr", CONC, "CWE-362", NULL},
	{"data race", NULL, "data-race", CONC, "CWE-362", NULL},
	{"heap-use-after-free", NULL, "heap-use-after-free", LIFE, "CWE-416", NULL},
	{"thread leak", NULL, "thread-leak", RES, "CWE-772", NULL},
	{"destroy of a locked mutex", NULL, "destroy-of-a-locked-mutex", CONC, "CWE-667", NULL},
	{"double lock of a mutex", NULL, "double-lock-of-a-mutex", CONC, "CWE-764", NULL},
	{"use of an invalid mutex", NULL, "use-of-an-invalid-mutex", CONC, "CWE-667", NULL},
	{"unlock of an unlocked mutex", NULL, "unlock-of-an-unlocked-mutex", CONC, "CWE-832", NULL},
	{"read lock of a write locked mutex", NULL, "read-lock-of-a-write-locked-mutex", CONC,
		"CWE-667", NULL},
	{"read unlock of a write locked mutex", NULL, "read-unlock-of-a-write-locked-mutex", CONC,
		"CWE-667", NULL},
	{"mutex held in the wrong context", NULL, "mutex-held-in-the-wrong-context", CONC,
		"CWE-667", NULL},
	{"lock-order-inversion", NULL, "lock-order-inversion", CONC, "CWE-833", NULL},
	{"signal-unsafe call inside of a signal", NULL, "signal-unsafe-call-inside-of-a-signal",
		CONC, "CWE-479", NULL},
	{"signal handler spoils errno", NULL, "signal-handler-spoils-errno", CONC, "CWE-479", NULL},
	{"Swift access race", NULL, "swift-access-race", CONC, "CWE-362", NULL},
	/* a check of its runtime's that the program's fault fails; the words are ours */
	{"no such thread", NULL, "no-such-thread", DIAG_CLASS_UB, "CWE-758", NULL},
	/* a library's name for its objects stands in place of "external object" */
	{"race on ", NULL, "race-on-external-object", CONC, "CWE-362", NULL},
	{NULL, NULL, "thread-error", CONC, "CWE-362", NULL},
};

const struct san_kind_table san_kinds_tsan = SAN_KIND_TABLE(tsan_kinds);
