/* What a parser stumbles at: a token that is missing before it, or a block that is not closed. */
#include "datasets/attempts/idea_priv.h"
#include "datasets/dialogue/code.h"

#define UNSAID(...)               \
	(const char *const[])     \
	{                         \
		__VA_ARGS__, NULL \
	}

enum { OPEN_MAX = 64 };

/* The last line before that one which holds more than blanks; 0: there is none. */
static int64_t line_before(struct fl_slice text, int64_t line)
{
	while (--line > 0)
		if (ds_code_line(text, line).len)
			return line;
	return 0;
}

static size_t indent_of(struct fl_slice line)
{
	size_t n = 0;
	for (size_t i = 0; i < line.len && (line.ptr[i] == ' ' || line.ptr[i] == '\t'); i++)
		n += line.ptr[i] == '\t' ? 8 - n % 8 : 1;
	return n;
}

/* A block that is open, by its first line. */
struct open {
	int64_t line;
	size_t indent;
};

/*
 * By the indentation: the block whose closing brace is missing, and the line before which it would
 * stand; false: each brace stands where its block begins.
 */
static bool find_open(struct fl_slice text, struct open *ret_open, int64_t *ret_line)
{
	struct open stack[OPEN_MAX];
	struct fl_slice rest = text, line;
	size_t n = 0;
	int64_t number = 0;
	while (fl_slice_line(&rest, &line)) {
		struct fl_slice code = fl_slice_trim(line);
		size_t indent = indent_of(line);
		number++;
		bool closes = fl_slice_starts(code, "}");
		/* What stands no deeper than the block's head, and does not close it. */
		if (n && code.len && code.ptr[0] != '#' && code.ptr[0] != '{' &&
			!fl_slice_ends(code, ":") &&
			(closes ? indent < stack[n - 1].indent : indent <= stack[n - 1].indent)) {
			*ret_open = stack[n - 1];
			*ret_line = number;
			return true;
		}
		n -= closes && n;
		if (fl_slice_ends(code, "{") && n < OPEN_MAX)
			stack[n++] = (struct open){
				code.len == 1 && number > 1 ? number - 1 : number, indent};
	}
	return false;
}

static int not_closed(struct ds_reading *k, const struct open *open, int64_t line)
{
	const struct ds_fact facts[] = {
		ds_fact_code(k->t, k->d->file, open->line), ds_idea_place(k->d->file, line)};
	ds_idea_close(k,
		UNSAID("By the indentation the block of {0} ends before {1}, and no brace closes "
		       "it.",
			"{0} opens a block, and what is at {1} is not indented as a part of it: "
			"it ought to be closed before that.",
			"What is at {1} stands, by its indentation, outside the block of {0}, "
			"which is still open."),
		facts, 2);
	ds_idea_lacks(k, k->d->file, line_before(k->text, line), line);
	return 0;
}

bool ds_idea_block(struct ds_reading *k)
{
	struct open open;
	int64_t line;
	return k->text.len && find_open(k->text, &open, &line) && line <= k->d->line + 1 &&
	       not_closed(k, &open, line) == 0;
}

/* The closing brace at the end of the file, where the compiler misses it. */
static void try_at_end(struct ds_reading *k)
{
	bool ended = fl_slice_ends(k->text, "\n");
	k->idea->trial = (struct ds_change){.file = k->d->file,
		.start = (int64_t)k->text.len,
		.put = ended ? FL_S("}\n") : FL_S("\n}\n")};
	const struct ds_fact fact = ds_idea_place(k->d->file, (int64_t)fl_slice_lines(k->text));
	k->idea->trial_said = (struct ds_unsaid){
		.templates = {"A brace is missing, so I put one at the end, behind {0}.",
			"I close what is open at the end of the file, behind {0}."},
		.facts = {fact},
		.count = 1};
}

/* The header of the program that is included in the line; NULL: it includes none. */
static const struct tg_file *included(const struct ds_reading *k, int64_t line)
{
	static const char word[] = "#include \"";
	struct fl_slice code = ds_code_line(k->text, line);
	struct fl_slice path = fl_slice_skip(code, strlen(word));
	ptrdiff_t end = fl_slice_starts(code, word) ? fl_slice_chr(path, '"') : -1;
	const struct fl_list *files = k->t->scene->files;
	for (size_t i = 0; end > 0 && i < files->len; i++) {
		const struct tg_file *f = (const struct tg_file *)files->items + i;
		if (fl_slice_ends_with(f->path, fl_slice_head(path, (size_t)end)))
			return f;
	}
	return NULL;
}

