/*
 * The classifier's table, by first match from the top. X(class, words, code, note, tool, right,
 * total)
 *
 *   words  the message holds these, in this order where "*" stands between them; "^" starts it; "'"
 *          stands for the quotes of any locale
 *   code   the flag without "-Werror=" turned to "-W"; a "*" at its end matches any rest
 *   note   a note of the diagnostic holds this
 *   tool   who alone words it so
 *   right, total   answers on tests/fixtures/diag/labels.tsv; test_classify checks them
 *
 * NULL matches anything.
 */
#ifndef FL_DIAG_RULES_H
#define FL_DIAG_RULES_H

#include <stddef.h>

#define DIAG_RULES(X)                                                                          \
	/* linker words, whoever prints them */                                                \
	X(LINKER, "undefined reference to", NULL, NULL, NULL, 9, 9)                            \
	X(LINKER, "^undefined symbol", NULL, NULL, NULL, 0, 0)                                 \
	X(LINKER, "multiple definition of", NULL, NULL, NULL, 2, 2)                            \
	X(LINKER, "^cannot find -l", NULL, NULL, NULL, 1, 1)                                   \
	X(LINKER, "^ld returned", NULL, NULL, NULL, 0, 0)                                      \
	X(LINKER, "^linker command failed", NULL, NULL, NULL, 0, 0)                            \
	/* the platform: standard, headers of other systems, what is deprecated */             \
	X(PLATFORM, "is a C++*extension", NULL, NULL, NULL, 4, 4)                              \
	X(PLATFORM, "is a C*extension", "-Wc*-extensions", NULL, NULL, 0, 0)                   \
	X(PLATFORM, "only available with '-std=", NULL, NULL, "gcc", 2, 2)                     \
	X(PLATFORM, NULL, NULL, "is only available from C", "gcc", 0, 0)                       \
	X(PLATFORM, "windows.h", NULL, NULL, NULL, 2, 2)                                       \
	X(PLATFORM, "^#error", NULL, NULL, "gcc", 1, 1)                                        \
	X(PLATFORM, "platform", NULL, NULL, NULL, 1, 1)                                        \
	X(PLATFORM, "unknown type name '__*", NULL, NULL, NULL, 0, 0)                          \
	X(PLATFORM, "target specific option mismatch", NULL, NULL, NULL, 0, 0)                 \
	X(PLATFORM, NULL, "-Wdeprecated*", NULL, NULL, 2, 2)                                   \
	X(PLATFORM, NULL, "-Wc++*", NULL, NULL, 1, 1)                                          \
	X(PLATFORM, NULL, "-Wabi*", NULL, NULL, 0, 0)                                          \
	/* names that are not there */                                                         \
	X(UNDEFINED_SYMBOL, "No such file or directory", NULL, NULL, NULL, 1, 1)               \
	X(UNDEFINED_SYMBOL, "file not found", NULL, NULL, "clang", 1, 1)                       \
	X(UNDEFINED_SYMBOL, "was not declared in this scope", NULL, NULL, "gcc", 5, 5)         \
	X(UNDEFINED_SYMBOL, "' undeclared", NULL, NULL, "gcc", 4, 4)                           \
	X(UNDEFINED_SYMBOL, "use of undeclared identifier", NULL, NULL, "clang", 9, 9)         \
	X(UNDEFINED_SYMBOL, "undeclared library function", NULL, NULL, "clang", 3, 3)          \
	X(UNDEFINED_SYMBOL, "undeclared function", NULL, NULL, "clang", 0, 0)                  \
	X(UNDEFINED_SYMBOL, NULL, "-Wimplicit-function-declaration", NULL, NULL, 6, 6)         \
	X(UNDEFINED_SYMBOL, "incompatible implicit declaration", NULL, NULL, "gcc", 3, 3)      \
	X(UNDEFINED_SYMBOL, "is not a member of", NULL, NULL, "gcc", 1, 4)                     \
	X(UNDEFINED_SYMBOL, "has no member named", NULL, NULL, "gcc", 5, 5)                    \
	X(UNDEFINED_SYMBOL, "no member named", NULL, NULL, "clang", 5, 7)                      \
	X(UNDEFINED_SYMBOL, "does not name a", NULL, NULL, "gcc", 1, 1)                        \
	X(UNDEFINED_SYMBOL, "no type named", NULL, NULL, "clang", 0, 1)                        \
	X(UNDEFINED_SYMBOL, "no template named", NULL, NULL, "clang", 0, 0)                    \
	X(UNDEFINED_SYMBOL, "unknown type name", NULL, NULL, NULL, 0, 0)                       \
	X(UNDEFINED_SYMBOL, "has not been declared", NULL, NULL, "gcc", 0, 0)                  \
	X(UNDEFINED_SYMBOL, "incomplete type", NULL, NULL, NULL, 0, 0)                         \
	/* what ends too early or is freed */                                                  \
	X(LIFETIME, NULL, "-Wreturn-local-addr", NULL, "gcc", 2, 2)                            \
	X(LIFETIME, NULL, "-Wreturn-stack-address", NULL, "clang", 3, 3)                       \
	X(LIFETIME, NULL, "-Wdangling*", NULL, NULL, 0, 0)                                     \
	X(LIFETIME, NULL, "-Wuse-after-free*", NULL, "gcc", 1, 1)                              \
	X(LIFETIME, NULL, "-Wanalyzer-use-after-free", NULL, "gcc", 0, 0)                      \
	X(LIFETIME, NULL, "-Wanalyzer-double-free", NULL, "gcc", 0, 0)                         \
	X(LIFETIME, NULL, "-Wanalyzer-use-of-pointer-in-stale-stack-frame", NULL, "gcc", 0, 0) \
	X(LIFETIME, NULL, "-Wuse-after-move", NULL, NULL, 0, 0)                                \
	/* resources */                                                                        \
	X(RESOURCE, NULL, "-Wmismatched-new-delete", NULL, NULL, 2, 2)                         \
	X(RESOURCE, NULL, "-Wmismatched-dealloc", NULL, "gcc", 0, 0)                           \
	X(RESOURCE, NULL, "-Wfree-nonheap-object", NULL, NULL, 0, 0)                           \
	X(RESOURCE, NULL, "-Wanalyzer-malloc-leak", NULL, "gcc", 0, 0)                         \
	X(RESOURCE, NULL, "-Wanalyzer-file-leak", NULL, "gcc", 0, 0)                           \
	X(RESOURCE, NULL, "-Wanalyzer-fd-*", NULL, "gcc", 0, 0)                                \
	X(RESOURCE, NULL, "-Wanalyzer-mismatching-deallocation", NULL, "gcc", 0, 0)            \
	X(LOGIC, NULL, "-Wunused-result", NULL, NULL, 2, 2)                                    \
	X(CONCURRENCY, NULL, "-Wthread-safety*", NULL, "clang", 0, 0)                          \
	X(CONCURRENCY, NULL, "-Watomic*", NULL, NULL, 0, 0)                                    \
	/* undefined behaviour that the compiler sees */                                       \
	X(UB, NULL, "-Wuninitialized", NULL, NULL, 4, 4)                                       \
	X(UB, NULL, "-Wmaybe-uninitialized", NULL, "gcc", 0, 0)                                \
	X(UB, NULL, "-Wsometimes-uninitialized", NULL, "clang", 0, 0)                          \
	X(UB, NULL, "-Wreturn-type", NULL, NULL, 2, 2)                                         \
	X(UB, NULL, "-Warray-bounds*", NULL, NULL, 2, 2)                                       \
	X(UB, NULL, "-Wstringop-*", NULL, "gcc", 0, 0)                                         \
	X(UB, NULL, "-Wfortify-source", NULL, "clang", 1, 1)                                   \
	X(UB, NULL, "-Wformat-overflow*", NULL, NULL, 0, 0)                                    \
	X(UB, NULL, "-Wshift-*", NULL, NULL, 2, 2)                                             \
	X(UB, NULL, "-Wdiv*-by-zero", NULL, NULL, 2, 2)                                        \
	X(UB, NULL, "-Winteger-overflow", NULL, "clang", 2, 2)                                 \
	X(UB, "overflow in expression", "-Woverflow", NULL, "gcc", 1, 1)                       \
	X(UB, NULL, "-Wnull-dereference", NULL, NULL, 0, 0)                                    \
	X(UB, NULL, "-Wnonnull*", NULL, NULL, 0, 0)                                            \
	X(UB, NULL, "-Wsequence-point", NULL, "gcc", 0, 0)                                     \
	X(UB, NULL, "-Wunsequenced", NULL, "clang", 0, 0)                                      \
	X(UB, NULL, "-Wstrict-aliasing*", NULL, NULL, 0, 0)                                    \
	X(UB, NULL, "-Wanalyzer-*", NULL, "gcc", 0, 0)                                         \
	/* logic that looks wrong */                                                           \
	X(LOGIC, NULL, "-Wunused*", NULL, NULL, 9, 9)                                          \
	X(LOGIC, NULL, "-Wparentheses*", NULL, NULL, 2, 2)                                     \
	X(LOGIC, NULL, "-Wmisleading-indentation", NULL, NULL, 2, 2)                           \
	X(LOGIC, NULL, "-Wswitch*", NULL, NULL, 2, 2)                                          \
	X(LOGIC, NULL, "-Wimplicit-fallthrough*", NULL, NULL, 0, 0)                            \
	X(LOGIC, NULL, "-Wtautological*", NULL, "clang", 0, 0)                                 \
	X(LOGIC, NULL, "-Wtype-limits", NULL, "gcc", 1, 1)                                     \
	X(LOGIC, NULL, "-Wstring-compare", NULL, "clang", 1, 1)                                \
	X(LOGIC, NULL, "-Waddress", NULL, "gcc", 1, 1)                                         \
	X(LOGIC, NULL, "-Wreorder*", NULL, NULL, 4, 4)                                         \
	X(LOGIC, NULL, "-Wlogical-op*", NULL, NULL, 0, 0)                                      \
	X(LOGIC, NULL, "-Wint-in-bool-context", NULL, NULL, 0, 0)                              \
	X(LOGIC, NULL, "-Wempty-body", NULL, NULL, 0, 0)                                       \
	X(LOGIC, NULL, "-Wself-assign*", NULL, NULL, 0, 0)                                     \
	X(LOGIC, NULL, "-Winfinite-recursion", NULL, NULL, 0, 0)                               \
	X(TYPE_MISMATCH, "^static assertion failed", NULL, NULL, NULL, 3, 5)                   \
	X(TYPE_MISMATCH, "^static_assert failed", NULL, NULL, "clang", 1, 2)                   \
	X(SYNTAX, "is not captured", NULL, NULL, "gcc", 1, 1)                                  \
	X(SYNTAX, "cannot be implicitly captured", NULL, NULL, "clang", 1, 1)                  \
	/* defined twice: the rule of one definition, as among object files */                 \
	X(TYPE_MISMATCH, "redefinition of*with a different type", NULL, NULL, "clang", 2, 2)   \
	X(TYPE_MISMATCH, "redeclaration of*with a different type", NULL, NULL, "clang", 1, 1)  \
	X(LINKER, "^redefinition of", NULL, NULL, NULL, 6, 6)                                  \
	/* types */                                                                            \
	X(TYPE_MISMATCH, "conflicting", NULL, NULL, NULL, 3, 3)                                \
	X(TYPE_MISMATCH, "cannot convert", NULL, NULL, "gcc", 4, 4)                            \
	X(TYPE_MISMATCH, "invalid conversion", NULL, NULL, "gcc", 3, 3)                        \
	X(TYPE_MISMATCH, "conversion", NULL, NULL, NULL, 19, 19)                               \
	X(TYPE_MISMATCH, "cannot initialize", NULL, NULL, "clang", 5, 5)                       \
	X(TYPE_MISMATCH, "incompatible", NULL, NULL, NULL, 4, 4)                               \
	X(TYPE_MISMATCH, "without a cast", NULL, NULL, "gcc", 1, 1)                            \
	X(TYPE_MISMATCH, "no match", NULL, NULL, NULL, 11, 11)                                 \
	X(TYPE_MISMATCH, "no viable", NULL, NULL, "clang", 1, 1)                               \
	X(TYPE_MISMATCH, "invalid operands", NULL, NULL, NULL, 1, 1)                           \
	X(TYPE_MISMATCH, "invalid type", NULL, NULL, NULL, 0, 0)                               \
	X(SYNTAX, "macro*arguments", NULL, NULL, NULL, 1, 1)                                   \
	X(SYNTAX, "macro*invocation", NULL, NULL, "clang", 1, 1)                               \
	X(TYPE_MISMATCH, "too few arguments", NULL, NULL, NULL, 1, 1)                          \
	X(TYPE_MISMATCH, "too many arguments", NULL, NULL, NULL, 2, 2)                         \
	X(TYPE_MISMATCH, "ambiguous", NULL, NULL, NULL, 0, 0)                                  \
	X(TYPE_MISMATCH, "deleted", NULL, NULL, NULL, 3, 3)                                    \
	X(TYPE_MISMATCH, "abstract", NULL, NULL, NULL, 2, 2)                                   \
	X(TYPE_MISMATCH, "read-only", NULL, NULL, "gcc", 2, 2)                                 \
	X(TYPE_MISMATCH, "const-qualified", NULL, NULL, "clang", 2, 2)                         \
	X(TYPE_MISMATCH, "discards*qualifier", NULL, NULL, NULL, 0, 0)                         \
	X(TYPE_MISMATCH, "within this context", NULL, NULL, "gcc", 3, 3)                       \
	X(TYPE_MISMATCH, "is a private", NULL, NULL, "clang", 2, 2)                            \
	X(TYPE_MISMATCH, "is a protected", NULL, NULL, "clang", 0, 0)                          \
	X(TYPE_MISMATCH, "calling a p*constructor", NULL, NULL, "clang", 1, 1)                 \
	X(TYPE_MISMATCH, "pointer type", NULL, NULL, "gcc", 1, 1)                              \
	X(TYPE_MISMATCH, "member reference*type", NULL, NULL, "clang", 1, 1)                   \
	X(TYPE_MISMATCH, "is not a class", NULL, NULL, NULL, 2, 2)                             \
	X(TYPE_MISMATCH, "because it has no members", NULL, NULL, "clang", 2, 2)               \
	X(TYPE_MISMATCH, "different sign", NULL, NULL, NULL, 2, 2)                             \
	X(TYPE_MISMATCH, "constraint", NULL, NULL, NULL, 0, 0)                                 \
	X(TYPE_MISMATCH, NULL, "-Wformat*", NULL, NULL, 6, 6)                                  \
	X(TYPE_MISMATCH, NULL, "-W*conversion", NULL, NULL, 0, 0)                              \
	X(TYPE_MISMATCH, NULL, "-Woverflow", NULL, NULL, 0, 0)                                 \
	X(TYPE_MISMATCH, NULL, "-W*sign*", NULL, NULL, 0, 0)                                   \
	X(TYPE_MISMATCH, NULL, "-fpermissive", NULL, "gcc", 0, 0)                              \
	/* the grammar */                                                                      \
	X(SYNTAX, "expected", NULL, NULL, NULL, 16, 16)                                        \
	X(SYNTAX, "^missing", NULL, NULL, NULL, 5, 5)                                          \
	X(SYNTAX, "unterminated", NULL, NULL, NULL, 0, 0)                                      \
	X(SYNTAX, "stray", NULL, NULL, "gcc", 0, 0)                                            \
	X(SYNTAX, "extraneous", NULL, NULL, "clang", 0, 0)                                     \
	X(SYNTAX, "without a previous", NULL, NULL, "gcc", 0, 0)                               \
	X(SYNTAX, "requires a type specifier", NULL, NULL, "clang", 0, 0)                      \
	X(SYNTAX, "#pragma once", NULL, NULL, NULL, 3, 3)

#endif
