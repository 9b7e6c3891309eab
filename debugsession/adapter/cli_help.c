/* `help all`: who has to resolve words as this engine does (gate/gate.h) gets all its names. */
#include <stdio.h>

#include "debugsession/adapter/cli.h"

/* The part of a name before its last word, with the blank. */
static size_t head_of(const char *words)
{
	const char *blank = strrchr(words, ' ');
	return blank ? (size_t)(blank - words) + 1 : 0;
}

/* "info locals" and what its last word may be cut down to, each as gdb's users know it. */
static void say_names(struct dbg_dap_engine *e, const struct dbg_dap_cli_row *r, const char *before)
{
	size_t head = head_of(r->words), len = strlen(r->words);
	size_t least = strlen(r->least) - head_of(r->least);
	dbg_dap_say(e, "%s%s", before, r->words);
	for (size_t n = head + least; n < len; n++)
		dbg_dap_say(e, ", %.*s", (int)n, r->words);
}

static const struct dbg_dap_cli_row *const tables[] = {dbg_dap_acts, dbg_dap_looks};

enum { TABLES = sizeof(tables) / sizeof(*tables) };

/* The first row that `fits` says yes to. */
static const struct dbg_dap_cli_row *first(const struct dbg_dap_cli_row *like,
	bool (*fits)(const struct dbg_dap_cli_row *r, const struct dbg_dap_cli_row *like))
{
	for (size_t t = 0; t < TABLES; t++)
		for (const struct dbg_dap_cli_row *r = tables[t]; r->words; r++)
			if (fits(r, like))
				return r;
	return like;
}

static bool same_command(const struct dbg_dap_cli_row *r, const struct dbg_dap_cli_row *like)
{
	return r->fn == like->fn;
}

/* Does r name the words before the last of like? Does it stand below them, too? */
static bool is_prefix(const struct dbg_dap_cli_row *r, const struct dbg_dap_cli_row *like)
{
	size_t len = head_of(like->words) - 1;
	return strlen(r->words) == len && strncmp(r->words, like->words, len) == 0;
}

static bool same_prefix(const struct dbg_dap_cli_row *r, const struct dbg_dap_cli_row *like)
{
	size_t head = head_of(like->words);
	return head_of(r->words) == head && strncmp(r->words, like->words, head) == 0;
}

/* "info", which is no command without another word. */
static void say_prefix(struct dbg_dap_engine *e, const struct dbg_dap_cli_row *r)
{
	size_t len = head_of(r->words);
	if (!len || first(r, same_prefix) != r || first(r, is_prefix) != r)
		return;
	dbg_dap_say(e, "%.*s", (int)len - 1, r->words);
	for (size_t n = head_of(r->least) - 1; n < len - 1; n++)
		dbg_dap_say(e, ", %.*s", (int)n, r->words);
	dbg_dap_say(e, " -- the start of others\n");
}

int dbg_dap_help(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	if (!fl_slice_eqs(args, "all") && !e->guarded) {
		char line[128];
		snprintf(line, sizeof(line), "help %.*s", FL_ARG(fl_slice_head(args, 100)));
		return dbg_dap_foreign(e, fl_slice_str(line), err);
	}
	for (size_t t = 0; t < TABLES; t++)
		for (const struct dbg_dap_cli_row *r = tables[t]; r->words; r++) {
			say_prefix(e, r);
			if (first(r, same_command) != r)
				continue;
			say_names(e, r, "");
			for (size_t k = t; k < TABLES; k++)
				for (const struct dbg_dap_cli_row *o = tables[k]; o->words; o++)
					if (o != r && o->fn == r->fn)
						say_names(e, o, ", ");
			dbg_dap_say(e, " -- gdb's command of this name\n");
		}
	return 0;
}
