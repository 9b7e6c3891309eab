/*
 * What a failed run left, as one structure: tool, kind, class, the access, every stack, the place
 * to blame. Reports of gcc's and clang's runtimes of the same fault have the same tool, kind,
 * error_class, file, line and (but for C++ instantiations) function.
 *
 * Process ids never get in; addresses only when the producer was asked for them, else they are 0
 * and shown in no literal. All text and lists live in the arena that the producer was given.
 */
#ifndef FL_SANITIZE_REPORT_H
#define FL_SANITIZE_REPORT_H

#include "diag/model/class.h"

/* Who noticed. X(ENUM, word) */
#define SAN_TOOLS(X)              \
	X(NONE, "")               \
	X(ASAN, "asan")           \
	X(LSAN, "lsan")           \
	X(UBSAN, "ubsan")         \
	X(TSAN, "tsan")           \
	X(MSAN, "msan")           \
	X(HWASAN, "hwasan")       \
	X(MEMCHECK, "memcheck")   \
	X(HELGRIND, "helgrind")   \
	X(DRD, "drd")             \
	X(LIBFUZZER, "libfuzzer") \
	X(KERNEL, "kernel")       \
	X(GDB, "gdb")             \
	X(LLDB, "lldb")           \
	X(COREDUMP, "coredump")   \
	X(GLIBC, "glibc")         \
	X(LIBSTDCXX, "libstdc++") \
	X(LIBCXX, "libc++")       \
	X(SYSTEM, "system")

enum san_tool {
#define X(id, word) SAN_TOOL_##id,
	SAN_TOOLS(X)
#undef X
		SAN_TOOL_COUNT
};

/* What a stack shows. X(ENUM, word) */
#define SAN_ROLES(X)                                                             \
	X(ACCESS, "access") /* the faulty action itself */                       \
	X(ALLOCATION, "allocation") /* where the memory came from */             \
	X(FREE, "free") /* where it was given back before */                     \
	X(OWNER, "owner") /* the frame that holds the stack variable */          \
	X(THREAD_CREATION, "thread_creation") /* where the thread was started */ \
	X(PREVIOUS_ACCESS, "previous_access") /* the other side of a race */     \
	X(ORIGIN, "origin") /* where an uninitialised value came from */         \
	X(STORE, "store") /* where such a value was stored on its way */         \
	X(MUTEX_CREATION, "mutex_creation") /* where a mutex was first used */   \
	X(MUTEX_ACQUIRE, "mutex_acquire") /* where a mutex was locked before */  \
	X(OTHER, "other")

enum san_role {
#define X(id, word) SAN_ROLE_##id,
	SAN_ROLES(X)
#undef X
		SAN_ROLE_COUNT
};

/* Direction of an access; the empty word where the report does not tell. */
enum san_access_type { SAN_ACCESS_UNKNOWN, SAN_ACCESS_READ, SAN_ACCESS_WRITE, SAN_ACCESS_COUNT };

/* Where a kernel says that a frame is: so many bytes into a symbol, "f+0x12/0x34 [module]". */
struct san_anchor {
	struct fl_slice module; /* its name; empty: the kernel itself */
	struct fl_slice symbol; /* as the symbol table has it: "f.isra.0" */
	uint64_t size; /* from the symbol to the next one */
	uint64_t offset; /* within the call, where it is one */
};

struct san_frame {
	int64_t depth; /* 0 is the innermost */
	struct fl_slice function; /* as the tool wrote it, demangled; empty: not known */
	struct fl_slice file; /* without the stripped prefix; empty: not known */
	int64_t line, col; /* 1-based; col in bytes, 0 from gcc's runtimes */
	struct fl_slice module; /* program or library, where neither function nor file is known */
	uint64_t offset; /* of the instruction within the module; 0 unless asked for */
	bool inlined; /* into the next frame */
	/* Not rendered: */
	uint64_t address;
	uint64_t spot; /* offset, whoever asked */
	bool library; /* in a library of the system */
	bool user; /* in the program's own code, with a line */
	bool source; /* with a line that is neither libc's nor a runtime's */
	const struct san_anchor *anchor; /* of a kernel's, parsed to be resolved; else NULL */
};

struct san_stack {
	int role; /* enum san_role */
	struct fl_slice thread; /* "T0"; empty: not told */
	struct fl_list frames; /* of struct san_frame */
	/* Not rendered: */
	struct fl_slice mutex; /* that it is about: "M0" */
	bool head; /* in a cycle of locks: takes one while holding that of the stack behind it */
};

/* One variable of the frame that owns the accessed stack memory. */
struct san_variable {
	struct fl_slice name;
	int64_t size; /* bytes */
	int64_t offset; /* in the frame, as the tool counts it, bytes */
	int64_t line; /* of its declaration; 0: not told */
	bool accessed; /* the access hit or passed this one */
};

struct san_access {
	int type; /* enum san_access_type */
	int64_t size; /* bytes; 0: not known */
	uint64_t address; /* 0: null, not known or not asked for */
	struct fl_slice region; /* "40-byte heap region", "stack variable 'text' of 8 bytes", … */
	int64_t offset; /* of the access from the region's start; means nothing without one */
};

struct san_report {
	int tool; /* enum san_tool */
	struct fl_slice kind; /* the tool's own word in kebab case; never empty */
	int error_class; /* enum diag_class */
	int64_t confidence; /* in error_class, 1/10000ths (sanitize/kinds/kinds.h) */
	struct fl_slice cwe; /* "CWE-416" */
	struct fl_slice message; /* the tool's sentence without addresses and process ids */
	struct fl_slice file; /* the blamed place: first frame in the program's own code */
	int64_t line, col;
	struct fl_slice function; /* without parameters and template return type */
	struct san_access access;
	struct fl_list stacks; /* of struct san_stack, the faulty action first */
	struct fl_list variables; /* of struct san_variable: the owning frame's, in its order */
	struct fl_slice hash; /* 16 hex digits, see san_report_hash() */
	struct fl_slice lane; /* whose lines it is of, in a log of many: sanitize/reader.h; or "" */
	int64_t omitted; /* items and texts dropped to fit a byte budget */
	/* Not rendered: */
	bool placed; /* file and line were told by the tool, and are the program's own */
};

/* The field tables: JSON, literals and schema come from them. */
extern const struct fl_shape san_report_shape;
extern const struct fl_shape san_stack_shape;
extern const struct fl_shape san_frame_shape;
extern const struct fl_shape san_access_shape;
extern const struct fl_shape san_variable_shape;

extern const struct fl_names san_tool_names;
extern const struct fl_names san_role_names;

#endif
