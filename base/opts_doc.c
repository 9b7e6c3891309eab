/* The texts that come from an option table: help, man page, completion. */
#include "base/opts.h"

enum { COLUMNS = 80, HELP_INDENT = 26 };

static const struct fl_opt_pair usual_exits[] = {
	{"0", "done"},
	{"1", "the input is not of the form it should have"},
	{"2", "the command line is wrong"},
	{"3", "something needed is missing: a file, a tool, a permission"},
	{"4", "internal error, or the system refused"},
	{NULL, NULL},
};

/* What each tool has beside its table. */
static const struct fl_opt builtins[] = {
	{.name = "help", .letter = 'h', .kind = FL_OPT_FLAG, .help = "show this help and exit"},
	{.name = "version", .kind = FL_OPT_FLAG, .help = "show the version and exit"},
};
enum { BUILTINS = sizeof(builtins) / sizeof(builtins[0]) };

/* The option of index i, the built-in ones coming last. */
static const struct fl_opt *option_at(const struct fl_tool *tool, size_t i)
{
	return i < tool->option_count ? &tool->options[i] : &builtins[i - tool->option_count];
}

void fl_opts_words(const char *const *words, struct fl_buf *out)
{
	for (size_t i = 0; words[i]; i++)
		fl_buf_printf(out, "%s%s", i == 0 ? "" : words[i + 1] ? ", " : " or ", words[i]);
}

static size_t columns_of(struct fl_slice s)
{
	size_t n = 0;
	for (size_t i = 0; i < s.len; i++)
		n += ((unsigned char)s.ptr[i] & 0xc0) != 0x80;
	return n;
}

/* The next blank-separated word of *rest. */
static bool word_cut(struct fl_slice *rest, struct fl_slice *ret_word)
{
	*rest = fl_slice_trim(*rest);
	if (!rest->len)
		return false;
	size_t n = 0;
	while (n < rest->len && !strchr(" \n\t", rest->ptr[n]))
		n++;
	*ret_word = fl_slice_head(*rest, n);
	*rest = fl_slice_skip(*rest, n);
	return true;
}

/* Fill text into lines that start at column indent; the first one has `at` columns already. */
static void wrap(struct fl_buf *out, struct fl_slice text, size_t indent, size_t at)
{
	struct fl_slice word;
	bool first = true;
	if (at < indent) {
		fl_buf_fill(out, ' ', indent - at);
		at = indent;
	} else if (at > indent) {
		fl_buf_char(out, '\n');
		fl_buf_fill(out, ' ', indent);
		at = indent;
	}
	while (word_cut(&text, &word)) {
		size_t width = columns_of(word);
		if (!first && at + 1 + width >= COLUMNS) {
			fl_buf_char(out, '\n');
			fl_buf_fill(out, ' ', indent);
			at = indent;
		} else if (!first) {
			fl_buf_char(out, ' ');
			at++;
		}
		fl_buf_slice(out, word);
		at += width;
		first = false;
	}
	fl_buf_char(out, '\n');
}

/* Cut the next paragraph off *rest. */
static bool paragraph_cut(struct fl_slice *rest, struct fl_slice *ret_paragraph)
{
	*rest = fl_slice_trim(*rest);
	if (!rest->len)
		return false;
	ptrdiff_t end = fl_slice_find(*rest, "\n\n");
	*ret_paragraph = fl_slice_head(*rest, end < 0 ? rest->len : (size_t)end);
	*rest = fl_slice_skip(*rest, ret_paragraph->len);
	return true;
}

/* A size as the user would type it. */
static void limit_text(const struct fl_opt *opt, int64_t v, struct fl_buf *out)
{
	int unit = 0;
	while (opt->kind == FL_OPT_SIZE && v && v % 1024 == 0 && unit < 3) {
		v /= 1024;
		unit++;
	}
	fl_buf_printf(out, "%lld", (long long)v);
	if (unit)
		fl_buf_char(out, " KMG"[unit]);
}

