/* A session that lives for one look at a program. */
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"
#include "debugsession/cmd/debugsession/sub.h"
#include "debugsession/answer/answer.h"
#include "debugsession/session/serve.h"

enum { WALL_S = 30, GRACE_MS = 15000, ANSWER_MAX = 64 << 20, STOP_MS = 15000, LINES = 1000000 };

static int check(const struct fl_opts *o, struct fl_error *err)
{
	size_t before_dash = (o->has_dash ? o->dash : o->operand_count) - 1;
	if (before_dash != 1)
		return fl_error_set(
			err, FL_EINVAL, "snapshot needs one PROGRAM; its arguments come after --");
	if (!fl_opt_given(o, OPT_AT))
		return fl_error_set(err, FL_EINVAL, "--at=FILE:LINE is missing");
	return 0;
}

static unsigned wall_ms(const struct fl_opts *o)
{
	int64_t seconds = fl_opt_given(o, OPT_TIMEOUT) ? fl_opt_number(o, OPT_TIMEOUT) : WALL_S;
	return (unsigned)seconds * 1000;
}

/* The session ends with us, whatever happens. */
static int start(const struct fl_opts *o, struct fl_buf *answer, struct fl_error *err)
{
	char *program = realpath(sub_at(o, 0), NULL);
	char *input = fl_opt_given(o, OPT_STDIN) ? realpath(fl_opt_text(o, OPT_STDIN), NULL) : NULL;
	const char **env = sub_texts(o, OPT_ENV);
	struct dbg_session_opts opts = {
		.program = program ? program : sub_at(o, 0),
		.args = o->has_dash ? &o->operands[o->dash] : NULL,
		.input = input ? input : fl_opt_text(o, OPT_STDIN),
		.env = env,
		.sandbox =
			fl_opt_given(o, OPT_SANDBOX) && fl_opt_word(o, OPT_SANDBOX) == SANDBOX_ON,
		.console = {.engine = (enum dbg_engine_kind)fl_opt_word(o, OPT_ENGINE),
			.gdb_path = fl_opt_text(o, OPT_GDB_PATH)},
		.owner = getpid(),
		.idle_ms = wall_ms(o) + 2 * GRACE_MS,
	};
	struct dbg_serve_as as = {.xdg = getenv("XDG_RUNTIME_DIR"), .prefix = "snapshot"};
	int rc = env ? dbg_serve_start(&opts, &as, answer, err)
		     : fl_error_set(err, FL_ENOMEM, "out of memory");
	free(env);
	free(program);
	free(input);
	return rc;
}

static int write_request(const struct fl_opts *o, struct fl_buf *out, struct fl_error *err)
{
	struct fl_buf command;
	const char *condition = fl_opt_text(o, OPT_IF);
	fl_buf_init(&command, 1 << 20);
	fl_buf_printf(&command, "snapshot %s", fl_opt_text(o, OPT_AT));
	if (condition)
		fl_buf_printf(&command, " if %s", condition);
	fl_buf_char(out, '{');
	dbg_answer_text(out, "op", FL_S("command"));
	dbg_answer_text(out, "command", fl_buf_view(&command));
	dbg_answer_int(out, "timeout_ms", wall_ms(o));
	dbg_answer_int(out, "max_lines", LINES);
	if (fl_opt_given(o, OPT_MAX_BYTES))
		dbg_answer_int(out, "max_bytes", fl_opt_number(o, OPT_MAX_BYTES));
	if (sub_literals(o)) {
		dbg_answer_text(out, "format", FL_S("struct"));
		dbg_answer_text(out, "style", fl_slice_str(fl_opt_text(o, OPT_STYLE)));
	}
	fl_buf_char(out, '}');
	int rc = fl_buf_error(&command, "the place", err);
	fl_buf_release(&command);
	return rc;
}

static bool reached(const struct fl_json *answer)
{
	const struct fl_json *v = fl_json_get(fl_json_get(answer, "data"), "reached");
	return v && v->type == FL_JBOOL && v->num;
}

/* Ask, show, and end the session: nothing of it stays. 0: reached; 1: not; or a code. */
static int ask(const struct fl_opts *o, struct dbg_client *client, struct fl_slice id,
	struct fl_error *err)
{
	struct fl_buf request, answer, ended;
	struct fl_arena a;
	const struct fl_json *v = NULL;
	enum dbg_error_type type;
	fl_buf_init(&request, 2 << 20);
	fl_buf_init(&answer, ANSWER_MAX);
	fl_buf_init(&ended, 1 << 20);
	fl_arena_init(&a, 4 * (size_t)ANSWER_MAX);
	int rc = write_request(o, &request, err);
	if (rc == 0)
		rc = dbg_client_ask(client, id, fl_buf_view(&request), wall_ms(o) + GRACE_MS,
			&answer, &type, err);
	struct fl_error ignored; /* a session that does not answer ends with us */
	dbg_client_ask(client, id, FL_S("{\"op\":\"stop\"}"), STOP_MS, &ended, &type, &ignored);
	dbg_client_forget(client, id);
	if (rc == 0)
		rc = sub_show(o, fl_buf_view(&answer), err);
	if (rc == 0)
		rc = fl_json_parse(fl_buf_view(&answer), &a, &v, err);
	if (rc == 0)
		rc = !reached(v);
	fl_arena_release(&a);
	fl_buf_release(&ended);
	fl_buf_release(&answer);
	fl_buf_release(&request);
	return rc;
}

int dbg_cmd_snapshot(const struct fl_opts *o, struct fl_error *err)
{
	struct fl_buf said;
	struct fl_arena a;
	const struct fl_json *v;
	struct dbg_client client;
	if (check(o, err))
		return FL_RUN_FAILED;
	fl_buf_init(&said, 1 << 20);
	fl_arena_init(&a, 8 << 20);
	int status = FL_RUN_FAILED;
	int begun = start(o, &said, err);
	if (begun) {
		status = sub_put_line(STDERR_FILENO, &said, err) ? FL_RUN_FAILED
			 : begun == FL_EMISSING                  ? 3
								 : 1;
	} else if (fl_json_parse(fl_buf_view(&said), &a, &v, err) == 0 &&
		   dbg_client_open(getenv("XDG_RUNTIME_DIR"), &client, err) == 0) {
		int rc = ask(o, &client, fl_json_str(fl_json_get(v, "session_id")), err);
		status = rc < 0 ? FL_RUN_FAILED : rc;
		dbg_client_close(&client);
	}
	fl_arena_release(&a);
	fl_buf_release(&said);
	return status;
}
