/*
 * gcc on modules: what it says of one that was not built has the module's name where a file stands.
 *
 *	In module imported at m.cpp:1:1:
 *	foo: error: failed to read compiled module: No such file or directory
 *	foo: note: compiled module file is 'gcm.cache/foo.gcm'
 *	foo: fatal error: returning to the gate for a mechanical issue
 *
 * The place is that of the import; the name goes to `object`.
 */
#include "diag/text/text.h"

#include "diag/report/build.h"
#include "diag/report/place.h"

static const char imported[] = "In module imported at ";

static const struct {
	const char *words;
	enum diag_level level;
} levels[] = {{": error: ", DIAG_ERROR}, {": fatal error: ", DIAG_FATAL},
	{": warning: ", DIAG_WARNING}, {": note: ", DIAG_NOTE}};

/* As the standard names modules and partitions: "a.b:part". */
static bool is_module(struct fl_slice s)
{
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];
		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
			    c == '_' || c == '.' || c == ':'))
			return false;
	}
	return s.len != 0;
}

static bool context_take(struct diag_parser *p, struct fl_slice line)
{
	struct diag_module *m = p->module;
	struct diag_head h = {0};
	struct fl_slice place = fl_slice_skip(line, sizeof(imported) - 1);
	if (!fl_slice_ends(place, ":") && !fl_slice_ends(place, ","))
		return false;
	if (!diag_place_parse(fl_slice_head(place, place.len - 1), &h))
		return false;
	fl_buf_clear(&m->file);
	fl_buf_slice(&m->file, h.file);
	m->line = h.line;
	m->col = h.col;
	diag_build_trailer(p);
	return true;
}

bool diag_module_line(struct diag_parser *p, struct fl_slice line)
{
	struct diag_module *m = p->module;
	if (line.len && line.ptr[0] == 'I' && fl_slice_starts(line, imported))
		return context_take(p, line);
	if (!m->file.len || p->look.said < 0)
		return false;
	for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
		ptrdiff_t at = fl_slice_find(line, levels[i].words);
		if (at != p->look.said || !is_module(fl_slice_head(line, (size_t)at)))
			continue;
		struct diag_head h = {.level = levels[i].level,
			.message = fl_slice_skip(line, (size_t)at + strlen(levels[i].words))};
		if (h.level == DIAG_NOTE && p->lane->open) {
			diag_build_note(p, &h, DIAG_NOTE_NOTE);
			return true;
		}
		h.file = fl_buf_view(&m->file);
		h.line = m->line;
		h.col = m->col;
		diag_build_begin(p, &h, "gcc");
		p->lane->d.object = diag_build_text(p, fl_slice_head(line, (size_t)at));
		return true;
	}
	return false;
}

void diag_module_init(struct diag_module *m)
{
	fl_buf_init(&m->file, DIAG_LINE_MAX);
}

void diag_module_release(struct diag_module *m)
{
	fl_buf_release(&m->file);
}
