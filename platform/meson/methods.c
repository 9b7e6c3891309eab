/* Methods of texts, lists and dictionaries. */
#include "base/buf.h"
#include "platform/meson/interp.h"

static const struct mes_value unknown = {.kind = MES_V_UNKNOWN};

/* The number that a text begins with, or the word; nothing of it: the other one is later. */
static struct fl_slice version_part(struct fl_slice *v)
{
	while (v->len && !fl_is_word(v->ptr[0]))
		*v = fl_slice_skip(*v, 1);
	bool digit = v->len && v->ptr[0] >= '0' && v->ptr[0] <= '9';
	size_t n = 0;
	while (n < v->len && fl_is_word(v->ptr[n]) &&
		(v->ptr[n] >= '0' && v->ptr[n] <= '9') == digit)
		n++;
	struct fl_slice part = fl_slice_head(*v, n);
	*v = fl_slice_skip(*v, n);
	return part;
}

static int version_cmp(struct fl_slice x, struct fl_slice y)
{
	for (;;) {
		struct fl_slice a = version_part(&x), b = version_part(&y);
		uint32_t i = 0, j = 0;
		bool number_a = fl_slice_uint(a, &i) > 0, number_b = fl_slice_uint(b, &j) > 0;
		if (!a.len || !b.len)
			return (a.len > 0) - (b.len > 0);
		if (number_a != number_b)
			return number_a ? 1 : -1;
		int c = number_a ? (i > j) - (i < j) : fl_slice_cmp(a, b);
		if (c)
			return c;
	}
}

bool plat_mes_version_is(struct fl_slice version, struct fl_slice wanted)
{
	static const char *const operators[] = {">=", "<=", "!=", "==", "=", ">", "<"};
	size_t i = 0;
	wanted = fl_slice_trim(wanted);
	while (i < 7 && !fl_slice_starts(wanted, operators[i]))
		i++;
	int c = version_cmp(version, fl_slice_skip(wanted, i < 7 ? strlen(operators[i]) : 0));
	switch (i) {
	case 0: return c >= 0;
	case 1: return c <= 0;
	case 2: return c != 0;
	case 5: return c > 0;
	case 6: return c < 0;
	default: return c == 0;
	}
}

static struct mes_value shown(struct mes_interp *m, struct mes_value v)
{
	if (v.kind == MES_V_INT)
		return plat_mes_text(fl_arena_printf(&m->work, "%lld", (long long)v.number));
	if (v.kind == MES_V_BOOL)
		return plat_mes_text(v.number ? FL_S("true") : FL_S("false"));
	return v.kind == MES_V_TEXT || v.kind == MES_V_FILE ? v : unknown;
}

/* '…@0@…'.format(…) */
static struct mes_value format(struct mes_interp *m, struct fl_slice text, const struct mes_call *c)
{
	struct mes_value out = plat_mes_text(FL_S(""));
	while (text.len && out.kind == MES_V_TEXT && !out.open) {
		ptrdiff_t at = fl_slice_chr(text, '@');
		uint32_t i = 0;
		size_t digits = at < 0 ? 0 : fl_slice_uint(fl_slice_skip(text, (size_t)at + 1), &i);
		size_t end = (size_t)at + 1 + digits;
		bool is_place = digits && end < text.len && text.ptr[end] == '@';
		size_t plain = at < 0 ? text.len : is_place ? (size_t)at : (size_t)at + 1;
		out = plat_mes_add(m, out, plat_mes_text(fl_slice_head(text, plain)));
		if (is_place) {
			out = plat_mes_add(m, out, shown(m, plat_mes_at(c, i)));
			plain = end + 1;
		}
		text = fl_slice_skip(text, plain);
	}
	return out;
}

static struct mes_value split(struct mes_interp *m, struct fl_slice text, struct mes_value by)
{
	struct mes_value out = plat_mes_of(MES_V_LIST);
	bool blank = by.kind == MES_V_NOTHING;
	if (!blank && !(plat_mes_is_text(&by) && by.text.len))
		return unknown;
	for (;;) {
		if (blank)
			text = fl_slice_trim(text);
		if (blank && !text.len)
			return out;
		ptrdiff_t at = -1;
		for (size_t i = 0; blank && i < text.len && at < 0; i++)
			if (memchr(" \t\r\n", text.ptr[i], 4))
				at = (ptrdiff_t)i;
		if (!blank)
			at = fl_slice_search(text, by.text);
		struct fl_slice part = at < 0 ? text : fl_slice_head(text, (size_t)at);
		out = plat_mes_append(&m->work, out, plat_mes_text(part));
		if (at < 0 || m->work.failed || out.open)
			return out;
		text = fl_slice_skip(text, part.len + (blank ? 1 : by.text.len));
	}
}

