#include "debugsession/session/sources.h"

#include <limits.h>
#include <stdio.h>

#include "debugsession/console/words.h"
#include "debugsession/session/session_priv.h"

enum { WALL_MS = 60000, LINE_MAX_BYTES = 1 << 16 };

/*
 * A text of ours that holds newlines: as lines of their own they would be commands, so gdb gets
 * the whole as one command, with escapes.
 */
int dbg_session_join(struct fl_buf *line, struct fl_error *err)
{
	struct fl_buf whole;
	fl_buf_init(&whole, line->max);
	fl_buf_str(&whole, "-interpreter-exec console ");
	dbg_mi_quote(&whole, fl_buf_view(line));
	fl_buf_clear(line);
	fl_buf_slice(line, fl_buf_view(&whole));
	int rc = fl_buf_error(&whole, "a command", err);
	fl_buf_release(&whole);
	return rc;
}

/* The sources in a directory have moved. No gate judges what is ours. */
static int map_one(struct dbg_session *s, const char *from, const char *to, struct fl_error *err)
{
	struct dbg_reply reply = {0};
	struct fl_buf line;
	fl_buf_init(&line, LINE_MAX_BYTES);
	fl_buf_str(&line, "set substitute-path ");
	dbg_words_escape(&line, fl_slice_str(from));
	fl_buf_char(&line, ' ');
	dbg_words_escape(&line, fl_slice_str(to));
	int rc = fl_buf_error(&line, "a directory", err);
	if (rc == 0 && strchr(from, '\n'))
		rc = dbg_session_join(&line, err);
	if (rc == 0)
		rc = dbg_console_run(s->console, fl_buf_view(&line), WALL_MS, &reply, err);
	if (rc == 0)
		rc = dbg_mi_refused(reply.result, err);
	fl_buf_release(&line);
	return rc;
}

/* The program's own LD_LIBRARY_PATH, where the user sets one, comes first. */
static int tell_libraries(struct dbg_session *s, struct fl_error *err)
{
	const struct fl_buf *list = &s->boxed.bring.libraries;
	struct fl_buf line;
	struct dbg_reply reply = {0};
	if (list->len == s->libraries)
		return 0;
	s->libraries = list->len;
	fl_buf_init(&line, LINE_MAX_BYTES);
	fl_buf_str(&line, "set environment LD_LIBRARY_PATH=");
	for (size_t i = 0; s->opts->env && s->opts->env[i]; i++)
		if (fl_slice_starts(fl_slice_str(s->opts->env[i]), "LD_LIBRARY_PATH="))
			fl_buf_printf(&line, "%s:", strchr(s->opts->env[i], '=') + 1);
	fl_buf_slice(&line, fl_buf_view(list));
	int rc = fl_buf_error(&line, "the program's environment", err);
	if (rc == 0)
		rc = dbg_console_run(s->console, fl_buf_view(&line), WALL_MS, &reply, err);
	if (rc == 0)
		rc = dbg_mi_refused(reply.result, err);
	fl_buf_release(&line);
	return rc;
}

int dbg_sources_map(struct dbg_session *s, struct fl_error *err)
{
	const struct dbg_bring *b = &s->boxed.bring;
	int rc = 0;
	for (; rc == 0 && s->mapped < b->count; s->mapped++) {
		const struct dbg_brought *t = &b->at[s->mapped];
		if (t->shown)
			continue;
		rc = map_one(s, t->outside, t->inside, err);
		if (rc == 0 && t->also)
			rc = map_one(s, t->also, t->inside, err);
	}
	return rc ? rc : tell_libraries(s, err);
}

