/*
 * nvcc: its own front end (EDG's), and the tools behind it (CUDA 13.0).
 *
 *	k.cu(2): error: identifier "nosuch" is undefined
 *	  __attribute__((global)) void k(int *p) { p[0] = nosuch; }
 *	                                                  ^
 *	          detected during instantiation of "T f(T) [with T=int]" at line 3
 *	k.cu(2): warning #177-D: variable "u" was declared but never referenced
 *	nvlink error   : Undefined reference to '_Z1qv' in '/tmp/x.o'
 *	nvcc fatal   : Unknown option '--nosuch'
 *
 * A line without a column in a .cu file is nvcc's, and so is a number of EDG's ("#177-D") anywhere,
 * and in a header what "detected during" stands below.
 */
#include "diag/tools/tools.h"

#include "base/lanes.h"
#include "diag/report/build.h"
#include "diag/report/place.h"

static const struct {
	const char *words;
	enum diag_level level;
} kinds[] = {{"): error", DIAG_ERROR}, {"): warning", DIAG_WARNING}, {"): remark", DIAG_REMARK},
	{"): catastrophic error", DIAG_FATAL}, {"): internal error", DIAG_FATAL}};

static const char *const tools[] = {"nvcc ", "ptxas ", "nvlink ", "fatbinary ", "cudafe++ "};
static const struct {
	const char *word;
	enum diag_level level;
} levels[] = {{"fatal", DIAG_FATAL}, {"error", DIAG_ERROR}, {"warning", DIAG_WARNING}};

/* " #177-D" at the start of *s is cut off. */
static struct fl_slice number_cut(struct fl_slice *s)
{
	struct fl_slice none = {0};
	uint32_t value;
	if (!fl_slice_starts(*s, " #"))
		return none;
	size_t n = 2 + fl_slice_uint(fl_slice_skip(*s, 2), &value);
	if (n == 2)
		return none;
	n += fl_slice_starts(fl_slice_skip(*s, n), "-D") ? 2 : 0;
	struct fl_slice code = fl_slice(s->ptr + 1, n - 1);
	*s = fl_slice_skip(*s, n);
	return code;
}

static bool front_end(struct diag_parser *p, struct fl_slice line)
{
	ptrdiff_t at = p->look.said - 1; /* of the bracket */
	if (at <= 0 || line.ptr[at] != ')')
		return false;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (!fl_slice_starts(fl_slice_skip(line, (size_t)at), kinds[i].words))
			continue;
		struct diag_head h = {0};
		struct fl_slice rest = fl_slice_skip(line, (size_t)at + strlen(kinds[i].words));
		struct fl_slice code = number_cut(&rest);
		if (!fl_slice_starts(rest, ": ") ||
			!diag_place_parse(fl_slice_head(line, (size_t)at + 1), &h) || h.col)
			return false;
		if (!fl_slice_ends(code, "-D") && !fl_slice_ends(h.file, ".cu") &&
			!fl_slice_ends(h.file, ".cuh"))
			return false;
		h.clang = false;
		h.code = code;
		h.level = kinds[i].level;
		h.message = fl_slice_skip(rest, 2);
		diag_build_begin(p, &h, "nvcc");
		return true;
	}
	return false;
}

static bool back_end(struct diag_parser *p, struct fl_slice line)
{
	struct fl_slice said = {0};
	for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]); i++)
		if (fl_slice_starts(line, tools[i]))
			said = fl_slice_skip(line, strlen(tools[i]));
	for (size_t i = 0; said.len && i < sizeof(levels) / sizeof(levels[0]); i++) {
		if (!fl_slice_starts(said, levels[i].word))
			continue;
		struct fl_slice rest = fl_slice_skip(said, strlen(levels[i].word));
		rest = fl_slice_skip(rest, fl_blanks(rest));
		if (!fl_slice_starts(rest, ": "))
			return false;
		struct diag_head h = {
			.level = levels[i].level, .message = fl_slice_trim(fl_slice_skip(rest, 1))};
		diag_build_begin(p, &h, "nvcc");
		p->lane->snippet.active = false;
		return true;
	}
	return false;
}

/* Is the open diagnostic nvcc's? In a header only this line says so: it has no ending of nvcc's. */
static bool is_ours(struct diag_lane *lane, bool first)
{
	if (lane->evidence && strcmp(lane->evidence, "nvcc") == 0)
		return true;
	if (!first)
		return false;
	lane->evidence = "nvcc";
	return true;
}

/* Can it be? Most are not, and nothing else of the line is looked at. */
static bool may_be_ours(const struct diag_lane *lane)
{
	if (!lane->open)
		return false;
	if (lane->evidence && strcmp(lane->evidence, "nvcc") == 0)
		return true;
	return lane->d.line && !lane->d.col &&
	       (!lane->evidence || strcmp(lane->evidence, "clang") == 0);
}

/* " at line 3", " at line 41 of "x.cu"" at the end of the message is cut off. */
static void step_place(const struct diag_parser *p, struct diag_head *h)
{
	static const char words[] = " at line ";
	ptrdiff_t at = fl_slice_find(h->message, words);
	uint32_t number;
	if (at <= 0)
		return;
	struct fl_slice rest = fl_slice_skip(h->message, (size_t)at + strlen(words));
	size_t n = fl_slice_uint(rest, &number);
	if (!n)
		return;
	rest = fl_slice_skip(rest, n);
	h->line = number;
	h->file = p->lane->d.file;
	h->message.len = (size_t)at;
	if (!fl_slice_starts(rest, " of "))
		return;
	rest = fl_slice_skip(rest, strlen(" of "));
	if (rest.len > 2 && rest.ptr[0] == '"' && fl_slice_ends(rest, "\""))
		rest = fl_slice(rest.ptr + 1, rest.len - 2);
	h->file = rest.len ? rest : h->file;
}

/* What stands below the source: how the compiler came there. */
bool diag_nvcc_step(struct diag_parser *p, struct fl_slice line)
{
	if (!may_be_ours(p->lane) || fl_blanks(line) < 8)
		return false;
	struct fl_slice text = fl_slice_trim(line);
	struct diag_head h = {.level = DIAG_NOTE, .message = text};
	bool first = fl_slice_starts(text, "detected during");
	if (!is_ours(p->lane, first))
		return false;
	if (fl_slice_eqs(text, "detected during:"))
		return true;
	step_place(p, &h);
	if (!first && !(fl_slice_starts(text, "instantiation of") && h.line) &&
		!fl_slice_ends(text, " instantiation contexts not shown ]"))
		return false;
	diag_build_note(p, &h, DIAG_NOTE_TEMPLATE);
	return true;
}

bool diag_nvcc_line(struct diag_parser *p, struct fl_slice line)
{
	static const char suppressed[] =
		"Remark: The warnings can be suppressed with \"-diag-suppress";
	if (fl_slice_starts(line, suppressed)) {
		diag_build_trailer(p);
		return true;
	}
	return front_end(p, line) || back_end(p, line);
}
