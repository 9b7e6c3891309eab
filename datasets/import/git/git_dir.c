#include "datasets/import/git/git_dir.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/beneath.h"
#include "base/path.h"

enum { SMALL_MAX = 1 << 20, REFS_MAX = 64 << 20, HEX = 40, INDIRECTIONS = 5 };

/* ---- where it is ---- */

/* The repository's own directory, opened; -1: it is none. */
static int open_own(
	const char *dir, struct fl_arena *a, struct fl_slice *ret_path, struct fl_error *err)
{
	struct stat st;
	int root = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (root < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot read %s", dir), -1;
	*ret_path = fl_arena_slice(a, fl_slice_str(dir));
	if (fstatat(root, ".git", &st, AT_SYMLINK_NOFOLLOW))
		return root;
	int own = S_ISDIR(st.st_mode)
			  ? openat(root, ".git", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
			  : -1;
	close(root);
	*ret_path = fl_arena_printf(a, "%s/.git", dir);
	if (own < 0)
		fl_error_set(err, FL_EINVAL,
			"%s/.git is no directory of its own: name the repository that it leads to",
			dir);
	return own;
}

/* A small file of the repository; "" without it. */
static int read_file(int own, const char *path, size_t most, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err)
{
	*ret_text = fl_slice(NULL, 0);
	int rc = fl_beneath_read(own, path, most, a, ret_text, err);
	return rc == FL_ENOTFOUND ? 0 : rc;
}

/* ---- its objects ---- */

static int check_objects(int fd, unsigned levels, struct fl_error *err);

static int check_entry(DIR *dir, const char *name, unsigned levels, struct fl_error *err)
{
	struct stat st;
	if (!strcmp(name, ".") || !strcmp(name, "..") ||
		fstatat(dirfd(dir), name, &st, AT_SYMLINK_NOFOLLOW))
		return 0;
	if (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		return fl_error_set(err, FL_EINVAL,
			"among its objects, %s is neither a file nor a directory", name);
	if (!S_ISDIR(st.st_mode))
		return 0;
	int fd = levels ? openat(dirfd(dir), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
			: -1;
	if (levels && fd < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot read its objects");
	return levels ? check_objects(fd, levels - 1, err) : 0;
}

/* Are they all files and directories, so that nothing leads out or waits? fd is closed. */
static int check_objects(int fd, unsigned levels, struct fl_error *err)
{
	DIR *dir = fdopendir(fd);
	int rc = 0;
	if (!dir) {
		int sys = errno;
		close(fd);
		return fl_error_sys(err, FL_EIO, sys, "cannot read its objects");
	}
	for (struct dirent *e; rc == 0 && (e = readdir(dir));)
		rc = check_entry(dir, e->d_name, levels, err);
	closedir(dir);
	return rc;
}

static int check_store(int own, struct fl_arena *a, struct fl_error *err)
{
	enum { LEVELS = 2 };
	struct fl_slice elsewhere;
	int fd = openat(own, "objects", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return fl_error_set(err, FL_EINVAL, "it is no git repository: it has no objects");
	int rc = check_objects(fd, LEVELS, err);
	rc = rc ? rc : read_file(own, "objects/info/alternates", SMALL_MAX, a, &elsewhere, err);
	if (rc == 0 && fl_slice_trim(elsewhere).len)
		rc = fl_error_set(err, FL_EINVAL,
			"it shares the objects of another repository (objects/info/alternates): "
			"clone it without --shared");
	return rc;
}

/* ---- HEAD ---- */

static bool is_hex(struct fl_slice s)
{
	for (size_t i = 0; i < s.len; i++)
		if (fl_hex_value(s.ptr[i]) < 0)
			return false;
	return s.len == HEX;
}

/* "ID NAME" lines. */
static struct fl_slice packed(struct fl_slice refs, struct fl_slice name)
{
	struct fl_slice line;
	while (fl_slice_line(&refs, &line))
		if (line.len > HEX + 1 && line.ptr[HEX] == ' ' &&
			fl_slice_eq(fl_slice_trim(fl_slice_skip(line, HEX + 1)), name))
			return fl_slice_head(line, HEX);
	return fl_slice(NULL, 0);
}

static int read_head(int own, struct fl_arena *a, struct fl_slice *ret_head, struct fl_error *err)
{
	static const char mark[] = "ref:";
	struct fl_slice text, refs, name = FL_S("HEAD");
	int rc = read_file(own, "packed-refs", REFS_MAX, a, &refs, err);
	for (int i = 0; rc == 0 && i < INDIRECTIONS; i++) {
		if (!fl_path_is_straight(name) || fl_slice_chr(name, '\0') >= 0)
			break;
		rc = read_file(own, fl_arena_slice(a, name).ptr, SMALL_MAX, a, &text, err);
		text = fl_slice_trim(text);
		if (!text.len)
			text = packed(refs, name);
		if (rc == 0 && (!text.len || is_hex(text))) {
			*ret_head = text;
			return 0;
		}
		if (!fl_slice_starts(text, mark))
			break;
		name = fl_slice_trim(fl_slice_skip(text, strlen(mark)));
	}
	return rc ? rc : fl_error_set(err, FL_EINVAL, "its HEAD names no commit of git with SHA-1");
}

/* ---- its name ---- */

/* The address of the remote "origin", as its configuration says; "" when it says none. */
static struct fl_slice origin_of(struct fl_slice config)
{
	struct fl_slice line;
	bool inside = false;
	while (fl_slice_line(&config, &line)) {
		line = fl_slice_trim(line);
		if (fl_slice_starts(line, "["))
			inside = fl_slice_eqs(line, "[remote \"origin\"]");
		ptrdiff_t equals = fl_slice_chr(line, '=');
		if (inside && equals > 0 &&
			fl_slice_eqs(fl_slice_trim(fl_slice_head(line, (size_t)equals)), "url"))
			return fl_slice_trim(fl_slice_skip(line, (size_t)equals + 1));
	}
	return fl_slice(NULL, 0);
}

static struct fl_slice without(struct fl_slice s, const char *end)
{
	return fl_slice_ends(s, end) ? fl_slice_head(s, s.len - strlen(end)) : s;
}

/* "git@host:ada/list.git", "https://host/ada/list": "ada/list". A host is no part of it. */
static struct fl_slice short_name(struct fl_slice address)
{
	ptrdiff_t scheme = fl_slice_find(address, "://");
	address = without(without(address, "/"), ".git");
	if (scheme >= 0) {
		address = fl_slice_skip(address, (size_t)scheme + 3);
		ptrdiff_t slash = fl_slice_chr(address, '/');
		address = fl_slice_skip(address, slash < 0 ? address.len : (size_t)slash + 1);
	}
	ptrdiff_t colon = fl_slice_rchr(address, ':');
	address = fl_slice_skip(address, (size_t)(colon + 1));
	struct fl_slice last = fl_path_name(address);
	if (last.len == address.len)
		return last;
	struct fl_slice before = fl_path_name(fl_slice_head(address, address.len - last.len - 1));
	return before.len ? fl_slice(before.ptr, before.len + 1 + last.len) : last;
}

static int name_it(int own, const char *dir, struct fl_arena *a, struct fl_slice *ret_name,
	struct fl_error *err)
{
	struct fl_slice config;
	int rc = read_file(own, "config", SMALL_MAX, a, &config, err);
	if (rc)
		return rc;
	*ret_name = short_name(origin_of(config));
	if (ret_name->len)
		return 0;
	char *real = realpath(dir, NULL);
	*ret_name = fl_arena_slice(
		a, without(without(fl_path_name(fl_slice_str(real ? real : dir)), ".git"), "/"));
	free(real);
	return fl_arena_error(a, "the repository", err);
}

int ds_git_dir_read(
	const char *dir, struct fl_arena *a, struct ds_git_dir *ret_dir, struct fl_error *err)
{
	struct ds_git_dir d = {0};
	struct fl_error why = {0};
	int own = open_own(dir, a, &d.path, &why);
	int rc = own < 0 ? (int)why.code : check_store(own, a, &why);
	rc = rc ? rc : read_head(own, a, &d.head, &why);
	rc = rc ? rc : name_it(own, dir, a, &d.name, &why);
	if (own >= 0)
		close(own);
	if (rc) {
		fl_error_wrap(&why, "%s", dir);
		return fl_error_set(err, why.code, "%s", why.message);
	}
	*ret_dir = d;
	return fl_arena_error(a, "the repository", err);
}