/* Behind an include what is wrong may be the end of the header. */
static bool header_open(struct ds_reading *k, int64_t before)
{
	const struct tg_file *f = before ? included(k, before) : NULL;
	int64_t line = f ? (int64_t)fl_slice_lines(f->content) : 0;
	while (line > 0 && (!ds_code_line(f->content, line).len ||
				   ds_code_line(f->content, line).ptr[0] == '#'))
		line--;
	if (line < 1 || fl_slice_ends(ds_code_line(f->content, line), ";"))
		return false;
	const struct ds_fact facts[] = {
		ds_fact_code(k->t, k->d->file, before), ds_fact_code(k->t, f->path, line)};
	ds_idea_close(k,
		UNSAID("What is before that is {0}, and that file ends with {1}: it is not "
		       "finished.",
			"The parser comes there from {0}, whose last line is {1}, without an end."),
		facts, 2);
	ds_idea_lacks(k, f->path, line, line);
	return true;
}

/* What is said of a token that is missing at the end of a line, and of another before it. */
static const struct {
	const char *token;
	const char *here[3], *before[3]; /* NULL-terminated */
} tokens[] = {
	{";", {"In {0} the semicolon is missing.", "{0} has to end with a semicolon.", NULL},
		{"What stands there is sound; it is {0} before it that lacks its semicolon.",
			"The line begins well; the one before it, {0}, has no semicolon.", NULL}},
	{")",
		{"In {0} a parenthesis is not closed.",
			"{0} opens more parentheses than it closes.", NULL},
		{"What stands there is sound; in {0} before it a parenthesis is not closed.",
			"The line begins well; the one before it, {0}, leaves a parenthesis open.",
			NULL}},
	{"]",
		{"In {0} a bracket is not closed.", "{0} lacks the bracket at the end of an index.",
			NULL},
		{"What stands there is sound; in {0} before it a bracket is not closed.", NULL}},
	{":", {"In {0} the colon is missing.", "{0} has to end with a colon.", NULL},
		{"What stands there is sound; it is {0} before it that lacks its colon.", NULL}},
	{NULL, {"In {0} something is missing there.", "{0} is not complete.", NULL},
		{"What stands there is sound, so it is {0} before it that is not finished.",
			"The line begins well; the one before it, {0}, does not end as it has to.",
			NULL}},
};

/* Is a parenthesis of the line not closed in it? */
static bool leaves_open(struct fl_slice line)
{
	return fl_slice_count(line, '(') > fl_slice_count(line, ')');
}

/* The row of the token that the compiler asks for; the last one where that is not so here. */
static size_t token_row(const struct ds_reading *k, struct fl_slice line)
{
	size_t i = 0;
	struct fl_slice token = ds_idea_arg(k->d, 0);
	bool ended = fl_slice_ends(line, ";") || fl_slice_ends(line, "{");
	bool other = (fl_slice_eqs(token, ";") && ended) ||
		     (fl_slice_eqs(token, ")") && !leaves_open(line));
	while (tokens[i].token && (other || !fl_slice_eqs(token, tokens[i].token)))
		i++;
	return i;
}

/* The end of the line before the one that the compiler names, or that line. */
static int token_missing(struct ds_reading *k)
{
	struct fl_slice line = fl_slice_line_at(k->text, k->d->line);
	size_t blank = (size_t)(ds_code_line(k->text, k->d->line).ptr - line.ptr);
	int64_t before = line_before(k->text, k->d->line);
	if (header_open(k, before))
		return 0;
	bool at_start = k->d->col > 0 && ds_idea_offset(k) <= blank && before;
	int64_t at = at_start ? before : k->d->line;
	const struct ds_fact facts[] = {ds_fact_code(k->t, k->d->file, at)};
	size_t row = token_row(k, ds_code_line(k->text, at));
	if (at_start)
		ds_idea_close(k, tokens[row].before, facts, 1);
	else if (facts[0].value.len < 3)
		ds_idea_close(k,
			UNSAID("What ends there is not complete.",
				"There something is missing behind the brace."),
			NULL, 0);
	else
		ds_idea_close(k, tokens[row].here, facts, 1);
	ds_idea_lacks(k, k->d->file, at, k->d->line);
	return 0;
}

int ds_idea_token(struct ds_reading *k)
{
	struct open open;
	int64_t line;
	struct fl_slice token = ds_idea_arg(k->d, 0);
	if (!k->d->line || !k->text.len)
		return ds_talk_give_up(k->t, "the compiler names no line");
	/* A macro of a format that nothing defines is a word between texts. */
	if (fl_slice_find(fl_slice_line_at(k->text, k->d->line), "\" PRI") >= 0 &&
		fl_slice_find(k->text, "inttypes") < 0)
		return ds_idea_header(k);
	bool brace = !fl_slice_eqs(token, ";") && !fl_slice_eqs(token, ")");
	if (brace && find_open(k->text, &open, &line)) {
		if (k->d->line >= (int64_t)fl_slice_lines(k->text) - 1)
			try_at_end(k);
		return not_closed(k, &open, line);
	}
	return token_missing(k);
}
