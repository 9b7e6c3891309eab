/*
 * ld.bfd writes, with and without a leading "/usr/bin/ld: " (which is cut off before):
 *
 *	main.o: in function `main':
 *	main.c:(.text+0x12): undefined reference to `f'		without -g
 *	/src/main.c:13: undefined reference to `f'		with -g
 *	main.o:/src/main.c:14: more undefined references to `f' follow
 *	two.o:(.data+0x0): multiple definition of `v'; one.o:(.data+0x0): first defined here
 *	main.o: warning: relocation against `v' in read-only section `.text'
 *	`f' referenced in section `.text' of two.o: defined in discarded section …
 *	cannot find -lx: No such file or directory
 *	layout.ld:5: syntax error
 *
 * Nothing says "error". What follows an "in function" line belongs to that function until an
 * object is named again. Objects that only a link-time optimiser had are "(symbol from plugin)".
 */
#include "diag/linker/linker.h"

static void plugin_cut(struct fl_slice *object)
{
	static const char words[] = " (symbol from plugin)";
	if (fl_slice_ends(*object, words))
		object->len -= sizeof(words) - 1;
}

/* Cut the object off the start of "OBJECT:REST", when the part before a colon looks like one. */
static void object_cut(struct fl_slice *s, struct diag_ld_place *place)
{
	size_t drive = diag_drive_length(*s);
	ptrdiff_t colon = fl_slice_chr(fl_slice_skip(*s, drive), ':');
	colon += colon < 0 ? 0 : (ptrdiff_t)drive;
	struct fl_slice object = fl_slice_head(*s, colon < 0 ? s->len : (size_t)colon);
	plugin_cut(&object);
	if (!diag_ld_is_object(object) || fl_slice_eqs(object, "ld-temp.o"))
		return;
	place->object = object;
	*s = fl_slice_skip(*s, colon < 0 ? s->len : (size_t)colon + 1);
}

/* "[OBJECT:][FILE:](SECTION+OFFSET)" or "[OBJECT:]FILE:LINE". */
static void place_parse(struct diag_parser *p, struct fl_slice s, struct diag_ld_place *place)
{
	*place = (struct diag_ld_place){0};
	if (s.len && s.ptr[s.len - 1] == ')') {
		ptrdiff_t open = fl_slice_rchr(s, '(');
		if (open >= 0 && (open == 0 || s.ptr[open - 1] == ':'))
			s = fl_slice_head(s, (size_t)open);
		if (fl_slice_ends(s, ":"))
			s.len--;
	}
	object_cut(&s, place);
	if (s.len)
		diag_ld_source(s, place);
	if (place->object.len)
		return;
	place->object = fl_buf_view(&p->ld->object);
	place->function = fl_buf_view(&p->ld->function);
}

/* "OBJECT: in function `F':" */
static bool function_line(struct diag_parser *p, struct fl_slice line)
{
	static const char *const words[] = {": in function `", ": In function `"};
	ptrdiff_t at = -1;
	size_t n = strlen(words[0]);
	for (size_t i = 0; i < 2 && at < 0; i++)
		at = fl_slice_find(line, words[i]);
	if (at < 0 || !fl_slice_ends(line, "':"))
		return false;
	struct fl_slice object = fl_slice_head(line, (size_t)at);
	struct fl_slice function = fl_slice_skip(line, (size_t)at + n);
	plugin_cut(&object);
	fl_buf_clear(&p->ld->object);
	fl_buf_clear(&p->ld->function);
	fl_buf_slice(&p->ld->object, object);
	fl_buf_slice(&p->ld->function, fl_slice_head(function, function.len - 2));
	return true;
}

/* Another reference to the symbol of the open diagnostic. */
static bool more_references(
	struct diag_parser *p, const struct diag_ld_place *place, struct fl_slice message)
{
	const struct diag_diagnostic *d = &p->lane->d;
	if (!p->lane->open || !fl_slice_starts(message, "more undefined references to "))
		return false;
	struct fl_slice symbol = diag_ld_symbol(message);
	if (!fl_slice_eq(symbol, d->symbol) && !fl_slice_eq(symbol, d->raw_symbol))
		return false;
	diag_ld_note(p, place, message);
	return true;
}

