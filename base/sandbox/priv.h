/*
 * What the parts of the sandbox share; not for other folders.
 *
 *   sandbox.c   the caller's side: a box's life, and its files
 *   run.c       the caller's side of a run
 *   wire.c      messages between the caller and the box's init
 *   id.c        the user that a box has outside
 *   cgroup.c    memory and process control groups
 *   init.c      the box's init: pid 1 of its outer pid namespace, forked without exec
 *   mount.c     the tree that the inside sees
 *   reap.c      each run's reaper: pid 1 of the run's pid namespace
 *   tree.c      all descendants of a process: what they use, and their end
 *   landlock.c  the same wall once more, where the kernel has Landlock
 *   catch.c     logs of sanitizers, which come over pipes that nobody takes back
 *   limit.c     what the program itself is put under: limits, capabilities, call filter
 */
#ifndef FL_BASE_SANDBOX_PRIV_H
#define FL_BASE_SANDBOX_PRIV_H

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/process_priv.h"
#include "base/sandbox/sandbox.h"

/* ---- control groups ---- */

struct fl_cgroup {
	char memory[512], pids[512]; /* directories of ours, "" when there is none */
	int memory_procs, pids_procs; /* write "0" to join; -1 when there is none */
	int memory_lock, pids_lock; /* held while the box lives: these are not left over */
	bool unified; /* version 2: memory is the one directory for all */
	unsigned processes; /* the limit that pids has now */
};

/* Make groups for a box where we may; what cannot be had stays empty. Removes left ones first. */
void fl_cgroup_open(struct fl_cgroup *g, size_t memory_max);
void fl_cgroup_close(struct fl_cgroup *g);
void fl_cgroup_set_processes(struct fl_cgroup *g, unsigned processes);

/*
 * After a run that was killed for lack of memory: wait until the kernel has taken back what it
 * held, up to two seconds, lest the next one is killed for it.
 */
void fl_cgroup_settle(const struct fl_cgroup *g);

/* How many processes were killed there for lack of memory so far. */
uint64_t fl_cgroup_oom_kills(const struct fl_cgroup *g);

/* ---- what the init is told ---- */

struct fl_box_conf;

/* Choose the box's user and group outside, for root and before lending. */
void fl_id_choose(struct fl_box_conf *conf);

/*
 * Have somebody else's process pid, in its new user namespace, mapped to numbers that the system
 * lends to its user; which of them could be: bits of these, 0 when there are none to be had.
 */
enum { FL_ID_USER = 1, FL_ID_GROUP = 2 };
unsigned fl_id_lend(struct fl_box_conf *conf, pid_t pid);

/* Map the user and group of process pid (0: the caller) as chosen, but what is done. */
int fl_id_write_maps(
	const struct fl_box_conf *conf, pid_t pid, unsigned done, struct fl_error *err);

/* The numbers that the box's user and group have for its init. */
#define FL_ID_INSIDE(conf, id) ((conf)->flags & CLONE_NEWUSER ? FL_BOX_ID : (conf)->box_##id)

struct fl_box_conf {
	struct fl_box_opts opts; /* defaults filled in */
	struct fl_cgroup cgroup;
	int flags; /* the namespaces it was cloned with; 0: none, degraded */
	char dir[160]; /* FL_BOX_DIR, or a directory of the host's when degraded */
	char outer[128]; /* the directory around that one; "" when there is none */
	uid_t uid; /* the caller's */
	gid_t gid;
	uid_t box_uid; /* the box's outside; inside it is FL_BOX_ID where it has a user namespace */
	gid_t box_gid;
	bool own_id; /* those are nobody else's */
	bool outside; /* in a chroot that was left: our working directory is what "/" was */
	bool random; /* degraded: a filter around us keeps address space randomisation on */
	char missing[256]; /* what a degraded box does without */
};

struct fl_box {
	struct fl_box_conf conf;
	pid_t init;
	int sock; /* to the init; -1 once it is known to be gone */
};

/* ---- messages (native structs: both sides are one program) ---- */

enum fl_box_op {
	FL_BOX_OP_WRITE,
	FL_BOX_OP_READ,
	FL_BOX_OP_REMOVE,
	FL_BOX_OP_CONNECT,
	FL_BOX_OP_LINK, /* the body is name, NUL, target */
	FL_BOX_OP_EMPTY, /* fails unless it is a directory without files */
	FL_BOX_OP_CLEAR,
	FL_BOX_OP_RUN
};

enum { FL_WIRE_FDS = 5, FL_WIRE_MAX = 64 << 20 };

struct fl_wire_head {
	uint32_t op, mode;
	uint64_t len; /* bytes of body that follow */
};

struct fl_wire_reply {
	int code, sys; /* enum fl_code; sys is not in the message yet */
	char message[480];
};

/* The body of FL_BOX_OP_RUN: this, arg, then argc + envc + logc NUL-terminated strings. */
struct fl_wire_run {
	uint32_t cpu_ms, wall_ms, processes;
	uint32_t stop_signal, grace_ms; /* both 0: none */
	uint32_t idle_ms;
	uint32_t argc, envc;
	uint32_t logc; /* 1: behind them stands fl_run_spec.log_prefix */
	uint64_t file_max, address_max, stack_max;
	uint64_t arg_len;
	fl_box_fn fn; /* NULL: execute argv */
	fl_box_stop_fn stop_fn; /* NULL: none */
	fl_box_idle_fn idle_fn; /* NULL: none */
	bool randomize, moved, one_cpu, waits, pty;
};

