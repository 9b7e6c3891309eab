/*
 * The program's files. Sources are hostile: an #include "../../etc/passwd" must not bring a file of
 * the user's into the box, whose compiler would print it. So everything is carried from beneath a
 * few directories that the user named (base/carry.h).
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/carry.h"
#include "sanitize/cmd/sanrun/tool.h"

enum {
	FILES_MAX = 1000,
	BYTES_MAX = 16 << 20,
	OPERANDS_MAX = 256,
	PATH_BYTES = 4096,
	ROOTS_MAX = 512,
	SHOWN_MAX = 5
};

struct gather {
	struct sanrun *s;
	char base[PATH_BYTES]; /* the directory that all operands lie in */
	struct sanrun_flags flags;
	struct fl_carry roots[ROOTS_MAX];
	const char *paths[ROOTS_MAX]; /* their real paths */
	size_t root_count;
	struct fl_vec files; /* of struct san_file */
	struct fl_vec sources; /* of const char *: the file's real path, one each */
	size_t bytes, named; /* of the files: how many the user named */
	bool changed; /* a file was added */
	const char *as; /* the name inside of the file that is under way */
	const char *real;
	const char *tree; /* the directory that is taken whole, instead of those two; or NULL */
};

/* ---- names ---- */

/* The absolute path of a name, its own last part not resolved. */
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

/* Shorten base to the directory that path lies in as well. */
static void meet(char *base, const char *path)
{
	size_t i = 0, last = 0;
	for (; path[i] && (base[i] == path[i]); i++)
		if (path[i] == '/')
			last = i;
	/* "/a/b" as a base and "/a/b/c": it stays */
	if (!base[i] && path[i] == '/')
		last = i;
	base[last] = 0;
}

/* dir/name without "." and ".." parts; false when it leads above "/". */
static bool join(const char *dir, struct fl_slice name, char *ret_path)
{
	size_t len = 0;
	if (name.len && *name.ptr != '/') {
		len = strlen(dir);
		if (len >= PATH_BYTES)
			return false;
		memcpy(ret_path, dir, len);
	}
	while (name.len) {
		ptrdiff_t slash = fl_slice_chr(name, '/');
		struct fl_slice part = fl_slice_head(name, slash < 0 ? name.len : (size_t)slash);
		name = fl_slice_skip(name, part.len + 1);
		if (!part.len || fl_slice_eqs(part, "."))
			continue;
		if (fl_slice_eqs(part, "..")) {
			if (!len)
				return false;
			while (len && ret_path[--len] != '/')
				;
			continue;
		}
		if (len + part.len + 2 > PATH_BYTES)
			return false;
		ret_path[len++] = '/';
		memcpy(ret_path + len, part.ptr, part.len);
		len += part.len;
	}
	ret_path[len] = 0;
	return len > 0;
}

/* ---- files ---- */

static bool is_known(const struct gather *g, const char *inside)
{
	for (size_t i = 0; i < g->files.len; i++) {
		const struct san_file *f = fl_vec_at(&g->files, i);
		if (fl_slice_eqs(f->path, inside))
			return true;
	}
	return false;
}

/* Names that the build and the runs have in the box. */
static bool is_ours(const char *inside)
{
	static const char *const ours[] = {".steps", SAN_LOG_DIR};
	for (size_t i = 0; i < sizeof(ours) / sizeof(*ours); i++)
		if (!strncmp(inside, ours[i], strlen(ours[i])))
			return true;
	return false;
}

/* The carrier's sink: into the program. */
static int add_file(
	void *ctx, const char *name, int fd, const struct stat *st, struct fl_error *err)
{
	struct gather *g = ctx;
	struct fl_arena *a = &g->s->arena;
	struct fl_buf text;
	(void)st;
	if (g->tree) {
		g->real = fl_arena_printf(a, "%s/%s", g->tree, name).ptr;
		g->as = g->real ? sanrun_inside(g->s, g->base, g->real) : NULL;
		if (g->as && (is_ours(g->as) || is_known(g, g->as)))
			return 0;
	}
	if (!g->as)
		return fl_arena_error(a, "the program's files", err);
	if (g->bytes >= BYTES_MAX)
		return fl_error_set(err, FL_ELIMIT, "the program's files are larger than 16 MiB");
	fl_buf_init(&text, BYTES_MAX - g->bytes);
	int rc = fl_buf_read_fd(&text, fd, err);
	struct san_file *f = rc ? NULL : fl_vec_add(&g->files);
	const char **source = f ? fl_vec_add(&g->sources) : NULL;
	if (rc == 0 && !source)
		rc = fl_error_set(err, FL_ELIMIT, "more than %d files", (int)FILES_MAX);
	if (rc == 0) {
		*f = (struct san_file){.path = fl_slice_str(g->as),
			.content = fl_arena_slice(a, fl_buf_view(&text))};
		*source = g->real;
		g->bytes += text.len;
		g->changed = true;
	}
	fl_buf_release(&text);
	return rc ? rc : fl_arena_error(a, "the program's files", err);
}

