#include "machine/x86_64/entry.inc"

	.text
	entry divide_error_handler, 0, trap
	entry debug_handler, 1, trap
	entry breakpoint_handler, 3, trap
	entry invalid_opcode_handler, 6, trap
	entry double_fault_handler, 8, trap, 1
	entry stack_segment_handler, 12, trap, 1
	entry general_protection_handler, 13, trap, 1
	entry page_fault_handler, 14, trap, 1
	entry timer_interrupt_handler, 32, timer_interrupt
	entry syscall_handler, 128, system_call

	/* enter_user(argument, stack, entry): with interrupts on, in ring 3. */
	.globl enter_user
	.type enter_user, @function
enter_user:
	.cfi_startproc
	push $0x1b
	push %rsi
	push $0x202
	push $0x23
	push %rdx
	xor %ebp, %ebp
	iretq
	.cfi_endproc
	.size enter_user, . - enter_user
