/*
 * A program finds libraries of its project by whole names of directories, which lead nowhere in the
 * sandbox (CMake links so): where these are there becomes its LD_LIBRARY_PATH.
 */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/beneath.h"
#include "debugsession/bring/priv.h"
#include "debugsession/bring/runpath.h"

enum { FILES_MAX = 64, TEXT_MAX = 256 << 10 };

/* What is known so far: files to look at and directories to look into, a line each. */
struct search {
	struct dbg_bring *bring;
	struct fl_buf files, dirs;
	size_t count; /* of files */
};

static bool has_line(const struct fl_buf *lines, struct fl_slice line, char separator)
{
	struct fl_slice rest = fl_buf_view(lines);
	while (rest.len) {
		ptrdiff_t end = fl_slice_chr(rest, separator);
		size_t n = end < 0 ? rest.len : (size_t)end;
		if (fl_slice_eq(fl_slice_head(rest, n), line))
			return true;
		rest = fl_slice_skip(rest, n + 1);
	}
	return false;
}

/* The directory that was brought which one is in, and its name there; NULL: none. */
static const struct dbg_brought *find(
	const struct dbg_bring *b, const char *dir, const char **ret_rest)
{
	for (size_t i = 0; i < b->count; i++) {
		const struct dbg_brought *t = &b->at[i];
		const char *rest = dbg_place_below(t->outside, dir);
		if (!rest && t->also)
			rest = dbg_place_below(t->also, dir);
		if (!rest)
			continue;
		*ret_rest = rest;
		return t;
	}
	return NULL;
}

static void add_directory(struct search *s, struct fl_slice line)
{
	char dir[PATH_MAX], inside[PATH_MAX];
	const char *rest;
	struct fl_buf *list = &s->bring->libraries;
	if (line.len >= sizeof(dir) || has_line(&s->dirs, line, '\n'))
		return;
	snprintf(dir, sizeof(dir), "%.*s", FL_ARG(line));
	const struct dbg_brought *t = find(s->bring, dir, &rest);
	if (!t || strchr(rest, ':'))
		return;
	fl_buf_printf(&s->dirs, "%s\n", dir);
	int n = snprintf(inside, sizeof(inside), "%s%s%s", t->inside, *rest ? "/" : "", rest);
	if (n < (int)sizeof(inside) && !has_line(list, fl_slice_str(inside), ':'))
		fl_buf_printf(list, "%s%s", list->len ? ":" : "", inside);
}

/* A file in a directory that was brought, by true names below that; -1: it is not there. */
static int open_in(const struct dbg_bring *b, const char *path)
{
	const char *rest;
	const struct dbg_brought *t = find(b, path, &rest);
	int at = t ? open(t->outside, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
	int fd = at < 0 ? -1 : fl_beneath_open(at, rest, O_RDONLY | O_NONBLOCK | O_NOCTTY);
	if (at >= 0)
		close(at);
	return fd;
}

/* Look for a library in all directories so far. */
static void add_file(struct search *s, struct fl_slice name)
{
	struct fl_slice dirs = fl_buf_view(&s->dirs), dir;
	char path[PATH_MAX];
	while (s->count < FILES_MAX && fl_slice_line(&dirs, &dir)) {
		if (snprintf(path, sizeof(path), "%.*s/%.*s", FL_ARG(dir), FL_ARG(name)) >=
			(int)sizeof(path))
			continue;
		int fd = open_in(s->bring, path);
		if (fd < 0)
			continue;
		close(fd);
		if (!has_line(&s->files, fl_slice_str(path), '\n')) {
			fl_buf_printf(&s->files, "%s\n", path);
			s->count++;
		}
		return;
	}
}

static void look_at(struct search *s, const char *path)
{
	char dir[PATH_MAX];
	struct fl_buf needed, dirs;
	struct fl_slice rest, line;
	int fd = open_in(s->bring, path);
	if (fd < 0)
		return;
	fl_buf_init(&needed, TEXT_MAX);
	fl_buf_init(&dirs, TEXT_MAX);
	snprintf(dir, sizeof(dir), "%s", path);
	dbg_place_up(dir);
	dbg_runpath_read(fd, dir, &needed, &dirs);
	close(fd);
	for (rest = fl_buf_view(&dirs); fl_slice_line(&rest, &line);)
		add_directory(s, line);
	for (rest = fl_buf_view(&needed); fl_slice_line(&rest, &line);)
		add_file(s, line);
	fl_buf_release(&needed);
	fl_buf_release(&dirs);
}

void dbg_bring_find_libraries(struct dbg_bring *b, const char *real)
{
	struct search s = {.bring = b, .count = 1};
	char path[PATH_MAX];
	fl_buf_init(&s.files, TEXT_MAX);
	fl_buf_init(&s.dirs, TEXT_MAX);
	fl_buf_printf(&s.files, "%s\n", real);
	for (size_t at = 0; at < s.files.len;) {
		struct fl_slice rest = fl_slice_skip(fl_buf_view(&s.files), at), line;
		fl_slice_line(&rest, &line);
		at += line.len + 1;
		if (snprintf(path, sizeof(path), "%.*s", FL_ARG(line)) < (int)sizeof(path))
			look_at(&s, path);
	}
	fl_buf_release(&s.files);
	fl_buf_release(&s.dirs);
}
