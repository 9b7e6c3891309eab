/* One JSON object a diagnostic, from standard input. Arguments: OPTION=VALUE… */
#include <faultline/diag.h>

#include <stdio.h>
#include <string.h>

static int show(void *ctx, const char *text, size_t len)
{
	FILE *out = ctx;
	return fwrite(text, 1, len, out) == len && putc('\n', out) != EOF ? 0 : 1;
}

int main(int argc, char **argv)
{
	char buffer[4096];
	size_t n;
	int rc = 0;
	struct diag_stream *s = diag_stream_new(show, stdout);
	if (!s)
		return 4;
	for (int i = 1; i < argc && !rc; i++) {
		char *value = strchr(argv[i], '=');
		if (value)
			*value++ = '\0';
		rc = diag_stream_set(s, argv[i], value ? value : "");
	}
	while (!rc && (n = fread(buffer, 1, sizeof(buffer), stdin)) > 0)
		rc = diag_stream_feed(s, buffer, n);
	if (!rc)
		rc = diag_stream_finish(s);
	if (rc)
		fprintf(stderr, "diag: %s\n", diag_stream_error(s));
	diag_stream_free(s);
	return rc ? 4 : 0;
}
