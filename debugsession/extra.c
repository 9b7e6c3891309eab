#include "debugsession/extra.h"

#include <stddef.h>

#include "debugsession/words.h"

static int run_wait(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	return dbg_console_wait(in->console, in->wall_ms, &out->reply, err);
}

const struct dbg_extra_row dbg_extra_rows[] = {
	{"wait", run_wait, "wait", "wait for the running program to stop"},
	{NULL, NULL, NULL, NULL},
};

const struct dbg_extra_row *dbg_extra_find(struct fl_slice command, struct fl_slice *ret_args)
{
	for (const struct dbg_extra_row *r = dbg_extra_rows; r->words; r++)
		if (dbg_words_match(command, r->words, r->words, ret_args))
			return r;
	return NULL;
}
