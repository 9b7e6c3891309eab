/*
 * A terminal over a serial line: what comes in is edited and handed out by lines, what goes out waits
 * until the device takes it. The device is told and asked by its driver.
 */
#ifndef TTY_H
#define TTY_H

#include "ring_buffer/ring.h"

enum { TTY_INPUT = 64, TTY_OUTPUT = 128, TTY_LINE_MAX = 32 };
enum { TTY_ERASE = 0x7f, TTY_KILL = 0x15, TTY_END = 0x04, TTY_INTERRUPT = 0x03, TTY_QUOTE = 0x16 };

struct tty {
	struct ring input, output;
	unsigned char input_bytes[TTY_INPUT], output_bytes[TTY_OUTPUT];
	size_t line_len; /* of the line that is being edited, at the end of the input */
	bool quoted, ended, echo;
	unsigned lines, interrupts, lost;
};

void tty_init(struct tty *tty, bool echo);

/* The device: a byte came in; the next byte to go out, -1: there is none. */
void tty_received(struct tty *tty, unsigned char byte);
int tty_to_send(struct tty *tty);

/* A line with its newline; 0: there is none, or the end of the file, which `ended` tells. */
size_t tty_read_line(struct tty *tty, char *ret_line, size_t len);

/* A newline goes out as carriage return and newline. How many bytes of the text were taken. */
size_t tty_write(struct tty *tty, const char *text, size_t len);

#endif
