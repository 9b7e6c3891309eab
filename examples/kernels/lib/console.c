#include "kernel.h"

enum { DIGITS = 24 };

static void put_padded(const char *text, size_t len, unsigned width, char pad)
{
	for (; width > len; width--)
		machine_put(pad);
	while (len--)
		machine_put(*text++);
}

static void put_number(uint64_t value, bool negative, unsigned base, unsigned width, char pad)
{
	char digits[DIGITS];
	size_t at = DIGITS;
	if (negative)
		value = -value;
	do {
		digits[--at] = "0123456789abcdef"[value % base];
		value /= base;
	} while (value);
	if (negative)
		digits[--at] = '-';
	put_padded(digits + at, DIGITS - at, width, pad);
}

void vkprintf(const char *format, va_list args)
{
	for (; *format; format++) {
		if (*format != '%') {
			machine_put(*format);
			continue;
		}
		char pad = ' ';
		unsigned width = 0;
		bool is_long = false;
		if (*++format == '0')
			pad = '0';
		for (; *format >= '0' && *format <= '9'; format++)
			width = width * 10 + (unsigned)(*format - '0');
		for (; *format == 'l' || *format == 'z'; format++)
			is_long = true;
		switch (*format) {
		case 'c': machine_put((char)va_arg(args, int)); break;
		case 's': {
			const char *text = va_arg(args, const char *);
			put_padded(text, strlen(text), width, ' ');
			break;
		}
		case 'd': {
			int64_t value = is_long ? va_arg(args, int64_t) : va_arg(args, int);
			put_number((uint64_t)value, value < 0, 10, width, pad);
			break;
		}
		case 'u':
		case 'x': {
			uint64_t value = is_long ? va_arg(args, uint64_t) : va_arg(args, unsigned);
			put_number(value, false, *format == 'x' ? 16 : 10, width, pad);
			break;
		}
		default: machine_put(*format); break;
		}
	}
}

void kprintf(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vkprintf(format, args);
	va_end(args);
}

_Noreturn __attribute__((noinline)) void panic(const char *format, ...)
{
	va_list args;
	machine_interrupts_off();
	kprintf("panic: ");
	va_start(args, format);
	vkprintf(format, args);
	va_end(args);
	kprintf("\n");
	machine_end(MACHINE_PANICKED);
}