/* The help sentence with what the table adds: the words, the range, the default, the commands. */
static void explain(const struct fl_opt *opt, struct fl_buf *out)
{
	fl_buf_str(out, opt->help);
	if (opt->kind == FL_OPT_WORD) {
		fl_buf_str(out, ": ");
		fl_opts_words(opt->words, out);
	}
	if (opt->max && (opt->kind == FL_OPT_NUMBER || opt->kind == FL_OPT_SIZE)) {
		fl_buf_str(out, " (");
		limit_text(opt, opt->min, out);
		fl_buf_str(out, " to ");
		limit_text(opt, opt->max, out);
		fl_buf_char(out, ')');
	}
	if (opt->fallback && opt->fallback[0])
		fl_buf_printf(out, " (default: %s)", opt->fallback);
	if (opt->only)
		fl_buf_printf(out, " [%s]", opt->only);
}

static void help_pairs(struct fl_buf *out, const char *title, const struct fl_opt_pair *pairs)
{
	if (!pairs || !pairs->left)
		return;
	fl_buf_printf(out, "\n%s:\n", title);
	for (; pairs->left; pairs++) {
		fl_buf_printf(out, "  %s", pairs->left);
		size_t at = 2 + columns_of(fl_slice_str(pairs->left));
		wrap(out, fl_slice_str(pairs->right), 14, at > 12 ? 15 : at);
	}
}

static void help_examples(struct fl_buf *out, const struct fl_opt_pair *pairs)
{
	if (!pairs || !pairs->left)
		return;
	fl_buf_str(out, "\nExamples:\n");
	for (; pairs->left; pairs++) {
		fl_buf_printf(out, "  %s\n", pairs->left);
		wrap(out, fl_slice_str(pairs->right), 6, 0);
	}
}

static void help_option(struct fl_buf *out, const struct fl_opt *opt)
{
	struct fl_buf text;
	fl_buf_init(&text, 4096);
	size_t start = out->len;
	if (opt->letter)
		fl_buf_printf(out, "  -%c, ", opt->letter);
	else if (opt->flat)
		fl_buf_printf(out, "  -%s, ", opt->name);
	else
		fl_buf_str(out, "      ");
	fl_buf_printf(out, "--%s", opt->name);
	if (opt->arg)
		fl_buf_printf(out, opt->bare ? "[=%s]" : "=%s", opt->arg);
	size_t at = columns_of(fl_slice(out->data + start, out->len - start));
	explain(opt, &text);
	wrap(out, fl_buf_view(&text), HELP_INDENT, at >= HELP_INDENT ? HELP_INDENT + 1 : at);
	fl_buf_release(&text);
}

void fl_opts_help(const struct fl_tool *tool, struct fl_buf *out)
{
	struct fl_slice rest = fl_slice_str(tool->description), paragraph;
	for (size_t i = 0; tool->synopsis[i]; i++)
		fl_buf_printf(
			out, "%s%s %s\n", i ? "  or:  " : "Usage: ", tool->name, tool->synopsis[i]);
	fl_buf_printf(out, "\n%s: %s\n", tool->name, tool->summary);
	while (paragraph_cut(&rest, &paragraph)) {
		fl_buf_char(out, '\n');
		wrap(out, paragraph, 0, 0);
	}
	help_pairs(out, "Commands", tool->commands);
	for (size_t i = 0; i < tool->option_count + BUILTINS; i++) {
		const struct fl_opt *opt = option_at(tool, i);
		if (i == 0 || opt->section)
			fl_buf_printf(out, "\n%s:\n", opt->section ? opt->section : "Options");
		help_option(out, opt);
	}
	help_pairs(out, "Exit status", tool->exits ? tool->exits : usual_exits);
	help_examples(out, tool->examples);
}

/* The code point at the start of s (the byte itself where s is not UTF-8), and its length. */
static size_t utf8_cut(struct fl_slice s, unsigned *ret_point)
{
	unsigned char c = (unsigned char)s.ptr[0];
	size_t n = c < 0xc0 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
	unsigned point = n == 1 ? c : c & (0xffU >> (n + 1));
	if (n > s.len) {
		*ret_point = c;
		return 1;
	}
	for (size_t i = 1; i < n; i++)
		point = point << 6 | ((unsigned char)s.ptr[i] & 0x3f);
	*ret_point = point;
	return n;
}