/* "/app/build/../src/main.c" without the parts that lead nowhere, into path. */
static bool tidy(struct fl_slice name, char path[static PATH_MAX])
{
	size_t len = 0;
	if (name.len >= PATH_MAX || !fl_slice_starts(name, "/"))
		return false;
	while (name.len) {
		name = fl_slice_skip(name, 1); /* its "/" */
		ptrdiff_t slash = fl_slice_chr(name, '/');
		struct fl_slice part = fl_slice_head(name, slash < 0 ? name.len : (size_t)slash);
		name = fl_slice_skip(name, part.len);
		if (fl_slice_eqs(part, "..")) {
			while (len && path[--len] != '/')
				;
		} else if (part.len && !fl_slice_eqs(part, ".")) {
			path[len++] = '/';
			memcpy(path + len, part.ptr, part.len);
			len += part.len;
		}
	}
	path[len] = '\0';
	return len > 0;
}

/* The directory that a name starts from may not be there: a file makes it. */
static void make_directory(
	struct dbg_session *s, struct fl_slice name, size_t prefix, const struct dbg_brought *t)
{
	char path[PATH_MAX];
	ptrdiff_t up = fl_slice_find(name, "/../");
	if (up < (ptrdiff_t)prefix)
		return;
	struct fl_slice dir = fl_slice_skip(fl_slice_head(name, (size_t)up), prefix);
	int n = snprintf(path, sizeof(path), "%s%.*s/.faultline",
		t->inside + sizeof(FL_BOX_DIR) - 1, FL_ARG(dir));
	struct fl_error ignored; /* then the source is told to be missing */
	if (n < (int)sizeof(path) && !strstr(path, "/.."))
		fl_box_put(s->boxed.box, path + 1, fl_slice(NULL, 0), 0444, &ignored);
}

/*
 * The program was compiled elsewhere (in a container, before a move): do the last parts of its
 * source's name lead to a file that was brought? Then that is where its directory is.
 */
static bool find_moved(struct dbg_session *s, struct fl_slice fullname, struct fl_error *err)
{
	struct dbg_bring *b = &s->boxed.bring;
	char path[PATH_MAX], from[PATH_MAX];
	struct fl_buf name;
	bool found = false;
	if (!tidy(fullname, path))
		return false;
	fl_buf_init(&name, PATH_MAX * 2);
	for (const char *tail = strchr(path + 1, '/'); tail && !found; tail = strchr(tail + 1, '/'))
		for (size_t i = 0; i < b->count && !found; i++) {
			fl_buf_clear(&name);
			fl_buf_printf(&name, "%s%s", b->at[i].inside, tail);
			if (b->at[i].shown || !dbg_bring_has(b, fl_buf_view(&name)))
				continue;
			snprintf(from, sizeof(from), "%.*s", (int)(tail - path), path);
			make_directory(s, fullname, strlen(from), &b->at[i]);
			found = map_one(s, from, b->at[i].inside, err) == 0;
			fl_buf_printf(&b->warnings,
				"It was compiled in %s: its sources are taken from %s\n", from,
				b->at[i].outside);
		}
	fl_buf_release(&name);
	return found;
}

/* The file of the main function, as the debugger looks for it; false: it knows none. */
static bool main_file(struct dbg_session *s, struct fl_buf *name)
{
	const struct dbg_mi_record *result;
	if (dbg_console_ask(s->console, "-file-list-exec-source-file", &result, NULL))
		return false;
	fl_buf_slice(name, dbg_mi_str(dbg_mi_result(result, "fullname")));
	return name->len > 0 && !name->failed;
}

int dbg_sources_check(struct dbg_session *s, struct fl_error *err)
{
	struct dbg_bring *b = &s->boxed.bring;
	struct fl_buf name;
	struct fl_error failure = {0};
	if (!s->boxed.box || s->opts->console.engine != DBG_ENGINE_GDB || s->opts->qemu.wanted)
		return 0;
	fl_buf_init(&name, PATH_MAX);
	bool known = main_file(s, &name);
	bool there = !known || dbg_bring_has(b, fl_buf_view(&name)) ||
		     find_moved(s, fl_buf_view(&name), &failure);
	if (!there)
		fl_buf_printf(&b->warnings,
			"The sources are not here (%s): places have names and lines, and no text. "
			"Start the server with --show DIR, or with --allow DIR for the project's "
			"directory\n",
			name.data);
	fl_buf_release(&name);
	(void)err;
	return 0;
}
