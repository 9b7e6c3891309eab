/*
 * GNU make (src/output.c), of itself:
 *
 *	Makefile:3: *** missing separator.  Stop.
 *	make[2]: *** No rule to make target 'x.c', needed by 'x.o'.  Stop.
 *	Makefile:7: warning: overriding recipe for target 'all'	(read as any headline)
 *
 * "make: *** [Makefile:2: all] Error 1" only says that a command failed, which tells why itself.
 */
#include "diag/tools/tools.h"

#include "diag/report/build.h"
#include "diag/report/place.h"

static const char stars[] = ": *** ", stop[] = "  Stop.";

/* "make", "gmake[2]", "mingw32-make.exe" */
static bool is_make(struct fl_slice name)
{
	ptrdiff_t level = fl_slice_chr(name, '[');
	if (level > 0)
		name.len = (size_t)level;
	return fl_slice_ends(name, "make") || fl_slice_ends(name, "make.exe");
}

bool diag_make_line(struct diag_parser *p, struct fl_slice line)
{
	struct diag_head h = {.level = DIAG_ERROR};
	if (!fl_slice_ends(line, stop))
		return false;
	ptrdiff_t at = fl_slice_find(line, stars);
	struct fl_slice who = fl_slice_head(line, at < 0 ? 0 : (size_t)at);
	if (!who.len || !(is_make(who) || diag_place_parse(who, &h)))
		return false;
	line.len -= sizeof(stop) - 1;
	h.message = fl_slice_skip(line, (size_t)at + sizeof(stars) - 1);
	if (fl_slice_ends(h.message, "."))
		h.message.len--;
	diag_build_begin(p, &h, "make");
	p->lane->snippet.active = false;
	return true;
}
