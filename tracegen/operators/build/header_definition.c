/*
 * header-definition: a header defines what every source that includes it then has: a function that
 * lost its inline or static, a variable that lost its extern.
 */
#include "tracegen/operators/files.h"
#include "tracegen/operators/ops.h"

static const char *const marks[] = {"static inline ", "inline static ", "inline ", "static "};

static void lose_mark(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n)
{
	struct fl_slice text = tg_node_text(u, n);
	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		size_t len = strlen(marks[i]);
		if (!fl_slice_starts(text, marks[i]))
			continue;
		tg_put(u, sink, n, n->start, n->start + len, "%s", "");
		return;
	}
}

void tg_op_header_definition(const struct tg_unit *unit, struct tg_sink *sink)
{
	if (!tg_is_header(unit) || !tg_is_first_unit(unit) || tg_includers(unit) < 2)
		return;
	for (const struct tg_node *n = unit->root->first; n; n = n->next) {
		bool function = n->kind == TG_N_FUNCTION && (n->flags & TG_F_DEFINITION) &&
				!(n->flags & (TG_F_TEMPLATE | TG_F_CONSTEXPR));
		bool variable = n->kind == TG_N_VAR && !n->in_macro && !n->type.is_const;
		struct fl_slice text = tg_node_text(unit, n);
		if (function && !n->in_macro)
			lose_mark(unit, sink, n);
		else if (variable && unit->program->language == TG_CXX)
			lose_mark(unit, sink, n);
		else if (variable && fl_slice_starts(text, "extern "))
			tg_put(unit, sink, n, n->start, n->start + strlen("extern "), "%s", "");
	}
}
