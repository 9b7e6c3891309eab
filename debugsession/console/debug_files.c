#include "debugsession/console/debug_files.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "debugsession/console/words.h"

enum { TEACH_BYTES = 1 << 14 };

/* What may follow a command's words. */
enum arguments {
	ANY,
	NOTHING,
	NUMBERS, /* "3", "10,20", "2-4 7" */
	PLACE, /* "main", "*0x401136", "12", "dir/file.c:12" */
	PURE, /* an expression that changes nothing and calls nothing */
	INSERT, /* PLACE, behind options that make no condition */
};

/* A word, with the shortest that gdb takes for it; MI's own begin with "-". */
static const struct {
	const char *words, *least;
	enum arguments args;
	enum dbg_files_need need;
} commands[] = {
	{"run", "r", ANY, DBG_FILES_RUN},
	{"start", "start", ANY, DBG_FILES_RUN},
	{"-exec-run", "-exec-run", ANY, DBG_FILES_RUN},
	{"file", "file", ANY, DBG_FILES_START},
	{"-file-exec-and-symbols", "-file-exec-and-symbols", ANY, DBG_FILES_START},
	{"break", "b", PLACE, DBG_FILES_ASK},
	{"tbreak", "tb", PLACE, DBG_FILES_ASK},
	{"-break-insert", "-break-insert", INSERT, DBG_FILES_ASK},
	{"info locals", "i lo", NOTHING, DBG_FILES_ASK},
	{"info args", "i ar", NOTHING, DBG_FILES_ASK},
	{"bt", "bt", ANY, DBG_FILES_ASK},
	{"backtrace", "ba", ANY, DBG_FILES_ASK},
	{"where", "whe", ANY, DBG_FILES_ASK},
	{"frame", "f", NOTHING, DBG_FILES_ASK},
	{"list", "l", NUMBERS, DBG_FILES_ASK},
	{"print", "p", PURE, DBG_FILES_PEEK},
	{"-data-evaluate-expression", "-data-evaluate-expression", PURE, DBG_FILES_PEEK},
	{"-stack-list-frames", "-stack-list-frames", ANY, DBG_FILES_ASK},
	{"-stack-list-arguments", "-stack-list-arguments", ANY, DBG_FILES_ASK},
	{"-stack-list-locals", "-stack-list-locals", ANY, DBG_FILES_ASK},
	{"-stack-list-variables", "-stack-list-variables", ANY, DBG_FILES_ASK},
	{"-stack-info-frame", "-stack-info-frame", ANY, DBG_FILES_ASK},
	{"continue", "c", NUMBERS, DBG_FILES_NONE},
	{"-exec-continue", "-exec-continue", NOTHING, DBG_FILES_NONE},
	{"-exec-interrupt", "-exec-interrupt", ANY, DBG_FILES_NONE},
	{"kill", "k", NOTHING, DBG_FILES_NONE},
	{"delete", "d", NUMBERS, DBG_FILES_NONE},
	{"-break-delete", "-break-delete", NUMBERS, DBG_FILES_NONE},
	{"enable", "en", NUMBERS, DBG_FILES_NONE},
	{"disable", "dis", NUMBERS, DBG_FILES_NONE},
	{"info breakpoints", "i b", ANY, DBG_FILES_NONE},
	{"-break-list", "-break-list", NOTHING, DBG_FILES_NONE},
	{"-thread-list-ids", "-thread-list-ids", NOTHING, DBG_FILES_NONE},
	{"-data-list-register-names", "-data-list-register-names", ANY, DBG_FILES_NONE},
	{"-inferior-tty-set", "-inferior-tty-set", ANY, DBG_FILES_NONE},
	{"help", "h", ANY, DBG_FILES_NONE},
	{"show", "sho", ANY, DBG_FILES_NONE},
	{"pwd", "pw", NOTHING, DBG_FILES_NONE},
	{"cd", "cd", ANY, DBG_FILES_NONE},
	{"set args", "set ar", ANY, DBG_FILES_NONE},
	{"set breakpoint pending", "set breakpoint pending", ANY, DBG_FILES_NONE},
	{"set confirm", "set conf", ANY, DBG_FILES_NONE},
	{"set cwd", "set cwd", ANY, DBG_FILES_NONE},
	{"set debuginfod", "set debuginfod", ANY, DBG_FILES_NONE},
	{"set environment", "set env", ANY, DBG_FILES_NONE},
	{"unset environment", "uns env", ANY, DBG_FILES_NONE},
	{"set height", "set he", ANY, DBG_FILES_NONE},
	{"set index-cache", "set index-cache", ANY, DBG_FILES_NONE},
	{"set listsize", "set lis", ANY, DBG_FILES_NONE},
	{"set may-call-functions", "set may-call", ANY, DBG_FILES_START},
	{"set mi-async", "set mi-async", ANY, DBG_FILES_NONE},
	{"set pagination", "set pagi", ANY, DBG_FILES_NONE},
	{"set print", "set p", ANY, DBG_FILES_NONE},
	{"set substitute-path", "set substitute-path", ANY, DBG_FILES_NONE},
	{"set width", "set wi", ANY, DBG_FILES_NONE},
};

