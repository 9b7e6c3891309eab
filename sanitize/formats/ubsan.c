/*
 * UndefinedBehaviorSanitizer's reports:
 *
 *	f.c:6:9: runtime error: load of misaligned address 0x… for type 'const unsigned int', …
 *	0x…: note: pointer points here
 *	 7f 00 00  01 01 …
 *	              ^
 *	    #0 …				with UBSAN_OPTIONS=print_stacktrace=1
 *
 *	SUMMARY: UndefinedBehaviorSanitizer: misaligned-pointer-use f.c:6:9	print_summary=1
 *
 * and the minimal runtime's (lib/ubsan_minimal/ubsan_minimal_handlers.cpp), which name no place:
 *
 *	ubsan: add-overflow by 0x…		up to clang 14 without the address
 *
 * The kind is worked out from the sentence. A SUMMARY that names one (report_error_type=1) is
 * believed where the sentence leaves it open: it words an integer's and a float's division alike,
 * and calls a _Bool's load (of C) that of an enumeration.
 */
#include "sanitize/formats/ubsan.h"

#include "sanitize/formats/cut.h"
#include "sanitize/report/text.h"

static const char headline[] = ": runtime error: ";
static const char summary[] = "SUMMARY: UndefinedBehaviorSanitizer: ";
static const char minimal[] = "ubsan: ";
static const char unknown[] = "undefined-behavior";

/* Notes that say more than the sentence does; the others show bytes of memory. */
static const char *const notes[] = {
	" specified here",
	" defined here",
	" aligned, misalignment offset is ",
	"object is ",
	"object has ",
	"vtable is of type ",
	"invalid vtable",
};

static void set_access(struct san_access *access, struct fl_slice sentence)
{
	if (fl_slice_starts(sentence, "load of ") && !fl_slice_starts(sentence, "load of value"))
		access->type = SAN_ACCESS_READ;
	else if (fl_slice_starts(sentence, "store to "))
		access->type = SAN_ACCESS_WRITE;
	if (san_skip_past(&sentence, "address 0x"))
		access->address = san_address(fl_slice(sentence.ptr - 2, sentence.len + 2));
}

/*
 * "f.c:6:9", or where debug information is missing "(/dir/program+0x12)", an address, "<unknown>";
 * the program's own unfinished line may stand before it.
 */
static struct fl_slice place_file(struct fl_slice place, int64_t *ret_line, int64_t *ret_col)
{
	struct fl_slice file = san_place_parse(place, ret_line, ret_col);
	while (san_skip_past(&file, ": "))
		;
	return *ret_line ? file : fl_slice(NULL, 0);
}

/*
 * Is it UBSan's form: "f.c:6:9", "(/dir/program+0x12)", an address, "<unknown>"? "panic" before
 * ": runtime error: " is Go's.
 */
static bool is_place(struct fl_slice place)
{
	int64_t line, col;
	if (fl_slice_ends(place, "<unknown>"))
		return true;
	if (fl_slice_ends(place, ")"))
		return fl_slice_find(place, "+0x") > 0;
	san_place_parse(place, &line, &col);
	struct fl_slice last = fl_slice_skip(place, (size_t)(fl_slice_rchr(place, ' ') + 1));
	return line > 0 || (fl_slice_starts(last, "0x") && san_address(last));
}

/* " of value 300 (32-bit, signed)" and "(4-bit bitfield, unsigned)": the next such group. */
static bool take_bits(struct fl_slice *s, uint32_t *ret_bits, bool *ret_signed)
{
	ptrdiff_t at = fl_slice_find(*s, "-bit");
	if (at < 0)
		return false;
	ptrdiff_t open = fl_slice_rchr(fl_slice_head(*s, (size_t)at), '(');
	size_t n = fl_slice_uint(fl_slice_skip(*s, (size_t)(open + 1)), ret_bits);
	*s = fl_slice_skip(*s, (size_t)at + strlen("-bit"));
	if (fl_slice_starts(*s, " bitfield"))
		*s = fl_slice_skip(*s, strlen(" bitfield"));
	*ret_signed = fl_slice_starts(*s, ", signed)");
	return n > 0;
}

