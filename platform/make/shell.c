#include "platform/make/shell.h"

/*
 * What a line of a recipe calls, in order. Of the shell's language only what decides which
 * commands there are is followed: lists, loops over words, tests for files, directories.
 */

enum { TOKENS_MAX = 1 << 14, SHELL_DEPTH_MAX = 24 };

struct shell {
	struct mk_maker *m;
	struct fl_vec tokens; /* struct mk_token */
	struct mk_vars *vars;
	struct fl_slice dir;
	bool outside, unsure;
	unsigned depth, rounds;
	bool gone; /* "exit" was called */
};

static const struct mk_token *token(const struct shell *s, size_t i)
{
	return fl_vec_at(&s->tokens, i);
}

static bool is(const struct shell *s, size_t i, size_t end, const char *text)
{
	return i < end && fl_slice_eqs(token(s, i)->word.text, text) && !token(s, i)->quoted;
}

static bool key(const struct shell *s, size_t i, size_t end, const char *text)
{
	return is(s, i, end, text) && token(s, i)->heads;
}

/* Index of the word that closes what is opened at i; the end if none does. */
static size_t closing(const struct shell *s, size_t i, size_t end)
{
	static const char *const pairs[][2] = {{"for", "done"}, {"while", "done"},
		{"until", "done"}, {"if", "fi"}, {"case", "esac"}, {"{", "}"}, {"(", ")"}};
	size_t level = 0;
	for (; i < end; i++) {
		for (size_t p = 0; p < sizeof(pairs) / sizeof(pairs[0]); p++)
			level += key(s, i, end, pairs[p][0]);
		bool closes = key(s, i, end, "done") || key(s, i, end, "fi") ||
			      key(s, i, end, "esac") || key(s, i, end, "}") || is(s, i, end, ")");
		if (closes && level && --level == 0)
			return i;
	}
	return end;
}

/* Index of the keyword at the level of i, or the end. */
static size_t find_key(
	const struct shell *s, size_t i, size_t end, const char *const *words, size_t count)
{
	while (i < end) {
		for (size_t w = 0; w < count; w++)
			if (key(s, i, end, words[w]))
				return i;
		size_t close = token(s, i)->opens ? closing(s, i, end) : i;
		i = close + 1;
	}
	return end;
}

static enum mk_truth run_list(struct shell *s, size_t i, size_t end);

static enum mk_truth run_under(struct shell *s, size_t i, size_t end, enum mk_truth t)
{
	bool unsure = s->unsure, gone = s->gone;
	if (t == MK_NO)
		return MK_YES;
	s->unsure |= t == MK_MAYBE;
	enum mk_truth result = run_list(s, i, end);
	s->unsure = unsure;
	if (t == MK_MAYBE)
		s->gone = gone;
	return t == MK_MAYBE ? MK_MAYBE : result;
}

/* "if A; then B; elif C; then D; else E; fi": from behind the "if" to the "fi". */
static void run_if(struct shell *s, size_t i, size_t end)
{
	static const char *const then[] = {"then"}, *const parts[] = {"elif", "else"};
	enum mk_truth before = MK_NO;
	for (unsigned round = 0; round < 64 && i < end; round++) {
		size_t at = find_key(s, i, end, then, 1);
		enum mk_truth t = run_list(s, i, at);
		if (before == MK_YES)
			t = MK_NO;
		else if (before == MK_MAYBE && t == MK_YES)
			t = MK_MAYBE;
		size_t next = find_key(s, at + 1, end, parts, 2);
		run_under(s, at + 1, next, t);
		before = before == MK_YES || t == MK_YES ? MK_YES
			 : before == MK_NO && t == MK_NO ? MK_NO
							 : MK_MAYBE;
		if (key(s, next, end, "else")) {
			run_under(s, next + 1, end,
				before == MK_YES  ? MK_NO
				: before == MK_NO ? MK_YES
						  : MK_MAYBE);
			return;
		}
		i = next + 1;
	}
}

/* The words that a token stands for: a variable's value is cut, a pattern is matched. */
static struct fl_slice words_of(struct shell *s, const struct mk_token *t)
{
	struct fl_buf b;
	struct mk_list l = {.out = &b};
	struct fl_slice text = plat_mk_shell_text(s->m, s->vars, t);
	if (t->quoted || (fl_slice_chr(text, '*') < 0 && fl_slice_chr(text, '?') < 0))
		return text;
	fl_buf_init(&b, MK_TEXT_MAX);
	struct fl_slice dir = s->m->dir;
	s->m->dir = s->dir;
	plat_mk_wildcard(s->m, text, &l);
	s->m->dir = dir;
	struct fl_slice all = fl_arena_slice(&s->m->work->arena, fl_buf_view(&b));
	fl_buf_release(&b);
	return all.len ? all : text;
}

