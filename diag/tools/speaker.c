/*
 * Tools that only say who they are and what is wrong:
 *
 *	libtool:   error: cannot find the library 'liby.la' or unhandled argument 'liby.la'
 *	libtool: link: cannot find the library `liby.la'		before 2.4.3
 *	ccache: error: Could not find compiler "nosuchcc" in PATH
 *	meson.build:3:0: ERROR: Dependency "x" not found
 */
#include "diag/tools/tools.h"

#include "base/lanes.h"
#include "diag/report/build.h"
#include "diag/report/place.h"

static const struct {
	const char *name, *words, *tool;
	enum diag_level level;
} rows[] = {
	{"libtool:", "error: ", "libtool", DIAG_ERROR},
	{"libtool:", "fatal error: ", "libtool", DIAG_FATAL},
	{"libtool:", "warning: ", "libtool", DIAG_WARNING},
	{"libtool:", "link: cannot find ", "libtool", DIAG_ERROR},
	{"libtool:", "link: warning: ", "libtool", DIAG_WARNING},
	{"libtoolize:", "error: ", "libtool", DIAG_ERROR},
	{"ccache:", "error: ", "ccache", DIAG_ERROR},
	{"ccache:", "warning: ", "ccache", DIAG_WARNING},
};

static bool meson_take(struct diag_parser *p, struct fl_slice line)
{
	static const char words[] = ": ERROR: ";
	struct diag_head h = {.level = DIAG_ERROR};
	ptrdiff_t at = fl_slice_find(line, words);
	if (at <= 0 || !diag_place_parse(fl_slice_head(line, (size_t)at), &h) ||
		!fl_slice_ends(h.file, "meson.build"))
		return false;
	h.message = fl_slice_skip(line, (size_t)at + sizeof(words) - 1);
	diag_build_begin(p, &h, "meson");
	return true;
}

bool diag_speaker_line(struct diag_parser *p, struct fl_slice line)
{
	ptrdiff_t colon = fl_slice_chr(line, ':');
	if (colon <= 0 || !strchr("eld", line.ptr[colon - 1])) /* as all of the names end */
		return false;
	struct fl_slice name = fl_slice_head(line, (size_t)(colon + 1));
	struct fl_slice said = fl_slice_skip(line, (size_t)(colon + 1));
	said = fl_slice_skip(said, fl_blanks(said));
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (!fl_slice_ends(name, rows[i].name) || !fl_slice_starts(said, rows[i].words))
			continue;
		bool whole = strncmp(rows[i].words, "link: cannot", strlen("link: cannot")) == 0;
		size_t skip = whole ? strlen("link: ") : strlen(rows[i].words);
		struct diag_head h = {.level = rows[i].level, .message = fl_slice_skip(said, skip)};
		diag_build_begin(p, &h, rows[i].tool);
		p->lane->snippet.active = false;
		return true;
	}
	return fl_slice_ends(name, "meson.build:") && meson_take(p, line);
}
