/*
 * Where the processor comes in: a named entry for each vector. It keeps all registers in a
 * struct trap_frame (x86_64/cpu.h) and calls C; the unwind information leads from here to what
 * was interrupted. The second part is marked as a signal's frame: from C, a debugger then also gets
 * past a jump to address 0 and from the kernel's stack to the user's. The first part is not, so
 * that stopping at the entry shows its name.
 */
	.macro keep reg
	push %\reg
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset \reg, 0
	.endm

	.macro take reg
	pop %\reg
	.cfi_adjust_cfa_offset -8
	.cfi_restore \reg
	.endm

	.macro entry name, vector, handler, has_error=0
	.globl \name
	.type \name, @function
\name:
	.cfi_startproc simple
	.cfi_def_cfa rsp, 40 + 8 * \has_error
	.cfi_offset rip, -40
	.cfi_offset rsp, -16
	.if !\has_error
	push $0
	.cfi_adjust_cfa_offset 8
	.endif
	push $\vector
	.cfi_adjust_cfa_offset 8
	.cfi_endproc
	.cfi_startproc simple
	.cfi_signal_frame
	.cfi_def_cfa rsp, 56
	.cfi_offset rip, -40
	.cfi_offset rsp, -16
	.irp reg, rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14, r15
	keep \reg
	.endr
	cld
	mov %rsp, %rdi
	call \handler
	.irp reg, r15, r14, r13, r12, r11, r10, r9, r8, rbp, rdi, rsi, rdx, rcx, rbx, rax
	take \reg
	.endr
	add $16, %rsp
	.cfi_adjust_cfa_offset -16
	iretq
	.cfi_endproc
	.size \name, . - \name
	.endm

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
