/*
 * The panels of pwndbg, gef and peda, scripts that change how gdb looks. They show again what gdb
 * has said or can say, in columns of their own; a line of source in them is no end of a step.
 */
#include "debugsession/transcript/priv.h"

enum { PANELS_MAX = 1000 }; /* lines */

static bool starts_any(struct fl_slice line, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (fl_slice_starts(line, words[i]))
			return true;
	return false;
}

/* The words about colours, and peda's about the stop. */
static bool is_legend(struct fl_slice line)
{
	static const char *const words[] = {
		"LEGEND: ", "[ Legend: ", "Legend: ", "Stopped reason: "};
	return starts_any(line, words, sizeof(words) / sizeof(words[0]));
}

/* What gdb itself says ends panels whose last line was not pasted. */
static bool is_stop(struct fl_slice line)
{
	static const char *const words[] = {"Program received signal ", "Program terminated with ",
		"Breakpoint ", "Temporary breakpoint ", "Thread ", "[Inferior "};
	return starts_any(line, words, sizeof(words) / sizeof(words[0]));
}

bool dbg_take_panels(struct dbg_reader *r)
{
	bool bare = false, drawn = false;
	struct fl_slice line = dbg_reader_peek(r, 0);
	if (is_legend(line)) {
		r->at++;
		return true;
	}
	if (!dbg_is_drawn(line, &bare))
		return false;
	for (int i = 0; i < PANELS_MAX && r->at < r->end; i++) {
		line = dbg_reader_peek(r, 0);
		drawn = dbg_is_drawn(line, &bare);
		if (dbg_prompt_cut(&r->prompts, line, NULL) || is_stop(line))
			break;
		if (!drawn)
			dbg_reader_text(r, "message", r->lines.at[r->at].text);
		r->at++;
		if (drawn && bare)
			break;
	}
	dbg_reader_flush(r);
	return true;
}