/* Within a tree: what it leads to is there under its own name. */
static int pass_link(void *ctx, const char *name, const char *target, struct fl_error *err)
{
	(void)ctx;
	(void)name;
	(void)target;
	(void)err;
	return 0;
}

/* A directory from below which files may be taken. */
static int add_root(struct gather *g, const char *path)
{
	for (size_t i = 0; i < g->root_count; i++)
		if (!strcmp(g->paths[i], path))
			return 0;
	if (g->root_count == ROOTS_MAX)
		return fl_error_set(g->s->err, FL_ELIMIT, "too many directories");
	struct fl_carry_sink sink = {.ctx = g, .file = add_file, .link = pass_link};
	const struct fl_carry_opts opts = {.bytes_max = 2 * BYTES_MAX, .file_max = 2 * BYTES_MAX};
	int rc = fl_carry_open(
		&g->roots[g->root_count], *path ? path : "/", &opts, sink, &g->s->arena, g->s->err);
	if (rc)
		return rc;
	g->paths[g->root_count] = fl_arena_slice(&g->s->arena, fl_slice_str(path)).ptr;
	if (!g->paths[g->root_count])
		return fl_arena_error(&g->s->arena, "the program's files", g->s->err);
	g->root_count++;
	return 0;
}

/*
 * Take the file of this path if one of the roots holds it; FL_ENOTFOUND when none does, or it is
 * not there; FL_EREFUSED when the rule forbids it; both with a message.
 */
static int take(struct gather *g, const char *path, unsigned allow)
{
	bool held = false;
	int rc = fl_error_set(g->s->err, FL_ENOTFOUND, "cannot read %s", path);
	const char *inside = sanrun_inside(g->s, g->base, path);
	if (!inside || is_ours(inside) || is_known(g, inside))
		return 0;
	if (*inside == '/')
		return rc; /* the box shows it */
	g->as = fl_arena_slice(&g->s->arena, fl_slice_str(inside)).ptr;
	g->real = fl_arena_slice(&g->s->arena, fl_slice_str(path)).ptr;
	for (size_t i = 0; g->as && g->real && i < g->root_count && rc; i++) {
		size_t len = strlen(g->paths[i]);
		if (strncmp(path, g->paths[i], len) != 0 || path[len] != '/')
			continue;
		rc = fl_carry_file(&g->roots[i], path + len + 1, g->as, allow, g->s->err);
		held = true;
		if (rc && rc != FL_ENOTFOUND && rc != FL_EREFUSED)
			break;
	}
	if (!held && access(path, F_OK) == 0)
		sanrun_say(g->s, "left out %s: it lies below no FILE's directory and none of -I",
			path);
	return rc;
}

