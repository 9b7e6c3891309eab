#include "diag/linker/demangle.h"

#include <libiberty/demangle.h>
#include <setjmp.h>

struct target {
	struct fl_buf *out;
	size_t end; /* the length that out may reach */
	jmp_buf full;
};

/*
 * libiberty prints through this and keeps all that it needs on the stack, so leaving it by a jump
 * loses nothing; it has no other way to stop a name that grows without end.
 */
static void take(const char *text, size_t len, void *ctx)
{
	struct target *t = ctx;
	if (t->out->len + len > t->end)
		longjmp(t->full, 1);
	fl_buf_add(t->out, text, len);
}

bool diag_demangle(struct fl_slice raw, struct fl_buf *out)
{
	char name[DIAG_MANGLED_MAX + 1];
	const size_t start = out->len;
	struct target t = {.out = out, .end = start + DIAG_DEMANGLED_MAX};
	if (!fl_slice_starts(raw, "_Z") || raw.len > DIAG_MANGLED_MAX || out->failed)
		return false;
	memcpy(name, raw.ptr, raw.len);
	name[raw.len] = '\0';
	bool known = !setjmp(t.full) && strlen(name) == raw.len &&
		     cplus_demangle_v3_callback(name, DMGL_PARAMS | DMGL_ANSI, take, &t);
	known = known && !out->failed;
	if (!known && out->len > start)
		fl_buf_truncate(out, start);
	return known;
}
