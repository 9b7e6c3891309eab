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

/* A clean value, cut to max bytes (then "..." follows). */
struct fl_slice tg_value_cut(struct fl_arena *a, struct fl_slice value, size_t max);

/*
 * The next member of a clean value "{a = 1, b = {2, 3}}": rest is that value first, then what the
 * call before left. False: there is none more, or it is no struct. Slices of the value.
 */
bool tg_value_member(struct fl_slice *rest, struct fl_slice *ret_name, struct fl_slice *ret_value);

/*
 * Is it a string of bytes of which a third or more, and at least three, are none of text
 * ("\205\300…")? So looks what a pointer without a value leads to, code or numbers, which is alike
 * in some runs by chance.
 */
bool tg_value_is_no_text(struct fl_slice value);

/* A function as evidence names it: qualified, without parameters, and no nameless namespace. */
struct fl_slice tg_function_clean(struct fl_arena *a, struct fl_slice function);

/*
 * A C++ type or function name without what a person would not write: default allocators,
 * comparators and hashes, inline namespaces, basic_string<char>. Cut to max bytes.
 */
struct fl_slice tg_type_clean(struct fl_arena *a, struct fl_slice type, size_t max);

#endif
