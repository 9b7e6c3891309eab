/* What a session does before its first command: program, arguments, environment, target. */
#include <stdio.h>

#include "debugsession/session_priv.h"

/* "COMMAND text" as one CLI command. FL_EREFUSED with gdb's words. */
static int say(struct dbg_session *s, unsigned wall_ms, const char *command, struct fl_slice text,
	struct fl_error *err)
{
	struct fl_buf line;
	struct dbg_reply reply;
	fl_buf_init(&line, 1 << 20);
	fl_buf_str(&line, command);
	fl_buf_slice(&line, text);
	int rc = fl_buf_error(&line, "a command", err);
	if (rc == 0)
		rc = dbg_console_run(s->console, fl_buf_view(&line), wall_ms, &reply, err);
	if (rc == 0 && reply.result && fl_slice_eqs(reply.result->name, "error"))
		rc = fl_error_set(err, FL_EREFUSED, "%.*s",
			FL_ARG(dbg_mi_str(dbg_mi_result(reply.result, "msg"))));
	fl_buf_release(&line);
	return rc;
}

/* 'text' for a shell. */
static void shell_quote(struct fl_buf *out, const char *text)
{
	fl_buf_char(out, '\'');
	for (; *text; text++) {
		if (*text == '\'')
			fl_buf_str(out, "'\\''");
		else
			fl_buf_char(out, *text);
	}
	fl_buf_char(out, '\'');
}

static int set_arguments(struct dbg_session *s, unsigned wall_ms, struct fl_error *err)
{
	struct fl_buf args;
	if (!s->opts->args || !s->opts->args[0])
		return 0;
	fl_buf_init(&args, 1 << 20);
	for (size_t i = 0; s->opts->args[i]; i++) {
		fl_buf_str(&args, i ? " " : "");
		shell_quote(&args, s->opts->args[i]);
	}
	int rc = fl_buf_error(&args, "the program's arguments", err);
	if (rc == 0)
		rc = say(s, wall_ms, "set args ", fl_buf_view(&args), err);
	fl_buf_release(&args);
	return rc;
}

static int say_each(struct dbg_session *s, unsigned wall_ms, const char *command,
	const char *const *texts, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && texts && texts[i]; i++)
		rc = say(s, wall_ms, command, fl_slice_str(texts[i]), err);
	return rc;
}

int dbg_session_begin(struct dbg_session *s, unsigned wall_ms, struct fl_error *err)
{
	const struct dbg_session_opts *o = s->opts;
	char attach[32];
	snprintf(attach, sizeof(attach), "%lld", (long long)o->attach);
	const struct {
		const char *command, *text;
	} steps[] = {
		{"file ", o->program},
		{"symbol-file ", o->symbols},
		{"core-file ", o->core},
		{"attach ", o->attach ? attach : NULL},
		{"target remote ", o->remote},
		{"source ", o->init_file},
	};
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < sizeof(steps) / sizeof(*steps); i++) {
		if (!steps[i].text)
			continue;
		rc = say(s, wall_ms, steps[i].command, fl_slice_str(steps[i].text), err);
		if (rc == 0 && i == 0)
			rc = set_arguments(s, wall_ms, err);
	}
	if (rc == 0)
		rc = say_each(s, wall_ms, "set environment ", o->env, err);
	return rc ? rc : say_each(s, wall_ms, "", o->init_commands, err);
}
