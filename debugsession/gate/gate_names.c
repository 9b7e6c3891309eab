/*
 * The commands of the found gdb, and which of them a typed word means. gdb takes a whole name, or
 * the start of one name alone; `help all` (gdb 13 to 16) has a line a command, "NAME, ALIAS… --
 * SUMMARY", under headings "Command class: …".
 */
#include <stdlib.h>

#include "debugsession/gate/gate_priv.h"

enum { NAMES_MAX = 16384, WORDS_MAX = 8 };

static size_t lines_of(struct fl_slice text)
{
	size_t n = 0;
	for (size_t i = 0; i < text.len; i++)
		n += text.ptr[i] == '\n' || text.ptr[i] == ',';
	return n + 1;
}

static void add(struct dbg_gate *g, size_t max, struct fl_slice names, bool user)
{
	struct fl_slice canonical = {0};
	while (names.len) {
		ptrdiff_t comma = fl_slice_chr(names, ',');
		size_t n = comma < 0 ? names.len : (size_t)comma;
		struct fl_slice name = fl_slice_trim(fl_slice_head(names, n));
		if (!canonical.len)
			canonical = name;
		if (name.len && g->count < max)
			g->names[g->count++] = (struct dbg_gate_name){name, canonical, user};
		names = fl_slice_skip(names, n + 1);
	}
}

int dbg_gate_learn(struct dbg_gate *g, struct fl_slice help_all, struct fl_error *err)
{
	bool user = false;
	struct fl_slice line;
	if (help_all.len > DBG_GATE_HELP_MAX)
		return fl_error_set(err, FL_ELIMIT, "the debugger lists too many commands");
	struct fl_slice rest = fl_arena_slice(&g->arena, help_all);
	size_t max = lines_of(rest) < NAMES_MAX ? lines_of(rest) : NAMES_MAX;
	g->names = fl_arena_array(&g->arena, max, sizeof(*g->names));
	int rc = fl_arena_error(&g->arena, "the debugger's commands", err);
	while (rc == 0 && fl_slice_line(&rest, &line)) {
		ptrdiff_t at = fl_slice_find(line, " -- ");
		if (fl_slice_starts(line, "Command class: ") || fl_slice_starts(line, "Unclass"))
			user = fl_slice_ends(line, "user-defined");
		else if (at > 0)
			add(g, max, fl_slice_head(line, (size_t)at), user);
	}
	return rc;
}

/* The next word of a command's name, as gdb cuts it. */
static struct fl_slice next_word(struct fl_slice s)
{
	size_t n = 0;
	if (s.len && (*s.ptr == '!' || *s.ptr == '|'))
		return fl_slice_head(s, 1);
	while (n < s.len &&
		((s.ptr[n] >= 'a' && s.ptr[n] <= 'z') || (s.ptr[n] >= 'A' && s.ptr[n] <= 'Z') ||
			(s.ptr[n] >= '0' && s.ptr[n] <= '9') || strchr("_.-", s.ptr[n])) &&
		s.ptr[n])
		n++;
	return fl_slice_head(s, n);
}

/* Of "set print pretty" after "set print": "pretty"; empty: it is not one word below. */
static struct fl_slice below(struct fl_slice name, struct fl_slice prefix)
{
	if (prefix.len) {
		if (!fl_slice_starts_with(name, prefix) || name.len <= prefix.len ||
			name.ptr[prefix.len] != ' ')
			return (struct fl_slice){0};
		name = fl_slice_skip(name, prefix.len + 1);
	}
	return fl_slice_chr(name, ' ') < 0 ? name : (struct fl_slice){0};
}

/* The one that the word means below prefix; NULL: none, or, with *ret_many, more than one. */
static const struct dbg_gate_name *find(
	const struct dbg_gate *g, struct fl_slice prefix, struct fl_slice word, bool *ret_many)
{
	const struct dbg_gate_name *found = NULL;
	*ret_many = false;
	for (size_t i = 0; i < g->count; i++) {
		struct fl_slice last = below(g->names[i].name, prefix);
		if (!last.len || !fl_slice_starts_with(last, word))
			continue;
		if (last.len == word.len) {
			*ret_many = false;
			return &g->names[i];
		}
		*ret_many = *ret_many ||
			    (found && !fl_slice_eq(found->canonical, g->names[i].canonical));
		found = &g->names[i];
	}
	return *ret_many ? NULL : found;
}

int dbg_gate_resolve(const struct dbg_gate *g, struct fl_slice *rest,
	const struct dbg_gate_name **ret_name, struct fl_error *err)
{
	const struct dbg_gate_name *name = NULL;
	struct fl_slice s = *rest;
	for (unsigned depth = 0; depth < WORDS_MAX; depth++) {
		bool many;
		struct fl_slice at = s;
		while (at.len && (*at.ptr == ' ' || *at.ptr == '\t'))
			at = fl_slice_skip(at, 1);
		struct fl_slice word = next_word(at);
		if (!word.len || (name && at.ptr == s.ptr))
			break;
		const struct dbg_gate_name *next =
			find(g, name ? name->canonical : (struct fl_slice){0}, word, &many);
		if (many)
			return dbg_gate_refuse(err, word, "could be several commands");
		if (!next)
			break;
		name = next;
		s = fl_slice_skip(at, word.len);
	}
	if (!name)
		return dbg_gate_refuse(err, next_word(*rest).len ? next_word(*rest) : *rest,
			"is no command of this debugger");
	*ret_name = name;
	*rest = s;
	return 0;
}
