#include "datasets/inputs/hints.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/source_name.h"

enum { DEPTH_MAX = 64, LITERAL_MAX = 4096 };

/* What a call does with its texts. */
enum use { USE_OTHER, USE_PRINT, USE_MATCH, USE_SET, USE_SCAN, USE_OPTIONS, USE_MODE };

static const struct {
	const char *name;
	enum use use;
} calls[] = {
	{"printf", USE_PRINT},
	{"fprintf", USE_PRINT},
	{"sprintf", USE_PRINT},
	{"snprintf", USE_PRINT},
	{"dprintf", USE_PRINT},
	{"puts", USE_PRINT},
	{"fputs", USE_PRINT},
	{"perror", USE_PRINT},
	{"err", USE_PRINT},
	{"errx", USE_PRINT},
	{"warn", USE_PRINT},
	{"warnx", USE_PRINT},
	{"_", USE_PRINT},
	{"gettext", USE_PRINT},
	{"write", USE_PRINT},
	{"assert", USE_PRINT},
	{"static_assert", USE_PRINT},
	{"_Static_assert", USE_PRINT},
	{"runtime_error", USE_PRINT},
	{"invalid_argument", USE_PRINT},
	{"logic_error", USE_PRINT},
	{"strcmp", USE_MATCH},
	{"strncmp", USE_MATCH},
	{"strcasecmp", USE_MATCH},
	{"strncasecmp", USE_MATCH},
	{"memcmp", USE_MATCH},
	{"strstr", USE_MATCH},
	{"strchr", USE_SET},
	{"strspn", USE_SET},
	{"strcspn", USE_SET},
	{"strpbrk", USE_SET},
	{"strtok", USE_SET},
	{"compare", USE_MATCH},
	{"find", USE_MATCH},
	{"scanf", USE_SCAN},
	{"fscanf", USE_SCAN},
	{"sscanf", USE_SCAN},
	{"getopt", USE_OPTIONS},
	{"getopt_long", USE_OPTIONS},
	{"fopen", USE_MODE},
	{"freopen", USE_MODE},
	{"popen", USE_MODE},
	{"fdopen", USE_MODE},
	{"open", USE_MODE},
	{"getenv", USE_MODE},
	{"setlocale", USE_MODE},
};

static const char *const readers[] = {"stdin", "cin", "getchar", "getchar_unlocked", "scanf",
	"gets", "getwchar", "wcin", "STDIN_FILENO"};
static const char *const openers[] = {"fopen", "freopen", "ifstream", "open"};

/* The lexer: one file's text, and what the last tokens were. */
struct lexer {
	struct ds_hints *hints;
	struct fl_arena *arena;
	struct fl_slice text;
	size_t at;
	struct fl_slice last; /* identifier before this token, or "" */
	char punct; /* the last character of code that is no blank */
	bool equals; /* == or != stands before this token */
	struct fl_slice open[DEPTH_MAX]; /* what stood before each open parenthesis */
	size_t depth;
	struct fl_slice main_args; /* name of main's second parameter */
	size_t main_depth; /* the parenthesis of main's parameters; 0: not there */
};

static enum use use_of(const struct lexer *x)
{
	struct fl_slice call = x->depth ? x->open[x->depth - 1] : fl_slice(NULL, 0);
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		if (fl_slice_eqs(call, calls[i].name))
			return calls[i].use;
	return USE_OTHER;
}

void ds_hints_char(struct ds_hints *h, int64_t c)
{
	if (c <= ' ' || c > '~' || isalnum((int)c) || h->char_count == DS_HINT_CHARS ||
		memchr(h->chars, (int)c, h->char_count))
		return;
	h->chars[h->char_count++] = (char)c;
}

void ds_hints_number(struct ds_hints *h, int64_t n)
{
	for (size_t i = 0; i < h->number_count; i++)
		if (h->numbers[i] == n)
			return;
	if (n >= 0 && n <= 100000 && h->number_count < DS_HINT_NUMBERS)
		h->numbers[h->number_count++] = n;
}

static void add_word(struct ds_hints *h, struct fl_slice word)
{
	if (word.len == 0 || word.len > DS_HINT_WORD_MAX || h->word_count == DS_HINT_WORDS)
		return;
	for (size_t i = 0; i < word.len; i++)
		if (word.ptr[i] < ' ' || word.ptr[i] > '~')
			return;
	for (size_t i = 0; i < h->word_count; i++)
		if (fl_slice_eq(h->words[i], word))
			return;
	h->words[h->word_count++] = word;
}

