/*
 * Notes as gcc 16 nests them (15: -fdiagnostics-set-output=text:experimental-nesting=yes):
 *
 *	  • there is 1 candidate
 *	    • candidate 1: 'void f(int)'
 *	      a.cpp:4:41:
 *	          4 | void f(int);
 *	            |      ^
 *
 * A note explains the one that it stands below. Its place, where it has one, stands in the next
 * line, and its source below that as any other.
 */
#include "diag/text/text.h"

#include "diag/report/build.h"
#include "diag/report/place.h"
#include "diag/report/snippet.h"

static const char bullet[] = "\xe2\x80\xa2 ";

/* What gcc prints as steps, which have no words of their own in its other form. */
static const char *const steps[] = {"required for ", "required from ", "required by ",
	"in requirements with ", "in substitution of ", "in instantiation of "};

/* "FILE: In substitution of 'F':" */
static enum diag_note_kind step_cut(struct diag_head *h)
{
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		if (fl_slice_starts(h->message, steps[i]))
			return DIAG_NOTE_TEMPLATE;
	ptrdiff_t in = fl_slice_find(h->message, ": In ");
	if (in <= 0 || !fl_slice_ends(h->message, ":"))
		return diag_note_kind_of(h->message);
	h->file = fl_slice_head(h->message, (size_t)in);
	h->message = fl_slice_skip(h->message, (size_t)in + 2);
	h->message.len--;
	return fl_slice_starts(h->message, "In instantiation") ||
			       fl_slice_starts(h->message, "In substitution")
		       ? DIAG_NOTE_TEMPLATE
		       : DIAG_NOTE_FUNCTION;
}

static bool bullet_take(struct diag_parser *p, struct fl_slice text, size_t depth)
{
	struct diag_head h = {.message = fl_slice_trim(text)};
	struct diag_lane *lane = p->lane;
	enum diag_note_kind kind = step_cut(&h);
	size_t index = lane->notes.len;
	diag_build_note(p, &h, kind);
	if (lane->notes.len <= index)
		return true;
	if (!lane->nested_line)
		memset(lane->nested, 0xff, sizeof(lane->nested));
	size_t above = depth;
	while (above && lane->nested[above - 1] < 0)
		above--;
	struct diag_note *n = fl_vec_at(&lane->notes, index);
	n->parent = above ? lane->nested[above - 1] : -1;
	for (size_t i = depth; i < DIAG_NESTED_MAX; i++)
		lane->nested[i] = i == depth ? (int64_t)index : -1;
	lane->evidence = lane->evidence ? lane->evidence : "gcc";
	lane->nested_line = p->stats.lines;
	return true;
}

/* The line right below a bullet may be its place. */
static bool place_take(struct diag_parser *p, struct fl_slice text)
{
	struct diag_lane *lane = p->lane;
	struct diag_head h = {0};
	text = fl_slice_trim(text);
	if (!lane->nested_line || lane->nested_line + 1 != p->stats.lines || !lane->notes.len ||
		!fl_slice_ends(text, ":") ||
		!diag_place_parse(fl_slice_head(text, text.len - 1), &h))
		return false;
	size_t index = lane->notes.len - 1;
	struct diag_note *n = fl_vec_at(&lane->notes, index);
	n->file = diag_build_text(p, h.file);
	n->line = h.line;
	n->col = h.col;
	lane->here = n->file;
	lane->here_line = h.line;
	lane->here_col = h.col;
	diag_snippet_start(p, &h, (ptrdiff_t)index);
	return true;
}

bool diag_nested_line(struct diag_parser *p, struct fl_slice text, size_t blanks)
{
	if (!text.len || text.ptr[0] != bullet[0])
		return p->lane->nested_line && place_take(p, text);
	size_t depth = blanks / 2 - 1;
	return fl_slice_starts(text, bullet) && depth < DIAG_NESTED_MAX &&
	       bullet_take(p, fl_slice_skip(text, sizeof(bullet) - 1), depth);
}
