/*
 * The program's files. Sources are hostile: an #include "../../etc/passwd" must not bring a file of
 * the user's into the box, whose compiler would print it. So everything is opened beneath one
 * directory (openat2(2), RESOLVE_BENEATH) and is an ordinary file.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sanitize/cmd/sanrun/tool.h"

enum { FILES_MAX = 1000, BYTES_MAX = 16 << 20, OPERANDS_MAX = 256, PATH_BYTES = 4096 };

struct gather {
	struct sanrun *s;
	int root; /* the directory that all operands lie in */
	char root_path[PATH_BYTES];
	struct fl_vec files; /* of struct san_file */
	size_t bytes;
};

/* The absolute path of an operand, its own last part not resolved. */
static int absolute(const char *operand, char *ret_path, struct fl_error *err)
{
	char dir[PATH_BYTES];
	const char *slash = strrchr(operand, '/');
	const char *name = slash ? slash + 1 : operand;
	size_t len = slash ? (size_t)(slash - operand) + 1 : 0;
	if (len + 2 >= sizeof(dir) || !*name)
		return fl_error_set(err, FL_EINVAL, "\"%s\" is no name of a file", operand);
	memcpy(dir, len ? operand : ".", len ? len : 1);
	dir[len ? len : 1] = 0;
	char *real = realpath(dir, NULL);
	if (!real)
		return fl_error_sys(err, FL_EMISSING, errno, "cannot open %s", operand);
	bool top = !strcmp(real, "/");
	size_t need = strlen(real) + strlen(name) + 2;
	if (need < PATH_BYTES) {
		strcpy(ret_path, top ? "" : real);
		strcat(ret_path, "/");
		strcat(ret_path, name);
	}
	free(real);
	return need < PATH_BYTES ? 0 : fl_error_set(err, FL_ELIMIT, "the path is too long");
}

/* Shorten root to the directory that path lies in as well. */
static void meet(char *root, const char *path)
{
	size_t i = 0, last = 0;
	for (; path[i] && (root[i] == path[i]); i++)
		if (path[i] == '/')
			last = i;
	/* "/a/b" as a root and "/a/b/c": the root stays */
	if (!root[i] && path[i] == '/')
		last = i;
	root[last] = 0;
}