/* Text for troff: nothing of it is a request or an escape, and all of it is ASCII. */
static void roff_text(struct fl_buf *out, struct fl_slice s)
{
	bool start = out->len == 0 || out->data[out->len - 1] == '\n';
	while (s.len) {
		unsigned point;
		size_t n = utf8_cut(s, &point);
		if (start && (point == '.' || point == '\''))
			fl_buf_str(out, "\\&");
		start = point == '\n';
		if (point == '\\')
			fl_buf_str(out, "\\e");
		else if (point == '-')
			fl_buf_str(out, "\\-");
		else if (point == '\'')
			fl_buf_str(out, "\\(aq");
		else if (point == '^' || point == '~' || point == '`')
			fl_buf_str(out, point == '^' ? "\\(ha" : point == '~' ? "\\(ti" : "\\(ga");
		else if (point == 0x2026)
			fl_buf_str(out, "...");
		else if (point >= 0x80)
			fl_buf_printf(out, "\\[u%04X]", point);
		else
			fl_buf_char(out, (char)point);
		s = fl_slice_skip(s, n);
	}
}

static void roff_str(struct fl_buf *out, const char *s)
{
	roff_text(out, fl_slice_str(s));
}

/* A title in upper case. */
static void roff_title(struct fl_buf *out, const char *title)
{
	fl_buf_str(out, ".SH ");
	for (; *title; title++)
		fl_buf_char(out, *title >= 'a' && *title <= 'z' ? (char)(*title - 32) : *title);
	fl_buf_char(out, '\n');
}

static void man_pairs(struct fl_buf *out, const char *title, const struct fl_opt_pair *pairs)
{
	if (!pairs || !pairs->left)
		return;
	roff_title(out, title);
	for (; pairs->left; pairs++) {
		fl_buf_str(out, ".TP\n\\fB");
		roff_str(out, pairs->left);
		fl_buf_str(out, "\\fR\n");
		roff_str(out, pairs->right);
		fl_buf_char(out, '\n');
	}
}

static void man_option(struct fl_buf *out, const struct fl_opt *opt)
{
	struct fl_buf text;
	fl_buf_init(&text, 4096);
	fl_buf_str(out, ".TP\n");
	if (opt->letter)
		fl_buf_printf(out, "\\fB\\-%c\\fR, ", opt->letter);
	if (opt->flat) {
		fl_buf_str(out, "\\fB\\-");
		roff_str(out, opt->name);
		fl_buf_str(out, "\\fR, ");
	}
	fl_buf_str(out, "\\fB\\-\\-");
	roff_str(out, opt->name);
	fl_buf_str(out, "\\fR");
	if (opt->arg) {
		fl_buf_str(out, opt->bare ? "[=\\fI" : "=\\fI");
		roff_str(out, opt->arg);
		fl_buf_str(out, opt->bare ? "\\fR]" : "\\fR");
	}
	fl_buf_char(out, '\n');
	explain(opt, &text);
	roff_text(out, fl_buf_view(&text));
	fl_buf_char(out, '\n');
	fl_buf_release(&text);
}

static void man_head(const struct fl_tool *tool, struct fl_buf *out)
{
	struct fl_slice rest = fl_slice_str(tool->description), paragraph;
	fl_buf_str(out, ".TH ");
	for (const char *p = tool->name; *p; p++)
		fl_buf_char(out, *p >= 'a' && *p <= 'z' ? (char)(*p - 32) : *p);
	fl_buf_printf(out, " 1 \"\" \"faultline %s\" \"Faultline\"\n.SH NAME\n", FL_VERSION);
	roff_str(out, tool->name);
	fl_buf_str(out, " \\- ");
	roff_str(out, tool->summary);
	fl_buf_str(out, "\n.SH SYNOPSIS\n");
	for (size_t i = 0; tool->synopsis[i]; i++) {
		fl_buf_printf(out, "%s\\fB", i ? ".br\n" : "");
		roff_str(out, tool->name);
		fl_buf_str(out, "\\fR ");
		roff_str(out, tool->synopsis[i]);
		fl_buf_char(out, '\n');
	}
	fl_buf_str(out, ".SH DESCRIPTION\n");
	for (bool first = true; paragraph_cut(&rest, &paragraph); first = false) {
		fl_buf_str(out, first ? "" : ".PP\n");
		roff_text(out, paragraph);
		fl_buf_char(out, '\n');
	}
}

