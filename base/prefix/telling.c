/* How the lines begin that the filters are for. */
#include "base/prefix/telling.h"
#include "base/source_name.h"

enum { PLACE_MAX = 512 };

static const struct {
	const char *words;
	bool strict;
} beginnings[] = {
	{"In file included from ", true},
	{"AddressSanitizer", true},
	{"HWAddressSanitizer", true},
	{"WARNING: ThreadSanitizer: ", true},
	{"ThreadSanitizer", true},
	{"MemorySanitizer", true},
	{"LeakSanitizer", true},
	{"UndefinedBehaviorSanitizer", true},
	{"SUMMARY: ", true},
	{"Uninitialized bytes in ", true},
	{"ubsan: ", true},
	{"Direct leak of ", true},
	{"Indirect leak of ", true},
	{"MainSourceFile: ", true},
	{"[{\"kind\": ", true},
	{"{\"$schema\"", true},
	{"{\"version\": \"2.1.0\"", true},
	{"{\"version\":\"2.1.0\"", true},
	{"fix-it:\"", true},
	{"<valgrindoutput>", true},
	{"Undefined symbols for architecture ", true},
	{"LINK : ", true},
	{"BUG: KASAN: ", true},
	{"BUG: KFENCE: ", true},
	{"BUG: KMSAN: ", true},
	{"BUG: KCSAN: ", true},
	{"BUG: kernel NULL pointer dereference", true},
	{"BUG: unable to handle ", true},
	{"Unable to handle kernel ", true},
	{"Internal error: Oops", true},
	{"kernel BUG at ", true},
	{"UBSAN: ", true},
	{"Program received signal ", true},
	{"Program terminated with signal ", true},
	{"PLEASE submit a bug report ", true},
	{"terminate called ", true},
	{"libc++abi: ", true},
	{"double free or corruption ", true},
	{"free(): ", true},
	{"malloc(): ", true},
	{"corrupted size vs. prev_size", true},
	{"*** stack smashing detected ***", true},
	{"*** buffer overflow detected ***", true},
	{"CMake Error", true},
	{"CMake Warning", true},
	{"warning: unknown warning option ", true},
	{"fatal error: error in backend: ", true},
	{"BUG: ", false},
	{"Oops: ", false},
	{"general protection fault", false},
	{"Stack dump:", false},
	{"make: *** ", false},
	{"make[", false},
	{"ninja: ", false},
	{"FAILED: ", false},
	{"configure: error: ", false},
	{">>> ", false},
	{"error: ", false},
	{"fatal error: ", false},
	{"Fatal error: ", false},
	{"virtual memory exhausted: ", false},
	{"warning: ", false},
	{"note: ", false},
	{"remark: ", false},
	{"ERROR: ", false},
	{"WARNING: ", false},
	{"internal compiler error: ", false},
};

/* Behind a place with a line and no column, or behind a program's name. */
static const char *const levels[] = {"error:", "warning:", "note:", "fatal error:", "remark:",
	"internal compiler error:", "sorry, unimplemented:", "Error:", "Warning:", "Fatal error:",
	"runtime error:", "error ", "warning ", "fatal error ", NULL};

/* Behind a place without a level. */
static const char *const linker_words[] = {"undefined reference to ", "multiple definition of ",
	"first defined here", "relocation truncated ", "more undefined references ",
	"undefined symbol", "in function ", "warning: ", "error: ", NULL};

/* Behind the name of a source file. */
static const char *const contexts[] = {"In ", "At ", "Assembler messages:", NULL};

static const char *const programs[] = {"gcc", "g++", "cc", "c++", "cc1", "cc1plus", "cc1obj", "cpp",
	"clang", "clang++", "clang-cl", "clang-tidy", "collect2", "lto1", "lto-wrapper", "as", "ld",
	"ld.bfd", "ld.gold", "ld.lld", "ld64.lld", "lld", "lld-link", "gold", "mold", "nvcc",
	"ptxas", "make", "gmake", "ninja", "ar", "ranlib", "strip", "libtool", "valgrind", "gdb",
	"lldb", NULL};

static const char *const words[] = {"error", "warning", "note", "remark", "fatal", "info", "ERROR",
	"WARNING", "NOTE", "INFO", "HINT", "SUMMARY", "FAILED", "Error", "Warning", "Note",
	"Assertion", "LINK", "BUG", "UBSAN", NULL};

/* What tools speak of besides sources. */
static const char *const endings[] = {".py", ".o", ".a", ".so", ".obj", ".lib", ".exe", ".dll",
	".dylib", ".out", ".ld", ".cmake", ".txt"};

static bool starts_with_one(struct fl_slice s, const char *const *of)
{
	for (; *of; of++)
		if (fl_slice_starts(s, *of))
			return true;
	return false;
}

