/* A machine instead of a program: a kernel in a QEMU of the session's own. */
#include <unistd.h>

#include "debugsession/dap/server_priv.h"
#include "debugsession/kernel/qemu.h"

enum { MEMORY_MAX_MB = 1 << 20 };

/* The directory of sessions, which a machine has one of its own in. */
static int open_home(struct dbg_adapter *a, struct fl_error *err)
{
	int fd, rc = dbg_rundir_open(a->opts->xdg, &fd, a->home, sizeof(a->home), err);
	if (rc == 0)
		close(fd);
	return rc;
}

int dbg_adapter_machine(struct dbg_adapter *a, const struct fl_json *args, struct fl_error *err)
{
	struct dbg_session_opts *o = &a->begin;
	struct fl_slice machine = dbg_arg_text(args, "qemu");
	int64_t memory = dbg_arg_int(args, "memory", 0);
	o->symbols = dbg_adapter_keep(a, dbg_arg_text(args, "symbols"));
	if (!machine.len)
		return 0;
	if (memory < 0 || memory > MEMORY_MAX_MB)
		return fl_error_set(err, FL_EINVAL, "memory is in MiB, at most %d", MEMORY_MAX_MB);
	o->qemu = (struct dbg_qemu_opts){
		.wanted = true,
		.kernel = dbg_adapter_keep(a, dbg_arg_text(args, "kernel")),
		.append = dbg_adapter_keep(a, dbg_arg_text(args, "append")),
		.memory_mb = (unsigned)memory,
		.args = dbg_adapter_keep_list(a, args, "qemuArgs"),
		.command = dbg_adapter_keep(a, dbg_arg_text(args, "qemuCommand")),
	};
	if (!o->qemu.kernel) { /* the member that editors insist on */
		o->qemu.kernel = o->program;
		o->program = NULL;
	}
	o->home = a->home;
	int rc = dbg_qemu_find(machine, dbg_arg_text(args, "mode"), &o->qemu, err);
	return rc ? rc : open_home(a, err);
}

void dbg_adapter_machine_left(const char *xdg, const char *id)
{
	char path[DBG_ADAPTER_PATH];
	int fd;
	if (dbg_rundir_open(xdg, &fd, path, sizeof(path), NULL))
		return;
	close(fd);
	dbg_qemu_remove(path, id);
}
