/* What the files that spell values share (value.c, value_std.c). Nobody else includes this. */
#ifndef FL_DEBUGSESSION_ADAPTER_VALUE_H
#define FL_DEBUGSESSION_ADAPTER_VALUE_H

#include "debugsession/adapter/engine_priv.h"

/* Append a value; depth: of what it is a part of. */
void dbg_dap_spell(
	struct dbg_dap_engine *e, const struct dbg_dap_var *v, unsigned depth, struct fl_buf *out);

/* False when it is no such value. */
bool dbg_dap_spell_smart(struct dbg_dap_engine *e, const struct dbg_dap_var *v, struct fl_buf *out);
bool dbg_dap_spell_optional(
	struct dbg_dap_engine *e, const struct dbg_dap_var *v, unsigned depth, struct fl_buf *out);
bool dbg_dap_spell_tuple(
	struct dbg_dap_engine *e, const struct dbg_dap_var *v, unsigned depth, struct fl_buf *out);
bool dbg_dap_spell_text(struct dbg_dap_engine *e, const struct dbg_dap_var *v, struct fl_buf *out);

#endif
