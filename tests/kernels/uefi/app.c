/*
 * A UEFI application with the kernels' faults: it says over the serial line where it was loaded, and
 * waits for a debugger to set `go`, again and again.
 */
#include "common/kernel.h"

extern char __ImageBase[]; /* the linker's */

volatile int go;

static void out8(uint16_t port, uint8_t value)
{
	__asm__ volatile("outb %0, %1" ::"a"(value), "Nd"(port));
}

static uint8_t in8(uint16_t port)
{
	uint8_t value;
	__asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
	return value;
}

void machine_put(char c)
{
	while (!(in8(0x3fd) & 0x20))
		;
	out8(0x3f8, (uint8_t)c);
}

_Noreturn void machine_halt(void)
{
	for (;;)
		__asm__ volatile("pause");
}

_Noreturn void efi_main(void *image, void *system_table)
{
	(void)image;
	(void)system_table;
	console_number("\nuefi: loaded at ", (uint64_t)__ImageBase);
	for (;;) {
		while (!go)
			__asm__ volatile("pause");
		go = 0;
		kernel_ready();
		plant_fault(fault_choice);
		console_text("uefi: done\n");
	}
}
