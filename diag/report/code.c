/*
 * What stands in brackets behind a message:
 *
 *	[-Wflag]				gcc, clang
 *	[-Werror=flag]				gcc alone
 *	[-Werror,-Wflag]			clang alone; the flag is the last one
 *	[-Wflag,CATEGORY]			clang
 *	[CATEGORY]				clang's -fdiagnostics-show-category, name or number
 *	[check-a,check-b]			clang-tidy: the first is the name, the others aliases
 *	[CWE-476]				gcc's analyzer, before the flag
 *
 * Other brackets belong to the message: "[with T = int]".
 */
#include "diag/report/place.h"

/* clang's categories that do not end in " Issue" (clang/Basic/Diagnostic*Kinds.td). */
static const char *const categories[] = {"Deprecations", "ARC and @properties", "ARC Casting Rules",
	"ARC Weak References", "ARC Restrictions", "#pragma message Directive",
	"Automatic Reference Counting"};

static bool is_number(struct fl_slice s, size_t digits)
{
	uint32_t value;
	return s.len && s.len <= digits && fl_slice_uint(s, &value) == s.len;
}

static bool is_category(struct fl_slice s)
{
	if (is_number(s, 2) || fl_slice_ends(s, " Issue"))
		return true;
	if (fl_slice_starts(s, "CWE-"))
		return is_number(fl_slice_skip(s, 4), 4);
	for (size_t i = 0; i < sizeof(categories) / sizeof(categories[0]); i++)
		if (fl_slice_eqs(s, categories[i]))
			return true;
	return false;
}

/* The last flag of "-Werror,-Wflag,CATEGORY"; empty when it is no list of flags. */
static struct fl_slice flag_of(struct fl_slice list)
{
	struct fl_slice flag = {0};
	if (!fl_slice_starts(list, "-"))
		return flag;
	while (list.len) {
		ptrdiff_t comma = fl_slice_chr(list, ',');
		struct fl_slice part = fl_slice_head(list, comma < 0 ? list.len : (size_t)comma);
		if (fl_slice_starts(part, "-"))
			flag = part;
		list = fl_slice_skip(list, part.len + 1);
	}
	return flag;
}

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

/* The checks that a list names, empty when it is none. */
static struct fl_slice tidy_check(struct fl_slice list)
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

void diag_code_cut(struct diag_head *h)
{
	for (;;) {
		struct fl_slice m = h->message;
		ptrdiff_t open = m.len && m.ptr[m.len - 1] == ']' ? fl_slice_rchr(m, '[') : -1;
		if (open < 1 || m.ptr[open - 1] != ' ')
			return;
		struct fl_slice list = fl_slice(m.ptr + open + 1, m.len - (size_t)open - 2);
		struct fl_slice flag = flag_of(list);
		struct fl_slice check = flag.len ? flag : tidy_check(list);
		if (check.len && !flag.len) {
			h->tool = h->code.len ? NULL : "clang-tidy";
			flag = check;
		}
		if (flag.len ? h->code.len != 0 : !is_category(list))
			return;
		if (fl_slice_starts(list, "-Werror="))
			h->by = "gcc";
		else if (fl_slice_starts(list, "-Werror,-W"))
			h->by = "clang";
		if (flag.len)
			h->code = flag;
		else if (!fl_slice_starts(list, "CWE-"))
			h->clang = true;
		h->message = fl_slice_trim(fl_slice_head(m, (size_t)open));
	}
}
