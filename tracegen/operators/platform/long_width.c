/* long-width: what needs 64 bits is kept in a long, which has them on some machines only. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/words.h"

/* What of 64 bits is written as, by what stands for what has no sign. */
#define ROWS(unsigned_type)                                                                       \
	{                                                                                         \
		{"unsigned long long", unsigned_type}, {"uint64_t", unsigned_type},               \
			{"uintmax_t", unsigned_type}, {"long long", "long"}, {"int64_t", "long"}, \
			{"intmax_t", "long"}, {NULL, NULL},                                       \
	}

static const struct tg_retype long_rows[] = ROWS("unsigned long");
/* In files that use size_t: as wide as a pointer, and what many write for anything that counts. */
static const struct tg_retype size_rows[] = ROWS("size_t");
static const struct tg_retype qualified_rows[] = ROWS("std::size_t");

/* Is the name one of a size or a count? Of a time or a set of bits nobody makes a size_t. */
static bool is_size(struct fl_slice name)
{
	static const char *const parts[] = {"size", "len", "count", "num", "off", "pos", "total",
		"byte", "cap", "used", "left", "index", "room", "sum"};
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (fl_slice_find(name, parts[i]) >= 0)
			return true;
	return false;
}

/* As the file writes it, where it does first. */
static const struct tg_retype *sizes_of(const struct tg_unit *u)
{
	struct tg_word w;
	for (size_t pos = 0; tg_word_next(u, &pos, &w);)
		if (fl_slice_eqs(w.text, "size_t"))
			return fl_slice_ends(fl_slice_head(u->text, w.start), "std::")
				       ? qualified_rows
				       : size_rows;
	return long_rows;
}

/* A parameter that a declaration elsewhere has, too: it would not compile. */
static bool is_declared_twice(const struct tg_node *n)
{
	const struct tg_node *f = n->kind == TG_N_PARAM ? n->parent : NULL;
	return f && (!(f->flags & TG_F_DEFINITION) || (f->flags & TG_F_REDECLARED));
}

/* Is there a pointer to it that stays one to the other type? */
static bool is_pointed_to(const struct tg_unit *u, const struct tg_node *v)
{
	bool array = v->type.cls == TG_T_ARRAY;
	if (v->type.cls == TG_T_POINTER || v->type.cls == TG_T_RECORD || v->type.is_ref)
		return true;
	TG_EACH(n, u)
	{
		const struct tg_node *p = n->parent;
		bool use = (n->kind == TG_N_REF || n->kind == TG_N_MEMBER) && n->decl == v->decl;
		if (use && p && p->kind == TG_N_UNARY && p->op == TG_O_ADDRESS)
			return true;
		if (use && p && array && p->kind != TG_N_INDEX && p->kind != TG_N_CONSTANT)
			return true;
	}
	return false;
}

void tg_op_long_width(const struct tg_unit *unit, struct tg_sink *sink)
{
	const struct tg_retype *sizes = sizes_of(unit);
	TG_EACH(n, unit)
	{
		const struct tg_retype *rows = is_size(n->name) ? sizes : long_rows;
		if ((n->kind == TG_N_VAR || n->kind == TG_N_PARAM || n->kind == TG_N_FIELD) &&
			tg_may_retype(unit, n, rows) && !is_declared_twice(n) &&
			!is_pointed_to(unit, n))
			tg_put_retyped(unit, sink, n, rows);
	}
}
