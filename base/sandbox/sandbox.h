/*
 * The sandbox: where everything hostile runs (compilers on foreign code, mutants, gdb).
 *
 * A box is a private world: own user, mount, pid, network, ipc and uts namespaces; a read-only tree
 * of the system's programs and libraries and nothing else (no home, no /tmp of the host, no /var,
 * no sockets, no detached debugging symbols); one writable directory, always at FL_BOX_DIR, on a
 * tmpfs with a size cap; no network but its own 127.0.0.1; uid and gid FL_BOX_ID inside whoever we
 * are outside; no capabilities, no_new_privs and a system call filter. A box outlives the runs in
 * it: files put there stay until fl_box_clear().
 *
 * Each run gets a pid namespace of its own whose first process is our reaper: when the run's
 * program ends (or is ended), the kernel kills whatever it left behind. When we are killed, the box
 * and all in it die too: also when only the thread that made the box ends, so make it in one that
 * stays, and in a process with no other threads yet (it forks). A box is not thread-safe; use one a
 * worker. Several runs may live in it at once (at most 32); they share its memory limit.
 *
 * What runs sees the same world each time: argv, environment, working directory, uid, host name,
 * pids (the program is pid 2) and /proc are constant.
 *
 * Root does without a user namespace where the kernel refuses one (a chroot). Where it refuses all
 * namespaces, fl_box_new() fails with FL_EMISSING and says what; with opts.degraded it goes on
 * without them, in a directory of the host's that runs start in (FL_BOX_DIR is not there), and
 * without terminals. docs/threat-model.md says what holds and what does not.
 */
#ifndef FL_BASE_SANDBOX_H
#define FL_BASE_SANDBOX_H

#include "base/process.h"

#define FL_BOX_DIR "/box"
enum { FL_BOX_ID = 65534 };

struct fl_box;

struct fl_box_opts {
	size_t disk_max; /* bytes in FL_BOX_DIR, and the same in /tmp; 0: 256 MiB */
	size_t memory_max; /* bytes for all processes and their files; 0: 2 GiB */
	unsigned compile_ms; /* of CPU for a compiler: fl_box_compile_ms(); 0: FL_COMPILE_CPU_MS */
	bool degraded; /* do without what the kernel refuses */
	bool debug_symbols; /* show /usr/lib/debug, for Valgrind and for people */
	/*
	 * Further absolute host paths to show read-only at the same place, NULL-terminated, or
	 * NULL; not below /tmp, FL_BOX_DIR, /dev, /proc, /sys.
	 */
	const char *const *binds;
};

/* Looks at the processes of a run whose time is up: all in /proc but 1 and its own. */
typedef void (*fl_box_stop_fn)(void);

/* The same where nothing seems to be done any more: is it certain that nothing ever will be? */
typedef bool (*fl_box_idle_fn)(void);

/*
 * What one run of a compiler may use, everywhere: templates and nested lambdas grow without bounds,
 * and an #include of /dev/urandom or /proc/self/fd/1 has no end. Passing it is told as
 * "compiler_limit".
 */
enum { FL_COMPILE_CPU_MS = 30000, FL_COMPILE_WALL_MS = 4 * FL_COMPILE_CPU_MS };

enum { FL_LOG_MAX = 32 << 20 };

