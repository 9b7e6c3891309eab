/*
 * Expressions: what in them is more than looking. gdb's own `may-call-functions off` stands behind.
 */
#include <ctype.h>

#include "debugsession/gate/gate_priv.h"

/* Convenience variables and functions of gdb 13 to 16 that run nothing, without their "$_". */
static const char *const harmless[] = {"", "_", "exitcode", "exitsignal", "exception",
	"ada_exception", "sdata", "siginfo", "tlb", "thread", "gthread", "inferior",
	"inferior_thread_count", "linker_namespace", "current_linker_namespace",
	"active_linker_namespaces", "gdb_major", "gdb_minor", "shell_exitcode", "shell_exitsignal",
	"isvoid", "gdb_setting", "gdb_setting_str", "gdb_maint_setting", "gdb_maint_setting_str",
	"cimag", "creal", "memeq", "regex", "streq", "strlen", "caller_is", "caller_matches",
	"any_caller_is", "any_caller_matches", "as_string", "hit_bpnum", "hit_locno", "probe_argc",
	"probe_arg0", "probe_arg1", "probe_arg2", "probe_arg3", "probe_arg4", "probe_arg5",
	"probe_arg6", "probe_arg7", "probe_arg8", "probe_arg9", "probe_arg10", "probe_arg11"};

/* Words before a "(" that make no call of it. */
static const char *const keywords[] = {"sizeof", "alignof", "_Alignof", "typeof", "__typeof",
	"__typeof__", "decltype", "typeid", "int", "char", "short", "long", "unsigned", "signed",
	"float", "double", "bool", "_Bool", "void", "const", "volatile", "if", "not", "and", "or",
	"xor", "struct", "union", "enum"};

static struct fl_slice name_at(struct fl_slice s)
{
	size_t n = 0;
	while (n < s.len && fl_is_name(s.ptr[n]))
		n++;
	return fl_slice_head(s, n);
}

static bool among(struct fl_slice name, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (fl_slice_eqs(name, list[i]))
			return true;
	return false;
}

/* Quotes do not hide a name: which of them are quotes depends on the program's language. */
int dbg_gate_check_names(struct fl_slice text, struct fl_error *err)
{
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] != '$')
			continue;
		struct fl_slice name = name_at(fl_slice_skip(text, i + 1));
		struct fl_slice after = fl_slice_trim(fl_slice_skip(text, i + 1 + name.len));
		bool own = fl_slice_starts(name, "_");
		if (own && !among(fl_slice_skip(name, 1), harmless,
				   sizeof(harmless) / sizeof(*harmless)))
			return dbg_gate_refuse(err, name,
				"is a convenience function or variable that is not known to be "
				"harmless");
		if (!own && name.len && fl_slice_starts(after, "("))
			return dbg_gate_refuse(
				err, name, "is a convenience function that is not known");
	}
	return 0;
}

/* What was found in an expression. */
struct scan {
	bool calls; /* look for those, too */
	size_t assigned; /* how often */
	size_t at; /* the "=" of the last assignment */
};

/* The byte behind the quoted text that starts at i; 0: it does not end. */
static size_t skip_quotes(struct fl_slice s, size_t i)
{
	char quote = s.ptr[i++];
	while (i < s.len && s.ptr[i] != quote)
		i += s.ptr[i] == '\\' ? 2 : 1;
	return i < s.len ? i + 1 : 0;
}

static int check_call(struct fl_slice s, size_t i, size_t *ret_next, struct fl_error *err)
{
	struct fl_slice name = name_at(fl_slice_skip(s, i));
	struct fl_slice after = fl_slice_trim(fl_slice_skip(s, i + name.len));
	bool dollar = i && s.ptr[i - 1] == '$';
	*ret_next = i + name.len;
	if (dollar || isdigit((unsigned char)*name.ptr) || !fl_slice_starts(after, "(") ||
		among(name, keywords, sizeof(keywords) / sizeof(*keywords)))
		return 0;
	return dbg_gate_refuse(err, name, "would be called, and the program's functions are not");
}

/* One "=" at i: is it an assignment? *ret_next is behind it, and behind a second one of "==". */
static bool is_assignment(struct fl_slice s, size_t i, size_t *ret_next)
{
	char before = i ? s.ptr[i - 1] : '\0';
	bool twice = i + 1 < s.len && s.ptr[i + 1] == '=';
	*ret_next = i + 1 + (twice ? 1 : 0);
	if (twice)
		return false;
	if (before == '<' || before == '>')
		return i >= 2 && s.ptr[i - 2] == before;
	return before != '!';
}

static int scan(struct fl_slice s, struct scan *f, struct fl_error *err)
{
	for (size_t i = 0; i < s.len;) {
		char c = s.ptr[i];
		size_t next = i + 1;
		int rc = 0;
		if (c == '"' || c == '\'') {
			next = skip_quotes(s, i);
			if (!next)
				return dbg_gate_refuse(err, s, "has a quote that does not end");
		} else if (fl_is_name(c)) {
			rc = check_call(s, i, &next, err);
			if (!f->calls)
				rc = 0;
		} else if ((c == '+' || c == '-') && next < s.len && s.ptr[next] == c) {
			return dbg_gate_refuse(err, s, "changes what it looks at");
		} else if (c == '=' && is_assignment(s, i, &next)) {
			f->assigned++;
			f->at = i;
		}
		if (rc)
			return rc;
		i = next;
	}
	return 0;
}

