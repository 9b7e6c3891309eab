/* Expressions. */
#include "platform/meson/interp.h"

static const struct mes_value unknown = {.kind = MES_V_UNKNOWN};

static struct mes_value long_text(struct mes_interp *m, struct fl_slice x, struct fl_slice y)
{
	if (x.len + y.len > MES_BYTES_MAX)
		return unknown;
	char *to = fl_arena_alloc(&m->work, x.len + y.len + 1);
	if (!to)
		return unknown;
	if (x.len)
		memcpy(to, x.ptr, x.len);
	if (y.len)
		memcpy(to + x.len, y.ptr, y.len);
	return plat_mes_text(fl_slice(to, x.len + y.len));
}

static bool text_like(const struct mes_value *v)
{
	return v->kind == MES_V_TEXT || v->kind == MES_V_FILE;
}

/* Each key stands in the sum once, so that what is merged later has one place for it. */
static struct mes_value add_dicts(struct mes_interp *m, struct mes_value x, struct mes_value y)
{
	struct mes_value out = x;
	bool fresh = false;
	for (size_t i = 0; i + 1 < plat_mes_len(&y); i += 2) {
		struct mes_value key = plat_mes_item(&y, i), value = plat_mes_item(&y, i + 1);
		enum mes_three is = MES_MAYBE;
		const struct mes_value *had =
			plat_mes_is_text(&key) ? plat_mes_get(&out, key.text, &is) : NULL;
		if (!had) {
			out = plat_mes_append(&m->work, out, key);
			out = plat_mes_append(&m->work, out, value);
			continue;
		}
		size_t at = (size_t)(had - out.list->room->items);
		struct mes_value copy = plat_mes_of(MES_V_DICT);
		for (size_t j = 0; !fresh && j < plat_mes_len(&out); j++)
			copy = plat_mes_append(&m->work, copy, plat_mes_item(&out, j));
		copy.open = copy.open || out.open;
		out = fresh ? out : copy;
		fresh = true;
		if (at < plat_mes_len(&out))
			out.list->room->items[at] = value;
	}
	m->steps += plat_mes_len(&x);
	out.open = out.open || x.open || y.open;
	return out;
}

struct mes_value plat_mes_add(struct mes_interp *m, struct mes_value x, struct mes_value y)
{
	if (x.kind == MES_V_LIST)
		return plat_mes_extend(&m->work, x, y);
	if (x.kind == MES_V_DICT && y.kind == MES_V_DICT)
		return add_dicts(m, x, y);
	if (x.kind == MES_V_INT && y.kind == MES_V_INT) {
		int64_t sum;
		x.number = __builtin_add_overflow(x.number, y.number, &sum) ? 0 : sum;
		return x;
	}
	if (x.kind == MES_V_TEXT && x.open)
		return x;
	if (x.kind == MES_V_TEXT && text_like(&y)) {
		struct mes_value sum = long_text(m, x.text, y.text);
		sum.open = y.open;
		return sum;
	}
	if (x.kind == MES_V_TEXT && y.kind == MES_V_UNKNOWN) {
		x.open = true;
		return x;
	}
	if (x.kind == MES_V_UNKNOWN && y.kind == MES_V_LIST) {
		struct mes_value list = {.kind = MES_V_LIST, .open = true};
		return plat_mes_extend(&m->work, list, y);
	}
	return unknown;
}

struct mes_value plat_mes_join(struct mes_interp *m, struct mes_value x, struct mes_value y)
{
	if (!text_like(&x) || x.open)
		return x.kind == MES_V_TEXT ? x : unknown;
	if (text_like(&y) && y.text.len && y.text.ptr[0] == '/')
		return y;
	bool slash = x.text.len && x.text.ptr[x.text.len - 1] != '/';
	struct mes_value sum = long_text(m, x.text, slash ? FL_S("/") : FL_S(""));
	if (sum.kind == MES_V_TEXT && text_like(&y)) {
		bool open = y.open;
		sum = long_text(m, sum.text, y.text);
		sum.open = open;
	} else {
		sum.open = true;
	}
	return sum;
}