static int open_root(struct gather *g, char (*paths)[PATH_BYTES])
{
	const struct fl_opts *o = g->s->o;
	size_t count = o->dash;
	for (size_t i = 0; i < count; i++) {
		int rc = absolute(o->operands[i], paths[i], g->s->err);
		if (rc)
			return rc;
		if (i == 0) {
			strcpy(g->root_path, paths[0]);
			*strrchr(g->root_path, '/') = 0;
		} else {
			meet(g->root_path, paths[i]);
		}
	}
	g->root = open(*g->root_path ? g->root_path : "/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (g->root < 0)
		return fl_error_sys(g->s->err, FL_EMISSING, errno, "cannot open %s", g->root_path);
	return 0;
}

static bool is_known(const struct gather *g, struct fl_slice path)
{
	for (size_t i = 0; i < g->files.len; i++) {
		const struct san_file *f = fl_vec_at(&g->files, i);
		if (fl_slice_eq(f->path, path))
			return true;
	}
	return false;
}

/* An ordinary file beneath the root, or -1 with errno, which is 0 for what is no such file. */
static int open_beneath(const struct gather *g, const char *path)
{
	struct open_how how = {.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
		.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
	struct stat st;
	int fd = (int)syscall(SYS_openat2, g->root, path, &how, sizeof(how));
	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		return fd;
	close(fd);
	errno = 0;
	return -1;
}

/* One of the FILEs cannot be taken. */
static int complain(const struct gather *g, const char *path)
{
	int sys = errno;
	return sys ? fl_error_sys(g->s->err, FL_EMISSING, sys, "cannot read %s", path)
		   : fl_error_set(g->s->err, FL_EMISSING, "%s is no ordinary file", path);
}

/* Take the file; one that is not there and not `wanted` is the compiler's to complain of. */
static int take(struct gather *g, struct fl_slice path, bool wanted)
{
	struct fl_arena *a = &g->s->arena;
	struct fl_buf text;
	/* names that the build and the runs have in the box */
	if (is_known(g, path) || fl_slice_starts(path, ".steps") ||
		fl_slice_starts(path, SAN_LOG_DIR))
		return 0;
	path = fl_arena_slice(a, path);
	int fd = path.ptr ? open_beneath(g, path.ptr) : -1;
	if (fd < 0)
		return wanted ? complain(g, path.ptr ? path.ptr : "") : 0;
	fl_buf_init(&text, BYTES_MAX - g->bytes);
	int rc = fl_buf_read_fd(&text, fd, g->s->err);
	close(fd);
	if (rc == FL_ELIMIT)
		rc = fl_error_set(g->s->err, FL_ELIMIT, "the program's files are more than 16 MiB");
	struct san_file *f = rc ? NULL : fl_vec_add(&g->files);
	if (!rc && !f)
		rc = fl_error_set(g->s->err, FL_ELIMIT, "more than %d files", (int)FILES_MAX);
	if (f) {
		*f = (struct san_file){path, fl_arena_slice(a, fl_buf_view(&text))};
		g->bytes += text.len;
	}
	fl_buf_release(&text);
	return rc ? rc : fl_arena_error(a, "the program's files", g->s->err);
}

/* dir/name without "." and ".." parts; false when it leads out. */
static bool join(struct fl_slice dir, struct fl_slice name, struct fl_buf *out)
{
	fl_buf_clear(out);
	fl_buf_slice(out, dir);
	while (name.len) {
		ptrdiff_t slash = fl_slice_chr(name, '/');
		struct fl_slice part = fl_slice_head(name, slash < 0 ? name.len : (size_t)slash);
		name = fl_slice_skip(name, part.len + 1);
		if (!part.len || fl_slice_eqs(part, "."))
			continue;
		if (fl_slice_eqs(part, "..")) {
			ptrdiff_t up = fl_slice_rchr(fl_buf_view(out), '/');
			if (!out->len)
				return false;
			fl_buf_truncate(out, up < 0 ? 0 : (size_t)up);
			continue;
		}
		if (out->len)
			fl_buf_char(out, '/');
		fl_buf_slice(out, part);
	}
	return out->len > 0 && !out->failed;
}

/* What stands in quotes after "include" in a directive, or an empty slice. */
static struct fl_slice included(struct fl_slice line)
{
	struct fl_slice s = fl_slice_trim(line);
	if (!fl_slice_starts(s, "#"))
		return fl_slice(NULL, 0);
	s = fl_slice_trim(fl_slice_skip(s, 1));
	ptrdiff_t open = fl_slice_chr(s, '"');
	if (!fl_slice_starts(s, "include") || open < 0)
		return fl_slice(NULL, 0);
	s = fl_slice_skip(s, (size_t)open + 1);
	ptrdiff_t end = fl_slice_chr(s, '"');
	return fl_slice_head(s, end < 0 ? 0 : (size_t)end);
}

static bool uses_threads(struct fl_slice line)
{
	static const char *const words[] = {"<thread>", "<pthread.h>", "<threads.h>", "<future>",
		"<stop_token>", "std::thread", "std::jthread", "std::async", "pthread_create",
		"thrd_create"};
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (fl_slice_find(line, words[i]) >= 0)
			return true;
	return false;
}

/* The files that this one includes, relative to it or to the root. */
static int scan(struct gather *g, size_t index)
{
	const struct san_file file = *(const struct san_file *)fl_vec_at(&g->files, index);
	struct fl_slice rest = file.content, line;
	ptrdiff_t slash = fl_slice_rchr(file.path, '/');
	struct fl_slice dirs[] = {
		fl_slice_head(file.path, slash < 0 ? 0 : (size_t)slash), fl_slice(NULL, 0)};
	struct fl_buf path;
	int rc = 0;
	g->s->threads = g->s->threads || uses_threads(file.content);
	fl_buf_init(&path, PATH_BYTES);
	while (rc == 0 && fl_slice_line(&rest, &line)) {
		struct fl_slice name = included(line);
		for (size_t i = 0; name.len && rc == 0 && i < (dirs[0].len ? 2 : 1); i++) {
			path.failed = 0;
			if (fl_slice_chr(name, '\0') < 0 && join(dirs[i], name, &path))
				rc = take(g, fl_buf_view(&path), false);
		}
	}
	fl_buf_release(&path);
	return rc;
}

static int take_operands(struct gather *g, char (*paths)[PATH_BYTES])
{
	int rc = open_root(g, paths);
	size_t skip = strlen(g->root_path) + 1;
	for (size_t i = 0; i < g->s->o->dash && rc == 0; i++)
		rc = take(g, fl_slice_str(paths[i] + skip), true);
	for (size_t i = 0; i < g->files.len && rc == 0; i++)
		rc = scan(g, i);
	return rc;
}

int sanrun_gather(struct sanrun *s)
{
	struct gather g = {.s = s, .root = -1};
	if (s->o->dash == 0)
		return fl_error_set(s->err, FL_EINVAL, "no FILE to build and run");
	if (s->o->dash > OPERANDS_MAX)
		return fl_error_set(s->err, FL_ELIMIT, "more than %d files", (int)OPERANDS_MAX);
	char(*paths)[PATH_BYTES] = calloc(s->o->dash, sizeof(*paths));
	if (!paths)
		return fl_error_set(s->err, FL_ENOMEM, "out of memory for names");
	fl_vec_init(&g.files, sizeof(struct san_file), FILES_MAX);
	int rc = take_operands(&g, paths);
	s->program.files = fl_vec_freeze(&g.files, &s->arena);
	for (size_t i = 0; i < s->program.files.len; i++) {
		const struct san_file *f = (const struct san_file *)s->program.files.items + i;
		enum san_language language = SAN_C;
		if (san_source_language(f->path, &language) && language == SAN_CXX)
			s->program.language = SAN_CXX;
	}
	fl_vec_release(&g.files);
	free(paths);
	if (g.root >= 0)
		close(g.root);
	return rc ? rc : fl_arena_error(&s->arena, "the program's files", s->err);
}