/* Limits and plumbing of one run. */
struct fl_run_spec {
	const char *const *argv; /* NULL-terminated; argv[0] looked up in /usr/bin:/bin */
	const char *const *env; /* NULL-terminated "K=V"; NULL: PATH, HOME, LANG=C.UTF-8 only */
	struct fl_slice input; /* standard input; empty: /dev/null */
	size_t out_max; /* bytes kept; 0: 1 MiB. Passing it ends the run (FL_END_OUTPUT) */
	size_t err_max; /* the same for standard error */
	/*
	 * Passing them ends nothing: of what passes, the last FL_TAIL_MAX bytes are appended, behind
	 * a line that says how many are missing. The buffers need room for both.
	 */
	bool keep_tail;
	unsigned cpu_ms; /* CPU time of all its processes; 0: 10 s */
	unsigned wall_ms; /* 0: 3 x cpu_ms + 5 s */
	unsigned processes; /* at once; 0: 64 */
	size_t file_max; /* largest file it may write; 0: the box's disk_max */
	size_t address_max; /* RLIMIT_AS; 0: none. Never set it for sanitized programs */
	size_t stack_max; /* RLIMIT_STACK; 0: 8 MiB */
	/*
	 * Logs of sanitizers' runtimes, by what their names begin with ("/box/.report/"): where the
	 * kernel can, who opens one gets a pipe instead, and what is written is appended to *log by
	 * the numbers that the names end in, at most FL_LOG_MAX bytes. What was written stays, and
	 * result.log_lost counts those that were opened and have nothing. Elsewhere they are files.
	 * What runs can install no system call filters. NULL: all are files.
	 */
	const char *log_prefix;
	struct fl_buf *log;
	bool randomize; /* address space randomisation; default off, for determinism */
	bool moved; /* without it: libraries and mappings elsewhere, the same place each time */
	bool waits; /* for work of ours, mostly: looked at once a second where a group bounds memory */
	bool one_cpu; /* its threads take turns on one CPU, as on a machine that is busy */
	/*
	 * Sent to the program first when its time is up, so that it can tell where it is (SIGABRT
	 * under AddressSanitizer's handle_abort=1); after grace_ms more of either time all is
	 * killed. The result is FL_END_CPU or FL_END_WALL all the same. 0: killed at once.
	 */
	int stop_signal;
	unsigned grace_ms; /* 0: 3 s */
	/*
	 * Called before that signal is sent, in a process of its own beside the program's, under the
	 * same limits, in the same pid namespace: it may trace the others and write files. It must
	 * have been linked into this program before fl_box_new(). NULL: none; needs a stop_signal.
	 */
	fl_box_stop_fn stop_fn;
	/*
	 * Called likewise when the run has used nearly no CPU time for idle_ms, and again each time
	 * that twice as long has passed. True: its time is up, as if wall_ms had passed. NULL: never
	 * asked; needs a stop_signal. idle_ms 0: 1 s.
	 */
	fl_box_idle_fn idle_fn;
	unsigned idle_ms;
};

/*
 * A fresh box (opts may be NULL: the defaults). The caller frees it. FL_EMISSING when the system
 * cannot give one, FL_EINVAL or FL_ENOTFOUND when a path of opts.binds cannot be shown.
 */
int fl_box_new(const struct fl_box_opts *opts, struct fl_box **ret_box, struct fl_error *err);

/* Kill everything in it and free it. NULL is allowed. */
void fl_box_free(struct fl_box *box);

/*
 * Remove the control groups that boxes of killed processes have left; waits up to half a second for
 * their last processes to end. A new box does so, too, without waiting.
 */
void fl_box_tidy(void);

/* CPU time that a run of a compiler may use in this box; four times that by the clock. */
unsigned fl_box_compile_ms(const struct fl_box *box);

/* What a degraded box does without, comma-separated; "" when nothing. Owned by the box. */
const char *fl_box_missing(const struct fl_box *box);

/* What keeps a box in its place, as far as that differs between hosts. */
struct fl_box_facts {
	bool namespaces, user_namespace;
	unsigned uid; /* outside */
	bool own_uid; /* which is nobody else's */
	int landlock; /* its version; 0: the kernel has none */
	int memory_group, process_group; /* version of the control groups; 0: none: it is watched */
};

struct fl_box_facts fl_box_facts(const struct fl_box *box);

/*
 * Remove every file from FL_BOX_DIR, /tmp and /dev/shm, whatever stands there; it costs the same
 * for one file and for many. A child that still lives keeps its old view.
 */
int fl_box_clear(struct fl_box *box, struct fl_error *err);

/*
 * Write a file below FL_BOX_DIR with the permissions `mode`; name is relative, its directories are
 * made, what stood there (other than a directory) is replaced. Names that are absolute, end in "/"
 * or hold an empty part, "." or ".." are FL_EINVAL. Never follows a link that the inside has made.
 * FL_EIO with ENOSPC when the box is full.
 */
int fl_box_put(struct fl_box *box, const char *name, struct fl_slice bytes, unsigned mode,
	struct fl_error *err);

/*
 * The same from a descriptor of a regular file, at most len bytes from where it stands; never all
 * in memory. It takes whatever fd is: what a stranger named goes through base/carry.h.
 */
int fl_box_put_fd(struct fl_box *box, const char *name, int fd, uint64_t len, unsigned mode,
	struct fl_error *err);

/* The same with a symbolic link; what it says means something inside only. */
int fl_box_link(struct fl_box *box, const char *name, const char *target, struct fl_error *err);

/* Append a regular file's bytes to out (its max bounds them). FL_ENOTFOUND when there is none. */
int fl_box_get(struct fl_box *box, const char *name, struct fl_buf *out, struct fl_error *err);

/*
 * Connect to a stream socket that a run has made below FL_BOX_DIR and listens at; *ret_fd does not
 * block, and is the caller's to close. Names are as for fl_box_put(). FL_ENOTFOUND when there is
 * none, FL_EREFUSED when nobody listens there. What comes over it is the inside's word.
 */
int fl_box_connect(struct fl_box *box, const char *name, int *ret_fd, struct fl_error *err);

/*
 * Is it certain that a directory below FL_BOX_DIR has nothing in it but names that begin with "."?
 * False also where that cannot be told: it costs no run, whose eyes see more.
 */
bool fl_box_is_empty(struct fl_box *box, const char *name);

/* Remove a file; one that is not there is no error. */
int fl_box_remove(struct fl_box *box, const char *name, struct fl_error *err);

/*
 * Run a command inside and wait until it has ended and all that it left is dead. out and err_out
 * are appended to (either may be NULL: discarded). Unlike with fl_process_run(), passing out_max or
 * err_max ends it. FL_EEXEC with errno when it could not be started; FL_ECLOSED when the box has
 * died. A run that used more than cpu_ms is FL_END_CPU however it ended; one in which the kernel
 * killed a process for lack of memory is FL_END_MEMORY.
 */
int fl_box_run(struct fl_box *box, const struct fl_run_spec *spec, struct fl_buf *out,
	struct fl_buf *err_out, struct fl_process_result *ret_result, struct fl_error *err);

/*
 * Run a C function inside, in a process of its own, with the limits of spec (argv and env are not
 * used): for libraries that read hostile input (libclang). The function must have been linked into
 * this program before fl_box_new(); arg (copied, at most 64 MiB with the rest) is what it gets;
 * what it writes to fd 1 lands in out; its result is the exit status. It runs in a copy of this
 * process as it was at fl_box_new(), without exit handlers: it must flush what it buffers.
 */
typedef int (*fl_box_fn)(struct fl_slice arg);
int fl_box_call(struct fl_box *box, const struct fl_run_spec *spec, fl_box_fn fn,
	struct fl_slice arg, struct fl_buf *out, struct fl_buf *err_out,
	struct fl_process_result *ret_result, struct fl_error *err);

/*
 * A live program inside (gdb): its stdin, stdout and stderr are pipes of ours. With a pty, a
 * terminal is made inside for the program under gdb; FL_BOX_TTY is its name there and tty our end
 * (without echo or output processing, line by line for input, ^D ends it). Time limits hold though
 * nobody looks; output is not capped. End all children before the box is freed.
 */
#define FL_BOX_TTY "/dev/pts/0"

struct fl_child {
	int in, out, err; /* our ends, non-blocking; -1 once closed */
	int tty; /* our end of the pty, or -1 */
	struct fl_box *box;
	void *run;
};

int fl_box_spawn(struct fl_box *box, const struct fl_run_spec *spec, bool pty,
	struct fl_child *ret_child, struct fl_error *err);

/* Send the program itself (not what it has started) a signal. Nothing when it has ended. */
void fl_child_signal(struct fl_child *child, int sig);

/* The same to the program and what it has started, but for what has left its process group. */
void fl_child_signal_group(struct fl_child *child, int sig);

/*
 * Has the program ended, and all that it left behind? Never waits. ret_result (may be NULL) is
 * filled then; our ends stay open, to be read to their end, until fl_child_end().
 */
bool fl_child_ended(struct fl_child *child, struct fl_process_result *ret_result);

/*
 * Kill the run if it still lives (it is then FL_END_SIGNAL with SIGKILL), collect it, close our
 * ends. ret_result may be NULL. The child is gone also on failure.
 */
int fl_child_end(
	struct fl_child *child, struct fl_process_result *ret_result, struct fl_error *err);

#endif
