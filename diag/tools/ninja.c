/*
 * ninja (src/status.cc, src/ninja.cc):
 *
 *	FAILED: gen.c /tmp/b/gen.c
 *	cd /tmp/b && false
 *	[3/7] Building …
 *	ninja: error: loading 'build.ninja': No such file or directory
 *	ninja: build stopped: subcommand failed.
 *
 * A command that failed is told by what it printed itself; where nothing of that was a diagnostic,
 * the failure is one.
 */
#include "diag/tools/tools.h"

#include "diag/report/build.h"

static const char failed[] = "FAILED: ";

static const struct {
	const char *words;
	enum diag_level level;
} kinds[] = {{"ninja: error: ", DIAG_ERROR}, {"ninja: fatal: ", DIAG_FATAL},
	{"ninja: warning: ", DIAG_WARNING}};

void diag_ninja_finish(struct diag_parser *p)
{
	struct diag_failed *f = &p->tools->failed;
	if (!f->waiting)
		return;
	f->waiting = false;
	if (f->begun != p->begun)
		return;
	struct fl_buf text;
	fl_buf_init(&text, DIAG_LINE_MAX);
	fl_buf_printf(&text, "FAILED: %.*s", FL_ARG(fl_buf_view(&f->target)));
	if (text.failed == FL_ENOMEM)
		diag_build_fail(p, FL_ENOMEM);
	struct diag_head h = {.level = DIAG_ERROR, .message = fl_buf_view(&text)};
	diag_build_begin(p, &h, "ninja");
	p->lane->d.object = diag_build_text(p, fl_buf_view(&f->target));
	struct diag_head command = {.level = DIAG_NOTE, .message = fl_buf_view(&f->command)};
	if (command.message.len)
		diag_build_note(p, &command, DIAG_NOTE_NOTE);
	p->lane->snippet.active = false;
	fl_buf_release(&text);
}

/* The first file of those that the command was to make. */
static void failed_take(struct diag_parser *p, struct fl_slice line)
{
	struct diag_failed *f = &p->tools->failed;
	struct fl_slice target = fl_slice_skip(line, sizeof(failed) - 1);
	if (fl_slice_starts(target, "[code=")) /* ninja 1.12 */
		target = fl_slice_skip(target, (size_t)(fl_slice_chr(target, ']') + 2));
	ptrdiff_t blank = fl_slice_chr(target, ' ');
	f->waiting = true;
	f->told = false;
	f->begun = p->begun;
	fl_buf_clear(&f->target);
	fl_buf_clear(&f->command);
	fl_buf_slice(&f->target, fl_slice_head(target, blank < 0 ? target.len : (size_t)blank));
}

/* Its lines stay lines of no diagnostic: the command's own output tells more, if there is any. */
bool diag_ninja_line(struct diag_parser *p, struct fl_slice line)
{
	struct diag_failed *f = &p->tools->failed;
	if (f->waiting && !f->told) {
		f->told = true;
		fl_buf_slice(&f->command, line);
		return false;
	}
	if (fl_slice_starts(line, failed)) {
		diag_ninja_finish(p);
		failed_take(p, line);
		return false;
	}
	if (fl_slice_starts(line, "[") || fl_slice_starts(line, "ninja: "))
		diag_ninja_finish(p);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct diag_head h = {.level = kinds[i].level};
		if (!fl_slice_starts(line, kinds[i].words))
			continue;
		h.message = fl_slice_skip(line, strlen(kinds[i].words));
		diag_build_begin(p, &h, "ninja");
		p->lane->snippet.active = false;
		return true;
	}
	return false;
}
