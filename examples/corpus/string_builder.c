/* Growable string builder: append, insert, replace, join, format numbers. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sb {
	char *text;
	size_t len;
	size_t cap;
};

struct sb *sb_new(void);
void sb_reserve(struct sb *b, size_t extra);
void sb_append(struct sb *b, const char *s);
void sb_insert(struct sb *b, size_t at, const char *s);
void sb_printf(struct sb *b, const char *fmt, ...);
void sb_number(struct sb *b, unsigned long n, unsigned base);
int sb_replace(struct sb *b, const char *from, const char *to);
char *sb_take(struct sb *b);
char *join(const char *const *parts, size_t n, const char *sep);
char *reversed(const char *s);

struct sb *sb_new(void)
{
	struct sb *b = malloc(sizeof *b);

	b->text = NULL;
	b->len = 0;
	b->cap = 0;
	return b;
}

void sb_reserve(struct sb *b, size_t extra)
{
	size_t cap = b->cap ? b->cap : 8;
	char *grown;

	if (b->text != NULL && b->len + extra + 1 <= b->cap)
		return;
	while (cap < b->len + extra + 1)
		cap *= 2;
	grown = malloc(cap);
	if (b->text != NULL) {
		memcpy(grown, b->text, b->len);
		free(b->text);
	}
	grown[b->len] = '\0';
	b->text = grown;
	b->cap = cap;
}

void sb_append(struct sb *b, const char *s)
{
	sb_insert(b, b->len, s);
}

void sb_insert(struct sb *b, size_t at, const char *s)
{
	size_t n;

	if (s == NULL || at > b->len)
		return;
	n = strlen(s);
	sb_reserve(b, n);
	memmove(b->text + at + n, b->text + at, b->len - at + 1);
	memcpy(b->text + at, s, n);
	b->len += n;
}

void sb_printf(struct sb *b, const char *fmt, ...)
{
	char small[64];
	va_list ap;

	if (fmt == NULL)
		return;
	va_start(ap, fmt);
	vsnprintf(small, sizeof small, fmt, ap);
	va_end(ap);
	sb_append(b, small);
}

void sb_number(struct sb *b, unsigned long n, unsigned base)
{
	char digits[65];
	int i = 64;

	digits[i] = '\0';
	do {
		digits[--i] = "0123456789abcdef"[n % base];
		n /= base;
	} while (n > 0);
	sb_append(b, digits + i);
}

int sb_replace(struct sb *b, const char *from, const char *to)
{
	struct sb *out = sb_new();
	const char *p = b->text;
	size_t n = strlen(from);
	int count = 0;

	if (p == NULL || n == 0) {
		free(out);
		return 0;
	}
	for (;;) {
		const char *hit = strstr(p, from);

		if (hit == NULL)
			break;
		while (p < hit) {
			char one[2] = {*p++, '\0'};

			sb_append(out, one);
		}
		sb_append(out, to);
		p += n;
		count++;
	}
	sb_append(out, p);
	free(b->text);
	*b = *out;
	free(out);
	return count;
}

char *sb_take(struct sb *b)
{
	char *text;

	if (b == NULL)
		return NULL;
	text = b->text;
	free(b);
	return text;
}

char *join(const char *const *parts, size_t n, const char *sep)
{
	struct sb *b = sb_new();
	int used = 0;

	for (size_t i = 0; i < n; i++) {
		if (parts[i] == NULL)
			continue;
		if (used > 0)
			sb_append(b, sep);
		sb_append(b, parts[i]);
		used++;
	}
	return sb_take(b);
}

char *reversed(const char *s)
{
	size_t n;
	char *r;

	if (!s)
		return NULL;
	n = strlen(s);
	r = malloc(n + 1);
	for (size_t i = 0; i < n; i++)
		r[i] = s[n - 1 - i];
	r[n] = '\0';
	return r;
}

int main(void)
{
	static const char *const parts[] = {"usr", NULL, "share", "doc", NULL};
	struct sb *b = sb_new();
	char *text, *mirror;
	unsigned long sum = 0;

	printf("nothing to replace: %d\n", sb_replace(b, "a", "b"));
	sb_append(b, "the cat sat on the mat");
	sb_append(b, NULL);
	sb_insert(b, 4, "black ");
	sb_insert(b, 999, "never");
	sb_printf(b, " %d times, %5.2f%%", 3, 12.5);
	sb_printf(b, NULL);
	printf("[%s] %zu/%zu\n", b->text, b->len, b->cap);
	printf("replaced %d", sb_replace(b, "at", "og"));
	printf(" and %d", sb_replace(b, "the ", ""));
	printf(" and %d\n", sb_replace(b, "zebra", "x"));
	printf("[%s] %zu\n", b->text, b->len);
	text = sb_take(b);
	mirror = reversed(text);
	printf("%s\n", mirror);
	free(mirror);
	free(text);

	text = join(parts, sizeof parts / sizeof parts[0], "/");
	printf("%s %zu\n", text, strlen(text));
	free(text);
	text = join(parts, 0, "/");
	printf("empty join: %s\n", text == NULL ? "null" : text);
	mirror = reversed(text);
	printf("reversed: %s\n", mirror == NULL ? "null" : mirror);

	b = sb_new();
	for (unsigned base = 2; base <= 16; base += 7) {
		sb_number(b, 48879, base);
		sb_append(b, base < 16 ? "," : ".");
	}
	sb_number(b, 0, 10);
	for (size_t i = 0; i < b->len; i++)
		sum = sum * 3 + (unsigned char)b->text[i];
	printf("%s %lu\n", b->text, sum);
	text = sb_take(b);
	free(text);
	printf("take: %s\n", sb_take(NULL) ? "text" : "null");
	return 0;
}
