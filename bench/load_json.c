/*
 * How fast jansson alone loads a file of JSON values, for bench/diag2struct and bench/mi:
 * load_json [--ms] FILE reads it into memory, loads one value after the other and frees it. --ms:
 * print the milliseconds of CPU that the loading took, and the count.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char *file_read(const char *path, size_t *ret_len)
{
	FILE *f = fopen(path, "rb");
	if (!f || fseek(f, 0, SEEK_END))
		return NULL;
	long len = ftell(f);
	char *data = len < 0 ? NULL : malloc((size_t)len + 1);
	rewind(f);
	if (!data || fread(data, 1, (size_t)len, f) != (size_t)len)
		return NULL;
	fclose(f);
	*ret_len = (size_t)len;
	return data;
}

static double cpu_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

int main(int argc, char **argv)
{
	size_t len = 0, at = 0, count = 0;
	int timed = argc == 3 && !strcmp(argv[1], "--ms");
	char *data = argc == 2 + timed ? file_read(argv[1 + timed], &len) : NULL;
	if (!data) {
		fprintf(stderr, "load_json: cannot read the file\n");
		return 4;
	}
	double start = cpu_ms();
	while (at < len) {
		json_error_t err;
		json_t *value = json_loadb(data + at, len - at, JSON_DISABLE_EOF_CHECK, &err);
		if (!value) {
			fprintf(stderr, "load_json: %s at byte %zu\n", err.text,
				at + (size_t)err.position);
			return 4;
		}
		at += (size_t)err.position;
		count++;
		json_decref(value);
		while (at < len && (data[at] == '\n' || data[at] == ' '))
			at++;
	}
	if (timed)
		printf("%.1f %zu\n", cpu_ms() - start, count);
	else
		printf("%zu values\n", count);
	free(data);
	return 0;
}
