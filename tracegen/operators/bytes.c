#include "tracegen/operators/bytes.h"

bool tg_is_binary(const struct tg_unit *u, const struct tg_node *n, const char *op)
{
	size_t start, end;
	if (!n || n->kind != TG_N_BINARY || n->in_macro || !tg_operator_range(u, n, &start, &end))
		return false;
	return fl_slice_eqs(fl_slice(u->text.ptr + start, end - start), op);
}

const struct tg_node *tg_byte_core(const struct tg_unit *u, const struct tg_node *n)
{
	for (;;) {
		n = n ? tg_node_bare(n) : NULL;
		if (n && n->kind == TG_N_CAST && n->last)
			n = n->last;
		else if (tg_is_binary(u, n, "&") &&
			 (fl_slice_eqs(tg_node_text(u, n->last), "0xff") ||
				 fl_slice_eqs(tg_node_text(u, n->last), "0xFF") ||
				 fl_slice_eqs(tg_node_text(u, n->last), "255")))
			n = n->first;
		else
			return n;
	}
}

bool tg_byte_place(const struct tg_unit *u, const struct tg_node *n, struct tg_byte *ret_byte)
{
	if (!n || n->kind != TG_N_INDEX || n->in_macro || !n->first || n->first == n->last)
		return false;
	struct tg_byte b = {.base = tg_node_text(u, n->first)};
	const struct tg_node *index = tg_node_bare(n->last);
	b.offset = tg_decimal(u, index);
	if (b.offset < 0) {
		bool sum = tg_is_binary(u, index, "+");
		b.offset = sum ? tg_decimal(u, index->last) : 0;
		b.index = tg_node_text(u, sum && b.offset >= 0 ? index->first : index);
		b.offset = b.offset < 0 ? 0 : b.offset;
	}
	*ret_byte = b;
	return true;
}

bool tg_is_byte_shift(const struct tg_unit *u, const struct tg_node *n, struct fl_slice variable)
{
	n = tg_byte_core(u, n);
	if (!tg_is_binary(u, n, "*"))
		return false;
	const struct tg_node *x = tg_byte_core(u, n->first), *y = tg_byte_core(u, n->last);
	return (tg_decimal(u, x) == 8 && fl_slice_eq(tg_node_text(u, y), variable)) ||
	       (tg_decimal(u, y) == 8 && fl_slice_eq(tg_node_text(u, x), variable));
}

bool tg_byte_loop_at(
	const struct tg_unit *u, const struct tg_node *n, struct tg_byte_loop *ret_loop)
{
	const struct tg_node *cond, *body;
	if (n->kind != TG_N_FOR || n->in_macro || !tg_node_function(n))
		return false;
	cond = tg_node_child(n, TG_R_COND);
	body = tg_node_child(n, TG_R_BODY);
	if (body && body->kind == TG_N_COMPOUND && body->first == body->last)
		body = body->first;
	if (!cond || cond->kind != TG_N_BINARY || cond->op != TG_O_LT || !body ||
		body->kind != TG_N_BINARY)
		return false;
	*ret_loop = (struct tg_byte_loop){
		body, tg_node_text(u, cond->first), tg_node_text(u, cond->last)};
	return true;
}

bool tg_byte_first(struct tg_byte *b, struct fl_slice variable, struct fl_arena *a)
{
	struct fl_slice added = fl_arena_printf(a, " + %.*s", FL_ARG(variable));
	if (fl_slice_eq(b->index, variable))
		b->index = fl_slice(NULL, 0);
	else if (fl_slice_ends_with(b->index, added))
		b->index.len -= added.len;
	else
		return false;
	return true;
}

struct fl_slice tg_byte_address(const struct tg_byte *b, struct fl_arena *a)
{
	if (b->index.len && b->offset)
		return fl_arena_printf(a, "%.*s + %.*s + %lld", FL_ARG(b->base), FL_ARG(b->index),
			(long long)b->offset);
	if (b->index.len)
		return fl_arena_printf(a, "%.*s + %.*s", FL_ARG(b->base), FL_ARG(b->index));
	if (b->offset)
		return fl_arena_printf(a, "%.*s + %lld", FL_ARG(b->base), (long long)b->offset);
	return b->base;
}

const char *tg_memcpy_name(const struct tg_unit *u)
{
	return tg_has_include(u, "string.h")  ? "memcpy"
	       : tg_has_include(u, "cstring") ? "std::memcpy"
					      : NULL;
}
