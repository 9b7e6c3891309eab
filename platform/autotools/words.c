#include "base/buf.h"

/* Words of the shell and arguments of macros. */
#include "platform/autotools/script.h"

static struct fl_slice unquoted(struct fl_slice s)
{
	s = fl_slice_trim(s);
	if (s.len < 2 || s.ptr[0] != '[' || s.ptr[s.len - 1] != ']')
		return s;
	size_t depth = 0;
	for (size_t i = 0; i + 1 < s.len; i++) {
		depth += s.ptr[i] == '[';
		depth -= s.ptr[i] == ']' && depth;
		if (!depth) /* "[a] [b]" */
			return s;
	}
	return fl_slice(s.ptr + 1, s.len - 2);
}

struct fl_slice plat_aut_argument(const struct aut_call *c, size_t i)
{
	return i < c->count ? unquoted(c->arguments[i]) : FL_S("");
}

static void add_argument(struct aut_call *c, struct fl_slice text, int64_t line)
{
	if (c->count == AUT_ARGUMENTS_MAX)
		return;
	for (size_t i = 0; i < text.len && strchr(" \t\r\n", text.ptr[i]); i++)
		line += text.ptr[i] == '\n';
	c->lines[c->count] = line;
	c->arguments[c->count++] = text;
}

void plat_aut_arguments(struct fl_slice text, size_t *at, int64_t *line, struct aut_call *c)
{
	size_t i = *at + 1, start = i, quotes = 0, depth = 1;
	int64_t first = *line;
	for (; i < text.len && depth; i++) {
		char ch = text.ptr[i];
		*line += ch == '\n';
		if (ch == '[')
			quotes++;
		else if (ch == ']')
			quotes -= quotes > 0;
		else if (quotes)
			continue;
		else if (ch == '(')
			depth++;
		else if (ch == ')')
			depth--;
		if (!quotes && ((ch == ',' && depth == 1) || !depth)) {
			add_argument(c, fl_slice(text.ptr + start, i - start), first);
			start = i + 1;
			first = *line;
		}
	}
	*at = i;
}

/* Over what stands in quotes, or is a command of its own; the index of its last character. */
static size_t skip_quoted(struct fl_slice text, size_t i, int64_t *line)
{
	char open = text.ptr[i];
	bool command = open == '(';
	size_t depth = 1;
	for (i++; i < text.len; i++) {
		char ch = text.ptr[i];
		*line += ch == '\n';
		if (ch == '\\' && open != '\'')
			i++;
		else if (command && ch == '(')
			depth++;
		else if (ch == (command ? ')' : open) && --depth == 0)
			return i;
	}
	return text.len - 1;
}

struct fl_slice plat_aut_raw(struct fl_slice text, size_t *at, int64_t *line)
{
	size_t i = *at;
	for (; i < text.len; i++) {
		char ch = text.ptr[i];
		if (strchr(" \t\r\n;&|<>()", ch) && ch)
			break;
		if (ch == '\\' && i + 1 < text.len)
			*line += text.ptr[++i] == '\n';
		else if (ch == '"' || ch == '\'' || ch == '`')
			i = skip_quoted(text, i, line);
		else if (ch == '$' && i + 1 < text.len && text.ptr[i + 1] == '(')
			i = skip_quoted(text, i + 1, line);
	}
	i = i < text.len ? i : text.len;
	struct fl_slice word = fl_slice(text.ptr + *at, i - *at);
	*at = i;
	return word;
}

/* A value under construction. */
struct expansion {
	struct aut_script *s;
	struct fl_vec words;
	struct fl_buf now;
	int64_t line;
	bool started, now_open, open;
};

static void add_word(struct expansion *e, const struct aut_word *w)
{
	struct aut_word *to = e->words.len < AUT_WORDS_MAX ? fl_vec_add(&e->words) : NULL;
	if (to)
		*to = *w;
	else
		e->open = true;
}

static void end_word(struct expansion *e)
{
	struct aut_word w = {.at = plat_aut_at(e->s, e->line), .open = e->now_open};
	w.text = fl_arena_slice(e->s->work, fl_buf_view(&e->now));
	if (e->started && (e->now.len || !e->now_open))
		add_word(e, &w);
	e->open = e->open || (e->started && !e->now.len && e->now_open);
	e->started = e->now_open = false;
	fl_buf_clear(&e->now);
}

static void add_variable(struct expansion *e, struct fl_slice name, bool alone)
{
	const struct aut_value *v = plat_aut_get(&e->s->vars, name);
	struct fl_slice text;
	if (!v) {
		e->started = e->now_open = true;
		return;
	}
	if (!alone) {
		struct aut_value here = plat_aut_here(e->s, *v);
		bool known = plat_aut_text(e->s->work, &here, &text);
		e->started = true;
		if (known && !e->now_open)
			fl_buf_slice(&e->now, text);
		else
			e->now_open = true;
		return;
	}
	for (size_t i = 0; i < v->len; i++)
		add_word(e, &v->words[i]);
	e->open = e->open || v->open;
}

