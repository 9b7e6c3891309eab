/* Shell commands between and within macros. */
#include "platform/autotools/script.h"

enum { FRAMES_MAX = 64 };

enum frame_kind { FRAME_IF, FRAME_CASE, FRAME_LOOP };

struct frame {
	enum frame_kind kind;
	enum aut_three taken; /* has a branch before been taken? */
	bool known; /* of a case: its word is */
	struct fl_slice word;
	unsigned unsure, skip; /* outside of it */
};

struct walker {
	struct aut_script *s;
	struct fl_slice text;
	size_t at;
	int64_t line;
	struct frame frames[FRAMES_MAX];
	size_t depth;
	bool command; /* a command begins here */
	bool chained; /* this one runs when the one before succeeds, or fails */
	unsigned chain_unsure;
};

static void open_frame(struct walker *w, enum frame_kind kind)
{
	if (w->depth == FRAMES_MAX)
		return;
	w->frames[w->depth++] = (struct frame){
		.kind = kind, .taken = AUT_NO, .unsure = w->s->unsure, .skip = w->s->skip};
}

static struct frame *top(struct walker *w, enum frame_kind kind)
{
	struct frame *f = w->depth ? &w->frames[w->depth - 1] : NULL;
	return f && f->kind == kind ? f : NULL;
}

static void close_frame(struct walker *w, enum frame_kind kind)
{
	struct frame *f = top(w, kind);
	if (!f)
		return;
	w->s->unsure = f->unsure;
	w->s->skip = f->skip;
	w->chain_unsure = 0;
	w->depth--;
}

/* The next branch, whose condition holds, does not, or may. */
static void branch(struct walker *w, struct frame *f, enum aut_three is)
{
	w->s->unsure = f->unsure;
	w->s->skip = f->skip;
	w->chain_unsure = 0;
	if (f->taken == AUT_YES || is == AUT_NO) {
		w->s->skip++;
		return;
	}
	if (is == AUT_MAYBE || f->taken == AUT_MAYBE)
		plat_aut_enter(w->s);
	f->taken = is == AUT_YES ? AUT_YES : AUT_MAYBE;
}

static bool word_at(const struct walker *w, size_t at, const char *word)
{
	size_t n = strlen(word);
	return at + n <= w->text.len && memcmp(w->text.ptr + at, word, n) == 0 &&
	       (at == 0 || !fl_is_word(w->text.ptr[at - 1])) &&
	       (at + n == w->text.len || !fl_is_word(w->text.ptr[at + n]));
}

/* All up to a word ("then", "do", "in"), which is skipped. */
static struct fl_slice up_to(struct walker *w, const char *word)
{
	size_t start = w->at, quotes = 0;
	for (; w->at < w->text.len; w->at++) {
		char ch = w->text.ptr[w->at];
		w->line += ch == '\n';
		quotes += ch == '"';
		if (quotes % 2 == 0 && word_at(w, w->at, word))
			break;
	}
	struct fl_slice found = fl_slice(w->text.ptr + start, w->at - start);
	w->at += w->at < w->text.len ? strlen(word) : 0;
	return found;
}

static void to_line_end(struct walker *w)
{
	while (w->at < w->text.len && w->text.ptr[w->at] != '\n')
		w->at++;
}

static void end_chain(struct walker *w)
{
	w->s->unsure -= w->chain_unsure;
	w->chain_unsure = 0;
}

/* Behind "case WORD in" or ";;": the patterns up to their ")". */
static void patterns(struct walker *w, struct frame *f)
{
	while (w->at < w->text.len && strchr(" \t\r\n(", w->text.ptr[w->at]))
		w->line += w->text.ptr[w->at++] == '\n';
	if (word_at(w, w->at, "esac") || word_at(w, w->at, "dnl") ||
		(w->at < w->text.len && w->text.ptr[w->at] == '#'))
		return;
	size_t start = w->at;
	while (w->at < w->text.len && w->text.ptr[w->at] != ')')
		w->line += w->text.ptr[w->at++] == '\n';
	struct fl_slice all = fl_slice(w->text.ptr + start, w->at - start);
	w->at += w->at < w->text.len;
	bool odd = fl_slice_chr(all, '$') >= 0 || fl_slice_chr(all, '\\') >= 0;
	enum aut_three is = !f->known || odd               ? AUT_MAYBE
			    : plat_aut_match(all, f->word) ? AUT_YES
							   : AUT_NO;
	branch(w, f, fl_slice_eqs(fl_slice_trim(all), "*") ? AUT_YES : is);
}