void fl_opts_man(const struct fl_tool *tool, struct fl_buf *out)
{
	man_head(tool, out);
	man_pairs(out, "commands", tool->commands);
	roff_title(out, "options");
	for (size_t i = 0; i < tool->option_count + BUILTINS; i++) {
		const struct fl_opt *opt = option_at(tool, i);
		if (opt->section) {
			fl_buf_str(out, ".SS ");
			roff_str(out, opt->section);
			fl_buf_char(out, '\n');
		}
		man_option(out, opt);
	}
	man_pairs(out, "exit status", tool->exits ? tool->exits : usual_exits);
	man_pairs(out, "examples", tool->examples);
	if (!tool->see_also || !tool->see_also[0])
		return;
	roff_title(out, "see also");
	for (size_t i = 0; tool->see_also[i]; i++) {
		fl_buf_str(out, i ? ",\n" : "");
		roff_str(out, tool->see_also[i]);
	}
	fl_buf_char(out, '\n');
}

void fl_opts_completion(const struct fl_tool *tool, struct fl_buf *out)
{
	/* A bash function's name may hold dashes. */
	fl_buf_printf(out,
		"_%s()\n{\n"
		"\tlocal cur=\"${COMP_WORDS[COMP_CWORD]}\" prev=\"${COMP_WORDS[COMP_CWORD-1]}\"\n"
		"\tif [[ $cur == = ]]; then\n\t\tcur=\n"
		"\telif [[ $prev == = ]]; then\n\t\tprev=\"${COMP_WORDS[COMP_CWORD-2]}\"\n\tfi\n"
		"\tcase \"$prev\" in\n",
		tool->name);
	for (size_t i = 0; i < tool->option_count; i++) {
		const struct fl_opt *opt = &tool->options[i];
		if (opt->kind == FL_OPT_FLAG)
			continue;
		fl_buf_printf(out, "\t--%s", opt->name);
		if (opt->letter)
			fl_buf_printf(out, "|-%c", opt->letter);
		if (opt->flat)
			fl_buf_printf(out, "|-%s", opt->name);
		fl_buf_str(out, ")\n\t\tCOMPREPLY=($(compgen ");
		if (opt->kind == FL_OPT_WORD) {
			fl_buf_str(out, "-W '");
			for (size_t w = 0; opt->words[w]; w++)
				fl_buf_printf(out, "%s%s", w ? " " : "", opt->words[w]);
			fl_buf_char(out, '\'');
		} else {
			fl_buf_str(out, opt->kind == FL_OPT_TEXT ? "-f" : "-W ''");
		}
		fl_buf_str(out, " -- \"$cur\"))\n\t\treturn;;\n");
	}
	fl_buf_str(out, "\tesac\n\tif [[ $cur == -* ]]; then\n\t\tCOMPREPLY=($(compgen -W '");
	for (size_t i = 0; i < tool->option_count + BUILTINS; i++) {
		const struct fl_opt *opt = option_at(tool, i);
		fl_buf_printf(out, "%s--%s%s", i ? " " : "", opt->name, opt->arg ? "=" : "");
	}
	fl_buf_str(out, "' -- \"$cur\"))\n\t\t[[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n");
	if (tool->commands) {
		fl_buf_str(out, "\telif ((COMP_CWORD == 1)); then\n\t\tCOMPREPLY=($(compgen -W '");
		for (const struct fl_opt_pair *c = tool->commands; c->left; c++)
			fl_buf_printf(out, "%s%s", c == tool->commands ? "" : " ", c->left);
		fl_buf_str(out, "' -- \"$cur\"))\n");
	}
	fl_buf_printf(out,
		"\telse\n\t\tCOMPREPLY=($(compgen -f -- \"$cur\"))\n\tfi\n}\n"
		"complete -F _%s %s\n",
		tool->name, tool->name);
}
