#include <ctype.h>

#include "debugsession/console/words.h"
#include "debugsession/transcript/priv.h"

struct asked_row {
	const char *words, *least;
	enum dbg_asked asked;
	int args; /* how many a command without a prompt may have; -1: any */
};

/* The first that fits decides. */
static const struct asked_row gdb_rows[] = {
	{"run", "r", DBG_ASKED_RESUME, 0},
	{"start", "start", DBG_ASKED_RESUME, 0},
	{"starti", "starti", DBG_ASKED_RESUME, 0},
	{"continue", "c", DBG_ASKED_RESUME, 1},
	{"next", "n", DBG_ASKED_RESUME, 1},
	{"nexti", "nexti", DBG_ASKED_RESUME, 1},
	{"ni", "ni", DBG_ASKED_RESUME, 1},
	{"step", "s", DBG_ASKED_RESUME, 1},
	{"stepi", "stepi", DBG_ASKED_RESUME, 1},
	{"si", "si", DBG_ASKED_RESUME, 1},
	{"finish", "fin", DBG_ASKED_RESUME, 0},
	{"until", "u", DBG_ASKED_RESUME, 1},
	{"advance", "adv", DBG_ASKED_RESUME, 1},
	{"jump", "j", DBG_ASKED_RESUME, 1},
	{"signal", "sig", DBG_ASKED_RESUME, 1},
	{"attach", "att", DBG_ASKED_RESUME, 1},
	{"target", "tar", DBG_ASKED_RESUME, -1},
	{"core-file", "core", DBG_ASKED_RESUME, 1},
	{"reverse-next", "reverse-n", DBG_ASKED_RESUME, 1},
	{"reverse-step", "reverse-s", DBG_ASKED_RESUME, 1},
	{"reverse-continue", "reverse-c", DBG_ASKED_RESUME, 1},
	{"reverse-finish", "reverse-f", DBG_ASKED_RESUME, 0},
	{"bt", "bt", DBG_ASKED_FRAMES, 2},
	{"backtrace", "ba", DBG_ASKED_FRAMES, 2},
	{"where", "whe", DBG_ASKED_FRAMES, 2},
	{"info stack", "i s", DBG_ASKED_FRAMES, 0},
	{"thread apply", "t a", DBG_ASKED_FRAMES, -1},
	{"frame apply", "f a", DBG_ASKED_TEXT, -1},
	{"info frame", "i f", DBG_ASKED_TEXT, 0},
	{"frame", "f", DBG_ASKED_FRAME, 1},
	{"up", "up", DBG_ASKED_FRAME, 1},
	{"down", "dow", DBG_ASKED_FRAME, 1},
	{"thread", "thr", DBG_ASKED_FRAME, 1},
	{"info locals", "i lo", DBG_ASKED_LOCALS, 0},
	{"info args", "i ar", DBG_ASKED_ARGS, 0},
	{"print", "p", DBG_ASKED_VALUE, 1},
	{"inspect", "ins", DBG_ASKED_VALUE, 1},
	{"call", "ca", DBG_ASKED_VALUE, 1},
	{"output", "ou", DBG_ASKED_TEXT, 1},
	{"display", "disp", DBG_ASKED_VALUE, 1},
	{"break", "b", DBG_ASKED_POINT, 1},
	{"tbreak", "tb", DBG_ASKED_POINT, 1},
	{"hbreak", "hb", DBG_ASKED_POINT, 1},
	{"rbreak", "rb", DBG_ASKED_POINT, 1},
	{"watch", "wa", DBG_ASKED_POINT, 1},
	{"rwatch", "rw", DBG_ASKED_POINT, 1},
	{"awatch", "aw", DBG_ASKED_POINT, 1},
	{"catch", "cat", DBG_ASKED_POINT, 2},
	{"info threads", "i th", DBG_ASKED_THREADS, 0},
	{"list", "l", DBG_ASKED_SOURCE, 1},
	{"info registers", "i r", DBG_ASKED_REGISTERS, 1},
	{"info all-registers", "i al", DBG_ASKED_REGISTERS, 0},
	{"x", "x", DBG_ASKED_MEMORY, -1},
	{"disassemble", "disas", DBG_ASKED_MEMORY, 1},
	{"info", "i", DBG_ASKED_TEXT, 1},
	{"ptype", "pt", DBG_ASKED_TEXT, 1},
	{"whatis", "wha", DBG_ASKED_TEXT, 1},
	{"set", "set", DBG_ASKED_TEXT, -1},
	{"show", "sho", DBG_ASKED_TEXT, 1},
	{"delete", "d", DBG_ASKED_TEXT, 1},
	{"clear", "cl", DBG_ASKED_TEXT, 1},
	{"disable", "dis", DBG_ASKED_TEXT, 1},
	{"enable", "en", DBG_ASKED_TEXT, 1},
	{"condition", "cond", DBG_ASKED_TEXT, -1},
	{"commands", "comm", DBG_ASKED_TEXT, 1},
	{"ignore", "ig", DBG_ASKED_TEXT, -1},
	{"handle", "ha", DBG_ASKED_TEXT, -1},
	{"undisplay", "und", DBG_ASKED_TEXT, 1},
	{"file", "fil", DBG_ASKED_TEXT, 1},
	{"symbol-file", "sy", DBG_ASKED_TEXT, 1},
	{"directory", "dir", DBG_ASKED_TEXT, 1},
	{"shell", "she", DBG_ASKED_TEXT, -1},
	{"source", "so", DBG_ASKED_TEXT, 1},
	{"kill", "k", DBG_ASKED_TEXT, 0},
	{"quit", "q", DBG_ASKED_TEXT, 0},
	{"help", "h", DBG_ASKED_TEXT, 1},
	{"detach", "det", DBG_ASKED_TEXT, 0},
	{"layout", "la", DBG_ASKED_TEXT, 1},
	{"printf", "printf", DBG_ASKED_TEXT, -1},
	{"echo", "ec", DBG_ASKED_TEXT, -1},
	{"maint", "mai", DBG_ASKED_TEXT, -1},
	{"monitor", "mon", DBG_ASKED_TEXT, -1},
	{"python", "py", DBG_ASKED_TEXT, -1},
	{"cd", "cd", DBG_ASKED_TEXT, 1},
	{"pwd", "pwd", DBG_ASKED_TEXT, 0},
	{"record", "rec", DBG_ASKED_TEXT, 0},
	{"end", "end", DBG_ASKED_TEXT, 0},
};

