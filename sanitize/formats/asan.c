/*
 * AddressSanitizer's reports, and the deadly signals that any of the runtimes reports in that form:
 *
 *	==PID==ERROR: AddressSanitizer: heap-use-after-free on address 0x… at pc 0x… bp 0x… sp 0x…
 *	READ of size 4 at 0x… thread T0
 *	    #0 …
 *
 *	0x… is located 4 bytes inside of 40-byte region [0x…,0x…)
 *	freed by thread T0 here:
 *	    #0 …
 *	…
 *	SUMMARY: AddressSanitizer: heap-use-after-free file:line in function
 *
 * What follows the SUMMARY (shadow bytes, ABORTING) belongs to no report.
 *
 * Runtimes before LLVM 3.3 wrote "==PID== ERROR: AddressSanitizer heap-use-after-free on …", no
 * SUMMARY, and "Address 0x… is located at offset 48 in frame <main> of T0's stack:".
 */
#include "sanitize/formats/formats.h"
#include "sanitize/formats/memory.h"
#include "sanitize/report/text.h"

static const struct {
	const char *name;
	enum san_tool tool;
} tools[] = {
	{"AddressSanitizer", SAN_TOOL_ASAN},
	{"LeakSanitizer", SAN_TOOL_LSAN},
	{"UndefinedBehaviorSanitizer", SAN_TOOL_UBSAN},
	{"HWAddressSanitizer", SAN_TOOL_HWASAN},
	{"ThreadSanitizer", SAN_TOOL_TSAN},
	{"MemorySanitizer", SAN_TOOL_MSAN},
};

/* Where the part of a headline ends that is the same in every run. */
static const char *const tails[] = {
	" on address 0x",
	" on unknown address ",
	" on 0x",
	" in thread T",
	" (thread T",
	": memory ranges",
	" (0x",
	": 0x",
};

static struct fl_slice stable_part(struct fl_slice sentence)
{
	for (size_t i = 0; i < sizeof(tails) / sizeof(*tails); i++) {
		ptrdiff_t at = fl_slice_find(sentence, tails[i]);
		if (at > 0)
			sentence = fl_slice_head(sentence, (size_t)at);
	}
	return sentence;
}

/* An unlisted kind is the sentence's first word in lower case, if the log does not end in it. */
static struct fl_slice first_word(struct fl_slice sentence, struct fl_arena *a)
{
	char word[64];
	size_t n = 0;
	while (n < sentence.len && n < sizeof(word) && sentence.ptr[n] > ' ' &&
		sentence.ptr[n] != ':') {
		char c = sentence.ptr[n];
		word[n++] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
	}
	return n && n < sentence.len ? fl_arena_slice(a, fl_slice(word, n)) : FL_S("unknown-error");
}

/* The tool's sentence after "==PID==ERROR: Tool: " anywhere in the line; *ret_tool says whose. */
static bool headline(struct fl_slice line, struct fl_slice *ret_sentence, enum san_tool *ret_tool)
{
	ptrdiff_t at = fl_slice_find(line, "ERROR: ");
	if (at < 0)
		return false;
	struct fl_slice before = fl_slice_head(line, (size_t)at);
	bool numbered = fl_slice_ends(before, "==") || fl_slice_ends(before, "== ");
	if (before.len && !numbered && before.ptr[before.len - 1] != ' ')
		return false;
	line = fl_slice_skip(line, (size_t)at + strlen("ERROR: "));
	for (size_t i = 0; i < sizeof(tools) / sizeof(*tools); i++) {
		if (!fl_slice_starts(line, tools[i].name))
			continue;
		line = fl_slice_skip(line, strlen(tools[i].name));
		bool colon = fl_slice_starts(line, ": ");
		*ret_sentence = fl_slice_skip(line, colon ? 2 : 1);
		*ret_tool = tools[i].tool;
		/* without a colon: an old runtime, or the tool's own trouble; without a number, talk */
		return (colon && numbered) || *san_kind_find(SAN_TOOL_ASAN, *ret_sentence)->kind;
	}
	return false;
}

/* "in thread T1", "(thread T1)", "sp 0x… T1)": whose stack comes next. */
static struct fl_slice headline_thread(struct fl_slice sentence)
{
	struct fl_slice s = sentence;
	if (san_skip_past(&s, " thread ") || san_skip_past(&s, "(thread "))
		return s;
	ptrdiff_t at = fl_slice_rchr(sentence, ' ');
	s = fl_slice_skip(sentence, (size_t)(at + 1));
	return fl_slice_starts(s, "T") && fl_slice_ends(s, ")") ? s : fl_slice(NULL, 0);
}

