/*
 * The classifier's table, by first match from the top. X(class, words, code, note, tool, right,
 * total)
 *
 *   words  the message holds these, in this order where "*" stands between them; "^" starts it; "'"
 *          stands for the quotes of any locale
 *   code   the flag, "-Wname" also for -Werror=name, -Wname=2 and clang-diagnostic-name; or the
 *          check of clang-tidy, one of its aliases; "*" stands for any text; "" for none
 *   note   a note of the diagnostic holds this
 *   tool   who alone words it so, as its row in diag/model/tool.c calls its rules: "ld" is any
 *          linker; "=NAME" is never tried on what another tool says
 *   right, total   answers on tests/fixtures/diag/labels_tune.tsv; a test checks them
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
	X(PLATFORM, "incompatible", NULL, NULL, "ld", 0, 0)                           \
	X(PLATFORM, "unsupported ELF machine", NULL, NULL, "ld", 0, 0)                \
	X(PLATFORM, "emulation", NULL, NULL, "ld", 0, 0)                              \
	X(PLATFORM, "wrong format", NULL, NULL, "ld", 0, 0)                           \
	X(PLATFORM, "file format not recognized", NULL, NULL, "ld", 1, 2)             \
	X(PLATFORM, "not an object or archive", NULL, NULL, "ld", 0, 0)               \
	X(PLATFORM, "Relocations in generic ELF", NULL, NULL, "ld", 0, 0)             \
	X(LINKER, NULL, NULL, NULL, "ld", 39, 39)                                     \
	X(LINKER, "^undefined reference to", NULL, NULL, NULL, 0, 0)                  \
	X(LINKER, "^undefined symbol", NULL, NULL, NULL, 0, 0)                        \
	X(LINKER, "^multiple definition of", NULL, NULL, NULL, 0, 0)                  \
	X(LINKER, "^cannot find -l", NULL, NULL, NULL, 0, 0)                          \
	X(LINKER, "^ld returned", NULL, NULL, NULL, 0, 0)                             \
	X(LINKER, "^linker command failed", NULL, NULL, NULL, 0, 0)                   \
	/* the assembler */                                                           \
	X(SYNTAX, "^no such instruction", NULL, NULL, "as", 0, 0)                     \
	X(SYNTAX, "^bad register name", NULL, NULL, "as", 0, 0)                       \
	X(SYNTAX, "mismatch for `", NULL, NULL, "as", 0, 0)                           \
	X(SYNTAX, "^unknown pseudo-op", NULL, NULL, "as", 0, 0)                       \
	X(SYNTAX, "^junk `", NULL, NULL, "as", 0, 0)                                  \
	X(SYNTAX, "instruction mnemonic", NULL, NULL, NULL, 0, 0)                     \
	X(SYNTAX, "operands for instruction", NULL, NULL, NULL, 0, 0)                 \
	X(SYNTAX, "operand for instruction", NULL, NULL, NULL, 0, 0)                  \
	X(SYNTAX, "^unknown directive", NULL, NULL, "clang", 0, 0)                    \
	X(SYNTAX, "^invalid instruction", NULL, NULL, "as", 0, 0)