static const struct asked_row lldb_rows[] = {
	{"thread backtrace", "th ba", DBG_ASKED_FRAMES, 1},
	{"thread list", "th l", DBG_ASKED_THREADS, 0},
	{"thread info", "th inf", DBG_ASKED_THREADS, 0},
	{"thread select", "th sel", DBG_ASKED_FRAME, 1},
	{"thread step-over", "th step-o", DBG_ASKED_RESUME, 0},
	{"thread step-in", "th step-i", DBG_ASKED_RESUME, 0},
	{"thread step-out", "th step-o", DBG_ASKED_RESUME, 0},
	{"thread continue", "th c", DBG_ASKED_RESUME, 0},
	{"thread until", "th u", DBG_ASKED_RESUME, 1},
	{"thread return", "th ret", DBG_ASKED_FRAME, 1},
	{"process launch", "pr la", DBG_ASKED_RESUME, -1},
	{"process continue", "pr c", DBG_ASKED_RESUME, 0},
	{"process attach", "pr at", DBG_ASKED_RESUME, -1},
	{"process kill", "pr k", DBG_ASKED_RESUME, 0},
	{"process status", "pr st", DBG_ASKED_THREADS, 0},
	{"process interrupt", "pr int", DBG_ASKED_RESUME, 0},
	{"run", "r", DBG_ASKED_RESUME, 0},
	{"continue", "c", DBG_ASKED_RESUME, 1},
	{"next", "n", DBG_ASKED_RESUME, 1},
	{"ni", "ni", DBG_ASKED_RESUME, 1},
	{"nexti", "nexti", DBG_ASKED_RESUME, 1},
	{"step", "s", DBG_ASKED_RESUME, 1},
	{"si", "si", DBG_ASKED_RESUME, 1},
	{"stepi", "stepi", DBG_ASKED_RESUME, 1},
	{"finish", "fin", DBG_ASKED_RESUME, 0},
	{"kill", "k", DBG_ASKED_RESUME, 0},
	{"bt", "bt", DBG_ASKED_FRAMES, 1},
	{"up", "up", DBG_ASKED_FRAME, 1},
	{"down", "dow", DBG_ASKED_FRAME, 1},
	{"frame select", "f s", DBG_ASKED_FRAME, 1},
	{"frame info", "f i", DBG_ASKED_FRAME, 0},
	{"frame variable", "fr v", DBG_ASKED_LOCALS, -1},
	{"f", "f", DBG_ASKED_FRAME, 1},
	{"v", "v", DBG_ASKED_LOCALS, 3},
	{"var", "var", DBG_ASKED_LOCALS, 3},
	{"target variable", "ta v", DBG_ASKED_LOCALS, -1},
	{"print", "p", DBG_ASKED_VALUE, 1},
	{"po", "po", DBG_ASKED_TEXT, 1},
	{"call", "ca", DBG_ASKED_VALUE, 1},
	{"expression", "e", DBG_ASKED_VALUE, 1},
	{"dwim-print", "dw", DBG_ASKED_VALUE, 1},
	{"breakpoint set", "br s", DBG_ASKED_POINT, -1},
	{"b", "b", DBG_ASKED_POINT, 1},
	{"tbreak", "tb", DBG_ASKED_POINT, 1},
	{"watchpoint set", "wa s", DBG_ASKED_POINT, -1},
	{"list", "l", DBG_ASKED_SOURCE, 1},
	{"source list", "so l", DBG_ASKED_SOURCE, -1},
	{"register read", "re r", DBG_ASKED_REGISTERS, -1},
	{"memory read", "me r", DBG_ASKED_MEMORY, -1},
	{"x", "x", DBG_ASKED_MEMORY, -1},
	{"disassemble", "di", DBG_ASKED_MEMORY, -1},
	{"breakpoint", "br", DBG_ASKED_TEXT, -1},
	{"watchpoint", "wa", DBG_ASKED_TEXT, -1},
	{"target", "ta", DBG_ASKED_TEXT, -1},
	{"process", "pr", DBG_ASKED_TEXT, -1},
	{"thread", "th", DBG_ASKED_TEXT, -1},
	{"frame", "fr", DBG_ASKED_TEXT, -1},
	{"image", "im", DBG_ASKED_TEXT, -1},
	{"settings", "se", DBG_ASKED_TEXT, -1},
	{"type", "ty", DBG_ASKED_TEXT, -1},
	{"command", "com", DBG_ASKED_TEXT, -1},
	{"platform", "pla", DBG_ASKED_TEXT, -1},
	{"script", "sc", DBG_ASKED_TEXT, -1},
	{"help", "h", DBG_ASKED_TEXT, 1},
	{"quit", "q", DBG_ASKED_TEXT, 0},
	{"exit", "exit", DBG_ASKED_TEXT, 0},
	{"attach", "att", DBG_ASKED_RESUME, 1},
	{"file", "fil", DBG_ASKED_TEXT, 1},
};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static const struct asked_row *row_of(struct fl_slice c, bool lldb, struct fl_slice *ret_args)
{
	const struct asked_row *rows = lldb ? lldb_rows : gdb_rows;
	size_t count = lldb ? COUNT(lldb_rows) : COUNT(gdb_rows);
	for (size_t i = 0; i < count; i++)
		if (dbg_words_match(c, rows[i].words, rows[i].least, ret_args))
			return &rows[i];
	return NULL;
}

