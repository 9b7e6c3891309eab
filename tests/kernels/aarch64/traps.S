/*
 * The vectors (DDI 0487, D1.4.1): traps of the kernel, which runs with SP_EL0, have a named entry
 * each; all others stop in unexpected_handler. All registers go to a struct trap_frame (cpu.h).
 */
	.macro vector name
	.balign 128
	b \name
	.endm

	.text
	.balign 2048
	.globl vectors
vectors:
	vector synchronous_handler
	vector unexpected_handler
	vector unexpected_handler
	vector unexpected_handler
	.rept 12
	vector unexpected_handler
	.endr

	.macro entry name, handler
	.globl \name
	.type \name, @function
\name:
	.cfi_startproc
	.cfi_undefined x30
	sub sp, sp, #288
	stp x0, x1, [sp]
	stp x2, x3, [sp, #16]
	stp x4, x5, [sp, #32]
	stp x6, x7, [sp, #48]
	stp x8, x9, [sp, #64]
	stp x10, x11, [sp, #80]
	stp x12, x13, [sp, #96]
	stp x14, x15, [sp, #112]
	stp x16, x17, [sp, #128]
	stp x18, x19, [sp, #144]
	stp x20, x21, [sp, #160]
	stp x22, x23, [sp, #176]
	stp x24, x25, [sp, #192]
	stp x26, x27, [sp, #208]
	stp x28, x29, [sp, #224]
	mrs x0, sp_el0
	stp x30, x0, [sp, #240]
	mrs x0, elr_el1
	mrs x1, spsr_el1
	stp x0, x1, [sp, #256]
	mrs x0, esr_el1
	mrs x1, far_el1
	stp x0, x1, [sp, #272]
	mov x0, sp
	mov x29, #0
	bl \handler
	b .
	.cfi_endproc
	.size \name, . - \name
	.endm

	entry synchronous_handler, trap
	entry unexpected_handler, unexpected
