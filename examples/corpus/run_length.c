/* Run-length coder: byte pairs and a readable text form, both directions. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bytes {
	unsigned char *data;
	size_t size;
};

struct bytes *bytes_new(size_t capacity);
void bytes_free(struct bytes *b);
struct bytes *rle_pack(const unsigned char *src, size_t n);
struct bytes *rle_unpack(const struct bytes *packed);
char *rle_text(const char *s);
char *rle_expand(const char *s);
size_t longest_run(const unsigned char *src, size_t n, unsigned char *which);
static size_t run_at(const unsigned char *src, size_t n, size_t from);

struct bytes *bytes_new(size_t capacity)
{
	struct bytes *b = malloc(sizeof *b);

	b->data = malloc(capacity + 1);
	b->size = 0;
	return b;
}

void bytes_free(struct bytes *b)
{
	if (b == NULL)
		return;
	free(b->data);
	b->size = 0;
	free(b);
}

static size_t run_at(const unsigned char *src, size_t n, size_t from)
{
	size_t run = 1;

	while (from + run < n && src[from + run] == src[from])
		run++;
	return run;
}

struct bytes *rle_pack(const unsigned char *src, size_t n)
{
	struct bytes *out;
	size_t i = 0;

	if (src == NULL)
		return NULL;
	out = bytes_new(n * 2);
	while (i < n) {
		size_t run = run_at(src, n, i);

		if (run > 255)
			run = 255;
		out->data[out->size++] = (unsigned char)run;
		out->data[out->size++] = src[i];
		i += run;
	}
	return out;
}

struct bytes *rle_unpack(const struct bytes *packed)
{
	struct bytes *out;
	size_t total = 0;

	if (packed == NULL || packed->size % 2 != 0)
		return NULL;
	for (size_t i = 0; i < packed->size; i += 2)
		total += packed->data[i];
	out = bytes_new(total);
	for (size_t i = 0; i < packed->size; i += 2) {
		for (int k = 0; k < packed->data[i]; k++)
			out->data[out->size++] = packed->data[i + 1];
	}
	return out;
}

char *rle_text(const char *s)
{
	size_t n, o = 0;
	char *out;

	if (s == NULL)
		return NULL;
	n = strlen(s);
	out = malloc(n * 2 + 1);
	for (size_t i = 0; i < n;) {
		size_t run = run_at((const unsigned char *)s, n, i);

		if (run > 1)
			o += (size_t)sprintf(out + o, "%zu", run);
		out[o++] = s[i];
		i += run;
	}
	out[o] = '\0';
	return out;
}

char *rle_expand(const char *s)
{
	size_t total = 0, o = 0, count = 0;
	char *out;

	if (!s)
		return NULL;
	for (int pass = 0; pass < 2; pass++) {
		out = pass == 0 ? NULL : malloc(total + 1);
		for (const char *p = s; *p != '\0'; p++) {
			if (isdigit((unsigned char)*p)) {
				count = count * 10 + (size_t)(*p - '0');
				continue;
			}
			if (count == 0)
				count = 1;
			total += count;
			for (; count > 0; count--) {
				if (out != NULL)
					out[o++] = *p;
			}
		}
	}
	out[o] = '\0';
	return out;
}

size_t longest_run(const unsigned char *src, size_t n, unsigned char *which)
{
	size_t best = 0;

	for (size_t i = 0; i < n;) {
		size_t run = run_at(src, n, i);

		if (run > best) {
			best = run;
			if (which != NULL)
				*which = src[i];
		}
		i += run;
	}
	return best;
}

static unsigned check(const char *name, const unsigned char *src, size_t n)
{
	struct bytes *packed = rle_pack(src, n);
	struct bytes *plain = rle_unpack(packed);
	unsigned sum = 1;
	int same;

	if (packed == NULL) {
		printf("%s: nothing\n", name);
		return 0;
	}
	for (size_t i = 0; i < packed->size; i++)
		sum = sum * 33 + packed->data[i];
	same = plain->size == n && memcmp(plain->data, src, n) == 0;
	printf("%s: %zu -> %zu, same %d, sum %u\n", name, n, packed->size, same, sum);
	bytes_free(packed);
	bytes_free(plain);
	return sum % 1000;
}

int main(void)
{
	static const char *const texts[] = {"aaabccdddd", "", "xyz", NULL, "zzzzzzzzzzzzq"};
	unsigned char image[400];
	unsigned char which = 0;
	unsigned total = 0;
	struct bytes *odd;

	for (size_t i = 0; i < sizeof image; i++)
		image[i] = i < 300 ? 'w' : (unsigned char)('a' + i / 9 % 5);
	total += check("image", image, sizeof image);
	total += check("short", image + 296, 8);
	total += check("empty", image, 0);
	total += check("null", NULL, 5);
	printf("total %u\n", total);
	printf("longest %zu", longest_run(image, sizeof image, &which));
	printf(" of %c, %zu, %zu\n", which, longest_run(image + 300, 100, NULL),
	       longest_run(image, 0, NULL));

	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		char *coded = rle_text(texts[i]);
		char *back = rle_expand(coded);

		if (back == NULL) {
			printf("%zu: no text\n", i);
			continue;
		}
		printf("%zu: %s -> %s\n", i, coded, back);
		free(coded);
		printf("   same %d\n", strcmp(back, texts[i]) == 0);
		free(back);
	}
	odd = bytes_new(3);
	memcpy(odd->data, "\002ab", 3);
	odd->size = 3;
	printf("odd: %s\n", rle_unpack(odd) == NULL ? "refused" : "unpacked");
	bytes_free(odd);
	bytes_free(NULL);
	return 0;
}
