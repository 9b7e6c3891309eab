/*
 * What `fault` finds out: a room's own contract. One file an origin gathers the facts
 * (fault_x86.c, fault_cpu.c, fault_user.c), fault_cause.c draws the conclusion, fault.c writes it.
 */
#ifndef FL_DEBUGSESSION_KERNEL_FAULT_H
#define FL_DEBUGSESSION_KERNEL_FAULT_H

#include "debugsession/kernel/cause.h"
#include "debugsession/kernel/commands.h"

/* Why it happened. X(ENUM, word) */
#define DBG_CAUSES(X)                                                                         \
	X(UNKNOWN, "unknown")                                                                 \
	X(NULL_CALL, "null_call") /* a call or jump to an address near 0 */                   \
	X(BAD_JUMP, "bad_jump") /* one to an address that holds no code */                    \
	X(NULL_POINTER, "null_pointer") /* an access near address 0 */                        \
	X(STACK_OVERFLOW, "stack_overflow") /* below the stack, where nothing is mapped */    \
	X(NON_CANONICAL, "non_canonical") /* an address that cannot exist: garbage */         \
	X(NOT_MAPPED, "not_mapped")                                                           \
	X(READ_ONLY, "read_only") /* a write to a page that may only be read */               \
	X(NO_EXECUTE, "no_execute")                                                           \
	X(KERNEL_ONLY, "kernel_only") /* user code went for a page of the kernel */           \
	X(USER_PAGE, "user_page") /* the kernel went for one of the user: SMAP, SMEP, PAN */  \
	X(ACCESS_FLAG, "access_flag") /* A or AF is 0, and the processor does not set it */   \
	X(PAGE_TABLE, "page_table") /* an entry has a form that is reserved */                \
	X(NO_MEMORY, "no_memory") /* nothing answers at the physical address */               \
	X(ALIGNMENT, "alignment")                                                             \
	X(ARITHMETIC, "arithmetic") /* a division */                                          \
	X(INSTRUCTION, "instruction") /* one that the processor does not know or not allow */ \
	X(ABORT, "abort") /* the program gave up itself */                                    \
	X(ON_PURPOSE, "on_purpose") /* breakpoints, system calls, interrupts: no fault */

enum dbg_cause {
#define X(id, word) DBG_CAUSE_##id,
	DBG_CAUSES(X)
#undef X
		DBG_CAUSE_COUNT
};

extern const char *const dbg_cause_words[DBG_CAUSE_COUNT];

enum { DBG_FAULT_REGISTERS = 40, DBG_FAULT_CALLERS = 10 };

struct dbg_caller {
	uint64_t address;
	struct fl_slice function, file;
	int64_t line;
};

struct dbg_fault {
	struct fl_slice name; /* "page fault (#PF)", "SIGSEGV" */
	struct fl_slice details; /* the codes in words, for people */
	struct fl_buf codes; /* the codes as JSON members */
	bool is_page_fault; /* the page tables refused */
	bool have_address;
	uint64_t address;
	enum dbg_access access;
	bool user; /* user code did it */
	uint64_t pc, sp; /* of what was interrupted */
	struct dbg_value registers[DBG_FAULT_REGISTERS]; /* of the general ones, there */
	size_t count;
	const char *frame_from, *code_from,
		*registers_from; /* how it is known; heuristics say so */
	bool exact; /* the registers are those of the moment */
	bool current; /* the processor is still in the handler, as far as can be told */
	struct dbg_instruction code[6];
	size_t code_count, code_current;
	bool have_walk;
	struct dbg_walk walk;
	struct fl_slice mapping; /* of a process: what is at the address or beside it */
	char permissions[5]; /* of that mapping, "r-xp"; empty: nothing is mapped */
	struct dbg_caller callers[DBG_FAULT_CALLERS];
	size_t callers_count;
	enum dbg_cause hint; /* what the codes alone say */
	enum dbg_cause cause;
	struct fl_buf sentence; /* the conclusion */
};

/* "vector 14 error 2 frame $rsp": the command's arguments; empty: not given. */
struct dbg_fault_args {
	struct fl_slice vector, error, frame;
};

/*
 * All that is found out, its texts in the machine's arena; to be released in any case. Errors as of
 * the command: FL_EINVAL and FL_EREFUSED where there was no exception, or none can be told.
 */
int dbg_fault_find(struct dbg_machine *m, struct fl_slice arguments, struct dbg_fault *f,
	struct fl_error *err);
void dbg_fault_release(struct dbg_fault *f);

/*
 * The debugger is shown the registers of that moment from here on: its innermost frame is what was
 * interrupted, or what jumped to where there is no code. The machine is not to run on.
 */
int dbg_fault_enter(struct dbg_machine *m, const struct dbg_fault *f, struct fl_error *err);

/* Gather; each fills name, details, codes, address, access, pc, sp and registers. */
int dbg_fault_x86(struct dbg_machine *m, const struct dbg_fault_args *args, struct dbg_fault *f,
	struct fl_error *err);
int dbg_fault_arm(struct dbg_machine *m, struct dbg_fault *f, struct fl_error *err);
int dbg_fault_riscv(struct dbg_machine *m, struct dbg_fault *f, struct fl_error *err);
int dbg_fault_user(struct dbg_machine *m, struct dbg_fault *f, struct fl_error *err);

/* The value of a general register at the fault; 0 when it is not known. */
uint64_t dbg_fault_register(const struct dbg_fault *f, const char *name);
void dbg_fault_set(struct dbg_fault *f, const char *name, uint64_t value);

/* Fill the registers with those of the selected frame. */
int dbg_fault_take_registers(struct dbg_machine *m, struct dbg_fault *f, struct fl_error *err);

/*
 * Where the kernel keeps what it interrupted: an argument of one of the innermost functions that
 * points to a structure with a member `pc_member` (comma-separated: any of them). Its members by
 * the names of registers replace those in *f. *ret_where: an expression for the structure, empty
 * when there is none.
 */
int dbg_fault_from_symbols(struct dbg_machine *m, const char *pc_members, struct dbg_fault *f,
	struct fl_slice *ret_where, uint64_t *ret_pc, struct fl_error *err);

/* A member of that structure by any of the names; false: there is none. */
bool dbg_fault_member(
	struct dbg_machine *m, struct fl_slice where, const char *names, uint64_t *ret);

/* gdb's frame that stands at f->pc, when its backtrace gets there; its registers, then. */
int dbg_fault_unwind(
	struct dbg_machine *m, struct dbg_fault *f, bool take_registers, struct fl_error *err);

/* What called: by gdb's backtrace from f->pc, or from the registers at the fault. */
int dbg_fault_callers(struct dbg_machine *m, struct dbg_fault *f, struct fl_error *err);

/* Draw the conclusion from all that was gathered. */
void dbg_fault_conclude(struct dbg_machine *m, struct dbg_fault *f);

#endif
