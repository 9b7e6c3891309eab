/*
 * The machine or process that a session looks at, as the kernel commands need it: registers by
 * name, memory by virtual and by physical address, instructions, symbols. All is asked of the
 * debugger's console; a machine lives for one command, and its target must be stopped.
 *
 * Physical memory is read with QEMU's packet PhyMemMode (docs/system/gdb.rst of QEMU), which is
 * put back after each read.
 */
#ifndef FL_DEBUGSESSION_KERNEL_MACHINE_H
#define FL_DEBUGSESSION_KERNEL_MACHINE_H

#include "base/arena.h"
#include "debugsession/kernel/sysregs.h"
#include "debugsession/kernel/walk.h"
#include "debugsession/session/extra.h"

struct dbg_machine {
	struct dbg_console *console;
	struct dbg_qemu *qemu; /* NULL: none of the session's own */
	unsigned wall_ms;
	enum dbg_arch arch;
	const struct dbg_arch_info *info;
	bool system; /* a whole machine: it has page tables, control registers */
	struct fl_slice *names; /* of the registers, by gdb's numbers; empty: no such number */
	size_t count;
	int phys_mode; /* PhyMemMode as it was found; -1: not asked yet */
	struct fl_arena arena;
};

/*
 * Look at the target of a command. FL_EREFUSED when it runs or there is none, FL_EINVAL for another
 * architecture than those of enum dbg_arch. Release it in any case.
 */
int dbg_machine_init(struct dbg_machine *m, const struct dbg_extra_in *in, struct fl_error *err);
void dbg_machine_release(struct dbg_machine *m);

/* FL_EINVAL with a message that names the command, unless this is a whole machine. */
int dbg_machine_need_system(const struct dbg_machine *m, const char *command, struct fl_error *err);
/* The same, unless it is one of this architecture. */
int dbg_machine_need_arch(
	const struct dbg_machine *m, enum dbg_arch arch, const char *command, struct fl_error *err);

/* gdb's number for a register, or -1. */
int dbg_machine_find(const struct dbg_machine *m, const char *name);

/* FL_EINVAL: there is no such register, or its value is not known. */
int dbg_machine_register(
	struct dbg_machine *m, const char *name, uint64_t *ret_value, struct fl_error *err);

/* Several at once, of the selected frame. What is not known stays out: have is false. */
struct dbg_value {
	const char *name; /* to ask for */
	bool have;
	uint64_t value;
};
enum { DBG_VALUES_MAX = 256 };
int dbg_machine_values(
	struct dbg_machine *m, struct dbg_value *values, size_t count, struct fl_error *err);

/* The value of an expression in the program's language, as an address. FL_EINVAL: it is none. */
int dbg_machine_evaluate(struct dbg_machine *m, struct fl_slice expression, uint64_t *ret_value,
	struct fl_error *err);

/* All len bytes, at most 1 MiB, or an error. */
int dbg_machine_read(
	struct dbg_machine *m, uint64_t address, void *bytes, size_t len, struct fl_error *err);

/*
 * Words of 8 bytes, little-endian: count of them at most (131,072), *ret_count as far as there is
 * memory. FL_EREFUSED when there is none.
 */
int dbg_machine_words(struct dbg_machine *m, uint64_t address, size_t count, uint64_t *ret_words,
	size_t *ret_count, struct fl_error *err);
int dbg_machine_word(
	struct dbg_machine *m, uint64_t address, uint64_t *ret_value, struct fl_error *err);

/* What a command of the debugger prints. FL_EREFUSED with its words. */
int dbg_machine_say(
	struct dbg_machine *m, const char *command, struct fl_buf *out, struct fl_error *err);

/* The stub's answer to a packet, cut to size; the debugger itself learns nothing of it. */
int dbg_machine_packet(
	struct dbg_machine *m, const char *packet, char *ret, size_t size, struct fl_error *err);

/* What QEMU's monitor says to a command with a short answer (at most 200 lines). */
int dbg_machine_monitor(
	struct dbg_machine *m, const char *command, struct fl_buf *out, struct fl_error *err);

/* Walk the page tables that the processor uses now. */
int dbg_machine_walk(
	struct dbg_machine *m, uint64_t address, struct dbg_walk *ret_walk, struct fl_error *err);

/* What stands at an address, in an arena's texts; empty where nothing is known. */
struct dbg_place {
	struct fl_slice symbol, file;
	uint64_t offset; /* from the symbol */
	int64_t line;
	bool code; /* it has a source line, or lies in a section of code */
};
void dbg_machine_place(struct dbg_machine *m, uint64_t address, struct dbg_place *ret);

/* "f+4 at a.c:12"; "" when nothing is known. */
void dbg_place_text(struct fl_buf *out, const struct dbg_place *p);
/* Members "symbol", "offset", "file", "line" of the object that is being written. */
void dbg_place_json(struct fl_buf *out, const struct dbg_place *p);

struct dbg_instruction {
	uint64_t address;
	struct fl_slice text, function;
	uint64_t offset; /* from the function's start */
};

/*
 * Up to `max` instructions from `address` on, and before them up to `before` of the same function.
 * *ret_current is the index of the one at `address`. FL_EREFUSED when there is no memory.
 */
int dbg_machine_instructions(struct dbg_machine *m, uint64_t address, size_t before, size_t max,
	struct dbg_instruction *ret, size_t *ret_count, size_t *ret_current, struct fl_error *err);

#endif