/* Which of the four checks of implicit conversions it was, as far as the types tell. */
static const char *conversion_kind(struct fl_slice sentence)
{
	uint32_t from, to;
	bool from_signed, to_signed;
	if (!take_bits(&sentence, &from, &from_signed) || !take_bits(&sentence, &to, &to_signed))
		return NULL;
	if (from <= to)
		return "implicit-integer-sign-change";
	if (!from_signed && !to_signed)
		return "implicit-unsigned-integer-truncation";
	return !from_signed && to_signed ? "implicit-signed-integer-truncation-or-sign-change"
					 : "implicit-signed-integer-truncation";
}

const struct san_kind *san_ubsan_kind(struct fl_slice sentence)
{
	const struct san_kind *kind = san_kind_find(SAN_TOOL_UBSAN, sentence);
	const char *name = NULL;
	if (!strcmp(kind->kind, "implicit-conversion"))
		name = conversion_kind(sentence);
	return name ? san_kind_named(SAN_TOOL_UBSAN, fl_slice_str(name)) : kind;
}

/* One line and nothing more, so the report ends with it. */
static bool begin_minimal(struct san_parser *p, struct fl_slice line)
{
	if (!fl_slice_starts(line, minimal))
		return false;
	const struct san_kind *kind = san_kind_find(SAN_TOOL_UBSAN, line);
	if (!strcmp(kind->kind, unknown))
		return false;
	ptrdiff_t end = fl_slice_find(line, " by 0x");
	line = fl_slice_head(line, end < 0 ? line.len : (size_t)end);
	san_begin(p, &san_format_ubsan, SAN_TOOL_UBSAN);
	san_set_kind(p, kind);
	p->report.message = fl_arena_slice(p->arena, fl_slice_skip(line, strlen(minimal)));
	san_end(p);
	return true;
}

bool san_ubsan_head_parse(struct fl_slice line, struct san_ubsan_head *ret_head)
{
	ptrdiff_t at = fl_slice_find(line, headline);
	if (at <= 0 || !is_place(fl_slice_head(line, (size_t)at)))
		return false;
	ret_head->file =
		place_file(fl_slice_head(line, (size_t)at), &ret_head->line, &ret_head->col);
	ret_head->sentence = fl_slice_skip(line, (size_t)at + strlen(headline));
	return true;
}

static bool begin(struct san_parser *p, struct fl_slice line)
{
	struct san_ubsan_head head;
	if (!p->headline || !san_ubsan_head_parse(line, &head))
		return begin_minimal(p, line);
	if (san_cut_take(p, line, &head))
		return true;
	san_begin(p, &san_format_ubsan, SAN_TOOL_UBSAN);
	struct san_report *r = &p->report;
	san_set_place(p, head.file, head.line, head.col);
	set_access(&r->access, head.sentence);
	san_set_kind(p, san_ubsan_kind(head.sentence));
	r->message = san_without_addresses(head.sentence, p->arena);
	return true;
}

/* "f.c:3:16: note: nonnull attribute specified here" goes to the message, with its place. */
static bool take_note(struct san_parser *p, struct fl_slice line)
{
	ptrdiff_t at = fl_slice_find(line, ": note: ");
	if (at < 0)
		return false;
	struct fl_slice text = fl_slice_skip(line, (size_t)at + strlen(": note: "));
	size_t i = 0;
	while (i < sizeof(notes) / sizeof(*notes) && fl_slice_find(text, notes[i]) < 0)
		i++;
	if (i == sizeof(notes) / sizeof(*notes))
		return true;
	int64_t number, col;
	struct fl_slice file = place_file(fl_slice_head(line, (size_t)at), &number, &col);
	if (san_add_note(p, text) && file.len) {
		file = san_path_clean(file, p->opts.strip, p->arena);
		p->report.message = fl_arena_printf(p->arena, "%.*s (%.*s:%lld)",
			FL_ARG(p->report.message), FL_ARG(file), (long long)number);
	}
	return true;
}

