/* The rows of faults of threads (tracegen/operators/ops.h). */
#ifndef FL_TRACEGEN_OPERATORS_ROWS_THREADS_H
#define FL_TRACEGEN_OPERATORS_ROWS_THREADS_H

#include "tracegen/edit.h"

/* X(function suffix, name, phase, class, CWE, weight, summary, fix, source of the weight) */
#define TG_OPS_THREADS(X)                                                                        \
	X(lock_removed, "lock-removed", TG_RUNTIME, DIAG_CLASS_CONCURRENCY, "CWE-820", 25,       \
		"what threads share is used without a lock", "hold the lock while it is used",   \
		"Lu 2008: atomicity or order 97 % of 74; mended by locks 27 %")                  \
	X(lock_narrowed, "lock-narrowed", TG_RUNTIME, DIAG_CLASS_CONCURRENCY, "CWE-662", 60,     \
		"a statement stands outside of the critical section that it belongs to",         \
		"move the statement to where the lock is held",                                  \
		"Lu 2008: atomicity or order 97 % of 74")                                        \
	X(wrong_lock, "wrong-lock", TG_RUNTIME, DIAG_CLASS_CONCURRENCY, "CWE-667", 50,           \
		"another lock is held than the one that guards what is used",                    \
		"take the lock that guards it", "Lu 2008: mended by locks 27 % of 74")           \
	X(lock_order, "lock-order", TG_RUNTIME, DIAG_CLASS_CONCURRENCY, "CWE-833", 60,           \
		"two locks are taken in another order than elsewhere",                           \
		"take the locks in one order everywhere", "Lu 2008: deadlocks 31 of 105")        \
	X(lost_unlock, "lost-unlock", TG_RUNTIME, DIAG_CLASS_CONCURRENCY, "CWE-667", 15,         \
		"a lock is not released", "release the lock on every path",                      \
		"Lu 2008: deadlocks 31 of 105")                                                  \
	X(extra_unlock, "extra-unlock", TG_RUNTIME, DIAG_CLASS_CONCURRENCY, "CWE-832", 12,       \
		"a lock is released that is not held any more", "release the lock once",         \
		"Lu 2008: atomicity or order 97 % of 74; mended by locks 27 %")                  \
	X(nested_lock, "nested-lock", TG_RUNTIME, DIAG_CLASS_CONCURRENCY, "CWE-764", 60,         \
		"a function takes a lock that its caller holds",                                 \
		"leave the lock to the callers, or call what does not take it",                  \
		"Lu 2008: deadlocks 31 of 105, 7 of them of one lock")                           \
	X(locked_return, "locked-return", TG_RUNTIME, DIAG_CLASS_CONCURRENCY, "CWE-667", 50,     \
		"a path that leaves early keeps the lock",                                       \
		"release the lock before leaving, on this path too",                             \
		"Lu 2008: deadlocks 31 of 105; BugsC++: omissions 36 %")                         \
	X(check_then_act, "check-then-act", TG_RUNTIME, DIAG_CLASS_CONCURRENCY, "CWE-367", 60,   \
		"what is tested may change before it is acted on",                               \
		"test and act under the same lock", "Lu 2008: atomicity or order 97 % of 74")    \
	X(wait_once, "wait-once", TG_RUNTIME, DIAG_CLASS_CONCURRENCY, "CWE-662", 30,             \
		"a wait does not look again at what it waits for",                               \
		"wait in a loop until the condition holds", "Lu 2008: order one third of 74")    \
	X(wait_predicate, "wait-predicate", TG_RUNTIME, DIAG_CLASS_CONCURRENCY, "CWE-662", 40,   \
		"a wait has no predicate: what it waits for may be so already, or not yet",      \
		"pass the wait the condition that it is for", "Lu 2008: order one third of 74")  \
	X(notify_missing, "notify-missing", TG_RUNTIME, DIAG_CLASS_CONCURRENCY, "CWE-833", 60,   \
		"those who wait are not told that they may go on",                               \
		"notify when the condition has changed", "Lu 2008: order one third of 74")       \
	X(notify_one, "notify-one", TG_RUNTIME, DIAG_CLASS_CONCURRENCY, "CWE-833", 30,           \
		"one waiter is woken where several may have to go on", "notify all who wait",    \
		"Lu 2008: order one third of 74")                                                \
	X(atomic_to_plain, "atomic-to-plain", TG_RUNTIME, DIAG_CLASS_CONCURRENCY, "CWE-362", 40, \
		"a variable that threads share is not atomic",                                   \
		"make it atomic, or guard it by a lock", "Lu 2008: of one variable 66 % of 74")  \
	X(relaxed_order, "relaxed-order", TG_RUNTIME, DIAG_CLASS_CONCURRENCY, "CWE-362", 30,     \
		"an atomic access that publishes data is relaxed",                               \
		"store with release and load with acquire", "Lu 2008: order one third of 74")    \
	X(started_early, "started-early", TG_RUNTIME, DIAG_CLASS_CONCURRENCY, "CWE-696", 50,     \
		"what a thread needs is done too late", "do first what the thread needs",        \
		"Lu 2008: order one third of 74")                                                \
	X(joined_late, "joined-late", TG_RUNTIME, DIAG_CLASS_CONCURRENCY, "CWE-696", 40,         \
		"the work of threads is used before they have ended",                            \
		"join the threads before their results are used",                                \
		"Lu 2008: order one third of 74")                                                \
	X(unjoined_thread, "unjoined-thread", TG_RUNTIME, DIAG_CLASS_CONCURRENCY, "CWE-404", 30, \
		"a thread is not waited for", "join the thread before its object ends",          \
		"Lu 2008: order one third of 74; BugsC++: omissions 36 %")                       \
	X(detached_thread, "detached-thread", TG_RUNTIME, DIAG_CLASS_CONCURRENCY, "CWE-404", 5,  \
		"a thread is detached whose end must be waited for", "join the thread",          \
		"Lu 2008: order one third of 74")

#endif