/* "detected memory leaks", or what a cut log has of it */
static bool is_leaks(struct fl_slice sentence)
{
	struct fl_slice words = FL_S("detected memory leaks");
	return fl_slice_eq(fl_slice_head(sentence, words.len), fl_slice_head(words, sentence.len));
}

/* "==PID==AddressSanitizer: hard rss limit exhausted (50Mb vs 52Mb)": the line is all there is. */
static bool begin_limit(struct san_parser *p, struct fl_slice line)
{
	ptrdiff_t at = fl_slice_find(line, "Sanitizer: hard rss limit exhausted (");
	if (at < 0)
		return false;
	size_t i = 0, count = sizeof(tools) / sizeof(*tools);
	struct fl_slice name = fl_slice_head(line, (size_t)at + strlen("Sanitizer"));
	while (i < count && !fl_slice_ends(name, tools[i].name))
		i++;
	if (i == count)
		return false;
	if (tools[i].tool == SAN_TOOL_ASAN && fl_slice_ends(name, "HWAddressSanitizer"))
		i = 3;
	san_begin(p, &san_format_asan, tools[i].tool);
	san_set_kind(p, san_kind_named(SAN_TOOL_ASAN, FL_S("rss-limit-exceeded")));
	p->report.message = FL_S("hard rss limit exhausted");
	san_end(p);
	return true;
}

static bool begin(struct san_parser *p, struct fl_slice line)
{
	enum san_tool tool;
	struct fl_slice sentence;
	if (p->headline && begin_limit(p, line))
		return true;
	if (!p->headline || !headline(line, &sentence, &tool) || is_leaks(sentence))
		return false;
	san_begin(p, &san_format_asan, tool);
	const struct san_kind *kind = san_kind_find(SAN_TOOL_ASAN, sentence);
	san_set_kind(p, kind);
	if (!*kind->kind)
		p->report.kind = first_word(sentence, p->arena);
	p->report.message = fl_arena_slice(p->arena, stable_part(sentence));
	ptrdiff_t at = fl_slice_find(sentence, " 0x");
	if (at >= 0 && kind->error_class != DIAG_CLASS_RESOURCE)
		p->report.access.address = san_address(fl_slice_skip(sentence, (size_t)at + 1));
	/* the others' number of the thread is the system's, not their own */
	if (tool == SAN_TOOL_ASAN)
		san_expect(p, SAN_ROLE_ACCESS, headline_thread(sentence));
	return true;
}

/* What the runtime makes of a deadly signal; the first that it names counts. */
static const struct {
	const char *words;
	const char *cwe;
} hints[] = {
	{"pc points to the zero page", "CWE-476"},
	{"address points to the zero page", "CWE-476"},
	{"PC is at a non-executable region", "CWE-119"},
	{"this fault was caused by a dereference of a high value address", "CWE-119"},
};

static bool take_hint(struct san_parser *p, struct fl_slice line)
{
	if (!san_skip_past(&line, "==Hint: "))
		return false;
	for (size_t i = 0; !p->hinted && i < sizeof(hints) / sizeof(*hints); i++)
		if (fl_slice_starts(line, hints[i].words)) {
			p->hinted = true;
			p->report.message = fl_arena_printf(
				p->arena, "%.*s: %s", FL_ARG(p->report.message), hints[i].words);
			p->report.cwe = fl_slice_str(hints[i].cwe);
		}
	return true;
}

static bool take_signal(struct san_parser *p, struct fl_slice line)
{
	if (!san_skip_past(&line, "The signal is caused by a "))
		return take_hint(p, line);
	if (fl_slice_starts(line, "READ"))
		p->report.access.type = SAN_ACCESS_READ;
	else if (fl_slice_starts(line, "WRITE"))
		p->report.access.type = SAN_ACCESS_WRITE;
	return true;
}

/*
 * "Address 0x… is located in stack of thread T0 at offset 32 in frame", or, long ago, "Address 0x…
 * is located at offset 48 in frame <main> of T0's stack:"
 */