/* Where no library lies: the program and its heap, without and with a fixed place; the stack. */
static const struct {
	uint64_t first, last;
} own[] = {
	{0, 0x7fffffff},
	{0x550000000000, 0x56ffffffffff},
	{0x7ffff8000000, UINT64_MAX},
};

/* gdb's words for what it might know with more symbols. */
static const char *const regrets[] = {
	"<error",
	"<incomplete type>",
	"no debug info",
};

static bool all_of(struct fl_slice s, const char *others, int (*is)(int))
{
	for (size_t i = 0; i < s.len; i++)
		if (!is((unsigned char)s.ptr[i]) && !strchr(others, s.ptr[i]))
			return false;
	return true;
}

static bool is_place(struct fl_slice s)
{
	ptrdiff_t colon = fl_slice_rchr(s, ':');
	if (fl_slice_eqs(s, "main") || all_of(s, "", isdigit))
		return true;
	if (fl_slice_starts(s, "*0x"))
		return all_of(fl_slice_skip(s, 3), "", isxdigit);
	return colon > 0 && (size_t)colon + 1 < s.len &&
	       all_of(fl_slice_skip(s, (size_t)colon + 1), "", isdigit) &&
	       all_of(fl_slice_head(s, (size_t)colon), "._+-/", isalnum);
}

/*
 * Names, members and elements: no call, no assignment, no sign that could be doubled. A class may
 * have operators for some of it, which is why nothing is called when its value is looked at before.
 */
static bool is_pure(struct fl_slice s)
{
	if (!s.len)
		return false;
	for (size_t i = 0; i < s.len; i++) {
		bool arrow = s.ptr[i] == '-' && i + 1 < s.len && s.ptr[i + 1] == '>';
		if (arrow)
			i++;
		else if (!all_of(fl_slice(s.ptr + i, 1), "_ .*&[]/\"", isalnum))
			return false;
	}
	return true;
}

static struct fl_slice word_of(struct fl_slice *rest)
{
	size_t n = 0;
	*rest = fl_slice_trim(*rest);
	while (n < rest->len && !isspace((unsigned char)rest->ptr[n]))
		n++;
	struct fl_slice word = fl_slice_head(*rest, n);
	*rest = fl_slice_trim(fl_slice_skip(*rest, n));
	return word;
}

static struct fl_slice unquoted(struct fl_slice s)
{
	if (s.len > 1 && *s.ptr == '"' && fl_slice_ends(s, "\""))
		return fl_slice(s.ptr + 1, s.len - 2);
	return s;
}

/* "-t -i 0 main"; "-i 0 --source "f.c" --line 3". */
static bool is_insert(struct fl_slice s)
{
	struct fl_slice word = word_of(&s);
	for (; fl_slice_eqs(word, "-t") || fl_slice_eqs(word, "-i"); word = word_of(&s))
		if (fl_slice_eqs(word, "-i"))
			word_of(&s);
	if (!fl_slice_eqs(word, "--source"))
		return s.len == 0 && is_place(unquoted(word));
	struct fl_slice file = unquoted(word_of(&s));
	word = word_of(&s);
	return all_of(file, "._+-/", isalnum) && fl_slice_eqs(word, "--line") &&
	       all_of(s, "", isdigit);
}

static bool fits(struct fl_slice args, enum arguments kind)
{
	switch (kind) {
	case ANY: return true;
	case NOTHING: return args.len == 0;
	case NUMBERS: return all_of(args, " ,-", isdigit);
	case PLACE: return is_place(args);
	case PURE: return is_pure(args);
	case INSERT: return is_insert(args);
	}
	return false;
}

enum dbg_files_need dbg_files_need(struct fl_slice command)
{
	struct fl_slice args;
	command = fl_slice_trim(command);
	if (fl_slice_chr(command, '\n') >= 0)
		return DBG_FILES_ALL;
	if (fl_slice_starts(command, "-gdb-"))
		command = fl_slice_skip(command, strlen("-gdb-"));
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		if (dbg_words_match(command, commands[i].words, commands[i].least, &args) &&
			fits(args, commands[i].args))
			return commands[i].need;
	return DBG_FILES_ALL;
}

static bool is_own(uint64_t address)
{
	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++)
		if (address >= own[i].first && address <= own[i].last)
			return true;
	return false;
}

void dbg_files_peek(struct fl_slice command, struct fl_buf *out)
{
	if (fl_slice_starts(command, "-")) {
		fl_buf_slice(out, command);
		return;
	}
	word_of(&command);
	if (fl_slice_starts(command, "/"))
		word_of(&command);
	fl_buf_str(out, "-data-evaluate-expression ");
	dbg_mi_quote(out, command);
}