static struct mes_value number(struct fl_slice op, int64_t x, int64_t y)
{
	int64_t r = 0;
	bool bad = true;
	switch (op.ptr[0]) {
	case '-': bad = __builtin_sub_overflow(x, y, &r); break;
	case '*': bad = __builtin_mul_overflow(x, y, &r); break;
	case '/':
	case '%':
		bad = y == 0 || y == -1;
		if (!bad)
			r = op.ptr[0] == '/' ? x / y : x % y;
		break;
	default: break;
	}
	return bad ? unknown : (struct mes_value){.kind = MES_V_INT, .number = r};
}

static struct mes_value order(
	struct fl_slice op, const struct mes_value *x, const struct mes_value *y)
{
	int c;
	if (x->kind == MES_V_INT && y->kind == MES_V_INT)
		c = (x->number > y->number) - (x->number < y->number);
	else if (plat_mes_is_text(x) && plat_mes_is_text(y))
		c = fl_slice_cmp(x->text, y->text);
	else
		return unknown;
	bool equal = op.len == 2 && c == 0;
	return plat_mes_bool(equal || (op.ptr[0] == '<' ? c < 0 : c > 0));
}

static struct mes_value is_in(const struct mes_value *x, const struct mes_value *y)
{
	enum mes_three is = MES_NO;
	if (y->kind == MES_V_DICT && plat_mes_is_text(x)) {
		plat_mes_get(y, x->text, &is);
		return plat_mes_three(is);
	}
	if (plat_mes_is_text(x) && plat_mes_is_text(y))
		return plat_mes_bool(fl_slice_search(y->text, x->text) >= 0);
	if (y->kind != MES_V_LIST || y->either)
		return unknown;
	if (y->open)
		is = MES_MAYBE;
	for (size_t i = 0; i < plat_mes_len(y) && is != MES_YES; i++) {
		struct mes_value item = plat_mes_item(y, i);
		bool maybe = item.maybe;
		item.maybe = x->maybe;
		enum mes_three one = plat_mes_same(x, &item);
		if (one != MES_NO)
			is = maybe ? MES_MAYBE : one;
	}
	return plat_mes_three(is);
}

struct mes_value plat_mes_binary(
	struct mes_interp *m, struct fl_slice op, struct mes_value x, struct mes_value y)
{
	bool equal = fl_slice_eqs(op, "==");
	x.maybe = y.maybe = false;
	if (equal || fl_slice_eqs(op, "!=")) {
		enum mes_three same = plat_mes_same(&x, &y);
		if (same == MES_MAYBE)
			return unknown;
		return plat_mes_bool((same == MES_YES) == equal);
	}
	if (fl_slice_eqs(op, "in"))
		return is_in(&x, &y);
	if (op.ptr[0] == '<' || op.ptr[0] == '>')
		return order(op, &x, &y);
	if (op.ptr[0] == '+')
		return plat_mes_add(m, x, y);
	if (op.ptr[0] == '/' && !(x.kind == MES_V_INT && y.kind == MES_V_INT))
		return plat_mes_join(m, x, y);
	if (x.kind == MES_V_INT && y.kind == MES_V_INT)
		return number(op, x.number, y.number);
	return unknown;
}

struct mes_value plat_mes_index(struct mes_interp *m, struct mes_value of, struct mes_value at)
{
	(void)m;
	if (of.kind == MES_V_MADE)
		return of;
	if (of.either)
		return unknown;
	if (of.kind == MES_V_DICT && plat_mes_is_text(&at)) {
		enum mes_three is;
		const struct mes_value *found = plat_mes_get(&of, at.text, &is);
		return found ? *found : unknown;
	}
	bool list = of.kind == MES_V_LIST && !of.open;
	size_t len = list ? plat_mes_len(&of) : of.text.len;
	if (at.kind != MES_V_INT || !(list || plat_mes_is_text(&of)))
		return unknown;
	int64_t i = at.number < 0 ? at.number + (int64_t)len : at.number;
	if (i < 0 || (size_t)i >= len)
		return unknown;
	if (!list)
		return plat_mes_text(fl_slice(of.text.ptr + i, 1));
	for (size_t k = 0; k <= (size_t)i; k++)
		if (plat_mes_item(&of, k).maybe)
			return unknown;
	return plat_mes_item(&of, (size_t)i);
}

