/* What a run has left is taken away, and what it has done to what the program is given, undone. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/source_name.h"
#include "tracegen/builds/build_priv.h"

enum { KEEP_MAX = 1 << 20, DATA_MAX = 16 << 20, CPU_MS = 5000, MODE = 0644 };

/* In the argument of clean_fn(): between the names that stay, and the data that is looked at. */
#define BEHIND_NAMES "\n\n"

/* ---- what is left ---- */

/* Whether the list (one name a line) has the name, or something in the directory of that name. */
static bool is_kept(struct fl_slice list, const char *name, bool directory)
{
	struct fl_slice line;
	size_t len = strlen(name);
	while (fl_slice_line(&list, &line)) {
		if (fl_slice_eqs(line, name) ||
			(directory && line.len > len && line.ptr[len] == '/' &&
				memcmp(line.ptr, name, len) == 0))
			return true;
	}
	return false;
}

static int clean_directory(const char *path, const char *name, struct fl_slice keep, int level);

static int clean_entry(const char *path, const char *name, struct fl_slice keep, int level)
{
	struct stat st;
	if (lstat(path, &st))
		return -1;
	bool directory = S_ISDIR(st.st_mode);
	/* A program may have locked its directory; whoever owns it may still open it again. */
	if (directory && (st.st_mode & S_IRWXU) != S_IRWXU && chmod(path, S_IRWXU))
		return -1;
	int rc = directory && level < 64 ? clean_directory(path, name, keep, level + 1) : 0;
	if (rc == 0 && !is_kept(keep, name, directory))
		rc = directory ? rmdir(path) : unlink(path);
	return rc;
}

/* Remove what is not kept below path, whose name in the list is name ("" at the top). */
static int clean_directory(const char *path, const char *name, struct fl_slice keep, int level)
{
	DIR *dir = opendir(path);
	const struct dirent *entry;
	int rc = dir ? 0 : -1;
	while (rc == 0 && (entry = readdir(dir)) != NULL) {
		char below[2048], below_name[1024];
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		int n = snprintf(below, sizeof(below), "%s/%s", path, entry->d_name);
		int m = snprintf(below_name, sizeof(below_name), "%s%s%s", name, *name ? "/" : "",
			entry->d_name);
		if (n < 0 || m < 0 || (size_t)n >= sizeof(below) || (size_t)m >= sizeof(below_name))
			rc = -1;
		else
			rc = clean_entry(below, below_name, keep, level);
	}
	if (dir)
		closedir(dir);
	return rc;
}

/* ---- data that the program is given ---- */

static uint64_t hash_of(struct fl_slice content)
{
	return fl_hash64_parts(&content, 1);
}

/* Is it a file with this content? */
static bool is_as_given(const char *path, uint64_t hash, size_t size)
{
	struct fl_buf content;
	struct stat st;
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	bool same = fd >= 0 && fstat(fd, &st) == 0 && st.st_mode == (S_IFREG | MODE) &&
		    (size_t)st.st_size == size;
	fl_buf_init(&content, size + 1);
	same = same && fl_buf_read_fd(&content, fd, NULL) == 0 &&
	       hash_of(fl_buf_view(&content)) == hash;
	fl_buf_release(&content);
	if (fd >= 0)
		close(fd);
	return same;
}

/* Write the names of what is not as it was given. */
static int check_data(struct fl_slice lines)
{
	struct fl_slice line;
	struct fl_buf changed;
	fl_buf_init(&changed, KEEP_MAX);
	while (fl_slice_line(&lines, &line)) {
		char path[2048], *end;
		uint64_t hash = strtoull(line.ptr, &end, 16);
		size_t size = strtoull(end, &end, 10);
		struct fl_slice name = fl_slice_skip(line, (size_t)(end + 1 - line.ptr));
		snprintf(path, sizeof(path), FL_BOX_DIR "/%.*s", FL_ARG(name));
		if (is_as_given(path, hash, size))
			continue;
		rmdir(path); /* nothing can be put where a directory is */
		fl_buf_printf(&changed, "%.*s\n", FL_ARG(name));
	}
	int rc = fl_write_all(STDOUT_FILENO, fl_buf_view(&changed), NULL);
	fl_buf_release(&changed);
	return rc;
}

/*
 * Runs in the box (fl_box_fn): arg lists what stays in FL_BOX_DIR, a name a line, and behind
 * BEHIND_NAMES the data, each with its hash and size.
 */
