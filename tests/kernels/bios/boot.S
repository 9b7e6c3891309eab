/*
 * A boot sector, loaded by the BIOS at 0x7c00 in real mode: it says hello on the serial line, then
 * sends back what it gets, in capitals.
 */
	.code16
	.text
	.globl _start
_start:
	ljmp $0, $sector
sector:
	cli
	xor %ax, %ax
	mov %ax, %ds
	mov %ax, %ss
	mov $0x7c00, %sp
	mov $hello, %si
	.globl say
say:
	lodsb
	test %al, %al
	jz echo
	call put
	jmp say
	.globl echo
echo:
	call get
	cmp $'a', %al
	jb 1f
	cmp $'z', %al
	ja 1f
	sub $32, %al
1:	call put
	jmp echo

	.globl put
put:
	mov $0x3f8, %dx
	outb %al, %dx
	ret

	.globl get
get:
	mov $0x3fd, %dx
1:	inb %dx, %al
	test $1, %al
	jz 1b
	mov $0x3f8, %dx
	inb %dx, %al
	ret

hello:
	.asciz "sector: hello\n"

	.org 510
	.word 0xaa55
