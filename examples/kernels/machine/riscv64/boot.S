/*
 * From the reset in M-mode to S-mode with Sv39. M-mode keeps nothing for itself: all memory is
 * open (PMP), all exceptions go to S-mode, and so does the timer.
 */
#define TABLES 0x80001000 /* kernel.ld puts them there */

	.section .boot, "ax"
	.globl _start
	.type _start, @function
_start:
	csrr t0, mhartid
	bnez t0, park
	la t0, machine_trap
	csrw mtvec, t0
	li t0, -1
	csrw pmpaddr0, t0
	li t0, 0x1f /* read, write, execute; the whole range */
	csrw pmpcfg0, t0
	li t0, 0xffff
	csrw medeleg, t0
	li t0, 0x222 /* and all interrupts of S-mode */
	csrw mideleg, t0
	li t0, 7 /* the clock */
	csrw mcounteren, t0
	li t0, 1
	slli t0, t0, 63
	csrs 0x30a, t0 /* menvcfg.STCE: S-mode has a timer of its own */
	li t0, 0x800 /* MPP: S-mode */
	csrs mstatus, t0
	la t0, level2
	srli t0, t0, 12
	li t1, 8 /* Sv39 */
	slli t1, t1, 60
	or t0, t0, t1
	csrw satp, t0
	sfence.vma
	la t0, supervisor
	csrw mepc, t0
	mret
	.size _start, . - _start

	.type park, @function
park:
	wfi
	j park
	.size park, . - park

	.balign 4
	.type machine_trap, @function
machine_trap:
	j machine_trap
	.size machine_trap, . - machine_trap

	.type supervisor, @function
supervisor:
	ld t0, high
	jr t0
	.size supervisor, . - supervisor
	.balign 8
high:
	.quad high_entry

	.section .boot.tables, "aw"
	.globl level2, level1, level0
	.balign 4096
level2: /* the third entry is dropped once the kernel runs in the upper half */
	.quad 0, 0, (0x80000000 >> 2) + 0xcf
	.fill 253, 8, 0
	.quad 0xc7, 0 /* devices */
	.quad ((TABLES + 0x1000) >> 2) + 1
	.fill 253, 8, 0
level1:
	.quad ((TABLES + 0x2000) >> 2) + 1
	.set page, 1
	.rept 31
	.quad ((0x80000000 + page * 0x200000) >> 2) + 0xcf
	.set page, page + 1
	.endr
	.fill 480, 8, 0
level0:
	.set page, 0
	.rept 512
	.quad ((0x80000000 + page * 0x1000) >> 2) + 0xcf
	.set page, page + 1
	.endr

	.text
	.type high_entry, @function
high_entry:
	.cfi_startproc
	.cfi_undefined ra
	.option push
	.option norelax
	ld t0, trap_stack
	csrw sscratch, t0
	ld sp, stack
	li fp, 0
	mv a0, a1 /* the device tree, from the reset on */
	call kernel_main
	ebreak
	.option pop
	.cfi_endproc
	.size high_entry, . - high_entry
	.balign 8
stack:
	.quad kernel_stack_end
trap_stack:
	.quad trap_stack_end

	.bss
	.balign 4096
	.globl kernel_stack_guard, kernel_stack, kernel_stack_end, trap_stack_end
	.skip 8192
trap_stack_end:
kernel_stack_guard:
	.skip 4096
kernel_stack:
	.skip 16384
kernel_stack_end:
