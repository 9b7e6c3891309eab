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
	X(LINKER, "undefined reference", NULL, NULL, NULL, 9, 9)                               \
	X(LINKER, "^undefined symbol", NULL, NULL, NULL, 0, 0)                                 \
	X(LINKER, "multiple definition of", NULL, NULL, NULL, 2, 2)                            \
	X(LINKER, "^cannot find -l", NULL, NULL, NULL, 1, 1)                                   \
	X(LINKER, "^ld returned", NULL, NULL, NULL, 0, 0)                                      \
	X(LINKER, "^linker command failed", NULL, NULL, NULL, 0, 0)                            \
	X(LINKER, "used but never defined", NULL, NULL, "gcc", 1, 1)                           \
	X(LINKER, NULL, "-Wundefined-in*", NULL, "clang", 0, 0)                                \
	X(LINKER, NULL, "-Wmain", NULL, NULL, 1, 1)                                            \
	/* the platform: standard, headers of other systems, what is deprecated */             \
	X(PLATFORM, "is a C++*extension", NULL, NULL, NULL, 4, 4)                              \
	X(PLATFORM, "is a C*extension", "-Wc*-extensions", NULL, NULL, 1, 1)                   \
	X(PLATFORM, "only available with '-std=", NULL, NULL, "gcc", 2, 2)                     \
	X(PLATFORM, NULL, NULL, "is only available from C", "gcc", 0, 0)                       \
	X(PLATFORM, "windows.h", NULL, NULL, NULL, 2, 2)                                       \
	X(PLATFORM, "^#error", NULL, NULL, "gcc", 1, 1)                                        \
	X(PLATFORM, "platform", NULL, NULL, NULL, 1, 1)                                        \
	X(PLATFORM, "unknown type name '__*", NULL, NULL, NULL, 0, 0)                          \
	X(PLATFORM, "target specific option mismatch", NULL, NULL, NULL, 0, 0)                 \
	X(PLATFORM, NULL, "-Wdeprecated*", NULL, NULL, 2, 2)                                   \
	X(TYPE_MISMATCH, NULL, "-Wc++11-narrowing", NULL, "clang", 2, 2)                       \
	X(PLATFORM, NULL, "-Wc++*", NULL, NULL, 1, 1)                                          \
	X(PLATFORM, NULL, "-Wabi*", NULL, NULL, 0, 0)                                          \
	/* names that are not there */                                                         \
	X(UNDEFINED_SYMBOL, "No such file or directory", NULL, NULL, NULL, 1, 1)               \
	X(UNDEFINED_SYMBOL, "file not found", NULL, NULL, "clang", 1, 1)                       \
	X(UNDEFINED_SYMBOL, "was not declared in this scope", NULL, NULL, "gcc", 5, 5)         \
	X(UNDEFINED_SYMBOL, "' undeclared", NULL, NULL, "gcc", 4, 4)                           \
	X(UNDEFINED_SYMBOL, "use of undeclared identifier", NULL, NULL, "clang", 9, 9)         \
	X(UNDEFINED_SYMBOL, "undeclared library function", NULL, NULL, "clang", 3, 3)          \
	X(UNDEFINED_SYMBOL, "undeclared function", NULL, NULL, "clang", 1, 1)                  \
	X(UNDEFINED_SYMBOL, NULL, "-Wimplicit-function-declaration", NULL, NULL, 7, 7)         \
	X(UNDEFINED_SYMBOL, "incompatible implicit declaration", NULL, NULL, "gcc", 3, 3)      \
	X(UNDEFINED_SYMBOL, "is not a member of", NULL, NULL, "gcc", 2, 5)                     \
	X(UNDEFINED_SYMBOL, "has no member named", NULL, NULL, "gcc", 5, 5)                    \
	X(UNDEFINED_SYMBOL, "no member named", NULL, NULL, "clang", 6, 8)                      \
	X(UNDEFINED_SYMBOL, "^member initializer", NULL, NULL, "clang", 1, 1)                  \
	X(UNDEFINED_SYMBOL, "does not name a", NULL, NULL, "gcc", 4, 4)                        \
	X(UNDEFINED_SYMBOL, "no type named", NULL, NULL, NULL, 2, 3)                           \
	X(UNDEFINED_SYMBOL, "no template named", NULL, NULL, "clang", 2, 2)                    \
	X(UNDEFINED_SYMBOL, "unknown type name", NULL, NULL, NULL, 7, 7)                       \
	X(UNDEFINED_SYMBOL, "has not been declared", NULL, NULL, "gcc", 1, 1)                  \
	X(UNDEFINED_SYMBOL, "incomplete type", NULL, NULL, NULL, 12, 12)                       \
	X(UNDEFINED_SYMBOL, "undefined template", NULL, NULL, NULL, 1, 1)                      \
	X(UNDEFINED_SYMBOL, "does not have any field", NULL, NULL, "gcc", 0, 0)                \
	X(UNDEFINED_SYMBOL, "of undefined type", NULL, NULL, "gcc", 1, 1)                      \
	X(UNDEFINED_SYMBOL, "incomplete definition of type", NULL, NULL, "clang", 1, 1)        \
	X(UNDEFINED_SYMBOL, "type*is incomplete", NULL, NULL, NULL, 2, 2)                      \
	X(UNDEFINED_SYMBOL, "is never completed", NULL, NULL, "clang", 1, 1)                   \
	X(UNDEFINED_SYMBOL, "incomplete return type", NULL, NULL, "clang", 1, 1)               \
	X(UNDEFINED_SYMBOL, "incomplete result type", NULL, NULL, "clang", 1, 1)               \
	X(UNDEFINED_SYMBOL, "storage size of", NULL, NULL, "gcc", 1, 1)                        \
	X(UNDEFINED_SYMBOL, "tag to refer to type", NULL, NULL, "clang", 1, 1)                 \
	X(UNDEFINED_SYMBOL, "undeclared label", NULL, NULL, "clang", 0, 0)                     \
	X(UNDEFINED_SYMBOL, "^label*used but not defined", NULL, NULL, "gcc", 0, 0)            \
	X(UNDEFINED_SYMBOL, "literal operator", NULL, NULL, NULL, 2, 2)                        \
	X(UNDEFINED_SYMBOL, "declared inside parameter list", NULL, NULL, "gcc", 1, 1)         \
	X(UNDEFINED_SYMBOL, NULL, "-Wvisibility", NULL, "clang", 1, 1)                         \
	X(UNDEFINED_SYMBOL, NULL, "-Wbuiltin-requires-header", NULL, "clang", 0, 0)            \
	X(UNDEFINED_SYMBOL, "not declared", NULL, NULL, "gcc", 0, 0)                           \
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
	X(TYPE_MISMATCH, "with a value, in function returning", NULL, NULL, "gcc", 1, 1)       \
	X(TYPE_MISMATCH, "should not return a value", NULL, NULL, "clang", 1, 1)               \
	X(UB, NULL, "-Wreturn-type", NULL, NULL, 5, 5)                                         \
	X(UB, NULL, "-Warray-bounds*", NULL, NULL, 2, 2)                                       \
	X(UB, NULL, "-Wstringop-*", NULL, "gcc", 0, 0)                                         \
	X(UB, NULL, "-Wfortify-source", NULL, "clang", 1, 1)                                   \
	X(UB, NULL, "-Wformat-overflow*", NULL, NULL, 0, 0)                                    \
	X(UB, NULL, "-Wshift-*", NULL, NULL, 2, 2)                                             \
	X(UB, NULL, "-Wdiv*-by-zero", NULL, NULL, 2, 2)                                        \
	X(UB, NULL, "-Winteger-overflow", NULL, "clang", 2, 2)                                 \
	X(UB, "overflow in expression", "-Woverflow", NULL, "gcc", 1, 1)                       \
	X(UB, NULL, "-Wnull-dereference", NULL, NULL, 0, 0)                                    \
	X(UB, NULL, "-Wnull-pointer-*", NULL, "clang", 1, 1)                                   \
	X(UB, "^uninitialized", NULL, NULL, "gcc", 0, 0)                                       \
	X(UB, "declared as reference but not initialized", NULL, NULL, "gcc", 0, 0)            \
	X(UB, "requires an initializer", NULL, NULL, "clang", 0, 0)                            \
	X(UB, "default initialization of an object of const type", NULL, NULL, "clang", 0, 0)  \
	X(UB, NULL, "-Wnonnull*", NULL, NULL, 1, 1)                                            \
	X(UB, NULL, "-Wsequence-point", NULL, "gcc", 1, 1)                                     \
	X(UB, NULL, "-Wunsequenced", NULL, "clang", 0, 0)                                      \
	X(UB, NULL, "-Wstrict-aliasing*", NULL, NULL, 0, 0)                                    \
	X(UB, NULL, "-Wanalyzer-*", NULL, "gcc", 0, 0)                                         \
	/* logic that looks wrong */                                                           \
	X(LOGIC, NULL, "-Wunused*", NULL, NULL, 28, 28)                                        \
	X(LOGIC, NULL, "-Wparentheses*", NULL, NULL, 3, 3)                                     \
	X(LOGIC, NULL, "-Wmisleading-indentation", NULL, NULL, 3, 3)                           \
	X(LOGIC, NULL, "-Wswitch*", NULL, NULL, 2, 2)                                          \
	X(LOGIC, NULL, "-Wimplicit-fallthrough*", NULL, NULL, 0, 0)                            \
	X(LOGIC, NULL, "-Wtautological*", NULL, "clang", 0, 0)                                 \
	X(LOGIC, NULL, "-Wtype-limits", NULL, "gcc", 1, 1)                                     \
	X(LOGIC, NULL, "-Wstring-compare", NULL, "clang", 1, 1)                                \
	X(LOGIC, NULL, "-Waddress", NULL, "gcc", 1, 1)                                         \
	X(LOGIC, NULL, "-Wreorder*", NULL, NULL, 4, 4)                                         \
	X(LOGIC, NULL, "-Wlogical-op*", NULL, NULL, 0, 0)                                      \
	X(LOGIC, NULL, "-Wint-in-bool-context", NULL, NULL, 0, 0)                              \
	X(LOGIC, NULL, "-Wempty-body", NULL, NULL, 1, 1)                                       \
	X(LOGIC, NULL, "-Wself-assign*", NULL, NULL, 0, 0)                                     \
	X(LOGIC, NULL, "-Winfinite-recursion", NULL, NULL, 1, 1)                               \
	X(LOGIC, NULL, "-Wfor-loop-analysis", NULL, "clang", 1, 1)                             \
	X(LOGIC, NULL, "-Wstring-concatenation", NULL, "clang", 1, 1)                          \
	X(LOGIC, NULL, "-Wstring-plus-*", NULL, "clang", 1, 1)                                 \
	X(LOGIC, NULL, "-Wmultichar", NULL, NULL, 3, 3)                                        \
	X(LOGIC, "duplicate case value", NULL, NULL, NULL, 0, 0)                               \
	X(LOGIC, "negative*size", NULL, NULL, NULL, 0, 0)                                      \
	X(LOGIC, "size*is negative", NULL, NULL, NULL, 0, 0)                                   \
	X(LOGIC, NULL, "-Wsizeof-*", NULL, NULL, 0, 0)                                         \
	X(LOGIC, NULL, "-Wbool-*", NULL, NULL, 0, 0)                                           \
	X(TYPE_MISMATCH, "^static assertion failed", NULL, NULL, NULL, 3, 5)                   \
	X(TYPE_MISMATCH, "^static_assert failed", NULL, NULL, "clang", 1, 2)                   \
	X(SYNTAX, "is not captured", NULL, NULL, "gcc", 1, 1)                                  \
	X(SYNTAX, "cannot be implicitly captured", NULL, NULL, "clang", 1, 1)                  \
	/* defined twice: the rule of one definition, as among object files */                 \
	X(SYNTAX, "^expected", NULL, NULL, NULL, 76, 76)                                       \
	X(SYNTAX, "with no type", NULL, NULL, "gcc", 1, 1)                                     \
	X(TYPE_MISMATCH, "as different kind of", NULL, NULL, NULL, 4, 4)                       \
	X(TYPE_MISMATCH, "redefinition of*with a different type", NULL, NULL, "clang", 2, 2)   \
	X(TYPE_MISMATCH, "redeclaration of*with a different type", NULL, NULL, "clang", 1, 1)  \
	X(LINKER, "^redefinition of", NULL, NULL, NULL, 6, 6)                                  \
	X(LINKER, "duplicate member", NULL, NULL, NULL, 1, 1)                                  \
	/* types */                                                                            \
	X(TYPE_MISMATCH, "conflicting", NULL, NULL, NULL, 7, 7)                                \
	X(TYPE_MISMATCH, "cannot convert", NULL, NULL, "gcc", 6, 6)                            \
	X(TYPE_MISMATCH, "invalid conversion", NULL, NULL, "gcc", 3, 3)                        \
	X(TYPE_MISMATCH, "conversion", NULL, NULL, NULL, 36, 36)                               \
	X(TYPE_MISMATCH, "cannot initialize", NULL, NULL, "clang", 10, 10)                     \
	X(TYPE_MISMATCH, "incompatible", NULL, NULL, NULL, 26, 26)                             \
	X(TYPE_MISMATCH, "without a cast", NULL, NULL, "gcc", 8, 8)                            \
	X(TYPE_MISMATCH, "no match", NULL, NULL, NULL, 14, 14)                                 \
	X(TYPE_MISMATCH, "no viable", NULL, NULL, "clang", 2, 2)                               \
	X(TYPE_MISMATCH, "invalid operands", NULL, NULL, NULL, 5, 7)                           \
	X(TYPE_MISMATCH, "invalid type", NULL, NULL, NULL, 2, 2)                               \
	X(SYNTAX, "macro*arguments", NULL, NULL, NULL, 1, 1)                                   \
	X(SYNTAX, "macro*invocation", NULL, NULL, "clang", 1, 1)                               \
	X(TYPE_MISMATCH, "too few arguments", NULL, NULL, NULL, 4, 4)                          \
	X(TYPE_MISMATCH, "too many arguments", NULL, NULL, NULL, 4, 5)                         \
	X(TYPE_MISMATCH, "ambiguous", NULL, NULL, NULL, 3, 3)                                  \
	X(TYPE_MISMATCH, "deleted", NULL, NULL, NULL, 3, 3)                                    \
	X(TYPE_MISMATCH, "abstract", NULL, NULL, NULL, 4, 4)                                   \
	X(TYPE_MISMATCH, "is not assignable", NULL, NULL, "clang", 2, 2)                       \
	X(TYPE_MISMATCH, "read-only", NULL, NULL, "gcc", 5, 5)                                 \
	X(TYPE_MISMATCH, "const-qualified", NULL, NULL, "clang", 3, 3)                         \
	X(TYPE_MISMATCH, "discards*qualifier", NULL, NULL, NULL, 6, 6)                         \
	X(TYPE_MISMATCH, "within this context", NULL, NULL, "gcc", 3, 3)                       \
	X(TYPE_MISMATCH, "is a private", NULL, NULL, "clang", 2, 2)                            \
	X(TYPE_MISMATCH, "is a protected", NULL, NULL, "clang", 0, 0)                          \
	X(TYPE_MISMATCH, "calling a p*constructor", NULL, NULL, "clang", 1, 1)                 \
	X(TYPE_MISMATCH, "pointer type", NULL, NULL, "gcc", 3, 3)                              \
	X(TYPE_MISMATCH, "member reference*type", NULL, NULL, "clang", 3, 3)                   \
	X(TYPE_MISMATCH, "is not a class", NULL, NULL, NULL, 2, 2)                             \
	X(TYPE_MISMATCH, "because it has no members", NULL, NULL, "clang", 2, 2)               \
	X(TYPE_MISMATCH, "different sign", NULL, NULL, NULL, 2, 2)                             \
	X(TYPE_MISMATCH, "^invalid initialization of", NULL, NULL, "gcc", 2, 2)                \
	X(TYPE_MISMATCH, "cannot pass", NULL, NULL, "clang", 1, 1)                             \
	X(TYPE_MISMATCH, "was expected", NULL, NULL, "gcc", 1, 1)                              \
	X(TYPE_MISMATCH, "given to*expected", NULL, NULL, "gcc", 1, 1)                         \
	X(TYPE_MISMATCH, NULL, "-Wbuiltin-declaration-mismatch", NULL, "gcc", 0, 0)            \
	X(TYPE_MISMATCH, "no variable template matches", NULL, NULL, "clang", 0, 0)            \
	X(TYPE_MISMATCH, "cannot bind", NULL, NULL, NULL, 1, 1)                                \
	X(TYPE_MISMATCH, "could not bind", NULL, NULL, "clang", 2, 2)                          \
	X(TYPE_MISMATCH, "could not convert", NULL, NULL, "gcc", 1, 1)                         \
	X(TYPE_MISMATCH, "convertible", NULL, NULL, NULL, 1, 1)                                \
	X(TYPE_MISMATCH, "cannot cast", NULL, NULL, NULL, 0, 0)                                \
	X(TYPE_MISMATCH, "cannot be cast", NULL, NULL, "clang", 1, 1)                          \
	X(TYPE_MISMATCH, "comparison*between", NULL, NULL, NULL, 7, 7)                         \
	X(TYPE_MISMATCH, "lvalue required", NULL, NULL, "gcc", 2, 2)                           \
	X(TYPE_MISMATCH, "cannot take the address", NULL, NULL, "clang", 1, 1)                 \
	X(TYPE_MISMATCH, "assignment of", NULL, NULL, "gcc", 0, 0)                             \
	X(TYPE_MISMATCH, "array subscript is not an integer", NULL, NULL, NULL, 3, 3)          \
	X(TYPE_MISMATCH, "subscripted value", NULL, NULL, NULL, 3, 3)                          \
	X(TYPE_MISMATCH, "subscript of pointer", NULL, NULL, "clang", 0, 0)                    \
	X(TYPE_MISMATCH, "is not a function", NULL, NULL, NULL, 4, 4)                          \
	X(TYPE_MISMATCH, "cannot be used as a function", NULL, NULL, "gcc", 1, 1)              \
	X(TYPE_MISMATCH, "^request for member", NULL, NULL, "gcc", 1, 1)                       \
	X(TYPE_MISMATCH, "base of member reference", NULL, NULL, "clang", 1, 1)                \
	X(TYPE_MISMATCH, "is a pointer; did you mean", NULL, NULL, NULL, 1, 1)                 \
	X(TYPE_MISMATCH, "member function must be called", NULL, NULL, "clang", 2, 2)          \
	X(TYPE_MISMATCH, "without*object", NULL, NULL, NULL, 0, 0)                             \
	X(TYPE_MISMATCH, "indirection requires pointer", NULL, NULL, "clang", 1, 1)            \
	X(TYPE_MISMATCH, "invalid argument", NULL, NULL, NULL, 1, 1)                           \
	X(TYPE_MISMATCH, "^invalid use of", NULL, NULL, NULL, 4, 4)                            \
	X(TYPE_MISMATCH, "void value not ignored", NULL, NULL, "gcc", 1, 1)                    \
	X(TYPE_MISMATCH, "return*value", NULL, NULL, NULL, 2, 2)                               \
	X(TYPE_MISMATCH, NULL, "-Wreturn-mismatch", NULL, NULL, 0, 0)                          \
	X(TYPE_MISMATCH, "excess elements", NULL, NULL, NULL, 2, 2)                            \
	X(TYPE_MISMATCH, "too many initializers", NULL, NULL, "gcc", 1, 1)                     \
	X(TYPE_MISMATCH, NULL, "-Wbraced-scalar-init", NULL, "clang", 1, 1)                    \
	X(TYPE_MISMATCH, "braces around scalar", NULL, NULL, "gcc", 0, 0)                      \
	X(TYPE_MISMATCH, "ambiguating", NULL, NULL, "gcc", 1, 1)                               \
	X(TYPE_MISMATCH, "declared void", NULL, NULL, "gcc", 1, 1)                             \
	X(TYPE_MISMATCH, "void type", NULL, NULL, NULL, 2, 2)                                  \
	X(TYPE_MISMATCH, "different types", NULL, NULL, NULL, 1, 1)                            \
	X(TYPE_MISMATCH, "wrong type", NULL, NULL, NULL, 1, 1)                                 \
	X(TYPE_MISMATCH, "from type", NULL, NULL, "gcc", 1, 1)                                 \
	X(TYPE_MISMATCH, "scalar", NULL, NULL, NULL, 2, 2)                                     \
	X(TYPE_MISMATCH, "type mismatch", NULL, NULL, NULL, 0, 0)                              \
	X(TYPE_MISMATCH, "cannot increment", NULL, NULL, "clang", 1, 1)                        \
	X(TYPE_MISMATCH, "cannot decrement", NULL, NULL, "clang", 0, 0)                        \
	X(TYPE_MISMATCH, NULL, "-Wconversion-null", NULL, "gcc", 1, 1)                         \
	X(TYPE_MISMATCH, NULL, "-Wnull-arithmetic", NULL, "clang", 1, 1)                       \
	X(TYPE_MISMATCH, NULL, "-Wpointer-arith", NULL, NULL, 1, 1)                            \
	X(TYPE_MISMATCH, "brace-enclosed initializer", NULL, NULL, "gcc", 1, 1)                \
	X(TYPE_MISMATCH, "must be an initializer list", NULL, NULL, "clang", 1, 1)             \
	X(TYPE_MISMATCH, "must return", NULL, NULL, NULL, 2, 2)                                \
	X(TYPE_MISMATCH, "declaration of*follows", NULL, NULL, NULL, 1, 1)                     \
	X(TYPE_MISMATCH, "cannot return*type", NULL, NULL, NULL, 0, 0)                         \
	X(TYPE_MISMATCH, "flexible array", NULL, NULL, NULL, 1, 1)                             \
	X(TYPE_MISMATCH, "differs from that in", NULL, NULL, NULL, 2, 2)                       \
	X(TYPE_MISMATCH, "does not match any declaration", NULL, NULL, "clang", 1, 1)          \
	X(TYPE_MISMATCH, "no declaration matches", NULL, NULL, "gcc", 1, 1)                    \
	X(TYPE_MISMATCH, "does not override", NULL, NULL, NULL, 1, 1)                          \
	X(TYPE_MISMATCH, "can be marked", NULL, NULL, "clang", 0, 0)                           \
	X(TYPE_MISMATCH, "constant expression", NULL, NULL, NULL, 0, 0)                        \
	X(TYPE_MISMATCH, "is not constant", NULL, NULL, "gcc", 1, 1)                           \
	X(TYPE_MISMATCH, "compile-time constant", NULL, NULL, "clang", 1, 1)                   \
	X(TYPE_MISMATCH, "template argument", NULL, NULL, NULL, 1, 1)                          \
	X(TYPE_MISMATCH, "deduc", NULL, NULL, NULL, 0, 0)                                      \
	X(TYPE_MISMATCH, "must explicitly initialize", NULL, NULL, "clang", 0, 0)              \
	X(TYPE_MISMATCH, "inaccessible", NULL, NULL, "gcc", 0, 0)                              \
	X(TYPE_MISMATCH, "cannot be overloaded", NULL, NULL, NULL, 1, 1)                       \
	X(TYPE_MISMATCH, "cannot be redeclared", NULL, NULL, "clang", 0, 0)                    \
	X(TYPE_MISMATCH, "may not be initialized", NULL, NULL, NULL, 0, 0)                     \
	X(TYPE_MISMATCH, NULL, "-Wignored-qualifiers", NULL, NULL, 5, 5)                       \
	X(TYPE_MISMATCH, NULL, "-W*compare", NULL, NULL, 1, 1)                                 \
	X(TYPE_MISMATCH, "constraint", NULL, NULL, NULL, 0, 0)                                 \
	X(TYPE_MISMATCH, NULL, "-Wformat*", NULL, NULL, 8, 8)                                  \
	X(TYPE_MISMATCH, NULL, "-W*conversion", NULL, NULL, 0, 0)                              \
	X(TYPE_MISMATCH, NULL, "-Woverflow", NULL, NULL, 0, 0)                                 \
	X(TYPE_MISMATCH, NULL, "-W*sign*", NULL, NULL, 0, 0)                                   \
	X(TYPE_MISMATCH, NULL, "-fpermissive", NULL, "gcc", 3, 3)                              \
	/* the grammar */                                                                      \
	X(SYNTAX, "expected", NULL, NULL, NULL, 6, 6)                                          \
	X(SYNTAX, "^missing", NULL, NULL, NULL, 7, 7)                                          \
	X(SYNTAX, "unterminated", NULL, NULL, NULL, 0, 0)                                      \
	X(SYNTAX, "stray", NULL, NULL, "gcc", 0, 0)                                            \
	X(SYNTAX, "extraneous", NULL, NULL, "clang", 2, 2)                                     \
	X(SYNTAX, "without a previous", NULL, NULL, "gcc", 1, 1)                               \
	X(SYNTAX, "requires a type specifier", NULL, NULL, "clang", 0, 0)                      \
	X(SYNTAX, "definition is not allowed", NULL, NULL, NULL, 3, 3)                         \
	X(SYNTAX, "storage class", NULL, NULL, NULL, 9, 9)                                     \
	X(SYNTAX, "^function-definition*not allowed", NULL, NULL, NULL, 0, 0)                  \
	X(SYNTAX, NULL, "-Wimplicit-int", NULL, NULL, 3, 3)                                    \
	X(SYNTAX, "has no type", NULL, NULL, "gcc", 0, 0)                                      \
	X(SYNTAX, "is initialized", NULL, NULL, "gcc", 2, 2)                                   \
	X(SYNTAX, "has both", NULL, NULL, "gcc", 1, 1)                                         \
	X(SYNTAX, "cannot have an initializer", NULL, NULL, "clang", 1, 1)                     \
	X(SYNTAX, "illegal initializer", NULL, NULL, "clang", 1, 1)                            \
	X(SYNTAX, "has no digits", NULL, NULL, NULL, 3, 3)                                     \
	X(SYNTAX, "invalid suffix", NULL, NULL, NULL, 4, 4)                                    \
	X(SYNTAX, "invalid digit", NULL, NULL, NULL, 0, 0)                                     \
	X(SYNTAX, "too many decimal points", NULL, NULL, "gcc", 0, 0)                          \
	X(SYNTAX, "old-style parameter", NULL, NULL, "gcc", 1, 1)                              \
	X(SYNTAX, NULL, "-Wold-style-declaration", NULL, "gcc", 1, 1)                          \
	X(SYNTAX, "in declaration specifiers", NULL, NULL, NULL, 3, 3)                         \
	X(SYNTAX, "data types in declaration", NULL, NULL, "gcc", 1, 1)                        \
	X(SYNTAX, "cannot combine with previous", NULL, NULL, "clang", 1, 1)                   \
	X(SYNTAX, "cannot be signed or unsigned", NULL, NULL, "clang", 1, 1)                   \
	X(SYNTAX, NULL, "-Wduplicate-decl-specifier", NULL, NULL, 3, 3)                        \
	X(SYNTAX, "^duplicate '", NULL, NULL, NULL, 1, 1)                                      \
	X(SYNTAX, "qualified-id in declaration", NULL, NULL, "gcc", 1, 1)                      \
	X(SYNTAX, "declared as a", NULL, NULL, NULL, 3, 3)                                     \
	X(SYNTAX, "cannot be declared", NULL, NULL, NULL, 1, 1)                                \
	X(SYNTAX, "does not allow storage", NULL, NULL, "clang", 0, 0)                         \
	X(SYNTAX, "declaration of anonymous", NULL, NULL, "clang", 1, 1)                       \
	X(SYNTAX, "loop initial declaration", NULL, NULL, "gcc", 2, 2)                         \
	X(SYNTAX, "non-local variable in", NULL, NULL, "clang", 1, 1)                          \
	X(SYNTAX, "type specifier", NULL, NULL, "clang", 1, 1)                                 \
	X(SYNTAX, "without types", NULL, NULL, NULL, 2, 2)                                     \
	X(SYNTAX, "preprocessing directive", NULL, NULL, NULL, 2, 2)                           \
	X(SYNTAX, "^#include expects", NULL, NULL, NULL, 0, 0)                                 \
	X(SYNTAX, "does not declare anything", NULL, NULL, NULL, 2, 2)                         \
	X(SYNTAX, "empty declaration", NULL, NULL, "gcc", 1, 1)                                \
	X(SYNTAX, "first and only parameter", NULL, NULL, "clang", 1, 1)                       \
	X(SYNTAX, "outside of*function", NULL, NULL, NULL, 1, 1)                               \
	X(SYNTAX, "not within", NULL, NULL, NULL, 0, 0)                                        \
	X(SYNTAX, "statement not in", NULL, NULL, "clang", 0, 0)                               \
	X(SYNTAX, "not at beginning", NULL, NULL, "gcc", 0, 0)                                 \
	X(SYNTAX, "cannot be constexpr", NULL, NULL, "clang", 2, 2)                            \
	X(SYNTAX, "does not refer to a value", NULL, NULL, "clang", 0, 0)                      \
	X(SYNTAX, "dot operator on a type", NULL, NULL, "clang", 1, 1)                         \
	X(SYNTAX, "cannot jump", NULL, NULL, "clang", 0, 0)                                    \
	X(SYNTAX, "^jump to", NULL, NULL, "gcc", 0, 0)                                         \
	X(SYNTAX, "empty character constant", NULL, NULL, "gcc", 0, 0)                         \
	X(SYNTAX, "character constant", NULL, NULL, NULL, 0, 0)                                \
	X(SYNTAX, "parameter*omitted", NULL, NULL, NULL, 0, 0)                                 \
	X(SYNTAX, NULL, "-Wextra-tokens", NULL, "clang", 0, 0)                                 \
	X(SYNTAX, "extra tokens", NULL, NULL, "gcc", 0, 0)                                     \
	X(SYNTAX, "extra qualification", NULL, NULL, NULL, 0, 0)                               \
	X(SYNTAX, "introduc*attribute", NULL, NULL, NULL, 3, 3)                                \
	X(SYNTAX, "qualifier", NULL, NULL, NULL, 5, 5)                                         \
	X(SYNTAX, "types may not be defined", NULL, NULL, "gcc", 1, 1)                         \
	X(SYNTAX, "cannot be defined in", NULL, NULL, "clang", 1, 1)                           \
	X(SYNTAX, "multiple types in one declaration", NULL, NULL, "gcc", 1, 1)                \
	X(SYNTAX, "cannot have a", NULL, NULL, "clang", 0, 0)                                  \
	X(SYNTAX, "^return type specification", NULL, NULL, "gcc", 0, 0)                       \
	X(SYNTAX, "specialization requires", NULL, NULL, "clang", 0, 0)                        \
	X(SYNTAX, "' is invalid", NULL, NULL, "clang", 1, 1)                                   \
	X(SYNTAX, "constructor name", NULL, NULL, NULL, 1, 1)                                  \
	X(SYNTAX, "names the constructor", NULL, NULL, "gcc", 1, 1)                            \
	X(SYNTAX, "non-static data member", NULL, NULL, "gcc", 1, 1)                           \
	X(SYNTAX, "specified with", NULL, NULL, "gcc", 1, 1)                                   \
	X(SYNTAX, "typedef declaration invalid", NULL, NULL, NULL, 1, 1)                       \
	X(SYNTAX, "requires type for loop variable", NULL, NULL, "clang", 1, 1)                \
	X(SYNTAX, "literal suffixes", NULL, NULL, "gcc", 1, 1)                                 \
	X(SYNTAX, "mixing declarations", NULL, NULL, "gcc", 1, 1)                              \
	X(SYNTAX, "constexpr specifier", NULL, NULL, NULL, 1, 1)                               \
	X(SYNTAX, NULL, "-Wmissing-declarations", NULL, "clang", 2, 2)                         \
	X(SYNTAX, "ignored in this declaration", NULL, NULL, "gcc", 1, 1)                      \
	X(SYNTAX, "cannot declare", NULL, NULL, NULL, 1, 1)                                    \
	X(SYNTAX, "non-variable declaration", NULL, NULL, "clang", 1, 1)                       \
	X(SYNTAX, "definition of implicitly", NULL, NULL, NULL, 2, 2)                          \
	X(SYNTAX, "can only appear on", NULL, NULL, "clang", 1, 1)                             \
	X(SYNTAX, "must have an initializer", NULL, NULL, "clang", 1, 1)                       \
	X(SYNTAX, "may not be declared", NULL, NULL, NULL, 1, 1)                               \
	X(SYNTAX, NULL, "-Wvexing-parse", NULL, NULL, 2, 2)                                    \
	X(SYNTAX, NULL, "-Wextra-semi*", NULL, NULL, 0, 0)                                     \
	X(SYNTAX, "#pragma once", NULL, NULL, NULL, 3, 3)                                      \
	/* the assembler */                                                                    \
	X(SYNTAX, "^no such instruction", NULL, NULL, "as", 0, 0)                              \
	X(SYNTAX, "^bad register name", NULL, NULL, "as", 0, 0)                                \
	X(SYNTAX, "mismatch for `", NULL, NULL, "as", 0, 0)                                    \
	X(SYNTAX, "^unknown pseudo-op", NULL, NULL, "as", 0, 0)                                \
	X(SYNTAX, "^junk `", NULL, NULL, "as", 0, 0)                                           \
	X(SYNTAX, "^invalid instruction", NULL, NULL, "as", 0, 0)                              \
	X(PLATFORM, NULL, "-Wpedantic", NULL, NULL, 0, 0)

#endif