static struct mes_value name_value(struct mes_interp *m, struct fl_slice name)
{
	static const struct {
		const char *name;
		enum mes_kind kind;
	} builtin[] = {{"meson", MES_V_MESON}, {"host_machine", MES_V_MACHINE},
		{"build_machine", MES_V_MACHINE}, {"target_machine", MES_V_MACHINE}};
	const struct mes_variable *v = plat_mes_find(&m->scope->names, name);
	if (v && v->is_set)
		return v->value;
	for (size_t i = 0; i < sizeof(builtin) / sizeof(builtin[0]); i++)
		if (fl_slice_eqs(name, builtin[i].name))
			return plat_mes_of(builtin[i].kind);
	return unknown;
}

/* f'…@name@…' */
static struct mes_value filled(struct mes_interp *m, struct fl_slice text)
{
	struct mes_value out = plat_mes_text(FL_S(""));
	while (text.len && out.kind == MES_V_TEXT && !out.open) {
		ptrdiff_t at = fl_slice_chr(text, '@');
		size_t name = 0;
		while (at >= 0 && (size_t)at + 1 + name < text.len &&
			fl_is_word(text.ptr[(size_t)at + 1 + name]))
			name++;
		size_t end = (size_t)at + 1 + name;
		bool is_name = at >= 0 && name && end < text.len && text.ptr[end] == '@';
		size_t plain = at < 0 ? text.len : is_name ? (size_t)at : (size_t)at + 1;
		out = plat_mes_add(m, out, plat_mes_text(fl_slice_head(text, plain)));
		if (is_name) {
			struct mes_value v = name_value(m, fl_slice(text.ptr + at + 1, name));
			if (v.kind == MES_V_INT)
				v = plat_mes_text(
					fl_arena_printf(&m->work, "%lld", (long long)v.number));
			out = plat_mes_add(m, out, text_like(&v) ? v : unknown);
			plain = end + 1;
		}
		text = fl_slice_skip(text, plain);
	}
	return out;
}

static void arguments(struct mes_interp *m, const struct mes_node *n, struct mes_call *c)
{
	c->positional = plat_mes_of(MES_V_LIST);
	c->keywords = plat_mes_of(MES_V_DICT);
	for (; n && !m->stopped; n = n->next) {
		struct mes_value v = plat_mes_eval(m, n->kind == MES_KEYWORD ? n->a : n);
		if (n->kind != MES_KEYWORD) {
			c->positional = plat_mes_append(&m->work, c->positional, v);
		} else if (fl_slice_eqs(n->text, "kwargs")) {
			if (v.kind == MES_V_DICT)
				c->keywords = plat_mes_add(m, c->keywords, v);
			else
				c->keywords.open = true;
		} else {
			c->keywords =
				plat_mes_append(&m->work, c->keywords, plat_mes_text(n->text));
			c->keywords = plat_mes_append(&m->work, c->keywords, v);
		}
	}
}

struct mes_value plat_mes_at(const struct mes_call *c, size_t i)
{
	return i < plat_mes_len(&c->positional) ? plat_mes_item(&c->positional, i)
						: plat_mes_of(MES_V_NOTHING);
}

struct mes_value plat_mes_kw(const struct mes_call *c, const char *name)
{
	enum mes_three is;
	const struct mes_value *v = plat_mes_get(&c->keywords, fl_slice_str(name), &is);
	return v ? *v : is == MES_MAYBE ? unknown : plat_mes_of(MES_V_NOTHING);
}

