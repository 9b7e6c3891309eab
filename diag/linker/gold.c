/*
 * gold writes
 *
 *	main.o:main.c:function main: error: undefined reference to 'f'	without -g
 *	/src/main.c:13: error: undefined reference to 'f'		with -g
 *	two.o(.text+0x1): error: relocation refers to local symbol "f" [1], which is …
 *	  prevailing definition is from one.o
 *	ld.gold: error: two.o: multiple definition of 'v'
 *	ld.gold: one.o: previous definition here
 *	ld.gold: error: api.map:3:2: syntax error, unexpected LOCAL, expecting ';'
 *	ld.gold: internal error in …
 *
 * Its name ("ld.gold: ") is cut off before.
 */
#include "diag/linker/linker.h"

/* What follows a place and a level, where no name of the linker goes before. */
static const char *const words[] = {
	"undefined reference to '",
	"hidden symbol '",
	"relocation refers to ",
	"relocation overflow: ",
	"reference to '",
	"the use of `",
	"the `",
};

/* "OBJECT:FILE:function F", "OBJECT:FILE:VARIABLE", "OBJECT(SECTION+OFFSET)", "FILE:LINE". */
static void place_parse(struct fl_slice s, struct diag_ld_place *place)
{
	struct diag_head h = {0};
	ptrdiff_t function = fl_slice_find(s, ":function ");
	if (diag_place_parse(s, &h) || diag_ld_is_object(s)) {
		diag_ld_source(s, place);
		return;
	}
	if (function > 0) {
		place->function = fl_slice_skip(s, (size_t)function + strlen(":function "));
		s.len = (size_t)function;
	}
	ptrdiff_t colon = fl_slice_chr(s, ':'), open = fl_slice_rchr(s, '(');
	if (colon < 0 && open > 0)
		colon = open;
	place->object = fl_slice_head(s, colon < 0 ? s.len : (size_t)colon);
	s = fl_slice_skip(s, place->object.len + 1);
	colon = fl_slice_chr(s, ':');
	if (colon != 0 && function > 0)
		diag_ld_source(s, place);
	else if (colon > 0)
		diag_ld_source(fl_slice_head(s, (size_t)colon), place);
}

static bool place_line(struct diag_parser *p, struct fl_slice line)
{
	if (!(p->look.after & (DIAG_BIT('e') | DIAG_BIT('w'))))
		return false;
	if (fl_slice_find(line, ": error: ") < 0 && fl_slice_find(line, ": warning: ") < 0)
		return false; /* most lines end here */
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		ptrdiff_t at = fl_slice_find(line, words[i]);
		if (at < 3 || memcmp(line.ptr + at - 2, ": ", 2) != 0)
			continue;
		struct fl_slice place_text = fl_slice_head(line, (size_t)at);
		struct diag_ld_place place = {0};
		enum diag_level level = DIAG_ERROR;
		if (fl_slice_ends(place_text, ": warning: "))
			level = DIAG_WARNING;
		else if (!fl_slice_ends(place_text, ": error: "))
			return false;
		place_text.len -= strlen(level == DIAG_WARNING ? ": warning: " : ": error: ");
		struct diag_head h;
		if (diag_place_parse(place_text, &h) && h.col)
			return false; /* gold knows no columns: a compiler's "reference to 'f' is …" */
		struct fl_slice message = fl_slice_skip(line, (size_t)at);
		place_parse(place_text, &place);
		diag_ld_begin(p, "gold", &place, level, message, diag_ld_symbol(message));
		return true;
	}
	return false;
}

/* What stands behind "ld.gold: ". */
static void named_line(struct diag_parser *p, struct fl_slice line)
{
	struct diag_ld_place place = {0};
	struct diag_head h = {0};
	enum diag_level level = DIAG_NOTE;
	bool headline = diag_ld_level(&line, &level);
	ptrdiff_t colon = fl_slice_find(line, ": ");
	struct fl_slice before = fl_slice_head(line, colon < 0 ? 0 : (size_t)colon);
	int64_t col = 0;
	if (diag_place_parse(before, &h)) {
		place.file = h.file;
		place.line = h.line;
		col = h.col;
	} else if (diag_ld_is_object(before)) {
		place.object = before;
	}
	if (place.file.len || place.object.len)
		line = fl_slice_skip(line, (size_t)colon + 2);
	if (!headline && p->lane->open && p->ld->spoke) {
		diag_ld_note(p, &place, line);
		return;
	}
	diag_ld_begin(p, "gold", &place, headline ? level : DIAG_ERROR, line, diag_ld_symbol(line));
	p->lane->d.col = col;
}

/* "  prevailing definition is from one.o" */
bool diag_gold_detail(struct diag_parser *p, struct fl_slice line)
{
	static const char *const details[] = {
		"  section group signature: ", "  prevailing definition is from "};
	struct diag_ld_place place = {0};
	for (size_t i = 0; i < 2 && p->lane->open && p->ld->spoke; i++)
		if (fl_slice_starts(line, details[i])) {
			diag_ld_note(p, &place, fl_slice_trim(line));
			return true;
		}
	return false;
}

bool diag_gold_line(struct diag_parser *p, struct fl_slice line, bool named)
{
	if (named)
		named_line(p, line);
	return named || place_line(p, line);
}
