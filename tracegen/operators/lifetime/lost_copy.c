/* lost-copy: a pointer to text of others is kept where a copy was made: strdup(s) becomes s. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

static bool copies(struct fl_slice name)
{
	return fl_slice_eqs(name, "strdup") || fl_slice_eqs(name, "xstrdup") ||
	       fl_slice_ends(name, "_strdup") || fl_slice_ends(name, "_dup") ||
	       fl_slice_eqs(name, "dup_string") || fl_slice_eqs(name, "copy_string");
}

void tg_op_lost_copy(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		if (n->kind != TG_N_CALL || !copies(n->name) || !tg_place_ok(n) || !n->last ||
			n->last->role != TG_R_ARG || n->last->arg != 0)
			continue;
		const char *cast =
			n->last->type.is_const || unit->program->language == TG_C ? "(char *)" : "";
		tg_put_node(unit, sink, n, "%s%.*s", cast, FL_ARG(tg_node_text(unit, n->last)));
	}
}
