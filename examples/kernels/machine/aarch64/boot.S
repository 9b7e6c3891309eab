/*
 * From the reset in EL1, MMU off, to the kernel in the upper half. The kernel runs with SP_EL0 (EL1t)
 * and traps with SP_EL1, so that a trap has a stack even when the kernel's has overflowed.
 */
	.section .boot, "ax"
	.globl _start
	.type _start, @function
_start:
	ldr x0, =0x00ff /* MAIR_EL1: 0 is memory, 1 a device */
	msr mair_el1, x0
	ldr x0, =0xb5103510 /* TCR_EL1: 48 bits, granules of 4 KiB, cached, in both halves */
	msr tcr_el1, x0
	ldr x0, =level0_low
	msr ttbr0_el1, x0
	ldr x0, =level0_high
	msr ttbr1_el1, x0
	isb
	tlbi vmalle1
	dsb sy
	mrs x0, sctlr_el1
	mov x1, #0x1005 /* MMU, caches */
	orr x0, x0, x1
	msr sctlr_el1, x0
	isb
	ldr x0, =high_entry
	br x0
	.size _start, . - _start

	.section .boot.tables, "aw"
	.globl level0_low, level0_high, level1_low, level1_high, level2_ram, level3_ram
	.balign 4096
level0_low:
	.quad level1_low + 3
	.fill 511, 8, 0
level1_low: /* the second entry is dropped once the kernel runs in the upper half */
	.quad 0, 0x40000000 + 0x701
	.fill 510, 8, 0
level0_high:
	.quad level1_high + 3
	.fill 511, 8, 0
level1_high: /* devices; memory */
	.quad 0x0060000000000705, level2_ram + 3
	.fill 510, 8, 0
level2_ram:
	.quad level3_ram + 3
	.set page, 1
	.rept 31
	.quad 0x40000000 + page * 0x200000 + 0x701
	.set page, page + 1
	.endr
	.fill 480, 8, 0
level3_ram:
	.set page, 0
	.rept 512
	.quad 0x40000000 + page * 0x1000 + 0x703
	.set page, page + 1
	.endr

	.text
	.type high_entry, @function
high_entry:
	.cfi_startproc
	.cfi_undefined x30
	ldr x0, =trap_stack_end
	mov sp, x0
	msr spsel, #0
	ldr x0, =kernel_stack_end
	mov sp, x0
	mov x29, #0
	mov x30, #0
	bl kernel_main
	brk #0
	.cfi_endproc
	.size high_entry, . - high_entry

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
