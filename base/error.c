#include "base/error.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A message that fills its room may have been cut inside a character. */
static void drop_half_character(char *text, size_t room)
{
	size_t len = strlen(text), i = len;
	if (len + 1 < room)
		return;
	while (i && ((unsigned char)text[i - 1] & 0xc0) == 0x80)
		i--;
	if (i && (unsigned char)text[i - 1] >= 0xc0)
		text[i - 1] = '\0';
}

__attribute__((format(printf, 4, 0))) static int error_fill(
	struct fl_error *err, enum fl_code code, int sys, const char *fmt, va_list ap)
{
	if (!err)
		return code;
	*err = (struct fl_error){.code = code, .sys = sys};
	vsnprintf(err->message, sizeof(err->message), fmt, ap);
	drop_half_character(err->message, sizeof(err->message));
	if (sys) {
		char text[128];
		size_t len = strlen(err->message);
		snprintf(err->message + len, sizeof(err->message) - len, ": %s",
			strerror_r(sys, text, sizeof(text)));
	}
	return code;
}

int fl_error_set(struct fl_error *err, enum fl_code code, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int rc = error_fill(err, code, 0, fmt, ap);
	va_end(ap);
	return rc;
}

int fl_error_sys(struct fl_error *err, enum fl_code code, int sys, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int rc = error_fill(err, code, sys, fmt, ap);
	va_end(ap);
	return rc;
}

int fl_error_at(struct fl_error *err, enum fl_code code, unsigned line, unsigned col, size_t offset,
	const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int rc = error_fill(err, code, 0, fmt, ap);
	va_end(ap);
	if (err) {
		err->line = line;
		err->col = col;
		err->offset = offset;
	}
	return rc;
}

void fl_error_wrap(struct fl_error *err, const char *fmt, ...)
{
	if (!err)
		return;
	char inner[sizeof(err->message)];
	memcpy(inner, err->message, sizeof(inner));
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(err->message, sizeof(err->message), fmt, ap);
	va_end(ap);
	size_t len = strlen(err->message);
	snprintf(err->message + len, sizeof(err->message) - len, ": %s", inner);
}

/* A file that is not there or may not be used: for the user to mend, not a fault of ours. */
static bool file_missing(const struct fl_error *err)
{
	static const int reasons[] = {ENOENT, ENOTDIR, EACCES, EPERM, EISDIR, EROFS, ENOSPC, ELOOP};
	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
		if (err->sys == reasons[i])
			return true;
	return false;
}

bool fl_host_short_sys(int sys)
{
	return sys == EAGAIN || sys == ENOMEM || sys == EMFILE || sys == ENFILE || sys == ENOBUFS ||
	       sys == ETOOMANYREFS;
}

bool fl_host_short(const struct fl_error *e)
{
	bool system = e->code == FL_EIO || e->code == FL_EMISSING || e->code == FL_EEXEC;
	return e->code == FL_EHOST || (system && fl_host_short_sys(e->sys));
}

int fl_error_exit(const struct fl_error *err)
{
	switch (err->code) {
	case FL_OK: return 0;
	case FL_EINVAL: return 2;
	case FL_EMISSING:
	case FL_ENOTFOUND:
	case FL_EHOST:
	case FL_EEXEC: return 3;
	case FL_EIO: return file_missing(err) || fl_host_short(err) ? 3 : 4;
	case FL_EPARSE:
	case FL_EREFUSED: return 1;
	default: return 4;
	}
}
