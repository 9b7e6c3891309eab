/*
 * What the test kernels share (tests/kernels/README.md). A machine's own directory has the boot
 * code, the traps and the functions named machine_…().
 */
#ifndef TESTS_KERNELS_KERNEL_H
#define TESTS_KERNELS_KERNEL_H

#include <stddef.h>
#include <stdint.h>

/* The planted faults. X(ENUM, word of the command line: fault=WORD) */
#define FAULTS(X)                                                  \
	X(NONE, "none")                                            \
	X(NULL, "null") /* a call through a null pointer */        \
	X(PAGE, "page") /* a write to an address without a page */ \
	X(STACK, "stack") /* endless recursion */                  \
	X(LIST, "list") /* a list whose link was overwritten */    \
	X(CLOCK, "clock") /* a system call with a null pointer */  \
	X(SYSCALL, "syscall") /* a system call that is not there */

enum fault {
#define X(id, word) FAULT_##id,
	FAULTS(X)
#undef X
		FAULT_COUNT
};

/* Chosen by the command line; a debugger may set it at kernel_ready(). */
extern volatile enum fault fault_choice;

/* Called when all is set up and before anything goes wrong: a good place to stop at. */
void kernel_ready(void);

/* Make the fault happen that lies in the kernel itself; returns for the others. */
void plant_fault(enum fault fault);

void fault_from(const char *command_line);
void fault_from_tree(const void *tree);

/* The serial console. */
void console_text(const char *text);
void console_number(const char *before, uint64_t value);

/* Say why, and stop for good. */
_Noreturn void panic(const char *why);

void machine_put(char c);
_Noreturn void machine_halt(void);

/* System calls: a0 and a1 are the arguments, what is below 0 is an error. */
enum { SYS_WRITE = 1, SYS_TICKS = 2, SYS_EXIT = 60, SYS_CLOCK_GETTIME = 228, SYS_MISSING = 229 };
enum { ERROR_NO_CALL = 38 };

struct time {
	int64_t seconds, nanoseconds;
};

extern volatile uint64_t timer_ticks; /* 100 a second */

int64_t syscall_dispatch(uint64_t number, uint64_t a0, uint64_t a1);

#endif
