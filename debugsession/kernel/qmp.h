/*
 * A client of QEMU's machine protocol (docs/interop/qmp-spec.txt of QEMU 7.2): a line of JSON for
 * each message. It turns the caller's loop while it waits for an answer. Unlike the debugger's
 * stub it works while the machine runs, and an answer of any length cannot block it: QEMU 7.2
 * deadlocks when it sends more than 277 lines of a monitor command over a stub's Unix socket.
 */
#ifndef FL_DEBUGSESSION_KERNEL_QMP_H
#define FL_DEBUGSESSION_KERNEL_QMP_H

#include "base/json.h"
#include "debugsession/console/loop.h"

struct dbg_qmp;

/* How QEMU's socket is reached, which may not be there yet. */
struct dbg_qmp_way {
	int (*connect)(void *ctx); /* a descriptor that does not block, or -1: not yet */
	bool (*goes_on)(void *ctx); /* asked while it waits: false ends the attempt. NULL: true */
	void *ctx;
};

/* Connect and shake hands. FL_ETIMEOUT, FL_ECLOSED. The caller frees it. */
int dbg_qmp_new(struct dbg_loop *loop, const struct dbg_qmp_way *way, int64_t deadline,
	struct dbg_qmp **ret_qmp, struct fl_error *err);

/* For a way: connect to the socket of this path of at most 107 bytes. */
int dbg_qmp_connect(const char *path);

void dbg_qmp_free(struct dbg_qmp *q);

/*
 * Run a command; arguments: a JSON object, or empty. *ret_result (may be NULL) lives in the arena.
 * FL_EREFUSED with QEMU's words; FL_ETIMEOUT: QEMU does not answer, and a late answer is dropped;
 * FL_ECLOSED: QEMU has gone; FL_ELIMIT: its answer has more than 64 MiB.
 */
int dbg_qmp_run(struct dbg_qmp *q, const char *command, struct fl_slice arguments, unsigned wall_ms,
	struct fl_arena *a, const struct fl_json **ret_result, struct fl_error *err);

/* A command for people ("info tlb"): appends what it prints, with lines ended by LF. */
int dbg_qmp_monitor(struct dbg_qmp *q, struct fl_slice line, unsigned wall_ms, struct fl_buf *out,
	struct fl_error *err);

bool dbg_qmp_open(const struct dbg_qmp *q); /* QEMU has not gone */

/* How the guest has ended the machine: "guest-reset" (a triple fault, too), …; "": it has not. */
const char *dbg_qmp_shutdown(const struct dbg_qmp *q);

/* The process that listens at the other end; 0: not known. */
pid_t dbg_qmp_peer(const struct dbg_qmp *q);

#endif
