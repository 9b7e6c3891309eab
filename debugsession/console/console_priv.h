/* What the files of the console share. Nobody else includes this. */
#ifndef FL_DEBUGSESSION_CONSOLE_PRIV_H
#define FL_DEBUGSESSION_CONSOLE_PRIV_H

#include "debugsession/console/console.h"

/*
 * An engine: how it is started and how it answers. Its own struct begins with struct dbg_console,
 * which is zeroed and made ready before set_up().
 */
struct dbg_console_ops {
	const char *const *argv; /* [0] gives way to opts->gdb_path */
	const char *install; /* "gdb": what to install where there is none */
	size_t size; /* of the engine's own struct */
	int last_signal; /* when we die: with it and the end of its input it lets go of what it */
	/* attached to, and ends; 0: SIGKILL */
	bool python; /* it has Python in it, whose bytecode can be kept (debugsession/console/cache.h) */

	/* The struct is there, and empty: what release() must find. */
	void (*init)(struct dbg_console *c);

	/* The debugger has been started, its descriptors are watched: make it ready. */
	int (*set_up)(
		struct dbg_console *c, const struct dbg_console_opts *opts, struct fl_error *err);

	/* Free what the engine has; the debugger is dead. */
	void (*release)(struct dbg_console *c);

	/* The debugger's standard output can be read: a dbg_loop_fn. */
	void (*read)(void *ctx, int fd, short revents);

	/*
	 * As dbg_console_run() and dbg_console_ask(), but for what is done there for all engines:
	 * they set result, stop, state, resumed and text.
	 */
	int (*run)(struct dbg_console *c, struct fl_slice command, int64_t deadline,
		struct fl_error *err);
	int (*ask)(
		struct dbg_console *c, const char *command, unsigned wall_ms, struct fl_error *err);

	/* The stopped program may have ended without the debugger's knowledge; NULL: no matter. */
	void (*look)(struct dbg_console *c);

	/* A stop came while nobody waited, or in dbg_console_wait(): complete c->stop. Or NULL. */
	void (*settle)(struct dbg_console *c);

	/* As dbg_console_idle(). Or NULL. */
	void (*idle)(struct dbg_console *c);

	/* As dbg_console_interrupt(); the console is alive, and busy or running. */
	int (*interrupt)(struct dbg_console *c, struct fl_error *err);
};

extern const struct dbg_console_ops dbg_console_mi_ops, dbg_dap_lldb_ops, dbg_dap_gdb_ops;

const struct dbg_console_ops *dbg_engine_ops(enum dbg_engine_kind engine);

struct dbg_console {
	const struct dbg_console_ops *ops;
	struct dbg_loop *loop;
	struct dbg_console_opts opts; /* as they came; its texts outlive the console */
	struct fl_spawned debugger; /* with a box: only its descriptors */
	struct fl_child child; /* the debugger in a box */
	bool boxed;
	struct fl_pty pty; /* with a box: only master and name */
	enum dbg_state state;
	int64_t program_pid;
	bool busy, quiet; /* a command waits; its text is not wanted */
	bool have_result, have_stop;
	struct dbg_mi_record result, stop; /* valid with the flags above */
	bool new_stop; /* stop came after the last resume */
	bool lost; /* the connection to what runs has gone: no stop will come */
	bool resumed; /* by the command that waits, or by the last one */
	bool passing; /* the engine asks whether a stop was wanted: to others the program runs */
	bool interrupting; /* a stop was asked for since the last resume */
	bool abandoned;
	bool leaving; /* the last command tells the debugger to end */
	bool unwanted; /* nobody waits for this stop any more */
	struct fl_buf text, noise; /* noise: the start of what came on standard error */
	struct fl_buf heard; /* the start of what came on standard output */
	enum fl_end end; /* of a debugger that is dead; end_status: its exit status or signal */
	int end_status;
	size_t told; /* bytes of text that the last reply had */
	bool text_cut;
	struct fl_buf queue; /* bytes for the debugger, from byte `queued` on */
	size_t queued;
	struct fl_buf output; /* of the program: the last bytes of output_end in all */
	size_t output_max;
	uint64_t output_end;
	bool mid_line; /* what was sent to it did not end with a newline */
	struct dbg_console_watch watch;
};

enum { DBG_COMMAND_BYTES = 4 << 20 };

/* Forget the last result; the last stop. */
void dbg_console_drop_result(struct dbg_console *c);
void dbg_console_drop_stop(struct dbg_console *c);

/* What a person would have seen, unless the question is a quiet one. */
void dbg_console_add_text(struct dbg_console *c, struct fl_slice text);

/* Bytes from the debugger's standard output, before they are read: for who asks what it is. */
void dbg_console_hear(struct dbg_console *c, struct fl_slice bytes);

/* The program runs; it has stopped (*r is moved into c->stop). */
void dbg_console_on_running(struct dbg_console *c);
void dbg_console_on_stopped(struct dbg_console *c, struct dbg_mi_record *r);

/* Send bytes to the debugger: all of them, or none and FL_ELIMIT or FL_ENOMEM. */
int dbg_console_send(struct dbg_console *c, struct fl_slice bytes, struct fl_error *err);

/* Turn the loop until the flag is set: FL_ETIMEOUT, FL_ECLOSED when the debugger dies. */
int dbg_console_await(
	struct dbg_console *c, const bool *flag, int64_t deadline, struct fl_error *err);

/* After a resume: wait for the stop, FL_ETIMEOUT with what to do next. */
int dbg_console_await_stop(struct dbg_console *c, int64_t deadline, struct fl_error *err);

/*
 * Between stops that nobody wanted: FL_ETIMEOUT, with the same words, or FL_ECLOSED when the
 * program runs and is not to be waited for any longer.
 */
int dbg_console_in_time(const struct dbg_console *c, int64_t deadline, struct fl_error *err);

/* FL_ECLOSED: the debugger has died, with its last words. */
int dbg_console_closed(const struct dbg_console *c, struct fl_error *err);

/*
 * A signal as a terminal sends it, to the debugger and to what it waits for (a shell's command);
 * the program is in another process group.
 */
void dbg_console_signal(struct dbg_console *c, int sig);

/* End the debugger, if it lives, and start another one; the program's terminal stays. */
int dbg_console_start(struct dbg_console *c, struct fl_error *err);

/* What the loop calls for the rest of the descriptors. */
void dbg_console_read_noise(void *ctx, int fd, short revents);
void dbg_console_read_program(void *ctx, int fd, short revents);
void dbg_console_write_queue(void *ctx, int fd, short revents);

/* Engines that are a gdb: its settings and the program's terminal, by quiet MI commands. */
int dbg_console_set_up_gdb(
	struct dbg_console *c, const struct dbg_console_opts *opts, struct fl_error *err);

/* Kill the debugger, if it lives: the console is dead. */
void dbg_console_die(struct dbg_console *c);

/* FL_EINVAL, with what to do instead, for a command that cannot be one line for gdb. */
int dbg_console_check(struct fl_slice command, struct fl_error *err);

/* Put lines into the file in memory *script (-1: make one). */
int dbg_console_script(int *script, struct fl_slice lines, struct fl_error *err);

#endif
