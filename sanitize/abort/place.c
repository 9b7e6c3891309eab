/* Where a failed assertion stands, in the words of several C libraries. */
#include "sanitize/abort/place.h"

#include "sanitize/report/frame.h"
#include "sanitize/report/text.h"

struct place {
	struct fl_slice file, function;
	int64_t line;
};

/* The part of s before the first of the characters; s is then what follows it. */
static struct fl_slice cut_at(struct fl_slice *s, const char *words)
{
	ptrdiff_t at = fl_slice_find(*s, words);
	struct fl_slice head = fl_slice_head(*s, at < 0 ? s->len : (size_t)at);
	*s = fl_slice_skip(*s, head.len + (at < 0 ? 0 : strlen(words)));
	return head;
}

static int64_t number(struct fl_slice s)
{
	uint32_t value;
	return fl_slice_uint(fl_slice_trim(s), &value) ? value : 0;
}

/* "prog: f.c:6: half: Assertion …": the last "word:digits: " before the function is the place. */
static struct place of_glibc(struct fl_slice line)
{
	static const char *const ends[] = {": Assertion ", ": Unexpected error: "};
	struct place p = {0};
	ptrdiff_t end = -1;
	for (size_t i = 0; i < 2 && end < 0; i++)
		end = fl_slice_find(line, ends[i]);
	struct fl_slice head = fl_slice_head(line, end < 0 ? 0 : (size_t)end);
	for (size_t i = head.len; i-- > 2;) {
		int64_t at, col;
		if (head.ptr[i] != ':' || i + 1 >= head.len || head.ptr[i + 1] != ' ')
			continue;
		struct fl_slice file = san_place_parse(fl_slice_head(head, i), &at, &col);
		if (!at || !file.len)
			continue;
		ptrdiff_t program = fl_slice_find(file, ": ");
		p.file = fl_slice_skip(file, program < 0 ? 0 : (size_t)program + 2);
		p.line = at;
		p.function = fl_slice_skip(head, i + 2);
		break;
	}
	return p;
}

/* "Assertion failed: n (f.c: half: 6)" */
static struct place of_musl(struct fl_slice line)
{
	struct place p = {0};
	ptrdiff_t open = fl_slice_rchr(line, '(');
	if (open < 0 || !fl_slice_ends(line, ")"))
		return p;
	struct fl_slice inside = fl_slice_skip(line, (size_t)open + 1);
	inside.len--;
	p.file = cut_at(&inside, ": ");
	ptrdiff_t last = fl_slice_rchr(inside, ':');
	if (last < 0)
		return p;
	p.function = fl_slice_head(inside, (size_t)last);
	p.line = number(fl_slice_skip(inside, (size_t)last + 1));
	return p;
}

/* "Assertion failed: (n), function half, file f.c, line 6."; the function may be missing. */
static struct place of_bsd(struct fl_slice line)
{
	struct place p = {0};
	struct fl_slice s = line;
	if (san_skip_past(&s, ", function "))
		p.function = cut_at(&s, ", file ");
	else
		san_skip_past(&s, ", file ");
	p.file = cut_at(&s, ", line ");
	p.line = number(s);
	return p;
}

/* "assertion "n" failed: file "f.c", line 6, function: half" */
static struct place of_newlib(struct fl_slice line)
{
	struct place p = {0};
	struct fl_slice s = line;
	if (!san_skip_past(&s, " failed: file \""))
		return p;
	p.file = cut_at(&s, "\", line ");
	p.line = number(cut_at(&s, ", function: "));
	p.function = s;
	return p;
}

static struct place place_of(enum san_abort_form form, struct fl_slice line)
{
	switch (form) {
	case SAN_FORM_GLIBC: return of_glibc(line);
	case SAN_FORM_MUSL: return of_musl(line);
	case SAN_FORM_BSD: return of_bsd(line);
	case SAN_FORM_NEWLIB: return of_newlib(line);
	default: return (struct place){0};
	}
}

void san_abort_place(
	struct san_report *r, enum san_abort_form form, struct fl_slice line, struct fl_arena *a)
{
	struct place p = place_of(form, line);
	if (!p.line || san_path_owner(p.file, NULL) != SAN_OWNER_PROGRAM)
		return;
	r->file = fl_arena_slice(a, p.file);
	r->line = p.line;
	r->col = 0;
	r->function = san_function_bare(p.function, a);
}
