/* A log that is rotated when it grows: files by descriptors, a directory read, lines counted. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LIMIT = 60, KEPT = 3 };

static long size_of(const char *path)
{
	struct stat st;
	int fd = open(path, O_RDONLY);
	if (fd < 0)
		return 0;
	long size = fstat(fd, &st) ? -1 : (long)st.st_size;
	close(fd);
	return size;
}

static int copy(const char *from, const char *to)
{
	char buf[16];
	ssize_t n;
	int in = open(from, O_RDONLY);
	if (in < 0)
		return -1;
	int out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (out < 0) {
		close(in);
		return -1;
	}
	while ((n = read(in, buf, sizeof(buf))) > 0)
		if (write(out, buf, (size_t)n) != n)
			break;
	close(in);
	close(out);
	return n == 0 ? 0 : -1;
}

static int rotate(const char *path)
{
	char from[32], to[32];
	for (int i = KEPT - 1; i > 0; i--) {
		snprintf(from, sizeof(from), "%s.%d", path, i);
		snprintf(to, sizeof(to), "%s.%d", path, i + 1);
		copy(from, to);
	}
	snprintf(to, sizeof(to), "%s.1", path);
	if (copy(path, to))
		return -1;
	return unlink(path);
}

static int say(const char *path, const char *text)
{
	if (size_of(path) + (long)strlen(text) > LIMIT && rotate(path))
		return -1;
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
	if (fd < 0)
		return -1;
	ssize_t n = write(fd, text, strlen(text));
	close(fd);
	return n == (ssize_t)strlen(text) ? 0 : -1;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static size_t list(const char *dir, char **names, size_t max)
{
	size_t n = 0;
	DIR *d = opendir(dir);
	if (!d)
		return 0;
	for (struct dirent *e; n < max && (e = readdir(d)) != NULL;)
		if (e->d_name[0] != '.' && (names[n] = strdup(e->d_name)) != NULL)
			n++;
	closedir(d);
	qsort(names, n, sizeof(*names), by_name);
	return n;
}

int main(void)
{
	char *names[8], text[32], path[32];
	int failed = 0;
	mkdir("logs", 0700);
	for (int i = 0; i < 17; i++) {
		snprintf(text, sizeof(text), "event %d of %s\n", i, i % 3 ? "user" : "the system");
		failed += say("logs/app", text) != 0;
	}
	size_t n = list("logs", names, sizeof(names) / sizeof(names[0]));
	for (size_t i = 0; i < n; i++) {
		snprintf(path, sizeof(path), "logs/%.20s", names[i]);
		printf("%s %ld\n", names[i], size_of(path));
		unlink(path);
		free(names[i]);
	}
	printf("%zu files, %d failed, none left: %d\n", n, failed, rmdir("logs") == 0);
	return 0;
}
