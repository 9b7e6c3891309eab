/* What a session does before its first command: program, arguments, environment, target. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "debugsession/console/main_name.h"
#include "debugsession/answer/answer.h"
#include "debugsession/session/breaks.h"
#include "debugsession/session/session_priv.h"
#include "debugsession/session/sources.h"
#include "debugsession/console/words.h"

enum { START_MS = 60000, WORDS_MAX = 1 << 20 };

static void keep(struct fl_buf *said, struct fl_slice text)
{
	fl_buf_slice(said, fl_slice_head(text, said->max - said->len));
}

int dbg_session_say(struct dbg_session *s, const char *command, struct fl_slice text,
	struct fl_buf *said, struct fl_error *err)
{
	struct fl_buf line, passed, brought;
	struct dbg_reply reply = {0};
	fl_buf_init(&line, 1 << 20);
	struct fl_slice command_line;
	fl_buf_init(&brought, DBG_GATE_LINE_MAX);
	fl_buf_init(&passed, DBG_GATE_LINE_MAX);
	fl_buf_str(&line, command);
	fl_buf_slice(&line, text);
	int rc = fl_buf_error(&line, "a command", err);
	if (rc == 0 && *command && fl_slice_chr(text, '\n') >= 0)
		rc = dbg_session_join(&line, err);
	if (rc == 0)
		rc = dbg_session_pass(s, fl_buf_view(&line), &passed, &command_line, err);
	if (rc == 0)
		rc = dbg_session_bring(s, command_line, &brought, &command_line, err);
	if (rc == 0)
		rc = dbg_console_run(s->console, command_line, START_MS, &reply, err);
	if (rc == 0)
		keep(said, reply.text);
	if (rc == 0)
		rc = dbg_mi_refused(reply.result, err);
	fl_buf_release(&line);
	fl_buf_release(&passed);
	fl_buf_release(&brought);
	return rc;
}

/* A file's name for a command that splits its line into words. */
static int say_file(
	struct dbg_session *s, const char *command, const char *path, struct fl_error *err)
{
	struct fl_buf word;
	fl_buf_init(&word, 1 << 16);
	dbg_words_escape(&word, fl_slice_str(path));
	int rc = fl_buf_error(&word, "a file's name", err);
	if (rc == 0)
		rc = dbg_session_say(s, command, fl_buf_view(&word), &s->startup, err);
	fl_buf_release(&word);
	return rc;
}

/* What a shell reads, which starts the program: with the file that is to be its standard input. */
static int set_arguments(struct dbg_session *s, struct fl_error *err)
{
	struct fl_buf args;
	const char *const *list = s->opts->args;
	if (!s->opts->input && !(list && list[0]))
		return 0;
	fl_buf_init(&args, 1 << 20);
	for (size_t i = 0; list && list[i]; i++) {
		fl_buf_str(&args, i ? " " : "");
		fl_shell_quote(&args, list[i]);
	}
	if (s->opts->input) {
		fl_buf_str(&args, " < ");
		fl_shell_quote(&args, s->opts->input);
	}
	int rc = fl_buf_error(&args, "the program's arguments", err);
	if (rc == 0)
		rc = dbg_session_say(s, "set args ", fl_buf_view(&args), &s->startup, err);
	fl_buf_release(&args);
	return rc;
}

/* "NAME=VALUE" as gdb wants it: the value is the rest of the line. */
static int set_environment(struct dbg_session *s, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && s->opts->env && s->opts->env[i]; i++)
		rc = dbg_session_say(
			s, "set environment ", fl_slice_str(s->opts->env[i]), &s->env_text, err);
	s->libraries = 0; /* again, behind the user's own */
	return rc ? rc : dbg_sources_map(s, err);
}

/* The shell would find it missing only when the program is run. */
static int check_input(const struct dbg_session *s, struct fl_error *err)
{
	struct stat st;
	const char *path = s->opts->input;
	if (!path || s->boxed.box)
		return 0;
	int sys = access(path, R_OK) || stat(path, &st) ? errno : S_ISDIR(st.st_mode) ? EISDIR : 0;
	return sys ? fl_error_sys(
			     err, FL_ENOTFOUND, sys, "the standard input %s cannot be read", path)
		   : 0;
}

/* An index would have gdb forget which function is the main one; a gdb without indexes has none. */
static int keep_main(struct dbg_session *s, struct fl_error *err)
{
	if (s->boxed.box || !dbg_main_named(s->opts->program))
		return 0;
	int rc = dbg_console_ask(s->console, "-gdb-set index-cache enabled off", NULL, err);
	return rc == FL_EREFUSED ? 0 : rc;
}

static int load(struct dbg_session *s, struct fl_error *err)
{
	struct fl_error refused = {0};
	int rc = keep_main(s, err);
	if (rc)
		return rc;
	rc = say_file(s, "file ", s->opts->program, &refused);
	if (rc == FL_EREFUSED && s->opts->lenient)
		return 0;
	if (rc)
		return fl_error_set(err, refused.code, "%s", refused.message);
	rc = check_input(s, err);
	return rc ? rc : set_arguments(s, err);
}