/*
 * What a reaper is told over its run's socket, an int: to end all, for this reason (enum fl_end),
 * or to send the program, or its process group, a signal: one of these and its number.
 */
enum { FL_RUN_SIGNAL = 1000, FL_RUN_SIGNAL_GROUP = 2000 };

/* What a reaper tells over its run's socket. The first is always STARTED or FAILED. */
enum fl_run_note { FL_RUN_STARTED, FL_RUN_FAILED, FL_RUN_ENDED };

struct fl_run_report {
	enum fl_run_note note;
	int sys; /* FAILED: errno */
	bool exec; /* FAILED: it was the exec itself */
	char what[96]; /* FAILED: what could not be done */
	enum fl_end end; /* ENDED; SIGNAL and EXIT are to be read from status */
	int status; /* ENDED: as wait() gives it */
	uint64_t cpu_us, max_rss_kb, starved_us;
	uint32_t log_lost;
	bool idle;
};

/* All bytes, with descriptors on the first; 0 or errno. Never raises SIGPIPE. */
int fl_wire_send(int sock, const void *bytes, size_t len, const int *fds, size_t nfds);

/*
 * Exactly len bytes of a stream, or one packet of at most len; up to FL_WIRE_FDS descriptors come
 * with it, unused places are -1 (fds may be NULL). 0, ECONNRESET at the end, or errno.
 */
int fl_wire_recv(int sock, void *bytes, size_t len, int *fds);

/* ---- the inside ---- */

_Noreturn void fl_box_init_main(struct fl_box_conf *conf, int sock);

/* Build the tree and move into it. 0, or a code with err filled. */
int fl_box_mount(const struct fl_box_conf *conf, struct fl_error *err);

/* Make our mount namespace's true root ours, and base, which was it, our working directory. */
int fl_box_leave_chroot(int base, struct fl_error *err);

/* Fresh FL_BOX_DIR, /tmp and /dev/shm over the old ones. */
int fl_box_mount_scratch(const struct fl_box_conf *conf, bool again, struct fl_error *err);

/* In the process cloned for the run; fds: stdin, stdout, stderr, its socket, its logs (or -1). */
_Noreturn void fl_reap_main(const struct fl_box_conf *conf, const struct fl_wire_run *run,
	const char *body, const int fds[FL_WIRE_FDS]);

/* ---- all descendants of the calling process, which must be their reaper ---- */

struct fl_tree_usage {
	uint64_t cpu_us; /* of those that live and those that were waited for */
	uint64_t rss_kb; /* of those that live, together; with their page tables if asked */
	uint64_t max_rss_kb; /* the largest of those that were waited for */
	bool ready; /* a thread is on a processor, or waits for one */
};

/* but: a process that counts as never ready; 0: none. */
struct fl_tree_usage fl_tree_look(bool memory, pid_t but);

/*
 * What they hold, page tables too, with pages that they share counted once. They are stopped for as
 * long: else one could write to what it shares behind the count.
 */
uint64_t fl_tree_held_kb(void);

/* Kill those that are there now; until none is left. */
void fl_tree_kill(void);
void fl_tree_bury(void);

/* Things that a process of ours does to itself for good; 0 or -1 with errno and *ret_what. */
int fl_limit_rlimits(
	const struct fl_box_conf *conf, const struct fl_wire_run *run, const char **ret_what);

/* Can address space randomisation be turned off? */
bool fl_limit_can_fix_addresses(void);
int fl_limit_drop(const struct fl_box_conf *conf, const char **ret_what);
int fl_limit_filter(bool network, bool memory_counted, const char **ret_what);

/*
 * Have opens of what looks like a sanitizer's log told to who holds the result; the caller and what
 * it starts can install no filters of their own then. -1: this kernel cannot.
 */
int fl_limit_catch(void);

/* ---- logs: what opens them gets a pipe of the reaper's ---- */

enum { FL_NOTIF_ROOM = 256 }; /* for what a later kernel may tell of a call */

struct fl_catch;

/* For logs whose names start like that; NULL: out of memory or descriptors. They then are files. */
struct fl_catch *fl_catch_new(const char *prefix);

/* In the program's process: its end (to be kept open), and what it does before it is executed. */
int fl_catch_end(const struct fl_catch *c);
void fl_catch_install(struct fl_catch *c);

/* Once the program runs; then its descriptor, which is readable when there is something to do. */
void fl_catch_accept(struct fl_catch *c);
int fl_catch_fd(const struct fl_catch *c);
void fl_catch_serve(struct fl_catch *c);

/*
 * When nothing runs any more: write all to `to` (-1: nowhere), by the numbers at the ends of names.
 * Returns how many were opened and have nothing.
 */
unsigned fl_catch_finish(struct fl_catch *c, int to);

/* The version of Landlock that the kernel has, 0: none. */
int fl_landlock_version(void);

/* Let the caller and what it starts reach what a box has, and no more, where there is Landlock. */
int fl_landlock_enter(const struct fl_box_conf *conf, const char **ret_what);

/* Default dispositions for all signals; nothing blocked but what `keep` names (NULL: nothing). */
void fl_reset_signals(const sigset_t *keep);

/* Close every descriptor above 2 but these. */
void fl_close_but(const int *keep, size_t count);

#endif