static void add_option(struct ds_hints *h, struct fl_slice text, bool valued)
{
	for (size_t i = 0; i < h->option_count; i++)
		if (fl_slice_eq(h->options[i].text, text)) {
			h->options[i].valued |= valued;
			return;
		}
	if (h->option_count < DS_HINT_OPTIONS)
		h->options[h->option_count++] = (struct ds_hint_option){text, valued};
}

/* "ab:c": the options of getopt(). */
static void add_getopt(struct lexer *x, struct fl_slice s)
{
	for (size_t i = 0; i < s.len; i++)
		if (isalnum((unsigned char)s.ptr[i]))
			add_option(x->hints, fl_arena_printf(x->arena, "-%c", s.ptr[i]),
				i + 1 < s.len && s.ptr[i + 1] == ':');
}

/* Options that a text tells of: "-n NUM", "[--all]", "-abc" of a usage line. */
static void add_told_options(struct lexer *x, struct fl_slice s)
{
	for (size_t i = 0; i + 1 < s.len; i++) {
		if (s.ptr[i] != '-' || (i && (fl_is_word(s.ptr[i - 1]) || s.ptr[i - 1] == '-')))
			continue;
		size_t end = i + 1;
		while (end < s.len && (fl_is_word(s.ptr[end]) || s.ptr[end] == '-'))
			end++;
		bool longer = s.ptr[i + 1] == '-';
		bool valued = end + 1 < s.len && (s.ptr[end] == ' ' || s.ptr[end] == '=') &&
			      (isupper((unsigned char)s.ptr[end + 1]) || s.ptr[end + 1] == '<' ||
				      (longer && s.ptr[end] == '='));
		struct fl_slice text = fl_arena_slice(x->arena, fl_slice(s.ptr + i, end - i));
		if (longer ? text.len > 3 : text.len == 2 && isalnum((unsigned char)s.ptr[i + 1]))
			add_option(x->hints, text, valued);
		else if (!longer && text.len > 2 && text.len < 12) /* "-abc", a usage's cluster */
			for (size_t k = 1; k < text.len; k++)
				if (isalnum((unsigned char)text.ptr[k]))
					add_option(x->hints,
						fl_arena_printf(x->arena, "-%c", text.ptr[k]),
						false);
		i = end - 1;
	}
}

static bool is_prose(struct fl_slice s)
{
	return fl_slice_count(s, ' ') > 2 || fl_slice_chr(s, '%') >= 0 ||
	       fl_slice_find(s, ". ") >= 0;
}

/* Nothing but an option: "-n", "--count". */
static bool is_option(struct fl_slice s)
{
	bool word = s.len > 1 && s.len < 20 && s.ptr[0] == '-';
	for (size_t i = 1; i < s.len; i++)
		word = word && (fl_is_word(s.ptr[i]) || s.ptr[i] == '-');
	return word;
}

static void take_literal(struct lexer *x, struct fl_slice s)
{
	struct ds_hints *h = x->hints;
	enum use use = use_of(x);
	if (use == USE_SCAN) {
		if (h->format_count < DS_HINT_FORMATS && fl_slice_chr(s, '%') >= 0)
			h->formats[h->format_count++] = s;
		return;
	}
	if (use == USE_OPTIONS)
		add_getopt(x, s);
	if (is_option(s))
		add_option(h, s, false);
	else
		add_told_options(x, s);
	for (size_t i = 0; use == USE_SET && i < s.len; i++)
		ds_hints_char(h, s.ptr[i]);
	bool printed = use == USE_PRINT || x->punct == '<' || use == USE_MODE;
	if (use == USE_MATCH || x->equals || (!printed && use == USE_OTHER && !is_prose(s)))
		add_word(h, s);
}

/* The text of the literal at x->at, with its escapes undone where they are plain. */
static struct fl_slice read_literal(struct lexer *x, char quote)
{
	char out[LITERAL_MAX];
	size_t n = 0, i = x->at + 1;
	while (i < x->text.len && x->text.ptr[i] != quote && x->text.ptr[i] != '\n') {
		char c = x->text.ptr[i++];
		if (c == '\\' && i < x->text.len) {
			static const char from[] = "ntrabfv0\\'\"", to[] = "\n\t\r\a\b\f\v\0\\'\"";
			const char *at = strchr(from, x->text.ptr[i]);
			c = at && *at ? to[at - from] : x->text.ptr[i];
			i++;
		}
		if (n < sizeof(out))
			out[n++] = c;
	}
	x->at = i < x->text.len ? i + 1 : i;
	return fl_arena_slice(x->arena, fl_slice(out, n));
}

