/* A script over a session: one that lives, one of its own, or none. */
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"
#include "base/show.h"
#include "debugsession/cmd/debugsession/sub.h"
#include "debugsession/script/script.h"
#include "debugsession/session/serve.h"

enum { WALL_S = 60, WALL_MAX_S = 86400, OUT_MAX = 1 << 20, TEXT_MAX = 4 << 20, STOP_MS = 15000 };

static void write_stream(void *ctx, int stream, struct fl_slice bytes)
{
	int fd = stream == DBG_SCRIPT_OUT ? STDOUT_FILENO : STDERR_FILENO;
	struct fl_buf shown;
	(void)ctx;
	fl_buf_init(&shown, 16 * (bytes.len + 1));
	if (isatty(fd)) {
		fl_show_as(&shown, bytes, FL_SHOW_LINES);
		bytes = fl_buf_view(&shown);
	}
	fl_write_all(fd, bytes, NULL);
	fl_buf_release(&shown);
}

static size_t count_before_dash(const struct fl_opts *o)
{
	return (o->has_dash ? o->dash : o->operand_count) - 1;
}

static int check(const struct fl_opts *o, struct fl_error *err)
{
	if (count_before_dash(o) > 1)
		return fl_error_set(err, FL_EINVAL, "%s is out of place", sub_at(o, 1));
	if (fl_opt_given(o, OPT_SESSION) && fl_opt_given(o, OPT_PROGRAM))
		return fl_error_set(err, FL_EINVAL, "--session and --program exclude each other");
	if (o->has_dash && !fl_opt_given(o, OPT_PROGRAM))
		return fl_error_set(err, FL_EINVAL, "arguments need a program (--program)");
	return 0;
}

static int read_script(const char *path, struct fl_buf *text, struct fl_error *err)
{
	return strcmp(path, "-") ? fl_buf_read_file(text, path, err)
				 : fl_buf_read_fd(text, STDIN_FILENO, err);
}

static unsigned wall_ms(const struct fl_opts *o)
{
	int64_t s = fl_opt_given(o, OPT_TIMEOUT) ? fl_opt_number(o, OPT_TIMEOUT) : WALL_S;
	return (unsigned)(s < 1 || s > WALL_MAX_S ? WALL_MAX_S : s) * 1000;
}

/* A session of the script's own, which ends with us. The id lives in a. */
static int start(
	const struct fl_opts *o, struct fl_arena *a, const char **ret_id, struct fl_error *err)
{
	const char *path = fl_opt_text(o, OPT_PROGRAM);
	char *program = realpath(path, NULL);
	struct dbg_session_opts opts = {
		.program = program ? program : path,
		.args = o->has_dash ? &o->operands[o->dash] : NULL,
		.sandbox =
			fl_opt_given(o, OPT_SANDBOX) && fl_opt_word(o, OPT_SANDBOX) == SANDBOX_ON,
		.gate = {.on = fl_opt_given(o, OPT_GATE)},
		.console = {.gdb_path = fl_opt_text(o, OPT_GDB_PATH)},
		.owner = getpid(),
		.idle_ms = wall_ms(o) + STOP_MS,
	};
	const struct dbg_serve_as as = {.xdg = getenv("XDG_RUNTIME_DIR"), .prefix = "script"};
	const struct fl_json *v = NULL;
	struct fl_buf said;
	fl_buf_init(&said, 1 << 20);
	int rc = dbg_serve_start(&opts, &as, &said, err);
	int parsed = fl_json_parse(fl_arena_slice(a, fl_buf_view(&said)), a, &v, NULL);
	if (rc && parsed == 0)
		fl_error_set(err, rc, "%.*s", FL_ARG(fl_json_str(fl_json_get(v, "error"))));
	else if (rc == 0)
		*ret_id = fl_arena_slice(a, fl_json_str(fl_json_get(v, "session_id"))).ptr;
	fl_buf_release(&said);
	free(program);
	return rc;
}

static void stop(const char *id)
{
	struct dbg_client client;
	struct fl_buf answer;
	struct fl_error ignored; /* a session that does not answer ends with us */
	enum dbg_error_type type;
	fl_buf_init(&answer, 1 << 20);
	if (dbg_client_open(getenv("XDG_RUNTIME_DIR"), &client, &ignored) == 0) {
		dbg_client_ask(&client, fl_slice_str(id), FL_S("{\"op\":\"stop\"}"), STOP_MS,
			&answer, &type, &ignored);
		dbg_client_forget(&client, fl_slice_str(id));
		dbg_client_close(&client);
	}
	fl_buf_release(&answer);
}

static const char *last_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	if (strcmp(path, "-") == 0 || strpbrk(path, "\"\\\n"))
		return "script.cpp";
	return slash ? slash + 1 : path;
}

static int run(const struct fl_opts *o, const char *path, struct fl_slice text, const char *session,
	struct fl_error *err)
{
	const char **includes = sub_texts(o, OPT_INCLUDE);
	const struct dbg_script_opts opts = {
		.text = text,
		.name = last_name(path),
		.includes = includes,
		.session = session,
		.xdg = getenv("XDG_RUNTIME_DIR"),
		.gdb_path = fl_opt_text(o, OPT_GDB_PATH),
		.runner = (enum dbg_script_runner)fl_opt_word(o, OPT_RUNNER),
		.style = (enum fl_style)fl_opt_word(o, OPT_STYLE),
		.wall_ms = wall_ms(o),
		.out_max = fl_opt_given(o, OPT_MAX_BYTES) ? (size_t)fl_opt_number(o, OPT_MAX_BYTES)
							  : OUT_MAX,
		.write = write_stream,
	};
	int rc = includes ? dbg_script_run(&opts, err)
			  : fl_error_set(err, FL_ENOMEM, "out of memory");
	free(includes);
	return rc;
}

int dbg_cmd_script(const struct fl_opts *o, struct fl_error *err)
{
	const char *path = count_before_dash(o) ? sub_at(o, 0) : "-";
	const char *session = fl_opt_text(o, OPT_SESSION);
	struct fl_buf text;
	struct fl_arena a;
	fl_buf_init(&text, TEXT_MAX);
	fl_arena_init(&a, 8 << 20);
	int rc = check(o, err);
	if (rc == 0)
		rc = read_script(path, &text, err);
	if (rc == 0 && fl_opt_given(o, OPT_PROGRAM))
		rc = start(o, &a, &session, err);
	if (rc == 0) {
		rc = run(o, path, fl_buf_view(&text), session, err);
		if (fl_opt_given(o, OPT_PROGRAM))
			stop(session);
	}
	fl_arena_release(&a);
	fl_buf_release(&text);
	return rc ? FL_RUN_FAILED : 0;
}
