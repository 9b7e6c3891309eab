/* What stacks of debuggers have in common. */
#ifndef FL_SANITIZE_DEBUGGER_H
#define FL_SANITIZE_DEBUGGER_H

#include "sanitize/builder/builder.h"

/*
 * Where the arguments of a call begin that a debugger wrote: "f (a=1, s=\"x(\")" of gdb, "f(a=1)"
 * of lldb; the name may hold parentheses, template arguments and operators. The length of the name;
 * all of it when there are none.
 */
size_t san_call_name(struct fl_slice call);

/* Add a frame of a debugger: nothing for one without any name. */
void san_add_debugger_frame(struct san_parser *p, struct san_frame *f);

/* "#12  " or "#12 " off the line. */
bool san_cut_depth(struct fl_slice *line, uint32_t *ret_depth);

/*
 * The crashed thread's stack (of role access) first; of several of it, as a debugger shows the
 * innermost frame by itself before the stack, the longest alone.
 */
void san_sort_crashed(struct san_parser *p);

/* A stack of which no signal is told: "abrt" when it aborts, else the kind of that name. */
void san_set_kind_by_stack(struct san_parser *p, const char *kind);

#endif