/* The variable at "$": how many characters it takes. */
static size_t take_variable(struct expansion *e, struct fl_slice rest)
{
	size_t n = 1, start = 1;
	bool brace = rest.len > 1 && rest.ptr[1] == '{';
	start += brace;
	for (n = start; n < rest.len && fl_is_word(rest.ptr[n]);)
		n++;
	struct fl_slice name = fl_slice(rest.ptr + start, n - start);
	bool plain = name.len && (!brace || (n < rest.len && rest.ptr[n] == '}'));
	if (brace) {
		while (n < rest.len && rest.ptr[n] != '}')
			n++;
		n += n < rest.len;
	}
	bool end = n >= rest.len || strchr(" \t\r\n\"", rest.ptr[n]);
	if (plain)
		add_variable(e, name, end && !e->started);
	else
		e->started = e->now_open = true;
	return n > 1 ? n : rest.len > 1 && rest.ptr[1] != '(' ? 2 : 1;
}

static void expand_into(struct expansion *e, struct fl_slice raw)
{
	char quote = '\0';
	for (size_t i = 0; i < raw.len && e->s->steps++ < AUT_STEPS_MAX; i++) {
		char ch = raw.ptr[i];
		bool blank = ch == ' ' || ch == '\t' || ch == '\n' || ch == '\r';
		if (blank) {
			end_word(e);
		} else if (quote ? ch == quote : ch == '"' || ch == '\'') {
			quote = quote ? '\0' : ch;
		} else if (ch == '$' && quote != '\'') {
			i += take_variable(e, fl_slice_skip(raw, i)) - 1;
			if (i + 1 < raw.len && raw.ptr[i] == '$' && raw.ptr[i + 1] == '(')
				i = skip_quoted(raw, i + 1, &(int64_t){0});
		} else if (ch == '`' && quote != '\'') {
			e->started = e->now_open = true;
			i = skip_quoted(raw, i, &(int64_t){0});
		} else if (ch != '[' && ch != ']') {
			bool escaped = ch == '\\' && quote != '\'' && i + 1 < raw.len;
			i += escaped;
			e->started = true;
			if (!e->now_open && !(escaped && raw.ptr[i] == '\n'))
				fl_buf_char(&e->now, raw.ptr[i]);
		}
	}
	end_word(e);
}

struct aut_value plat_aut_expand(struct aut_script *s, struct fl_slice raw, int64_t line)
{
	struct expansion e = {.s = s, .line = line};
	fl_vec_init(&e.words, sizeof(struct aut_word), AUT_WORDS_MAX);
	fl_buf_init(&e.now, 1 << 14);
	expand_into(&e, raw);
	struct fl_list words = fl_vec_freeze(&e.words, s->work);
	struct aut_value v = {.words = words.items, .len = words.len, .open = e.open};
	v.open = v.open || e.now.failed || s->steps >= AUT_STEPS_MAX;
	fl_buf_release(&e.now);
	return v;
}

void plat_aut_enter(struct aut_script *s)
{
	s->branches++;
	if (++s->unsure < AUT_BRANCHES)
		s->branch[s->unsure] = s->branches;
}

static bool is_sure_here(const struct aut_script *s, const struct aut_word *w)
{
	for (unsigned i = 1; w->branch && i <= s->unsure && i < AUT_BRANCHES; i++)
		if (s->branch[i] == w->branch)
			return true;
	return !w->unsure;
}

struct aut_value plat_aut_here(const struct aut_script *s, struct aut_value v)
{
	struct aut_word *words = v.len ? fl_arena_array(s->work, v.len, sizeof(*words)) : NULL;
	for (size_t i = 0; words && i < v.len; i++) {
		words[i] = v.words[i];
		words[i].unsure = !is_sure_here(s, &words[i]);
	}
	v.open = v.open || (v.len && !words);
	v.len = words ? v.len : 0;
	v.words = words;
	return v;
}

static const struct aut_word *find_word(struct aut_value v, const struct aut_word *w)
{
	for (size_t i = 0; i < v.len; i++)
		if (plat_aut_same(&v.words[i], w))
			return &v.words[i];
	return NULL;
}

/* What a variable has when it may keep its old value, or get a new one. */
static struct aut_value either(struct aut_script *s, struct aut_value old, struct aut_value new)
{
	uint32_t branch = s->unsure < AUT_BRANCHES ? s->branch[s->unsure] : 0;
	struct aut_word *words = fl_arena_array(s->work, old.len + new.len + 1, sizeof(*words));
	struct aut_value out = {.words = words, .open = old.open || new.open || !words};
	for (size_t i = 0; words && i < old.len; i++) {
		const struct aut_word *w = &old.words[i];
		if (find_word(new, w) || (w->branch && w->branch == branch))
			continue;
		words[out.len] = *w;
		words[out.len].unsure = true;
		words[out.len++].branch = 0;
	}
	for (size_t i = 0; words && i < new.len; i++) {
		const struct aut_word *w = &new.words[i], *had = find_word(old, w);
		bool sure = is_sure_here(s, w);
		words[out.len] = had ? *had : *w;
		if (!had) {
			words[out.len].unsure = true;
			words[out.len].branch = sure ? branch : 0;
		}
		out.len++;
	}
	s->steps += old.len * new.len / 64;
	return out;
}

void plat_aut_assign(struct aut_script *s, struct fl_slice name, struct aut_value value)
{
	const struct aut_value *was = plat_aut_get(&s->vars, name);
	if (s->skip)
		return;
	if (s->given_only) {
		if (!was)
			plat_aut_put(&s->vars, s->work, name, (struct aut_value){0});
		return;
	}
	if (s->unsure)
		value = either(s, was ? *was : (struct aut_value){0}, value);
	value.open = value.open || (s->unsure && !was);
	if (value.len > AUT_WORDS_MAX)
		value = (struct aut_value){.open = true};
	plat_aut_put(&s->vars, s->work, name, value);
}