static int clean_fn(struct fl_slice arg)
{
	ptrdiff_t end = fl_slice_find(arg, BEHIND_NAMES);
	struct fl_slice keep = fl_slice_head(arg, end < 0 ? arg.len : (size_t)end + 1);
	if (clean_directory(FL_BOX_DIR, "", keep, 0) || clean_directory("/tmp", "", FL_S(""), 0))
		return 1;
	return end < 0 ? 0 : check_data(fl_slice_skip(arg, (size_t)end + strlen(BEHIND_NAMES)));
}

/* An object, and the counts of --coverage beside it, which grow from run to run. */
static void list_object(struct fl_slice name, struct fl_buf *keep)
{
	static const char *const endings[] = {".o", ".gcno", ".gcda"};
	struct fl_slice stem = fl_slice_ends(name, ".o") ? fl_slice_head(name, name.len - 2) : name;
	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++)
		fl_buf_printf(keep, "%.*s%s\n", FL_ARG(stem), endings[i]);
}

static void list_kept(const struct tg_program *p, struct fl_arena *a, struct fl_buf *keep)
{
	fl_buf_str(keep, TG_BINARY "\n");
	for (int kind = 0; kind < TG_BUILD_KINDS; kind++) {
		fl_buf_printf(keep, "%s.keep\n", tg_build_dirs[kind]);
		for (size_t i = 0; i < p->sources.len; i++)
			list_object(
				tg_build_object(p, (enum tg_build_kind)kind, i, false, a), keep);
	}
	tg_pch_list(p, keep);
	for (size_t i = 0; i < p->files.len; i++) {
		fl_buf_slice(keep, tg_program_at(p, i)->path);
		fl_buf_char(keep, '\n');
	}
}

/* Does no compiler read it? Sources may be those of a mutant meanwhile, and stay. */
static bool is_data(const struct tg_program *p, struct fl_slice path)
{
	const struct fl_source_name *n = fl_source_name(path);
	return !fl_texts_have(&p->sources, path) && !fl_texts_have(&p->mutate, path) &&
	       (!n || n->role == FL_SOURCE_UNIT);
}

static void list_data(const struct tg_program *p, struct fl_buf *arg)
{
	bool any = false;
	for (size_t i = 0; i < p->files.len; i++) {
		const struct tg_file *f = tg_program_at(p, i);
		if (!is_data(p, f->path) || f->content.len > DATA_MAX)
			continue;
		fl_buf_printf(arg, "%s%016llx %zu %.*s\n", any ? "" : "\n",
			(unsigned long long)hash_of(f->content), f->content.len, FL_ARG(f->path));
		any = true;
	}
}

/* Put the files of these names, one a line, as they were given. */
static int put_again(
	struct fl_box *box, const struct tg_program *p, struct fl_slice names, struct fl_error *err)
{
	struct fl_slice name;
	int rc = 0;
	while (rc == 0 && fl_slice_line(&names, &name)) {
		const struct tg_file *f = tg_program_file(p, name);
		rc = f ? fl_box_put(box, f->path.ptr, f->content, MODE, err) : 0;
	}
	return rc;
}

int tg_build_clean(struct fl_box *box, const struct tg_program *program, struct fl_error *err)
{
	struct fl_run_spec spec = {.cpu_ms = CPU_MS, .out_max = KEEP_MAX};
	struct fl_process_result result;
	struct fl_arena arena;
	struct fl_buf arg, changed;
	fl_arena_init(&arena, KEEP_MAX);
	fl_buf_init(&arg, KEEP_MAX);
	fl_buf_init(&changed, 2 * KEEP_MAX);
	list_kept(program, &arena, &arg);
	list_data(program, &arg);
	int rc = fl_buf_error(&arg, "the list of files", err);
	if (rc == 0)
		rc = fl_box_call(
			box, &spec, clean_fn, fl_buf_view(&arg), &changed, NULL, &result, err);
	if (rc == 0 && (result.end != FL_END_EXIT || result.exit_status != 0))
		rc = fl_error_set(err, FL_EIO, "cannot clean the box after a run");
	rc = rc ? rc : put_again(box, program, fl_buf_view(&changed), err);
	fl_buf_release(&arg);
	fl_buf_release(&changed);
	fl_arena_release(&arena);
	return rc;
}
