#include "debugsession/console/memory.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "debugsession/console/proc.h"

enum { BELOW_MAX = 1024, FILE_MAX = 64 << 10, BOX_DEPTH = 2 };

/* A file of /proc/PID; empty where there is none. The caller releases it. */
static struct fl_slice read_proc(int64_t pid, const char *name, struct fl_buf *text)
{
	char path[96];
	snprintf(path, sizeof(path), "/proc/%lld/%s", (long long)pid, name);
	fl_buf_init(text, FILE_MAX);
	if (fl_buf_read_file(text, path, NULL))
		fl_buf_clear(text);
	return fl_buf_view(text);
}

/* The numbers behind a key of /proc/PID/status: how many, and the last. */
static size_t read_numbers(int64_t pid, const char *key, uint32_t *ret_last)
{
	struct fl_buf text;
	struct fl_slice status = read_proc(pid, "status", &text), line = {0};
	ptrdiff_t at = fl_slice_find(status, key);
	size_t n = 0;
	status = at < 0 ? line : fl_slice_skip(status, (size_t)at + strlen(key));
	fl_slice_line(&status, &line);
	for (;;) {
		line = fl_slice_trim(line);
		size_t digits = fl_slice_uint(line, ret_last);
		if (!digits)
			break;
		line = fl_slice_skip(line, digits);
		n++;
	}
	fl_buf_release(&text);
	return n;
}

int64_t dbg_memory_kb(int64_t pid)
{
	char kb[DBG_PROC_VALUE];
	dbg_proc_status(pid, "VmRSS", kb);
	return strtoll(kb, NULL, 10);
}

/* Append the children of a process to the list. */
static size_t add_children(int64_t pid, int64_t *list, size_t count)
{
	char name[48];
	struct fl_buf text;
	uint32_t child;
	snprintf(name, sizeof(name), "task/%lld/children", (long long)pid);
	struct fl_slice rest = read_proc(pid, name, &text);
	for (size_t n; count < BELOW_MAX && (n = fl_slice_uint(rest, &child));) {
		list[count++] = child;
		rest = fl_slice_trim(fl_slice_skip(rest, n));
	}
	fl_buf_release(&text);
	return count;
}

int64_t dbg_memory_boxed_pid(pid_t ancestor, int64_t inside, int64_t but)
{
	int64_t below[BELOW_MAX];
	uint32_t last = 0;
	size_t depth = read_numbers(ancestor, "NSpid:", &last) + BOX_DEPTH;
	size_t count = inside > 0 ? add_children(ancestor, below, 0) : 0;
	for (size_t i = 0; i < count; i++) {
		if (read_numbers(below[i], "NSpid:", &last) == depth && last == inside &&
			below[i] != but)
			return below[i];
		count = add_children(below[i], below, count);
	}
	return 0;
}
