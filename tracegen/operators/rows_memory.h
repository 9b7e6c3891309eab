/*
 * The rows of faults of memory and resources: ub/, lifetime/, resource/
 * (tracegen/operators/ops.h).
 */
#ifndef FL_TRACEGEN_OPERATORS_ROWS_MEMORY_H
#define FL_TRACEGEN_OPERATORS_ROWS_MEMORY_H

#include "tracegen/edit.h"

/* X(function suffix, name, phase, class, CWE, weight, summary, fix, source of the weight) */
#define TG_OPS_MEMORY(X)                                                                           \
	X(null_check, "null-check", TG_RUNTIME, DIAG_CLASS_UB, "CWE-476", 40,                      \
		"the test for a null pointer is missing", "test the pointer before it is used",    \
		"BugsC++: omissions 36 %, conditions 29 %")                                        \
	X(init_removed, "init-removed", TG_RUNTIME, DIAG_CLASS_UB, "CWE-457", 3,                   \
		"a local variable is used without a value", "initialise the variable",             \
		"Codeflaws: missing initialisers, within constants 12 %")                          \
	X(late_check, "late-check", TG_RUNTIME, DIAG_CLASS_UB, "CWE-696", 100,                     \
		"a pointer or an index is tested only after it was used",                          \
		"test it before it is used",                                                       \
		"BugsC++: invalid or missing conditions 29 %, memory 14 %")                        \
	X(wrong_check, "wrong-check", TG_RUNTIME, DIAG_CLASS_UB, "CWE-476", 20,                    \
		"another pointer is tested than the one that is used",                             \
		"test the pointer that is used",                                                   \
		"ManySStuBs4J: wrong identifier 35 %; BugsC++: conditions 29 %")                   \
	X(self_init, "self-init", TG_RUNTIME, DIAG_CLASS_UB, "CWE-457", 5,                         \
		"a variable gets its first value from itself", "give it the value that is meant",  \
		"ManySStuBs4J: wrong identifier 35 %, in initialisers")                            \
	X(wrong_index, "wrong-index", TG_RUNTIME, DIAG_CLASS_UB, "CWE-823", 20,                    \
		"an array is indexed by another variable",                                         \
		"index it by the variable that runs over it",                                      \
		"ManySStuBs4J: wrong identifier 35 %; BugsC++: memory 14 %")                       \
	X(early_init, "early-init", TG_RUNTIME, DIAG_CLASS_UB, "CWE-696", 80,                      \
		"a variable gets its value before what it is made of was tested",                  \
		"set it behind the test", "Codeflaws: statements moved 3 %")                       \
	X(lost_cast, "lost-cast", TG_RUNTIME, DIAG_CLASS_UB, "CWE-190", 60,                        \
		"a cast before an operation is missing",                                           \
		"convert an operand before the operation", "Codeflaws: types 4 %")                 \
	X(unsigned_countdown, "unsigned-countdown", TG_RUNTIME, DIAG_CLASS_UB, "CWE-191", 8,       \
		"an unsigned counter is to fall below zero",                                       \
		"count with a signed type, or stop before zero", "Codeflaws: types 4 %")           \
	X(short_buffer, "short-buffer", TG_RUNTIME, DIAG_CLASS_UB, "CWE-131", 100,                 \
		"a buffer has no room for its last element", "allocate one element more",          \
		"Codeflaws: allocations 5 %; BugsC++: memory 14 %")                                \
	X(sizeof_pointer, "sizeof-pointer", TG_RUNTIME, DIAG_CLASS_UB, "CWE-467", 40,              \
		"the size of a pointer is taken for that of what it points to",                    \
		"take the size of the object", "Codeflaws: allocations 5 %")                       \
	X(bounds_check, "bounds-check", TG_RUNTIME, DIAG_CLASS_UB, "CWE-129", 140,                 \
		"a test of an index or a length is missing", "test the index before it is used",   \
		"BugsC++: omissions 36 %, memory 14 %")                                            \
	X(zero_check, "zero-check", TG_RUNTIME, DIAG_CLASS_UB, "CWE-369", 50,                      \
		"a test for zero before a division is missing",                                    \
		"test the divisor before it is used", "BugsC++: divisions 6 %")                    \
	X(missing_return, "missing-return", TG_RUNTIME, DIAG_CLASS_UB, "CWE-758", 15,              \
		"a path through a function returns no value", "return the value on every path",    \
		"BugsC++: omissions 36 %")                                                         \
	X(literal_width, "literal-width", TG_RUNTIME, DIAG_CLASS_UB, "CWE-190", 30,                \
		"a shift or product is made in a type that is too narrow",                         \
		"make the constant of the wider type", "Codeflaws: types 4 %")                     \
	X(punned_pointer, "punned-pointer", TG_RUNTIME, DIAG_CLASS_UB, "CWE-758", 30,              \
		"bytes are read or written through a pointer of another type",                     \
		"copy the object by memcpy()", "not counted; Codeflaws: types 4 %")                \
	X(free_moved_up, "free-moved-up", TG_RUNTIME, DIAG_CLASS_LIFETIME, "CWE-416", 25,          \
		"memory is released before its last use", "release the memory after its last use", \
		"BugsC++: memory 14 %")                                                            \
	X(double_free, "double-free", TG_RUNTIME, DIAG_CLASS_LIFETIME, "CWE-415", 70,              \
		"memory is released twice", "release the memory once", "BugsC++: memory 14 %")     \
	X(wrong_release, "wrong-release", TG_RUNTIME, DIAG_CLASS_LIFETIME, "CWE-763", 30,          \
		"another object is released than the one that is meant",                           \
		"release the object that is meant",                                                \
		"ManySStuBs4J: wrong identifier 35 %; BugsC++: memory 14 %")                       \
	X(extra_release, "extra-release", TG_RUNTIME, DIAG_CLASS_LIFETIME, "CWE-416", 20,          \
		"a branch releases what is used behind it", "release it where it is used no more", \
		"BugsC++: memory 14 %")                                                            \
	X(lost_copy, "lost-copy", TG_RUNTIME, DIAG_CLASS_LIFETIME, "CWE-416", 50,                  \
		"a pointer is kept where a copy is needed", "keep a copy of one's own",            \
		"BugsC++: memory 14 %")                                                            \
	X(lost_static, "lost-static", TG_RUNTIME, DIAG_CLASS_LIFETIME, "CWE-562", 20,              \
		"the address of a local variable outlives it",                                     \
		"give what is returned a longer life", "BugsC++: memory 14 %")                     \
	X(reference_escape, "reference-escape", TG_RUNTIME, DIAG_CLASS_LIFETIME, "CWE-562", 20,    \
		"a reference to a local variable is returned", "return by value",                  \
		"BugsC++: memory 14 %")                                                            \
	X(stale_iterator, "stale-iterator", TG_RUNTIME, DIAG_CLASS_LIFETIME, "CWE-825", 20,        \
		"an iterator is used after an erasure or an insertion ended it",                   \
		"go on with the iterator that erase or insert returns", "BugsC++: memory 14 %")    \
	X(moved_from, "moved-from", TG_RUNTIME, DIAG_CLASS_LIFETIME, "CWE-672", 50,                \
		"an object is used after it was moved from",                                       \
		"copy it, or move it at its last use", "BugsC++: memory 14 %")                     \
	X(capture_reference, "capture-reference", TG_RUNTIME, DIAG_CLASS_LIFETIME, "CWE-562", 20,  \
		"a lambda refers to a variable that it outlives", "capture the variable by value", \
		"BugsC++: memory 14 %")                                                            \
	X(view_of_temporary, "view-of-temporary", TG_RUNTIME, DIAG_CLASS_LIFETIME, "CWE-825", 40,  \
		"a view outlives what it is a view of",                                            \
		"keep the text or the elements themselves", "BugsC++: memory 14 %")                \
	X(rule_of_three, "rule-of-three", TG_RUNTIME, DIAG_CLASS_LIFETIME, "CWE-415", 25,          \
		"a class that owns something is copied without a copy of it",                      \
		"copy what is owned, in the copy constructor and in the assignment",               \
		"BugsC++: omissions 36 %, memory 14 %")                                            \
	X(wrong_owner, "wrong-owner", TG_RUNTIME, DIAG_CLASS_LIFETIME, "CWE-415", 25,              \
		"an object has two owners that do not know of each other",                         \
		"hand the ownership over, or share it", "BugsC++: memory 14 %")                    \
	X(free_removed, "free-removed", TG_RUNTIME, DIAG_CLASS_RESOURCE, "CWE-401", 30,            \
		"the release of memory is missing", "release the memory on this path",             \
		"BugsC++: omissions 36 %, memory 14 %")                                            \
	X(lost_close, "lost-close", TG_RUNTIME, DIAG_CLASS_RESOURCE, "CWE-775", 80,                \
		"what was opened is not closed on a path", "close it on this path, too",           \
		"BugsC++: omissions 36 %")                                                         \
	X(lost_owner, "lost-owner", TG_RUNTIME, DIAG_CLASS_RESOURCE, "CWE-401", 20,                \
		"a smart pointer gives up what was only to be lent", "lend the pointer by get()",  \
		"BugsC++: memory 14 %")                                                            \
	X(shared_cycle, "shared-cycle", TG_RUNTIME, DIAG_CLASS_RESOURCE, "CWE-401", 20,            \
		"two objects own each other and are never released",                               \
		"let one of them look at the other by a weak_ptr", "BugsC++: memory 14 %")         \
	X(leaking_guard, "leaking-guard", TG_RUNTIME, DIAG_CLASS_RESOURCE, "CWE-772", 8,           \
		"an early return was added that does not release what is held",                    \
		"release it on this path, too", "BugsC++: memory 14 %")                            \
	X(release_in_branch, "release-in-branch", TG_RUNTIME, DIAG_CLASS_RESOURCE, "CWE-772", 40,  \
		"what is held is released on one path alone", "release it behind the branch",      \
		"BugsC++: memory 14 %; Codeflaws: statements moved 3 %")                           \
	X(lost_pointer, "lost-pointer", TG_RUNTIME, DIAG_CLASS_RESOURCE, "CWE-401", 8,             \
		"a pointer is overwritten that is still wanted",                                   \
		"keep the pointer until its memory is used and released", "BugsC++: memory 14 %")  \
	X(wrong_delete, "wrong-delete", TG_RUNTIME, DIAG_CLASS_RESOURCE, "CWE-762", 20,            \
		"memory is released in another way than it was allocated",                         \
		"release it as it was allocated", "BugsC++: memory 14 %")                          \
	X(leaky_return, "leaky-return", TG_RUNTIME, DIAG_CLASS_RESOURCE, "CWE-772", 100,           \
		"a path out of the function does not release what it holds",                       \
		"release it on this path, too", "BugsC++: omissions 36 %, memory 14 %")

#endif