static void definition_begin(
	struct diag_parser *p, const struct diag_ld_place *place, struct fl_slice message)
{
	static const char words[] = ": first defined here";
	ptrdiff_t semicolon = fl_slice_find(message, "'; ");
	struct fl_slice other =
		fl_slice_skip(message, semicolon < 0 ? message.len : (size_t)semicolon + 3);
	struct diag_ld_place first;
	if (semicolon >= 0)
		message.len = (size_t)semicolon + 1;
	diag_ld_begin(p, "ld", place, DIAG_ERROR, message, diag_ld_symbol(message));
	if (!fl_slice_ends(other, words))
		return;
	other.len -= sizeof(words) - 1;
	place_parse(p, other, &first);
	diag_ld_note(p, &first, FL_S("first defined here"));
}

/* The words that follow a place. */
static bool reference_line(struct diag_parser *p, struct fl_slice line)
{
	static const struct {
		const char *words;
		enum diag_level level;
	} rows[] = {
		{": undefined reference to `", DIAG_ERROR},
		{": undefined reference to symbol '", DIAG_ERROR},
		{": more undefined references to `", DIAG_ERROR},
		{": multiple definition of `", DIAG_ERROR},
		{": relocation truncated to fit: ", DIAG_ERROR},
		{": warning: the use of `", DIAG_WARNING},
		{": warning: the `", DIAG_WARNING},
	};
	struct diag_ld_place place;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ptrdiff_t at = fl_slice_find(line, rows[i].words);
		if (at < 0)
			continue;
		if (fl_slice_find(fl_slice_head(line, (size_t)at), ":function ") > 0)
			return false; /* gold's form */
		struct fl_slice message = fl_slice_skip(line, (size_t)at + 2);
		enum diag_level level = rows[i].level;
		place_parse(p, fl_slice_head(line, (size_t)at), &place);
		diag_ld_level(&message, &level);
		if (fl_slice_starts(message, "multiple"))
			definition_begin(p, &place, message);
		else if (!more_references(p, &place, message))
			diag_ld_begin(p, "ld", &place, level, message, diag_ld_symbol(message));
		return true;
	}
	return false;
}

/* "`S' referenced in section `.text' of OBJECT: defined in discarded section …" */
static bool discarded_line(struct diag_parser *p, struct fl_slice line)
{
	struct diag_ld_place place = {0};
	if (!fl_slice_starts(line, "`") || fl_slice_find(line, "' referenced in section `") < 0)
		return false;
	place.object = diag_ld_object(line);
	diag_ld_begin(p, "ld", &place, DIAG_ERROR, line, diag_ld_symbol(line));
	return true;
}

/* What else stands behind "ld: ". */
static void other_line(struct diag_parser *p, struct fl_slice line)
{
	struct diag_ld_place place = {0};
	struct diag_head h = {0};
	enum diag_level level = DIAG_ERROR;
	struct fl_slice message = line;
	if (fl_slice_starts(line, "NOTE: ") && p->lane->open && p->ld->spoke) {
		diag_ld_note(p, &place, fl_slice_skip(line, strlen("NOTE: ")));
		return;
	}
	ptrdiff_t colon = fl_slice_find(line, ": ");
	struct fl_slice before = fl_slice_head(line, colon < 0 ? 0 : (size_t)colon);
	plugin_cut(&before);
	if (diag_place_parse(before, &h) || diag_ld_is_object(before)) {
		diag_ld_source(before, &place);
		message = fl_slice_skip(line, (size_t)colon + 2);
	}
	struct fl_slice whole = message;
	ptrdiff_t warning = fl_slice_find(message, ": warning: ");
	if (warning > 0) /* "A and B: warning: …" */
		message = fl_slice_skip(message, (size_t)warning + 2);
	diag_ld_level(&message, &level);
	if (!place.object.len && !fl_slice_starts(message, "cannot "))
		place.object = diag_ld_object(whole);
	diag_ld_begin(p, "ld", &place, level, message, diag_ld_symbol(message));
}

bool diag_bfd_line(struct diag_parser *p, struct fl_slice line, bool named)
{
	/* Most lines have no such quote: no need to look further. */
	bool quote = fl_slice_chr(line, '`') >= 0 || (named && fl_slice_chr(line, '\'') >= 0) ||
		     ((p->look.after & DIAG_BIT('r')) &&
			     fl_slice_find(line, ": relocation truncated to fit: ") >= 0);
	if (quote && (function_line(p, line) || reference_line(p, line) || discarded_line(p, line)))
		return true;
	if (named)
		other_line(p, line);
	return named;
}
