/* Base64 encoder and decoder with line folding and validation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char alphabet[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

char *b64_encode(const unsigned char *data, size_t n);
unsigned char *b64_decode(const char *text, size_t *length);
char *fold(const char *text, size_t width);
int same_bytes(const unsigned char *a, const unsigned char *b, size_t n);
static int digit_value(char c);
static unsigned checksum(const unsigned char *data, size_t n);

static int digit_value(char c)
{
	for (int i = 0; i < 64; i++) {
		if (alphabet[i] == c)
			return i;
	}
	return -1;
}

static unsigned checksum(const unsigned char *data, size_t n)
{
	unsigned sum = 17;

	for (size_t i = 0; i < n; i++)
		sum = sum * 131 + data[i];
	return sum;
}

char *b64_encode(const unsigned char *data, size_t n)
{
	size_t groups = (n + 2) / 3;
	size_t o = 0;
	char *out;

	if (data == NULL)
		return NULL;
	out = malloc(groups * 4 + 1);
	for (size_t i = 0; i < n; i += 3) {
		size_t left = n - i;
		unsigned long v = (unsigned long)data[i] << 16;

		if (left > 1)
			v |= (unsigned long)data[i + 1] << 8;
		if (left > 2)
			v |= data[i + 2];
		out[o++] = alphabet[v >> 18 & 63];
		out[o++] = alphabet[v >> 12 & 63];
		out[o++] = left > 1 ? alphabet[v >> 6 & 63] : '=';
		out[o++] = left > 2 ? alphabet[v & 63] : '=';
	}
	out[o] = '\0';
	return out;
}

unsigned char *b64_decode(const char *text, size_t *length)
{
	unsigned long v = 0;
	size_t n = 0;
	int digits = 0, padding = 0;
	unsigned char *out;

	if (length != NULL)
		*length = 0;
	if (text == NULL)
		return NULL;
	out = malloc(strlen(text) / 4 * 3 + 3);
	for (; *text != '\0'; text++) {
		int d;

		if (*text == '\n')
			continue;
		d = digit_value(*text);
		if (*text == '=') {
			padding++;
			d = 0;
		} else if (d < 0 || padding > 0) {
			free(out);
			return NULL;
		}
		v = v << 6 | (unsigned long)d;
		if (++digits % 4 == 0) {
			out[n++] = (unsigned char)(v >> 16 & 255);
			out[n++] = (unsigned char)(v >> 8 & 255);
			out[n++] = (unsigned char)(v & 255);
			v = 0;
		}
	}
	if (digits % 4 != 0 || padding > 2) {
		free(out);
		return NULL;
	}
	if (length != NULL)
		*length = n - (size_t)padding;
	return out;
}

char *fold(const char *text, size_t width)
{
	size_t n, o = 0;
	char *out;

	if (text == NULL || width == 0)
		return NULL;
	n = strlen(text);
	out = malloc(n + n / width + 2);
	for (size_t i = 0; i < n; i++) {
		if (i > 0 && i % width == 0)
			out[o++] = '\n';
		out[o++] = text[i];
	}
	out[o] = '\0';
	return out;
}

int same_bytes(const unsigned char *a, const unsigned char *b, size_t n)
{
	if (a == NULL || b == NULL)
		return a == b;
	for (size_t i = 0; i < n; i++) {
		if (a[i] != b[i])
			return 0;
	}
	return 1;
}

static int round_trip(const unsigned char *data, size_t n)
{
	char *text = b64_encode(data, n);
	size_t length = 99;
	unsigned char *back = b64_decode(text, &length);
	int ok = same_bytes(data, back, n) && length == n;

	if (text == NULL) {
		printf("nothing to encode, ok %d\n", ok);
		return ok;
	}
	printf("%-24s %zu -> %zu ok %d\n", text, n, strlen(text), ok);
	free(text);
	printf("  sum %u\n", checksum(back, length));
	free(back);
	return ok;
}

int main(void)
{
	static const char *const words[] = {"", "f", "fo", "foo", "foob", NULL, "foobar"};
	static const char *const doubtful[] = {"Zg=", "Zg=v", "Z!==", NULL, "Z===", "QUJD", "====="};
	unsigned char bytes[57];
	char *text, *folded;
	unsigned char *back;
	size_t length = 0;
	int good = 0;

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		const char *w = words[i];

		good += round_trip((const unsigned char *)w, w ? strlen(w) : 0);
	}
	for (size_t i = 0; i < sizeof doubtful / sizeof doubtful[0]; i++) {
		back = b64_decode(doubtful[i], NULL);
		if (back == NULL) {
			printf("%zu rejected\n", i);
			continue;
		}
		printf("%zu accepted: %.3s\n", i, (const char *)back);
		free(back);
	}
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (unsigned char)(i * 37 + 200);
	text = b64_encode(bytes, sizeof bytes);
	folded = fold(text, 20);
	printf("%s\n", folded);
	back = b64_decode(folded, &length);
	printf("%zu bytes, %zu and %zu chars\n", length, strlen(text), strlen(folded));
	free(folded);
	free(text);
	printf("same %d, sum %u\n", same_bytes(bytes, back, length), checksum(back, length));
	free(back);
	printf("fold %d %d\n", fold("abc", 0) == NULL, fold(NULL, 4) == NULL);
	printf("good %d\n", good);
	return 0;
}
