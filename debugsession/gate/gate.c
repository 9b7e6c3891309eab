#include "debugsession/gate/gate.h"

#include <stdlib.h>

#include "debugsession/gate/gate_priv.h"

enum { NESTED_MAX = 8, ARENA_MAX = 32 << 20 };

int dbg_gate_refuse(struct fl_error *err, struct fl_slice what, const char *why)
{
	what = fl_slice_trim(what);
	return fl_error_set(err, FL_EREFUSED,
		"refused by the gate: %.*s %s (a session without the gate allows it: mcp --unsafe, "
		"start without --gate)",
		FL_ARG(fl_slice_head(what, 80)), why);
}

static int check_bytes(struct fl_slice s, struct fl_error *err)
{
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];
		if ((c < ' ' && c != '\t') || c == 0x7f)
			return dbg_gate_refuse(
				err, fl_slice_head(s, i), "is followed by a control character");
	}
	if (fl_slice_ends(s, "\\"))
		return dbg_gate_refuse(err, s, "goes on in the next line");
	return 0;
}

/* Numbers, ranges and flags before the command that `thread apply` and the like apply. */
static bool is_selector(struct fl_slice word)
{
	static const char *const words[] = {
		"all", "level", "-q", "-c", "-s", "-ascending", "-quiet", "-cont", "-silent"};
	size_t n = 0;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (fl_slice_eqs(word, words[i]))
			return true;
	while (n < word.len && strchr("0123456789.*-", word.ptr[n]) && word.ptr[n])
		n++;
	return word.len && n == word.len;
}

static int pass_apply(const struct dbg_gate *g, struct fl_slice rest, struct fl_buf *out,
	unsigned depth, struct fl_error *err)
{
	for (;;) {
		rest = fl_slice_trim(rest);
		size_t n = 0;
		while (n < rest.len && rest.ptr[n] != ' ' && rest.ptr[n] != '\t')
			n++;
		fl_buf_char(out, ' ');
		if (!is_selector(fl_slice_head(rest, n)))
			return dbg_gate_cli(g, rest, out, depth + 1, err);
		fl_buf_slice(out, fl_slice_head(rest, n));
		rest = fl_slice_skip(rest, n);
	}
}

/* "SETTING VALUE -- COMMAND" */
static int pass_with(const struct dbg_gate *g, struct fl_slice rest, struct fl_buf *out,
	unsigned depth, struct fl_error *err)
{
	struct fl_buf setting;
	ptrdiff_t at = fl_slice_find(rest, "--");
	if (at <= 0 || (rest.ptr[at - 1] != ' ' && rest.ptr[at - 1] != '\t') ||
		fl_slice_find(fl_slice_skip(rest, (size_t)at + 2), "--") >= 0)
		return dbg_gate_refuse(err, rest, "is not SETTING VALUE -- COMMAND");
	fl_buf_init(&setting, DBG_GATE_LINE_MAX);
	fl_buf_str(&setting, "set ");
	fl_buf_slice(&setting, fl_slice_head(rest, (size_t)at));
	struct fl_buf whole;
	fl_buf_init(&whole, DBG_GATE_LINE_MAX);
	int rc = dbg_gate_cli(g, fl_buf_view(&setting), &whole, depth + 1, err);
	fl_buf_char(out, ' ');
	fl_buf_slice(out, fl_slice_trim(fl_slice_skip(fl_buf_view(&whole), sizeof("set") - 1)));
	fl_buf_str(out, " -- ");
	fl_buf_release(&setting);
	fl_buf_release(&whole);
	return rc ? rc : dbg_gate_cli(g, fl_slice_skip(rest, (size_t)at + 2), out, depth + 1, err);
}

