#include "tracegen/now.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/sandbox/sandbox.h"

/* As date(1), ctime(3), ISO 8601 and mail headers have it, a line each. */
#define FORMS                                                                            \
	"%H:%M:%S\n%I:%M:%S\n%Y-%m-%d\n%Y/%m/%d\n%Y%m%d\n%d/%m/%Y\n%m/%d/%Y\n%d.%m.%Y\n" \
	"%d %b %Y\n%b %d %Y\n%b %e %Y\n%b %d, %Y\n%B %e, %Y\n%B %d, %Y\n%d %B %Y\n"

static bool has(struct fl_slice text, struct fl_slice line)
{
	return text.len && line.len && memmem(text.ptr, text.len, line.ptr, line.len);
}

static bool tells(struct fl_slice text, const struct tm *at)
{
	char words[512];
	struct fl_slice lines = {words, strftime(words, sizeof(words), FORMS, at)}, line;
	while (fl_slice_line(&lines, &line))
		if (has(text, line))
			return true;
	return false;
}

bool tg_tells_now(struct fl_slice text, time_t from, time_t to)
{
	enum { MOST = 60 };
	char seconds[24];
	struct tm at;
	for (time_t t = from; t <= to && t - from < MOST; t++) {
		snprintf(seconds, sizeof(seconds), "%" PRIdMAX, (intmax_t)t);
		if (has(text, fl_slice_str(seconds)) || (gmtime_r(&t, &at) && tells(text, &at)) ||
			(localtime_r(&t, &at) && tells(text, &at)))
			return true;
	}
	return false;
}

/* Is the path there, and not the start of another name? */
static bool has_path(struct fl_slice text, const char *path)
{
	ptrdiff_t at;
	while ((at = fl_slice_find(text, path)) >= 0) {
		text = fl_slice_skip(text, (size_t)at + strlen(path));
		if (!text.len || !(isalnum((unsigned char)*text.ptr) || *text.ptr == '_'))
			return true;
	}
	return false;
}

bool tg_tells_host(struct fl_slice text)
{
	struct utsname host;
	bool kernel = uname(&host) == 0 && has(text, fl_slice_str(host.release));
	return kernel || has_path(text, FL_BOX_DIR);
}

void tg_next_second(void)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	const struct timespec next = {.tv_sec = now.tv_sec + 1};
	while (clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &next, NULL) == EINTR)
		;
}
