/*
 * What evidence needs to know of a program's text: where functions begin and end, and from which
 * line on a local variable has a value (tracegen/decls.h collects them).
 */
#ifndef FL_TRACEGEN_EVIDENCE_DECL_H
#define FL_TRACEGEN_EVIDENCE_DECL_H

#include "base/arena.h"

/* A function, or a local variable, which may be looked at behind its line. Arguments need none. */
struct tg_decl {
	struct fl_slice file; /* as the compiler was given it */
	struct fl_slice name;
	int64_t line; /* last line of the declaration, its initialiser included; a function's first */
	int64_t scope_end; /* last line of the block it is in; a function's last */
	bool function;
};

#endif
