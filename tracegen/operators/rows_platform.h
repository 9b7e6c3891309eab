/*
 * The rows of faults that show on one machine and not on another (tracegen/operators/ops.h); which
 * machines tell is in targets.c. Nobody has counted them.
 */
#ifndef FL_TRACEGEN_OPERATORS_ROWS_PLATFORM_H
#define FL_TRACEGEN_OPERATORS_ROWS_PLATFORM_H

#include "tracegen/edit.h"

#define TG_UNCOUNTED "not counted; Codeflaws: types 4 %, platforms not looked at"

/* X(function suffix, name, phase, class, CWE, weight, summary, fix, source of the weight) */
#define TG_OPS_PLATFORM(X)                                                                         \
	X(long_width, "long-width", TG_RUNTIME, DIAG_CLASS_PLATFORM, "CWE-681", 36,                \
		"a number of 64 bits is kept in a type that may have 32",                          \
		"use a type of 64 bits on every machine", TG_UNCOUNTED)                            \
	X(narrow_long, "narrow-long", TG_RUNTIME, DIAG_CLASS_PLATFORM, "CWE-190", 40,              \
		"a value of 64 bits goes through a long, which may have 32",                       \
		"use a type of 64 bits on every machine there", TG_UNCOUNTED)                      \
	X(pointer_in_int, "pointer-in-int", TG_RUNTIME, DIAG_CLASS_PLATFORM, "CWE-704", 8,         \
		"a pointer is kept in an int, which may be shorter", "keep it in uintptr_t",       \
		TG_UNCOUNTED)                                                                      \
	X(byte_order_read, "byte-order-read", TG_RUNTIME, DIAG_CLASS_PLATFORM, "CWE-198", 60,      \
		"bytes are read as a number in the order of the machine",                          \
		"put the number together of its bytes", TG_UNCOUNTED)                              \
	X(byte_order_write, "byte-order-write", TG_RUNTIME, DIAG_CLASS_PLATFORM, "CWE-198", 50,    \
		"a number is written as bytes in the order of the machine",                        \
		"take the number apart into bytes", TG_UNCOUNTED)                                  \
	X(lost_swap, "lost-swap", TG_RUNTIME, DIAG_CLASS_PLATFORM, "CWE-198", 70,                  \
		"a number goes without being brought into the order of its format",                \
		"convert between the orders of the machine and the format", TG_UNCOUNTED)          \
	X(char_sign, "char-sign", TG_RUNTIME, DIAG_CLASS_PLATFORM, "CWE-194", 70,                  \
		"a char is used as if its sign were the same everywhere",                          \
		"say signed or unsigned, or use an int", TG_UNCOUNTED)                             \
	X(lost_packing, "lost-packing", TG_RUNTIME, DIAG_CLASS_PLATFORM, "CWE-188", 40,            \
		"the layout of a struct is left to the compiler",                                  \
		"pack the struct, or write its members one by one", TG_UNCOUNTED)                  \
	X(lost_padding, "lost-padding", TG_RUNTIME, DIAG_CLASS_PLATFORM, "CWE-188", 30,            \
		"the layout of a struct relies on how members are aligned",                        \
		"say where each member lies", TG_UNCOUNTED)                                        \
	X(format_width, "format-width", TG_RUNTIME, DIAG_CLASS_PLATFORM, "CWE-686", 50,            \
		"a number of 64 bits is printed as a long", "print it with the macro of its type", \
		TG_UNCOUNTED)                                                                      \
	X(hard_coded_size, "hard-coded-size", TG_RUNTIME, DIAG_CLASS_PLATFORM, "CWE-758", 30,      \
		"the size of a type is written as a number", "take the size of the type",          \
		TG_UNCOUNTED)                                                                      \
	X(large_file, "large-file", TG_RUNTIME, DIAG_CLASS_PLATFORM, "CWE-681", 15,                \
		"offsets or times are not asked to have 64 bits",                                  \
		"define the macro that makes them wide", TG_UNCOUNTED)                             \
	X(lost_branch, "lost-branch", TG_RUNTIME, DIAG_CLASS_PLATFORM, "CWE-758", 15,              \
		"what another machine needs is not there",                                         \
		"handle each kind of machine in a branch of its own", TG_UNCOUNTED)                \
	X(lost_port, "lost-port", TG_COMPILE, DIAG_CLASS_PLATFORM, "CWE-758", 30,                  \
		"the code has no branch for a machine", "add the branch", TG_UNCOUNTED)            \
	X(feature_macro, "feature-macro", TG_COMPILE, DIAG_CLASS_PLATFORM, "CWE-474", 40,          \
		"what is not in ISO C is used without asking for it",                              \
		"define the feature macro before the first header", TG_UNCOUNTED)

#endif
