/*
 * The linker of Xcode, which lists symbols (old and new: ld64 and ld-prime):
 *
 *	Undefined symbols for architecture arm64:
 *	  "_foo", referenced from:
 *	      _main in main.o
 *	      ...
 *	     (maybe you meant: _foo2)
 *	ld: symbol(s) not found for architecture arm64
 *
 *	duplicate symbol '_x' in:
 *	    a.o
 *	    b.o
 *	ld: 1 duplicate symbol for architecture x86_64
 *
 * Each symbol is a diagnostic of its own, its references and definitions are its notes. C names
 * have an underscore in front, which is no part of them.
 */
#include "diag/linker/linker.h"

#include "base/lanes.h"

static const char undefined[] = "Undefined symbols", duplicate[] = "duplicate symbol ";
static const char from[] = ", referenced from:", meant[] = "(maybe you meant: ";

static void symbol_begin(struct diag_parser *p, struct fl_slice symbol, const char *words)
{
	struct diag_ld_place nowhere = {0};
	const struct fl_slice parts[] = {fl_slice_str(words), symbol};
	if (fl_slice_starts(symbol, "_"))
		symbol = fl_slice_skip(symbol, 1);
	diag_ld_begin(p, "ld64", &nowhere, DIAG_ERROR, FL_S("undefined"), symbol);
	p->lane->d.message = diag_ld_join(p, parts, 2);
}

/* `"_foo", referenced from:` */
static bool undefined_take(struct diag_parser *p, struct fl_slice text)
{
	if (!fl_slice_starts(text, "\"") || !fl_slice_ends(text, from))
		return false;
	text = fl_slice_skip(text, 1);
	text.len -= sizeof(from) - 1;
	if (!fl_slice_ends(text, "\""))
		return false;
	text.len--;
	symbol_begin(p, text, "undefined symbol: ");
	return true;
}

static void reference_take(struct diag_parser *p, struct fl_slice text)
{
	struct diag_ld_place place = {0};
	ptrdiff_t in = fl_slice_find(text, " in "), next;
	while (in >= 0 && (next = fl_slice_find(fl_slice_skip(text, (size_t)in + 4), " in ")) >= 0)
		in += next + 4;
	if (fl_slice_starts(text, "...")) {
		p->lane->d.omitted++;
	} else if (fl_slice_starts(text, meant)) {
		diag_ld_note(p, &place, text);
	} else if (in < 0) {
		diag_ld_note(p, &place, text); /* "implicit entry/start for main executable" */
	} else {
		const struct fl_slice parts[] = {
			FL_S("referenced from "), fl_slice_head(text, (size_t)in)};
		place.object = fl_slice_skip(text, (size_t)in + 4);
		diag_ld_note(p, &place, diag_ld_join(p, parts, 2));
	}
}

/* A line of the list; false where it has ended. */
static bool list_take(struct diag_parser *p, struct fl_slice line)
{
	size_t blanks = fl_blanks(line);
	struct fl_slice text = fl_slice_skip(line, blanks);
	if (!blanks || !text.len)
		return false;
	if (p->ld->list == DIAG_LD64_UNDEFINED && undefined_take(p, text))
		return true;
	if (!p->lane->open || blanks < 4)
		return false;
	if (p->ld->list == DIAG_LD64_UNDEFINED) {
		reference_take(p, text);
		return true;
	}
	struct diag_ld_place place = {.object = text};
	diag_ld_note(p, &place, FL_S("defined here"));
	return true;
}

/* What the lists end in. */
static bool is_last(struct fl_slice line)
{
	uint32_t count;
	if (!fl_slice_starts(line, "ld: "))
		return false;
	line = fl_slice_skip(line, strlen("ld: "));
	size_t n = fl_slice_uint(line, &count);
	return fl_slice_starts(line, "symbol(s) not found for ") ||
	       (n && fl_slice_starts(fl_slice_skip(line, n), " duplicate symbol"));
}

bool diag_ld64_line(struct diag_parser *p, struct fl_slice line)
{
	if (p->ld->list != DIAG_LD64_NONE && list_take(p, line))
		return true;
	p->ld->list = DIAG_LD64_NONE;
	if (fl_slice_starts(line, undefined) && fl_slice_ends(line, ":")) {
		p->ld->list = DIAG_LD64_UNDEFINED;
		p->ld->spoke = true;
		diag_build_trailer(p);
		return true;
	}
	if (p->ld->spoke && is_last(line)) {
		diag_build_trailer(p);
		return true;
	}
	if (!fl_slice_starts(line, duplicate) || !fl_slice_ends(line, " in:"))
		return false;
	struct fl_slice symbol = fl_slice_skip(line, sizeof(duplicate) - 1);
	symbol.len -= strlen(" in:");
	if (symbol.len > 2 && symbol.ptr[0] == '\'' && symbol.ptr[symbol.len - 1] == '\'')
		symbol = fl_slice(symbol.ptr + 1, symbol.len - 2);
	symbol_begin(p, symbol, "duplicate symbol: ");
	p->ld->list = DIAG_LD64_DUPLICATE;
	p->ld->spoke = true;
	return true;
}
