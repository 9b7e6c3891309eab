#include "sanitize/unread.h"

#include "base/lanes.h"
#include "sanitize/abort/abort.h"
#include "sanitize/report/frame.h"

/* Lines that begin a report of a tool that is not read; blanks before them do not count. */
static const struct {
	const char *starts, *name;
	bool alone; /* in an open report it is a part of that */
} forms[] = {
	{"*** *** *** *** *** *** ***", "Android tombstone", false},
	{"# A fatal error has been detected by the Java Runtime Environment", "JVM crash", false},
	{"Exception Type: ", "macOS crash report", false},
	{"Unhandled exception at 0x", "Visual Studio", false},
	{"ExceptionCode: c0000", "WinDbg", false},
	{"Error #1: ", "Dr. Memory", false},
	{"Fatal Python error: ", "Python faulthandler", false},
	{"Scudo ERROR: ", "Scudo", false},
	{"*** GWP-ASan detected a memory error ***", "GWP-ASan", false},
	{"*** Segmentation fault", "libSegFault", false},
	{"*** Aborted at ", "glog", false},
	{"Stack dump:", "LLVM stack dump", true},
	{"#0  | Source \"", "backward-cpp", true},
	{"Stack trace of thread ", "stack of a core dump", true},
	{"Internal error: Oops", "kernel oops", true},
	{"Oops: ", "kernel oops", true},
	{"BUG: KASAN: ", "KASAN", false},
	{"BUG: KMSAN: ", "KMSAN", false},
	{"BUG: KCSAN: ", "KCSAN", false},
};

/* What they begin with, and what blanks have behind them that are more than " ". */
static const bool begins_form[256] = {['*'] = true,
	['#'] = true,
	['E'] = true,
	['U'] = true,
	['S'] = true,
	['F'] = true,
	['O'] = true,
	['I'] = true,
	['B'] = true,
	['\t'] = true,
	['\r'] = true};

/* "==1==ERROR: AddressSanitizer: …" in new words; its own trouble is told elsewhere. */
static bool is_sanitizers(struct fl_slice line)
{
	static const char *const words[] = {"ERROR: ", "WARNING: ", "FATAL: "};
	if (fl_slice_find(line, "Sanitizer: ") < 0)
		return false;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (fl_slice_find(line, words[i]) >= 0)
			return !san_infra_find(line, false).len;
	return false;
}

/* Behind "==12== " and "[  12.3] ", or what no form of prefixes knows. */
static const char *const valgrinds[] = {"Invalid read of size ", "Invalid write of size ",
	"Conditional jump or move depends ", "Use of uninitialised value", "Invalid free() ",
	"Process terminating with ", "Possible data race ", "Mismatched free() ", NULL};
static const char *const kernels[] = {"BUG: KASAN: ", "BUG: KMSAN: ", "BUG: KCSAN: ",
	"BUG: KFENCE: ", "BUG: kernel NULL pointer dereference", "BUG: unable to handle ",
	"Internal error: Oops", NULL};

static bool starts_with_one(struct fl_slice s, const char *const *of)
{
	while (*of && (!s.len || s.ptr[0] != (*of)[0] || !fl_slice_starts(s, *of)))
		of++;
	return *of;
}

/* Most lines have no "=" at all, which is told soonest. */
static bool holds_valgrinds(struct fl_slice line)
{
	ptrdiff_t at = fl_slice_chr(line, '=');
	while (at >= 0) {
		line = fl_slice_skip(line, (size_t)at);
		if ((at = fl_slice_find(line, "== ")) < 0)
			return false;
		bool pid = at && line.ptr[at - 1] >= '0' && line.ptr[at - 1] <= '9';
		line = fl_slice_skip(line, (size_t)at + 3);
		if (pid && starts_with_one(line, valgrinds))
			return true;
		at = fl_slice_chr(line, '=');
	}
	return false;
}

static bool holds_kernels(struct fl_slice line)
{
	for (size_t i = 0; kernels[i]; i++)
		if (fl_slice_find(line, kernels[i]) > 0)
			return true;
	return false;
}

/* Of AddressSanitizer, behind something: its headline may, but this line stands by itself. */
static bool is_access_behind(struct fl_slice line)
{
	if (fl_slice_chr(line, 'z') < 0) /* the rarest of the letters in "size" */
		return false;
	ptrdiff_t read = fl_slice_find(line, "READ of size "),
		  write = fl_slice_find(line, "WRITE of size ");
	return (read > 0 || write > 0) && fl_slice_find(line, " at 0x") > 0;
}

static bool is_lone_stack(struct fl_slice line)
{
	struct san_frame f;
	return fl_slice_starts(line, "    #0 ") && san_frame_parse(line, &f);
}

const char *san_unread_form(struct fl_slice line, bool headline, bool open)
{
	if (line.len < 6)
		return NULL;
	if (headline && is_sanitizers(line))
		return "sanitizer report";
	if (headline && holds_kernels(line))
		return "kernel report; --prefix=REGEX takes off what stands before it";
	if (holds_valgrinds(line))
		return "Valgrind report; --prefix=REGEX takes off what stands before it";
	if (open && is_access_behind(line))
		return "access of a report; --prefix=REGEX takes off what stands before it";
	if (!open && line.ptr[0] == ' ' && is_lone_stack(line))
		return "stack without a headline";
	size_t blanks = fl_blanks(line);
	if (blanks == line.len || !begins_form[(unsigned char)line.ptr[blanks]])
		return NULL;
	struct fl_slice s = blanks ? fl_slice_trim(line) : line;
	if (s.len < 2)
		return NULL;
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++)
		if (forms[i].starts[0] == s.ptr[0] && forms[i].starts[1] == s.ptr[1] &&
			fl_slice_starts(s, forms[i].starts) && !(open && forms[i].alone))
			return forms[i].name;
	return NULL;
}
