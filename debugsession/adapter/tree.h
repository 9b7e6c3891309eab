/*
 * Building MI value trees (debugsession/console/mi.h) in an arena. A parent or arena that ran out
 * of memory gives NULL, which every function takes for a parent: the caller looks at the arena
 * once.
 */
#ifndef FL_DEBUGSESSION_ADAPTER_TREE_H
#define FL_DEBUGSESSION_ADAPTER_TREE_H

#include "debugsession/console/mi.h"

/* Append a child; name "" for none. text is copied. */
struct dbg_mi_value *dbg_tree_add(
	struct fl_arena *a, struct dbg_mi_value *parent, enum dbg_mi_type type, const char *name);
void dbg_tree_text(
	struct fl_arena *a, struct dbg_mi_value *parent, const char *name, struct fl_slice text);
void dbg_tree_printf(struct fl_arena *a, struct dbg_mi_value *parent, const char *name,
	const char *fmt, ...) __attribute__((format(printf, 4, 5)));

#endif
