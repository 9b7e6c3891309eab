/* Sizes of a tree of directories that the program makes: walked, listed, and taken away again. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int make_file(const char *path, size_t bytes)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (fd < 0)
		return -1;
	for (size_t i = 0; i < bytes; i++)
		if (write(fd, "x", 1) != 1) {
			close(fd);
			return -1;
		}
	return close(fd);
}

static int letters(const char *path, char letter)
{
	char buf[8];
	int count = 0;
	int fd = open(path, O_RDONLY);
	if (fd < 0)
		return -1;
	for (ssize_t n; (n = read(fd, buf, sizeof(buf))) > 0;)
		for (ssize_t i = 0; i < n; i++)
			count += buf[i] == letter;
	close(fd);
	return count;
}

struct total {
	long bytes;
	int files, directories, letters;
};

/* Adds up what is below the path; remove: and takes it away. */
static int walk(const char *path, int remove_it, struct total *t)
{
	char below[256];
	struct stat st;
	DIR *d = opendir(path);
	if (!d)
		return -1;
	t->directories++;
	for (struct dirent *e; (e = readdir(d)) != NULL;) {
		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
			continue;
		snprintf(below, sizeof(below), "%.120s/%.120s", path, e->d_name);
		if (stat(below, &st)) {
			closedir(d);
			return -1;
		}
		if (S_ISDIR(st.st_mode)) {
			if (walk(below, remove_it, t)) {
				closedir(d);
				return -1;
			}
			continue;
		}
		t->files++;
		t->bytes += (long)st.st_size;
		t->letters += letters(below, 'x');
		if (remove_it)
			unlink(below);
	}
	closedir(d);
	return remove_it ? rmdir(path) : 0;
}

static int is_empty(const char *path)
{
	int count = 0;
	DIR *d = opendir(path);
	if (!d)
		return -1;
	while (readdir(d))
		count++;
	closedir(d);
	return count == 2;
}

int main(void)
{
	struct total t = {0, 0, 0, 0};
	if (mkdir("tree", 0700) || mkdir("tree/deep", 0700) || mkdir("tree/deep/deeper", 0700) ||
		mkdir("tree/empty", 0700))
		return 1;
	if (make_file("tree/a", 10) || make_file("tree/deep/b", 20) ||
		make_file("tree/deep/deeper/c", 3) || make_file("tree/d", 0))
		return 1;
	int rc = walk("tree", 0, &t);
	printf("%d: %ld bytes in %d files and %d directories, %d letters\n", rc, t.bytes, t.files,
		t.directories, t.letters);
	printf("%d %d %d\n", is_empty("tree/empty"), is_empty("tree/deep"), is_empty("none"));
	struct total gone = {0, 0, 0, 0};
	rc = walk("tree", 1, &gone);
	printf("%d: %d files gone, %d %d\n", rc, gone.files, gone.bytes == t.bytes,
		letters("tree/a", 'x'));
	return 0;
}
