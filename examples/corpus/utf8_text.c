/* UTF-8: decodes, counts and upper-cases text with letters beyond ASCII. */
#include <stdio.h>
#include <string.h>

typedef unsigned int codepoint;

/* Length of the character that begins with this byte, or 0. */
static int char_length(unsigned char first)
{
	if (first < 0x80)
		return 1;
	if (first >= 0xc2 && first < 0xe0)
		return 2;
	if (first >= 0xe0 && first < 0xf0)
		return 3;
	if (first >= 0xf0 && first < 0xf5)
		return 4;
	return 0;
}

static int decode(const char *text, codepoint *out)
{
	unsigned char first = (unsigned char)text[0];
	int n = char_length(first);
	codepoint c = n == 1 ? first : n == 0 ? 0xfffd : (codepoint)(first & (0xff >> (n + 1)));

	for (int i = 1; i < n; i++) {
		unsigned char next = (unsigned char)text[i];

		if ((next & 0xc0) != 0x80) {
			n = 0;
			c = 0xfffd;
			break;
		}
		c = c << 6 | (next & 0x3f);
	}
	*out = c;
	return n == 0 ? 1 : n;
}

static int encode(codepoint c, char *out)
{
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		out[0] = (char)(0xc0 | c >> 6);
		out[1] = (char)(0x80 | (c & 0x3f));
		return 2;
	}
	out[0] = (char)(0xe0 | c >> 12);
	out[1] = (char)(0x80 | (c >> 6 & 0x3f));
	out[2] = (char)(0x80 | (c & 0x3f));
	return 3;
}

static codepoint upper(codepoint c)
{
	if (c >= 'a' && c <= 'z')
		return c - 32;
	if (c >= 0xe0 && c <= 0xfe && c != 0xf7)
		return c - 32;
	if (c >= 0x3b1 && c <= 0x3c9 && c != 0x3c2)
		return c - 32;
	return c;
}

/* How many bytes have their top bit set, from a table of 256 counters. */
static int high_bytes(const char *text)
{
	int seen[256] = {0};
	int sum = 0;

	for (const char *p = text; *p; p++) {
		unsigned char byte = (unsigned char)*p;

		seen[byte]++;
	}
	for (int i = 128; i < 256; i++)
		sum += seen[i];
	return sum;
}

static void show(const char *text)
{
	char line[128];
	size_t n = 0;
	int count = 0;

	for (const char *p = text; *p && n < sizeof(line) - 4;) {
		codepoint c;

		p += decode(p, &c);
		n += (size_t)encode(upper(c), line + n);
		count++;
	}
	line[n] = '\0';
	printf("%-16s %2zu bytes, %2d characters, %2d high\n", line, strlen(text), count,
		high_bytes(text));
}

/* A running difference of samples that go below zero. */
static int swing(const signed char *samples, int n)
{
	signed char last = 0;
	int sum = 0;

	for (int i = 0; i < n; i++) {
		signed char step = samples[i];

		if (step < last)
			sum += last - step;
		last = step;
	}
	return sum;
}

int main(void)
{
	static const signed char samples[] = {5, -3, -100, 120, -1, 7};

	show("plain");
	show("caf\xc3\xa9");
	show("na\xc3\xafve r\xc3\xa9sum\xc3\xa9");
	show("\xce\xb1\xce\xb2\xce\xb3");
	show("5 \xe2\x82\xac");
	show("bad \xff\x80");
	printf("swing %d\n", swing(samples, 6));
	return 0;
}