static struct mes_value three(struct mes_interp *m, const struct mes_node *n)
{
	struct mes_value x = plat_mes_eval(m, n->a);
	int64_t decides = n->kind == MES_OR;
	if (x.kind == MES_V_BOOL && x.number == decides)
		return x;
	struct mes_value y = plat_mes_eval(m, n->b);
	if (y.kind == MES_V_BOOL && (y.number == decides || x.kind == MES_V_BOOL))
		return y;
	return unknown;
}

static struct mes_value choice(struct mes_interp *m, const struct mes_node *n)
{
	struct mes_value is = plat_mes_eval(m, n->a);
	if (is.kind == MES_V_BOOL)
		return plat_mes_eval(m, is.number ? n->b : n->c);
	m->unsure++;
	struct mes_value x = plat_mes_eval(m, n->b), y = plat_mes_eval(m, n->c);
	m->unsure--;
	return plat_mes_merge(&m->work, x, y);
}

static struct mes_value collection(struct mes_interp *m, const struct mes_node *n)
{
	struct mes_value out = plat_mes_of(n->kind == MES_LIST ? MES_V_LIST : MES_V_DICT);
	for (const struct mes_node *i = n->a; i && !m->stopped; i = i->next) {
		if (n->kind == MES_DICT && i->kind != MES_PAIR) {
			out.open = true;
			continue;
		}
		struct mes_value first = plat_mes_eval(m, i->kind == MES_PAIR ? i->a : i);
		out = plat_mes_append(&m->work, out, first);
		if (n->kind == MES_DICT)
			out = plat_mes_append(&m->work, out, plat_mes_eval(m, i->b));
	}
	return out;
}

static struct mes_value call(struct mes_interp *m, const struct mes_node *n)
{
	struct mes_call c = {.name = n->text};
	struct mes_value of = {0};
	if (n->kind == MES_METHOD)
		of = plat_mes_eval(m, n->a);
	arguments(m, n->kind == MES_METHOD ? n->b : n->a, &c);
	m->line = n->line;
	return n->kind == MES_METHOD ? plat_mes_method(m, of, &c) : plat_mes_function(m, &c);
}

static struct mes_value evaluate(struct mes_interp *m, const struct mes_node *n)
{
	struct mes_value v;
	switch (n->kind) {
	case MES_ID: return name_value(m, n->text);
	case MES_INT: return (struct mes_value){.kind = MES_V_INT, .number = n->number};
	case MES_TRUTH: return plat_mes_bool(n->number);
	case MES_TEXT: return plat_mes_text(n->text);
	case MES_FTEXT: return filled(m, n->text);
	case MES_LIST:
	case MES_DICT: return collection(m, n);
	case MES_CALL:
	case MES_METHOD: return call(m, n);
	case MES_INDEX:
		v = plat_mes_eval(m, n->a);
		return plat_mes_index(m, v, plat_mes_eval(m, n->b));
	case MES_NOT:
		v = plat_mes_eval(m, n->a);
		return v.kind == MES_V_BOOL ? plat_mes_bool(!v.number) : unknown;
	case MES_MINUS:
		v = plat_mes_eval(m, n->a);
		return v.kind == MES_V_INT ? number(FL_S("-"), 0, v.number) : unknown;
	case MES_BINARY:
		v = plat_mes_eval(m, n->a);
		return plat_mes_binary(m, n->text, v, plat_mes_eval(m, n->b));
	case MES_AND:
	case MES_OR: return three(m, n);
	case MES_CHOICE: return choice(m, n);
	default: return unknown;
	}
}

struct mes_value plat_mes_eval(struct mes_interp *m, const struct mes_node *n)
{
	if (!n || m->stopped)
		return unknown;
	if (m->steps++ >= MES_STEPS_MAX || m->nested >= MES_NESTED_MAX || m->work.failed) {
		m->stopped = true;
		return unknown;
	}
	m->nested++;
	struct mes_value v = evaluate(m, n);
	m->nested--;
	return v;
}
