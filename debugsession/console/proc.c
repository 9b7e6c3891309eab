#include "debugsession/console/proc.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"

void dbg_proc_status(int64_t pid, const char *key, char value[DBG_PROC_VALUE])
{
	char path[64];
	struct fl_buf text;
	struct fl_slice rest, line;
	size_t len = strlen(key);
	value[0] = '\0';
	if (pid <= 0)
		return;
	snprintf(path, sizeof(path), "/proc/%lld/status", (long long)pid);
	fl_buf_init(&text, 64 << 10);
	if (fl_buf_read_file(&text, path, NULL))
		fl_buf_clear(&text);
	rest = fl_buf_view(&text);
	while (fl_slice_line(&rest, &line)) {
		if (!fl_slice_starts(line, key) || !fl_slice_starts(fl_slice_skip(line, len), ":"))
			continue;
		line = fl_slice_trim(fl_slice_skip(line, len + 1));
		ptrdiff_t end = fl_slice_chr(line, ' ');
		snprintf(value, DBG_PROC_VALUE, "%.*s", end < 0 ? (int)line.len : (int)end,
			line.ptr);
		break;
	}
	fl_buf_release(&text);
}

static long proc_number(int64_t pid, const char *key)
{
	char value[DBG_PROC_VALUE];
	dbg_proc_status(pid, key, value);
	return strtol(value, NULL, 10);
}

bool dbg_proc_child_attached(void)
{
	DIR *d = opendir("/proc");
	bool found = false;
	for (struct dirent *e; d && !found && (e = readdir(d));) {
		long pid = strtol(e->d_name, NULL, 10);
		long tracer = proc_number(pid, "TracerPid");
		found = tracer > 0 && proc_number(tracer, "PPid") == getpid() &&
			proc_number(pid, "PPid") != tracer;
	}
	if (d)
		closedir(d);
	return found;
}
