/* What words tell: kinds of notes, numbers of events, the names of drivers. */
#include "diag/report/place.h"

/*
 * Programs that speak of themselves, without directory, target prefix and version, and whose they
 * are; NULL: of either.
 */
static const struct {
	const char *name, *tool;
} drivers[] = {
	{"gcc", "gcc"},
	{"g++", "gcc"},
	{"cc", NULL},
	{"c++", NULL},
	{"cc1", "gcc"},
	{"cc1plus", "gcc"},
	{"clang", "clang"},
	{"clang++", "clang"},
	{"collect2", "gcc"},
	{"lto1", "gcc"},
	{"lto-wrapper", "gcc"},
	{"as", NULL},
	{"cpp", NULL},
	{"cc1obj", "gcc"},
	{"gfortran", "gcc"},
	{"f951", "gcc"},
};

bool diag_driver_name(struct fl_slice name, const char **ret_tool)
{
	name = fl_slice_skip(name, (size_t)(fl_slice_rchr(name, '/') + 1));
	if (fl_slice_ends(name, ".exe")) {
		name = fl_slice_skip(name, (size_t)(fl_slice_rchr(name, '\\') + 1));
		name.len -= strlen(".exe");
	}
	ptrdiff_t dash = fl_slice_rchr(name, '-');
	if (dash > 0 && (size_t)dash + 1 < name.len && name.ptr[dash + 1] >= '0' &&
		name.ptr[dash + 1] <= '9')
		name.len = (size_t)dash;
	for (size_t i = 0; i < sizeof(drivers) / sizeof(drivers[0]); i++) {
		size_t n = strlen(drivers[i].name);
		if (!fl_slice_ends(name, drivers[i].name) ||
			(name.len != n && name.ptr[name.len - n - 1] != '-'))
			continue;
		if (ret_tool)
			*ret_tool = drivers[i].tool;
		return true;
	}
	return false;
}

size_t diag_event_number(struct fl_slice s, uint32_t *ret_number)
{
	size_t n = fl_slice_starts(s, "(") ? fl_slice_uint(fl_slice_skip(s, 1), ret_number) : 0;
	struct fl_slice rest = fl_slice_skip(s, n + 1);
	if (!n || n > 6)
		return 0;
	return fl_slice_starts(rest, ") ") ? n + 3 : fl_slice_starts(rest, "): ") ? n + 4 : 0;
}

struct kind_row {
	const char *words;
	enum diag_note_kind kind;
};

/* Notes whose first words tell their kind. */
static const struct kind_row kind_rows[] = {
	{"candidate", DIAG_NOTE_CANDIDATE},
	{"expanded from", DIAG_NOTE_MACRO},
	{"in expansion of macro", DIAG_NOTE_MACRO},
	{"in definition of macro", DIAG_NOTE_MACRO},
	{"in instantiation of", DIAG_NOTE_TEMPLATE},
	{"in evaluation of", DIAG_NOTE_TEMPLATE},
	{"in call to", DIAG_NOTE_TEMPLATE},
	{"while substituting", DIAG_NOTE_TEMPLATE},
	{"while checking", DIAG_NOTE_TEMPLATE},
	{"during template argument deduction", DIAG_NOTE_TEMPLATE},
	{"required from", DIAG_NOTE_TEMPLATE},
	{"required by", DIAG_NOTE_TEMPLATE},
	{"(skipping", DIAG_NOTE_TEMPLATE},
	{"in implicit", DIAG_NOTE_TEMPLATE},
	{"in file included from", DIAG_NOTE_INCLUDE},
};

enum diag_note_kind diag_note_kind_of(struct fl_slice message)
{
	uint32_t number;
	if (diag_event_number(message, &number))
		return DIAG_NOTE_EVENT;
	for (size_t i = 0; i < sizeof(kind_rows) / sizeof(kind_rows[0]); i++)
		if (message.len && message.ptr[0] == kind_rows[i].words[0] &&
			fl_slice_starts(message, kind_rows[i].words))
			return kind_rows[i].kind;
	return DIAG_NOTE_NOTE;
}
