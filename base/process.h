/*
 * Child processes, done once. A child runs in its own process group (or inside a sandbox box,
 * base/sandbox/sandbox.h), with only the descriptors it is given.
 *
 * fl_process_run() is for trusted commands of our own (a compiler's --version, git): its group is
 * killed when the command has ended or its time is up, and the command dies when we do. What moves
 * to a group of its own escapes it. Everything that comes from a corpus or a model, or that such
 * input may steer, runs through base/sandbox/sandbox.h, which nothing escapes.
 */
#ifndef FL_BASE_PROCESS_H
#define FL_BASE_PROCESS_H

#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"

/* Why a child ended. */
enum fl_end {
	FL_END_EXIT, /* by itself; exit_status is set */
	FL_END_SIGNAL, /* by a signal that was not ours; signal is set */
	FL_END_CPU, /* its CPU time was used up */
	FL_END_WALL, /* its wall time was used up */
	FL_END_OUTPUT, /* stdout or stderr passed the cap */
	FL_END_MEMORY, /* it (or a descendant) used more memory than allowed */
	FL_END_COUNT
};

extern const char *const fl_end_names[FL_END_COUNT]; /* "exit", "signal", "cpu", … */

/* What is kept of the end of an output where its middle is dropped. */
enum { FL_TAIL_MAX = 64 << 10 };

struct fl_process_result {
	enum fl_end end;
	int exit_status; /* 0..255 for FL_END_EXIT, else -1 */
	int signal; /* for FL_END_SIGNAL, else -1 */
	unsigned cpu_ms; /* user + system time of the child and what it waited for */
	unsigned wall_ms;
	unsigned max_rss_kb;
	/*
	 * Of wall_ms, the time in which it was ready to run and no processor was given to it; 0 but
	 * in a box, where it comes from looks at its threads, 50 ms apart or more
	 */
	unsigned starved_ms;
	bool idle; /* FL_END_WALL before that time: fl_run_spec.idle_fn said that it is over */
	unsigned log_lost; /* fl_run_spec.log_prefix: logs that were opened and hold nothing */
	bool out_cut, err_cut; /* more was written than the caps let through */
};

struct fl_process_spec {
	const char *const *argv; /* NULL-terminated; argv[0] is looked up in PATH */
	const char *const *env; /* NULL-terminated "K=V"; NULL: our own environment */
	const char *cwd; /* NULL: ours */
	int last_signal; /* what it gets when we die; 0: SIGKILL */
	struct fl_slice input; /* its standard input */
	size_t out_max, err_max; /* bytes kept of stdout and stderr; 0: 1 MiB */
	bool share_out; /* its standard output is ours: nothing of it comes to out */
	unsigned wall_ms; /* 0: 60 s */
	unsigned grace_ms; /* between TERM and KILL; 0: 200 */
};

/*
 * Run a command to its end. out and err are appended to (either may be NULL: discarded). Bytes past
 * out_max and err_max are dropped and noted in out_cut and err_cut; the command goes on. Passing
 * wall_ms sends TERM to the group and KILL after grace_ms (FL_END_WALL, whatever it did then).
 * FL_EEXEC with errno when it could not be started, FL_ELIMIT when out's or err's own maximum was
 * passed, FL_EINVAL when the caller ignores SIGCHLD. Never leaves a process of its group behind,
 * and never waits for one that left it.
 */
int fl_process_run(const struct fl_process_spec *spec, struct fl_buf *out, struct fl_buf *err_out,
	struct fl_process_result *ret_result, struct fl_error *err);

/* text as one word for a POSIX shell, in single quotes. */
void fl_shell_quote(struct fl_buf *out, const char *text);

/* Milliseconds of a clock that only goes forward. */
int64_t fl_clock_ms(void);

#endif
