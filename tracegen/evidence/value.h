/*
 * Values, types and names as a debugger prints them, made the same for every run: pure functions
 * on text.
 */
#ifndef FL_TRACEGEN_TRACE_VALUE_H
#define FL_TRACEGEN_TRACE_VALUE_H

#include "base/arena.h"

/*
 * A value of gdb without addresses: see tracegen/trace.h. Cut to max bytes (then "..." follows).
 * Lives in the arena.
 */
struct fl_slice tg_value_clean(struct fl_arena *a, struct fl_slice value, size_t max);

/*
 * A C++ type or function name without what a person would not write: default allocators,
 * comparators and hashes, inline namespaces, basic_string<char>. Cut to max bytes.
 */
struct fl_slice tg_type_clean(struct fl_arena *a, struct fl_slice type, size_t max);

#endif
