#include "platform/make/shell.h"

/* Index behind a quoted part or a command that starts at text[at]; 0: it has no end. */
static size_t part_end(struct fl_slice s, size_t at)
{
	char q = s.ptr[at];
	if (q == '$') {
		if (at + 1 < s.len && (s.ptr[at + 1] == '(' || s.ptr[at + 1] == '{')) {
			size_t end = plat_mk_reference(s, at);
			char close = s.ptr[at + 1] == '(' ? ')' : '}';
			return s.ptr[end - 1] == close ? end : 0;
		}
		size_t i = at + 1;
		while (i < s.len && fl_is_word(s.ptr[i]))
			i++;
		return i == at + 1 && i < s.len ? i + 1 : i;
	}
	for (size_t i = at + 1; i < s.len; i++) {
		if (s.ptr[i] == '\\' && q != '\'')
			i++;
		else if (s.ptr[i] == q)
			return i + 1;
	}
	return 0;
}

static size_t operator_len(struct fl_slice s)
{
	static const char *const operators[] = {"&&", "||", ";;", "2>&1", ">&2", "1>&2", "2>>",
		"2>", "1>", "&>", ">>", "<<", "|", ";", "&", "(", ")", "<", ">", "\n"};
	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++)
		if (fl_slice_starts(s, operators[i]))
			return strlen(operators[i]);
	return 0;
}

static bool is_region(char c)
{
	return c == MK_PERHAPS || c == MK_CERTAIN;
}

static void region(size_t *perhaps, char c)
{
	if (c == MK_PERHAPS)
		++*perhaps;
	else if (*perhaps)
		--*perhaps;
}

/* One word from the start of s; false: it has no end. */
static bool take_word(struct fl_slice s, size_t *perhaps, struct mk_token *t, size_t *ret_len)
{
	size_t i = 0, last;
	t->plain = true;
	while (i < s.len && !plat_mk_blank(s.ptr[i])) {
		char c = s.ptr[i];
		if (c == '\'' || c == '"' || c == '`' || c == '$') {
			t->plain = false;
			t->quoted |= c == '\'' || c == '"';
			i = part_end(s, i);
			if (!i)
				return false;
		} else if (c == '\\') {
			t->plain = false;
			t->quoted = true;
			i += 2;
		} else if (strchr("&|;()<>", c) && c) {
			break;
		} else {
			if (is_region(c))
				region(perhaps, c);
			i++;
		}
	}
	i = i < s.len ? i : s.len;
	for (last = i; last && s.ptr[last - 1] == MK_CERTAIN;)
		last--;
	t->word.text = fl_slice_head(s, last);
	t->word.unknown = !plat_mk_clear(t->word.text);
	t->plain &= fl_slice_chr(t->word.text, '*') < 0 && fl_slice_chr(t->word.text, '?') < 0;
	*ret_len = i;
	return true;
}

static bool is_opening(struct fl_slice s)
{
	static const char *const words[] = {"for", "while", "until", "if", "case", "{", "("};
	return fl_slice_is_one(s, words, sizeof(words) / sizeof(words[0]));
}

/* Behind which words does a command begin? */
static bool heads_next(const struct mk_token *t)
{
	static const char *const words[] = {
		"do", "then", "else", "elif", "if", "while", "until", "{", "!"};
	if (t->is_operator)
		return !t->redirects && !fl_slice_eqs(t->word.text, ")");
	return t->heads && fl_slice_is_one(t->word.text, words, sizeof(words) / sizeof(words[0]));
}