bool dbg_files_text(struct fl_slice text)
{
	for (size_t i = 0; i < sizeof(regrets) / sizeof(*regrets); i++)
		if (fl_slice_find(text, regrets[i]) >= 0)
			return true;
	for (;;) {
		ptrdiff_t at = fl_slice_find(text, "0x");
		if (at < 0)
			return false;
		text = fl_slice_skip(text, (size_t)at + 2);
		uint64_t address = 0;
		for (; text.len && fl_hex_value(*text.ptr) >= 0; text = fl_slice_skip(text, 1))
			address = address << 4 | (uint64_t)fl_hex_value(*text.ptr);
		if (!is_own(address))
			return true;
	}
}

static bool in_values(const struct dbg_mi_value *v)
{
	for (; v; v = v->next)
		if (v->type == DBG_MI_TEXT ? dbg_files_text(v->text) : in_values(v->child))
			return true;
	return false;
}

bool dbg_files_record(const struct dbg_mi_record *r)
{
	return fl_slice_eqs(r->name, "error") || in_values(r->results);
}

/*
 * bring(): as gdb does when it reads a library, for each that has a file by its build id; what has
 * been worked out about the stack before is forgotten. Where there may be files by name (gdb looks
 * for those below the library's own directory) gdb has to read the libraries again. stop(), from a
 * hook: before gdb tells a stop. The program's own ranges come in between.
 */
static const char teach_head[] =
	"import gdb, os, re\n"
	"class faultline_files:\n"
	"    dirs = gdb.parameter('" DBG_FILES_DIR "')\n"
	"    done = not dirs\n"
	"    def add(o):\n"
	"        named = os.path.dirname(os.path.realpath(o.filename))\n"
	"        for d in faultline_files.dirs.split(':'):\n"
	"            i = o.build_id or '__'\n"
	"            path = d + '/.build-id/' + i[:2] + '/' + i[2:] + '.debug'\n"
	"            if os.path.exists(path): return o.add_separate_debug_file(path)\n"
	"            if os.path.isdir(d + named): return True\n"
	"    def bring():\n"
	"        my = faultline_files\n"
	"        if my.done: return\n"
	"        my.done = True\n"
	"        gdb.execute('set " DBG_FILES_DIR " ' + my.dirs)\n"
	"        have = {o.owner.filename for o in gdb.objfiles() if o.owner}\n"
	"        again = False\n"
	"        for o in gdb.objfiles():\n"
	"            if o.owner or o.filename in have or o.filename[0] != '/': continue\n"
	"            try: again = my.add(o) or again\n"
	"            except gdb.error as e: gdb.write('warning: %s\\n' % e, gdb.STDERR)\n"
	"        if again:\n"
	"            gdb.execute('nosharedlibrary')\n"
	"            gdb.execute('sharedlibrary')\n"
	"        gdb.execute('maintenance flush register-cache', to_string=True)\n"
	"    def own(n):\n"
	"        return n == 0";

static const char teach_tail[] =
	"\n"
	"    def stop():\n"
	"        my = faultline_files\n"
	"        if my.done or gdb.selected_thread() is None: return\n"
	"        text = gdb.execute('frame', to_string=True)\n"
	"        if gdb.solib_name(gdb.selected_frame().pc()) or not all(\n"
	"            my.own(int(n, 16)) for n in re.findall('0x([0-9a-f]+)', text)):\n"
	"            my.bring()\n"
	"gdb.execute('define hook-stop\\npython faultline_files.stop()\\nend')\n";

/* The text as one that stands in quotes in Python. */
static void quote_python(struct fl_buf *out, struct fl_slice text)
{
	fl_buf_char(out, '"');
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];
		if (c == '\\' || c == '"')
			fl_buf_char(out, '\\');
		if (c == '\n')
			fl_buf_str(out, "\\n");
		else
			fl_buf_char(out, c);
	}
	fl_buf_char(out, '"');
}

void dbg_files_teach(struct fl_buf *out)
{
	struct fl_buf code, command;
	fl_buf_init(&code, TEACH_BYTES);
	fl_buf_init(&command, TEACH_BYTES);
	fl_buf_str(&code, teach_head);
	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++)
		fl_buf_printf(
			&code, " or %#" PRIx64 " <= n <= %#" PRIx64, own[i].first, own[i].last);
	fl_buf_str(&code, teach_tail);
	fl_buf_str(&command, "python exec(");
	quote_python(&command, fl_buf_view(&code));
	fl_buf_char(&command, ')');
	fl_buf_str(out, "-interpreter-exec console ");
	dbg_mi_quote(out, fl_buf_view(&command));
	fl_buf_release(&code);
	fl_buf_release(&command);
}
