#include "ring_buffer/tty.h"

void tty_init(struct tty *tty, bool echo)
{
	*tty = (struct tty){.echo = echo};
	ring_init(&tty->input, tty->input_bytes, sizeof(tty->input_bytes));
	ring_init(&tty->output, tty->output_bytes, sizeof(tty->output_bytes));
}

/* All of it or nothing. */
static bool send(struct tty *tty, const char *text, size_t len)
{
	if (ring_room(&tty->output) < len)
		return false;
	ring_write(&tty->output, text, len);
	return true;
}

/* Control characters as ^X. */
static void echo(struct tty *tty, unsigned char byte)
{
	char text[2] = {(char)byte, 0};
	size_t len = 1;
	if (!tty->echo)
		return;
	if (byte == '\n') {
		text[0] = '\r';
		text[1] = '\n';
		len = 2;
	} else if (byte < ' ') {
		text[0] = '^';
		text[1] = (char)(byte + '@');
		len = 2;
	}
	send(tty, text, len);
}

static size_t width(int byte)
{
	return byte >= 0 && byte < ' ' ? 2 : 1;
}

static bool erase_last(struct tty *tty)
{
	if (tty->line_len == 0)
		return false;
	int byte = ring_peek(&tty->input, ring_used(&tty->input) - 1);
	ring_unput(&tty->input);
	tty->line_len--;
	for (size_t i = width(byte); tty->echo && i > 0; i--)
		send(tty, "\b \b", 3);
	return true;
}

static void add(struct tty *tty, unsigned char byte)
{
	bool newline = byte == '\n';
	if ((!newline && tty->line_len == TTY_LINE_MAX - 1) ||
		ring_room(&tty->input) < (newline ? 1 : 2)) { /* the line's end still fits */
		tty->lost++;
		return;
	}
	ring_put(&tty->input, byte);
	echo(tty, byte);
	tty->line_len++;
}

static void end_line(struct tty *tty)
{
	unsigned lost = tty->lost;
	add(tty, '\n');
	if (tty->lost == lost) {
		tty->lines++;
		tty->line_len = 0;
	}
}

void tty_received(struct tty *tty, unsigned char byte)
{
	if (tty->quoted) {
		tty->quoted = false;
		if (byte != '\n')
			add(tty, byte);
		return;
	}
	switch (byte) {
	case '\r':
	case '\n': end_line(tty); break;
	case '\b':
	case TTY_ERASE: erase_last(tty); break;
	case TTY_KILL:
		while (erase_last(tty))
			;
		break;
	case TTY_QUOTE: tty->quoted = true; break;
	case TTY_END: tty->ended = tty->ended || tty->line_len == 0; break;
	case TTY_INTERRUPT:
		while (tty->line_len > 0) {
			ring_unput(&tty->input);
			tty->line_len--;
		}
		tty->interrupts++;
		echo(tty, byte);
		break;
	default: add(tty, byte); break;
	}
}

int tty_to_send(struct tty *tty)
{
	return ring_take(&tty->output);
}

size_t tty_read_line(struct tty *tty, char *ret_line, size_t len)
{
	if (!ret_line || len == 0 || tty->lines == 0)
		return 0;
	size_t got = ring_read_until(&tty->input, '\n', ret_line, len - 1);
	if (got > 0)
		tty->lines--;
	ret_line[got] = 0;
	return got;
}

size_t tty_write(struct tty *tty, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		bool newline = text[i] == '\n';
		if (!send(tty, newline ? "\r\n" : &text[i], newline ? 2 : 1))
			return i;
	}
	return len;
}