static struct mes_value join(struct mes_interp *m, struct fl_slice by, const struct mes_call *c)
{
	struct mes_value all = plat_mes_flat(&m->work, c->positional);
	struct mes_value out = plat_mes_text(FL_S(""));
	for (size_t i = 0; i < plat_mes_len(&all) && out.kind == MES_V_TEXT && !out.open; i++) {
		struct mes_value item = plat_mes_item(&all, i);
		if (i)
			out = plat_mes_add(m, out, plat_mes_text(by));
		out = plat_mes_add(m, out, item.maybe ? unknown : item);
	}
	out.open = out.open || all.open;
	return out;
}

static struct mes_value mapped(struct mes_interp *m, struct fl_slice text, struct fl_slice name)
{
	char *to = fl_arena_alloc(&m->work, text.len + 1);
	bool under = fl_slice_eqs(name, "underscorify"), upper = fl_slice_eqs(name, "to_upper");
	for (size_t i = 0; to && i < text.len; i++) {
		char c = text.ptr[i];
		if (under)
			c = fl_is_word(c) && c != '_' ? c : '_';
		else if (upper && c >= 'a' && c <= 'z')
			c = (char)(c - 32);
		else if (!upper && c >= 'A' && c <= 'Z')
			c = (char)(c + 32);
		to[i] = c;
	}
	return to ? plat_mes_text(fl_slice(to, text.len)) : unknown;
}

static struct mes_value replace(
	struct mes_interp *m, struct fl_slice text, struct mes_value from, struct mes_value to)
{
	if (!plat_mes_is_text(&from) || !plat_mes_is_text(&to) || !from.text.len)
		return unknown;
	struct fl_buf out;
	fl_buf_init(&out, MES_BYTES_MAX);
	for (ptrdiff_t at; (at = fl_slice_search(text, from.text)) >= 0 && !out.failed;) {
		fl_buf_slice(&out, fl_slice_head(text, (size_t)at));
		fl_buf_slice(&out, to.text);
		text = fl_slice_skip(text, (size_t)at + from.text.len);
	}
	fl_buf_slice(&out, text);
	struct mes_value v =
		out.failed ? unknown : plat_mes_text(fl_arena_slice(&m->work, fl_buf_view(&out)));
	fl_buf_release(&out);
	return v;
}

static struct mes_value strip(struct fl_slice text, struct mes_value chars)
{
	struct fl_slice set = plat_mes_is_text(&chars) ? chars.text : FL_S(" \t\r\n");
	while (text.len && fl_slice_chr(set, text.ptr[0]) >= 0)
		text = fl_slice_skip(text, 1);
	while (text.len && fl_slice_chr(set, text.ptr[text.len - 1]) >= 0)
		text.len--;
	return plat_mes_text(text);
}

static struct mes_value substring(struct fl_slice text, struct mes_value from, struct mes_value to)
{
	int64_t len = (int64_t)text.len, i = from.kind == MES_V_INT ? from.number : 0;
	int64_t j = to.kind == MES_V_INT ? to.number : len;
	i = i < 0 ? i + len : i;
	j = j < 0 ? j + len : j;
	i = i < 0 ? 0 : i > len ? len : i;
	j = j < i ? i : j > len ? len : j;
	return plat_mes_text(fl_slice(text.ptr + i, (size_t)(j - i)));
}

static struct mes_value to_int(struct fl_slice text)
{
	uint32_t n = 0;
	text = fl_slice_trim(text);
	bool all = fl_slice_uint(text, &n) == text.len && text.len;
	return all ? (struct mes_value){.kind = MES_V_INT, .number = n} : unknown;
}

