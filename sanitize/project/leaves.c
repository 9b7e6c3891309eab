#include "sanitize/project/leaves.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROCESSES_MAX = 1024, LEAVES_MAX = 8, SHOWN_BYTES = 200, PATH_BYTES = 64 };

struct process {
	int pid, parent;
};

/* "2 (sh) S 1 …", where the name may hold anything; -1: it has ended. */
static int parent_of(int pid)
{
	char path[PATH_BYTES], text[512], state;
	int parent;
	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	fl_read_start(path, text, sizeof(text));
	const char *end = strrchr(text, ')');
	if (!end || sscanf(end + 1, " %c %d", &state, &parent) != 2 || strchr("ZX", state))
		return -1;
	return parent;
}

static size_t list_processes(struct process *all)
{
	size_t count = 0;
	DIR *d = opendir("/proc");
	for (struct dirent *e; d && count < PROCESSES_MAX && (e = readdir(d));) {
		struct process p = {.pid = atoi(e->d_name)};
		p.parent = p.pid > 1 && p.pid != getpid() ? parent_of(p.pid) : -1;
		if (p.parent >= 0)
			all[count++] = p;
	}
	if (d)
		closedir(d);
	return count;
}

/* Its words with blanks between them, on one line. */
static void put_command(struct fl_buf *out, int pid)
{
	char path[PATH_BYTES], text[SHOWN_BYTES + 2];
	snprintf(path, sizeof(path), "/proc/%d/cmdline", pid);
	size_t len = fl_read_start(path, text, sizeof(text));
	bool cut = len > SHOWN_BYTES;
	len = cut ? SHOWN_BYTES : len;
	while (len && !text[len - 1])
		len--;
	for (size_t i = 0; i < len; i++)
		fl_buf_char(out, text[i] == '\0' || text[i] == '\n' ? ' ' : text[i]);
	if (len)
		fl_buf_str(out, cut ? " ...\n" : "\n");
}

void san_leaves_look(void)
{
	struct process all[PROCESSES_MAX];
	size_t count = list_processes(all), leaves = 0;
	struct fl_buf out;
	fl_buf_init(&out, LEAVES_MAX * (SHOWN_BYTES + 8));
	for (size_t i = 0; i < count && leaves < LEAVES_MAX; i++) {
		bool waits = false;
		for (size_t k = 0; k < count && !waits; k++)
			waits = all[k].parent == all[i].pid;
		if (!waits)
			put_command(&out, all[i].pid);
		leaves += !waits;
	}
	int fd = open(FL_BOX_DIR "/" SAN_LEAVES, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd >= 0) {
		struct fl_error none;
		fl_write_all(fd, fl_buf_view(&out), &none);
		close(fd);
	}
	fl_buf_release(&out);
}