enum dbg_asked dbg_asked_of(struct fl_slice command, bool lldb, struct fl_slice *ret_args)
{
	struct fl_slice args = {0};
	const struct asked_row *row = row_of(command, lldb, &args);
	if (fl_slice_starts(args, "/")) {
		while (args.len && !isspace((unsigned char)*args.ptr))
			args = fl_slice_skip(args, 1);
		args = fl_slice_trim(args);
	}
	if (ret_args)
		*ret_args = args;
	return row ? row->asked : DBG_ASKED_NOTHING;
}

static int count_words(struct fl_slice s)
{
	int n = 0;
	for (size_t i = 0; i < s.len; i++)
		n += !isspace((unsigned char)s.ptr[i]) &&
		     (i == 0 || isspace((unsigned char)s.ptr[i - 1]));
	return n;
}

/* Words of a program's output or of source code have other characters and are followed by more. */
bool dbg_is_bare_command(struct fl_slice line, bool lldb)
{
	struct fl_slice args, c = fl_slice_trim(line);
	struct dbg_frame place = {0};
	if (!c.len || c.len != line.len || c.len > 120 || !islower((unsigned char)*c.ptr) ||
		fl_slice_find(c, " = ") >= 0 || strchr(";:{,.", c.ptr[c.len - 1]) ||
		fl_slice_find(c, "): ") >= 0)
		return false;
	const struct asked_row *row = row_of(c, lldb, &args);
	if (!row)
		return false;
	if (args.len && !isalnum((unsigned char)*args.ptr) && !strchr("*&$(/-_:@\"'", *args.ptr))
		return false;
	/* a function of such a name: "main () at f.c:3" is no `maint`, "set (v=1)" may be cut there */
	if (!lldb && dbg_place_gdb(c, true, &place))
		return false;
	if (row->args < 0)
		return args.len && (*args.ptr != '(' || !fl_slice_ends(args, ")"));
	return count_words(args) <= row->args + (fl_slice_starts(args, "/") ? 1 : 0);
}

