/* constant: a number is one off or lost (n for n + 1), or a digit of it slipped. */
#include "tracegen/operators/alone.h"
#include "tracegen/operators/ops.h"

enum { DIGITS_MAX = 20 };

/* Neighbours are exchanged, or the last digit is lost or doubled. */
static size_t slip_digit(struct fl_slice text, unsigned how, char *out)
{
	size_t len = text.len;
	memcpy(out, text.ptr, len);
	if (how == 0 && out[len - 2] != out[len - 1]) {
		char last = out[len - 1];
		out[len - 1] = out[len - 2];
		out[len - 2] = last;
		return len;
	}
	if (how == 1)
		return len - 1;
	out[len] = out[len - 1];
	return len + 1;
}

static bool is_decimal(struct fl_slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] < '0' || text.ptr[i] > '9')
			return false;
	return text.len && text.len < DIGITS_MAX && (text.len == 1 || text.ptr[0] != '0');
}

/* Others have these: indices, the starts of loops, the bounds of arrays; zero as "nothing". */
static bool is_other(const struct tg_unit *u, const struct tg_node *n)
{
	const struct tg_node *p = n->parent;
	bool zero = tg_decimal(u, n) == 0;
	for (; p && !tg_node_is_statement(p); p = p->parent) {
		if (p->kind == TG_N_INDEX || p->role == TG_R_INIT || p->kind == TG_N_TYPE)
			return true;
	}
	p = n->parent;
	if (p && p->kind == TG_N_UNARY && tg_decimal(u, n) == 1)
		return true; /* -1, as "none" */
	const struct tg_node *function = tg_node_function(n);
	if (n->role == TG_R_ARG && function && fl_slice_eqs(function->name, "main"))
		return true; /* what a program tries out is neither right nor wrong */
	bool flag = p && (p->kind == TG_N_RETURN || p->kind == TG_N_VAR || n->role == TG_R_ARG ||
				 (p->kind == TG_N_BINARY && p->op == TG_O_SET));
	if (flag && tg_decimal(u, n) == 1)
		return true; /* 1, as "yes" */
	bool list = p && p->kind == TG_N_OTHER; /* {0}, {-1, 1} */
	if (list && tg_decimal(u, n) >= 0 && tg_decimal(u, n) <= 1)
		return true;
	if (p && p->kind == TG_N_VAR && p->type.cls == TG_T_ARRAY)
		return true;
	bool compared = p && p->kind == TG_N_BINARY &&
			(p->op == TG_O_EQ || p->op == TG_O_NE || p->op == TG_O_SET);
	return zero && (compared || (p && (p->kind == TG_N_RETURN || p->kind == TG_N_VAR)));
}

/* The sum with one around n, "+ 1" at its end, which is as often forgotten; NULL for others. */
static const struct tg_node *sum_with_one(const struct tg_unit *u, const struct tg_node *n)
{
	const struct tg_node *p = n->parent;
	return tg_is_sum(p) && n == p->last && n != p->first && tg_decimal(u, n) == 1 ? p : NULL;
}

/* i = i + 1 would be left as i = i. */
static bool counts_on(const struct tg_unit *u, const struct tg_node *sum)
{
	const struct tg_node *p = sum->parent;
	return p && p->kind == TG_N_BINARY && p->op == TG_O_SET && sum == p->last &&
	       fl_slice_eq(tg_node_text(u, p->first), tg_node_text(u, sum->first));
}

void tg_op_constant(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		char digits[DIGITS_MAX + 1];
		struct fl_slice text = tg_node_text(unit, n);
		if (n->kind != TG_N_INT || !is_decimal(text) || !tg_place_ok(n) ||
			n->parent->in_macro || is_other(unit, n))
			continue;
		int64_t value = tg_decimal(unit, n);
		unsigned how = tg_choice(unit, n, 6);
		const struct tg_node *sum = sum_with_one(unit, n);
		if (sum && counts_on(unit, sum))
			continue;
		if (sum)
			tg_put_alone(unit, sink, sum, sum->first);
		else if (text.len >= 3 && how < 3)
			tg_put_node(
				unit, sink, n, "%.*s", (int)slip_digit(text, how, digits), digits);
		else if (value >= 0)
			tg_put_node(
				unit, sink, n, "%d", (int)value + (how % 2 && value > 1 ? -1 : 1));
	}
}