#define DIAG_RULES_FIRST(X)                                                                        \
	/* what the words tell better than the flag */                                             \
	X(PLATFORM, "^target specific option mismatch", NULL, NULL, NULL, 0, 0)                    \
	X(PLATFORM, NULL, NULL, "is only available from C", "gcc", 0, 0)                           \
	X(TYPE_MISMATCH, "with a value, in function returning", NULL, NULL, "gcc", 0, 0)           \
	X(TYPE_MISMATCH, "'return' with no value", NULL, NULL, "gcc", 0, 0)                        \
	X(TYPE_MISMATCH, "should not return a value", NULL, NULL, "clang", 1, 1)                   \
	X(TYPE_MISMATCH, "should return a value", NULL, NULL, "clang", 0, 0)                       \
	X(UB, "overflow in expression", "-Woverflow", NULL, "gcc", 1, 1)                           \
	X(SYNTAX, "^type defaults to", NULL, NULL, "gcc", 0, 0)                                    \
	X(PLATFORM, "^unknown attribute", NULL, NULL, NULL, 0, 0)                                  \
	X(PLATFORM, "attribute directive ignored", "-Wattributes", NULL, "gcc", 0, 0)              \
	X(PLATFORM, "not supported", "-Wattributes", NULL, "gcc", 0, 0)                            \
	X(LINKER, "used but never defined", NULL, NULL, NULL, 0, 0)                                \
	/* interfaces of other systems */                                                          \
	X(PLATFORM, "windows.h", NULL, NULL, NULL, 0, 0)                                           \
	X(PLATFORM, "winsock", NULL, NULL, NULL, 0, 0)                                             \
	X(PLATFORM, "conio.h", NULL, NULL, NULL, 1, 1)                                             \
	X(PLATFORM, "direct.h'", NULL, NULL, NULL, 0, 0)                                           \
	X(PLATFORM, "tchar.h", NULL, NULL, NULL, 0, 0)                                             \
	X(PLATFORM, "sys/event.h", NULL, NULL, NULL, 0, 0)                                         \
	X(PLATFORM, "mach/", NULL, NULL, NULL, 0, 0)                                               \
	X(PLATFORM, "CoreFoundation/", NULL, NULL, NULL, 0, 0)                                     \
	X(PLATFORM, "Availability", NULL, NULL, NULL, 0, 0)                                        \
	X(PLATFORM, "TargetConditionals", NULL, NULL, NULL, 0, 0)                                  \
	X(PLATFORM, "libkern/", NULL, NULL, NULL, 0, 0)                                            \
	X(PLATFORM, "arm_neon.h", NULL, NULL, NULL, 0, 0)                                          \
	X(PLATFORM, "altivec.h", NULL, NULL, NULL, 0, 0)                                           \
	X(PLATFORM, "<io.h>", NULL, NULL, NULL, 0, 0)                                              \
	X(PLATFORM, "'DWORD'", NULL, NULL, NULL, 0, 0)                                             \
	X(PLATFORM, "'HANDLE'", NULL, NULL, NULL, 0, 0)                                            \
	X(PLATFORM, "'HWND'", NULL, NULL, NULL, 0, 0)                                              \
	X(PLATFORM, "'HINSTANCE'", NULL, NULL, NULL, 0, 0)                                         \
	X(PLATFORM, "'LPSTR'", NULL, NULL, NULL, 0, 0)                                             \
	X(PLATFORM, "'LPCSTR'", NULL, NULL, NULL, 0, 0)                                            \
	X(PLATFORM, "'SOCKET'", NULL, NULL, NULL, 0, 0)                                            \
	X(PLATFORM, "'WINAPI'", NULL, NULL, NULL, 0, 0)                                            \
	X(PLATFORM, "'Sleep'", NULL, NULL, NULL, 1, 1)                                             \
	X(PLATFORM, "'GetLastError'", NULL, NULL, NULL, 0, 0)                                      \
	X(PLATFORM, "'MessageBox", NULL, NULL, NULL, 0, 0)                                         \
	X(PLATFORM, "'LoadLibrary", NULL, NULL, NULL, 0, 0)                                        \
	X(PLATFORM, "'VirtualAlloc'", NULL, NULL, NULL, 0, 0)                                      \
	X(PLATFORM, "'CreateThread'", NULL, NULL, NULL, 0, 0)                                      \
	X(PLATFORM, "'CreateFile", NULL, NULL, NULL, 0, 0)                                         \
	X(PLATFORM, "'CloseHandle'", NULL, NULL, NULL, 0, 0)                                       \
	X(PLATFORM, "'WSAStartup'", NULL, NULL, NULL, 0, 0)                                        \
	X(PLATFORM, "'closesocket'", NULL, NULL, NULL, 0, 0)                                       \
	X(PLATFORM, "'ioctlsocket'", NULL, NULL, NULL, 0, 0)                                       \
	X(PLATFORM, "'O_BINARY'", NULL, NULL, NULL, 0, 0)                                          \
	X(PLATFORM, "'kqueue'", NULL, NULL, NULL, 0, 0)                                            \
	X(PLATFORM, "'kevent'", NULL, NULL, NULL, 0, 0)                                            \
	X(PLATFORM, "'pledge'", NULL, NULL, NULL, 0, 0)                                            \
	X(PLATFORM, "'unveil'", NULL, NULL, NULL, 0, 0)                                            \
	X(PLATFORM, "'getch'", NULL, NULL, NULL, 0, 0)                                             \
	X(PLATFORM, "'_getch'", NULL, NULL, NULL, 0, 0)                                            \
	X(PLATFORM, "'_getpid'", NULL, NULL, NULL, 1, 1)                                           \
	X(PLATFORM, "'_stricmp'", NULL, NULL, NULL, 0, 0)                                          \
	X(PLATFORM, "'_strdup'", NULL, NULL, NULL, 0, 0)                                           \
	X(PLATFORM, "'_popen'", NULL, NULL, NULL, 0, 0)                                            \
	X(PLATFORM, "'_access'", NULL, NULL, NULL, 0, 0)                                           \
	X(PLATFORM, "'_snprintf'", NULL, NULL, NULL, 0, 0)                                         \
	X(PLATFORM, "'mach_", NULL, NULL, NULL, 0, 0)                                              \
	X(PLATFORM, "'dispatch_", NULL, NULL, NULL, 0, 0)                                          \
	X(PLATFORM, "'_mm", NULL, NULL, NULL, 1, 1)                                                \
	X(PLATFORM, "'vld1", NULL, NULL, NULL, 0, 0)                                               \
	/* a standard is named beside a rule that each has, or because another one takes it */     \
	X(UNDEFINED_SYMBOL, "call to undeclared", "-Wimplicit-function-declaration", NULL, NULL,   \
		2, 2)                                                                              \
	X(SYNTAX, "^ISO C++ forbids declaration*no type", NULL, NULL, NULL, 0, 0)                  \
	X(TYPE_MISMATCH, "^ISO C++ forbids comparison", NULL, NULL, NULL, 0, 0)                    \
	X(TYPE_MISMATCH, "^ISO C++ forbids convert", NULL, NULL, NULL, 0, 0)                       \
	X(TYPE_MISMATCH, "^ISO C++ forbids cast", NULL, NULL, NULL, 0, 0)                          \
	X(TYPE_MISMATCH, "^ISO C++ forbids taking the address", NULL, NULL, NULL, 0, 0)            \
	X(TYPE_MISMATCH, "^ISO C++ forbids assignment", NULL, NULL, NULL, 0, 0)                    \
	X(TYPE_MISMATCH, "^ISO C++ forbids in-class initialization", NULL, NULL, NULL, 0, 0)       \
	X(TYPE_MISMATCH, "^ISO C++ forbids initialization", NULL, NULL, NULL, 0, 0)                \
	X(PLATFORM, "ISO C", NULL, NULL, NULL, 12, 12)                                             \
	X(PLATFORM, "before C++", NULL, NULL, NULL, 5, 5)                                          \
	X(PLATFORM, "^C++ style comments", NULL, NULL, NULL, 0, 0)                                 \
	X(PLATFORM, "does not conform", NULL, NULL, NULL, 0, 0)                                    \
	X(PLATFORM, "in OpenMP 5", NULL, NULL, NULL, 0, 0)                                         \
	X(PLATFORM, "Microsoft C++ ABI", NULL, NULL, NULL, 3, 3)                                   \
	X(LOGIC, "^undefining", NULL, NULL, NULL, 3, 3)                                            \
	X(PLATFORM, "not supported", "-Wignored-attributes", NULL, NULL, 2, 2)                     \
	X(TYPE_MISMATCH, "conflict", "-Wattributes", NULL, NULL, 1, 1)                             \
	X(TYPE_MISMATCH, "alignment", "-Wattributes", NULL, NULL, 1, 1)                            \
	X(TYPE_MISMATCH, "returning", "-Wattributes", NULL, NULL, 1, 1)                            \
	X(TYPE_MISMATCH, "argument value", "-Wattributes", NULL, NULL, 0, 0)                       \
	X(TYPE_MISMATCH, "definition must contain", "-Wignored-attributes", NULL, NULL, 1, 1)      \
	X(UNDEFINED_SYMBOL, "incompatible implicit declaration", "-Wbuiltin-declaration-mismatch", \
		NULL, NULL, 3, 3)                                                                  \
	X(UB, "undefined behavior", "-Wformat", NULL, NULL, 1, 1)                                  \
	X(LOGIC, "is zero", "-Walloc*", NULL, NULL, 2, 2)                                          \
	X(LOGIC, "allocation size of 0", NULL, NULL, NULL, 1, 1)                                   \
	/* checks of clang-tidy that name several faults */                                        \
	X(CONCURRENCY, "non-reentrant", "bugprone-unsafe-functions", NULL, NULL, 1, 1)             \
	X(UB, "is not bounds-checking", "bugprone-unsafe-functions", NULL, NULL, 0, 0)             \
	X(LOGIC, NULL, "bugprone-unsafe-functions", NULL, NULL, 1, 1)                              \
	X(NONE, "is not used directly", "misc-include-cleaner", NULL, NULL, 2, 2)                  \
	X(RESOURCE, "leak", "clang-analyzer-*", NULL, NULL, 3, 3)                                  \
	X(RESOURCE, "never closed", "clang-analyzer-*", NULL, NULL, 0, 0)                          \
	X(RESOURCE, "not memory allocated", "clang-analyzer-*", NULL, NULL, 2, 2)                  \
	X(RESOURCE, "Memory allocated by", "clang-analyzer-*", NULL, NULL, 1, 1)                   \
	X(LIFETIME, "after it is", "clang-analyzer-*", NULL, NULL, 0, 0)                           \
	X(LIFETIME, "released memory", "clang-analyzer-*", NULL, NULL, 0, 0)                       \
	X(LIFETIME, "after it was", "clang-analyzer-*", NULL, NULL, 0, 0)                          \
	X(LIFETIME, "attempt to free released", "clang-analyzer-*", NULL, NULL, 0, 0)              \
	X(RESOURCE, "argument to free()", "clang-analyzer-*", NULL, NULL, 0, 0)                    \
	X(RESOURCE, "Argument to free()", "clang-analyzer-*", NULL, NULL, 0, 0)                    \
	X(RESOURCE, "Argument to 'delete", "clang-analyzer-*", NULL, NULL, 0, 0)

#define DIAG_RULES_LAST(X)                                        \
	/* flags that say little of the fault */                  \
	X(TYPE_MISMATCH, NULL, "-fpermissive", NULL, "gcc", 0, 0) \
	X(PLATFORM, NULL, "-Wpedantic", NULL, NULL, 2, 2)         \
	X(LOGIC, NULL, "-Wextra", NULL, "gcc", 0, 0)

#define DIAG_RULES(X)            \
	DIAG_RULES_LINKERS(X)    \
	DIAG_RULES_CPPCHECK(X)   \
	DIAG_RULES_MSVC(X)       \
	DIAG_RULES_NVCC(X)       \
	DIAG_RULES_BUILD(X)      \
	DIAG_RULES_FIRST(X)      \
	DIAG_RULES_FLAGS_RUN(X)  \
	DIAG_RULES_FLAGS_TEXT(X) \
	DIAG_RULES_TIDY(X) DIAG_RULES_WORDS(X) DIAG_RULES_LAST(X) DIAG_RULES_WIDE(X)

#endif
