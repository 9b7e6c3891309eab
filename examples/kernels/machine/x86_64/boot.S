/*
 * From the PVH entry (32 bits, no paging; Xen's public/arch-x86/hvm/start_info.h) to long mode. The
 * kernel is linked 2 GiB below the end of the address space; this file's code and tables are at
 * their physical addresses.
 */
#define HIGH 0xffffffff80000000

	.section .note.pvh, "a", @note
	.long 4, 4, 18 /* XEN_ELFNOTE_PHYS32_ENTRY */
	.asciz "Xen"
	.long _start

	.section .boot, "ax"
	.code32
	.globl _start
	.type _start, @function
_start:
	mov %ebx, %esi /* the start info */
	mov $pml4, %eax
	mov %eax, %cr3
	mov %cr4, %eax
	or $0x20, %eax /* PAE */
	mov %eax, %cr4
	mov $0xc0000080, %ecx /* EFER: long mode, no-execute */
	rdmsr
	or $0x900, %eax
	wrmsr
	mov %cr0, %eax
	or $0x80010001, %eax /* paging, write protection, protected mode */
	mov %eax, %cr0
	lgdt boot_gdt_pointer
	ljmp $8, $long_mode
	.size _start, . - _start

	.code64
	.type long_mode, @function
long_mode:
	movabs $high_entry, %rax
	jmp *%rax
	.size long_mode, . - long_mode

	.balign 8
boot_gdt:
	.quad 0, 0x00209b0000000000, 0x0000930000000000
boot_gdt_pointer:
	.word . - boot_gdt - 1
	.long boot_gdt

	.section .boot.tables, "aw"
	.balign 4096
	.globl pml4, pdpt_direct, pd_direct, pd_low, pt_user, pd_kernel, pt_kernel
pml4:
	.quad pdpt_low + 7
	.fill 255, 8, 0
	.quad pdpt_direct + 3
	.fill 254, 8, 0
	.quad pdpt_kernel + 3
pdpt_low:
	.quad pd_low + 7
	.fill 511, 8, 0
pd_low: /* the first entry is dropped once the kernel runs at its own address */
	.quad 0x83, 0, pt_user + 7
	.fill 509, 8, 0
pt_user:
	.fill 512, 8, 0
pdpt_direct: /* all of physical memory at 0xffff800000000000 */
	.quad pd_direct + 3
	.fill 511, 8, 0
pd_direct:
	.set page, 0
	.rept 512
	.quad page * 0x200000 + 0x83
	.set page, page + 1
	.endr
pdpt_kernel:
	.fill 510, 8, 0
	.quad pd_kernel + 3, 0
pd_kernel:
	.quad pt_kernel + 3
	.set page, 1
	.rept 31
	.quad page * 0x200000 + 0x83
	.set page, page + 1
	.endr
	.fill 480, 8, 0
pt_kernel:
	.set page, 0
	.rept 512
	.quad page * 0x1000 + 3
	.set page, page + 1
	.endr

	.text
	.type high_entry, @function
high_entry:
	.cfi_startproc
	.cfi_undefined rip
	mov $16, %eax
	mov %eax, %ds
	mov %eax, %es
	mov %eax, %ss
	lea kernel_stack_end(%rip), %rsp
	xor %ebp, %ebp
	mov %esi, %edi
	call kernel_main
	ud2
	.cfi_endproc
	.size high_entry, . - high_entry

	/* each below the one that it is entered from, as a debugger expects of stacks */
	.bss
	.balign 4096
	.globl kernel_stack_guard, kernel_stack, kernel_stack_end, trap_stack_end, fault_stack_end
	.skip 8192
fault_stack_end:
	.skip 8192
trap_stack_end:
kernel_stack_guard:
	.skip 4096
kernel_stack:
	.skip 16384
kernel_stack_end:
