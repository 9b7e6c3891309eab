/* In builds without libFuzzer: run a fuzz target once over each file of the named directories. */
#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/buf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay_file(const char *path)
{
	struct fl_buf bytes;
	struct fl_error err;
	fl_buf_init(&bytes, 64 << 20);
	int rc = fl_buf_read_file(&bytes, path, &err);
	if (rc)
		fprintf(stderr, "replay: %s\n", err.message);
	else
		LLVMFuzzerTestOneInput((const uint8_t *)bytes.data, bytes.len);
	fl_buf_release(&bytes);
	return rc ? -1 : 1;
}

/* Count of files replayed, or -1. */
static int replay_dir(const char *dir)
{
	int count = 0;
	DIR *d = opendir(dir);
	if (!d) {
		perror(dir);
		return -1;
	}
	for (struct dirent *e = readdir(d); e && count >= 0; e = readdir(d)) {
		char path[4096];
		struct stat st;
		if (snprintf(path, sizeof(path), "%s/%s", dir, e->d_name) >= (int)sizeof(path) ||
			stat(path, &st) || !S_ISREG(st.st_mode))
			continue;
		count = replay_file(path) < 0 ? -1 : count + 1;
	}
	closedir(d);
	return count;
}

int main(int argc, char **argv)
{
	int total = 0;
	for (int i = 1; i < argc; i++) {
		int n = replay_dir(argv[i]);
		if (n < 0)
			return 1;
		total += n;
	}
	printf("%d inputs replayed\n", total);
	return total ? 0 : 1;
}
