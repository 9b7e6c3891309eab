#include "tracegen/machine/session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { COMMAND_MAX = 1 << 16, NAME_MAX_BYTES = 128 };

/* The session's only machine: the name of its directory. */
static const char machine_id[] = "machine";

const char *tg_kernel_halted(const struct tg_kernel *k, enum tg_kernel_condition condition,
	const char *more, struct fl_arena *a, struct fl_error *err)
{
	struct fl_list argv = tg_kernel_boot_argv(k, condition, a);
	const char **words = argv.items ? tg_texts_argv(&argv, 0, a) : NULL;
	struct fl_buf out;
	if (!words)
		return fl_arena_error(a, "a boot", err), NULL;
	fl_buf_init(&out, COMMAND_MAX);
	fl_buf_str(&out, "exec");
	for (size_t i = 0; words[i]; i++) {
		fl_buf_char(&out, ' ');
		fl_shell_quote(&out, words[i]);
	}
	fl_buf_printf(&out, " -S %s", more);
	const char *command =
		fl_buf_error(&out, "a boot", err) ? NULL : fl_arena_slice(a, fl_buf_view(&out)).ptr;
	fl_buf_release(&out);
	return command;
}

static int make_home(struct tg_kernel_session *s, struct fl_error *err)
{
	const char *tmp = getenv("TMPDIR");
	int n = snprintf(
		s->home, sizeof(s->home), "%s/faultline-XXXXXX", tmp && *tmp == '/' ? tmp : "/tmp");
	bool fits = n > 0 && (size_t)n < sizeof(s->home);
	if (fits && mkdtemp(s->home))
		return 0;
	*s->home = '\0';
	return fl_error_sys(
		err, FL_EIO, fits ? errno : ENAMETOOLONG, "cannot make a directory for a machine");
}

/* What gdb is told before it sees the machine. */
static const char *const settings[] = {
	"-gdb-set remotetimeout 60",
	DBG_MI_WATCH_BY "1",
	"-gdb-set print elements 32",
	"-gdb-set print null-stop on",
	"-gdb-set print frame-arguments scalars",
	"-gdb-set backtrace past-main on",
	"-file-exec-and-symbols " FL_BOX_DIR "/" TG_KERNEL_BINARY,
};

static int connect_debugger(struct tg_kernel_session *s, struct fl_error *err)
{
	char command[NAME_MAX_BYTES];
	struct dbg_reply reply;
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < sizeof(settings) / sizeof(settings[0]); i++)
		rc = dbg_console_ask(s->console, settings[i], NULL, err);
	snprintf(command, sizeof(command), "-target-select remote %s", dbg_qemu_stub(s->qemu));
	rc = rc ? rc
		: dbg_console_run(
			  s->console, fl_slice_str(command), TG_KERNEL_STOP_MS, &reply, err);
	rc = rc ? rc : dbg_mi_refused(reply.result, err);
	return rc ? rc : dbg_qemu_settle(s->qemu, err);
}

int tg_kernel_session_open(struct tg_kernel_session *s, struct fl_box *box,
	const struct tg_kernel *k, enum tg_kernel_condition condition, struct fl_arena *a,
	struct fl_error *err)
{
	*s = (struct tg_kernel_session){
		.opts = {.wanted = true, .machine = k->machine, .box = box}};
	s->opts.command = tg_kernel_halted(k, condition,
		"-gdb unix:$FAULTLINE_GDB,server=on,wait=off "
		"-qmp unix:$FAULTLINE_QMP,server=on,wait=off",
		a, err);
	if (!s->opts.command)
		return err ? err->code : FL_ENOMEM;
	dbg_loop_init(&s->loop);
	const struct dbg_console_opts console = {
		.gdb_path = dbg_qemu_debugger(k->machine), .fast = true, .box = box};
	int rc = make_home(s, err);
	rc = rc ? rc : dbg_qemu_new(&s->loop, &s->opts, s->home, machine_id, &s->qemu, err);
	rc = rc ? rc : dbg_console_new(&s->loop, &console, &s->console, err);
	rc = rc ? rc : dbg_qemu_attach(s->qemu, s->console, err);
	return rc ? rc : connect_debugger(s, err);
}

void tg_kernel_session_close(struct tg_kernel_session *s)
{
	dbg_qemu_free(s->qemu);
	dbg_console_free(s->console);
	if (*s->home) {
		dbg_qemu_remove(s->home, machine_id);
		rmdir(s->home);
	}
	*s = (struct tg_kernel_session){0};
}

int tg_kernel_session_break(struct tg_kernel_session *s, struct fl_slice function, bool *ret_known,
	struct fl_error *err)
{
	char command[NAME_MAX_BYTES];
	for (size_t i = 0; i < function.len; i++)
		if (!fl_is_word(function.ptr[i]))
			return fl_error_set(err, FL_EINVAL, "%.*s is no name of a function",
				FL_ARG(fl_slice_head(function, 64)));
	snprintf(command, sizeof(command), "-break-insert %.*s",
		FL_ARG(fl_slice_head(function, NAME_MAX_BYTES / 2)));
	int rc = dbg_console_ask(s->console, command, NULL, err);
	*ret_known = rc == 0;
	return rc == FL_EREFUSED ? 0 : rc;
}

int tg_kernel_session_run(struct tg_kernel_session *s, bool *ret_stopped, struct fl_error *err)
{
	struct dbg_reply reply = {0};
	struct fl_error why = {0};
	int rc = dbg_console_run(
		s->console, FL_S("-exec-continue"), TG_KERNEL_STOP_MS, &reply, &why);
	if (rc && rc != FL_ETIMEOUT && rc != FL_ECLOSED)
		return fl_error_set(err, why.code, "%s", why.message);
	struct fl_slice reason = rc || !reply.stop
					 ? fl_slice(NULL, 0)
					 : dbg_mi_str(dbg_mi_result(reply.stop, "reason"));
	*ret_stopped = fl_slice_eqs(reason, "breakpoint-hit");
	return 0;
}
