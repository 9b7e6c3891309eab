/*
 * What an instruction's text says about the memory it touches: as GNU and LLVM disassemblers print
 * x86-64 (AT&T and Intel), AArch64 and RISC-V.
 */
#ifndef FL_DEBUGSESSION_KERNEL_OPERAND_H
#define FL_DEBUGSESSION_KERNEL_OPERAND_H

#include "debugsession/kernel/machine.h"

/* The registers that the text names, each once, at most max of them. Their number. */
size_t dbg_operand_registers(enum dbg_arch arch, struct fl_slice text,
	const struct dbg_value *values, size_t count, const struct dbg_value **ret, size_t max);

/*
 * The address of the memory operand, or of the stack's word that a push, call, pop or ret of x86-64
 * touches. False: there is none, it depends on a segment, or a register is not known.
 */
bool dbg_operand_address(enum dbg_arch arch, struct fl_slice text, const struct dbg_value *values,
	size_t count, uint64_t *ret_address);

#endif
