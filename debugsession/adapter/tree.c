#include "debugsession/adapter/tree.h"

struct dbg_mi_value *dbg_tree_add(
	struct fl_arena *a, struct dbg_mi_value *parent, enum dbg_mi_type type, const char *name)
{
	struct dbg_mi_value *v = parent ? fl_arena_alloc(a, sizeof(*v)) : NULL;
	if (!v)
		return NULL;
	v->type = type;
	v->name = fl_slice_str(name);
	struct dbg_mi_value **at = &parent->child;
	while (*at)
		at = &(*at)->next;
	*at = v;
	return v;
}

void dbg_tree_text(
	struct fl_arena *a, struct dbg_mi_value *parent, const char *name, struct fl_slice text)
{
	struct dbg_mi_value *v = dbg_tree_add(a, parent, DBG_MI_TEXT, name);
	if (v)
		v->text = fl_arena_slice(a, text);
}

void dbg_tree_printf(
	struct fl_arena *a, struct dbg_mi_value *parent, const char *name, const char *fmt, ...)
{
	struct fl_buf text;
	va_list ap;
	fl_buf_init(&text, 1 << 20);
	va_start(ap, fmt);
	fl_buf_vprintf(&text, fmt, ap);
	va_end(ap);
	dbg_tree_text(a, parent, name, fl_buf_view(&text));
	fl_buf_release(&text);
}