/* Behind a comment, or a line of #include, at x->at; false when none stands there. */
static bool skip_unread(struct lexer *x)
{
	struct fl_slice rest = fl_slice_skip(x->text, x->at), line;
	bool quoted;
	if (fl_slice_starts(rest, "//") || fl_slice_starts(rest, "#")) {
		struct fl_slice after = rest;
		fl_slice_line(&after, &line);
		if (rest.ptr[0] == '#' && !fl_source_included(line, &quoted).len) {
			x->at++;
			return true;
		}
		x->at += rest.len - after.len;
		return true;
	}
	if (!fl_slice_starts(rest, "/*"))
		return false;
	ptrdiff_t end = fl_slice_find(fl_slice_skip(rest, 2), "*/");
	x->at += end < 0 ? rest.len : (size_t)end + 4;
	return true;
}

static void take_word(struct lexer *x, struct fl_slice word)
{
	struct ds_hints *h = x->hints;
	if (isdigit((unsigned char)word.ptr[0])) {
		char digits[16] = {0};
		memcpy(digits, word.ptr, word.len < 15 ? word.len : 15);
		ds_hints_number(h, strtoll(digits, NULL, 0));
		x->last = fl_slice(NULL, 0);
		return;
	}
	h->reads |= fl_slice_is_one(word, readers, sizeof(readers) / sizeof(readers[0]));
	h->opens |= fl_slice_is_one(word, openers, sizeof(openers) / sizeof(openers[0]));
	h->takes |= x->main_args.len && !x->main_depth && fl_slice_eq(word, x->main_args) &&
		    !fl_slice_eqs(word, "void");
	if (x->main_depth == x->depth && x->main_depth)
		x->main_args = word; /* the last word of the parameters is the last one's name */
	x->last = word;
}

static void take_punct(struct lexer *x, char c)
{
	if (c == '(') {
		if (x->depth < DEPTH_MAX)
			x->open[x->depth++] = x->last;
		if (fl_slice_eqs(x->last, "main") && !x->main_args.len)
			x->main_depth = x->depth;
	} else if (c == ')' && x->depth) {
		if (x->main_depth == x->depth)
			x->main_depth = 0;
		x->depth--;
	} else if (c == ';' || c == '{' || c == '}') {
		x->depth = c == ';' ? x->depth : 0;
	}
	x->last = c == ':' ? x->last : fl_slice(NULL, 0);
	x->equals = c == '=' && (x->punct == '=' || x->punct == '!');
	x->punct = c;
}

static void read_text(struct lexer *x)
{
	while (x->at < x->text.len) {
		char c = x->text.ptr[x->at];
		if (isspace((unsigned char)c)) {
			x->at++;
		} else if (skip_unread(x)) {
			continue;
		} else if (c == '"') {
			take_literal(x, read_literal(x, '"'));
		} else if (c == '\'') {
			struct fl_slice s = read_literal(x, '\'');
			if (s.len == 1)
				ds_hints_char(x->hints, s.ptr[0]);
		} else if (fl_is_word(c)) {
			size_t start = x->at;
			while (x->at < x->text.len && fl_is_word(x->text.ptr[x->at]))
				x->at++;
			take_word(x, fl_slice(x->text.ptr + start, x->at - start));
		} else {
			take_punct(x, c);
			x->at++;
		}
	}
}

/* read(0, …), which names nothing. */
static bool reads_zero(struct fl_slice text)
{
	return fl_slice_find(text, "read(0,") >= 0 || fl_slice_find(text, "read(fileno") >= 0;
}

void ds_hints_read(const struct tg_program *p, struct fl_arena *a, struct ds_hints *ret_hints)
{
	struct lexer x = {.arena = a};
	*ret_hints = (struct ds_hints){0};
	/* Where main has its own parameters, they are looked for in all files behind it. */
	for (size_t i = 0; i < p->files.len; i++) {
		const struct tg_file *f = tg_program_at(p, i);
		if (!fl_source_name(f->path))
			continue;
		x = (struct lexer){.arena = a,
			.hints = ret_hints,
			.text = f->content,
			.main_args = x.main_args};
		read_text(&x);
		ret_hints->reads |= reads_zero(f->content);
	}
	ret_hints->takes |= ret_hints->option_count > 0 && x.main_args.len > 0 &&
			    !fl_slice_eqs(x.main_args, "void");
}
