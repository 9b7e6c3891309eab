/*
 * Where the threads of live processes stand, and what they wait for: the look before a run whose
 * time is up is ended (fl_run_spec.stop_fn). libdw's unwinder, inside the box, by the call frame
 * information of each module; frames come back as module and offset, for san_symbolize_boxed().
 *
 * What a thread waits for is read from its system call: the address of a futex, the three numbers
 * that stand there (of a pthread_mutex_t of glibc: lock, count, owner) and the variable that holds
 * it, when the module's symbol table has one.
 */
#ifndef FL_SANITIZE_LIVE_H
#define FL_SANITIZE_LIVE_H

#include "base/sandbox/sandbox.h"
#include "sanitize/report/report.h"

/* Where it is left, below FL_BOX_DIR. */
#define SAN_LIVE_FILE ".live"

enum { SAN_LIVE_PROCESSES_MAX = 8, SAN_LIVE_THREADS_MAX = 64 };

struct san_live_thread {
	int64_t pid, tid;
	struct fl_slice process; /* its name */
	bool running; /* it did not wait */
	uint64_t futex; /* what it waits at; 0: none */
	uint32_t words[3]; /* what stands there */
	struct fl_slice variable; /* that it lies in, or empty */
	struct fl_list frames; /* of struct san_frame: module, offset, spot */
};

/*
 * Inside: look at all processes whose program lies in FL_BOX_DIR, at most SAN_LIVE_PROCESSES_MAX of
 * them with SAN_LIVE_THREADS_MAX threads each, and write what they do. Nothing is written where
 * they may not be traced.
 */
void san_live_look(void);

/* Read it: of struct san_live_thread, in the arena, by process and thread; empty without one. */
struct fl_list san_live_read(struct fl_box *box, struct fl_arena *a);

#endif
