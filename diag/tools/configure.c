/*
 * What autoconf's scripts say:
 *
 *	configure: WARNING: something is odd
 *	configure: error: libnosuch is needed
 *	   install libnosuch-dev
 *	configure: error: in `/tmp/x':
 *	configure: error: C compiler cannot create executables
 *	See `config.log' for more details
 */
#include "diag/tools/tools.h"

#include "base/lanes.h"
#include "diag/report/build.h"

static const struct {
	const char *words;
	enum diag_level level;
} kinds[] = {{"configure: error: ", DIAG_ERROR}, {"configure: WARNING: ", DIAG_WARNING}};

static bool is_configure(const struct diag_block *b)
{
	return b->tool && strcmp(b->tool, "configure") == 0;
}

bool diag_configure_line(struct diag_parser *p, struct fl_slice line)
{
	struct diag_block *b = &p->tools->block;
	bool mine = is_configure(b);
	if (!mine && !fl_slice_starts(line, "configure: "))
		return false;
	if (mine && fl_blanks(line) && fl_slice_trim(line).len) {
		diag_block_add(p, line);
		return true;
	}
	if (mine && fl_slice_starts(line, "See ") && fl_slice_find(line, "config.log") > 0) {
		diag_block_end(p);
		diag_build_trailer(p);
		return true;
	}
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct diag_head h = {.level = kinds[i].level};
		if (!fl_slice_starts(line, kinds[i].words))
			continue;
		h.message = fl_slice_skip(line, strlen(kinds[i].words));
		if (mine && b->level == h.level && fl_slice_ends(fl_buf_view(&b->text), "':"))
			diag_block_add(p, h.message); /* "in `DIR':" */
		else
			diag_block_begin(p, &h, "configure");
		return true;
	}
	if (mine)
		diag_block_end(p);
	return false;
}
