/*
 * What clang-tidy's text has beyond clang's: the names of checks in brackets, and its last words.
 *
 *	a.cpp:16:14: warning: use nullptr [modernize-use-nullptr]
 *	a.cpp:25:2: warning: … [cert-msc32-c,cert-msc51-cpp,-warnings-as-errors]
 *	Suppressed 116 warnings (115 in non-user code, 1 with check filters).
 *	Use -header-filter=.* to display errors from all non-system headers. …
 */
#include "diag/clang/tidy.h"

#include "diag/report/build.h"

static const char *const trailers[] = {
	"Suppressed ",
	"Use -header-filter=",
	"Error while processing ",
	"Found compiler error",
	"clang-tidy applied ",
};

bool diag_tidy_line(struct diag_parser *p, struct fl_slice line)
{
	uint32_t count;
	size_t digits = fl_slice_uint(line, &count);
	bool found = digits && fl_slice_ends(line, " treated as errors") &&
		     fl_slice_starts(fl_slice_skip(line, digits), " warning");
	for (size_t i = 0; i < sizeof(trailers) / sizeof(trailers[0]) && !found; i++)
		found = fl_slice_starts(line, trailers[i]);
	if (found)
		diag_build_trailer(p);
	return found;
}