static void open_case(struct walker *w)
{
	struct fl_slice word = fl_slice_trim(up_to(w, "in"));
	open_frame(w, FRAME_CASE);
	struct frame *f = top(w, FRAME_CASE);
	if (!f)
		return;
	struct aut_value v = plat_aut_here(w->s, plat_aut_expand(w->s, word, w->line));
	f->known = plat_aut_text(w->s->work, &v, &f->word);
	patterns(w, f);
}

/* A reserved word where a command may begin: true when it is one. */
static bool reserved(struct walker *w, struct fl_slice word)
{
	struct frame *f = top(w, FRAME_IF);
	if (fl_slice_eqs(word, "if")) {
		struct fl_slice condition = up_to(w, "then");
		open_frame(w, FRAME_IF);
		if ((f = top(w, FRAME_IF)))
			branch(w, f, plat_aut_condition(w->s, condition));
	} else if (fl_slice_eqs(word, "elif")) {
		struct fl_slice condition = up_to(w, "then");
		if (f) {
			w->s->unsure = f->unsure;
			branch(w, f, plat_aut_condition(w->s, condition));
		}
	} else if (fl_slice_eqs(word, "else")) {
		if (f)
			branch(w, f, AUT_YES);
	} else if (fl_slice_eqs(word, "fi")) {
		close_frame(w, FRAME_IF);
	} else if (fl_slice_eqs(word, "case")) {
		open_case(w);
	} else if (fl_slice_eqs(word, "esac")) {
		close_frame(w, FRAME_CASE);
	} else if (fl_slice_eqs(word, "for") || fl_slice_eqs(word, "while") ||
		   fl_slice_eqs(word, "until")) {
		up_to(w, "do");
		open_frame(w, FRAME_LOOP);
		plat_aut_enter(w->s);
	} else if (fl_slice_eqs(word, "done")) {
		close_frame(w, FRAME_LOOP);
	} else {
		return false;
	}
	w->command = !fl_slice_eqs(word, "fi") && !fl_slice_eqs(word, "esac") &&
		     !fl_slice_eqs(word, "done");
	return true;
}

/* NAME=value or NAME+=value */
static bool assignment(struct walker *w, struct fl_slice word)
{
	size_t n = 0;
	while (n < word.len && fl_is_word(word.ptr[n]))
		n++;
	bool adds = n + 1 < word.len && word.ptr[n] == '+' && word.ptr[n + 1] == '=';
	if (!n || n >= word.len || (word.ptr[n] != '=' && !adds))
		return false;
	struct fl_slice name = fl_slice_head(word, n);
	struct fl_slice raw = fl_slice_skip(word, n + 1 + adds);
	if (w->s->skip)
		return true;
	struct aut_value v = plat_aut_expand(w->s, raw, w->line);
	const struct aut_value *was = plat_aut_get(&w->s->vars, name);
	plat_aut_assign(w->s, name, adds && was ? plat_aut_both(w->s->work, *was, v) : v);
	return true;
}

/* ": ${NAME=value}": what a variable is when nothing has set it. */
static void preset(struct walker *w, struct fl_slice word)
{
	size_t n = 3, start;
	while (n < word.len && fl_is_word(word.ptr[n]))
		n++;
	struct fl_slice name = fl_slice(word.ptr + 3, n - 3);
	start = n + (n < word.len && word.ptr[n] == ':') + 1;
	if (!name.len || start > word.len || word.ptr[start - 1] != '=')
		return;
	struct fl_slice raw = fl_slice_skip(word, start);
	raw.len -= raw.len && raw.ptr[raw.len - 1] == '"';
	raw.len -= raw.len && raw.ptr[raw.len - 1] == '}';
	if (!plat_aut_get(&w->s->vars, name))
		plat_aut_assign(w->s, name, plat_aut_expand(w->s, raw, w->line));
}

