/* Commands that name files of the user's, for a debugger that sees but the sandbox's. */
#include <stdio.h>

#include "debugsession/console/words.h"
#include "debugsession/session/box.h"

/* What a command's words are. */
enum takes {
	TAKES_FILE, /* a file, as a shell's word, and whatever follows it */
	TAKES_LINE, /* a file: all of the line, unless it is quoted */
	TAKES_LIBRARIES, /* directories, joined by colons */
	TAKES_SOURCES,
	TAKES_PLACE /* may name a source */
};

static const struct {
	const char *words, *least;
	enum takes takes;
	enum dbg_bring_kind kind;
} rows[] = {
	{"file", "file", TAKES_FILE, DBG_BRING_PROGRAM},
	{"exec-file", "exec-f", TAKES_FILE, DBG_BRING_PROGRAM},
	{"symbol-file", "sy", TAKES_FILE, DBG_BRING_SYMBOLS},
	{"add-symbol-file", "add-symbol-file", TAKES_FILE, DBG_BRING_SYMBOLS},
	{"-file-exec-and-symbols", "-file-exec-and-symbols", TAKES_FILE, DBG_BRING_PROGRAM},
	{"-file-exec-file", "-file-exec-file", TAKES_FILE, DBG_BRING_PROGRAM},
	{"-file-symbol-file", "-file-symbol-file", TAKES_FILE, DBG_BRING_SYMBOLS},
	{"core-file", "core", TAKES_LINE, DBG_BRING_CORE},
	{"target core", "tar core", TAKES_LINE, DBG_BRING_CORE},
	{"set sysroot", "set sysr", TAKES_LIBRARIES, DBG_BRING_ANY},
	{"set solib-search-path", "set solib-s", TAKES_LIBRARIES, DBG_BRING_ANY},
	{"-gdb-set sysroot", "-gdb-set sysr", TAKES_LIBRARIES, DBG_BRING_ANY},
	{"-gdb-set solib-search-path", "-gdb-set solib-s", TAKES_LIBRARIES, DBG_BRING_ANY},
	{"directory", "dir", TAKES_SOURCES, DBG_BRING_ANY},
	{"-environment-directory", "-environment-directory", TAKES_SOURCES, DBG_BRING_ANY},
	{"break", "b", TAKES_PLACE, DBG_BRING_ANY},
	{"tbreak", "tb", TAKES_PLACE, DBG_BRING_ANY},
	{"hbreak", "hb", TAKES_PLACE, DBG_BRING_ANY},
	{"thbreak", "th", TAKES_PLACE, DBG_BRING_ANY},
	{"clear", "cl", TAKES_PLACE, DBG_BRING_ANY},
	{"until", "u", TAKES_PLACE, DBG_BRING_ANY},
	{"advance", "adv", TAKES_PLACE, DBG_BRING_ANY},
	{"jump", "j", TAKES_PLACE, DBG_BRING_ANY},
	{"list", "l", TAKES_PLACE, DBG_BRING_ANY},
	{"dprintf", "dp", TAKES_PLACE, DBG_BRING_ANY},
	{"info line", "i li", TAKES_PLACE, DBG_BRING_ANY},
	{"info scope", "i sc", TAKES_PLACE, DBG_BRING_ANY},
	{"-break-insert", "-break-insert", TAKES_PLACE, DBG_BRING_ANY},
	{"-exec-until", "-exec-until", TAKES_PLACE, DBG_BRING_ANY},
	{"-exec-jump", "-exec-jump", TAKES_PLACE, DBG_BRING_ANY},
};

enum { ROWS = sizeof(rows) / sizeof(*rows), NAMES_MAX = 1 << 16 };

/* Is it named as inside, or a file that is there by that name, or none at all? */
static bool is_inside(struct dbg_boxed *b, struct fl_slice name)
{
	struct fl_buf whole;
	if (!name.len || fl_slice_starts(name, "-") || fl_slice_starts(name, FL_BOX_DIR "/"))
		return true;
	if (fl_slice_starts(name, "/"))
		return false;
	fl_buf_init(&whole, NAMES_MAX);
	fl_buf_str(&whole, FL_BOX_DIR "/");
	fl_buf_slice(&whole, name);
	bool has = dbg_bring_has(&b->bring, fl_buf_view(&whole));
	fl_buf_release(&whole);
	return has;
}

/* The file's name inside; *ret_same: it is what the command says already. */
static int bring(struct dbg_boxed *b, enum dbg_bring_kind kind, const struct fl_buf *name,
	struct fl_buf *inside, bool *ret_same, struct fl_error *err)
{
	*ret_same = is_inside(b, fl_buf_view(name));
	if (*ret_same)
		return 0;
	int rc = dbg_bring_file(&b->bring, kind, name->data, inside, err);
	*ret_same = rc == FL_ENOTFOUND; /* that, gdb says in its own words */
	return *ret_same ? 0 : rc;
}

static int take_file(struct dbg_boxed *b, size_t row, struct fl_slice args, struct fl_buf *line,
	struct fl_error *err)
{
	struct fl_buf name, inside;
	struct fl_slice rest = args;
	bool same = false;
	fl_buf_init(&name, NAMES_MAX);
	fl_buf_init(&inside, NAMES_MAX);
	bool quoted = rows[row].takes == TAKES_FILE || fl_slice_chr(args, '"') == 0 ||
		      fl_slice_chr(args, '\'') == 0 || fl_slice_chr(args, '\\') >= 0;
	if (quoted && !dbg_words_unescape(&rest, &name))
		fl_buf_clear(&name);
	if (!quoted) {
		fl_buf_slice(&name, args);
		rest = fl_slice_skip(args, args.len);
	}
	int rc = bring(b, rows[row].kind, &name, &inside, &same, err);
	if (rc == 0 && !same) {
		fl_buf_printf(line, "%s ", rows[row].words);
		dbg_words_escape(line, fl_buf_view(&inside));
		fl_buf_slice(line, rest);
	}
	fl_buf_release(&inside);
	fl_buf_release(&name);
	return rc;
}

/* "DIR:DIR" */
static int take_directories(struct dbg_boxed *b, size_t row, struct fl_slice args,
	struct fl_buf *line, struct fl_error *err)
{
	bool sources = rows[row].takes == TAKES_SOURCES;
	int rc = 0;
	if (fl_slice_chr(args, '/') < 0) /* "$cdir", nothing at all */
		return 0;
	fl_buf_printf(line, "%s ", rows[row].words);
	while (rc == 0 && args.len) {
		struct fl_buf name;
		ptrdiff_t colon = fl_slice_chr(args, ':');
		size_t n = colon < 0 ? args.len : (size_t)colon;
		struct fl_slice dir = fl_slice_head(args, n);
		fl_buf_init(&name, NAMES_MAX);
		fl_buf_slice(&name, dir);
		if (!fl_slice_starts(dir, "/") || is_inside(b, dir))
			fl_buf_slice(line, dir);
		else
			rc = (sources ? dbg_bring_sources : dbg_bring_libraries)(
				&b->bring, name.data, line, err);
		fl_buf_str(line, colon < 0 ? "" : ":");
		args = fl_slice_skip(args, n + 1);
		fl_buf_release(&name);
	}
	if (rc == FL_ENOTFOUND) { /* as above */
		fl_buf_clear(line);
		rc = 0;
	}
	return rc;
}

int dbg_box_command(
	struct dbg_boxed *b, struct fl_slice command, struct fl_buf *line, struct fl_error *err)
{
	struct fl_slice args = {0};
	size_t row = 0;
	if (fl_slice_chr(command, '\n') >= 0)
		return 0;
	while (row < ROWS && !dbg_words_match(command, rows[row].words, rows[row].least, &args))
		row++;
	if (row == ROWS || !args.len)
		return 0;
	int rc = 0;
	if (rows[row].takes == TAKES_PLACE && b->bring.count) {
		fl_buf_slice(line, fl_slice_head(command, (size_t)(args.ptr - command.ptr)));
		dbg_bring_rename(&b->bring, args, line);
	} else if (rows[row].takes == TAKES_FILE || rows[row].takes == TAKES_LINE) {
		rc = take_file(b, row, args, line, err);
	} else if (rows[row].takes != TAKES_PLACE) {
		rc = take_directories(b, row, args, line, err);
	}
	return rc ? rc : fl_buf_error(line, "a command", err);
}
