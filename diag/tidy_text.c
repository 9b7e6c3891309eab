/*
 * What clang-tidy's text has beyond clang's: the names of checks in brackets, and its last words.
 *
 *	a.cpp:16:14: warning: use nullptr [modernize-use-nullptr]
 *	a.cpp:25:2: warning: … [cert-msc32-c,cert-msc51-cpp,-warnings-as-errors]
 *	Suppressed 116 warnings (115 in non-user code, 1 with check filters).
 *	Use -header-filter=.* to display errors from all non-system headers. …
 */
#include "diag/parse_impl.h"

/* What the names of checks begin with (clang-tidy --list-checks; 14 to 19). */
static const char *const modules[] = {"abseil-", "altera-", "android-", "boost-", "bugprone-",
	"cert-", "clang-analyzer-", "clang-diagnostic-", "concurrency-", "cppcoreguidelines-",
	"darwin-", "fuchsia-", "google-", "hicpp-", "linuxkernel-", "llvm-", "llvmlibc-", "misc-",
	"modernize-", "mpi-", "objc-", "openmp-", "performance-", "portability-", "readability-",
	"zircon-"};

static bool name_only(struct fl_slice s)
{
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];
		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
			    strchr("-._+,", c)) ||
			!c)
			return false;
	}
	return true;
}

struct fl_slice diag_tidy_check(struct fl_slice list)
{
	for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++) {
		if (!fl_slice_starts(list, modules[i]))
			continue;
		ptrdiff_t option = fl_slice_find(list, ",-");
		if (!name_only(list))
			break;
		return fl_slice_head(list, option < 0 ? list.len : (size_t)option);
	}
	return (struct fl_slice){0};
}

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
