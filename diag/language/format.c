#include "diag/language/format.h"

enum { STEP = 16 }; /* what one costs beside the bytes it looks at */

/* A conversion behind "%": flags, number of the argument, letter. */
struct conversion {
	unsigned position; /* from 1; 0: the next one */
	bool quoted;
	bool star; /* ".*" takes an argument of its own */
	char letter;
	size_t len;
};

static bool conversion_parse(struct fl_slice s, struct conversion *c)
{
	uint32_t number;
	size_t n = fl_slice_uint(s, &number);
	*c = (struct conversion){0};
	if (n && n < s.len && s.ptr[n] == '$') {
		if (!number || number > DIAG_FORMAT_ARGS)
			return false;
		c->position = number;
		c->len = n + 1;
	}
	for (; c->len < s.len; c->len++) {
		char flag = s.ptr[c->len];
		c->quoted = c->quoted || flag == 'q';
		c->star = c->star || flag == '*';
		if (!strchr("q+#lwhztj-.*0123456789", flag) || !flag)
			break;
	}
	if (c->len >= s.len)
		return false;
	c->letter = s.ptr[c->len++];
	return true;
}

static bool item_add(struct diag_format *f, struct diag_item item)
{
	if (f->count >= DIAG_FORMAT_ITEMS)
		return false;
	if (item.kind != DIAG_ITEM_LITERAL || item.literal.len)
		f->items[f->count++] = item;
	return true;
}

static bool literal_add(struct diag_format *f, struct fl_slice s)
{
	return item_add(f, (struct diag_item){.literal = s});
}

static bool argument_add(struct diag_format *f, const struct conversion *c, unsigned *next)
{
	unsigned arg = c->position ? c->position - 1 : *next + c->star;
	bool number = c->letter && strchr("diuox", c->letter);
	enum diag_item_kind kind = c->quoted ? DIAG_ITEM_QUOTED
				   : number  ? DIAG_ITEM_NUMBER
					     : DIAG_ITEM_ANY;
	if (!c->position)
		*next = arg + 1;
	if (c->letter == 'r' || c->letter == 'K' || c->letter == 'G')
		return true; /* takes an argument and prints nothing */
	return arg < DIAG_FORMAT_ARGS && item_add(f, (struct diag_item){.kind = kind, .arg = arg});
}

/* What "%" and this letter print without an argument; false when it takes one. */
static bool plain_add(
	struct diag_format *f, char letter, const struct diag_quotes *quotes, bool *ret_done)
{
	*ret_done = true;
	switch (letter) {
	case '%': return literal_add(f, FL_S("%"));
	case '<': return literal_add(f, quotes->open);
	case '>':
	case '\'': return literal_add(f, quotes->close);
	case 'R': return true;
	default: *ret_done = false; return true;
	}
}

bool diag_format_parse(
	struct fl_slice text, const struct diag_quotes *quotes, struct diag_format *ret_format)
{
	struct diag_format *f = ret_format;
	unsigned next = 0;
	f->count = 0;
	while (text.len) {
		ptrdiff_t percent = fl_slice_chr(text, '%');
		struct conversion c;
		bool done;
		if (!literal_add(f, fl_slice_head(text, percent < 0 ? text.len : (size_t)percent)))
			return false;
		if (percent < 0)
			break;
		text = fl_slice_skip(text, (size_t)percent + 1);
		if (!text.len || !plain_add(f, text.ptr[0], quotes, &done))
			return false;
		if (!done && (!conversion_parse(text, &c) || !argument_add(f, &c, &next)))
			return false;
		text = fl_slice_skip(text, done ? 1 : c.len);
	}
	return true;
}

struct matcher {
	const struct diag_format *f;
	const struct diag_quotes *quotes;
	struct diag_captures captures;
	size_t *work;
};

/* False when there is no more. */
static bool spend(struct matcher *m, size_t bytes)
{
	bool enough = *m->work > bytes + STEP;
	*m->work = enough ? *m->work - bytes - STEP : 0;
	return enough;
}

/* May this be what an argument printed? A quoted type can have "{aka …}" behind its quotes. */
static bool is_valid(const struct matcher *m, enum diag_item_kind kind, struct fl_slice s)
{
	if (kind == DIAG_ITEM_QUOTED)
		return s.len > m->quotes->open.len && fl_slice_starts_with(s, m->quotes->open) &&
		       (fl_slice_ends_with(s, m->quotes->close) || s.ptr[s.len - 1] == '}');
	if (kind != DIAG_ITEM_NUMBER)
		return true;
	for (size_t i = 0; i < s.len; i++)
		if (!strchr("-0123456789abcdefx", s.ptr[i]) || !s.ptr[i])
			return false;
	return s.len != 0;
}

static bool match_from(struct matcher *m, size_t at, struct fl_slice text)
{
	if (at == m->f->count)
		return text.len == 0;
	const struct diag_item *item = &m->f->items[at];
	const struct diag_item *next = at + 1 < m->f->count ? item + 1 : NULL;
	if (item->kind == DIAG_ITEM_LITERAL)
		return fl_slice_starts_with(text, item->literal) &&
		       match_from(m, at + 1, fl_slice_skip(text, item->literal.len));
	for (size_t n = next ? 0 : text.len; n <= text.len; n++) {
		if (!spend(m, 0))
			return false;
		if (next && next->kind == DIAG_ITEM_LITERAL) {
			struct fl_slice rest = fl_slice_skip(text, n);
			ptrdiff_t found = fl_slice_search(rest, next->literal);
			if (!spend(m, found < 0 ? rest.len : (size_t)found) || found < 0)
				return false;
			n += (size_t)found;
		}
		struct fl_slice capture = fl_slice_head(text, n);
		if (!spend(m, item->kind == DIAG_ITEM_NUMBER ? n : 0))
			return false;
		if (!is_valid(m, item->kind, capture))
			continue;
		m->captures.at[item->arg] = capture;
		if (match_from(m, at + 1, fl_slice_skip(text, n)))
			return true;
	}
	return false;
}

bool diag_format_match(const struct diag_format *f, struct fl_slice message,
	const struct diag_quotes *quotes, size_t *work, struct diag_captures *ret_captures)
{
	struct matcher m = {.f = f, .quotes = quotes, .work = work};
	if (!match_from(&m, 0, message))
		return false;
	*ret_captures = m.captures;
	return true;
}

struct fl_slice diag_format_literal(struct fl_slice text, size_t *ret_total)
{
	struct fl_slice best = {0};
	*ret_total = 0;
	while (text.len) {
		ptrdiff_t percent = fl_slice_chr(text, '%');
		struct fl_slice run = fl_slice_head(text, percent < 0 ? text.len : (size_t)percent);
		struct conversion c;
		*ret_total += run.len;
		if (run.len > best.len)
			best = run;
		text = fl_slice_skip(text, run.len + 1);
		if (percent < 0 || !text.len)
			break;
		if (strchr("%<>'R", text.ptr[0]) && text.ptr[0])
			text = fl_slice_skip(text, 1);
		else
			text = fl_slice_skip(text, conversion_parse(text, &c) ? c.len : 1);
	}
	return best;
}
