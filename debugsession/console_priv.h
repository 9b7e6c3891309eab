/* What the files of the console share. Nobody else includes this. */
#ifndef FL_DEBUGSESSION_CONSOLE_PRIV_H
#define FL_DEBUGSESSION_CONSOLE_PRIV_H

#include "debugsession/console.h"

struct dbg_console {
	struct dbg_loop *loop;
	struct fl_spawned gdb; /* with a box: only its descriptors */
	struct fl_child child; /* gdb in a box */
	bool boxed;
	struct fl_pty pty; /* with a box: only master and name */
	struct dbg_mi mi;
	enum dbg_state state;
	unsigned groups; /* programs under gdb */
	int64_t program_pid;
	uint32_t token; /* of the command that waits, or of the last one */
	bool busy, quiet; /* a command waits; its text is not wanted */
	bool have_result, have_stop;
	struct dbg_mi_record result, stop; /* valid with the flags above */
	bool new_stop; /* stop came after the last resume */
	bool resumed; /* by the command that waits, or by the last one */
	struct fl_buf text, noise;
	bool text_cut;
	struct fl_buf queue; /* lines for gdb, from byte `queued` on */
	size_t queued;
	struct fl_buf output; /* of the program: the last bytes of output_end in all */
	size_t output_max;
	uint64_t output_end;
	int script; /* a file in memory that gdb sources, or -1 */
};

enum { DBG_COMMAND_BYTES = 4 << 20 };

/* Forget the last result; the last stop. */
void dbg_console_drop_result(struct dbg_console *c);
void dbg_console_drop_stop(struct dbg_console *c);

/* Everything gdb says comes here: a dbg_mi_sink. */
int dbg_console_on_record(void *ctx, struct dbg_mi_record *r);

/* What the loop calls for gdb's streams and for the program's terminal. */
void dbg_console_read_mi(void *ctx, int fd, short revents);
void dbg_console_read_noise(void *ctx, int fd, short revents);
void dbg_console_read_program(void *ctx, int fd, short revents);
void dbg_console_write_queue(void *ctx, int fd, short revents);

/* As dbg_console_ask(), with a limit of its own. */
int dbg_console_ask_within(struct dbg_console *c, const char *command, unsigned wall_ms,
	const struct dbg_mi_record **ret_result, struct fl_error *err);

/* Kill gdb, if it lives: the console is dead. */
void dbg_console_die(struct dbg_console *c);

/* FL_EINVAL, with what to do instead, for a command that cannot be one line for gdb. */
int dbg_console_check(struct fl_slice command, struct fl_error *err);

/* Does this CLI command let the program go on? */
bool dbg_console_resumes(struct fl_slice command);

/* Put lines into c->script. */
int dbg_console_script(struct dbg_console *c, struct fl_slice lines, struct fl_error *err);

#endif
