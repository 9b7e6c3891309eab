/*
 * MI commands: by their whole names. Arguments are judged as gdb would unquote them; those that gdb
 * hands on raw are judged as they stand, too. GDB manual, "GDB/MI Input Syntax".
 */
#include "debugsession/gate/gate_priv.h"

/* Options that every MI command takes; others are arguments like any. */
static const char *const options[] = {
	"--all", "--thread", "--thread-group", "--frame", "--language", "--start", "--"};

/* Unquote a string into text; its end is behind the closing quote. Escapes: \" \\ \n \t \ooo. */
static int unquote(struct fl_slice *rest, struct fl_buf *text, struct fl_error *err)
{
	struct fl_slice s = fl_slice_skip(*rest, 1);
	while (s.len && *s.ptr != '"') {
		size_t n = 1;
		char c = *s.ptr;
		if (c == '\\' && s.len >= 4 && s.ptr[1] >= '0' && s.ptr[1] <= '3' &&
			s.ptr[2] >= '0' && s.ptr[2] <= '7' && s.ptr[3] >= '0' && s.ptr[3] <= '7') {
			c = (char)((s.ptr[1] - '0') << 6 | (s.ptr[2] - '0') << 3 |
				   (s.ptr[3] - '0'));
			n = 4;
		} else if (c == '\\' && s.len >= 2 && (s.ptr[1] == '"' || s.ptr[1] == '\\')) {
			c = s.ptr[1];
			n = 2;
		} else if (c == '\\' && s.len >= 2 && (s.ptr[1] == 'n' || s.ptr[1] == 't')) {
			c = ' ';
			n = 2;
		} else if (c == '\\') {
			return dbg_gate_refuse(err, s, "is an escape that is not known");
		}
		if (!c)
			return dbg_gate_refuse(err, s, "is a NUL byte");
		fl_buf_char(text, c);
		s = fl_slice_skip(s, n);
	}
	if (!s.len)
		return dbg_gate_refuse(err, *rest, "has a quote that does not end");
	*rest = fl_slice_skip(s, 1);
	return 0;
}

/* Cut the next argument off *rest; false: there is none. */
static int next_argument(
	struct fl_slice *rest, struct fl_buf *text, bool *ret_any, struct fl_error *err)
{
	size_t n = 0;
	*rest = fl_slice_trim(*rest);
	fl_buf_clear(text);
	*ret_any = rest->len > 0;
	if (fl_slice_starts(*rest, "\""))
		return unquote(rest, text, err);
	while (n < rest->len && rest->ptr[n] != ' ' && rest->ptr[n] != '\t')
		n++;
	fl_buf_slice(text, fl_slice_head(*rest, n));
	*rest = fl_slice_skip(*rest, n);
	return 0;
}

static bool is_option(struct fl_slice text)
{
	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++)
		if (fl_slice_eqs(text, options[i]))
			return true;
	return false;
}

/* "-t", "--source" */
static bool is_flag(struct fl_slice word)
{
	size_t n = 0;
	while (n < word.len && (word.ptr[n] == '-' || (word.ptr[n] >= 'a' && word.ptr[n] <= 'z')))
		n++;
	return fl_slice_starts(word, "-") && n == word.len;
}

/*
 * lldb-dap's engine unquotes all words itself, by fewer escapes, and puts those of some commands
 * together again.
 */
static int check_raw(enum dbg_gate_kind kind, struct fl_slice rest, struct fl_error *err)
{
	bool whole = kind == DBG_GATE_ARGS || kind == DBG_GATE_SET;
	for (size_t i = 0; i < rest.len; i++) {
		char c = rest.ptr[i], next = i + 1 < rest.len ? rest.ptr[i + 1] : '\0';
		if (c == '\\' && next != '\\' && next != '"')
			return dbg_gate_refuse(err, rest, "holds an escape that is not judged");
		if (whole && c == '"')
			return dbg_gate_refuse(
				err, rest, "holds quotes: take the command without MI");
		i += c == '\\';
	}
	return 0;
}

static int check_each(const struct dbg_gate *g, enum dbg_gate_kind kind, struct fl_slice rest,
	struct fl_error *err)
{
	struct fl_buf text;
	enum dbg_gate_kind next = kind;
	bool any = true, condition = false;
	int rc = 0;
	fl_buf_init(&text, DBG_GATE_LINE_MAX);
	while (rc == 0 && any) {
		rc = next_argument(&rest, &text, &any, err);
		struct fl_slice arg = fl_buf_view(&text);
		bool flag = is_option(arg) || (g->opts.lldb && is_flag(arg));
		/* which word behind "-c" is the condition, the engine decides */
		if (g->opts.lldb && condition)
			next = DBG_GATE_EXPR;
		if (rc == 0 && any && !flag)
			rc = dbg_gate_check(g, next, arg, err);
		/* -break-insert -c CONDITION */
		condition = condition || fl_slice_eqs(arg, "-c");
		next = kind == DBG_GATE_PLACE && fl_slice_eqs(arg, "-c") ? DBG_GATE_EXPR : kind;
	}
	if (rc == 0)
		rc = fl_buf_error(&text, "an argument", err);
	fl_buf_release(&text);
	return rc;
}

/* "remote ADDRESS" */
static int check_target(const struct dbg_gate *g, struct fl_slice rest, struct fl_error *err)
{
	rest = fl_slice_trim(rest);
	ptrdiff_t at = fl_slice_chr(rest, ' ');
	struct fl_slice kind = fl_slice_head(rest, at < 0 ? rest.len : (size_t)at);
	if (!fl_slice_eqs(kind, "remote") && !fl_slice_eqs(kind, "extended-remote"))
		return dbg_gate_refuse(err, kind, "is another kind of target");
	return dbg_gate_check(g, DBG_GATE_TARGET, fl_slice_skip(rest, kind.len), err);
}

/* A command in the other interpreter: what it holds is sent as the console would have it. */
static int pass_console(const struct dbg_gate *g, struct fl_slice rest, struct fl_buf *out,
	unsigned depth, struct fl_error *err)
{
	struct fl_buf text;
	bool any;
	fl_buf_init(&text, DBG_GATE_LINE_MAX);
	int rc = next_argument(&rest, &text, &any, err);
	if (rc == 0 && !fl_slice_eqs(fl_buf_view(&text), "console"))
		rc = dbg_gate_refuse(err, fl_buf_view(&text), "is another interpreter");
	if (rc == 0)
		rc = next_argument(&rest, &text, &any, err);
	if (rc == 0 && fl_slice_trim(rest).len)
		rc = dbg_gate_refuse(err, rest, "is a second command");
	if (rc == 0)
		rc = dbg_gate_cli(g, fl_buf_view(&text), out, depth + 1, err);
	fl_buf_release(&text);
	return rc;
}

/* "-gdb-set NAME VALUE" is "set NAME VALUE". */
static int pass_set(const struct dbg_gate *g, struct fl_slice rest, struct fl_buf *out,
	unsigned depth, struct fl_error *err)
{
	struct fl_buf line, whole;
	fl_buf_init(&line, DBG_GATE_LINE_MAX);
	fl_buf_init(&whole, DBG_GATE_LINE_MAX);
	fl_buf_str(&line, "set ");
	fl_buf_slice(&line, fl_slice_trim(rest));
	int rc = dbg_gate_cli(g, fl_buf_view(&line), &whole, depth + 1, err);
	fl_buf_str(out, "-gdb-");
	fl_buf_slice(out, fl_buf_view(&whole));
	fl_buf_release(&line);
	fl_buf_release(&whole);
	return rc;
}

int dbg_gate_mi(const struct dbg_gate *g, struct fl_slice line, struct fl_buf *out, unsigned depth,
	struct fl_error *err)
{
	size_t n = 0;
	while (n < line.len && ((line.ptr[n] >= 'a' && line.ptr[n] <= 'z') || line.ptr[n] == '-'))
		n++;
	struct fl_slice name = fl_slice_head(line, n), rest = fl_slice_skip(line, n);
	const struct dbg_gate_row *row = dbg_gate_find_mi(g, name);
	if (!row || (rest.len && *rest.ptr != ' ' && *rest.ptr != '\t'))
		return dbg_gate_refuse(err, line, "is not known to be harmless");
	int rc = g->opts.lldb ? check_raw(row->kind, rest, err) : 0;
	if (rc)
		return rc;
	if (row->kind == DBG_GATE_INTERPRETER)
		return pass_console(g, rest, out, depth, err);
	if (row->kind == DBG_GATE_SET)
		return pass_set(g, rest, out, depth, err);
	fl_buf_char(out, '-');
	fl_buf_slice(out, line);
	if (row->kind == DBG_GATE_TARGET)
		return check_target(g, rest, err);
	rc = dbg_gate_check_names(rest, err);
	if (rc == 0 && row->kind == DBG_GATE_ARGS)
		return dbg_gate_check(g, DBG_GATE_ARGS, rest, err);
	return rc ? rc : check_each(g, row->kind, rest, err);
}
