/* The text after a command's name, judged by what the command does with it. */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "debugsession/console/words.h"
#include "debugsession/gate/gate_priv.h"

static bool blank(char c)
{
	return c == ' ' || c == '\t';
}

/* The byte of the "if" that starts a condition, or the end. */
static size_t find_if(struct fl_slice s)
{
	for (size_t i = 0; i + 1 < s.len; i++) {
		char before = i ? s.ptr[i - 1] : ' ', after = i + 2 < s.len ? s.ptr[i + 2] : ' ';
		bool joined = isalnum((unsigned char)before) || strchr("_$.:", before);
		if (s.ptr[i] == 'i' && s.ptr[i + 1] == 'f' && !joined &&
			(blank(after) || after == '('))
			return i;
	}
	return s.len;
}

/* Does the location compute something: "*ADDRESS", or a variable? */
static bool computes(struct fl_slice s)
{
	bool start = true;
	for (size_t i = 0; i < s.len; i++) {
		if (s.ptr[i] == '$' || (start && s.ptr[i] == '*'))
			return true;
		start = s.ptr[i] == ',' || (start && blank(s.ptr[i]));
	}
	return false;
}

static int check_place(const struct dbg_gate *g, struct fl_slice text, struct fl_error *err)
{
	size_t at = find_if(text);
	struct fl_slice place = fl_slice_head(text, at);
	int rc = dbg_gate_check_names(text, err);
	if (rc == 0 && g->opts.lldb)
		rc = dbg_gate_lldb_name(place, err);
	if (rc == 0 && computes(place))
		rc = dbg_gate_check_expression(g, place, true, err);
	return rc || at == text.len
		       ? rc
		       : dbg_gate_check_expression(g, fl_slice_skip(text, at + 2), true, err);
}

/* The expression of a watchpoint; gdb takes "-location" and more before it. */
static int check_watch(const struct dbg_gate *g, struct fl_slice text, struct fl_error *err)
{
	text = fl_slice_trim(text);
	size_t at = find_if(text);
	if (!g->opts.lldb)
		return check_place(g, text, err);
	struct fl_slice left = fl_slice_head(text, at);
	left = fl_slice_skip(left, fl_slice_starts(left, "-l ") ? 3 : 0);
	int rc = dbg_gate_check_expression(g, left, true, err);
	return rc || at == text.len
		       ? rc
		       : dbg_gate_check_expression(g, fl_slice_skip(text, at + 2), true, err);
}

/* What a shell would do more with than split it into words; in double quotes it reads less. */
static int check_args(struct fl_slice text, struct fl_error *err)
{
	char quote = '\0';
	text = fl_slice_trim(text);
	if (fl_slice_eqs(text, "&") || fl_slice_ends(text, " &"))
		text = fl_slice_head(text, text.len - 1);
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];
		if (quote == '\0' && (c == '\'' || c == '"'))
			quote = c;
		else if (c == quote)
			quote = '\0';
		else if (quote != '\'' && strchr(quote ? "`$\\!" : "`$();|&<>\\!*?[]{}~#", c))
			return dbg_gate_refuse(err, text,
				"holds characters that a shell would read: put arguments in "
				"single quotes");
	}
	return quote ? dbg_gate_refuse(err, text, "has a quote that does not end") : 0;
}

/* Variables that make a loader, a shell, a library or an interpreter load or write files. */
static const char *const unsafe_names[] = {"LD_", "GLIBC_TUNABLES", "BASH", "ENV", "SHELLOPTS",
	"PS4", "IFS", "PATH", "GCONV_PATH", "LOCPATH", "NLSPATH", "MALLOC_TRACE", "GMON_OUT_PREFIX",
	"HOSTALIASES", "LOCALDOMAIN", "RES_OPTIONS", "RESOLV_", "TMPDIR", "PYTHON", "PERL", "RUBY",
	"NODE_", "JAVA_", "_JAVA", "JDK_JAVA", "GUILE_", "LUA_", "ASAN_OPTIONS", "LSAN_OPTIONS",
	"TSAN_OPTIONS", "MSAN_OPTIONS", "UBSAN_OPTIONS", "HWASAN_OPTIONS", "LLVM_PROFILE_FILE",
	"GCOV_", "DEBUGINFOD_", "SHELL", "GIT_", "EDITOR", "VISUAL", "PAGER", "LESS"};

int dbg_gate_environment(
	const struct dbg_gate_opts *opts, struct fl_slice setting, struct fl_error *err)
{
	size_t n = 0;
	setting = fl_slice_trim(setting);
	while (n < setting.len && setting.ptr[n] != '=' && !blank(setting.ptr[n]))
		n++;
	struct fl_slice name = fl_slice_head(setting, n);
	if (opts->boxed && fl_slice_eqs(name, "LD_LIBRARY_PATH"))
		return 0;
	for (size_t i = 0; i < sizeof(unsafe_names) / sizeof(*unsafe_names); i++)
		if (fl_slice_starts(name, unsafe_names[i]))
			return dbg_gate_refuse(
				err, name, "can make the program load or write other files");
	return 0;
}

