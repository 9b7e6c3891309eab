/* What the files of QEMU's life share. Nobody else includes this. */
#ifndef FL_DEBUGSESSION_KERNEL_QEMU_PRIV_H
#define FL_DEBUGSESSION_KERNEL_QEMU_PRIV_H

#include "base/arena.h"
#include "debugsession/kernel/qemu.h"

enum { DBG_QEMU_ARGS_MAX = 256 };

struct dbg_qemu {
	struct dbg_loop *loop;
	const struct dbg_qemu_opts *opts;
	struct dbg_console *console; /* once attached */
	struct dbg_qmp *qmp; /* NULL: a command's QEMU that opened none */
	struct fl_spawned child; /* in a box: only its descriptors */
	struct fl_child inside; /* in a box */
	pid_t inside_pid; /* its process, as it is numbered out here */
	struct fl_process_result result; /* in a box: how it has ended */
	char *home, *id; /* owned */
	int dir, log; /* descriptors of HOME/ID.d and of its qemu.log */
	size_t logged; /* bytes */
	struct fl_buf said; /* the end of what it said on standard error */
	/* where its files are, as QEMU names it: a short path, good while we live, or in the box */
	char here[48];
	char gdb_path[64], qmp_path[64]; /* sockets in it */
	bool port; /* the stub is at port 1234 */
};

/* The directory of its files in a box. */
#define DBG_QEMU_BOX_DIR ".faultline-qemu"

/* Start it, beside us or in its box. qemu_place.c */
int dbg_qemu_spawn(struct dbg_qemu *q, struct fl_error *err);
bool dbg_qemu_child_ended(struct dbg_qemu *q);
void dbg_qemu_child_how(const struct dbg_qemu *q, char how[static 64]); /* " by signal 9"; "" */
void dbg_qemu_child_terminate(struct dbg_qemu *q);
void dbg_qemu_child_end(struct dbg_qemu *q);

/* For struct dbg_qmp_way: connect to its control socket. */
int dbg_qemu_reach(void *ctx);

/* Copy a file of ours to where QEMU finds it as HERE/name; its directories are made. */
int dbg_qemu_put(struct dbg_qemu *q, const char *from, const char *name, struct fl_error *err);

/* Append what QEMU has written to HERE/name, which is removed. */
int dbg_qemu_take(struct dbg_qemu *q, const char *name, struct fl_buf *out, struct fl_error *err);

/* The command line, in the arena: ended by NULL. Makes the files that the machine needs. */
int dbg_qemu_command_line(
	struct dbg_qemu *q, struct fl_arena *a, const char **ret_argv, struct fl_error *err);

/* What is to be installed for the program of this machine: "qemu-system-x86". */
const char *dbg_qemu_package(enum dbg_qemu_machine machine);

#endif
