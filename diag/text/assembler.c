/*
 * The GNU assembler, called for a compiler's output or for a file of its own:
 *
 *	x.c: Assembler messages:
 *	x.c:3: Error: bad register name `%nosuch'
 *	x.S:8:  Info: macro invoked from here
 *	{standard input}:12: Warning: …
 *
 * clang's own assembler words its messages as clang does.
 */
#include "diag/text/text.h"
#include "diag/report/build.h"
#include "diag/report/place.h"

static const struct {
	const char *word;
	enum diag_level level;
} levels[] = {
	{": Error: ", DIAG_ERROR},
	{": Warning: ", DIAG_WARNING},
	{": Fatal error: ", DIAG_FATAL},
	{": Internal error", DIAG_FATAL},
	{":  Info: ", DIAG_NOTE},
};

bool diag_assembler_line(struct diag_parser *p, struct fl_slice line)
{
	struct diag_head h = {0};
	ptrdiff_t at = p->look.said;
	if (at < 1 || (size_t)at + 3 > line.len || !strchr("EWFI A", line.ptr[at + 2]))
		return false;
	struct fl_slice word = fl_slice_skip(line, (size_t)at);
	if (fl_slice_eqs(word, ": Assembler messages:")) {
		diag_build_trailer(p);
		return true;
	}
	for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
		if (!fl_slice_starts(word, levels[i].word))
			continue;
		h.level = levels[i].level;
		h.message = fl_slice_trim(fl_slice_skip(word, strlen(levels[i].word)));
		if (!diag_place_parse(fl_slice_head(line, (size_t)at), &h))
			return false;
		if (h.level == DIAG_NOTE && p->lane->open)
			diag_build_note(p, &h, DIAG_NOTE_MACRO);
		else
			diag_build_begin(p, &h, "as");
		p->lane->snippet.active = false; /* it prints no source */
		return true;
	}
	return false;
}