/* What the sentence does not tell: an integer's division or a float's, which conversion check. */
static bool kind_is_open(const struct san_report *r)
{
	return fl_slice_starts(r->message, "division by zero") ||
	       fl_slice_starts(r->message, "implicit conversion ") ||
	       fl_slice_eqs(r->kind, unknown);
}

/* A word in kebab case: the name of a check that is newer than the table. */
static bool is_kind(struct fl_slice word)
{
	for (size_t i = 0; i < word.len; i++)
		if (word.ptr[i] != '-' && (word.ptr[i] < 'a' || word.ptr[i] > 'z'))
			return false;
	return word.len > 0 && word.len < 64;
}

/* "KIND f.c:6:9 in main": of another line than the open report's, whose file came before all. */
static bool is_of_another(const struct san_report *r, struct fl_slice text)
{
	int64_t line, col;
	ptrdiff_t in = fl_slice_find(text, " in ");
	san_place_parse(fl_slice_head(text, in < 0 ? text.len : (size_t)in), &line, &col);
	return line && r->line && line != r->line;
}

static bool is_vptr(struct fl_slice text)
{
	return fl_slice_starts(text, "vptr for '") && fl_slice_find(text, " base class of ") >= 0;
}

bool san_ubsan_goes_on(struct fl_slice line)
{
	return fl_slice_find(line, ": note: ") >= 0 || is_vptr(fl_slice_trim(line)) ||
	       fl_slice_find(line, summary) >= 0;
}

static void take_line(struct san_parser *p, struct fl_slice line)
{
	struct fl_slice text = fl_slice_trim(line);
	if (take_note(p, line))
		return;
	if (is_vptr(text))
		san_add_note(p, text);
	if (!san_skip_past(&line, summary))
		return;
	if (is_of_another(&p->report, line))
		return;
	ptrdiff_t end = fl_slice_chr(line, ' ');
	struct fl_slice word = fl_slice_head(line, end < 0 ? line.len : (size_t)end);
	const struct san_kind *kind = san_kind_named(SAN_TOOL_UBSAN, word);
	if (kind && kind_is_open(&p->report) && !fl_slice_eqs(word, unknown))
		san_set_kind(p, kind);
	else if (fl_slice_eqs(p->report.kind, unknown) && is_kind(word))
		p->report.kind = fl_arena_slice(p->arena, word);
	san_end(p);
}

static struct fl_slice base_name(struct fl_slice path)
{
	ptrdiff_t slash = fl_slice_rchr(path, '/'), back = fl_slice_rchr(path, '\\');
	return fl_slice_skip(path, (size_t)((slash > back ? slash : back) + 1));
}

bool san_ubsan_stack_begins(struct fl_slice file, int64_t line, const struct san_frame *f)
{
	return !line || !f->line ||
	       (line == f->line && fl_slice_eq(base_name(file), base_name(f->file)));
}

/* A missing return is told where the function begins, and happens where it ends. */
bool san_ubsan_is_elsewhere(struct fl_slice kind)
{
	return fl_slice_eqs(kind, "missing-return");
}

/*
 * Is it a frame of this report's stack? It has one, which begins in the line that the report names.
 * Without print_stacktrace=1 it has none, and the frames are of another sanitizer's report that
 * other lines of the same log cut in two.
 */
static bool takes(struct san_parser *p, const struct san_frame *f)
{
	const struct san_report *r = &p->report;
	if (f->depth && p->stack_open)
		return true;
	bool first = !f->depth && !p->stack_open && !p->stacks.len;
	san_close_stack(p);
	first = first &&
		san_ubsan_stack_begins(r->file, san_ubsan_is_elsewhere(r->kind) ? 0 : r->line, f);
	p->cut.stacks = p->cut.stacks || first;
	return first;
}

const struct san_format san_format_ubsan = {.begin = begin, .line = take_line, .takes = takes};
