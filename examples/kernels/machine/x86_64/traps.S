#include "machine/x86_64/entry.inc"

	.text
	entry divide_error_handler, 0, trap
	entry debug_handler, 1, trap
	entry breakpoint_handler, 3, trap
	entry overflow_handler, 4, trap
	entry bound_range_handler, 5, trap
	entry invalid_opcode_handler, 6, trap
	entry no_device_handler, 7, trap
	entry double_fault_handler, 8, trap, 1
	entry invalid_task_state_handler, 10, trap, 1
	entry no_segment_handler, 11, trap, 1
	entry stack_segment_handler, 12, trap, 1
	entry general_protection_handler, 13, trap, 1
	entry page_fault_handler, 14, trap, 1
	entry alignment_check_handler, 17, trap, 1
	entry timer_interrupt_handler, 32, timer_interrupt

	/* machine_switch(ret_from, to): what a call keeps goes to the stack that is left. */
	.globl machine_switch
	.type machine_switch, @function
machine_switch:
	.cfi_startproc
	push %rbp
	push %rbx
	push %r12
	push %r13
	push %r14
	push %r15
	mov %rsp, (%rdi)
	mov %rsi, %rsp
	pop %r15
	pop %r14
	pop %r13
	pop %r12
	pop %rbx
	pop %rbp
	ret
	.cfi_endproc
	.size machine_switch, . - machine_switch

	/* What machine_stack_new() puts on a stack: entry in rbx, its argument in r12. */
	.globl thread_start
	.type thread_start, @function
thread_start:
	.cfi_startproc
	.cfi_undefined rip
	mov %r12, %rdi
	call *%rbx
	ud2
	.cfi_endproc
	.size thread_start, . - thread_start

	/* machine_load(from, ret_byte), machine_store(to, byte): trap() goes on at access_failed. */
	.globl machine_load, load_access, machine_store, store_access, access_failed
	.type machine_load, @function
machine_load:
	.cfi_startproc
load_access:
	mov (%rdi), %al
	mov %al, (%rsi)
	mov $1, %eax
	ret
	.cfi_endproc
	.size machine_load, . - machine_load

	.type machine_store, @function
machine_store:
	.cfi_startproc
store_access:
	mov %sil, (%rdi)
	mov $1, %eax
	ret
access_failed:
	xor %eax, %eax
	ret
	.cfi_endproc
	.size machine_store, . - machine_store
