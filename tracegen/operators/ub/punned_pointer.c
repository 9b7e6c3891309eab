/* punned-pointer: memcpy(&x, p, sizeof(x)) becomes x = *(const T *)p, and likewise the store. */
#include "tracegen/operators/bytes.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/widths.h"

/* A number that is copied: "x" of &x, "*p" of p. */
struct object {
	const char *star;
	const struct tg_node *node;
	struct fl_slice type;
};

static struct fl_slice bare(struct fl_slice text, const char *before)
{
	return fl_slice_starts(text, before) ? fl_slice_skip(text, strlen(before)) : text;
}

static bool is_bytes(const struct tg_node *n)
{
	static const char *const words[] = {"uint8_t", "std::byte", "void"};
	struct fl_slice text = n->type.text;
	bool plain = n->type.pointee != TG_T_POINTER && n->type.pointee != TG_T_ARRAY;
	if ((n->type.cls != TG_T_POINTER && n->type.cls != TG_T_ARRAY) || !plain)
		return false;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_find(text, words[i]) >= 0)
			return true;
	return fl_slice_find(text, "char") >= 0 && fl_slice_find(text, "wchar") < 0 &&
	       fl_slice_find(text, "char16") < 0 && fl_slice_find(text, "char32") < 0;
}

static bool object_of(const struct tg_node *n, struct object *ret)
{
	struct object o = {"", n, {0}};
	enum tg_type_class cls;
	if (n->kind == TG_N_UNARY && n->op == TG_O_ADDRESS && n->first) {
		o.node = n->first;
		o.type = bare(o.node->type.text, "const ");
		cls = o.node->type.cls;
		if (cls == TG_T_INT && tg_int_width(&o.node->type) <= 8)
			return false;
	} else if (n->kind == TG_N_REF && n->type.cls == TG_T_POINTER && !is_bytes(n)) {
		o.star = "*";
		o.type = bare(n->type.text, "const ");
		cls = n->type.pointee;
		if (!fl_slice_ends(o.type, " *"))
			return false;
		o.type.len -= strlen(" *");
	} else {
		return false;
	}
	/* clang looks at no address of a whole struct. */
	if (fl_slice_find(o.type, "volatile") >= 0 || (cls != TG_T_INT && cls != TG_T_FLOAT))
		return false;
	*ret = o;
	return true;
}

/* sizeof x, sizeof(x), sizeof(T) */
static bool is_size(const struct tg_unit *u, const struct tg_node *n, const struct object *o)
{
	struct fl_slice text = tg_node_text(u, n), name = tg_node_text(u, o->node);
	if (n->kind != TG_N_CONSTANT || !fl_slice_starts(text, "sizeof"))
		return false;
	text = fl_slice_trim(fl_slice_skip(text, strlen("sizeof")));
	if (fl_slice_starts(text, "(") && fl_slice_ends(text, ")"))
		text = fl_slice_trim(fl_slice(text.ptr + 1, text.len - 2));
	if (fl_slice_eq(bare(text, "std::"), bare(o->type, "std::")))
		return true;
	return fl_slice_starts(text, o->star) &&
	       fl_slice_eq(fl_slice_skip(text, strlen(o->star)), name);
}

static void put_access(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *call,
	const struct object *o, const struct tg_node *bytes, bool read)
{
	bool cxx = u->program->language == TG_CXX;
	bool loose = cxx || bytes->kind == TG_N_BINARY || bytes->kind == TG_N_CONDITIONAL;
	const char *open = cxx ? "reinterpret_cast<" : "(", *close = cxx ? ">" : ")";
	struct fl_slice name = tg_node_text(u, o->node);
	struct fl_buf place;
	fl_buf_init(&place, 1 << 16);
	fl_buf_printf(&place, "*%s%s%.*s *%s%s%.*s%s", open, read ? "const " : "", FL_ARG(o->type),
		close, loose ? "(" : "", FL_ARG(tg_node_text(u, bytes)), loose ? ")" : "");
	if (read)
		tg_put_node(u, sink, call, "%s%.*s = %s", o->star, FL_ARG(name), place.data);
	else
		tg_put_node(u, sink, call, "%s = %s%.*s", place.data, o->star, FL_ARG(name));
	fl_buf_release(&place);
}

void tg_op_punned_pointer(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *size = n->last, *from = size ? size->prev : NULL;
		const struct tg_node *to = from ? from->prev : NULL;
		struct object o;
		if (n->kind != TG_N_CALL || !fl_slice_eqs(n->name, "memcpy") || !to ||
			to->role != TG_R_ARG || to->arg != 0 || !tg_place_ok(n) ||
			!tg_is_expression_statement(n))
			continue;
		if (is_bytes(from) && object_of(to, &o) && is_size(unit, size, &o))
			put_access(unit, sink, n, &o, from, true);
		else if (is_bytes(to) && object_of(from, &o) && is_size(unit, size, &o))
			put_access(unit, sink, n, &o, to, false);
	}
}
