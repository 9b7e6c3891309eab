/*
 * A SUMMARY line alone, as a filter of a log (grep, a CI's annotations) leaves it:
 *
 *	SUMMARY: AddressSanitizer: heap-use-after-free /dir/f.c:8:3 in main
 *	SUMMARY: AddressSanitizer: 48 byte(s) leaked in 3 allocation(s).
 *	SUMMARY: libFuzzer: timeout
 *
 * One frame is all that it has. The SUMMARY of a report that was read is taken by that report's
 * format; of one that another process's report ended early, it says what is known already.
 */
#include "sanitize/formats/formats.h"
#include "sanitize/report/text.h"

static const struct {
	const char *name;
	enum san_tool tool, words; /* whose kinds they are */
} tools[] = {
	{"AddressSanitizer: ", SAN_TOOL_ASAN, SAN_TOOL_ASAN},
	{"HWAddressSanitizer: ", SAN_TOOL_HWASAN, SAN_TOOL_HWASAN},
	{"LeakSanitizer: ", SAN_TOOL_LSAN, SAN_TOOL_ASAN},
	{"UndefinedBehaviorSanitizer: ", SAN_TOOL_UBSAN, SAN_TOOL_UBSAN},
	{"ThreadSanitizer: ", SAN_TOOL_TSAN, SAN_TOOL_TSAN},
	{"MemorySanitizer: ", SAN_TOOL_MSAN, SAN_TOOL_MSAN},
	{"libFuzzer: ", SAN_TOOL_LIBFUZZER, SAN_TOOL_LIBFUZZER},
};

static bool is_known(const struct san_parser *p, struct fl_slice text)
{
	for (size_t i = p->reports.len; i-- > 0;) {
		const struct san_report *r = fl_vec_at(&p->reports, i);
		if (fl_slice_starts_with(text, r->kind) ||
			(r->tool == SAN_TOOL_LSAN && fl_slice_find(text, " leaked in ") >= 0))
			return true;
	}
	return false;
}

/* "48 byte(s) leaked in 3 allocation(s)." */
static bool begin_leak(struct san_parser *p, struct fl_slice text)
{
	uint32_t size;
	if (!fl_slice_uint(text, &size) || fl_slice_find(text, " byte(s) leaked in ") < 0)
		return false;
	san_begin(p, &san_format_summary, SAN_TOOL_LSAN);
	san_set_kind(p, san_kind_named(SAN_TOOL_LSAN, FL_S("memory-leak")));
	p->report.access.size = size;
	p->report.message = fl_arena_slice(p->arena, text);
	san_end(p);
	return true;
}

/* Does a parenthesis that belongs to the kind stand here: " (potential deadlock)", no module? */
static size_t group_length(struct fl_slice s)
{
	ptrdiff_t end = fl_slice_chr(s, ')');
	if (!fl_slice_starts(s, " (") || end < 0)
		return 0;
	for (size_t i = 0; i < (size_t)end; i++)
		if (s.ptr[i] >= '0' && s.ptr[i] <= '9')
			return 0;
	return (size_t)end + 1;
}

/*
 * How long the words are in front of the place: a kind's own name, else the words that its row
 * begins with, up to the end of a word, with a parenthesis behind them. The place says nothing of
 * where it begins: it may be relative and hold blanks.
 */
static size_t words_length(struct fl_slice text, const struct san_kind *kind)
{
	size_t n = kind->starts && fl_slice_starts(text, kind->starts) ? strlen(kind->starts) : 0;
	while (n < text.len && text.ptr[n] != ' ')
		n++;
	return n + group_length(fl_slice_skip(text, n));
}

/* "/dir/f.c:8:3 in main(int)", "(/dir/prog+0x12) in main", "global 'x' at f.c:5:5" */
static void add_place(struct san_parser *p, struct fl_slice text)
{
	struct san_frame f = {0};
	ptrdiff_t in = fl_slice_find(text, " in ");
	struct fl_slice place = fl_slice_head(text, in < 0 ? text.len : (size_t)in);
	if (in >= 0)
		f.function = fl_slice_skip(text, (size_t)in + strlen(" in "));
	if (fl_slice_starts(place, "global '"))
		san_skip_past(&place, "' at ");
	if (!fl_slice_starts(place, "("))
		f.file = san_place_parse(fl_slice_trim(place), &f.line, &f.col);
	if (f.line || f.function.len)
		san_add_frame(p, &f);
}

static bool begin(struct san_parser *p, struct fl_slice line)
{
	size_t i = 0, count = sizeof(tools) / sizeof(*tools);
	if (p->in_leaks || !fl_slice_starts(line, "SUMMARY: "))
		return false;
	struct fl_slice text = fl_slice_skip(line, strlen("SUMMARY: "));
	while (i < count && !fl_slice_starts(text, tools[i].name))
		i++;
	if (i == count)
		return false;
	/* the open report's own, or that of the leaks that a sanitizer found */
	if (p->format && (p->report.tool == (int)tools[i].tool || p->report.tool == SAN_TOOL_LSAN))
		return false;
	if (p->format == &san_format_cut && tools[i].tool == SAN_TOOL_UBSAN)
		return false;
	text = fl_slice_skip(text, strlen(tools[i].name));
	if (is_known(p, text) || begin_leak(p, text))
		return true;
	/* the words of a SUMMARY are the kinds themselves, in TSan's case with blanks */
	ptrdiff_t blank = fl_slice_chr(text, ' ');
	struct fl_slice word = fl_slice_head(text, blank < 0 ? text.len : (size_t)blank);
	const struct san_kind *kind = san_kind_named(tools[i].words, word);
	if (!kind || !word.len)
		kind = san_kind_find(tools[i].words, text);
	if (!kind || !*kind->kind)
		return false;
	san_begin(p, &san_format_summary, tools[i].tool);
	san_set_kind(p, kind);
	size_t n = words_length(text, kind);
	struct fl_slice words = fl_slice_head(text, n);
	words.len -= fl_slice_ends(words, ":"); /* "odr-violation: global 'x' at …" */
	p->report.message = fl_arena_slice(p->arena, words);
	if (n < text.len)
		add_place(p, fl_slice_skip(text, n + 1));
	san_end(p);
	return true;
}

const struct san_format san_format_summary = {.begin = begin};
