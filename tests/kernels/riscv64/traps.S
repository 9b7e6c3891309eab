/*
 * All traps come to trap_handler, in S-mode, on a stack of their own that sscratch holds. All
 * registers go to a struct trap_frame (cpu.h).
 */
	.text
	.balign 4
	.globl trap_handler
	.type trap_handler, @function
trap_handler:
	.cfi_startproc
	.cfi_undefined ra
	csrrw sp, sscratch, sp
	addi sp, sp, -288
	sd ra, 0(sp)
	sd gp, 16(sp)
	sd tp, 24(sp)
	sd t0, 32(sp)
	sd t1, 40(sp)
	sd t2, 48(sp)
	sd s0, 56(sp)
	sd s1, 64(sp)
	sd a0, 72(sp)
	sd a1, 80(sp)
	sd a2, 88(sp)
	sd a3, 96(sp)
	sd a4, 104(sp)
	sd a5, 112(sp)
	sd a6, 120(sp)
	sd a7, 128(sp)
	sd s2, 136(sp)
	sd s3, 144(sp)
	sd s4, 152(sp)
	sd s5, 160(sp)
	sd s6, 168(sp)
	sd s7, 176(sp)
	sd s8, 184(sp)
	sd s9, 192(sp)
	sd s10, 200(sp)
	sd s11, 208(sp)
	sd t3, 216(sp)
	sd t4, 224(sp)
	sd t5, 232(sp)
	sd t6, 240(sp)
	csrr t0, sscratch
	sd t0, 8(sp)
	csrr t0, sepc
	sd t0, 248(sp)
	csrr t0, sstatus
	sd t0, 256(sp)
	csrr t0, scause
	sd t0, 264(sp)
	csrr t0, stval
	sd t0, 272(sp)
	addi t0, sp, 288
	csrw sscratch, t0
	mv a0, sp
	li fp, 0
	call trap
	j .
	.cfi_endproc
	.size trap_handler, . - trap_handler