static const char *const system_dirs[] = {
	"/usr/", "/bin/", "/sbin/", "/lib/", "/lib64/", "/opt/", "/proc/", "/dev/"};

static bool of_system(const char *path)
{
	for (size_t i = 0; i < sizeof(system_dirs) / sizeof(*system_dirs); i++)
		if (!strncmp(path, system_dirs[i], strlen(system_dirs[i])))
			return true;
	return false;
}

int dbg_gate_program(const struct dbg_gate_opts *opts, const char *path, struct fl_error *err)
{
	char whole[PATH_MAX];
	if (opts->boxed || !*path)
		return 0;
	/* gdb looks into PATH for a bare name */
	if (!strchr(path, '/'))
		return dbg_gate_refuse(err, fl_slice_str(path),
			"is looked for among the programs of the system: give a path");
	if (of_system(path) || (realpath(path, whole) && of_system(whole)))
		return dbg_gate_refuse(err, fl_slice_str(path),
			"is a program of the system, which does what its arguments say: only in "
			"a sandbox");
	return 0;
}

/* "gdb", "gdb-multiarch", "gdb-14", "aarch64-linux-gnu-gdb", "lldb-dap-19" */
static bool is_debugger_name(struct fl_slice name)
{
	return fl_slice_eqs(name, "gdb") || fl_slice_eqs(name, "lldb-dap") ||
	       fl_slice_starts(name, "lldb-dap-") || fl_slice_ends(name, "-gdb") ||
	       (fl_slice_starts(name, "gdb-") && !fl_slice_eqs(name, "gdb-add-index"));
}

int dbg_gate_debugger(const char *path, struct fl_error *err)
{
	char whole[PATH_MAX];
	if (!path)
		return 0;
	const char *slash = strrchr(path, '/');
	bool named = is_debugger_name(fl_slice_str(slash ? slash + 1 : path));
	if (named && (!slash || (realpath(path, whole) && !strncmp(whole, "/usr/", 5))))
		return 0;
	return dbg_gate_refuse(err, fl_slice_str(path),
		"is not a debugger of the system (gdb, gdb-NAME, NAME-gdb or lldb-dap-N, in PATH "
		"or below /usr)");
}

static int check_program(const struct dbg_gate *g, struct fl_slice text, struct fl_error *err)
{
	struct fl_buf path;
	struct fl_slice rest = text = fl_slice_trim(text);
	fl_buf_init(&path, PATH_MAX);
	bool one = !text.len || (dbg_words_unescape(&rest, &path) && !fl_slice_trim(rest).len);
	int rc = 0;
	if (path.failed)
		rc = dbg_gate_refuse(err, fl_slice_head(text, 40), "is too long for a path");
	else if (!one)
		rc = dbg_gate_refuse(err, text, "is no path: put one with blanks in quotes");
	else if (fl_slice_starts(text, "-") || fl_slice_starts(text, "~") ||
		 fl_slice_chr(text, '|') >= 0)
		rc = dbg_gate_refuse(err, text, "is no absolute or relative path");
	else if (path.len)
		rc = dbg_gate_program(&g->opts, path.data, err);
	fl_buf_release(&path);
	return rc;
}

/* A setting that is a number takes an expression: only words and plain numbers pass. */
static int check_value(struct fl_slice text, struct fl_error *err)
{
	for (size_t i = 0; i < text.len; i++)
		if (!isalnum((unsigned char)text.ptr[i]) && !strchr("_.,:+-/* \t", text.ptr[i]))
			return dbg_gate_refuse(err, text, "is no word and no plain number");
	return 0;
}

/* "1 i == 3": as one expression of C++ that would have no operator between the two. */
static int check_numbered(const struct dbg_gate *g, struct fl_slice text, struct fl_error *err)
{
	text = fl_slice_trim(text);
	while (g->opts.lldb && text.len && isdigit((unsigned char)*text.ptr))
		text = fl_slice_skip(text, 1);
	return dbg_gate_check_expression(g, text, true, err);
}

/* "set NAME VALUE" of a setting that lldb-dap's engine does not have is answered by it. */
static int check_setting(const struct dbg_gate *g, struct fl_slice text, struct fl_error *err)
{
	bool may = fl_slice_starts(fl_slice_trim(text), "may-"); /* what the gate relies on */
	bool words = g->opts.lldb && !may && fl_slice_chr(text, '=') < 0;
	return words ? check_value(text, err) : dbg_gate_check_expression(g, text, true, err);
}

