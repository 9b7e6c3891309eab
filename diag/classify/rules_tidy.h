/*
 * The checks of clang-tidy 19, for diag/classify/rules.h.
 */
#ifndef FL_DIAG_RULES_TIDY_H
#define FL_DIAG_RULES_TIDY_H

#include <stddef.h>

#define DIAG_RULES_TIDY(X)                                                                         \
	/* concurrency */                                                                          \
	X(CONCURRENCY, NULL, "concurrency-*", NULL, NULL, 2, 2)                                    \
	X(CONCURRENCY, NULL, "bugprone-signal-handler", NULL, NULL, 2, 2)                          \
	X(CONCURRENCY, NULL, "bugprone-bad-signal-to-kill-thread", NULL, NULL, 1, 1)               \
	X(CONCURRENCY, NULL, "bugprone-spuriously-wake-up-functions", NULL, NULL, 1, 1)            \
	X(CONCURRENCY, NULL, "cert-con*", NULL, NULL, 0, 0)                                        \
	X(CONCURRENCY, NULL, "cert-sig30-c", NULL, NULL, 0, 0)                                     \
	X(CONCURRENCY, NULL, "cert-pos4*", NULL, NULL, 0, 0)                                       \
	X(CONCURRENCY, NULL, "cert-msc54-cpp", NULL, NULL, 0, 0)                                   \
	X(CONCURRENCY, NULL, "cppcoreguidelines-no-suspend-with-lock", NULL, NULL, 0, 0)           \
	X(CONCURRENCY, NULL, "misc-coroutine-hostile-raii", NULL, NULL, 0, 0)                      \
	X(CONCURRENCY, NULL, "clang-analyzer-unix.BlockInCriticalSection", NULL, NULL, 0, 0)       \
	X(CONCURRENCY, NULL, "clang-analyzer-*Lock", NULL, NULL, 0, 0)                             \
	/* lifetime */                                                                             \
	X(LIFETIME, NULL, "bugprone-use-after-move", NULL, NULL, 0, 0)                             \
	X(LIFETIME, NULL, "hicpp-invalid-access-moved", NULL, NULL, 0, 0)                          \
	X(LIFETIME, NULL, "bugprone-dangling-handle", NULL, NULL, 1, 1)                            \
	X(LIFETIME, NULL, "bugprone-return-const-ref-from-parameter", NULL, NULL, 0, 0)            \
	X(LIFETIME, NULL, "bugprone-suspicious-stringview-data-usage", NULL, NULL, 0, 0)           \
	X(LIFETIME, NULL, "bugprone-unused-raii", NULL, NULL, 0, 0)                                \
	X(LIFETIME, NULL, "cppcoreguidelines-avoid-capturing-lambda-coroutines", NULL, NULL, 0, 0) \
	X(LIFETIME, NULL, "cppcoreguidelines-avoid-reference-coroutine-parameters", NULL, NULL, 0, \
		0)                                                                                 \
	X(LIFETIME, NULL, "clang-analyzer-core.StackAddress*", NULL, NULL, 0, 0)                   \
	X(LIFETIME, NULL, "clang-analyzer-cplusplus.InvalidatedIterator", NULL, NULL, 0, 0)        \
	X(LIFETIME, NULL, "clang-analyzer-cplusplus.InnerPointer", NULL, NULL, 0, 0)               \
	X(LIFETIME, NULL, "clang-analyzer-cplusplus.Move", NULL, NULL, 0, 0)                       \
	X(LIFETIME, NULL, "clang-analyzer-cplusplus.NewDelete", NULL, NULL, 0, 0)                  \
	X(LIFETIME, NULL, "clang-analyzer-security.PutenvStackArray", NULL, NULL, 0, 0)            \
	/* resource */                                                                             \
	X(RESOURCE, NULL, "bugprone-shared-ptr-array-mismatch", NULL, NULL, 0, 0)                  \
	X(RESOURCE, NULL, "bugprone-unique-ptr-array-mismatch", NULL, NULL, 0, 0)                  \
	X(RESOURCE, NULL, "bugprone-suspicious-realloc-usage", NULL, NULL, 1, 1)                   \
	X(RESOURCE, NULL, "bugprone-multiple-new-in-one-expression", NULL, NULL, 0, 0)             \
	X(NONE, NULL, "cppcoreguidelines-no-malloc", NULL, NULL, 2, 2)                             \
	X(RESOURCE, NULL, "misc-new-delete-overloads", NULL, NULL, 0, 0)                           \
	X(NONE, NULL, "readability-uniqueptr-delete-release", NULL, NULL, 0, 0)                    \
	X(RESOURCE, NULL, "clang-analyzer-cplusplus.NewDeleteLeaks", NULL, NULL, 0, 0)             \
	X(RESOURCE, NULL, "clang-analyzer-unix.MismatchedDeallocator", NULL, NULL, 0, 0)           \
	X(RESOURCE, NULL, "clang-analyzer-unix.Stream", NULL, NULL, 0, 0)                          \
	X(RESOURCE, NULL, "clang-analyzer-unix.SimpleStream", NULL, NULL, 0, 0)                    \
	X(UB, NULL, "clang-analyzer-security.MallocOverflow", NULL, NULL, 1, 1)                    \
	X(LOGIC, NULL, "clang-analyzer-unix.MallocSizeof", NULL, NULL, 0, 0)                       \
	X(RESOURCE, NULL, "clang-analyzer-optin.taint.TaintedAlloc", NULL, NULL, 0, 0)             \
	X(NONE, NULL, "android-cloexec-*", NULL, NULL, 2, 2)                                       \
	/* logic */                                                                                \
	X(LOGIC, NULL, "bugprone-suspicious-memory-comparison", NULL, NULL, 1, 1)                  \
	/* ub */                                                                                   \
	X(UB, NULL, "bugprone-unchecked-optional-access", NULL, NULL, 0, 0)                        \
	X(UB, NULL, "bugprone-not-null-terminated-result", NULL, NULL, 2, 2)                       \
	X(UB, NULL, "bugprone-undefined-memory-manipulation", NULL, NULL, 2, 2)                    \
	X(UB, NULL, "bugprone-stringview-nullptr", NULL, NULL, 1, 1)                               \
	X(UB, NULL, "bugprone-pointer-arithmetic-on-polymorphic-object", NULL, NULL, 0, 0)         \
	X(UB, NULL, "bugprone-no-escape", NULL, NULL, 0, 0)                                        \
	X(UB, NULL, "cppcoreguidelines-init-variables", NULL, NULL, 1, 1)                          \
	X(UB, NULL, "cppcoreguidelines-pro-type-member-init", NULL, NULL, 0, 0)                    \
	X(UB, NULL, "cppcoreguidelines-virtual-class-destructor", NULL, NULL, 2, 2)                \
	X(UB, NULL, "cppcoreguidelines-interfaces-global-init", NULL, NULL, 1, 1)                  \
	X(UB, NULL, "hicpp-member-init", NULL, NULL, 0, 0)                                         \
	X(UB, NULL, "cert-mem57-cpp", NULL, NULL, 0, 0)                                            \
	X(UB, NULL, "cert-msc33-c", NULL, NULL, 0, 0)                                              \
	X(UB, NULL, "cert-oop57-cpp", NULL, NULL, 0, 0)                                            \
	X(LOGIC, NULL, "clang-analyzer-core.IdenticalExpr", NULL, NULL, 0, 0)                      \
	X(TYPE_MISMATCH, NULL, "clang-analyzer-core.BoolAssignment", NULL, NULL, 0, 0)             \
	X(TYPE_MISMATCH, NULL, "clang-analyzer-core.Conversion", NULL, NULL, 0, 0)                 \
	X(UB, NULL, "clang-analyzer-core.CastSize", NULL, NULL, 1, 1)                              \
	X(TYPE_MISMATCH, NULL, "clang-analyzer-core.CastToStruct", NULL, NULL, 0, 0)               \
	X(TYPE_MISMATCH, NULL, "clang-analyzer-core.DynamicTypeChecker", NULL, NULL, 0, 0)         \
	X(PLATFORM, NULL, "clang-analyzer-core.FixedAddr", NULL, NULL, 0, 0)                       \
	X(UB, NULL, "clang-analyzer-core.*", NULL, NULL, 5, 5)                                     \
	X(UB, NULL, "clang-analyzer-cplusplus.*", NULL, NULL, 0, 0)                                \
	X(LOGIC, NULL, "clang-analyzer-security.FloatLoopCounter", NULL, NULL, 0, 0)               \
	X(LOGIC, NULL, "clang-analyzer-security.insecureAPI.rand", NULL, NULL, 0, 0)               \
	X(LOGIC, NULL, "clang-analyzer-security.SetgidSetuidOrder", NULL, NULL, 0, 0)              \
	X(LOGIC, NULL, "clang-analyzer-security.MmapWriteExec", NULL, NULL, 0, 0)                  \
	X(LOGIC, NULL, "clang-analyzer-security.insecureAPI.UncheckedReturn", NULL, NULL, 0, 0)    \
	X(UB, NULL, "clang-analyzer-security.*", NULL, NULL, 7, 7)                                 \
	X(LOGIC, NULL, "clang-analyzer-unix.Errno", NULL, NULL, 0, 0)                              \
	X(LOGIC, NULL, "clang-analyzer-unix.Chroot", NULL, NULL, 0, 0)                             \
	X(UB, NULL, "clang-analyzer-unix.*", NULL, NULL, 2, 2)                                     \
	X(UB, NULL, "clang-analyzer-valist.*", NULL, NULL, 0, 0)                                   \
	X(UB, NULL, "clang-analyzer-nullability.*", NULL, NULL, 0, 0)                              \
	X(PLATFORM, NULL, "clang-analyzer-optin.portability.*", NULL, NULL, 0, 0)                  \
	X(NONE, NULL, "clang-analyzer-optin.performance.*", NULL, NULL, 0, 0)                      \
	X(UB, NULL, "clang-analyzer-optin.cplusplus.*", NULL, NULL, 0, 0)                          \
	X(UB, NULL, "clang-analyzer-optin.core.*", NULL, NULL, 0, 0)                               \
	/* platform */                                                                             \
	X(PLATFORM, NULL, "portability-*", NULL, NULL, 0, 0)                                       \
	X(NONE, NULL, "modernize-deprecated-*", NULL, NULL, 0, 0)                                  \
	X(NONE, NULL, "bugprone-reserved-identifier", NULL, NULL, 0, 0)                            \
	X(NONE, NULL, "cert-dcl37-c", NULL, NULL, 0, 0)                                            \
	/* undefined_symbol */                                                                     \
	X(UNDEFINED_SYMBOL, NULL, "bugprone-forward-declaration-namespace", NULL, NULL, 0, 0)      \
	X(NONE, NULL, "misc-include-cleaner", NULL, NULL, 1, 1)                                    \
	/* linker */                                                                               \
	X(LOGIC, NULL, "misc-header-include-cycle", NULL, NULL, 0, 0)                              \
	X(LOGIC, NULL, "hicpp-multiway-paths-covered", NULL, NULL, 0, 0)                           \
	X(LOGIC, NULL, "hicpp-undelegated-constructor", NULL, NULL, 0, 0)                          \
	X(LOGIC, NULL, "hicpp-ignored-remove-result", NULL, NULL, 0, 0)                            \
	X(RESOURCE, NULL, "hicpp-new-delete-operators", NULL, NULL, 0, 0)                          \
	X(LINKER, NULL, "misc-definitions-in-headers", NULL, NULL, 0, 0)                           \
	/* syntax */                                                                               \
	X(LOGIC, NULL, "bugprone-suspicious-include", NULL, NULL, 1, 1)                            \
	X(LOGIC, NULL, "bugprone-macro-parentheses", NULL, NULL, 1, 1)                             \
	X(SYNTAX, NULL, "misc-misleading-*", NULL, NULL, 0, 0)                                     \
	/* type_mismatch */                                                                        \
	X(TYPE_MISMATCH, NULL, "bugprone-narrowing-conversions", NULL, NULL, 4, 4)                 \
	X(TYPE_MISMATCH, NULL, "bugprone-implicit-widening-of-multiplication-result", NULL, NULL,  \
		0, 0)                                                                              \
	X(TYPE_MISMATCH, NULL, "bugprone-misplaced-widening-cast", NULL, NULL, 0, 0)               \
	X(TYPE_MISMATCH, NULL, "bugprone-signed-char-misuse", NULL, NULL, 0, 0)                    \
	X(TYPE_MISMATCH, NULL, "bugprone-string-integer-assignment", NULL, NULL, 0, 0)             \
	X(TYPE_MISMATCH, NULL, "bugprone-bool-pointer-implicit-conversion", NULL, NULL, 0, 0)      \
	X(TYPE_MISMATCH, NULL, "bugprone-multi-level-implicit-pointer-conversion", NULL, NULL, 0,  \
		0)                                                                                 \
	X(TYPE_MISMATCH, NULL, "bugprone-non-zero-enum-to-bool-conversion", NULL, NULL, 0, 0)      \
	X(TYPE_MISMATCH, NULL, "bugprone-incorrect-enable-if", NULL, NULL, 0, 0)                   \
	X(TYPE_MISMATCH, NULL, "bugprone-fold-init-type", NULL, NULL, 0, 0)                        \
	X(TYPE_MISMATCH, NULL, "bugprone-casting-through-void", NULL, NULL, 0, 0)                  \
	X(TYPE_MISMATCH, NULL, "bugprone-optional-value-conversion", NULL, NULL, 0, 0)             \
	X(TYPE_MISMATCH, NULL, "cppcoreguidelines-narrowing-conversions", NULL, NULL, 0, 0)        \
	X(TYPE_MISMATCH, NULL, "cppcoreguidelines-slicing", NULL, NULL, 0, 0)                      \
	X(TYPE_MISMATCH, NULL, "cert-flp37-c", NULL, NULL, 0, 0)                                   \
	X(NONE, NULL, "readability-implicit-bool-conversion", NULL, NULL, 1, 1)                    \
	/* none */                                                                                 \
	X(NONE, NULL, "openmp-use-default-none", NULL, NULL, 2, 2)                                 \
	X(NONE, NULL, "bugprone-easily-swappable-parameters", NULL, NULL, 2, 2)                    \
	X(NONE, NULL, "bugprone-switch-missing-default-case", NULL, NULL, 0, 0)                    \
	X(NONE, NULL, "bugprone-crtp-constructor-accessibility", NULL, NULL, 0, 0)                 \
	X(NONE, NULL, "cppcoreguidelines-*", NULL, NULL, 17, 17)                                   \
	X(NONE, NULL, "modernize-*", NULL, NULL, 5, 5)                                             \
	X(NONE, NULL, "performance-*", NULL, NULL, 3, 3)                                           \
	X(NONE, NULL, "readability-else-after-return", NULL, NULL, 0, 0)                           \
	X(LOGIC, NULL, "readability-misleading-indentation", NULL, NULL, 0, 0)                     \
	X(LOGIC, NULL, "readability-suspicious-call-argument", NULL, NULL, 0, 0)                   \
	X(LOGIC, NULL, "readability-misplaced-array-index", NULL, NULL, 0, 0)                      \
	X(NONE, NULL, "readability-redundant-control-flow", NULL, NULL, 0, 0)                      \
	X(NONE, NULL, "readability-*", NULL, NULL, 13, 13)                                         \
	X(NONE, NULL, "google-*", NULL, NULL, 1, 1)                                                \
	X(NONE, NULL, "llvm-*", NULL, NULL, 0, 0)                                                  \
	X(NONE, NULL, "llvmlibc-*", NULL, NULL, 0, 0)                                              \
	X(NONE, NULL, "fuchsia-*", NULL, NULL, 0, 0)                                               \
	X(NONE, NULL, "altera-*", NULL, NULL, 0, 0)                                                \
	X(NONE, NULL, "abseil-*", NULL, NULL, 0, 0)                                                \
	X(NONE, NULL, "boost-*", NULL, NULL, 0, 0)                                                 \
	X(NONE, NULL, "android-*", NULL, NULL, 0, 0)                                               \
	X(NONE, NULL, "misc-const-correctness", NULL, NULL, 2, 2)                                  \
	X(NONE, NULL, "misc-use-*", NULL, NULL, 3, 3)                                              \
	X(NONE, NULL, "misc-no-recursion", NULL, NULL, 1, 1)                                       \
	X(NONE, NULL, "misc-non-private-*", NULL, NULL, 3, 3)                                      \
	X(NONE, NULL, "misc-confusable-identifiers", NULL, NULL, 0, 0)                             \
	X(NONE, NULL, "misc-static-assert", NULL, NULL, 1, 1)                                      \
	X(LOGIC, NULL, "misc-unconventional-assign-operator", NULL, NULL, 0, 0)                    \
	X(LOGIC, NULL, "misc-redundant-expression", NULL, NULL, 0, 0)                              \
	X(LOGIC, NULL, "misc-throw-by-value-catch-by-reference", NULL, NULL, 0, 0)                 \
	X(NONE, NULL, "misc-uniqueptr-reset-release", NULL, NULL, 0, 0)                            \
	X(LOGIC, NULL, "misc-unused-*", NULL, NULL, 1, 1)                                          \
	X(NONE, NULL, "misc-*", NULL, NULL, 0, 0)                                                  \
	X(NONE, NULL, "cert-dcl03-c", NULL, NULL, 0, 0)                                            \
	X(NONE, NULL, "cert-dcl16-c", NULL, NULL, 0, 0)                                            \
	X(NONE, NULL, "cert-dcl*", NULL, NULL, 1, 1)                                               \
	X(LOGIC, NULL, "cert-err09-cpp", NULL, NULL, 0, 0)                                         \
	X(LOGIC, NULL, "cert-err61-cpp", NULL, NULL, 0, 0)                                         \
	X(LOGIC, NULL, "cert-msc32-c", NULL, NULL, 0, 0)                                           \
	X(LOGIC, NULL, "cert-msc5*", NULL, NULL, 1, 1)                                             \
	X(NONE, NULL, "hicpp-signed-bitwise", NULL, NULL, 1, 1)                                    \
	X(NONE, NULL, "hicpp-*", NULL, NULL, 0, 0)                                                 \
	/* logic */                                                                                \
	X(LOGIC, NULL, "clang-analyzer-nondeterminism.*", NULL, NULL, 0, 0)                        \
	X(LOGIC, NULL, "clang-analyzer-deadcode.*", NULL, NULL, 2, 2)                              \
	X(LOGIC, NULL, "bugprone-*", NULL, NULL, 6, 6)                                             \
	X(LOGIC, NULL, "cert-*", NULL, NULL, 3, 3)                                                 \
	X(LOGIC, NULL, "openmp-exception-escape", NULL, NULL, 0, 0)                                \
	X(LOGIC, NULL, "mpi-*", NULL, NULL, 0, 0)

#endif
