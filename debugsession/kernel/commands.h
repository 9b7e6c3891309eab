/*
 * The kernel commands (docs/debugsession.md, "Kernels"): rows of session/extra.c. ctx, show-stack,
 * show-all-registers and fault work in programs, too; the others want a whole machine, and say so.
 */
#ifndef FL_DEBUGSESSION_KERNEL_COMMANDS_H
#define FL_DEBUGSESSION_KERNEL_COMMANDS_H

#include "debugsession/kernel/machine.h"

int dbg_kernel_ctx(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);
int dbg_kernel_stack(
	const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);
int dbg_kernel_control(
	const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);
int dbg_kernel_segments(
	const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);
int dbg_kernel_registers(
	const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);
int dbg_kernel_page_walk(
	const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);
int dbg_kernel_gdt(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);
int dbg_kernel_idt(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);
int dbg_kernel_tsc(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);

int dbg_kernel_fault(
	const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);

/* What they share: the body of a command, with a machine that is released after it. */
typedef int (*dbg_kernel_fn)(struct dbg_machine *m, struct fl_slice arguments,
	struct dbg_extra_out *out, struct fl_error *err);
int dbg_kernel_run(const struct dbg_extra_in *in, struct dbg_extra_out *out, dbg_kernel_fn body,
	struct fl_error *err);

/* A walk for people, a line an entry, and as members of the object that is being written. */
void dbg_kernel_walk_text(struct fl_buf *out, uint64_t address, const struct dbg_walk *w);
void dbg_kernel_walk_json(struct fl_buf *out, uint64_t address, const struct dbg_walk *w);

/*
 * Instructions for people ("=>" at the current one), and a member "instructions". The index of the
 * current one; past the end: none is.
 */
void dbg_kernel_code_text(
	struct fl_buf *out, const struct dbg_instruction *code, size_t count, size_t current);
void dbg_kernel_code_json(
	struct fl_buf *out, const struct dbg_instruction *code, size_t count, size_t current);

/* The machine's IDT, in its arena. FL_EINVAL in real mode, where it has another form. */
struct dbg_idt {
	uint64_t base, limit;
	const unsigned char *bytes;
	size_t len;
	bool wide; /* gates of long mode */
};
int dbg_kernel_read_idt(struct dbg_machine *m, struct dbg_idt *ret, struct fl_error *err);

/* A vector of x86: the value of an expression, FL_EINVAL when it is not from 0 to 255. */
int dbg_kernel_vector(
	struct dbg_machine *m, struct fl_slice expression, uint64_t *ret, struct fl_error *err);

#endif
