/*
 * What compilers say that no flag tells, for diag/classify/rules.h.
 */
#ifndef FL_DIAG_RULES_WORDS_H
#define FL_DIAG_RULES_WORDS_H

#include <stddef.h>

#define DIAG_RULES_WORDS(X)                                                                   \
	/* static assertions, by their condition */                                           \
	X(TYPE_MISMATCH, "^static assertion failed*std::is_", NULL, NULL, NULL, 1, 1)         \
	X(LOGIC, "^static assertion failed*sizeof...", NULL, NULL, NULL, 1, 1)                \
	X(PLATFORM, "^static assertion failed*sizeof", NULL, NULL, NULL, 0, 0)                \
	X(PLATFORM, "^static assertion failed*bit", NULL, NULL, NULL, 0, 0)                   \
	X(TYPE_MISMATCH, "^static assertion failed*type", NULL, NULL, NULL, 0, 0)             \
	X(LOGIC, "^static assertion failed", NULL, NULL, NULL, 0, 0)                          \
	X(TYPE_MISMATCH, "^static_assert failed*std::is_", NULL, NULL, NULL, 1, 1)            \
	X(LOGIC, "^static_assert failed*sizeof...", NULL, NULL, NULL, 0, 0)                   \
	X(PLATFORM, "^static_assert failed*sizeof", NULL, NULL, NULL, 0, 0)                   \
	X(PLATFORM, "^static_assert failed*bit", NULL, NULL, NULL, 0, 0)                      \
	X(TYPE_MISMATCH, "^static_assert failed*type", NULL, NULL, NULL, 0, 0)                \
	X(LOGIC, "^static_assert failed", NULL, NULL, NULL, 0, 0)                             \
	/* what would otherwise be taken for something else */                                \
	X(UB, "garbage", NULL, NULL, "clang", 0, 0)                                           \
	X(CONCURRENCY, "requires holding", NULL, NULL, NULL, 0, 0)                            \
	X(CONCURRENCY, "is not held on", NULL, NULL, NULL, 0, 0)                              \
	X(CONCURRENCY, "that is already held", NULL, NULL, NULL, 0, 0)                        \
	X(CONCURRENCY, "that was not held", NULL, NULL, NULL, 0, 0)                           \
	X(CONCURRENCY, "'transaction_safe' function", NULL, NULL, NULL, 0, 0)                 \
	X(CONCURRENCY, "in '__transaction_atomic'", NULL, NULL, NULL, 0, 0)                   \
	X(LIFETIME, "does not extend the lifetime", NULL, NULL, NULL, 0, 0)                   \
	X(UB, "remainder by zero", NULL, NULL, NULL, 0, 0)                                    \
	X(SYNTAX, "no newline at end", NULL, NULL, NULL, 0, 0)                                \
	X(SYNTAX, "not valid UTF-8", NULL, NULL, NULL, 0, 0)                                  \
	X(SYNTAX, "statement uses ':'", NULL, NULL, NULL, 0, 0)                               \
	X(LINKER, "undefined function template", NULL, NULL, NULL, 1, 1)                      \
	X(LINKER, "undefined variable template", NULL, NULL, NULL, 0, 0)                      \
	X(LINKER, "explicit instantiation of undefined", NULL, NULL, NULL, 0, 0)              \
	X(LINKER, "cannot also be an alias", NULL, NULL, NULL, 1, 1)                          \
	X(SYNTAX, "declared in enclosing function", NULL, NULL, NULL, 1, 1)                   \
	X(SYNTAX, "declared in enclosing lambda", NULL, NULL, NULL, 0, 0)                     \
	X(SYNTAX, "loop control variable", NULL, NULL, NULL, 1, 1)                            \
	X(CONCURRENCY, "is predetermined '", NULL, NULL, NULL, 1, 1)                          \
	X(CONCURRENCY, "iteration variable*should not be", NULL, NULL, NULL, 1, 1)            \
	X(CONCURRENCY, "iteration variable*may not be", NULL, NULL, NULL, 1, 1)               \
	X(CONCURRENCY, "threadprivate", NULL, NULL, NULL, 2, 2)                               \
	X(CONCURRENCY, "cannot be private", NULL, NULL, NULL, 0, 0)                           \
	X(CONCURRENCY, "variable can not be", NULL, NULL, NULL, 0, 0)                         \
	X(CONCURRENCY, "cannot be threadprivate", NULL, NULL, NULL, 0, 0)                     \
	X(TYPE_MISMATCH, "attribute is invalid for", NULL, NULL, NULL, 1, 1)                  \
	X(UNDEFINED_SYMBOL, "^implicit declaration of", NULL, NULL, NULL, 0, 0)               \
	X(SYNTAX, "not allowed here", NULL, NULL, NULL, 3, 3)                                 \
	X(SYNTAX, "'#pragma omp*does not support", NULL, NULL, NULL, 1, 1)                    \
	X(TYPE_MISMATCH, "^redefinition of*different type", NULL, NULL, NULL, 2, 2)           \
	X(CONCURRENCY, "variable must be shared", NULL, NULL, NULL, 2, 2)                     \
	X(LIFETIME, "whose lifetime", NULL, NULL, NULL, 2, 2)                                 \
	X(LIFETIME, "binds to a temporary", NULL, NULL, NULL, 0, 0)                           \
	X(CONCURRENCY, "'critical' regions", NULL, NULL, NULL, 1, 1)                          \
	X(CONCURRENCY, "data sharing attribute", NULL, NULL, NULL, 3, 3)                      \
	X(CONCURRENCY, "data-sharing", NULL, NULL, NULL, 0, 0)                                \
	X(CONCURRENCY, "atomic structure", NULL, NULL, NULL, 1, 1)                            \
	X(CONCURRENCY, "not in an explicit privatization", NULL, NULL, NULL, 1, 1)            \
	X(CONCURRENCY, "threadprivate", NULL, NULL, NULL, 0, 0)                               \
	X(CONCURRENCY, "not specified in enclosing", NULL, NULL, NULL, 0, 0)                  \
	X(CONCURRENCY, "may not be firstprivate", NULL, NULL, NULL, 0, 0)                     \
	X(CONCURRENCY, "may not be lastprivate", NULL, NULL, NULL, 0, 0)                      \
	X(CONCURRENCY, "may not be private", NULL, NULL, NULL, 0, 0)                          \
	X(CONCURRENCY, "private in outer", NULL, NULL, NULL, 1, 1)                            \
	X(CONCURRENCY, "memory model", NULL, NULL, NULL, 0, 0)                                \
	X(CONCURRENCY, "memory order", NULL, NULL, NULL, 0, 0)                                \
	X(CONCURRENCY, "calls to*within*atomic transaction", NULL, NULL, NULL, 0, 0)          \
	X(CONCURRENCY, "unsafe function call", NULL, NULL, NULL, 0, 0)                        \
	X(RESOURCE, "^deleting array", NULL, NULL, NULL, 1, 1)                                \
	X(RESOURCE, "'delete' applied to", NULL, NULL, NULL, 1, 1)                            \
	X(RESOURCE, "'delete[]' applied", NULL, NULL, NULL, 0, 0)                             \
	X(UB, "^pure virtual*called", NULL, NULL, NULL, 2, 2)                                 \
	X(UB, "'noreturn' function", NULL, NULL, NULL, 1, 1)                                  \
	X(UB, "declared 'noreturn'", NULL, NULL, NULL, 0, 0)                                  \
	X(UB, "division by zero", NULL, NULL, NULL, 1, 1)                                     \
	X(UB, "explicitly initialize the const", NULL, NULL, NULL, 1, 1)                      \
	X(UB, "explicitly initialize the reference", NULL, NULL, NULL, 0, 0)                  \
	X(UB, "uninitialized const", NULL, NULL, NULL, 1, 1)                                  \
	X(UB, "uninitialized reference", NULL, NULL, NULL, 1, 1)                              \
	X(UB, "should be initialized", NULL, NULL, NULL, 0, 0)                                \
	X(UB, "without initializ", NULL, NULL, NULL, 0, 0)                                    \
	X(SYNTAX, "conflict marker", NULL, NULL, NULL, 1, 1)                                  \
	X(SYNTAX, "not valid at the start", NULL, NULL, NULL, 1, 1)                           \
	X(SYNTAX, "requires a header-name", NULL, NULL, NULL, 1, 1)                           \
	X(SYNTAX, "may not be used in this context", NULL, NULL, NULL, 1, 1)                  \
	X(SYNTAX, "cannot return from", NULL, NULL, NULL, 1, 1)                               \
	X(SYNTAX, "branch to/from", NULL, NULL, NULL, 1, 1)                                   \
	X(SYNTAX, "template-parameter-lists", NULL, NULL, NULL, 2, 2)                         \
	X(SYNTAX, "cv-qualified", NULL, NULL, NULL, 1, 1)                                     \
	X(SYNTAX, "only valid on", NULL, NULL, NULL, 1, 1)                                    \
	X(SYNTAX, "must be followed by", NULL, NULL, NULL, 1, 1)                              \
	X(SYNTAX, "expression statement of form", NULL, NULL, NULL, 1, 1)                     \
	X(SYNTAX, "task' reduction", NULL, NULL, NULL, 2, 2)                                  \
	X(SYNTAX, "'task' modifier", NULL, NULL, NULL, 1, 1)                                  \
	X(SYNTAX, "may only be specified", NULL, NULL, NULL, 1, 1)                            \
	X(SYNTAX, "deduced return type", NULL, NULL, NULL, 1, 1)                              \
	X(SYNTAX, "form of '#pragma", NULL, NULL, NULL, 1, 1)                                 \
	X(SYNTAX, "within*region", NULL, NULL, NULL, 0, 0)                                    \
	X(SYNTAX, "nested inside", NULL, NULL, NULL, 3, 3)                                    \
	X(SYNTAX, "in compound statements", NULL, NULL, NULL, 2, 2)                           \
	X(SYNTAX, "immediate substatement", NULL, NULL, NULL, 3, 3)                           \
	X(SYNTAX, "in data clauses", NULL, NULL, NULL, 1, 1)                                  \
	X(SYNTAX, "clause*directive", NULL, NULL, NULL, 3, 3)                                 \
	X(TYPE_MISMATCH, "immediate function", NULL, NULL, NULL, 1, 1)                        \
	X(TYPE_MISMATCH, "consteval function", NULL, NULL, NULL, 1, 1)                        \
	X(TYPE_MISMATCH, "vector element", NULL, NULL, NULL, 1, 1)                            \
	X(TYPE_MISMATCH, "transparent", NULL, NULL, NULL, 1, 1)                               \
	X(TYPE_MISMATCH, "address of bit-field", NULL, NULL, NULL, 1, 1)                      \
	X(TYPE_MISMATCH, "negative width", NULL, NULL, NULL, 1, 1)                            \
	X(TYPE_MISMATCH, "not a variable in", NULL, NULL, NULL, 1, 1)                         \
	X(TYPE_MISMATCH, "array section", NULL, NULL, NULL, 2, 2)                             \
	X(TYPE_MISMATCH, "failed requirement", NULL, NULL, NULL, 1, 1)                        \
	X(TYPE_MISMATCH, "qualifier on function type", NULL, NULL, NULL, 1, 1)                \
	X(TYPE_MISMATCH, "too many template", NULL, NULL, NULL, 1, 1)                         \
	X(TYPE_MISMATCH, "requires explicit braces", NULL, NULL, NULL, 1, 1)                  \
	X(TYPE_MISMATCH, "has type", NULL, NULL, NULL, 1, 1)                                  \
	X(TYPE_MISMATCH, "value must be", NULL, NULL, NULL, 2, 2)                             \
	X(UNDEFINED_SYMBOL, "should have been declared", NULL, NULL, NULL, 1, 1)              \
	X(UNDEFINED_SYMBOL, "no class named", NULL, NULL, NULL, 1, 1)                         \
	X(UNDEFINED_SYMBOL, "no struct named", NULL, NULL, NULL, 0, 0)                        \
	X(UNDEFINED_SYMBOL, "no enum named", NULL, NULL, NULL, 0, 0)                          \
	X(PLATFORM, "unknown machine mode", NULL, NULL, NULL, 1, 1)                           \
	X(PLATFORM, "follows non-prototype", NULL, NULL, NULL, 1, 1)                          \
	X(PLATFORM, "target feature", NULL, NULL, NULL, 1, 1)                                 \
	X(PLATFORM, "-march", NULL, NULL, NULL, 0, 0)                                         \
	/* the platform: standard, headers of other systems, what is deprecated */            \
	X(PLATFORM, "is a C++*extension", NULL, NULL, NULL, 0, 0)                             \
	X(PLATFORM, "is a C*extension", "-Wc*-extensions", NULL, NULL, 0, 0)                  \
	X(PLATFORM, "only available with '-std=", NULL, NULL, "gcc", 0, 0)                    \
	X(PLATFORM, "^#error", NULL, NULL, "gcc", 1, 1)                                       \
	X(PLATFORM, "platform", NULL, NULL, NULL, 0, 0)                                       \
	X(PLATFORM, "unknown type name '__*", NULL, NULL, NULL, 0, 0)                         \
	/* names that are not there */                                                        \
	X(UNDEFINED_SYMBOL, "No such file or directory", NULL, NULL, NULL, 16, 16)            \
	X(UNDEFINED_SYMBOL, "file not found", NULL, NULL, "clang", 3, 3)                      \
	X(UNDEFINED_SYMBOL, "was not declared in this scope", NULL, NULL, "gcc", 7, 7)        \
	X(UNDEFINED_SYMBOL, "' undeclared", NULL, NULL, "gcc", 7, 7)                          \
	X(UNDEFINED_SYMBOL, "use of undeclared identifier", NULL, NULL, "clang", 8, 8)        \
	X(UNDEFINED_SYMBOL, "undeclared library function", NULL, NULL, "clang", 0, 0)         \
	X(UNDEFINED_SYMBOL, "undeclared function", NULL, NULL, "clang", 0, 0)                 \
	X(UNDEFINED_SYMBOL, "incompatible implicit declaration", NULL, NULL, "gcc", 0, 0)     \
	X(UNDEFINED_SYMBOL, "is not a member of", NULL, NULL, "gcc", 1, 1)                    \
	X(UNDEFINED_SYMBOL, "has no member named", NULL, NULL, "gcc", 3, 3)                   \
	X(UNDEFINED_SYMBOL, "no member named", NULL, NULL, "clang", 4, 4)                     \
	X(UNDEFINED_SYMBOL, "^member initializer", NULL, NULL, "clang", 0, 0)                 \
	X(UNDEFINED_SYMBOL, "does not name a", NULL, NULL, "gcc", 5, 5)                       \
	X(UNDEFINED_SYMBOL, "no type named", NULL, NULL, NULL, 0, 0)                          \
	X(UNDEFINED_SYMBOL, "no template named", NULL, NULL, "clang", 1, 1)                   \
	X(UNDEFINED_SYMBOL, "unknown type name", NULL, NULL, NULL, 8, 8)                      \
	X(UNDEFINED_SYMBOL, "has not been declared", NULL, NULL, "gcc", 0, 0)                 \
	X(UNDEFINED_SYMBOL, "incomplete type", NULL, NULL, NULL, 6, 6)                        \
	X(UNDEFINED_SYMBOL, "undefined template", NULL, NULL, NULL, 1, 1)                     \
	X(UNDEFINED_SYMBOL, "does not have any field", NULL, NULL, "gcc", 0, 0)               \
	X(UNDEFINED_SYMBOL, "of undefined type", NULL, NULL, "gcc", 0, 0)                     \
	X(UNDEFINED_SYMBOL, "incomplete definition of type", NULL, NULL, "clang", 1, 1)       \
	X(UNDEFINED_SYMBOL, "type*is incomplete", NULL, NULL, NULL, 0, 0)                     \
	X(UNDEFINED_SYMBOL, "is never completed", NULL, NULL, "clang", 0, 0)                  \
	X(UNDEFINED_SYMBOL, "incomplete return type", NULL, NULL, "clang", 0, 0)              \
	X(UNDEFINED_SYMBOL, "incomplete result type", NULL, NULL, "clang", 0, 0)              \
	X(UNDEFINED_SYMBOL, "storage size of", NULL, NULL, "gcc", 2, 2)                       \
	X(UNDEFINED_SYMBOL, "tag to refer to type", NULL, NULL, "clang", 0, 0)                \
	X(UNDEFINED_SYMBOL, "undeclared label", NULL, NULL, "clang", 0, 0)                    \
	X(UNDEFINED_SYMBOL, "^label*used but not defined", NULL, NULL, "gcc", 0, 0)           \
	X(UNDEFINED_SYMBOL, "literal operator", NULL, NULL, NULL, 1, 1)                       \
	X(UNDEFINED_SYMBOL, "declared inside parameter list", NULL, NULL, "gcc", 1, 1)        \
	X(UNDEFINED_SYMBOL, "not declared", NULL, NULL, "gcc", 0, 0)                          \
	X(UB, "^uninitialized", NULL, NULL, "gcc", 0, 0)                                      \
	X(UB, "declared as reference but not initialized", NULL, NULL, "gcc", 1, 1)           \
	X(UB, "requires an initializer", NULL, NULL, "clang", 0, 0)                           \
	X(UB, "default initialization of an object of const type", NULL, NULL, "clang", 1, 1) \
	/* logic that looks wrong */                                                          \
	X(LOGIC, "duplicate case value", NULL, NULL, NULL, 0, 0)                              \
	X(TYPE_MISMATCH, "negative*size", NULL, NULL, NULL, 1, 1)                             \
	X(TYPE_MISMATCH, "size*is negative", NULL, NULL, NULL, 0, 0)                          \
	X(SYNTAX, "is not captured", NULL, NULL, "gcc", 0, 0)                                 \
	X(SYNTAX, "cannot be implicitly captured", NULL, NULL, "clang", 1, 1)                 \
	/* defined twice: the rule of one definition, as among object files */                \
	X(SYNTAX, "^expected", NULL, NULL, NULL, 56, 56)                                      \
	X(SYNTAX, "with no type", NULL, NULL, "gcc", 0, 0)                                    \
	X(TYPE_MISMATCH, "as different kind of", NULL, NULL, NULL, 1, 1)                      \
	X(TYPE_MISMATCH, "redefinition of*different type", NULL, NULL, "clang", 0, 0)         \
	X(TYPE_MISMATCH, "redeclaration of*with a different type", NULL, NULL, "clang", 1, 1) \
	X(LINKER, "^redefinition of", NULL, NULL, NULL, 6, 6)                                 \
	X(LINKER, "duplicate member", NULL, NULL, NULL, 0, 0)                                 \
	/* types */                                                                           \
	X(TYPE_MISMATCH, "conflicting", NULL, NULL, NULL, 5, 5)                               \
	X(TYPE_MISMATCH, "cannot convert", NULL, NULL, "gcc", 2, 2)                           \
	X(TYPE_MISMATCH, "invalid conversion", NULL, NULL, "gcc", 1, 1)                       \
	X(TYPE_MISMATCH, "conversion", NULL, NULL, NULL, 7, 7)                                \
	X(TYPE_MISMATCH, "cannot initialize", NULL, NULL, "clang", 3, 3)                      \
	X(TYPE_MISMATCH, "incompatible", NULL, NULL, NULL, 16, 16)                            \
	X(TYPE_MISMATCH, "without a cast", NULL, NULL, "gcc", 0, 0)                           \
	X(TYPE_MISMATCH, "no match", NULL, NULL, NULL, 9, 9)                                  \
	X(TYPE_MISMATCH, "no viable", NULL, NULL, "clang", 2, 2)                              \
	X(TYPE_MISMATCH, "invalid operands", NULL, NULL, NULL, 1, 1)                          \
	X(TYPE_MISMATCH, "invalid type", NULL, NULL, NULL, 0, 0)                              \
	X(SYNTAX, "macro*arguments", NULL, NULL, NULL, 1, 1)                                  \
	X(SYNTAX, "macro*invocation", NULL, NULL, "clang", 1, 1)                              \
	X(TYPE_MISMATCH, "too few arguments", NULL, NULL, NULL, 2, 2)                         \
	X(TYPE_MISMATCH, "too many arguments", NULL, NULL, NULL, 1, 1)                        \
	X(TYPE_MISMATCH, "ambiguous", NULL, NULL, NULL, 3, 3)                                 \
	X(TYPE_MISMATCH, "deleted", NULL, NULL, NULL, 4, 4)                                   \
	X(TYPE_MISMATCH, "abstract", NULL, NULL, NULL, 0, 0)                                  \
	X(TYPE_MISMATCH, "is not assignable", NULL, NULL, "clang", 2, 2)                      \
	X(TYPE_MISMATCH, "read-only", NULL, NULL, "gcc", 0, 0)                                \
	X(TYPE_MISMATCH, "const-qualified", NULL, NULL, "clang", 2, 2)                        \
	X(TYPE_MISMATCH, "discards*qualifier", NULL, NULL, NULL, 0, 0)                        \
	X(TYPE_MISMATCH, "within this context", NULL, NULL, "gcc", 2, 2)                      \
	X(TYPE_MISMATCH, "is a private", NULL, NULL, "clang", 1, 1)                           \
	X(TYPE_MISMATCH, "is a protected", NULL, NULL, "clang", 0, 0)                         \
	X(TYPE_MISMATCH, "calling a p*constructor", NULL, NULL, "clang", 1, 1)                \
	X(TYPE_MISMATCH, "pointer type", NULL, NULL, "gcc", 1, 1)                             \
	X(TYPE_MISMATCH, "member reference*type", NULL, NULL, "clang", 2, 2)                  \
	X(TYPE_MISMATCH, "is not a class", NULL, NULL, NULL, 1, 1)                            \
	X(TYPE_MISMATCH, "because it has no members", NULL, NULL, "clang", 1, 1)              \
	X(TYPE_MISMATCH, "different sign", NULL, NULL, NULL, 0, 0)                            \
	X(TYPE_MISMATCH, "^invalid initialization of", NULL, NULL, "gcc", 0, 0)               \
	X(TYPE_MISMATCH, "cannot pass", NULL, NULL, "clang", 0, 0)                            \
	X(TYPE_MISMATCH, "was expected", NULL, NULL, "gcc", 0, 0)                             \
	X(TYPE_MISMATCH, "given to*expected", NULL, NULL, "gcc", 0, 0)                        \
	X(TYPE_MISMATCH, "no variable template matches", NULL, NULL, "clang", 0, 0)           \
	X(TYPE_MISMATCH, "cannot bind", NULL, NULL, NULL, 1, 1)                               \
	X(TYPE_MISMATCH, "could not bind", NULL, NULL, "clang", 1, 1)                         \
	X(TYPE_MISMATCH, "could not convert", NULL, NULL, "gcc", 1, 1)                        \
	X(TYPE_MISMATCH, "convertible", NULL, NULL, NULL, 0, 0)                               \
	X(TYPE_MISMATCH, "cannot cast", NULL, NULL, NULL, 0, 0)                               \
	X(TYPE_MISMATCH, "cannot be cast", NULL, NULL, "clang", 0, 0)                         \
	X(TYPE_MISMATCH, "comparison*between", NULL, NULL, NULL, 1, 1)                        \
	X(TYPE_MISMATCH, "lvalue required", NULL, NULL, "gcc", 0, 0)                          \
	X(TYPE_MISMATCH, "cannot take the address", NULL, NULL, "clang", 1, 1)                \
	X(TYPE_MISMATCH, "assignment of", NULL, NULL, "gcc", 0, 0)                            \
	X(TYPE_MISMATCH, "array subscript is not an integer", NULL, NULL, NULL, 0, 0)         \
	X(TYPE_MISMATCH, "subscripted value", NULL, NULL, NULL, 1, 1)                         \
	X(TYPE_MISMATCH, "subscript of pointer", NULL, NULL, "clang", 0, 0)                   \
	X(TYPE_MISMATCH, "is not a function", NULL, NULL, NULL, 2, 2)                         \
	X(TYPE_MISMATCH, "cannot be used as a function", NULL, NULL, "gcc", 0, 0)             \
	X(TYPE_MISMATCH, "^request for member", NULL, NULL, "gcc", 0, 0)                      \
	X(TYPE_MISMATCH, "base of member reference", NULL, NULL, "clang", 0, 0)               \
	X(TYPE_MISMATCH, "is a pointer; did you mean", NULL, NULL, NULL, 0, 0)                \
	X(TYPE_MISMATCH, "member function must be called", NULL, NULL, "clang", 1, 1)         \
	X(TYPE_MISMATCH, "without*object", NULL, NULL, NULL, 0, 0)                            \
	X(TYPE_MISMATCH, "indirection requires pointer", NULL, NULL, "clang", 0, 0)           \
	X(TYPE_MISMATCH, "invalid argument", NULL, NULL, NULL, 0, 0)                          \
	X(TYPE_MISMATCH, "^invalid use of", NULL, NULL, NULL, 0, 1)                           \
	X(TYPE_MISMATCH, "void value not ignored", NULL, NULL, "gcc", 1, 1)                   \
	X(TYPE_MISMATCH, "return*value", NULL, NULL, NULL, 0, 0)                              \
	X(TYPE_MISMATCH, "excess elements", NULL, NULL, NULL, 1, 1)                           \
	X(TYPE_MISMATCH, "too many initializers", NULL, NULL, "gcc", 1, 1)                    \
	X(TYPE_MISMATCH, "braces around scalar", NULL, NULL, "gcc", 0, 0)                     \
	X(TYPE_MISMATCH, "ambiguating", NULL, NULL, "gcc", 0, 0)                              \
	X(TYPE_MISMATCH, "declared void", NULL, NULL, "gcc", 2, 2)                            \
	X(TYPE_MISMATCH, "void type", NULL, NULL, NULL, 0, 0)                                 \
	X(TYPE_MISMATCH, "different types", NULL, NULL, NULL, 1, 1)                           \
	X(TYPE_MISMATCH, "wrong type", NULL, NULL, NULL, 0, 0)                                \
	X(TYPE_MISMATCH, "from type", NULL, NULL, "gcc", 1, 1)                                \
	X(TYPE_MISMATCH, "scalar", NULL, NULL, NULL, 0, 0)                                    \
	X(TYPE_MISMATCH, "type mismatch", NULL, NULL, NULL, 0, 0)                             \
	X(TYPE_MISMATCH, "cannot increment", NULL, NULL, "clang", 1, 1)                       \
	X(TYPE_MISMATCH, "cannot decrement", NULL, NULL, "clang", 0, 0)                       \
	X(TYPE_MISMATCH, "brace-enclosed initializer", NULL, NULL, "gcc", 0, 0)               \
	X(TYPE_MISMATCH, "must be an initializer list", NULL, NULL, "clang", 0, 0)            \
	X(TYPE_MISMATCH, "must return", NULL, NULL, NULL, 0, 0)                               \
	X(TYPE_MISMATCH, "declaration of*follows", NULL, NULL, NULL, 1, 1)                    \
	X(TYPE_MISMATCH, "cannot return*type", NULL, NULL, NULL, 0, 0)                        \
	X(TYPE_MISMATCH, "flexible array", NULL, NULL, NULL, 2, 2)                            \
	X(TYPE_MISMATCH, "differs from that in", NULL, NULL, NULL, 0, 0)                      \
	X(TYPE_MISMATCH, "does not match any declaration", NULL, NULL, "clang", 2, 2)         \
	X(TYPE_MISMATCH, "no declaration matches", NULL, NULL, "gcc", 0, 0)                   \
	X(TYPE_MISMATCH, "does not override", NULL, NULL, NULL, 0, 0)                         \
	X(TYPE_MISMATCH, "can be marked", NULL, NULL, "clang", 0, 0)                          \
	X(TYPE_MISMATCH, "constant expression", NULL, NULL, NULL, 6, 6)                       \
	X(TYPE_MISMATCH, "is not constant", NULL, NULL, "gcc", 0, 1)                          \
	X(TYPE_MISMATCH, "compile-time constant", NULL, NULL, "clang", 0, 0)                  \
	X(TYPE_MISMATCH, "template argument", NULL, NULL, NULL, 8, 8)                         \
	X(TYPE_MISMATCH, "deduc", NULL, NULL, NULL, 2, 2)                                     \
	X(TYPE_MISMATCH, "must explicitly initialize", NULL, NULL, "clang", 0, 0)             \
	X(TYPE_MISMATCH, "inaccessible", NULL, NULL, "gcc", 0, 0)                             \
	X(TYPE_MISMATCH, "cannot be overloaded", NULL, NULL, NULL, 0, 0)                      \
	X(TYPE_MISMATCH, "cannot be redeclared", NULL, NULL, "clang", 0, 0)                   \
	X(TYPE_MISMATCH, "may not be initialized", NULL, NULL, NULL, 1, 1)                    \
	X(TYPE_MISMATCH, "constraint", NULL, NULL, NULL, 1, 1)                                \
	/* the grammar */                                                                     \
	X(SYNTAX, "expected", NULL, NULL, NULL, 5, 5)                                         \
	X(SYNTAX, "^missing", NULL, NULL, NULL, 3, 3)                                         \
	X(SYNTAX, "unterminated", NULL, NULL, NULL, 1, 1)                                     \
	X(SYNTAX, "stray", NULL, NULL, "gcc", 0, 0)                                           \
	X(SYNTAX, "extraneous", NULL, NULL, "clang", 1, 1)                                    \
	X(SYNTAX, "without a previous", NULL, NULL, "gcc", 0, 0)                              \
	X(SYNTAX, "requires a type specifier", NULL, NULL, "clang", 0, 0)                     \
	X(SYNTAX, "definition is not allowed", NULL, NULL, NULL, 0, 0)                        \
	X(SYNTAX, "storage class", NULL, NULL, NULL, 2, 2)                                    \
	X(SYNTAX, "^function-definition*not allowed", NULL, NULL, NULL, 0, 0)                 \
	X(SYNTAX, "has no type", NULL, NULL, "gcc", 0, 0)                                     \
	X(SYNTAX, "is initialized", NULL, NULL, "gcc", 1, 1)                                  \
	X(SYNTAX, "has both", NULL, NULL, "gcc", 0, 0)                                        \
	X(SYNTAX, "cannot have an initializer", NULL, NULL, "clang", 0, 0)                    \
	X(SYNTAX, "illegal initializer", NULL, NULL, "clang", 0, 0)                           \
	X(SYNTAX, "has no digits", NULL, NULL, NULL, 0, 0)                                    \
	X(SYNTAX, "invalid suffix", NULL, NULL, NULL, 1, 1)                                   \
	X(SYNTAX, "invalid digit", NULL, NULL, NULL, 1, 1)                                    \
	X(SYNTAX, "too many decimal points", NULL, NULL, "gcc", 0, 0)                         \
	X(SYNTAX, "old-style parameter", NULL, NULL, "gcc", 1, 1)                             \
	X(SYNTAX, "in declaration specifiers", NULL, NULL, NULL, 0, 0)                        \
	X(SYNTAX, "data types in declaration", NULL, NULL, "gcc", 0, 0)                       \
	X(SYNTAX, "cannot combine with previous", NULL, NULL, "clang", 1, 1)                  \
	X(SYNTAX, "cannot be signed or unsigned", NULL, NULL, "clang", 0, 0)                  \
	X(SYNTAX, "^duplicate '", NULL, NULL, NULL, 0, 0)                                     \
	X(SYNTAX, "qualified-id in declaration", NULL, NULL, "gcc", 0, 0)                     \
	X(SYNTAX, "declared as a", NULL, NULL, NULL, 1, 1)                                    \
	X(SYNTAX, "cannot be declared", NULL, NULL, NULL, 0, 0)                               \
	X(SYNTAX, "does not allow storage", NULL, NULL, "clang", 0, 0)                        \
	X(SYNTAX, "declaration of anonymous", NULL, NULL, "clang", 0, 0)                      \
	X(SYNTAX, "loop initial declaration", NULL, NULL, "gcc", 0, 0)                        \
	X(SYNTAX, "non-local variable in", NULL, NULL, "clang", 0, 0)                         \
	X(SYNTAX, "type specifier", NULL, NULL, "clang", 2, 2)                                \
	X(SYNTAX, "without types", NULL, NULL, NULL, 1, 1)                                    \
	X(SYNTAX, "preprocessing directive", NULL, NULL, NULL, 2, 2)                          \
	X(SYNTAX, "^#include expects", NULL, NULL, NULL, 0, 0)                                \
	X(SYNTAX, "does not declare anything", NULL, NULL, NULL, 1, 1)                        \
	X(SYNTAX, "empty declaration", NULL, NULL, "gcc", 0, 0)                               \
	X(SYNTAX, "first and only parameter", NULL, NULL, "clang", 0, 0)                      \
	X(SYNTAX, "outside of*function", NULL, NULL, NULL, 0, 0)                              \
	X(SYNTAX, "not within", NULL, NULL, NULL, 0, 0)                                       \
	X(SYNTAX, "statement not in", NULL, NULL, "clang", 0, 0)                              \
	X(SYNTAX, "not at beginning", NULL, NULL, "gcc", 0, 0)                                \
	X(SYNTAX, "cannot be constexpr", NULL, NULL, "clang", 0, 0)                           \
	X(TYPE_MISMATCH, "does not refer to a value", NULL, NULL, "clang", 1, 1)              \
	X(SYNTAX, "dot operator on a type", NULL, NULL, "clang", 0, 0)                        \
	X(SYNTAX, "cannot jump", NULL, NULL, "clang", 0, 0)                                   \
	X(SYNTAX, "^jump to", NULL, NULL, "gcc", 0, 0)                                        \
	X(SYNTAX, "empty character constant", NULL, NULL, "gcc", 0, 0)                        \
	X(SYNTAX, "character constant", NULL, NULL, NULL, 0, 0)                               \
	X(SYNTAX, "parameter*omitted", NULL, NULL, NULL, 0, 0)                                \
	X(SYNTAX, "extra tokens", NULL, NULL, "gcc", 0, 0)                                    \
	X(SYNTAX, "extra qualification", NULL, NULL, NULL, 0, 0)                              \
	X(SYNTAX, "introduc*attribute", NULL, NULL, NULL, 0, 0)                               \
	X(SYNTAX, "qualifier", NULL, NULL, NULL, 0, 0)                                        \
	X(SYNTAX, "types may not be defined", NULL, NULL, "gcc", 0, 0)                        \
	X(SYNTAX, "cannot be defined in", NULL, NULL, "clang", 0, 0)                          \
	X(SYNTAX, "multiple types in one declaration", NULL, NULL, "gcc", 0, 0)               \
	X(SYNTAX, "cannot have a", NULL, NULL, "clang", 2, 2)                                 \
	X(SYNTAX, "^return type specification", NULL, NULL, "gcc", 0, 0)                      \
	X(SYNTAX, "specialization requires", NULL, NULL, "clang", 0, 0)                       \
	X(SYNTAX, "' is invalid", NULL, NULL, "clang", 0, 0)                                  \
	X(SYNTAX, "constructor name", NULL, NULL, NULL, 0, 0)                                 \
	X(SYNTAX, "names the constructor", NULL, NULL, "gcc", 0, 0)                           \
	X(SYNTAX, "non-static data member", NULL, NULL, "gcc", 0, 0)                          \
	X(SYNTAX, "specified with", NULL, NULL, "gcc", 0, 0)                                  \
	X(SYNTAX, "typedef declaration invalid", NULL, NULL, NULL, 0, 0)                      \
	X(SYNTAX, "requires type for loop variable", NULL, NULL, "clang", 0, 0)               \
	X(SYNTAX, "literal suffixes", NULL, NULL, "gcc", 0, 0)                                \
	X(SYNTAX, "mixing declarations", NULL, NULL, "gcc", 0, 0)                             \
	X(SYNTAX, "constexpr specifier", NULL, NULL, NULL, 0, 0)                              \
	X(SYNTAX, "ignored in this declaration", NULL, NULL, "gcc", 0, 0)                     \
	X(SYNTAX, "cannot declare", NULL, NULL, NULL, 0, 0)                                   \
	X(SYNTAX, "non-variable declaration", NULL, NULL, "clang", 0, 0)                      \
	X(SYNTAX, "definition of implicitly", NULL, NULL, NULL, 0, 0)                         \
	X(SYNTAX, "can only appear on", NULL, NULL, "clang", 1, 1)                            \
	X(SYNTAX, "must have an initializer", NULL, NULL, "clang", 0, 0)                      \
	X(SYNTAX, "may not be declared", NULL, NULL, NULL, 0, 0)                              \
	X(SYNTAX, "#pragma once", NULL, NULL, NULL, 0, 0)

#endif
