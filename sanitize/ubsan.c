/*
 * UndefinedBehaviorSanitizer's reports:
 *
 *	f.c:6:9: runtime error: load of misaligned address 0x… for type 'const unsigned int', …
 *	0x…: note: pointer points here
 *	 7f 00 00  01 01 …
 *	              ^
 *	    #0 …				with UBSAN_OPTIONS=print_stacktrace=1
 *
 *	SUMMARY: UndefinedBehaviorSanitizer: misaligned-pointer-use f.c:6:9	not from gcc 12
 *
 * The kind is worked out from the sentence; a SUMMARY that names it (report_error_type=1) is
 * believed where the sentence is ambiguous (integer or float division, conversions).
 */
#include "sanitize/parse_priv.h"

static const char headline[] = ": runtime error: ";

static void set_access(struct san_access *access, struct fl_slice sentence)
{
	if (fl_slice_starts(sentence, "load of ") && !fl_slice_starts(sentence, "load of value"))
		access->type = SAN_ACCESS_READ;
	else if (fl_slice_starts(sentence, "store to "))
		access->type = SAN_ACCESS_WRITE;
	if (san_skip_past(&sentence, "address 0x"))
		access->address = san_address(fl_slice(sentence.ptr - 2, sentence.len + 2));
}

static bool begin(struct san_parser *p, struct fl_slice line)
{
	ptrdiff_t at = p->headline ? fl_slice_find(line, headline) : -1;
	if (at <= 0)
		return false;
	struct fl_slice sentence = fl_slice_skip(line, (size_t)at + strlen(headline));
	san_begin(p, &san_format_ubsan, SAN_TOOL_UBSAN);
	struct san_report *r = &p->report;
	struct fl_slice file = san_place_parse(fl_slice_head(line, (size_t)at), &r->line, &r->col);
	r->file = san_path_clean(file, p->opts.strip, p->arena);
	set_access(&r->access, sentence);
	san_set_kind(p, san_kind_find(SAN_TOOL_UBSAN, sentence));
	r->message = san_without_addresses(sentence, p->arena);
	return true;
}

static void take_line(struct san_parser *p, struct fl_slice line)
{
	if (!san_skip_past(&line, "SUMMARY: UndefinedBehaviorSanitizer: "))
		return;
	ptrdiff_t end = fl_slice_chr(line, ' ');
	struct fl_slice word = fl_slice_head(line, end < 0 ? line.len : (size_t)end);
	const struct san_kind *kind = san_kind_named(SAN_TOOL_UBSAN, word);
	if (kind && !fl_slice_eqs(word, "undefined-behavior"))
		san_set_kind(p, kind);
	san_end(p);
}

const struct san_format san_format_ubsan = {.begin = begin, .line = take_line};
