/*
 * A slice: bytes that somebody else owns. Any byte may occur, NUL too; nothing is terminated.
 * An empty slice may have a NULL pointer. All input of the parsers comes as slices.
 */
#ifndef FL_BASE_SLICE_H
#define FL_BASE_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct fl_slice {
	const char *ptr;
	size_t len;
};

/* A slice of a string literal, usable as a static initialiser. */
#define FL_LIT(s)                                \
	{                                        \
		.ptr = (s), .len = sizeof(s) - 1 \
	}
#define FL_S(s) ((struct fl_slice)FL_LIT(s))

/* printf("%.*s", FL_ARG(slice)) */
#define FL_ARG(s) (int)(s).len, (s).ptr ? (s).ptr : ""

static inline struct fl_slice fl_slice(const char *ptr, size_t len)
{
	return (struct fl_slice){.ptr = ptr, .len = len};
}

/* A slice of a NUL-terminated string; NULL gives the empty slice. */
static inline struct fl_slice fl_slice_str(const char *s)
{
	return (struct fl_slice){.ptr = s, .len = s ? strlen(s) : 0};
}

static inline bool fl_slice_eq(struct fl_slice a, struct fl_slice b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static inline bool fl_slice_eqs(struct fl_slice a, const char *s)
{
	return fl_slice_eq(a, fl_slice_str(s));
}

/* An empty one starts and ends every slice. */
static inline bool fl_slice_starts_with(struct fl_slice a, struct fl_slice prefix)
{
	return a.len >= prefix.len && (!prefix.len || memcmp(a.ptr, prefix.ptr, prefix.len) == 0);
}

static inline bool fl_slice_starts(struct fl_slice a, const char *prefix)
{
	return fl_slice_starts_with(a, fl_slice_str(prefix));
}

static inline bool fl_slice_ends_with(struct fl_slice a, struct fl_slice suffix)
{
	return a.len >= suffix.len &&
	       (!suffix.len || memcmp(a.ptr + a.len - suffix.len, suffix.ptr, suffix.len) == 0);
}

static inline bool fl_slice_ends(struct fl_slice a, const char *suffix)
{
	return fl_slice_ends_with(a, fl_slice_str(suffix));
}

/* The slice without its first n bytes (all of them when it is shorter). */
static inline struct fl_slice fl_slice_skip(struct fl_slice a, size_t n)
{
	if (n > a.len)
		n = a.len;
	return fl_slice(a.ptr ? a.ptr + n : NULL, a.len - n);
}

/* The first n bytes (all of them when it is shorter). */
static inline struct fl_slice fl_slice_head(struct fl_slice a, size_t n)
{
	return fl_slice(a.ptr, n < a.len ? n : a.len);
}

/* -1, 0 or 1 in byte order; the shorter of two with a common start comes first. */
int fl_slice_cmp(struct fl_slice a, struct fl_slice b);

/* Index of the first c, or -1. */
static inline ptrdiff_t fl_slice_chr(struct fl_slice a, char c)
{
	const char *p = a.len ? (const char *)memchr(a.ptr, c, a.len) : NULL;
	return p ? p - a.ptr : -1;
}

/* Is it one of so many words? */
bool fl_slice_is_one(struct fl_slice a, const char *const *words, size_t count);

/* Index of the last c, or -1. */
ptrdiff_t fl_slice_rchr(struct fl_slice a, char c);

/* Index of the first occurrence of the bytes of needle, or -1: in lines, not in large texts. */
ptrdiff_t fl_slice_search(struct fl_slice a, struct fl_slice needle);
static inline ptrdiff_t fl_slice_find(struct fl_slice a, const char *needle)
{
	return fl_slice_search(a, fl_slice_str(needle));
}

/* The same, and equality, whatever the case of ASCII letters. */
bool fl_slice_eq_nocase(struct fl_slice a, struct fl_slice b);
ptrdiff_t fl_slice_find_nocase(struct fl_slice a, const char *needle);

/* Without blanks, tabs, CR and LF at both ends. */
struct fl_slice fl_slice_trim(struct fl_slice a);

/* Cut the next line (without its LF) off *rest. False when *rest is empty. */
bool fl_slice_line(struct fl_slice *rest, struct fl_slice *ret_line);

/* The line of that number, from 1, without its LF; empty where there is none. */
struct fl_slice fl_slice_line_at(struct fl_slice text, int64_t number);

/* Bytes that both begin with, or end with. */
size_t fl_slice_common_head(struct fl_slice a, struct fl_slice b);
size_t fl_slice_common_tail(struct fl_slice a, struct fl_slice b);

/* How often c stands in a. */
size_t fl_slice_count(struct fl_slice a, char c);

/* How many lines fl_slice_line() cuts off a. */
size_t fl_slice_lines(struct fl_slice a);

/*
 * A decimal number at the start of a: digits only, no sign. Returns the count of digits, 0 when
 * there is none or the value passes UINT32_MAX; *ret_value is then untouched.
 */
size_t fl_slice_uint(struct fl_slice a, uint32_t *ret_value);

/* A letter or digit of ASCII, or '_': what C's names are made of. */
static inline bool fl_is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

/* The same, or a byte of a character beyond ASCII, which names may have, too. */
static inline bool fl_is_name(char c)
{
	return fl_is_word(c) || (unsigned char)c >= 0x80;
}

/* The value of a hexadecimal digit of either case, -1 for any other character. */
static inline int fl_hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

#endif