/* What asks a question of a text with another. */
static struct mes_value question(
	struct fl_slice of, struct fl_slice name, const struct mes_value *other)
{
	if (!plat_mes_is_text(other))
		return unknown;
	if (fl_slice_eqs(name, "startswith"))
		return plat_mes_bool(fl_slice_starts_with(of, other->text));
	if (fl_slice_eqs(name, "endswith"))
		return plat_mes_bool(fl_slice_ends_with(of, other->text));
	if (fl_slice_eqs(name, "contains"))
		return plat_mes_bool(fl_slice_search(of, other->text) >= 0);
	return plat_mes_bool(plat_mes_version_is(of, other->text));
}

struct mes_value plat_mes_text_method(
	struct mes_interp *m, struct mes_value of, const struct mes_call *c)
{
	static const char *const asks[] = {"startswith", "endswith", "contains", "version_compare"};
	static const char *const maps[] = {"underscorify", "to_upper", "to_lower"};
	struct mes_value first = plat_mes_at(c, 0);
	if (fl_slice_eqs(c->name, "format") && of.kind == MES_V_TEXT) {
		struct mes_value out = format(m, of.text, c);
		out.open = out.kind == MES_V_TEXT && (out.open || of.open);
		return out;
	}
	if (fl_slice_eqs(c->name, "startswith") && of.open && plat_mes_is_text(&first) &&
		of.text.len >= first.text.len)
		return question(of.text, c->name, &first);
	if (of.open)
		return unknown;
	if (fl_slice_is_one(c->name, asks, 4))
		return question(of.text, c->name, &first);
	if (fl_slice_is_one(c->name, maps, 3))
		return mapped(m, of.text, c->name);
	if (fl_slice_eqs(c->name, "split"))
		return split(m, of.text, first);
	if (fl_slice_eqs(c->name, "splitlines"))
		return split(m, of.text, plat_mes_text(FL_S("\n")));
	if (fl_slice_eqs(c->name, "join"))
		return join(m, of.text, c);
	if (fl_slice_eqs(c->name, "replace"))
		return replace(m, of.text, first, plat_mes_at(c, 1));
	if (fl_slice_eqs(c->name, "strip"))
		return strip(of.text, first);
	if (fl_slice_eqs(c->name, "substring"))
		return substring(of.text, first, plat_mes_at(c, 1));
	if (fl_slice_eqs(c->name, "to_int"))
		return to_int(of.text);
	return unknown;
}

struct mes_value plat_mes_list_method(
	struct mes_interp *m, struct mes_value of, const struct mes_call *c)
{
	struct mes_value first = plat_mes_at(c, 0);
	bool sure = !of.open;
	for (size_t i = 0; i < plat_mes_len(&of) && sure; i++)
		sure = !plat_mes_item(&of, i).maybe;
	if (fl_slice_eqs(c->name, "contains"))
		return plat_mes_binary(m, FL_S("in"), first, of);
	if (fl_slice_eqs(c->name, "length"))
		return sure ? (struct mes_value){.kind = MES_V_INT,
				      .number = (int64_t)plat_mes_len(&of)}
			    : unknown;
	if (!fl_slice_eqs(c->name, "get"))
		return unknown;
	struct mes_value v = plat_mes_index(m, of, first);
	bool beyond = sure && first.kind == MES_V_INT && first.number >= (int64_t)plat_mes_len(&of);
	return beyond ? plat_mes_at(c, 1) : v;
}

struct mes_value plat_mes_dict_method(
	struct mes_interp *m, struct mes_value of, const struct mes_call *c)
{
	struct mes_value first = plat_mes_at(c, 0);
	enum mes_three is = MES_MAYBE;
	const struct mes_value *found =
		plat_mes_is_text(&first) ? plat_mes_get(&of, first.text, &is) : NULL;
	if (fl_slice_eqs(c->name, "has_key"))
		return plat_mes_three(is);
	if (fl_slice_eqs(c->name, "get"))
		return found ? *found : is == MES_NO ? plat_mes_at(c, 1) : unknown;
	if (!fl_slice_eqs(c->name, "keys"))
		return unknown;
	struct mes_value keys = {.kind = MES_V_LIST, .open = of.open};
	for (size_t i = 0; i + 1 < plat_mes_len(&of); i += 2)
		keys = plat_mes_append(&m->work, keys, plat_mes_item(&of, i));
	return keys;
}
