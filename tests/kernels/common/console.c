#include "common/kernel.h"

/* The compiler calls it for copies of its own. */
void *memcpy(void *to, const void *from, size_t len)
{
	char *t = to;
	const char *f = from;
	while (len--)
		*t++ = *f++;
	return to;
}

void *memset(void *to, int byte, size_t len)
{
	char *t = to;
	while (len--)
		*t++ = (char)byte;
	return to;
}

void console_text(const char *text)
{
	for (; *text; text++)
		machine_put(*text);
}

void console_number(const char *before, uint64_t value)
{
	console_text(before);
	console_text("0x");
	for (int shift = 60; shift >= 0; shift -= 4)
		machine_put("0123456789abcdef"[value >> shift & 15]);
	machine_put('\n');
}

_Noreturn void panic(const char *why)
{
	console_text("panic: ");
	console_text(why);
	console_text("\n");
	machine_halt();
}