/* A number that cannot be an address, a character, or a word for true, false or nothing. */
static bool is_small(struct fl_slice s)
{
	static const char *const words[] = {"true", "false", "NULL", "nullptr"};
	uint32_t value;
	s = fl_slice_trim(s);
	if (fl_slice_starts(s, "'"))
		return skip_quotes(s, 0) == s.len;
	if (fl_slice_starts(s, "-"))
		s = fl_slice_skip(s, 1);
	if (fl_slice_starts(s, "0x")) {
		s = fl_slice_skip(s, 2);
		for (size_t i = 0; i < s.len; i++)
			if (fl_hex_value(s.ptr[i]) < 0)
				return false;
		return s.len >= 1 && s.len <= 4;
	}
	size_t n = fl_slice_uint(s, &value);
	struct fl_slice rest = fl_slice_skip(s, n);
	if (n && value <= UINT16_MAX && fl_slice_starts(rest, ".")) {
		rest = fl_slice_skip(rest, 1);
		while (rest.len && isdigit((unsigned char)*rest.ptr))
			rest = fl_slice_skip(rest, 1);
	}
	return n ? value <= UINT16_MAX && !rest.len
		 : among(s, words, sizeof(words) / sizeof(*words));
}

/* NAME, NAME.NAME, NAME->NAME, NAME::NAME: a variable by its name, no computed place. */
static bool is_plain(struct fl_slice s)
{
	bool name = false;
	while (s.len) {
		struct fl_slice word = name_at(s);
		if (word.len && !isdigit((unsigned char)*word.ptr)) {
			name = true;
			s = fl_slice_skip(s, word.len);
			continue;
		}
		size_t n = fl_slice_starts(s, "->") || fl_slice_starts(s, "::") ? 2
			   : fl_slice_starts(s, ".")                            ? 1
										: 0;
		if (!n)
			return false;
		name = false;
		s = fl_slice_skip(s, n);
	}
	return name;
}

static bool is_register(const struct dbg_gate *g, struct fl_slice name)
{
	static const char *const common[] = {"pc", "sp", "fp", "ps", "lr", "ra", "gp", "tp", "ip"};
	return among(name, common, sizeof(common) / sizeof(*common)) || !g->opts.is_register ||
	       g->opts.is_register(g->opts.ctx, name);
}

/* "LEFT = RIGHT" as a whole: to a convenience variable, or a small number to a variable. */
static int check_assignment(
	const struct dbg_gate *g, struct fl_slice s, size_t at, struct fl_error *err)
{
	struct fl_slice left = fl_slice_head(s, at), right = fl_slice_skip(s, at + 1);
	bool compound = left.len && strchr("+-*/%&|^<>:@~", left.ptr[left.len - 1]);
	while (left.len && strchr("+-*/%&|^<>:@~", left.ptr[left.len - 1]))
		left = fl_slice_head(left, left.len - 1);
	left = fl_slice_trim(left);
	if (fl_slice_starts(left, "$")) {
		struct fl_slice name = fl_slice_skip(left, 1);
		if (name.len && name_at(name).len == name.len && !fl_slice_starts(name, "_") &&
			!is_register(g, name))
			return 0;
		return dbg_gate_refuse(err, left, "is a register, or could be one, and is not set");
	}
	if (!compound && is_plain(left) && is_small(right))
		return 0;
	return dbg_gate_refuse(
		err, s, "writes to the program's memory; NAME = NUMBER passes, up to 65535");
}

/* Without "/FORMAT" and, where there are options, without "-OPTION … --". */
static struct fl_slice skip_options(struct fl_slice s, bool options)
{
	s = fl_slice_trim(s);
	if (fl_slice_starts(s, "/")) {
		size_t n = 1;
		while (n < s.len && isalnum((unsigned char)s.ptr[n]))
			n++;
		s = fl_slice_trim(fl_slice_skip(s, n));
	}
	if (options && s.len > 1 && *s.ptr == '-' && isalpha((unsigned char)s.ptr[1])) {
		ptrdiff_t end = fl_slice_find(s, " -- ");
		if (end > 0)
			s = fl_slice_skip(s, (size_t)end + 4);
	}
	return s;
}

int dbg_gate_check_expression(
	const struct dbg_gate *g, struct fl_slice text, bool calls, struct fl_error *err)
{
	struct scan found = {.calls = calls};
	int rc = dbg_gate_check_names(text, err);
	if (rc == 0 && dbg_gate_walled(g))
		return 0;
	text = skip_options(text, !g->opts.lldb);
	if (rc == 0 && g->opts.lldb)
		rc = dbg_gate_lldb_expression(text, err);
	if (rc == 0)
		rc = scan(text, &found, err);
	if (rc || !found.assigned)
		return rc;
	if (found.assigned > 1)
		return dbg_gate_refuse(err, text, "assigns more than once");
	return check_assignment(g, text, found.at, err);
}
