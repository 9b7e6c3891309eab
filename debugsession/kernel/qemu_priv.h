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
	struct fl_spawned child;
	char *home, *id; /* owned */
	int dir, log; /* descriptors of HOME/ID.d and of its qemu.log */
	size_t logged; /* bytes */
	struct fl_buf said; /* the end of what it said on standard error */
	char here[48]; /* a short path to the directory, good while we live */
	char gdb_path[64], qmp_path[64]; /* sockets in it */
	bool port; /* the stub is at port 1234 */
};

/* The command line, in the arena: ended by NULL. Makes the files that the machine needs. */
int dbg_qemu_command_line(
	struct dbg_qemu *q, struct fl_arena *a, const char **ret_argv, struct fl_error *err);

/* FL_EINVAL for options that make no sense together, FL_EMISSING for files that are not there. */
int dbg_qemu_check(const struct dbg_qemu_opts *opts, struct fl_error *err);

/* What is to be installed for the program of this machine: "qemu-system-x86". */
const char *dbg_qemu_package(enum dbg_qemu_machine machine);

#endif
