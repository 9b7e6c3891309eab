/*
 * lld, and mold in its likeness:
 *
 *	ld.lld: error: undefined symbol: f
 *	>>> referenced by main.c:13 (/src/main.c:13)
 *	>>>               main.o:(main)
 *	>>> referenced by first.c
 *	>>>               first.o:(first) in archive libparts.a
 *	>>> referenced 8 more times
 *	>>> did you mean: g
 *	>>> defined in: libg.so
 *
 *	ld.lld: error: duplicate symbol: v
 *	>>> defined at one.c:1 (/src/one.c:1)
 *	>>>            one.o:(v)
 *	>>> defined at two.c:1 (/src/two.c:1)
 *	>>>            two.o:(.data+0x0)
 *
 *	ld.lld: error: main.o:(function main: .text+0x1e): relocation R_X86_64_PC32 out of range: …
 *	>>> referenced by main.c:10 (/src/main.c:10)
 *	ld.lld: error: layout.ld:5: section pattern is expected
 *	>>> }
 *	>>> ^
 *
 * The first reference is the diagnostic's place, the further ones are its notes; of two definitions
 * the second is the place and the first a note.
 */
#include "diag/report/route.h"
#include "diag/linker/linker.h"

/* "main.c:13 (/src/main.c:13)", "main.c" or "main.o". */
static void place_parse(struct fl_slice s, struct diag_ld_place *place)
{
	ptrdiff_t open = fl_slice_find(s, " (");
	if (open > 0 && s.ptr[s.len - 1] == ')') {
		struct fl_slice inner = fl_slice(s.ptr + open + 2, s.len - (size_t)open - 3);
		struct diag_head h = {0};
		s = diag_place_parse(inner, &h) ? inner : fl_slice_head(s, (size_t)open);
	}
	diag_ld_source(s, place);
}

/* "OBJECT:(FUNCTION) in archive A" to "A(OBJECT)" and the function; sections are none. */
static void object_parse(struct diag_parser *p, struct fl_slice s, struct diag_ld_place *place)
{
	static const char archive[] = " in archive ";
	ptrdiff_t in = fl_slice_find(s, archive), open;
	struct fl_slice where = fl_slice_skip(s, in < 0 ? s.len : (size_t)in + sizeof(archive) - 1);
	s = fl_slice_head(s, in < 0 ? s.len : (size_t)in);
	open = fl_slice_find(s, ":(");
	if (open > 0 && s.ptr[s.len - 1] == ')') {
		place->function = fl_slice(s.ptr + open + 2, s.len - (size_t)open - 3);
		s.len = (size_t)open;
	}
	if (fl_slice_starts(place->function, "."))
		place->function.len = 0;
	place->object = s;
	if (!where.len)
		return;
	struct fl_slice parts[] = {where, FL_LIT("("), s, FL_LIT(")")};
	place->object = diag_ld_join(p, parts, sizeof(parts) / sizeof(parts[0]));
}

static void place_set(struct diag_parser *p, const struct diag_ld_place *place)
{
	struct diag_diagnostic *d = &p->lane->d;
	d->file = diag_build_text(p, place->file);
	d->line = place->line;
	d->object = diag_build_text(p, place->object);
}

static bool has_place(const struct diag_diagnostic *d)
{
	return d->file.len || d->object.len;
}

/* The place so far becomes a note, for a second definition is the one too many. */
static void first_definition(struct diag_parser *p)
{
	struct diag_diagnostic *d = &p->lane->d;
	struct diag_ld_place first = {.file = d->file, .line = d->line, .object = d->object};
	diag_ld_note(p, &first, FL_S("first defined here"));
	d->file = d->object = (struct fl_slice){0};
	d->line = 0;
}

/* "referenced by PLACE", "defined at PLACE", "defined in OBJECT" */
static void place_line(struct diag_parser *p, struct fl_slice text, struct fl_slice said)
{
	struct diag_ld_place place = {0};
	struct diag_diagnostic *d = &p->lane->d;
	if (fl_slice_find(said, ":(") > 0)
		object_parse(p, said, &place);
	else
		place_parse(said, &place);
	bool references = p->ld->block == DIAG_LLD_REFERENCES && fl_slice_starts(text, "ref");
	bool definitions = p->ld->block == DIAG_LLD_DEFINITIONS && fl_slice_starts(text, "def");
	if (definitions && has_place(d))
		first_definition(p);
	p->ld->detail = p->lane->notes.len;
	p->ld->own = definitions || (references && !d->file.len && !d->line);
	if (!p->ld->own) {
		diag_ld_note(p, &place, text);
		return;
	}
	if (!place.object.len)
		place.object = d->object;
	place_set(p, &place);
	if (references)
		diag_ld_function(p, place.object, place.function);
}

