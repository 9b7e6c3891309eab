/*
 * Words that tell a class in most messages of a compiler, for rules.h: what no other rule
 * knows. They are not asked about fatal errors, which seldom speak of the program.
 */
#ifndef FL_DIAG_RULES_WIDE_H
#define FL_DIAG_RULES_WIDE_H

#include <stddef.h>

#define DIAG_RULES_WIDE(X)                                                  \
	/* what may not stand where it does */                              \
	X(SYNTAX, "stray", NULL, NULL, NULL, 0, 0)                          \
	X(SYNTAX, "^extra ", NULL, NULL, NULL, 0, 0)                        \
	X(SYNTAX, "not allowed in", NULL, NULL, NULL, 0, 2)                 \
	X(SYNTAX, "not allowed at", NULL, NULL, NULL, 1, 1)                 \
	X(SYNTAX, "not allowed on", NULL, NULL, NULL, 0, 0)                 \
	X(SYNTAX, "not allowed as", NULL, NULL, NULL, 0, 0)                 \
	X(SYNTAX, "is not allowed for", NULL, NULL, NULL, 1, 1)             \
	X(SYNTAX, "is not allowed outside", NULL, NULL, NULL, 0, 0)         \
	X(SYNTAX, "not permitted in", NULL, NULL, NULL, 0, 0)               \
	X(SYNTAX, "not valid in", NULL, NULL, NULL, 0, 0)                   \
	X(SYNTAX, "not valid on", NULL, NULL, NULL, 0, 0)                   \
	X(SYNTAX, "cannot appear", NULL, NULL, NULL, 2, 2)                  \
	X(SYNTAX, "must appear", NULL, NULL, NULL, 1, 1)                    \
	X(SYNTAX, "may not appear", NULL, NULL, NULL, 0, 0)                 \
	X(SYNTAX, "not appear", NULL, NULL, NULL, 0, 0)                     \
	X(SYNTAX, "can only appear", NULL, NULL, NULL, 1, 1)                \
	X(SYNTAX, "may only appear", NULL, NULL, NULL, 0, 0)                \
	X(SYNTAX, "only appear", NULL, NULL, NULL, 0, 0)                    \
	X(SYNTAX, "can only be used", NULL, NULL, NULL, 0, 0)               \
	X(SYNTAX, "may only be used", NULL, NULL, NULL, 2, 2)               \
	X(SYNTAX, "can only be specified", NULL, NULL, NULL, 0, 0)          \
	X(SYNTAX, "can only be applied", NULL, NULL, NULL, 0, 0)            \
	X(SYNTAX, "only applies to", NULL, NULL, NULL, 1, 1)                \
	X(SYNTAX, "only be applied to", NULL, NULL, NULL, 0, 0)             \
	X(SYNTAX, "only allowed", NULL, NULL, NULL, 1, 1)                   \
	X(SYNTAX, "allowed only", NULL, NULL, NULL, 1, 1)                   \
	X(SYNTAX, "must be followed", NULL, NULL, NULL, 1, 1)               \
	X(SYNTAX, "must be preceded", NULL, NULL, NULL, 0, 0)               \
	X(SYNTAX, "must be introduced", NULL, NULL, NULL, 0, 0)             \
	X(SYNTAX, "must precede", NULL, NULL, NULL, 0, 0)                   \
	X(SYNTAX, "must follow", NULL, NULL, NULL, 0, 0)                    \
	X(SYNTAX, "must be the first", NULL, NULL, NULL, 0, 0)              \
	X(SYNTAX, "must be the last", NULL, NULL, NULL, 0, 0)               \
	X(SYNTAX, "cannot be specified", NULL, NULL, NULL, 1, 1)            \
	X(SYNTAX, "cannot be combined", NULL, NULL, NULL, 1, 1)             \
	X(SYNTAX, "cannot combine", NULL, NULL, NULL, 1, 1)                 \
	X(SYNTAX, "mutually exclusive", NULL, NULL, NULL, 0, 0)             \
	X(SYNTAX, "more than once", NULL, NULL, NULL, 2, 2)                 \
	X(SYNTAX, "more than one", NULL, NULL, NULL, 1, 1)                  \
	X(SYNTAX, "at most one", NULL, NULL, NULL, 0, 0)                    \
	X(SYNTAX, "duplicate '", NULL, NULL, NULL, 0, 0)                    \
	X(SYNTAX, "outside class", NULL, NULL, NULL, 0, 0)                  \
	X(SYNTAX, "outside of", NULL, NULL, NULL, 1, 3)                     \
	X(SYNTAX, "inside of", NULL, NULL, NULL, 0, 0)                      \
	X(SYNTAX, "nested-name-specifier", NULL, NULL, NULL, 0, 0)          \
	X(SYNTAX, "template-id", NULL, NULL, NULL, 0, 0)                    \
	X(SYNTAX, "template-parameter", NULL, NULL, NULL, 2, 2)             \
	X(SYNTAX, "parameter pack", NULL, NULL, NULL, 2, 2)                 \
	X(SYNTAX, "captured by", NULL, NULL, NULL, 0, 0)                    \
	X(SYNTAX, "be captured", NULL, NULL, NULL, 0, 0)                    \
	X(SYNTAX, "capture", NULL, NULL, NULL, 1, 1)                        \
	X(SYNTAX, "requires clause", NULL, NULL, NULL, 0, 0)                \
	X(SYNTAX, "requires-clause", NULL, NULL, NULL, 0, 0)                \
	X(SYNTAX, "template <>", NULL, NULL, NULL, 0, 0)                    \
	X(SYNTAX, "explicit specialization", NULL, NULL, NULL, 0, 0)        \
	X(SYNTAX, "explicit instantiation", NULL, NULL, NULL, 0, 1)         \
	X(SYNTAX, "partial specialization", NULL, NULL, NULL, 0, 0)         \
	X(SYNTAX, "specialization of", NULL, NULL, NULL, 1, 1)              \
	X(SYNTAX, "non-namespace scope", NULL, NULL, NULL, 0, 0)            \
	X(SYNTAX, "namespace scope", NULL, NULL, NULL, 1, 1)                \
	X(SYNTAX, "template with C linkage", NULL, NULL, NULL, 0, 0)        \
	X(SYNTAX, "in parameter declaration", NULL, NULL, NULL, 0, 0)       \
	X(SYNTAX, "closely nested", NULL, NULL, NULL, 3, 3)                 \
	X(SYNTAX, "nested", NULL, NULL, NULL, 1, 1)                         \
	X(SYNTAX, "substatement", NULL, NULL, NULL, 3, 3)                   \
	X(SYNTAX, "directive", NULL, NULL, NULL, 6, 7)                      \
	X(SYNTAX, "cannot be virtual", NULL, NULL, NULL, 0, 0)              \
	X(SYNTAX, "cannot be static", NULL, NULL, NULL, 0, 0)               \
	X(SYNTAX, "cannot be a bit-field", NULL, NULL, NULL, 0, 0)          \
	X(SYNTAX, "cannot be 'constexpr'", NULL, NULL, NULL, 0, 0)          \
	X(SYNTAX, "cannot be 'virtual'", NULL, NULL, NULL, 0, 0)            \
	X(SYNTAX, "cannot be 'static'", NULL, NULL, NULL, 0, 0)             \
	X(SYNTAX, "in declaration", NULL, NULL, NULL, 0, 0)                 \
	X(SYNTAX, "declared as function", NULL, NULL, NULL, 0, 0)           \
	X(SYNTAX, "declared as reference", NULL, NULL, NULL, 0, 1)          \
	X(SYNTAX, "as array of", NULL, NULL, NULL, 1, 1)                    \
	X(SYNTAX, "array of references", NULL, NULL, NULL, 0, 0)            \
	X(SYNTAX, "declared 'virtual'", NULL, NULL, NULL, 0, 0)             \
	X(SYNTAX, "declared 'static'", NULL, NULL, NULL, 0, 0)              \
	X(SYNTAX, "declared 'extern'", NULL, NULL, NULL, 0, 0)              \
	X(SYNTAX, "declared 'inline'", NULL, NULL, NULL, 0, 0)              \
	X(SYNTAX, "declared 'friend'", NULL, NULL, NULL, 0, 0)              \
	X(SYNTAX, "structured binding", NULL, NULL, NULL, 0, 0)             \
	X(SYNTAX, "decomposition", NULL, NULL, NULL, 0, 0)                  \
	X(SYNTAX, "using-declaration", NULL, NULL, NULL, 0, 0)              \
	X(SYNTAX, "using declaration", NULL, NULL, NULL, 0, 0)              \
	X(SYNTAX, "must be a member", NULL, NULL, NULL, 0, 0)               \
	X(SYNTAX, "cannot be a constructor", NULL, NULL, NULL, 0, 0)        \
	X(SYNTAX, "constructor cannot", NULL, NULL, NULL, 0, 0)             \
	X(SYNTAX, "destructor cannot", NULL, NULL, NULL, 0, 0)              \
	X(SYNTAX, "cannot have a", NULL, NULL, NULL, 1, 1)                  \
	X(SYNTAX, "function definition", NULL, NULL, NULL, 2, 2)            \
	X(SYNTAX, "function-definition", NULL, NULL, NULL, 0, 0)            \
	X(SYNTAX, "'typename'", NULL, NULL, NULL, 0, 0)                     \
	X(SYNTAX, "'template' keyword", NULL, NULL, NULL, 0, 0)             \
	X(SYNTAX, "'operator'", NULL, NULL, NULL, 1, 1)                     \
	X(SYNTAX, "'this'", NULL, NULL, NULL, 2, 2)                         \
	X(SYNTAX, "'decltype(auto)'", NULL, NULL, NULL, 2, 2)               \
	X(SYNTAX, "'co_", NULL, NULL, NULL, 1, 2)                           \
	X(SYNTAX, "case label", NULL, NULL, NULL, 0, 0)                     \
	X(SYNTAX, "default label", NULL, NULL, NULL, 0, 0)                  \
	X(SYNTAX, "'default'", NULL, NULL, NULL, 1, 1)                      \
	X(SYNTAX, "'goto'", NULL, NULL, NULL, 0, 0)                         \
	X(SYNTAX, "jump", NULL, NULL, NULL, 0, 0)                           \
	X(SYNTAX, "token", NULL, NULL, NULL, 14, 14)                        \
	X(SYNTAX, "escape", NULL, NULL, NULL, 0, 0)                         \
	X(SYNTAX, "character", NULL, NULL, NULL, 3, 3)                      \
	X(SYNTAX, "digit", NULL, NULL, NULL, 1, 1)                          \
	X(SYNTAX, "suffix", NULL, NULL, NULL, 1, 1)                         \
	X(SYNTAX, "integer literal", NULL, NULL, NULL, 0, 0)                \
	X(SYNTAX, "pragma", NULL, NULL, NULL, 8, 8)                         \
	X(SYNTAX, "macro", NULL, NULL, NULL, 3, 3)                          \
	/* what a target, a standard or a compiler lacks */                 \
	X(PLATFORM, "not supported", NULL, NULL, NULL, 2, 2)                \
	X(PLATFORM, "unsupported", NULL, NULL, NULL, 1, 1)                  \
	X(PLATFORM, "does not support", NULL, NULL, NULL, 0, 0)             \
	X(PLATFORM, "do not support", NULL, NULL, NULL, 0, 0)               \
	X(PLATFORM, "unimplemented", NULL, NULL, NULL, 0, 0)                \
	X(PLATFORM, "not implemented", NULL, NULL, NULL, 0, 0)              \
	X(PLATFORM, "not yet implemented", NULL, NULL, NULL, 0, 0)          \
	X(PLATFORM, "this target", NULL, NULL, NULL, 0, 0)                  \
	X(PLATFORM, "current target", NULL, NULL, NULL, 0, 0)               \
	X(PLATFORM, "for target", NULL, NULL, NULL, 0, 0)                   \
	X(PLATFORM, "target machine", NULL, NULL, NULL, 0, 0)               \
	X(PLATFORM, "instruction set", NULL, NULL, NULL, 0, 0)              \
	X(PLATFORM, "architecture", NULL, NULL, NULL, 0, 0)                 \
	X(PLATFORM, "is not enabled", NULL, NULL, NULL, 0, 0)               \
	X(PLATFORM, "not available", NULL, NULL, NULL, 0, 0)                \
	X(PLATFORM, "only available", NULL, NULL, NULL, 0, 0)               \
	X(PLATFORM, "disabled", NULL, NULL, NULL, 0, 0)                     \
	X(PLATFORM, "deprecated", NULL, NULL, NULL, 0, 0)                   \
	X(PLATFORM, "^extension", NULL, NULL, NULL, 0, 0)                   \
	X(PLATFORM, "extension", NULL, NULL, NULL, 0, 0)                    \
	X(PLATFORM, "'-std=", NULL, NULL, NULL, 0, 0)                       \
	X(PLATFORM, "'-f", NULL, NULL, NULL, 2, 2)                          \
	X(PLATFORM, "'-m", NULL, NULL, NULL, 0, 0)                          \
	X(PLATFORM, "-std=", NULL, NULL, NULL, 0, 0)                        \
	X(PLATFORM, "C++11", NULL, NULL, NULL, 0, 0)                        \
	X(PLATFORM, "C++14", NULL, NULL, NULL, 0, 0)                        \
	X(PLATFORM, "C++17", NULL, NULL, NULL, 0, 0)                        \
	X(PLATFORM, "C++20", NULL, NULL, NULL, 0, 0)                        \
	X(PLATFORM, "C++23", NULL, NULL, NULL, 1, 1)                        \
	X(PLATFORM, "C++2a", NULL, NULL, NULL, 0, 0)                        \
	X(PLATFORM, "C++2b", NULL, NULL, NULL, 0, 0)                        \
	X(PLATFORM, "C99", NULL, NULL, NULL, 0, 0)                          \
	X(PLATFORM, "C11", NULL, NULL, NULL, 0, 3)                          \
	X(PLATFORM, "C2X", NULL, NULL, NULL, 0, 0)                          \
	X(PLATFORM, "C23", NULL, NULL, NULL, 0, 0)                          \
	X(PLATFORM, "language mode", NULL, NULL, NULL, 0, 0)                \
	X(PLATFORM, "dialect", NULL, NULL, NULL, 0, 0)                      \
	X(PLATFORM, "register name", NULL, NULL, NULL, 0, 0)                \
	X(PLATFORM, "unknown register", NULL, NULL, NULL, 0, 0)             \
	X(PLATFORM, "register specified", NULL, NULL, NULL, 0, 0)           \
	X(PLATFORM, "register*specified for", NULL, NULL, NULL, 0, 0)       \
	X(PLATFORM, "clobber", NULL, NULL, NULL, 0, 0)                      \
	X(PLATFORM, "asm operand", NULL, NULL, NULL, 0, 0)                  \
	X(PLATFORM, "'asm' operand", NULL, NULL, NULL, 0, 0)                \
	X(PLATFORM, "in 'asm'", NULL, NULL, NULL, 0, 0)                     \
	X(PLATFORM, "inline asm", NULL, NULL, NULL, 0, 0)                   \
	X(PLATFORM, "in asm", NULL, NULL, NULL, 0, 0)                       \
	X(PLATFORM, "asm-specifier", NULL, NULL, NULL, 0, 0)                \
	X(PLATFORM, "calling convention", NULL, NULL, NULL, 0, 0)           \
	X(PLATFORM, "OpenCL", NULL, NULL, NULL, 0, 0)                       \
	X(PLATFORM, "CUDA", NULL, NULL, NULL, 0, 0)                         \
	X(PLATFORM, "HLSL", NULL, NULL, NULL, 0, 0)                         \
	X(PLATFORM, "SYCL", NULL, NULL, NULL, 0, 0)                         \
	X(PLATFORM, "Objective-C", NULL, NULL, NULL, 0, 0)                  \
	X(PLATFORM, "AltiVec", NULL, NULL, NULL, 0, 0)                      \
	X(PLATFORM, "dllimport", NULL, NULL, NULL, 0, 0)                    \
	X(PLATFORM, "dllexport", NULL, NULL, NULL, 0, 0)                    \
	X(PLATFORM, "unrecognized command", NULL, NULL, NULL, 0, 0)         \
	X(PLATFORM, "unknown argument", NULL, NULL, NULL, 0, 0)             \
	X(PLATFORM, "command-line", NULL, NULL, NULL, 0, 0)                 \
	X(PLATFORM, "option", NULL, NULL, NULL, 0, 0)                       \
	X(PLATFORM, "ABI", NULL, NULL, NULL, 0, 0)                          \
	X(PLATFORM, "endian", NULL, NULL, NULL, 0, 0)                       \
	X(PLATFORM, "page size", NULL, NULL, NULL, 0, 0)                    \
	/* threads */                                                       \
	X(CONCURRENCY, "data sharing", NULL, NULL, NULL, 2, 2)              \
	X(CONCURRENCY, "to atomic", NULL, NULL, NULL, 0, 0)                 \
	X(CONCURRENCY, "atomic operation", NULL, NULL, NULL, 0, 0)          \
	X(CONCURRENCY, "'__atomic", NULL, NULL, NULL, 0, 0)                 \
	X(CONCURRENCY, "lastprivate", NULL, NULL, NULL, 0, 0)               \
	X(CONCURRENCY, "firstprivate", NULL, NULL, NULL, 1, 2)              \
	/* ends */                                                          \
	X(LIFETIME, "dangling", NULL, NULL, NULL, 0, 0)                     \
	X(LIFETIME, "will be destroyed", NULL, NULL, NULL, 0, 0)            \
	X(LIFETIME, "stack memory", NULL, NULL, NULL, 0, 0)                 \
	X(LIFETIME, "address of local", NULL, NULL, NULL, 0, 0)             \
	X(LIFETIME, "address of temporary", NULL, NULL, NULL, 0, 0)         \
	X(LIFETIME, "reference to local", NULL, NULL, NULL, 0, 1)           \
	X(LIFETIME, "reference to temporary", NULL, NULL, NULL, 0, 0)       \
	X(LIFETIME, "temporary whose", NULL, NULL, NULL, 0, 0)              \
	X(LIFETIME, "outlive", NULL, NULL, NULL, 0, 0)                      \
	X(LIFETIME, "after it was", NULL, NULL, NULL, 0, 0)                 \
	X(LIFETIME, "use after", NULL, NULL, NULL, 0, 0)                    \
	/* resources */                                                     \
	X(RESOURCE, "leak", NULL, NULL, NULL, 3, 3)                         \
	X(RESOURCE, "too large", NULL, NULL, NULL, 2, 2)                    \
	X(RESOURCE, "exceeds maximum", NULL, NULL, NULL, 1, 1)              \
	X(RESOURCE, "frame size", NULL, NULL, NULL, 0, 0)                   \
	X(RESOURCE, "stack usage", NULL, NULL, NULL, 0, 0)                  \
	X(RESOURCE, "exhaust", NULL, NULL, NULL, 0, 0)                      \
	/* undefined behaviour */                                           \
	X(UB, "undefined behavior", NULL, NULL, NULL, 0, 0)                 \
	X(UB, "out of bounds", NULL, NULL, NULL, 0, 0)                      \
	X(UB, "pure virtual", NULL, NULL, NULL, 2, 2)                       \
	X(UB, "'noreturn'", NULL, NULL, NULL, 1, 1)                         \
	X(UB, "explicitly initialize", NULL, NULL, NULL, 1, 1)              \
	X(UB, "const type", NULL, NULL, NULL, 1, 1)                         \
	X(UB, "out-of-bounds", NULL, NULL, NULL, 0, 0)                      \
	X(UB, "past the end", NULL, NULL, NULL, 0, 0)                       \
	X(UB, "outside the bounds", NULL, NULL, NULL, 1, 1)                 \
	X(UB, "outside array bounds", NULL, NULL, NULL, 0, 0)               \
	X(UB, "divide by zero", NULL, NULL, NULL, 0, 0)                     \
	X(UB, "overflow", NULL, NULL, NULL, 5, 5)                           \
	X(UB, "null pointer", NULL, NULL, NULL, 4, 4)                       \
	X(UB, "dereference", NULL, NULL, NULL, 0, 0)                        \
	X(UB, "uninitialized", NULL, NULL, NULL, 3, 3)                      \
	X(UB, "not initialized", NULL, NULL, NULL, 0, 0)                    \
	X(UB, "shift count", NULL, NULL, NULL, 0, 0)                        \
	X(UB, "negative shift", NULL, NULL, NULL, 0, 0)                     \
	X(UB, "unsequenced", NULL, NULL, NULL, 0, 0)                        \
	X(UB, "misaligned", NULL, NULL, NULL, 0, 0)                         \
	X(UB, "unaligned", NULL, NULL, NULL, 0, 0)                          \
	X(UB, "without returning", NULL, NULL, NULL, 0, 0)                  \
	X(UB, "flows off", NULL, NULL, NULL, 0, 0)                          \
	X(UB, "infinite recursion", NULL, NULL, NULL, 0, 0)                 \
	/* names that are not there */                                      \
	X(UNDEFINED_SYMBOL, "undeclared", NULL, NULL, NULL, 12, 12)         \
	X(UNDEFINED_SYMBOL, "not found", NULL, NULL, NULL, 2, 2)            \
	X(UNDEFINED_SYMBOL, "no such", NULL, NULL, NULL, 0, 0)              \
	X(UNDEFINED_SYMBOL, "unknown type", NULL, NULL, NULL, 7, 8)         \
	X(UNDEFINED_SYMBOL, "does not exist", NULL, NULL, NULL, 0, 0)       \
	X(UNDEFINED_SYMBOL, "no member", NULL, NULL, NULL, 7, 8)            \
	X(UNDEFINED_SYMBOL, "no field", NULL, NULL, NULL, 0, 0)             \
	X(UNDEFINED_SYMBOL, "cannot find", NULL, NULL, NULL, 0, 0)          \
	X(UNDEFINED_SYMBOL, "could not find", NULL, NULL, NULL, 0, 0)       \
	X(UNDEFINED_SYMBOL, "unable to find", NULL, NULL, NULL, 1, 1)       \
	X(UNDEFINED_SYMBOL, "not find", NULL, NULL, NULL, 0, 0)             \
	X(UNDEFINED_SYMBOL, "incomplete", NULL, NULL, NULL, 11, 11)         \
	X(UNDEFINED_SYMBOL, "forward declar", NULL, NULL, NULL, 0, 0)       \
	X(UNDEFINED_SYMBOL, "not defined", NULL, NULL, NULL, 0, 0)          \
	X(UNDEFINED_SYMBOL, "not been defined", NULL, NULL, NULL, 0, 0)     \
	X(UNDEFINED_SYMBOL, "is undefined", NULL, NULL, NULL, 0, 0)         \
	X(UNDEFINED_SYMBOL, "undefined", NULL, NULL, NULL, 1, 1)            \
	X(UNDEFINED_SYMBOL, "unresolved", NULL, NULL, NULL, 0, 0)           \
	X(UNDEFINED_SYMBOL, "unknown", NULL, NULL, NULL, 0, 2)              \
	X(UNDEFINED_SYMBOL, "not declared", NULL, NULL, NULL, 7, 7)         \
	X(UNDEFINED_SYMBOL, "not been declared", NULL, NULL, NULL, 0, 0)    \
	X(UNDEFINED_SYMBOL, "does not name", NULL, NULL, NULL, 5, 5)        \
	X(UNDEFINED_SYMBOL, "isn't known", NULL, NULL, NULL, 2, 2)          \
	X(UNDEFINED_SYMBOL, "does not refer to", NULL, NULL, NULL, 1, 2)    \
	X(UNDEFINED_SYMBOL, "not visible", NULL, NULL, NULL, 0, 0)          \
	X(UNDEFINED_SYMBOL, "cannot open", NULL, NULL, NULL, 0, 0)          \
	X(UNDEFINED_SYMBOL, "can't open", NULL, NULL, NULL, 0, 0)           \
	X(UNDEFINED_SYMBOL, "could not open", NULL, NULL, NULL, 0, 0)       \
	X(UNDEFINED_SYMBOL, "is not a member", NULL, NULL, NULL, 1, 1)      \
	X(UNDEFINED_SYMBOL, "not a field", NULL, NULL, NULL, 0, 0)          \
	X(UNDEFINED_SYMBOL, "does not contain", NULL, NULL, NULL, 0, 0)     \
	/* declarations that disagree */                                    \
	X(TYPE_MISMATCH, "different type", NULL, NULL, NULL, 4, 4)          \
	X(TYPE_MISMATCH, "different kind", NULL, NULL, NULL, 1, 1)          \
	X(TYPE_MISMATCH, "different linkage", NULL, NULL, NULL, 0, 0)       \
	X(TYPE_MISMATCH, "different underlying", NULL, NULL, NULL, 1, 1)    \
	X(TYPE_MISMATCH, "does not match any", NULL, NULL, NULL, 2, 2)      \
	X(TYPE_MISMATCH, "negative size", NULL, NULL, NULL, 1, 1)           \
	/* defined twice, linkage */                                        \
	X(LINKER, "redefin", NULL, NULL, NULL, 6, 6)                        \
	X(LINKER, "multiple definition", NULL, NULL, NULL, 0, 0)            \
	X(LINKER, "already defined", NULL, NULL, NULL, 0, 0)                \
	X(LINKER, "already declared", NULL, NULL, NULL, 0, 0)               \
	X(LINKER, "previously declared", NULL, NULL, NULL, 0, 0)            \
	X(LINKER, "previously defined", NULL, NULL, NULL, 0, 0)             \
	X(LINKER, "already been", NULL, NULL, NULL, 0, 0)                   \
	X(LINKER, "redeclaration of", NULL, NULL, NULL, 0, 0)               \
	X(LINKER, "cannot be redeclared", NULL, NULL, NULL, 0, 0)           \
	X(LINKER, "never defined", NULL, NULL, NULL, 0, 0)                  \
	X(LINKER, "'main'", NULL, NULL, NULL, 0, 0)                         \
	X(LINKER, "'::main'", NULL, NULL, NULL, 0, 0)                       \
	X(LINKER, "duplicate*member", NULL, NULL, NULL, 0, 0)               \
	X(LINKER, "duplicate*definition", NULL, NULL, NULL, 0, 0)           \
	X(LINKER, "repeated", NULL, NULL, NULL, 0, 0)                       \
	/* types, told by strong words */                                   \
	X(TYPE_MISMATCH, "convert", NULL, NULL, NULL, 4, 4)                 \
	X(TYPE_MISMATCH, "does not match", NULL, NULL, NULL, 0, 0)          \
	X(TYPE_MISMATCH, "do not match", NULL, NULL, NULL, 0, 0)            \
	X(TYPE_MISMATCH, "mismatch", NULL, NULL, NULL, 1, 1)                \
	X(TYPE_MISMATCH, "conflict", NULL, NULL, NULL, 5, 6)                \
	X(TYPE_MISMATCH, "overload", NULL, NULL, NULL, 2, 2)                \
	X(TYPE_MISMATCH, "private", NULL, NULL, NULL, 3, 6)                 \
	X(TYPE_MISMATCH, "protected", NULL, NULL, NULL, 1, 1)               \
	X(TYPE_MISMATCH, "access", NULL, NULL, NULL, 0, 2)                  \
	X(TYPE_MISMATCH, "override", NULL, NULL, NULL, 0, 0)                \
	X(TYPE_MISMATCH, "overrid", NULL, NULL, NULL, 2, 2)                 \
	X(TYPE_MISMATCH, "satisf", NULL, NULL, NULL, 1, 1)                  \
	X(TYPE_MISMATCH, "lvalue", NULL, NULL, NULL, 4, 5)                  \
	X(TYPE_MISMATCH, "rvalue", NULL, NULL, NULL, 3, 3)                  \
	X(TYPE_MISMATCH, "constant", NULL, NULL, NULL, 9, 13)               \
	X(TYPE_MISMATCH, "const'", NULL, NULL, NULL, 2, 2)                  \
	X(TYPE_MISMATCH, "read-only", NULL, NULL, NULL, 1, 1)               \
	X(TYPE_MISMATCH, "too few", NULL, NULL, NULL, 3, 3)                 \
	X(TYPE_MISMATCH, "arguments", NULL, NULL, NULL, 4, 5)               \
	X(TYPE_MISMATCH, "wrong number", NULL, NULL, NULL, 0, 0)            \
	X(TYPE_MISMATCH, "number of", NULL, NULL, NULL, 0, 1)               \
	X(TYPE_MISMATCH, "operand", NULL, NULL, NULL, 5, 6)                 \
	X(TYPE_MISMATCH, "argument to", NULL, NULL, NULL, 1, 2)             \
	X(TYPE_MISMATCH, "argument of", NULL, NULL, NULL, 1, 1)             \
	X(TYPE_MISMATCH, "cast", NULL, NULL, NULL, 3, 3)                    \
	X(TYPE_MISMATCH, "bind", NULL, NULL, NULL, 0, 2)                    \
	X(TYPE_MISMATCH, "noexcept", NULL, NULL, NULL, 1, 1)                \
	X(TYPE_MISMATCH, "exception specification", NULL, NULL, NULL, 1, 1) \
	X(TYPE_MISMATCH, "not callable", NULL, NULL, NULL, 0, 0)            \
	X(TYPE_MISMATCH, "not a function", NULL, NULL, NULL, 2, 2)          \
	X(TYPE_MISMATCH, "not a pointer", NULL, NULL, NULL, 0, 0)           \
	X(TYPE_MISMATCH, "not a class", NULL, NULL, NULL, 1, 1)             \
	X(TYPE_MISMATCH, "not a template", NULL, NULL, NULL, 0, 0)          \
	X(TYPE_MISMATCH, "not a type", NULL, NULL, NULL, 0, 0)              \
	X(TYPE_MISMATCH, "not an array", NULL, NULL, NULL, 1, 1)            \
	X(TYPE_MISMATCH, "return type", NULL, NULL, NULL, 0, 0)             \
	X(TYPE_MISMATCH, "underlying type", NULL, NULL, NULL, 0, 0)         \
	X(TYPE_MISMATCH, "integral", NULL, NULL, NULL, 7, 7)                \
	X(TYPE_MISMATCH, "integer", NULL, NULL, NULL, 5, 5)                 \
	X(TYPE_MISMATCH, "floating", NULL, NULL, NULL, 0, 0)                \
	X(TYPE_MISMATCH, "arithmetic", NULL, NULL, NULL, 0, 1)              \
	X(TYPE_MISMATCH, "pointer to", NULL, NULL, NULL, 0, 0)              \
	X(TYPE_MISMATCH, "of type", NULL, NULL, NULL, 3, 3)                 \
	X(TYPE_MISMATCH, "type", NULL, NULL, NULL, 33, 40)                  \
	/* the form of the text */                                          \
	X(SYNTAX, "missing", NULL, NULL, NULL, 2, 2)                        \
	X(SYNTAX, "not allowed", NULL, NULL, NULL, 2, 3)                    \
	X(SYNTAX, "not permitted", NULL, NULL, NULL, 0, 0)                  \
	X(SYNTAX, "may only", NULL, NULL, NULL, 1, 1)                       \
	X(SYNTAX, "can only", NULL, NULL, NULL, 0, 0)                       \
	X(SYNTAX, "must be the", NULL, NULL, NULL, 0, 0)                    \
	X(SYNTAX, "appear", NULL, NULL, NULL, 1, 1)                         \
	X(SYNTAX, "must be first", NULL, NULL, NULL, 0, 0)                  \
	X(SYNTAX, "must come", NULL, NULL, NULL, 0, 0)                      \
	X(SYNTAX, "allowed", NULL, NULL, NULL, 0, 0)                        \
	X(SYNTAX, "literal", NULL, NULL, NULL, 0, 0)                        \
	X(SYNTAX, "#", NULL, NULL, NULL, 2, 3)                              \
	X(SYNTAX, "specifier", NULL, NULL, NULL, 1, 1)                      \
	X(SYNTAX, "storage", NULL, NULL, NULL, 1, 1)                        \
	X(SYNTAX, "duplicate", NULL, NULL, NULL, 0, 0)                      \
	X(SYNTAX, "only one", NULL, NULL, NULL, 0, 0)                       \
	X(SYNTAX, "too many", NULL, NULL, NULL, 1, 3)                       \
	X(SYNTAX, "combin", NULL, NULL, NULL, 2, 2)                         \
	X(SYNTAX, "exclusive", NULL, NULL, NULL, 0, 0)                      \
	X(SYNTAX, "only applies", NULL, NULL, NULL, 0, 0)                   \
	X(SYNTAX, "cannot be applied", NULL, NULL, NULL, 2, 2)              \
	X(SYNTAX, "applied", NULL, NULL, NULL, 0, 0)                        \
	X(SYNTAX, "attribute", NULL, NULL, NULL, 2, 5)                      \
	X(SYNTAX, "clause", NULL, NULL, NULL, 4, 9)                         \
	X(SYNTAX, "label", NULL, NULL, NULL, 1, 1)                          \
	X(SYNTAX, "'break'", NULL, NULL, NULL, 1, 1)                        \
	X(SYNTAX, "'continue'", NULL, NULL, NULL, 0, 0)                     \
	X(SYNTAX, "outside", NULL, NULL, NULL, 1, 1)                        \
	X(SYNTAX, "inside", NULL, NULL, NULL, 0, 1)                         \
	X(SYNTAX, "within", NULL, NULL, NULL, 0, 0)                         \
	X(SYNTAX, "template header", NULL, NULL, NULL, 0, 0)                \
	X(SYNTAX, "template parameter list", NULL, NULL, NULL, 0, 0)        \
	X(SYNTAX, "declarator", NULL, NULL, NULL, 2, 2)                     \
	X(SYNTAX, "parenthes", NULL, NULL, NULL, 1, 1)                      \
	X(SYNTAX, "bracket", NULL, NULL, NULL, 0, 0)                        \
	X(SYNTAX, "brace", NULL, NULL, NULL, 1, 2)                          \
	X(SYNTAX, "keyword", NULL, NULL, NULL, 0, 1)                        \
	X(SYNTAX, "empty", NULL, NULL, NULL, 0, 0)                          \
	X(SYNTAX, "specializ", NULL, NULL, NULL, 0, 0)                      \
	X(SYNTAX, "friend", NULL, NULL, NULL, 0, 0)                         \
	X(SYNTAX, "virtual", NULL, NULL, NULL, 0, 0)                        \
	X(SYNTAX, "namespace", NULL, NULL, NULL, 0, 1)                      \
	X(SYNTAX, "using", NULL, NULL, NULL, 0, 0)                          \
	X(SYNTAX, "declar", NULL, NULL, NULL, 7, 12)                        \
	X(SYNTAX, "defin", NULL, NULL, NULL, 0, 2)                          \
	X(SYNTAX, "goto", NULL, NULL, NULL, 0, 0)                           \
	X(SYNTAX, "scope", NULL, NULL, NULL, 0, 0)                          \
	X(SYNTAX, "default argument", NULL, NULL, NULL, 0, 0)               \
	X(SYNTAX, "bit-field", NULL, NULL, NULL, 0, 2)                      \
	X(SYNTAX, "lambda", NULL, NULL, NULL, 1, 1)                         \
	/* types, told by weaker words */                                   \
	X(TYPE_MISMATCH, "reference", NULL, NULL, NULL, 1, 1)               \
	X(TYPE_MISMATCH, "parameter", NULL, NULL, NULL, 1, 2)               \
	X(TYPE_MISMATCH, "argument", NULL, NULL, NULL, 3, 3)                \
	X(TYPE_MISMATCH, "initializ", NULL, NULL, NULL, 4, 5)               \
	X(TYPE_MISMATCH, "initialis", NULL, NULL, NULL, 0, 0)               \
	X(TYPE_MISMATCH, "return", NULL, NULL, NULL, 0, 2)                  \
	X(TYPE_MISMATCH, "value", NULL, NULL, NULL, 3, 3)                   \
	X(TYPE_MISMATCH, "template", NULL, NULL, NULL, 0, 1)                \
	X(TYPE_MISMATCH, "expression", NULL, NULL, NULL, 0, 4)              \
	X(TYPE_MISMATCH, "must be a", NULL, NULL, NULL, 0, 0)               \
	X(TYPE_MISMATCH, "must have", NULL, NULL, NULL, 0, 0)               \
	X(TYPE_MISMATCH, "is not a", NULL, NULL, NULL, 1, 1)                \
	X(TYPE_MISMATCH, "const", NULL, NULL, NULL, 5, 5)                   \
	X(TYPE_MISMATCH, "pointer", NULL, NULL, NULL, 0, 0)                 \
	X(TYPE_MISMATCH, "array", NULL, NULL, NULL, 0, 1)                   \
	X(TYPE_MISMATCH, "function", NULL, NULL, NULL, 6, 8)                \
	X(TYPE_MISMATCH, "member", NULL, NULL, NULL, 1, 1)                  \
	X(TYPE_MISMATCH, "class", NULL, NULL, NULL, 0, 1)                   \
	X(TYPE_MISMATCH, "enum", NULL, NULL, NULL, 0, 0)                    \
	X(TYPE_MISMATCH, "struct", NULL, NULL, NULL, 0, 2)

#endif