static bool take_owner(struct san_parser *p, struct fl_slice s)
{
	uint32_t at = 0;
	struct fl_slice thread = s, offset = s;
	if (fl_slice_starts(s, "in stack of thread "))
		thread = fl_slice_skip(s, strlen("in stack of thread "));
	else if (!fl_slice_starts(s, "at offset ") || !san_skip_past(&thread, " of "))
		return false;
	if (san_skip_past(&offset, "at offset "))
		fl_slice_uint(offset, &at);
	p->stack_offset = at;
	san_expect(p, SAN_ROLE_OWNER, thread);
	return true;
}

static bool take_location(struct san_parser *p, struct fl_slice line)
{
	struct fl_slice s = line;
	if (!san_skip_past(&s, " is located "))
		return false;
	if (!take_owner(p, s))
		san_take_region(p, s);
	return true;
}

/* Of several variables that are marked the nearest is the region, at a tie the one before it. */
static void mark_variable(
	struct san_parser *p, struct fl_slice name, int64_t from, int64_t to, int64_t at)
{
	int64_t away = at < from ? 2 * (from - at) + 1 : at > to ? 2 * (at - to) : 0;
	if (p->report.access.region.len && away >= p->distance)
		return;
	p->distance = away;
	p->report.access.region = fl_arena_printf(p->arena, "stack variable '%.*s' of %lld bytes",
		FL_ARG(name), (long long)(to - from));
	p->report.access.offset = at - from;
}

/*
 * "    [32, 40) 'text' (line 6) <== Memory access at offset 40 overflows this variable": the
 * owner's variables.
 */
static bool take_variable(struct san_parser *p, struct fl_slice line)
{
	uint32_t from, to, at = 0, access = 0;
	ptrdiff_t end;
	struct fl_slice s = fl_slice_trim(line);
	if (!fl_slice_starts(s, "["))
		return false;
	s = fl_slice_skip(s, 1);
	size_t n = fl_slice_uint(s, &from);
	s = fl_slice_skip(s, n);
	if (!n || !fl_slice_starts(s, ", ") || !fl_slice_uint(fl_slice_skip(s, 2), &to))
		return false;
	if (!san_skip_past(&s, ") '") || (end = fl_slice_chr(s, '\'')) < 0 || to < from)
		return false;
	struct fl_slice name = fl_slice_head(s, (size_t)end);
	s = fl_slice_skip(s, (size_t)end);
	if (san_skip_past(&s, "(line "))
		fl_slice_uint(s, &at);
	bool accessed =
		san_skip_past(&s, "<== Memory access at offset ") && fl_slice_uint(s, &access) > 0;
	san_add_variable(p, &(struct san_variable){.name = fl_arena_slice(p->arena, name),
				    .size = to - from,
				    .offset = from,
				    .line = at,
				    .accessed = accessed});
	if (accessed)
		mark_variable(p, name, from, to, access);
	return true;
}

/* "  [1] size=16 'limits' f.c:5:5" of an odr-violation: the later one of the two is blamed */
static bool take_definition(struct san_parser *p, struct fl_slice line)
{
	struct san_report *r = &p->report;
	int64_t at, col;
	uint32_t size;
	if (!fl_slice_starts(line, "  [1] size=") || !fl_slice_eqs(r->kind, "odr-violation"))
		return false;
	struct fl_slice name = fl_slice_skip(line, strlen("  [1] size="));
	size_t n = fl_slice_uint(name, &size);
	name = fl_slice_trim(fl_slice_skip(name, n));
	ptrdiff_t end = fl_slice_find(name, "' ");
	if (!n || end < 0)
		return true;
	r->access.region = fl_arena_printf(p->arena, "global variable %.*s' of %u bytes",
		FL_ARG(fl_slice_head(name, (size_t)end)), size);
	line = fl_slice_skip(name, (size_t)end + 2);
	ptrdiff_t module = fl_slice_find(line, " in ");
	struct fl_slice place = fl_slice_head(line, module < 0 ? line.len : (size_t)module);
	struct fl_slice file = san_place_parse(place, &at, &col);
	san_set_place(p, file, at, col);
	return true;
}

static void take_line(struct san_parser *p, struct fl_slice line)
{
	if (fl_slice_starts(line, "SUMMARY: ") || fl_slice_ends(line, "ABORTING"))
		san_end(p);
	else if (!take_signal(p, line) && !san_take_access(p, line) && !take_location(p, line) &&
		 !take_variable(p, line) && !take_definition(p, line))
		san_take_stack_headline(p, line);
}

const struct san_format san_format_asan = {.begin = begin, .line = take_line, .may_be_cut = true};
