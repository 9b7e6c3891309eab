/*
 * The classifier's table, by first match from the top. X(class, words, code, note, tool, right,
 * total)
 *
 *   words  the message holds these, in this order where "*" stands between them; "^" starts it; "'"
 *          stands for the quotes of any locale
 *   code   the flag, "-Wname" also for -Werror=name, -Wname=2 and clang-diagnostic-name; or the
 *          check of clang-tidy, one of its aliases, "clang-analyzer-x" also for "[x]" and
 *          "[alpha.x]" at the message's end; "*" stands for any text; "" for none; "(system
 *          header)" and "(system name)" for what diag/classify/systems.h knows to be missing
 *   note   a note of the diagnostic holds this
 *   tool   who alone words it so, as its row in diag/model/tool.c calls its rules: "ld" is any
 *          linker; "=NAME" is never tried on what another tool says
 *   right, total   answers on tests/fixtures/diag/labels_tune.tsv and labels_fresh_tune.tsv; a test
 *                  checks them
 *
 * NULL matches anything. Of a linker's words, only rules of "ld" and of LINKER are asked.
 */
#ifndef FL_DIAG_RULES_H
#define FL_DIAG_RULES_H

#include <stddef.h>

#include "diag/classify/rules_flags_run.h"
#include "diag/classify/rules_flags_text.h"
#include "diag/classify/rules_tidy.h"
#include "diag/classify/rules_tools.h"
#include "diag/classify/rules_wide.h"
#include "diag/classify/rules_words.h"

