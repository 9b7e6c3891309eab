/*
 * What only clang's text has: the count at the end of a file. The rest of its form is shared with
 * gcc (text.c) or told by the snippet (snippet.c).
 *
 *	1 warning and 2 errors generated.
 *	1 warning generated when compiling for host.
 */
#include "diag/clang/tidy.h"
#include "diag/report/build.h"
#include "diag/report/route.h"

static bool count_cut(struct fl_slice *s, const char *what)
{
	uint32_t n;
	size_t digits = fl_slice_uint(*s, &n);
	struct fl_slice rest = fl_slice_skip(*s, digits);
	if (!digits || !fl_slice_starts(rest, what))
		return false;
	rest = fl_slice_skip(rest, strlen(what));
	if (fl_slice_starts(rest, "s"))
		rest = fl_slice_skip(rest, 1);
	*s = rest;
	return true;
}

bool diag_clang_line(struct diag_parser *p, struct fl_slice line)
{
	bool warnings = count_cut(&line, " warning");
	if (warnings && fl_slice_starts(line, " and "))
		line = fl_slice_skip(line, strlen(" and "));
	bool errors = count_cut(&line, " error");
	if ((!warnings && !errors) || !fl_slice_starts(line, " generated"))
		return false;
	p->tool = "clang";
	if (!diag_lane_waits(p->lane))
		p->lane->hint = "clang";
	diag_build_trailer(p);
	return true;
}
