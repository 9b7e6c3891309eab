/*
 * The vectors (DDI 0487, D1.4.1): traps of the kernel, which runs with SP_EL0, have a named entry
 * each; all others stop in unexpected_handler. All registers go to a struct trap_frame (frame.h), and
 * what C leaves there is gone on with.
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
	vector interrupt_handler
	.rept 14
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
	b trap_return
	.cfi_endproc
	.size \name, . - \name
	.endm

	entry synchronous_handler, trap
	entry interrupt_handler, interrupt
	entry unexpected_handler, unexpected

	.type trap_return, @function
trap_return:
	ldp x0, x1, [sp, #256]
	msr elr_el1, x0
	msr spsr_el1, x1
	ldp x30, x0, [sp, #240]
	msr sp_el0, x0
	ldp x2, x3, [sp, #16]
	ldp x4, x5, [sp, #32]
	ldp x6, x7, [sp, #48]
	ldp x8, x9, [sp, #64]
	ldp x10, x11, [sp, #80]
	ldp x12, x13, [sp, #96]
	ldp x14, x15, [sp, #112]
	ldp x16, x17, [sp, #128]
	ldp x18, x19, [sp, #144]
	ldp x20, x21, [sp, #160]
	ldp x22, x23, [sp, #176]
	ldp x24, x25, [sp, #192]
	ldp x26, x27, [sp, #208]
	ldp x28, x29, [sp, #224]
	ldp x0, x1, [sp]
	add sp, sp, #288
	eret
	.size trap_return, . - trap_return

	/* machine_switch(ret_from, to): what a call keeps goes to the stack that is left. */
	.globl machine_switch
	.type machine_switch, @function
machine_switch:
	.cfi_startproc
	sub sp, sp, #96
	stp x19, x20, [sp]
	stp x21, x22, [sp, #16]
	stp x23, x24, [sp, #32]
	stp x25, x26, [sp, #48]
	stp x27, x28, [sp, #64]
	stp x29, x30, [sp, #80]
	mov x2, sp
	str x2, [x0]
	mov sp, x1
	ldp x19, x20, [sp]
	ldp x21, x22, [sp, #16]
	ldp x23, x24, [sp, #32]
	ldp x25, x26, [sp, #48]
	ldp x27, x28, [sp, #64]
	ldp x29, x30, [sp, #80]
	add sp, sp, #96
	ret
	.cfi_endproc
	.size machine_switch, . - machine_switch

	/* What machine_stack_new() puts on a stack: entry in x19, its argument in x20. */
	.globl thread_start
	.type thread_start, @function
thread_start:
	.cfi_startproc
	.cfi_undefined x30
	mov x0, x20
	blr x19
	brk #0
	.cfi_endproc
	.size thread_start, . - thread_start

	/* machine_load(from, ret_byte), machine_store(to, byte): trap() goes on at access_failed. */
	.globl machine_load, load_access, machine_store, store_access, access_failed
	.type machine_load, @function
machine_load:
	.cfi_startproc
load_access:
	ldrb w2, [x0]
	strb w2, [x1]
	mov w0, #1
	ret
	.cfi_endproc
	.size machine_load, . - machine_load

	.type machine_store, @function
machine_store:
	.cfi_startproc
store_access:
	strb w1, [x0]
	mov w0, #1
	ret
access_failed:
	mov w0, #0
	ret
	.cfi_endproc
	.size machine_store, . - machine_store