#define DIAG_RULES_LINKERS(X)                                                         \
	/* a linker: its scripts' grammar, objects of other machines, and all else */ \
	X(SYNTAX, "syntax error", NULL, NULL, "ld", 0, 0)                             \
	X(SYNTAX, "unexpected EOF", NULL, NULL, "ld", 0, 0)                           \
	X(SYNTAX, "expected, but got", NULL, NULL, "ld", 0, 0)                        \
	X(SYNTAX, "is expected", NULL, NULL, "ld", 0, 0)                              \
	X(SYNTAX, "unknown directive", NULL, NULL, "ld", 0, 0)                        \
	X(SYNTAX, "invalid character", NULL, NULL, "ld", 1, 1)                        \
	X(SYNTAX, "unable to parse", NULL, NULL, "ld", 0, 0)                          \
	X(PLATFORM, "conflicts with target machine type", NULL, NULL, "ld", 0, 0)     \
	X(RESOURCE, "No space left", NULL, NULL, "ld", 0, 0)                          \
	X(RESOURCE, "File too large", NULL, NULL, "ld", 0, 0)                         \
	X(RESOURCE, "Disk quota exceeded", NULL, NULL, "ld", 0, 0)                    \
	X(RESOURCE, "emory exhausted", NULL, NULL, "ld", 0, 0)                        \
	X(RESOURCE, "out of memory", NULL, NULL, "ld", 0, 0)                          \
	X(RESOURCE, "annot allocate memory", NULL, NULL, "ld", 0, 0)                  \
	X(RESOURCE, "Too many open files", NULL, NULL, "ld", 0, 0)                    \
	X(RESOURCE, "terminated with signal 9", NULL, NULL, "ld", 0, 0)               \
	X(PLATFORM, "wrong ELF class", NULL, NULL, "ld", 0, 0)                        \
	X(PLATFORM, "needed to handle lto object", NULL, NULL, "ld", 0, 0)            \
	X(PLATFORM, "generated with LTO version", NULL, NULL, "ld", 0, 0)             \
	X(PLATFORM, "Producer: '", NULL, NULL, "ld", 0, 0)                            \
	X(PLATFORM, "unknown file type", NULL, NULL, "ld", 0, 0)                      \
	X(PLATFORM, "conflicting architecture", NULL, NULL, "ld", 0, 0)               \
	X(PLATFORM, "conflicting CPU", NULL, NULL, "ld", 0, 0)                        \
	X(PLATFORM, "VFP register arguments", NULL, NULL, "ld", 0, 0)                 \
	X(PLATFORM, "hard-float", NULL, NULL, "ld", 0, 0)                             \
	X(PLATFORM, "soft-float", NULL, NULL, "ld", 0, 0)                             \
	X(PLATFORM, "different floating-point", NULL, NULL, "ld", 0, 0)               \
	X(PLATFORM, "building for", NULL, NULL, "ld", 0, 0)                           \
	X(PLATFORM, "unsupported relocation", NULL, NULL, "ld", 0, 0)                 \
	X(PLATFORM, "endian", NULL, NULL, "ld", 0, 0)                                 \
	X(PLATFORM, "emulation mode", NULL, NULL, "ld", 0, 0)                         \
	X(PLATFORM, "different emulation", NULL, NULL, "ld", 0, 0)                    \
	X(PLATFORM, "ABI version", NULL, NULL, "ld", 0, 0)                            \
	X(PLATFORM, "ABI mismatch", NULL, NULL, "ld", 0, 0)                           \
	X(PLATFORM, "unknown architecture", NULL, NULL, "ld", 0, 0)                   \
	X(PLATFORM, "for architecture*which is", NULL, NULL, "ld", 0, 0)              \
	X(PLATFORM, "incompatible", NULL, NULL, "ld", 1, 1)                           \
	X(PLATFORM, "unsupported ELF machine", NULL, NULL, "ld", 0, 0)                \
	X(PLATFORM, "emulation", NULL, NULL, "ld", 1, 1)                              \
	X(PLATFORM, "wrong format", NULL, NULL, "ld", 0, 0)                           \
	X(PLATFORM, "file format not recognized", NULL, NULL, "ld", 1, 2)             \
	X(PLATFORM, "not an object or archive", NULL, NULL, "ld", 0, 0)               \
	X(PLATFORM, "Relocations in generic ELF", NULL, NULL, "ld", 0, 0)             \
	X(LINKER, NULL, NULL, NULL, "ld", 52, 52)                                     \
	X(LINKER, "^undefined reference to", NULL, NULL, NULL, 0, 0)                  \
	X(LINKER, "^undefined symbol", NULL, NULL, NULL, 0, 0)                        \
	X(LINKER, "^multiple definition of", NULL, NULL, NULL, 0, 0)                  \
	X(LINKER, "^cannot find -l", NULL, NULL, NULL, 0, 0)                          \
	X(LINKER, "^cannot find 'ld'", NULL, NULL, NULL, 1, 1)                        \
	X(LINKER, "^ld returned", NULL, NULL, NULL, 0, 0)                             \
	X(LINKER, "^linker command failed", NULL, NULL, NULL, 0, 0)                   \
	/* the assembler */                                                           \
	X(PLATFORM, "^no such instruction", NULL, NULL, "as", 0, 0)                   \
	X(PLATFORM, "^bad register name", NULL, NULL, "as", 0, 0)                     \
	X(PLATFORM, "^operand type mismatch", NULL, NULL, "as", 0, 0)                 \
	X(SYNTAX, "mismatch for `", NULL, NULL, "as", 0, 0)                           \
	X(SYNTAX, "^unknown pseudo-op", NULL, NULL, "as", 0, 0)                       \
	X(SYNTAX, "^junk `", NULL, NULL, "as", 0, 0)                                  \
	X(PLATFORM, "instruction mnemonic", NULL, NULL, NULL, 0, 0)                   \
	X(SYNTAX, "operands for instruction", NULL, NULL, NULL, 0, 0)                 \
	X(PLATFORM, "operand for instruction", NULL, NULL, NULL, 0, 0)                \
	X(SYNTAX, "^unknown directive", NULL, NULL, "clang", 0, 0)                    \
	X(PLATFORM, "^invalid instruction", NULL, NULL, "as", 0, 0)