static bool is_one(struct fl_slice s, const char *const *of)
{
	for (; *of; of++)
		if (fl_slice_eqs(s, *of))
			return true;
	return false;
}

static bool ends_as_file(struct fl_slice s)
{
	if (fl_source_name(s))
		return true;
	ptrdiff_t dot = fl_slice_rchr(s, '.');
	if (dot < 0 || s.len - (size_t)dot > 6)
		return false;
	s = fl_slice_skip(s, (size_t)dot);
	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
		if (fl_slice_eqs(s, endings[i]))
			return true;
	return false;
}

static bool ends_as_source(struct fl_slice s)
{
	return fl_source_name(s) || fl_slice_ends(s, ".py");
}

/* Without directory, target prefix, version and ".exe". */
static bool is_program(struct fl_slice s)
{
	ptrdiff_t slash = fl_slice_rchr(s, '/'), back = fl_slice_rchr(s, '\\');
	s = fl_slice_skip(s, (size_t)((slash > back ? slash : back) + 1));
	if (fl_slice_ends(s, ".exe"))
		s.len -= 4;
	ptrdiff_t dash = fl_slice_rchr(s, '-');
	if (dash > 0 && (size_t)dash + 1 < s.len && s.ptr[dash + 1] >= '0' &&
		s.ptr[dash + 1] <= '9')
		s.len = (size_t)dash;
	if (is_one(s, programs))
		return true;
	dash = fl_slice_rchr(s, '-');
	return dash > 0 && is_one(fl_slice_skip(s, (size_t)dash + 1), programs);
}

bool fl_telling_speaker(struct fl_slice name)
{
	return is_one(name, words) || is_program(name) || ends_as_file(name) ||
	       (name.len && (name.ptr[0] == '/' || name.ptr[0] == '<')) ||
	       fl_slice_starts(name, "./") || fl_slice_starts(name, "../");
}

/* Cut ":{19:32-19:38}" off the end, which clang may put behind a place. */
static void ranges_cut(struct fl_slice *s)
{
	ptrdiff_t open = s->len && s->ptr[s->len - 1] == '}' ? fl_slice_find(*s, ":{") : -1;
	if (open > 0)
		s->len = (size_t)open;
}

/* Cut ":12", or " +12" as vi has it, off the end. */
static bool number_cut(struct fl_slice *s)
{
	size_t n = s->len;
	while (n && s->ptr[n - 1] >= '0' && s->ptr[n - 1] <= '9')
		n--;
	if (n == s->len || n < 3)
		return false;
	bool vi = s->ptr[n - 1] == '+' && s->ptr[n - 2] == ' ';
	if (s->ptr[n - 1] != ':' && !vi)
		return false;
	s->len = n - (vi ? 2 : 1);
	return true;
}

/* "a.cpp(3,5)" */
static bool in_brackets(struct fl_slice place)
{
	ptrdiff_t open = fl_slice_rchr(place, '(');
	if (open <= 0 || place.ptr[place.len - 1] != ')')
		return false;
	for (size_t i = (size_t)open + 1; i + 1 < place.len; i++)
		if (place.ptr[i] != ',' && (place.ptr[i] < '0' || place.ptr[i] > '9'))
			return false;
	return place.len - (size_t)open > 2 && fl_slice_chr(place, '.') >= 0;
}

/* Neither "[web] a.c" nor "web | a.c", though names of files may have blanks. */
static bool is_clean(struct fl_slice s)
{
	if (!s.len || strchr(" \t[", s.ptr[0]))
		return false;
	for (size_t i = 0; i < s.len; i++)
		if (s.ptr[i] == '|' || s.ptr[i] == '\t' || (s.ptr[i] == '>' && s.ptr[0] != '<'))
			return false;
	return true;
}

/* A name of a file: "12:34:56: " is none. */
static bool is_file(struct fl_slice s)
{
	bool point = false, letter = false;
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];
		point = point || c == '.' || c == '/' || c == '\\' || c == '<';
		letter = letter || (c | 0x20) >= 'a' || c < 0;
	}
	return point && letter;
}

/* The headers of C++ have no ending. */
static bool is_source(struct fl_slice file)
{
	return ends_as_source(file) || fl_slice_find(file, "/include/c++/") >= 0;
}

