/* byte-order-write: a number is copied into bytes as the machine has it, not taken apart. */
#include "tracegen/operators/bytes.h"
#include "tracegen/operators/ops.h"

/* p[i + k] = v >> 8 * k: the byte, and v. */
static bool store_of(const struct tg_unit *u, const struct tg_node *n, struct tg_byte *ret_byte,
	struct fl_slice *ret_value)
{
	if (!n || n->kind != TG_N_BINARY || n->op != TG_O_SET || !tg_node_is_statement(n) ||
		!tg_place_ok(n) || !tg_byte_place(u, n->first, ret_byte))
		return false;
	const struct tg_node *value = tg_byte_core(u, n->last);
	ret_byte->shift = 0;
	if (tg_is_binary(u, value, ">>")) {
		ret_byte->shift = tg_decimal(u, value->last);
		value = tg_byte_core(u, value->first);
	}
	*ret_value = tg_node_text(u, value);
	return ret_byte->shift >= 0 && value->kind == TG_N_REF;
}

/* Statements that store the bytes of one number, from n on: the last of them, or NULL. */
static const struct tg_node *last_store(const struct tg_unit *u, const struct tg_node *n,
	const struct tg_byte *first, struct fl_slice value, size_t *ret_count)
{
	const struct tg_node *last = n;
	size_t count = 1;
	struct tg_byte b;
	struct fl_slice v;
	while (store_of(u, last->next, &b, &v) && fl_slice_eq(v, value) &&
		fl_slice_eq(b.base, first->base) && fl_slice_eq(b.index, first->index) &&
		b.offset == first->offset + (int64_t)count && b.shift == 8 * (int64_t)count) {
		last = last->next;
		count++;
	}
	*ret_count = count;
	return count == 2 || count == 4 || count == 8 ? last : NULL;
}

static void put_loop(
	const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n, const char *copy)
{
	struct tg_byte_loop loop;
	struct tg_byte b;
	if (!tg_byte_loop_at(u, n, &loop) || loop.statement->op != TG_O_SET ||
		!tg_byte_place(u, loop.statement->first, &b))
		return;
	const struct tg_node *shift = tg_byte_core(u, loop.statement->last);
	const struct tg_node *value =
		tg_is_binary(u, shift, ">>") ? tg_byte_core(u, shift->first) : NULL;
	if (!value || value->kind != TG_N_REF || !tg_is_byte_shift(u, shift->last, loop.variable))
		return;
	if (!tg_byte_first(&b, loop.variable, sink->arena))
		return;
	tg_put(u, sink, n, n->start, tg_statement_end(u, n), "%s(%.*s, &%.*s, %.*s);", copy,
		FL_ARG(tg_byte_address(&b, sink->arena)), FL_ARG(value->name), FL_ARG(loop.bound));
}

void tg_op_byte_order_write(const struct tg_unit *unit, struct tg_sink *sink)
{
	const char *copy = tg_memcpy_name(unit);
	struct tg_byte b;
	struct fl_slice value;
	size_t count;
	if (!copy)
		return;
	TG_EACH(n, unit)
	{
		if (n->kind == TG_N_FOR)
			put_loop(unit, sink, n, copy);
		if (!store_of(unit, n, &b, &value) || b.shift != 0)
			continue;
		const struct tg_node *last = last_store(unit, n, &b, value, &count);
		if (last)
			tg_put(unit, sink, n, n->start, last->end, "%s(%.*s, &%.*s, %zu)", copy,
				FL_ARG(tg_byte_address(&b, sink->arena)), FL_ARG(value), count);
	}
}