#define DIAG_RULES_FIRST(X)                                                                        \
	X(CONCURRENCY, "appears both in data", NULL, NULL, NULL, 0, 1)                             \
	X(CONCURRENCY, "'acquired_", NULL, NULL, NULL, 2, 2)                                       \
	X(CONCURRENCY, "lock_function' attribute", NULL, NULL, NULL, 3, 3)                         \
	X(TYPE_MISMATCH, "length expression must be specified", NULL, NULL, NULL, 1, 1)            \
	X(SYNTAX, "memory order clauses", NULL, NULL, NULL, 1, 1)                                  \
	X(PLATFORM, "obsoleted by", NULL, NULL, NULL, 1, 1)                                        \
	/* what the words tell better than the flag */                                             \
	X(PLATFORM, "^target specific option mismatch", NULL, NULL, NULL, 0, 0)                    \
	X(PLATFORM, NULL, NULL, "is only available from C", "gcc", 0, 0)                           \
	X(TYPE_MISMATCH, "with a value, in function returning", NULL, NULL, "gcc", 0, 0)           \
	X(TYPE_MISMATCH, "'return' with no value", NULL, NULL, "gcc", 0, 0)                        \
	X(TYPE_MISMATCH, "should not return a value", NULL, NULL, "clang", 1, 1)                   \
	X(TYPE_MISMATCH, "should return a value", NULL, NULL, "clang", 0, 0)                       \
	X(UB, "overflow in expression", "-Woverflow", NULL, "gcc", 1, 1)                           \
	X(SYNTAX, "^type defaults to", NULL, NULL, "gcc", 1, 1)                                    \
	X(PLATFORM, "^unknown attribute", NULL, NULL, NULL, 0, 0)                                  \
	X(PLATFORM, "attribute directive ignored", "-Wattributes", NULL, "gcc", 1, 1)              \
	X(PLATFORM, "not supported", "-Wattributes", NULL, "gcc", 0, 0)                            \
	X(LINKER, "but never defined", NULL, NULL, NULL, 2, 2)                                     \
	/* what a compiler itself ran out of, and its own faults */                                \
	X(PLATFORM, "Segmentation fault signal terminated", NULL, NULL, NULL, 0, 0)                \
	X(PLATFORM, "Aborted signal terminated", NULL, NULL, NULL, 0, 0)                           \
	X(PLATFORM, "Bus error signal terminated", NULL, NULL, NULL, 0, 0)                         \
	X(PLATFORM, "Illegal instruction signal terminated", NULL, NULL, NULL, 0, 0)               \
	X(PLATFORM, "Trace/breakpoint trap signal terminated", NULL, NULL, NULL, 0, 0)             \
	X(RESOURCE, "signal terminated program", NULL, NULL, NULL, 1, 1)                           \
	X(RESOURCE, "terminated with signal 9", NULL, NULL, NULL, 0, 0)                            \
	X(PLATFORM, "terminated with signal", NULL, NULL, NULL, 0, 0)                              \
	X(RESOURCE, "No space left on device", NULL, NULL, NULL, 1, 1)                             \
	X(RESOURCE, "File too large", NULL, NULL, NULL, 0, 0)                                      \
	X(RESOURCE, "Disk quota exceeded", NULL, NULL, NULL, 0, 0)                                 \
	X(RESOURCE, "annot allocate memory", NULL, NULL, NULL, 1, 1)                               \
	X(RESOURCE, "out of memory", NULL, NULL, NULL, 0, 0)                                       \
	X(RESOURCE, "memory exhausted", NULL, NULL, NULL, 0, 0)                                    \
	X(RESOURCE, "Too many open files", NULL, NULL, NULL, 0, 0)                                 \
	X(RESOURCE, "depth exceeds maximum", NULL, NULL, NULL, 0, 0)                               \
	X(RESOURCE, "exceeded maximum depth", NULL, NULL, NULL, 1, 1)                              \
	X(RESOURCE, "nesting level exceeded", NULL, NULL, NULL, 0, 0)                              \
	X(RESOURCE, "nested too deeply", NULL, NULL, NULL, 0, 0)                                   \
	X(RESOURCE, "exceeds limit of", NULL, NULL, NULL, 0, 0)                                    \
	X(RESOURCE, "iteration count exceeds", NULL, NULL, NULL, 0, 0)                             \
	X(RESOURCE, "operation count exceeds", NULL, NULL, NULL, 0, 0)                             \
	X(RESOURCE, "step limit", NULL, NULL, NULL, 0, 0)                                          \
	X(RESOURCE, "depth of * exceeds", NULL, NULL, NULL, 0, 0)                                  \
	X(RESOURCE, "exceeded maximum", NULL, NULL, NULL, 0, 0)                                    \
	X(RESOURCE, "evaluation depth", NULL, NULL, NULL, 0, 0)                                    \
	/* files and options of other compilers */                                                 \
	X(PLATFORM, "generated with LTO version", NULL, NULL, NULL, 0, 0)                          \
	X(PLATFORM, "(Producer: '", NULL, NULL, NULL, 0, 0)                                        \
	X(PLATFORM, "^invalid argument*not allowed with", NULL, NULL, NULL, 1, 1)                  \
	X(PLATFORM, "^unknown key", NULL, NULL, NULL, 1, 1)                                        \
	X(PLATFORM, "^unknown argument", NULL, NULL, NULL, 1, 1)                                   \
	X(PLATFORM, "command-line option", NULL, NULL, NULL, 0, 0)                                 \
	X(PLATFORM, "command line option", NULL, NULL, NULL, 0, 0)                                 \
	X(PLATFORM, "invalid linker name", NULL, NULL, NULL, 0, 0)                                 \
	X(PLATFORM, "for this target", NULL, NULL, NULL, 2, 2)                                     \
	X(PLATFORM, "on this target", NULL, NULL, NULL, 0, 0)                                      \
	X(PLATFORM, "for target '", NULL, NULL, NULL, 0, 0)                                        \
	X(PLATFORM, "for the current target", NULL, NULL, NULL, 0, 0)                              \
	X(PLATFORM, "sub-architecture", NULL, NULL, NULL, 0, 0)                                    \
	X(PLATFORM, "^unknown target", NULL, NULL, NULL, 0, 0)                                     \
	X(PLATFORM, "requires support for", NULL, NULL, NULL, 0, 0)                                \
	X(PLATFORM, "requires support of", NULL, NULL, NULL, 0, 0)                                 \
	X(PLATFORM, "requires '-m", NULL, NULL, NULL, 0, 0)                                        \
	X(PLATFORM, "please use -m", NULL, NULL, NULL, 0, 0)                                       \
	X(PLATFORM, "precompiled header", NULL, NULL, NULL, 0, 0)                                  \
	X(PLATFORM, "PCH file", NULL, NULL, NULL, 0, 0)                                            \
	X(PLATFORM, "AST file", NULL, NULL, NULL, 0, 0)                                            \
	X(PLATFORM, "-fuse-ld", NULL, NULL, NULL, 0, 0)                                            \
	X(PLATFORM, "support disabled", NULL, NULL, NULL, 0, 0)                                    \
	X(PLATFORM, "inline asm", NULL, NULL, NULL, 0, 0)                                          \
	X(PLATFORM, "in 'asm'", NULL, NULL, NULL, 0, 0)                                            \
	X(PLATFORM, "asm operand", NULL, NULL, NULL, 0, 0)                                         \
	X(PLATFORM, "asm' operand", NULL, NULL, NULL, 0, 0)                                        \
	X(PLATFORM, "asm constraint", NULL, NULL, NULL, 0, 0)                                      \
	X(PLATFORM, "impossible constraint", NULL, NULL, NULL, 0, 0)                               \
	X(PLATFORM, "^invalid input constraint", NULL, NULL, NULL, 0, 0)                           \
	X(PLATFORM, "^invalid output constraint", NULL, NULL, NULL, 0, 0)                          \
	X(PLATFORM, "is not supported by this", NULL, NULL, NULL, 0, 0)                            \
	X(PLATFORM, "^sorry, unimplemented", NULL, NULL, NULL, 0, 0)                               \
	X(PLATFORM, "internal compiler error", NULL, NULL, NULL, 0, 0)                             \
	X(PLATFORM, "cannot be used together", NULL, NULL, NULL, 0, 0)                             \
	X(PLATFORM, "LLVM ERROR", NULL, NULL, NULL, 0, 0)                                          \
	X(PLATFORM, "are a C*feature", NULL, NULL, NULL, 1, 1)                                     \
	X(PLATFORM, "is a C99 feature", NULL, NULL, NULL, 0, 0)                                    \
	X(PLATFORM, "are a C*extension", NULL, NULL, NULL, 3, 3)                                   \
	X(PLATFORM, "are a GNU extension", NULL, NULL, NULL, 1, 1)                                 \
	X(PLATFORM, "is a GNU extension", NULL, NULL, NULL, 4, 4)                                  \
	X(UNDEFINED_SYMBOL, "^unable to open", NULL, NULL, NULL, 0, 0)                             \
	X(UNDEFINED_SYMBOL, "^error opening", NULL, NULL, NULL, 0, 0)                              \
	X(UNDEFINED_SYMBOL, "function-like macro*is not defined", NULL, NULL, NULL, 0, 0)          \
	/* interfaces of other systems */                                                          \
	X(PLATFORM, NULL, "(system header)", NULL, NULL, 4, 4)                                     \
	X(PLATFORM, NULL, "(system name)", NULL, NULL, 4, 4)                                       \
	/* a standard is named beside a rule that each has, or because another one takes it */     \
	X(SYNTAX, "^type specifier missing", NULL, NULL, NULL, 1, 1)                               \
	X(UNDEFINED_SYMBOL, "call to undeclared", "-Wimplicit-function-declaration", NULL, NULL,   \
		4, 4)                                                                              \
	X(SYNTAX, "^ISO C++ forbids declaration*no type", NULL, NULL, NULL, 0, 0)                  \
	X(TYPE_MISMATCH, "^ISO C++ forbids comparison", NULL, NULL, NULL, 0, 0)                    \
	X(TYPE_MISMATCH, "^ISO C++ forbids convert", NULL, NULL, NULL, 0, 0)                       \
	X(TYPE_MISMATCH, "^ISO C++ forbids cast", NULL, NULL, NULL, 0, 0)                          \
	X(TYPE_MISMATCH, "^ISO C++ forbids taking the address", NULL, NULL, NULL, 0, 0)            \
	X(TYPE_MISMATCH, "^ISO C++ forbids assignment", NULL, NULL, NULL, 0, 0)                    \
	X(TYPE_MISMATCH, "^ISO C++ forbids in-class initialization", NULL, NULL, NULL, 0, 0)       \
	X(TYPE_MISMATCH, "^ISO C++ forbids initialization", NULL, NULL, NULL, 0, 0)                \
	X(PLATFORM, "ISO C", NULL, NULL, NULL, 15, 15)                                             \
	X(PLATFORM, "before C++", NULL, NULL, NULL, 5, 5)                                          \
	X(PLATFORM, "^C++ style comments", NULL, NULL, NULL, 0, 0)                                 \
	X(PLATFORM, "does not conform", NULL, NULL, NULL, 0, 0)                                    \
	X(PLATFORM, "in OpenMP 5", NULL, NULL, NULL, 0, 0)                                         \
	X(PLATFORM, "Microsoft C++ ABI", NULL, NULL, NULL, 3, 3)                                   \
	X(LOGIC, "^undefining", NULL, NULL, NULL, 3, 3)                                            \
	X(PLATFORM, "not supported", "-Wignored-attributes", NULL, NULL, 1, 1)                     \
	X(TYPE_MISMATCH, "conflict", "-Wattributes", NULL, NULL, 1, 1)                             \
	X(TYPE_MISMATCH, "alignment", "-Wattributes", NULL, NULL, 1, 1)                            \
	X(TYPE_MISMATCH, "returning", "-Wattributes", NULL, NULL, 1, 1)                            \
	X(TYPE_MISMATCH, "argument value", "-Wattributes", NULL, NULL, 0, 0)                       \
	X(TYPE_MISMATCH, "definition must contain", "-Wignored-attributes", NULL, NULL, 1, 1)      \
	X(UNDEFINED_SYMBOL, "incompatible implicit declaration", "-Wbuiltin-declaration-mismatch", \
		NULL, NULL, 4, 4)                                                                  \
	X(PLATFORM, "enumerator value*integer constant", "-Wpedantic", NULL, NULL, 1, 1)           \
	X(UB, "undefined behavior", "-Wformat", NULL, NULL, 1, 1)                                  \
	X(LOGIC, "is zero", "-Walloc*", NULL, NULL, 2, 2)                                          \
	X(LOGIC, "allocation size of 0", NULL, NULL, NULL, 1, 1)                                   \
	/* checks of clang-tidy that name several faults */                                        \
	X(CONCURRENCY, "non-reentrant", "bugprone-unsafe-functions", NULL, NULL, 1, 1)             \
	X(UB, "is not bounds-checking", "bugprone-unsafe-functions", NULL, NULL, 0, 0)             \
	X(LOGIC, NULL, "bugprone-unsafe-functions", NULL, NULL, 1, 1)                              \
	X(NONE, "is not used directly", "misc-include-cleaner", NULL, NULL, 4, 4)                  \
	X(LIFETIME, "already closed", "clang-analyzer-*", NULL, NULL, 0, 0)                        \
	X(LIFETIME, "already be closed", "clang-analyzer-*", NULL, NULL, 0, 0)                     \
	X(LIFETIME, "closed stream", "clang-analyzer-*", NULL, NULL, 0, 0)                         \
	X(LIFETIME, "after being closed", "clang-analyzer-*", NULL, NULL, 0, 0)                    \
	X(LIFETIME, "after free", "clang-analyzer-*", NULL, NULL, 0, 0)                            \
	X(LIFETIME, "freed", "clang-analyzer-*", NULL, NULL, 0, 0)                                 \
	X(LIFETIME, "deleted", "clang-analyzer-*", NULL, NULL, 0, 0)                               \
	X(LIFETIME, "nvalidated", "clang-analyzer-*", NULL, NULL, 0, 0)                            \
	X(LIFETIME, "dangling", "clang-analyzer-*", NULL, NULL, 0, 0)                              \
	X(RESOURCE, "leak", "clang-analyzer-*", NULL, NULL, 7, 7)                                  \
	X(RESOURCE, "never closed", "clang-analyzer-*", NULL, NULL, 0, 0)                          \
	X(RESOURCE, "not memory allocated", "clang-analyzer-*", NULL, NULL, 2, 2)                  \
	X(RESOURCE, "Memory allocated by", "clang-analyzer-*", NULL, NULL, 1, 1)                   \
	X(LIFETIME, "after it is", "clang-analyzer-*", NULL, NULL, 0, 0)                           \
	X(LIFETIME, "released memory", "clang-analyzer-*", NULL, NULL, 0, 0)                       \
	X(LIFETIME, "after it was", "clang-analyzer-*", NULL, NULL, 0, 0)                          \
	X(LIFETIME, "ttempt to free released", "clang-analyzer-*", NULL, NULL, 0, 0)               \
	X(LIFETIME, "ttempt to delete released", "clang-analyzer-*", NULL, NULL, 0, 0)             \
	X(RESOURCE, "rgument to free()", "clang-analyzer-*", NULL, NULL, 0, 0)                     \
	X(RESOURCE, "rgument to '", "clang-analyzer-unix.Malloc", NULL, NULL, 0, 0)                \
	X(RESOURCE, "rgument to '", "clang-analyzer-cplusplus.NewDelete", NULL, NULL, 0, 0)