static bool is_directory(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* What the user named, whatever it is called; its directory becomes a root. */
static int take_named(struct gather *g, const char *path, bool root)
{
	char dir[PATH_BYTES];
	if (is_directory(path))
		return fl_error_set(
			g->s->err, FL_EINVAL, "%s is a directory; -C DIR builds a project", path);
	snprintf(dir, sizeof(dir), "%s", path);
	*strrchr(dir, '/') = 0;
	int rc = root ? add_root(g, dir) : 0;
	size_t count = g->root_count;
	if (rc == 0 && !root && (rc = add_root(g, dir)))
		return rc;
	if (rc == 0)
		rc = take(g, path, FL_CARRY_DOTFILES | FL_CARRY_PRIVATES);
	/* Named alone, it says nothing of its neighbours. */
	while (!root && g->root_count > count)
		fl_carry_close(&g->roots[--g->root_count]);
	if (rc == FL_ENOTFOUND || rc == FL_EREFUSED)
		g->s->err->code = rc = FL_EMISSING;
	return rc;
}

/* ---- what files include ---- */

/* What stands in quotes or brackets behind "include", "embed" or "__has_include". */
static struct fl_slice included(struct fl_slice line, bool *ret_quoted)
{
	static const char *const words[] = {"include", "embed", "import", "if", "elif"};
	struct fl_slice s = fl_slice_trim(line);
	bool found = false;
	if (!fl_slice_starts(s, "#"))
		return fl_slice(NULL, 0);
	s = fl_slice_trim(fl_slice_skip(s, 1));
	for (size_t i = 0; i < sizeof(words) / sizeof(*words) && !found; i++)
		found = fl_slice_starts(s, words[i]);
	ptrdiff_t asks = fl_slice_find(s, "__has_");
	if (!found || (fl_slice_starts(s, "if") && asks < 0) ||
		(fl_slice_starts(s, "el") && asks < 0))
		return fl_slice(NULL, 0);
	if (asks >= 0)
		s = fl_slice_skip(s, (size_t)asks);
	ptrdiff_t quote = fl_slice_chr(s, '"'), angle = fl_slice_chr(s, '<');
	bool quoted = quote >= 0 && (angle < 0 || quote < angle);
	ptrdiff_t open = quoted ? quote : angle;
	if (open < 0)
		return fl_slice(NULL, 0);
	s = fl_slice_skip(s, (size_t)open + 1);
	ptrdiff_t end = fl_slice_chr(s, quoted ? '"' : '>');
	*ret_quoted = quoted;
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

/* Where the compiler would find it; what is nowhere is the compiler's to complain of. */
static int take_included(struct gather *g, const char *dir, struct fl_slice name, bool quoted)
{
	char path[PATH_BYTES];
	int rc = FL_ENOTFOUND;
	if (fl_slice_chr(name, '\0') >= 0)
		return 0;
	if (quoted && join(dir, name, path))
		rc = take(g, path, 0);
	for (size_t i = 0; i < g->flags.dirs.len && (rc == FL_ENOTFOUND || rc == FL_EREFUSED);
		i++) {
		const struct sanrun_dir *d = fl_vec_at(&g->flags.dirs, i);
		if (d->kind != 'L' && (quoted || d->kind != 'q') && join(d->path, name, path))
			rc = take(g, path, 0);
	}
	return rc == FL_ENOTFOUND || rc == FL_EREFUSED ? 0 : rc;
}

static int scan(struct gather *g, size_t index)
{
	const struct san_file file = *(const struct san_file *)fl_vec_at(&g->files, index);
	const char *real = *(const char **)fl_vec_at(&g->sources, index);
	struct fl_slice rest = file.content, line;
	char dir[PATH_BYTES];
	int rc = 0;
	snprintf(dir, sizeof(dir), "%s", real);
	*strrchr(dir, '/') = 0;
	g->s->threads = g->s->threads || uses_threads(file.content);
	while (rc == 0 && fl_slice_line(&rest, &line)) {
		bool quoted = false;
		struct fl_slice name = included(line, &quoted);
		if (name.len)
			rc = take_included(g, dir, name, quoted);
	}
	return rc;
}

/* ---- libraries ---- */

/* The files of -lNAME in the directories of -L, all of its versions. */
static int take_libraries(struct gather *g)
{
	const struct fl_opts *o = g->s->o;
	char path[PATH_BYTES];
	int rc = 0;
	for (size_t i = 0; i < g->flags.dirs.len && rc == 0; i++) {
		const struct sanrun_dir *d = fl_vec_at(&g->flags.dirs, i);
		DIR *dir = d->kind == 'L' ? opendir(d->path) : NULL;
		for (struct dirent *e; dir && rc == 0 && (e = readdir(dir));)
			for (size_t n = 0; rc == 0 && n < fl_opt_count(o, OPT_LIBRARY); n++) {
				const char *name = fl_opt_text_at(o, OPT_LIBRARY, n);
				size_t len = strlen(name);
				if (strncmp(e->d_name, "lib", 3) != 0 ||
					strncmp(e->d_name + 3, name, len) != 0 ||
					e->d_name[3 + len] != '.' ||
					!join(d->path, fl_slice_str(e->d_name), path))
					continue;
				rc = take(g, path, FL_CARRY_PRIVATES);
				rc = rc == FL_EREFUSED ? 0 : rc;
			}
		if (dir)
			closedir(dir);
	}
	return rc;
}

/* Where the program's loader finds them. */
static int add_library_path(struct gather *g)
{
	struct fl_buf text;
	size_t count = 0;
	fl_buf_init(&text, 1 << 16);
	fl_buf_str(&text, "LD_LIBRARY_PATH");
	for (size_t i = 0; i < g->flags.dirs.len; i++) {
		const struct sanrun_dir *d = fl_vec_at(&g->flags.dirs, i);
		if (d->kind == 'L')
			fl_buf_printf(&text, "%c" FL_BOX_DIR "/%s", count++ ? ':' : '=',
				sanrun_inside(g->s, g->base, d->path));
	}
	const char *entry = fl_arena_slice(&g->s->arena, fl_buf_view(&text)).ptr;
	fl_buf_release(&text);
	const char *const *env = g->s->program.env;
	size_t n = 0;
	while (env && env[n])
		n++;
	const char **more = fl_arena_array(&g->s->arena, n + 2, sizeof(*more));
	if (!more || !count)
		return fl_arena_error(&g->s->arena, "the options", g->s->err);
	for (size_t i = 0; i < n; i++)
		more[i + 1] = env[i];
	more[0] = entry;
	g->s->program.env = more;
	return 0;
}

/* ---- all ---- */

/* Flags of each source by itself, and with them more directories to look in. */
static int take_commands(struct gather *g)
{
	int rc = 0;
	for (size_t i = 0; i < g->files.len && rc == 0; i++) {
		struct san_file *f = fl_vec_at(&g->files, i);
		enum san_language language = SAN_C;
		if (!san_source_language(f->path, &language))
			continue;
		if (language == SAN_CXX)
			g->s->program.language = SAN_CXX;
		rc = sanrun_flags_of(g->s, g->base, *(const char **)fl_vec_at(&g->sources, i),
			&g->flags, &f->flags);
	}
	return rc;
}

static bool is_below(const char *path, const char *dir)
{
	size_t len = strlen(dir);
	return !strncmp(path, dir, len) && (path[len] == '/' || !path[len]);
}

/* What is named below where we are has a name from there: "include/x.h" beside "src/x.c". */
static void widen(struct gather *g)
{
	static const size_t dirs[] = {OPT_INCLUDE_DIR, OPT_ISYSTEM, OPT_IQUOTE, OPT_INCLUDE};
	const struct fl_opts *o = g->s->o;
	char *here = realpath(".", NULL);
	for (size_t i = 0; here && i < o->seen_count; i++)
		for (size_t k = 0; k < sizeof(dirs) / sizeof(*dirs); k++) {
			char *path = o->seen[i].option == dirs[k] ? realpath(o->seen[i].text, NULL)
								  : NULL;
			if (path && is_below(path, here) && is_below(g->base, here))
				meet(g->base, path);
			free(path);
		}
	free(here);
}

static int take_operands(struct gather *g, char (*paths)[PATH_BYTES])
{
	const struct fl_opts *o = g->s->o;
	int rc = 0;
	for (size_t i = 0; i < o->dash && rc == 0; i++) {
		rc = absolute(o->operands[i], paths[i], g->s->err);
		if (rc)
			break;
		if (i == 0) {
			strcpy(g->base, paths[0]);
			*strrchr(g->base, '/') = 0;
		} else {
			meet(g->base, paths[i]);
		}
	}
	if (rc == 0)
		widen(g);
	if (rc == 0)
		rc = sanrun_flags_take(g->s, g->base, &g->flags);
	for (size_t i = 0; i < o->dash && rc == 0; i++)
		rc = take_named(g, paths[i], true);
	if (rc == 0)
		rc = take_commands(g);
	return rc;
}

/* A directory, with all that lies below it, whatever it is called. */
static int take_tree(struct gather *g, const char *path)
{
	struct fl_carry_sink sink = {.ctx = g, .file = add_file, .link = pass_link};
	struct fl_carry c;
	int rc = fl_carry_open(&c, path, NULL, sink, &g->s->arena, g->s->err);
	if (rc)
		return rc;
	g->tree = path;
	rc = fl_carry_tree(&c, "", FL_CARRY_DOTFILES | FL_CARRY_PRIVATES, g->s->err);
	g->tree = NULL;
	fl_carry_close(&c);
	return rc;
}

/* --take: a file, or all files below a directory. */
static int take_wished(struct gather *g)
{
	char path[PATH_BYTES];
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < fl_opt_count(g->s->o, OPT_TAKE); i++) {
		rc = absolute(fl_opt_text_at(g->s->o, OPT_TAKE, i), path, g->s->err);
		char *real = rc ? NULL : realpath(path, NULL);
		struct stat st;
		bool tree = real && stat(real, &st) == 0 && S_ISDIR(st.st_mode);
		if (rc == 0)
			rc = tree ? take_tree(
					    g, fl_arena_slice(&g->s->arena, fl_slice_str(real)).ptr)
				  : take_named(g, path, false);
		free(real);
	}
	return rc;
}

static int take_all(struct gather *g, char (*paths)[PATH_BYTES])
{
	int rc = take_operands(g, paths);
	for (size_t i = 0; i < g->flags.dirs.len && rc == 0; i++) {
		const struct sanrun_dir *d = fl_vec_at(&g->flags.dirs, i);
		rc = add_root(g, d->path);
	}
	for (size_t i = 0; i < g->flags.includes.len && rc == 0; i++)
		rc = take_named(g, *(const char **)fl_vec_at(&g->flags.includes, i), false);
	if (rc == 0)
		rc = take_wished(g);
	g->named = g->files.len;
	if (rc == 0)
		rc = take_libraries(g);
	for (size_t i = 0; i < g->files.len && rc == 0; i++)
		rc = scan(g, i);
	return rc ? rc : add_library_path(g);
}

/* Has an entry before it the same path? */
static bool is_told(const struct fl_carry *c, size_t index)
{
	const struct fl_carried *e = fl_vec_at(&c->entries, index);
	for (size_t i = 0; i < index; i++)
		if (fl_slice_eq(
			    ((const struct fl_carried *)fl_vec_at(&c->entries, i))->path, e->path))
			return true;
	return false;
}

/* A summary when more was taken than was named, or less than was asked for. */
static void show(const struct gather *g)
{
	bool all = fl_opt_given(g->s->o, OPT_FILES);
	size_t refused = 0;
	for (size_t i = 0; all && i < g->files.len; i++) {
		const struct san_file *f = fl_vec_at(&g->files, i);
		sanrun_say(g->s, "%s: taken%s", *(const char **)fl_vec_at(&g->sources, i),
			f->flags ? ", with flags of its own" : "");
	}
	for (size_t i = 0; i < g->root_count; i++)
		for (size_t k = 0; k < g->roots[i].entries.len; k++) {
			const struct fl_carried *e = fl_vec_at(&g->roots[i].entries, k);
			if (e->how == FL_CARRY_TAKEN || is_told(&g->roots[i], k))
				continue;
			if (refused++ < SHOWN_MAX || all)
				sanrun_say(g->s, "left out %s/%.*s: %s", g->paths[i],
					FL_ARG(e->path), fl_carry_words[e->how]);
		}
	if (all || refused || g->files.len > g->named)
		sanrun_say(g->s, "took %zu files, %zu KiB%s%s", g->files.len,
			(g->bytes + 1023) / 1024, all ? "" : " (--files lists them)",
			refused ? "; --take=PATH takes what was left out" : "");
}

static void release(struct gather *g)
{
	for (size_t i = 0; i < g->root_count; i++)
		fl_carry_close(&g->roots[i]);
	fl_vec_release(&g->flags.dirs);
	fl_vec_release(&g->flags.includes);
	fl_vec_release(&g->flags.words);
	fl_vec_release(&g->files);
	fl_vec_release(&g->sources);
}

int sanrun_gather(struct sanrun *s)
{
	if (s->o->dash == 0)
		return fl_error_set(s->err, FL_EINVAL, "no FILE to build and run");
	if (s->o->dash > OPERANDS_MAX)
		return fl_error_set(s->err, FL_ELIMIT, "more than %d files", (int)OPERANDS_MAX);
	char(*paths)[PATH_BYTES] = calloc(s->o->dash, sizeof(*paths));
	struct gather *g = calloc(1, sizeof(*g));
	if (!paths || !g) {
		free(paths);
		free(g);
		return fl_error_set(s->err, FL_ENOMEM, "out of memory for names");
	}
	g->s = s;
	fl_vec_init(&g->files, sizeof(struct san_file), FILES_MAX);
	fl_vec_init(&g->sources, sizeof(const char *), FILES_MAX);
	int rc = take_all(g, paths);
	if (rc == 0)
		show(g);
	s->program.files = fl_vec_freeze(&g->files, &s->arena);
	const char **words = fl_arena_array(&s->arena, g->flags.words.len + 1, sizeof(*words));
	for (size_t i = 0; words && i < g->flags.words.len; i++)
		words[i] = *(const char **)fl_vec_at(&g->flags.words, i);
	s->program.flags = words;
	release(g);
	free(g);
	free(paths);
	return rc ? rc : fl_arena_error(&s->arena, "the program's files", s->err);
}