static int check_file(const struct dbg_gate *g, struct fl_slice text, struct fl_error *err)
{
	text = fl_slice_trim(text);
	if (fl_slice_chr(text, '|') >= 0 || fl_slice_starts(text, "remote:") ||
		fl_slice_starts(text, "target:"))
		return dbg_gate_refuse(err, text, "is no plain path");
	int rc = g->opts.lldb ? dbg_gate_lldb_name(text, err) : 0;
	return rc ? rc : dbg_gate_check_names(text, err);
}

static bool host_and_port(struct fl_slice s, struct fl_slice *ret_host)
{
	ptrdiff_t colon = fl_slice_rchr(s, ':');
	uint32_t port;
	if (colon < 0)
		return false;
	struct fl_slice digits = fl_slice_skip(s, (size_t)colon + 1);
	*ret_host = fl_slice_head(s, (size_t)colon);
	if (fl_slice_starts(*ret_host, "tcp:"))
		*ret_host = fl_slice_skip(*ret_host, 4);
	for (size_t i = 0; i < ret_host->len; i++)
		if (!isalnum((unsigned char)ret_host->ptr[i]) && !strchr(".-:[]", ret_host->ptr[i]))
			return false;
	return digits.len && fl_slice_uint(digits, &port) == digits.len && port <= UINT16_MAX;
}

bool dbg_gate_is_local(struct fl_slice address)
{
	static const char *const hosts[] = {"", "localhost", "127.0.0.1", "::1", "[::1]"};
	struct fl_slice host;
	if (fl_slice_starts(address, "/"))
		return true;
	if (!host_and_port(address, &host))
		return false;
	for (size_t i = 0; i < sizeof(hosts) / sizeof(*hosts); i++)
		if (fl_slice_eqs(host, hosts[i]))
			return true;
	return false;
}

static int check_target(const struct dbg_gate *g, struct fl_slice text, struct fl_error *err)
{
	struct fl_slice host;
	text = fl_slice_trim(text);
	if (!g->opts.network)
		return dbg_gate_refuse(
			err, text, "is another machine or process: --allow-network allows it");
	for (size_t i = 0; i < text.len; i++)
		if (strchr("| \t\"'\\$", text.ptr[i]))
			return dbg_gate_refuse(err, text, "is no HOST:PORT and no socket");
	if (host_and_port(text, &host) ||
		(fl_slice_starts(text, "/") && !fl_slice_starts(text, "/dev/")))
		return 0;
	return dbg_gate_refuse(err, text, "is no HOST:PORT and no socket");
}

/* Completion evaluates nothing, but lists the files where a command takes one. */
static int check_complete(const struct dbg_gate *g, struct fl_slice text, struct fl_error *err)
{
	const struct dbg_gate_name *name;
	struct fl_slice rest = text = fl_slice_trim(text);
	ptrdiff_t last = fl_slice_rchr(text, ' ');
	if (last < 0)
		return dbg_gate_check_names(text, err);
	rest = fl_slice_head(text, (size_t)last); /* the last word has only begun */
	int rc = dbg_gate_resolve(g, &rest, &name, err);
	if (rc)
		return rc;
	const struct dbg_gate_row *row = dbg_gate_find(g, name->canonical);
	bool looks = row && row->kind <= DBG_GATE_PLACE;
	if (name->user || (!looks && !dbg_gate_has_below(name->canonical)))
		return dbg_gate_refuse(err, name->canonical, "is not known to be harmless");
	return dbg_gate_check_names(text, err);
}

int dbg_gate_check(const struct dbg_gate *g, enum dbg_gate_kind kind, struct fl_slice text,
	struct fl_error *err)
{
	switch (kind) {
	case DBG_GATE_TEXT: return 0;
	case DBG_GATE_VALUE: return check_value(text, err);
	case DBG_GATE_DATA: return dbg_gate_check_expression(g, text, false, err);
	case DBG_GATE_EXPR: return dbg_gate_check_expression(g, text, true, err);
	case DBG_GATE_NUMBERED: return check_numbered(g, text, err);
	case DBG_GATE_SETTING: return check_setting(g, text, err);
	case DBG_GATE_WATCH: return check_watch(g, text, err);
	case DBG_GATE_PLACE: return check_place(g, text, err);
	case DBG_GATE_ARGS: return check_args(text, err);
	case DBG_GATE_ENV: return dbg_gate_environment(&g->opts, text, err);
	case DBG_GATE_PROGRAM: return check_program(g, text, err);
	case DBG_GATE_FILE: return check_file(g, text, err);
	case DBG_GATE_TARGET: return check_target(g, text, err);
	case DBG_GATE_COMPLETE: return check_complete(g, text, err);
	default: return dbg_gate_refuse(err, text, "is not known to be harmless");
	}
}