#define DIAG_RULES_LAST(X)                                        \
	/* flags that say little of the fault */                  \
	X(TYPE_MISMATCH, NULL, "-fpermissive", NULL, "gcc", 1, 1) \
	X(PLATFORM, NULL, "-Wpedantic", NULL, NULL, 2, 2)         \
	X(LOGIC, NULL, "-Wextra", NULL, "gcc", 0, 0)

/* Rules of tools that have only their own: the first ones, and of nobody else. */
#define DIAG_RULES_OWN(X)      \
	DIAG_RULES_CPPCHECK(X) \
	DIAG_RULES_MSVC(X)     \
	DIAG_RULES_NVCC(X)     \
	DIAG_RULES_BUILD(X)

#define DIAG_RULES(X)            \
	DIAG_RULES_CPPCHECK(X)   \
	DIAG_RULES_MSVC(X)       \
	DIAG_RULES_NVCC(X)       \
	DIAG_RULES_BUILD(X)      \
	DIAG_RULES_LINKERS(X)    \
	DIAG_RULES_FIRST(X)      \
	DIAG_RULES_FLAGS_RUN(X)  \
	DIAG_RULES_FLAGS_TEXT(X) \
	DIAG_RULES_TIDY(X) DIAG_RULES_WORDS(X) DIAG_RULES_LAST(X) DIAG_RULES_WIDE(X)

#endif
