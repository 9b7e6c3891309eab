/*
 * All traps come to trap_handler, in S-mode, on a stack of their own that sscratch holds. All
 * registers go to a struct trap_frame (frame.h), and what C leaves there is gone on with.
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
	ld t0, 248(sp)
	csrw sepc, t0
	ld t0, 256(sp)
	csrw sstatus, t0
	ld ra, 0(sp)
	ld gp, 16(sp)
	ld tp, 24(sp)
	ld t1, 40(sp)
	ld t2, 48(sp)
	ld s0, 56(sp)
	ld s1, 64(sp)
	ld a0, 72(sp)
	ld a1, 80(sp)
	ld a2, 88(sp)
	ld a3, 96(sp)
	ld a4, 104(sp)
	ld a5, 112(sp)
	ld a6, 120(sp)
	ld a7, 128(sp)
	ld s2, 136(sp)
	ld s3, 144(sp)
	ld s4, 152(sp)
	ld s5, 160(sp)
	ld s6, 168(sp)
	ld s7, 176(sp)
	ld s8, 184(sp)
	ld s9, 192(sp)
	ld s10, 200(sp)
	ld s11, 208(sp)
	ld t3, 216(sp)
	ld t4, 224(sp)
	ld t5, 232(sp)
	ld t6, 240(sp)
	ld t0, 32(sp)
	ld sp, 8(sp)
	sret
	.cfi_endproc
	.size trap_handler, . - trap_handler

	/* machine_switch(ret_from, to): what a call keeps goes to the stack that is left. */
	.globl machine_switch
	.type machine_switch, @function
machine_switch:
	.cfi_startproc
	addi sp, sp, -112
	sd ra, 0(sp)
	sd s0, 8(sp)
	sd s1, 16(sp)
	sd s2, 24(sp)
	sd s3, 32(sp)
	sd s4, 40(sp)
	sd s5, 48(sp)
	sd s6, 56(sp)
	sd s7, 64(sp)
	sd s8, 72(sp)
	sd s9, 80(sp)
	sd s10, 88(sp)
	sd s11, 96(sp)
	sd sp, 0(a0)
	mv sp, a1
	ld ra, 0(sp)
	ld s0, 8(sp)
	ld s1, 16(sp)
	ld s2, 24(sp)
	ld s3, 32(sp)
	ld s4, 40(sp)
	ld s5, 48(sp)
	ld s6, 56(sp)
	ld s7, 64(sp)
	ld s8, 72(sp)
	ld s9, 80(sp)
	ld s10, 88(sp)
	ld s11, 96(sp)
	addi sp, sp, 112
	ret
	.cfi_endproc
	.size machine_switch, . - machine_switch

	/* What machine_stack_new() puts on a stack: entry in s1, its argument in s2. */
	.globl thread_start
	.type thread_start, @function
thread_start:
	.cfi_startproc
	.cfi_undefined ra
	mv a0, s2
	jalr s1
	ebreak
	.cfi_endproc
	.size thread_start, . - thread_start

	/* machine_load(from, ret_byte), machine_store(to, byte): trap() goes on at access_failed. */
	.globl machine_load, load_access, machine_store, store_access, access_failed
	.type machine_load, @function
machine_load:
	.cfi_startproc
load_access:
	lbu a2, 0(a0)
	sb a2, 0(a1)
	li a0, 1
	ret
	.cfi_endproc
	.size machine_load, . - machine_load

	.type machine_store, @function
machine_store:
	.cfi_startproc
store_access:
	sb a1, 0(a0)
	li a0, 1
	ret
access_failed:
	li a0, 0
	ret
	.cfi_endproc
	.size machine_store, . - machine_store