enum { OWN_MAX = 24, OWN_TRIES = 32 };

/* The first word of a line when what follows is a command: perhaps a prompt. */
static struct fl_slice candidate(struct fl_slice line)
{
	ptrdiff_t blank = fl_slice_chr(line, ' ');
	struct fl_slice none = {0};
	if (blank < 2 || blank > OWN_MAX)
		return none;
	struct fl_slice first = fl_slice_head(line, (size_t)blank);
	char last = first.ptr[first.len - 1];
	bool ends = strchr(">$#%)]", last) || (unsigned char)last >= 0x80;
	if (!ends || fl_slice_chr(first, '=') >= 0 || *first.ptr == '#' || *first.ptr == '-')
		return none;
	struct fl_slice rest = fl_slice_skip(line, (size_t)blank + 1);
	return dbg_is_bare_command(rest, false) || dbg_is_bare_command(rest, true) ? first : none;
}

void dbg_prompts_find(const struct dbg_line *lines, size_t count, struct dbg_prompts *ret)
{
	struct {
		struct fl_slice word;
		size_t seen;
	} tries[OWN_TRIES];
	size_t tried = 0, best = 0;
	*ret = (struct dbg_prompts){0};
	for (size_t i = 0; i < count; i++) {
		struct fl_slice word = candidate(lines[i].text);
		size_t k = 0;
		if (!word.len || dbg_prompt_known(word) == word.len)
			continue;
		while (k < tried && !fl_slice_eq(tries[k].word, word))
			k++;
		if (k == tried && tried < OWN_TRIES) {
			tries[tried].word = word;
			tries[tried++].seen = 0;
		}
		if (k < tried && ++tries[k].seen > best && tries[k].seen > 1) {
			best = tries[k].seen;
			ret->own = word;
		}
	}
	for (size_t i = 0; i < count; i++)
		ret->seen += dbg_prompt_cut(ret, lines[i].text, NULL);
}

static size_t prompt_len(const struct dbg_prompts *p, struct fl_slice s)
{
	if (p->own.len && fl_slice_starts_with(s, p->own))
		return p->own.len;
	return dbg_prompt_known(s);
}

bool dbg_prompt_cut(const struct dbg_prompts *p, struct fl_slice line, struct fl_slice *ret_rest)
{
	struct fl_slice s = fl_slice_trim(line);
	size_t n = prompt_len(p, s);
	if (!n)
		return false;
	while (n) {
		s = fl_slice_trim(fl_slice_skip(s, n));
		n = prompt_len(p, s);
	}
	if (ret_rest)
		*ret_rest = s;
	return true;
}
