/*
 * How fast jansson alone loads a file of JSON arrays, for bench/diag2struct: load_json FILE reads
 * it into memory, loads one value after the other and frees it.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

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

int main(int argc, char **argv)
{
	size_t len = 0, at = 0, count = 0;
	char *data = argc == 2 ? file_read(argv[1], &len) : NULL;
	if (!data) {
		fprintf(stderr, "load_json: cannot read the file\n");
		return 4;
	}
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
	printf("%zu values\n", count);
	free(data);
	return 0;
}