static void run_for(struct shell *s, size_t i, size_t end)
{
	static const char *const body[] = {"do"};
	size_t at = find_key(s, i, end, body, 1), words = i + 2;
	if (!is(s, i + 1, at, "in") || at >= end)
		return;
	for (; words < at && !token(s, words)->is_operator; words++) {
		const struct mk_token *t = token(s, words);
		struct mk_words w = plat_mk_words(words_of(s, t));
		struct mk_word word;
		while (plat_mk_next(&w, &word) && s->rounds < MK_LOOP_MAX &&
			plat_mk_spend(s->m, 256)) {
			s->rounds++;
			plat_mk_set_text(s->m, s->vars, token(s, i)->word.text, word.text, MK_FILE);
			run_under(s, at + 1, end,
				word.perhaps || t->word.perhaps ? MK_MAYBE : MK_YES);
		}
	}
}

/* "-d x", "x = y", … of "test" or "["; words are expanded. */
static enum mk_truth test_of(struct shell *s, const struct mk_word *w, size_t n)
{
	enum mk_truth t = MK_MAYBE;
	bool negated = n && fl_slice_eqs(w[0].text, "!");
	w += negated;
	n -= negated;
	struct fl_slice dir = s->m->dir;
	s->m->dir = s->dir;
	if (n == 2 && !s->outside &&
		(fl_slice_eqs(w[0].text, "-d") || fl_slice_eqs(w[0].text, "-f") ||
			fl_slice_eqs(w[0].text, "-e"))) {
		struct fl_slice path;
		bool inside = !w[1].unknown && plat_mk_path(s->m, w[1].text, &path);
		/* what is not there now may be made on the way */
		t = inside && plat_mk_exists(s->m, w[1].text) ? MK_YES : MK_MAYBE;
	} else if (n == 2 && fl_slice_eqs(w[0].text, "-n")) {
		t = plat_mk_filled(w[1].text);
	} else if (n == 2 && fl_slice_eqs(w[0].text, "-z")) {
		t = plat_mk_filled(w[1].text);
		t = t == MK_YES ? MK_NO : t == MK_NO ? MK_YES : MK_MAYBE;
	} else if (n == 3 && (fl_slice_eqs(w[1].text, "=") || fl_slice_eqs(w[1].text, "=="))) {
		t = plat_mk_equal(w[0].text, w[2].text);
	} else if (n == 3 && fl_slice_eqs(w[1].text, "!=")) {
		t = plat_mk_equal(w[0].text, w[2].text);
		t = t == MK_YES ? MK_NO : t == MK_NO ? MK_YES : MK_MAYBE;
	}
	s->m->dir = dir;
	return negated ? (t == MK_YES ? MK_NO : t == MK_NO ? MK_YES : MK_MAYBE) : t;
}

static void change_directory(struct shell *s, struct fl_slice to)
{
	struct fl_slice had = s->m->dir, path;
	s->m->dir = s->dir;
	bool inside = plat_mk_path(s->m, to.len ? to : FL_S("."), &path);
	s->m->dir = had;
	s->outside = !inside || (s->outside && to.len && to.ptr[0] != MK_ROOT);
	if (inside)
		s->dir = path;
}

/* A simple command, its words expanded and without redirections. */
static enum mk_truth run_words(struct shell *s, struct mk_word *w, size_t n)
{
	while (n && fl_slice_chr(w[0].text, '=') > 0 && w[0].text.ptr[0] != '-' &&
		fl_slice_chr(fl_slice_head(w[0].text, (size_t)fl_slice_chr(w[0].text, '=')), '/') <
			0) {
		size_t at = (size_t)fl_slice_chr(w[0].text, '=');
		plat_mk_set_text(s->m, s->vars, fl_slice_head(w[0].text, at),
			fl_slice_skip(w[0].text, at + 1), MK_FILE);
		w++;
		n--;
	}
	if (!n || fl_slice_eqs(w[0].text, ":") || fl_slice_eqs(w[0].text, "true"))
		return MK_YES;
	if (fl_slice_eqs(w[0].text, "false"))
		return MK_NO;
	if (fl_slice_eqs(w[0].text, "test"))
		return test_of(s, w + 1, n - 1);
	if (fl_slice_eqs(w[0].text, "["))
		return test_of(s, w + 1, n > 1 ? n - 2 : 0);
	if (fl_slice_eqs(w[0].text, "cd")) {
		change_directory(s, n > 1 ? w[n - 1].text : FL_S(""));
		return MK_YES;
	}
	if (fl_slice_eqs(w[0].text, "exit")) {
		s->gone = true;
		return MK_YES;
	}
	const struct mk_command c = {
		.words = w, .count = n, .dir = s->dir, .outside = s->outside, .unsure = s->unsure};
	plat_mk_command(s->m, &c);
	static const char *const answers[] = {"grep", "cmp", "diff", "which", "command",
		"pkg-config", "expr", "type", "egrep", "fgrep", "git"};
	return fl_slice_is_one(w[0].text, answers, sizeof(answers) / sizeof(answers[0])) ? MK_MAYBE
											 : MK_YES;
}

