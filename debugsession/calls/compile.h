/*
 * A compiler's word on a text: syntax and types are checked (-fsyntax-only, C++20, -Wall -Wextra)
 * by g++, or clang++ where that is missing, in a sandbox of its own (base/sandbox/sandbox.h): the
 * text is a model's. Only the system's headers are there.
 */
#ifndef FL_DEBUGSESSION_CALLS_COMPILE_H
#define FL_DEBUGSESSION_CALLS_COMPILE_H

#include "base/model.h"
#include "debugsession/console/loop.h"

/*
 * The diagnostics (struct diag_diagnostic, in the arena) for a text, which they call "source.cpp".
 * The loop is turned until the compiler is done or fl_clock_ms() reaches deadline: FL_ETIMEOUT.
 * FL_EMISSING: no sandbox, or no compiler. FL_EREFUSED: the compiler failed and said nothing that
 * could be read; its words.
 */
int dbg_compile(struct dbg_loop *loop, struct fl_slice source, int64_t deadline, struct fl_arena *a,
	struct fl_list *ret_diagnostics, struct fl_error *err);

#endif