/* What has no symbols yet can be set later, by the command `breaks`. */
static int set_breaks(struct dbg_session *s, struct fl_error *err)
{
	struct fl_buf text;
	fl_buf_init(&text, WORDS_MAX);
	int rc = dbg_breaks_set(s, s->opts->break_list, START_MS, &text, err);
	keep(&s->init_text, fl_buf_view(&text));
	if (rc == FL_EREFUSED)
		keep(&s->init_text, fl_slice_str(err->message));
	fl_buf_release(&text);
	return rc == FL_EREFUSED ? 0 : rc;
}

int dbg_session_bring(struct dbg_session *s, struct fl_slice command, struct fl_buf *line,
	struct fl_slice *ret_line, struct fl_error *err)
{
	if (!s->boxed.box)
		return 0;
	int rc = dbg_box_command(&s->boxed, command, line, err);
	if (rc == 0)
		rc = dbg_sources_map(s, err);
	if (rc == 0 && line->len)
		*ret_line = fl_buf_view(line);
	return rc;
}

int dbg_session_begin(struct dbg_session *s, struct fl_error *err)
{
	const struct dbg_session_opts *o = s->opts;
	char attach[32];
	snprintf(attach, sizeof(attach), "%lld", (long long)o->attach);
	const struct {
		const char *command, *text;
	} steps[] = {
		{"core-file ", o->core},
		{"attach ", o->attach && !o->remote ? attach : NULL},
	};
	int rc = dbg_sources_map(s, err);
	if (rc == 0 && s->boxed.directory)
		rc = dbg_session_say(
			s, "set cwd ", fl_slice_str(s->boxed.directory), &s->startup, err);
	/* a program that is on the other machine alone comes from there */
	bool there = dbg_remote_is_ssh(o->remote) && o->program && access(o->program, R_OK);
	if (rc == 0 && o->program && !there)
		rc = load(s, err);
	if (rc == 0 && o->symbols)
		rc = say_file(s, "symbol-file ", o->symbols, err);
	for (size_t i = 0; rc == 0 && i < sizeof(steps) / sizeof(*steps); i++)
		if (steps[i].text)
			rc = dbg_session_say(
				s, steps[i].command, fl_slice_str(steps[i].text), &s->startup, err);
	if (rc == 0 && o->remote)
		rc = dbg_session_connect(s, &s->startup, err);
	if (rc == 0)
		rc = set_environment(s, err);
	if (rc == 0 && o->init_file)
		rc = dbg_session_say(s, "source ", fl_slice_str(o->init_file), &s->init_text, err);
	if (rc == 0 && o->gate.on)
		rc = dbg_session_gate(s, err);
	for (size_t i = 0; rc == 0 && o->init_commands && o->init_commands[i]; i++)
		rc = dbg_session_say(s, "", fl_slice_str(o->init_commands[i]), &s->init_text, err);
	if (rc == 0 && o->break_list)
		rc = set_breaks(s, err);
	return rc ? rc : dbg_sources_check(s, err);
}

/* gdb's words at the start that an agent must not overlook. */
static const struct {
	const char *words, *warning;
} warnings[] = {
	{"(No debugging symbols found", "No debugging symbols found - program was not compiled "
					"with -g"},
	{"not in executable format", "File is not an executable"},
	{"No such file or directory", "Program file not found"},
	{"core file may not match", "The core file may be of another program"},
	{"breakpoints could not be set", "A breakpoint of the list could not be set"},
};

static bool said(const struct fl_buf *text, const char *words)
{
	struct fl_slice rest = fl_buf_view(text), line;
	while (fl_slice_line(&rest, &line))
		if (fl_slice_find(line, words) >= 0 && !dbg_words_no_source(line, NULL))
			return true;
	return false;
}

static void add_lines(const struct fl_buf *lines, struct fl_buf *out)
{
	struct fl_slice rest = fl_buf_view(lines), line;
	while (fl_slice_line(&rest, &line)) {
		dbg_answer_item(out);
		fl_json_text(out, line);
	}
}

/* Directories whose sources are there. */
static void add_sources(const struct dbg_session *s, struct fl_buf *out)
{
	const struct dbg_bring *b = &s->boxed.bring;
	if (!b->named.len)
		return;
	dbg_answer_key(out, "sources");
	fl_buf_char(out, '[');
	add_lines(&b->named, out);
	fl_buf_char(out, ']');
	dbg_answer_int(out, "source_files", (int64_t)b->sources);
}

static void add_warnings(const struct dbg_session *s, struct fl_buf *out)
{
	dbg_answer_key(out, "warnings");
	fl_buf_char(out, '[');
	for (size_t i = 0; i < sizeof(warnings) / sizeof(*warnings); i++) {
		if (!said(&s->startup, warnings[i].words) &&
			!said(&s->init_text, warnings[i].words))
			continue;
		dbg_answer_item(out);
		fl_json_text(out, fl_slice_str(warnings[i].warning));
	}
	add_lines(&s->boxed.bring.warnings, out);
	fl_buf_char(out, ']');
}

void dbg_session_welcome(const struct dbg_session *s, struct fl_buf *out)
{
	const struct {
		const char *key;
		const struct fl_buf *text;
	} texts[] = {
		{"startup_output", &s->startup},
		{"env_output", &s->env_text},
		{"init_output", &s->init_text},
	};
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (texts[i].text->len)
			dbg_answer_text(
				out, texts[i].key, fl_slice_trim(fl_buf_view(texts[i].text)));
	add_sources(s, out);
	add_warnings(s, out);
}