/* From i up to the operator that ends it. */
static enum mk_truth run_simple(struct shell *s, size_t i, size_t end)
{
	struct fl_vec v;
	fl_vec_init(&v, sizeof(struct mk_word), TOKENS_MAX);
	for (; i < end; i++) {
		const struct mk_token *t = token(s, i);
		if (t->redirects) {
			i++;
			continue;
		}
		if (!t->plain) {
			struct mk_words w = plat_mk_words(words_of(s, t));
			struct mk_word one;
			bool any = false;
			while (!t->quoted && plat_mk_next(&w, &one)) {
				struct mk_word *to = fl_vec_add(&v);
				if (to)
					*to = one;
				if (to)
					to->perhaps |= t->word.perhaps;
				any = true;
			}
			if (any || !t->quoted)
				continue;
		}
		struct mk_word *to = fl_vec_add(&v);
		if (to) {
			*to = t->word;
			to->text = plat_mk_shell_text(s->m, s->vars, t);
			to->unknown = !plat_mk_clear(to->text);
		}
	}
	enum mk_truth t = run_words(s, (struct mk_word *)(void *)v.data, v.len);
	fl_vec_release(&v);
	return t;
}

/* One command of any kind from i; *ret_next: the operator behind it. */
static enum mk_truth run_one(struct shell *s, size_t i, size_t end, size_t *ret_next)
{
	size_t next = i;
	if (token(s, i)->opens) {
		size_t close = closing(s, i, end);
		struct fl_slice dir = s->dir;
		bool outside = s->outside;
		next = close + 1 < end ? close + 1 : end;
		enum mk_truth t = MK_YES;
		if (key(s, i, end, "for"))
			run_for(s, i + 1, close);
		else if (key(s, i, end, "if"))
			run_if(s, i + 1, close);
		else if (key(s, i, end, "{") || is(s, i, end, "("))
			t = run_list(s, i + 1, close);
		else
			plat_mk_skip(s->m->work, s->m->at, "a loop or case of the shell");
		if (is(s, i, end, "(")) {
			s->dir = dir;
			s->outside = outside;
			s->gone = false;
		}
		while (next < end && !token(s, next)->is_operator)
			next++;
		*ret_next = next;
		return t;
	}
	while (next < end && !(token(s, next)->is_operator && !token(s, next)->redirects))
		next++;
	*ret_next = next;
	bool negated = key(s, i, end, "!");
	enum mk_truth t = run_simple(s, i + negated, next);
	return negated ? (t == MK_YES ? MK_NO : t == MK_NO ? MK_YES : MK_MAYBE) : t;
}

static enum mk_truth run_list(struct shell *s, size_t i, size_t end)
{
	enum mk_truth t = MK_YES;
	bool unsure = s->unsure;
	if (s->depth >= SHELL_DEPTH_MAX)
		return MK_MAYBE;
	s->depth++;
	while (i < end && !s->gone && plat_mk_spend(s->m, 64)) {
		size_t next = i;
		if (token(s, i)->is_operator && !token(s, i)->opens) {
			i++;
			continue;
		}
		bool and = i && is(s, i - 1, end, "&&"), or = i && is(s, i - 1, end, "||");
		enum mk_truth under = and           ? t
				      : ! or        ? MK_YES
				      : t == MK_YES ? MK_NO
				      : t == MK_NO  ? MK_YES
						    : MK_MAYBE;
		if (!and&&! or)
			s->unsure = unsure;
		if (under == MK_NO) {
			/* it is passed over, and what decided still counts */
			size_t close = token(s, i)->opens ? closing(s, i, end) : i;
			for (next = close; next < end && !token(s, next)->is_operator; next++)
				;
			i = next > i ? next : i + 1;
			continue;
		}
		s->unsure |= under == MK_MAYBE;
		t = run_one(s, i, end, &next);
		if (under == MK_MAYBE)
			t = MK_MAYBE;
		i = next > i ? next : i + 1;
	}
	s->unsure = unsure;
	s->depth--;
	return t;
}

void plat_mk_shell(struct mk_maker *m, struct fl_slice line)
{
	struct shell s = {.m = m, .dir = m->dir, .unsure = m->unsure};
	line = fl_slice_trim(line);
	while (line.len && strchr("@-+ \t", line.ptr[0]) && line.ptr[0])
		line = fl_slice_skip(line, 1);
	s.vars = plat_mk_vars_new(m, NULL, false);
	fl_vec_init(&s.tokens, sizeof(struct mk_token), TOKENS_MAX);
	if (s.vars && line.len && plat_mk_spend(m, line.len)) {
		struct mk_journal *journal = m->journal;
		m->journal = NULL;
		if (plat_mk_tokens(m, line, &s.tokens))
			run_list(&s, 0, s.tokens.len);
		else
			plat_mk_skip(m->work, m->at, "a command that is not understood");
		m->journal = journal;
	}
	fl_vec_release(&s.tokens);
}