/* What stands before and behind the first ": ". */
static enum fl_telling place(struct fl_slice before, struct fl_slice behind)
{
	struct fl_slice file = before;
	if (!is_clean(before))
		return FL_TELLING_NO;
	ranges_cut(&file);
	if (number_cut(&file)) {
		if (number_cut(&file))
			return is_file(file) ? FL_TELLING_STRICT : FL_TELLING_NO;
		if (!is_file(file))
			return FL_TELLING_NO;
		return starts_with_one(behind, levels) || starts_with_one(behind, linker_words) ||
				       (!behind.len && is_source(file))
			       ? FL_TELLING_STRICT
			       : FL_TELLING_LOOSE;
	}
	if (in_brackets(before))
		return starts_with_one(behind, levels) ? FL_TELLING_STRICT : FL_TELLING_LOOSE;
	if (before.ptr[before.len - 1] == ')' && fl_slice_find(before, ":(.") > 0)
		return FL_TELLING_STRICT;
	if (ends_as_source(before) && starts_with_one(behind, contexts))
		return FL_TELLING_STRICT;
	if (is_program(before))
		return starts_with_one(behind, levels) || starts_with_one(behind, linker_words) ||
				       fl_slice_find(behind, ": in function ") > 0 ||
				       fl_slice_find(behind, ": undefined ") > 0 ||
				       fl_slice_find(behind, ": multiple ") > 0 ||
				       fl_slice_find(behind, ": warning: ") > 0 ||
				       fl_slice_find(behind, ": error: ") > 0 ||
				       fl_slice_starts(behind, "cannot find ")
			       ? FL_TELLING_STRICT
			       : FL_TELLING_LOOSE;
	return ends_as_file(before) && starts_with_one(behind, linker_words) ? FL_TELLING_STRICT
									     : FL_TELLING_NO;
}

/* "==12==", "--12--" */
static bool is_process(struct fl_slice s)
{
	size_t n = 2;
	if (s.len < 5 || s.ptr[1] != s.ptr[0])
		return false;
	while (n < s.len && s.ptr[n] >= '0' && s.ptr[n] <= '9')
		n++;
	return n > 2 && n + 1 < s.len && s.ptr[n] == s.ptr[0] && s.ptr[n + 1] == s.ptr[0];
}

/* "    #0 0x", "#0  0x", "#1  main (" */
static enum fl_telling frame(struct fl_slice s)
{
	size_t n = 0;
	while (n < s.len && s.ptr[n] == ' ')
		n++;
	size_t indent = n;
	if (n == s.len || s.ptr[n++] != '#')
		return FL_TELLING_NO;
	size_t from = n;
	while (n < s.len && s.ptr[n] >= '0' && s.ptr[n] <= '9')
		n++;
	if (n == from || n == s.len || s.ptr[n] != ' ')
		return FL_TELLING_NO;
	struct fl_slice rest = fl_slice_skip(s, n);
	bool address = fl_slice_starts(rest, " 0x") || fl_slice_starts(rest, "  0x");
	if (address && (indent >= 3 || fl_slice_find(rest, " in ") > 0))
		return FL_TELLING_STRICT;
	return indent >= 3 || fl_slice_starts(rest, "  ") ? FL_TELLING_LOOSE : FL_TELLING_NO;
}

enum fl_telling fl_telling(struct fl_slice line)
{
	if (!line.len)
		return FL_TELLING_NO;
	if (line.ptr[0] == '=' || line.ptr[0] == '-')
		return is_process(line) ? FL_TELLING_STRICT : FL_TELLING_NO;
	if (line.ptr[0] == ' ' || line.ptr[0] == '#')
		return frame(line);
	for (size_t i = 0; i < sizeof(beginnings) / sizeof(beginnings[0]); i++)
		if (beginnings[i].words[0] == line.ptr[0] &&
			fl_slice_starts(line, beginnings[i].words))
			return beginnings[i].strict ? FL_TELLING_STRICT : FL_TELLING_LOOSE;
	line = fl_slice_head(line, PLACE_MAX);
	ptrdiff_t colon = fl_slice_find(line, ": ");
	if (colon <= 0 && line.ptr[line.len - 1] == ':')
		colon = (ptrdiff_t)line.len - 1;
	return colon > 0 ? place(fl_slice_head(line, (size_t)colon),
				   fl_slice_skip(line, (size_t)colon + 2))
			 : FL_TELLING_NO;
}

bool fl_telling_certain(struct fl_slice line)
{
	static const char *const headlines[] = {
		"WARNING: ThreadSanitizer: ", "ERROR: AddressSanitizer: ", "ERROR: LeakSanitizer: ",
		"BUG: KASAN: ", "BUG: KFENCE: ", "BUG: KMSAN: ", "BUG: KCSAN: ",
		"BUG: kernel NULL pointer dereference", "BUG: unable to handle ", "UBSAN: ", NULL};
	if (!line.len)
		return false;
	if (line.ptr[0] == '=' || line.ptr[0] == '-')
		return is_process(line);
	return starts_with_one(line, headlines) || (fl_slice_find(line, ": runtime error: ") > 0 &&
							   fl_telling(line) == FL_TELLING_STRICT);
}