bool plat_mk_tokens(struct mk_maker *m, struct fl_slice s, struct fl_vec *to)
{
	size_t perhaps = 0;
	bool heads = true;
	(void)m;
	while (s.len) {
		struct mk_token t = {.heads = heads};
		size_t n = 0;
		if (fl_slice_starts(s, "\\\n")) {
			s = fl_slice_skip(s, 2);
			continue;
		}
		if ((plat_mk_blank(s.ptr[0]) && s.ptr[0] != '\n') || is_region(s.ptr[0])) {
			if (is_region(s.ptr[0]))
				region(&perhaps, s.ptr[0]);
			s = fl_slice_skip(s, 1);
			continue;
		}
		if (s.ptr[0] == '#')
			break;
		n = operator_len(s);
		t.word.perhaps = perhaps > 0;
		if (n) {
			t.word.text = fl_slice_head(s, n);
			t.is_operator = true;
			t.redirects = fl_slice_chr(t.word.text, '>') >= 0 || s.ptr[0] == '<';
			/* those that say where to themselves take no word */
			if (t.redirects && fl_slice_chr(t.word.text, '&') >= 0 && s.ptr[0] != '&') {
				s = fl_slice_skip(s, n);
				continue;
			}
		} else if (!take_word(s, &perhaps, &t, &n)) {
			return false;
		}
		t.opens = t.heads && !t.quoted && is_opening(t.word.text);
		heads = heads_next(&t);
		struct mk_token *slot = fl_vec_add(to);
		if (!slot)
			return false;
		*slot = t;
		s = fl_slice_skip(s, n ? n : 1);
	}
	return true;
}

static void variable(
	struct mk_maker *m, const struct mk_vars *vars, struct fl_slice name, struct fl_buf *out)
{
	const struct mk_var *v = vars ? plat_mk_var_here(vars, name) : NULL;
	(void)m;
	if (v)
		fl_buf_slice(out, v->value.text);
	else
		fl_buf_char(out, MK_UNKNOWN);
}

/* "$x", "${x}", "$(command)" */
static void dollar(
	struct mk_maker *m, const struct mk_vars *vars, struct fl_slice s, struct fl_buf *out)
{
	if (s.len > 3 && s.ptr[1] == '(')
		plat_mk_shell_answer(m, fl_slice(s.ptr + 2, s.len - 3), out);
	else if (s.len > 3 && s.ptr[1] == '{')
		variable(m, vars, fl_slice(s.ptr + 2, s.len - 3), out);
	else if (s.len > 1)
		variable(m, vars, fl_slice_skip(s, 1), out);
	else
		fl_buf_slice(out, s);
}

/* A part within double quotes. */
static void double_quoted(
	struct mk_maker *m, const struct mk_vars *vars, struct fl_slice s, struct fl_buf *out)
{
	for (size_t i = 0; i < s.len;) {
		size_t end = i + 1;
		if (s.ptr[i] == '\\' && i + 1 < s.len) {
			if (!strchr("$`\"\\\n", s.ptr[i + 1]))
				fl_buf_char(out, '\\');
			fl_buf_char(out, s.ptr[i + 1]);
			end = i + 2;
		} else if (s.ptr[i] == '$' || s.ptr[i] == '`') {
			end = part_end(s, i);
			if (!end)
				break;
			if (s.ptr[i] == '$')
				dollar(m, vars, fl_slice(s.ptr + i, end - i), out);
			else
				plat_mk_shell_answer(m, fl_slice(s.ptr + i + 1, end - i - 2), out);
		} else {
			fl_buf_char(out, s.ptr[i]);
		}
		i = end;
	}
}

struct fl_slice plat_mk_shell_text(
	struct mk_maker *m, const struct mk_vars *vars, const struct mk_token *t)
{
	struct fl_slice s = t->word.text;
	struct fl_buf b;
	if (t->plain)
		return s;
	fl_buf_init(&b, MK_TEXT_MAX);
	for (size_t i = 0; i < s.len && plat_mk_spend(m, 1);) {
		size_t end = i + 1;
		char c = s.ptr[i];
		if (c == '\'' || c == '"' || c == '`' || c == '$') {
			end = part_end(s, i);
			if (!end)
				break;
			struct fl_slice in = fl_slice(s.ptr + i + 1, end - i - 2);
			if (c == '\'')
				fl_buf_slice(&b, in);
			else if (c == '"')
				double_quoted(m, vars, in, &b);
			else if (c == '`')
				plat_mk_shell_answer(m, in, &b);
			else
				dollar(m, vars, fl_slice(s.ptr + i, end - i), &b);
		} else if (c == '\\' && i + 1 < s.len) {
			if (s.ptr[i + 1] != '\n')
				fl_buf_char(&b, s.ptr[i + 1]);
			end = i + 2;
		} else {
			fl_buf_char(&b, c);
		}
		i = end;
	}
	struct fl_slice text = fl_arena_slice(&m->work->arena, fl_buf_view(&b));
	fl_buf_release(&b);
	return text;
}
