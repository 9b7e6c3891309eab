/* byte-order-read: a number is copied out of bytes as the machine has it, not put together. */
#include "tracegen/operators/bytes.h"
#include "tracegen/operators/ops.h"

enum { PARTS = 8 };

/* All parts of a | b | c, or a + b + c; 0 when there are too many or others. */
static size_t parts_of(const struct tg_unit *u, const struct tg_node *n, struct tg_byte *parts)
{
	n = tg_byte_core(u, n);
	if (tg_is_binary(u, n, "|") || tg_is_binary(u, n, "+")) {
		struct tg_byte more[PARTS];
		size_t x = parts_of(u, n->first, parts), y = parts_of(u, n->last, more);
		if (!x || !y || x + y > PARTS)
			return 0;
		memcpy(parts + x, more, y * sizeof(*more));
		return x + y;
	}
	int64_t shift = 0;
	if (tg_is_binary(u, n, "<<")) {
		shift = tg_decimal(u, tg_byte_core(u, n->last));
		n = tg_byte_core(u, n->first);
	}
	if (shift < 0 || !tg_byte_place(u, n, parts))
		return 0;
	parts->shift = shift;
	return 1;
}

/* 2, 4 or 8 bytes that follow each other, each shifted by 8 bits more. */
static bool is_number(const struct tg_byte *parts, size_t n, struct tg_byte *ret_first)
{
	const struct tg_byte *first = NULL;
	if (n != 2 && n != 4 && n != 8)
		return false;
	for (size_t i = 0; i < n; i++)
		if (parts[i].shift == 0)
			first = &parts[i];
	for (size_t i = 0; first && i < n; i++)
		if (!fl_slice_eq(parts[i].base, first->base) ||
			!fl_slice_eq(parts[i].index, first->index) ||
			parts[i].shift != 8 * (parts[i].offset - first->offset))
			return false;
	if (first)
		*ret_first = *first;
	return first != NULL;
}

static const char *free_name(const struct tg_unit *u, const struct tg_node *function)
{
	static const char *const names[] = {"value", "v", "word", "number"};
	struct fl_slice text = tg_node_text(u, function);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (fl_slice_find(text, names[i]) < 0)
			return names[i];
	return "raw";
}

static void put_copy(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n,
	size_t size, const struct tg_byte *first)
{
	const char *copy = tg_memcpy_name(u), *std = u->program->language == TG_CXX ? "std::" : "";
	const struct tg_node *s = n->parent;
	struct fl_slice from = tg_byte_address(first, sink->arena);
	if (!s || !copy)
		return;
	struct fl_slice indent = tg_line_indent(u, s->start);
	if (s->kind == TG_N_RETURN && s->parent->kind == TG_N_COMPOUND) {
		const char *name = free_name(u, tg_node_function(n));
		if (fl_slice_find(u->text, "std::uint") < 0)
			std = "";
		tg_put(u, sink, s, s->start, tg_statement_end(u, s),
			"%suint%zu_t %s;\n%.*s%s(&%s, %.*s, sizeof(%s));\n%.*sreturn %s;", std,
			8 * size, name, FL_ARG(indent), copy, name, FL_ARG(from), name,
			FL_ARG(indent), name);
	} else if (s->kind == TG_N_VAR && s->parent->kind == TG_N_DECL_STMT &&
		   s->parent->first == s->parent->last && !s->type.is_const && !s->type.is_auto) {
		size_t end = s->name_at + s->name.len;
		indent = tg_line_indent(u, s->parent->start);
		tg_put(u, sink, s, end, tg_statement_end(u, s->parent),
			";\n%.*s%s(&%.*s, %.*s, %zu);", FL_ARG(indent), copy, FL_ARG(s->name),
			FL_ARG(from), size);
	} else if (s->kind == TG_N_BINARY && s->op == TG_O_SET && tg_node_is_statement(s)) {
		tg_put_node(u, sink, s, "%s(&%.*s, %.*s, %zu)", copy,
			FL_ARG(tg_node_text(u, s->first)), FL_ARG(from), size);
	}
}

/* for (…) v |= (uint64_t)p[i] << (8 * i); */
static void put_loop(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n)
{
	struct tg_byte_loop loop;
	struct tg_byte b;
	const char *copy = tg_memcpy_name(u);
	if (!copy || !tg_byte_loop_at(u, n, &loop) || !tg_is_binary(u, loop.statement, "|="))
		return;
	const struct tg_node *shift = tg_byte_core(u, loop.statement->last);
	if (!tg_is_binary(u, shift, "<<") || !tg_is_byte_shift(u, shift->last, loop.variable) ||
		!tg_byte_place(u, tg_byte_core(u, shift->first), &b))
		return;
	if (!tg_byte_first(&b, loop.variable, sink->arena))
		return;
	tg_put(u, sink, n, n->start, tg_statement_end(u, n), "%s(&%.*s, %.*s, %.*s);", copy,
		FL_ARG(tg_node_text(u, loop.statement->first)),
		FL_ARG(tg_byte_address(&b, sink->arena)), FL_ARG(loop.bound));
}

void tg_op_byte_order_read(const struct tg_unit *unit, struct tg_sink *sink)
{
	struct tg_byte parts[PARTS], first;
	TG_EACH(n, unit)
	{
		bool sum = tg_is_binary(unit, n, "|") || tg_is_binary(unit, n, "+");
		if (n->kind == TG_N_FOR)
			put_loop(unit, sink, n);
		if (!sum || !tg_place_ok(n) || tg_is_binary(unit, n->parent, "|"))
			continue;
		size_t count = parts_of(unit, n, parts);
		const struct tg_node *whole = n;
		while (whole->parent &&
			(whole->parent->kind == TG_N_PAREN || whole->parent->kind == TG_N_CAST))
			whole = whole->parent;
		if (is_number(parts, count, &first))
			put_copy(unit, sink, whole, count, &first);
	}
}
