#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "debugsession/cmd/debugsession/sub.h"
#include "debugsession/console/cache.h"
#include "debugsession/session/serve.h"

enum { IDLE_S = 300, CACHE_PATH = 4096 };

const char **sub_texts(const struct fl_opts *o, size_t option)
{
	size_t n = fl_opt_count(o, option);
	const char **list = calloc(n + 1, sizeof(*list));
	for (size_t i = 0; list && i < n; i++)
		list[i] = fl_opt_text_at(o, option, i);
	return list;
}

void sub_free_paths(char **paths)
{
	for (size_t i = 0; paths && paths[i]; i++)
		free(paths[i]);
	free(paths);
}

int sub_paths(const struct fl_opts *o, size_t option, char ***ret_paths, struct fl_error *err)
{
	size_t n = fl_opt_count(o, option);
	char **list = calloc(n + 1, sizeof(*list));
	if (!list)
		return fl_error_set(err, FL_ENOMEM, "out of memory for paths");
	for (size_t i = 0; i < n; i++) {
		const char *path = fl_opt_text_at(o, option, i);
		list[i] = realpath(path, NULL);
		if (list[i])
			continue;
		int rc = fl_error_sys(err, FL_ENOTFOUND, errno, "cannot read %s", path);
		sub_free_paths(list);
		return rc;
	}
	*ret_paths = list;
	return 0;
}

int sub_shown(const struct fl_opts *o, bool sandbox, char ***ret_paths, struct fl_error *err)
{
	if (fl_opt_given(o, OPT_SHOW) && !sandbox)
		return fl_error_set(err, FL_EINVAL,
			"--show is for sessions in the sandbox; the others see all files");
	return sub_paths(o, OPT_SHOW, ret_paths, err);
}

/* gdb reads a path with blanks from a quoted word; the others take the rest of the line. */
static char *absolute(const char *path)
{
	return path ? realpath(path, NULL) : NULL;
}

static bool wants_qemu(const struct fl_opts *o)
{
	return fl_opt_given(o, OPT_QEMU) || fl_opt_given(o, OPT_QEMU_COMMAND);
}

/* As a script gives them whose variable is empty: gdb would go on without the file. */
static int check_names(const struct fl_opts *o, struct fl_error *err)
{
	static const struct {
		size_t option;
		const char *name;
	} names[] = {
		{OPT_PROGRAM, "program"},
		{OPT_STDIN, "stdin"},
		{OPT_CORE, "core"},
		{OPT_REMOTE, "remote"},
		{OPT_KERNEL, "kernel"},
		{OPT_SYMBOLS, "symbols"},
		{OPT_INIT, "init"},
		{OPT_BREAK_LIST, "break-list"},
		{OPT_GDB_PATH, "gdb-path"},
	};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (fl_opt_given(o, names[i].option) && !*fl_opt_text(o, names[i].option))
			return fl_error_set(
				err, FL_EINVAL, "--%s is empty: it needs a name", names[i].name);
	return 0;
}

/* Without a machine they would have no effect. */
static int check_machine(const struct fl_opts *o, struct fl_error *err)
{
	static const struct {
		size_t option;
		const char *name;
	} options[] = {
		{OPT_KERNEL, "kernel"},
		{OPT_MODE, "mode"},
		{OPT_APPEND, "append"},
		{OPT_MEMORY, "memory"},
		{OPT_QEMU_ARG, "qemu-arg"},
	};
	for (size_t i = 0; !wants_qemu(o) && i < sizeof(options) / sizeof(*options); i++)
		if (fl_opt_given(o, options[i].option))
			return fl_error_set(err, FL_EINVAL, "--%s needs a machine: --qemu=x86_64",
				options[i].name);
	return 0;
}

/* A named pipe, where gdb or QEMU would wait for ever; of other names they tell what is wrong. */
static int check_files(const struct fl_opts *o, struct fl_error *err)
{
	static const size_t options[] = {OPT_CORE, OPT_KERNEL, OPT_SYMBOLS};
	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++) {
		const char *path = fl_opt_text(o, options[i]);
		struct fl_error why;
		int fd, rc = path ? fl_input_open(path, &fd, &why) : FL_ENOTFOUND;
		if (rc == 0)
			close(fd);
		if (rc == FL_EMISSING) {
			*err = why;
			return rc;
		}
	}
	return 0;
}