int dbg_gate_cli(const struct dbg_gate *g, struct fl_slice line, struct fl_buf *out, unsigned depth,
	struct fl_error *err)
{
	const struct dbg_gate_name *name;
	struct fl_slice rest = fl_slice_trim(line);
	if (depth > NESTED_MAX)
		return dbg_gate_refuse(err, rest, "is too deep in other commands");
	int rc = dbg_gate_resolve(g, &rest, &name, err);
	if (rc)
		return rc;
	const struct dbg_gate_row *row = dbg_gate_find(g, name->canonical);
	if (name->user)
		return dbg_gate_refuse(err, name->canonical, "is defined by the user");
	if (!row)
		return dbg_gate_refuse(err, name->canonical, "is not known to be harmless");
	fl_buf_slice(out, name->canonical);
	if (row->kind == DBG_GATE_APPLY)
		return pass_apply(g, rest, out, depth, err);
	if (row->kind == DBG_GATE_WITH)
		return pass_with(g, rest, out, depth, err);
	/* gdb ends a word where it can be none; the other engine does at blanks */
	if (g->opts.lldb && rest.len && !strchr(" \t/", *rest.ptr))
		fl_buf_char(out, ' ');
	fl_buf_slice(out, rest);
	return dbg_gate_check(g, row->kind, rest, err);
}

/* Lines that gdb reads itself inside of `commands`, `if` and `while`. */
static bool is_part(struct fl_slice line)
{
	static const char *const words[] = {"silent", "end", "else", "loop_break", "loop_continue"};
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (fl_slice_eqs(line, words[i]))
			return true;
	return false;
}

static int pass_script(
	const struct dbg_gate *g, struct fl_slice script, struct fl_buf *out, struct fl_error *err)
{
	struct fl_slice line;
	int rc = 0;
	while (rc == 0 && fl_slice_line(&script, &line)) {
		line = fl_slice_trim(line);
		if (!line.len || fl_slice_starts(line, "#"))
			continue;
		rc = check_bytes(line, err);
		if (rc == 0 && is_part(line))
			fl_buf_slice(out, line);
		else if (rc == 0)
			rc = dbg_gate_cli(g, line, out, 0, err);
		fl_buf_char(out, '\n');
	}
	return rc;
}

int dbg_gate_pass(
	const struct dbg_gate *g, struct fl_slice command, struct fl_buf *out, struct fl_error *err)
{
	size_t digits = 0;
	struct fl_slice line = fl_slice_trim(command);
	while (digits < line.len && line.ptr[digits] >= '0' && line.ptr[digits] <= '9')
		digits++;
	bool mi = fl_slice_starts(fl_slice_skip(line, digits), "-");
	bool script = !mi && fl_slice_chr(line, '\n') >= 0;
	int rc = script ? pass_script(g, line, out, err) : check_bytes(line, err);
	if (rc == 0 && mi)
		rc = dbg_gate_mi(g, fl_slice_skip(line, digits + 1), out, 0, err);
	else if (rc == 0 && !script)
		rc = dbg_gate_cli(g, line, out, 0, err);
	return rc ? rc : fl_buf_error(out, "a command", err);
}

int dbg_gate_words(const struct dbg_gate *g, struct fl_slice arguments, struct fl_error *err)
{
	int rc = check_bytes(arguments, err);
	return rc ? rc : dbg_gate_check_expression(g, arguments, true, err);
}

int dbg_gate_new(const struct dbg_gate_opts *opts, struct fl_slice help_all,
	struct dbg_gate **ret_gate, struct fl_error *err)
{
	struct dbg_gate *g = calloc(1, sizeof(*g));
	if (!g)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the gate");
	g->opts = *opts;
	fl_arena_init(&g->arena, ARENA_MAX);
	int rc = dbg_gate_learn(g, help_all, err);
	if (rc) {
		dbg_gate_free(g);
		return rc;
	}
	*ret_gate = g;
	return 0;
}

void dbg_gate_free(struct dbg_gate *g)
{
	if (!g)
		return;
	fl_arena_release(&g->arena);
	free(g);
}
