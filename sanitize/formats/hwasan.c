/*
 * HWAddressSanitizer's reports (compiler-rt lib/hwasan/hwasan_report.cpp; there is none in gcc):
 *
 *	==PID==ERROR: HWAddressSanitizer: tag-mismatch on address 0x… at pc 0x…
 *	READ of size 4 at 0x… tags: 03/14 (ptr/mem) in thread T0
 *	    #0 …
 *
 *	Cause: use-after-free
 *	0x… is located 4 bytes inside a 8-byte region [0x…,0x…)
 *	freed by thread T0 here:
 *	    #0 …
 *
 *	SUMMARY: HWAddressSanitizer: tag-mismatch file:line in function
 *
 * The kind of a tag-mismatch is its first "Cause:", the likeliest, in kebab case; without one it is
 * "tag-mismatch". Deadly signals, what its allocator refuses and leaks are asan.c's and lsan.c's.
 */
#include "sanitize/formats/formats.h"
#include "sanitize/formats/memory.h"
#include "sanitize/report/text.h"

static const char *const words[] = {"tag-mismatch", "invalid-free", "allocation-tail-overwritten"};

static bool begin(struct san_parser *p, struct fl_slice line)
{
	size_t i = 0, count = sizeof(words) / sizeof(*words);
	if (!p->headline || !san_skip_past(&line, "==ERROR: HWAddressSanitizer: "))
		return false;
	while (i < count && !fl_slice_starts(line, words[i]))
		i++;
	if (i == count)
		return false;
	san_begin(p, &san_format_hwasan, SAN_TOOL_HWASAN);
	san_set_kind(p, san_kind_find(SAN_TOOL_HWASAN, line));
	p->report.message = fl_slice_str(words[i]);
	if (san_skip_past(&line, " on address "))
		p->report.access.address = san_address(line);
	san_expect(
		p, SAN_ROLE_ACCESS, san_skip_past(&line, " on thread ") ? line : fl_slice(NULL, 0));
	return true;
}

/* A cause without a row in the table: its words in kebab case. */
static struct fl_slice kebab(struct fl_slice cause, struct fl_arena *a)
{
	char word[64];
	size_t n = 0;
	for (; n < cause.len && n < sizeof word; n++) {
		char c = cause.ptr[n];
		word[n] = (char)(c == ' ' ? '-' : c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
	}
	return fl_arena_slice(a, fl_slice(word, n));
}

static bool take_cause(struct san_parser *p, struct fl_slice line)
{
	if (!fl_slice_starts(line, "Cause: "))
		return false;
	struct fl_slice cause = fl_slice_trim(fl_slice_skip(line, strlen("Cause: ")));
	if (p->hinted || !cause.len)
		return true;
	p->hinted = true;
	struct fl_slice sentence =
		fl_arena_printf(p->arena, "%.*s: %.*s", FL_ARG(p->report.message), FL_ARG(cause));
	const struct san_kind *kind = san_kind_find(SAN_TOOL_HWASAN, sentence);
	san_set_kind(p, kind);
	if (!*kind->kind)
		p->report.kind = kebab(cause, p->arena);
	p->report.message = sentence;
	return true;
}

static void take_line(struct san_parser *p, struct fl_slice line)
{
	if (fl_slice_starts(line, "SUMMARY: "))
		san_end(p);
	else if (take_cause(p, line) || san_take_access(p, line) ||
		 san_take_stack_headline(p, line))
		return;
	else if (san_skip_past(&line, " is located "))
		san_take_region(p, line);
}

const struct san_format san_format_hwasan = {.begin = begin, .line = take_line, .may_be_cut = true};