static void call(struct walker *w, struct fl_slice name)
{
	struct aut_call c = {.name = name};
	int64_t line = w->line;
	if (w->at < w->text.len && w->text.ptr[w->at] == '(')
		plat_aut_arguments(w->text, &w->at, &w->line, &c);
	if (!w->s->skip)
		plat_aut_macro(w->s, &c, line);
	w->command = false;
}

/* The length of a macro's name: capitals with a '_' among them, or anything before a '('. */
static size_t macro_name(const struct walker *w)
{
	size_t n = 0;
	bool upper = false, lower = false;
	for (; w->at + n < w->text.len && fl_is_word(w->text.ptr[w->at + n]); n++) {
		char ch = w->text.ptr[w->at + n];
		upper = upper || (ch >= 'A' && ch <= 'Z');
		lower = lower || (ch >= 'a' && ch <= 'z');
	}
	bool called = w->at + n < w->text.len && w->text.ptr[w->at + n] == '(';
	char first = n ? w->text.ptr[w->at] : '0';
	if (first >= '0' && first <= '9')
		return 0;
	bool plain = upper && !lower && n > 3 && memchr(w->text.ptr + w->at, '_', n) &&
		     (w->at + n == w->text.len || !strchr("=+", w->text.ptr[w->at + n]));
	return called || plain ? n : 0;
}

static void command_word(struct walker *w)
{
	size_t start = w->at;
	size_t n = macro_name(w);
	if (n) {
		w->at += n;
		call(w, fl_slice(w->text.ptr + start, n));
		return;
	}
	if (w->text.ptr[w->at] == '[' || w->text.ptr[w->at] == ']') { /* quotes of m4 */
		w->at++;
		return;
	}
	struct fl_slice word = plat_aut_raw(w->text, &w->at, &w->line);
	if (!word.len) {
		w->at++;
		return;
	}
	if (w->command && reserved(w, word))
		return;
	if (!w->s->skip && (fl_slice_starts(word, "${") || fl_slice_starts(word, "\"${")))
		preset(w,
			word.ptr[0] == '"' ? word : (struct fl_slice){word.ptr - 1, word.len + 1});
	if (!w->command || !assignment(w, word))
		w->command = false;
}

static void separator(struct walker *w)
{
	char ch = w->text.ptr[w->at];
	bool two = w->at + 1 < w->text.len && w->text.ptr[w->at + 1] == ch;
	w->at += two ? 2 : 1;
	w->command = true;
	if (two && ch == ';') {
		end_chain(w);
		struct frame *f = top(w, FRAME_CASE);
		if (f)
			patterns(w, f);
	} else if (two) {
		plat_aut_enter(w->s);
		w->chain_unsure++;
	} else if (ch == ';') {
		end_chain(w);
	}
}

static void step(struct walker *w)
{
	char ch = w->text.ptr[w->at];
	if (ch == '\n') {
		w->line++;
		w->at++;
		w->command = true;
		end_chain(w);
	} else if (ch == ' ' || ch == '\t' || ch == '\r') {
		w->at++;
	} else if (ch == '\\' && w->at + 1 < w->text.len && w->text.ptr[w->at + 1] == '\n') {
		w->at += 2;
		w->line++;
	} else if (ch == '#' || word_at(w, w->at, "dnl")) {
		to_line_end(w);
	} else if (ch == ';' || ch == '&' || ch == '|') {
		separator(w);
	} else if (ch == '(' || ch == ')' || ch == '{' || ch == '}') {
		w->at++;
		w->command = true;
	} else if (ch == '<' || ch == '>') {
		w->at++;
	} else {
		command_word(w);
	}
}

void plat_aut_walk(struct aut_script *s, struct fl_slice text, int64_t line)
{
	struct walker w = {.s = s, .text = text, .line = line, .command = true};
	unsigned unsure = s->unsure, skip = s->skip;
	if (++s->nested <= AUT_NESTED_MAX)
		while (w.at < text.len && s->steps++ < AUT_STEPS_MAX)
			step(&w);
	s->nested--;
	s->unsure = unsure;
	s->skip = skip;
}