/* The object below a place: of the diagnostic, or of the note before. */
static void object_line(struct diag_parser *p, struct fl_slice text)
{
	struct diag_diagnostic *d = &p->lane->d;
	struct diag_ld_place place = {.file = d->file, .line = d->line};
	object_parse(p, text, &place);
	if (p->ld->own) {
		place_set(p, &place);
		if (p->ld->block == DIAG_LLD_REFERENCES)
			diag_ld_function(p, place.object, place.function);
	} else if (p->ld->detail < p->lane->notes.len) {
		struct diag_note *n = fl_vec_at(&p->lane->notes, p->ld->detail);
		struct fl_slice parts[] = {FL_LIT("referenced by "), text};
		n->message = diag_ld_join(p, parts, 2);
	}
	p->ld->own = false;
}

/* The line of a script, and a caret below it. */
static void script_line(struct diag_parser *p, struct fl_slice text)
{
	struct diag_diagnostic *d = &p->lane->d;
	struct fl_slice *to = d->source_line.len ? &d->caret : &d->source_line;
	*to = diag_build_text(p, text);
}

bool diag_lld_detail(struct diag_parser *p, struct fl_slice line)
{
	static const char *const places[] = {"referenced by ", "defined at ", "defined in "};
	struct diag_ld_place none = {0};
	static const char *const tools[] = {"lld", "mold"};
	if (!fl_slice_starts(line, ">>> ") || p->ld->block == DIAG_LLD_NONE ||
		!diag_route_tool(p, tools, 2))
		return false;
	line = fl_slice_skip(line, strlen(">>> "));
	if (p->ld->block == DIAG_LLD_SCRIPT) {
		script_line(p, line);
		return true;
	}
	if (fl_slice_starts(line, "    ")) {
		object_line(p, fl_slice_trim(line));
		return true;
	}
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (fl_slice_starts(line, places[i])) {
			place_line(p, line, fl_slice_skip(line, strlen(places[i])));
			return true;
		}
	diag_ld_note(p, &none, line);
	return true;
}

/* "main.o:(function main: .text+0x1e): MESSAGE" and "layout.ld:5: MESSAGE". */
static void place_cut(struct fl_slice *message, struct diag_ld_place *place)
{
	static const char function[] = ":(function ";
	ptrdiff_t end = fl_slice_find(*message, "): "), at = fl_slice_find(*message, function);
	ptrdiff_t colon = fl_slice_find(*message, ": ");
	struct diag_head h = {0};
	if (at > 0 && end > at) {
		place->object = fl_slice_head(*message, (size_t)at);
		struct fl_slice inner = fl_slice(message->ptr + at + sizeof(function) - 1,
			(size_t)(end - at) - sizeof(function) + 1);
		ptrdiff_t stop = fl_slice_find(inner, ": .");
		place->function = fl_slice_head(inner, stop < 0 ? inner.len : (size_t)stop);
		*message = fl_slice_skip(*message, (size_t)end + 3);
	} else if (colon > 0 && diag_place_parse(fl_slice_head(*message, (size_t)colon), &h)) {
		place->file = h.file;
		place->line = h.line;
		*message = fl_slice_skip(*message, (size_t)colon + 2);
	}
}

bool diag_lld_line(struct diag_parser *p, struct fl_slice line, const char *tool)
{
	struct diag_ld_place place = {0};
	enum diag_level level = DIAG_ERROR;
	diag_ld_level(&line, &level);
	place_cut(&line, &place);
	bool missing = fl_slice_starts(line, "cannot open ");
	bool script = place.line > 0;
	bool twice = fl_slice_starts(line, "duplicate symbol: ");
	if (!place.object.len && !script && !missing)
		place.object = diag_ld_object(line);
	diag_ld_begin(p, tool, &place, level, line, diag_ld_symbol(line));
	p->ld->block = script  ? DIAG_LLD_SCRIPT
		       : twice ? DIAG_LLD_DEFINITIONS
			       : DIAG_LLD_REFERENCES;
	p->ld->own = false;
	return true;
}