static int check(const struct fl_opts *o, const char *const *env, struct fl_error *err)
{
	if (check_names(o, err) || check_machine(o, err) || check_files(o, err))
		return err->code;
	if (o->has_dash && !fl_opt_given(o, OPT_PROGRAM))
		return fl_error_set(err, FL_EINVAL, "arguments need a program (--program)");
	bool elsewhere = fl_opt_given(o, OPT_ATTACH) || fl_opt_given(o, OPT_REMOTE);
	if (fl_opt_given(o, OPT_STDIN) && (elsewhere || !fl_opt_given(o, OPT_PROGRAM)))
		return fl_error_set(err, FL_EINVAL,
			"--stdin is for a program that is started here: --program, without "
			"--attach and "
			"--remote");
	if (o->dash > 1)
		return fl_error_set(err, FL_EINVAL,
			"%s is out of place: arguments of the program come after --", sub_at(o, 0));
	for (; *env; env++)
		if (fl_slice_chr(fl_slice_str(*env), '=') <= 0)
			return fl_error_set(err, FL_EINVAL, "--env=%s is not NAME=VALUE", *env);
	return 0;
}

static int start(const struct dbg_session_opts *opts, struct fl_error *err)
{
	struct fl_buf answer;
	fl_buf_init(&answer, 1 << 20);
	struct dbg_serve_as as = {.xdg = getenv("XDG_RUNTIME_DIR"), .prefix = "gdb"};
	int rc = dbg_serve_start(opts, &as, &answer, err);
	int written = sub_put_line(rc ? STDERR_FILENO : STDOUT_FILENO, &answer, err);
	fl_buf_release(&answer);
	return written ? FL_RUN_FAILED : rc == FL_EMISSING ? 3 : rc ? 1 : 0;
}

static int start_shown(const struct fl_opts *o, struct dbg_session_opts *opts, struct fl_error *err)
{
	char **shown = NULL;
	int rc = sub_shown(o, opts->sandbox, &shown, err);
	opts->shown = (const char *const *)shown;
	int status = rc ? FL_RUN_FAILED : start(opts, err);
	sub_free_paths(shown);
	return status;
}

int dbg_cmd_start(const struct fl_opts *o, struct fl_error *err)
{
	int64_t idle = fl_opt_given(o, OPT_TIMEOUT) ? fl_opt_number(o, OPT_TIMEOUT) : IDLE_S;
	const char **env = sub_texts(o, OPT_ENV), **init = sub_texts(o, OPT_INIT_COMMAND);
	const char **qemu_args = sub_texts(o, OPT_QEMU_ARG);
	char *program = absolute(fl_opt_text(o, OPT_PROGRAM));
	char *input = absolute(fl_opt_text(o, OPT_STDIN));
	char *list = absolute(fl_opt_text(o, OPT_BREAK_LIST));
	char *kernel = absolute(fl_opt_text(o, OPT_KERNEL));
	char cache[CACHE_PATH];
	dbg_cache_open(getenv("XDG_CACHE_HOME"), getenv("HOME"), cache, sizeof(cache));
	struct dbg_session_opts opts = {
		.program = program ? program : fl_opt_text(o, OPT_PROGRAM),
		.args = o->has_dash ? &o->operands[o->dash] : NULL,
		.input = input ? input : fl_opt_text(o, OPT_STDIN),
		.env = env,
		.symbols = fl_opt_text(o, OPT_SYMBOLS),
		.core = fl_opt_text(o, OPT_CORE),
		.remote = fl_opt_text(o, OPT_REMOTE),
		.init_file = fl_opt_text(o, OPT_INIT),
		.break_list = list ? list : fl_opt_text(o, OPT_BREAK_LIST),
		.qemu = {.wanted = wants_qemu(o),
			.machine = (enum dbg_qemu_machine)fl_opt_word(o, OPT_QEMU),
			.mode = (enum dbg_qemu_mode)fl_opt_word(o, OPT_MODE),
			.kernel = kernel ? kernel : fl_opt_text(o, OPT_KERNEL),
			.append = fl_opt_text(o, OPT_APPEND),
			.memory_mb = (unsigned)fl_opt_number(o, OPT_MEMORY),
			.args = qemu_args,
			.command = fl_opt_text(o, OPT_QEMU_COMMAND)},
		.attach = fl_opt_number(o, OPT_ATTACH),
		.init_commands = init,
		.sandbox =
			fl_opt_given(o, OPT_SANDBOX) && fl_opt_word(o, OPT_SANDBOX) == SANDBOX_ON,
		.gate = {.on = fl_opt_given(o, OPT_GATE),
			.network = fl_opt_given(o, OPT_ALLOW_NETWORK)},
		.console = {.engine = (enum dbg_engine_kind)fl_opt_word(o, OPT_ENGINE),
			.gdb_path = fl_opt_text(o, OPT_GDB_PATH),
			.fast = fl_opt_given(o, OPT_FAST),
			.cache = cache},
		.idle_ms = (unsigned)idle * 1000,
		.life_ms = (unsigned)fl_opt_number(o, OPT_LIFETIME) * 1000,
	};
	int rc = env && init && qemu_args ? check(o, env, err)
					  : fl_error_set(err, FL_ENOMEM, "out of memory");
	int status = rc ? FL_RUN_FAILED : start_shown(o, &opts, err);
	free(program);
	free(input);
	free(kernel);
	free(list);
	free(qemu_args);
	free(env);
	free(init);
	return status;
}
