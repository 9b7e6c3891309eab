#include "kernel.h"

void *memcpy(void *to, const void *from, size_t len)
{
	char *t = to;
	const char *f = from;
	while (len--)
		*t++ = *f++;
	return to;
}

void *memmove(void *to, const void *from, size_t len)
{
	char *t = to;
	const char *f = from;
	if (t <= f)
		return memcpy(to, from, len);
	while (len--)
		t[len] = f[len];
	return to;
}

void *memset(void *to, int byte, size_t len)
{
	char *t = to;
	while (len--)
		*t++ = (char)byte;
	return to;
}

int memcmp(const void *a, const void *b, size_t len)
{
	const unsigned char *x = a, *y = b;
	for (; len--; x++, y++)
		if (*x != *y)
			return *x < *y ? -1 : 1;
	return 0;
}

size_t strlen(const char *text)
{
	size_t len = 0;
	while (text[len])
		len++;
	return len;
}

int strcmp(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t len)
{
	while (len && *a && *a == *b)
		a++, b++, len--;
	return len ? (unsigned char)*a - (unsigned char)*b : 0;
}
