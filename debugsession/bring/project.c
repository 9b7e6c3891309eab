#include "debugsession/bring/project.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/beneath.h"
#include "base/json.h"

enum { CACHE_MAX = 16 << 20 };

static const char *const version_control[] = {
	".git", ".hg", ".svn", ".jj", ".bzr", "_darcs", ".pijul", ".fslckout", "CVS"};

static const char *const build_files[] = {"CMakeLists.txt", "meson.build", "Makefile", "makefile",
	"GNUmakefile", "configure", "configure.ac", "config.status", "build.ninja", "BUILD",
	"BUILD.bazel", "MODULE.bazel", "WORKSPACE", "SConstruct", "wscript", "premake5.lua",
	"xmake.lua", "Cargo.toml", "compile_commands.json"};

static bool has(const char *dir, const char *name)
{
	char path[PATH_MAX];
	struct stat st;
	return snprintf(path, sizeof(path), "%s/%s", dir, name) < (int)sizeof(path) &&
	       lstat(path, &st) == 0;
}

static bool has_any(const char *dir, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (has(dir, names[i]))
			return true;
	return false;
}

enum { VCS = sizeof(version_control) / sizeof(*version_control) };
enum { FILES = sizeof(build_files) / sizeof(*build_files) };

bool dbg_project_has_build_file(const char *dir)
{
	return has_any(dir, build_files, FILES);
}

/* An ordinary file of a build directory, which no link leads out of. */
static bool read_record(const char *dir, const char *name, struct fl_buf *text)
{
	struct stat st;
	int at = open(dir, O_PATH | O_DIRECTORY | O_CLOEXEC);
	int fd = at < 0 ? -1 : fl_beneath_open(at, name, O_RDONLY | O_NONBLOCK | O_NOCTTY);
	bool read = fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
		    fl_buf_read_fd(text, fd, NULL) == 0;
	if (fd >= 0)
		close(fd);
	if (at >= 0)
		close(at);
	return read;
}

/* "CMAKE_HOME_DIRECTORY:INTERNAL=/home/me/my project" */
static struct fl_slice home_of_cmake(struct fl_slice cache, struct fl_arena *a)
{
	static const char key[] = "CMAKE_HOME_DIRECTORY:INTERNAL=";
	struct fl_slice line;
	(void)a;
	while (fl_slice_line(&cache, &line))
		if (fl_slice_starts(line, key))
			return fl_slice_skip(line, sizeof(key) - 1);
	return (struct fl_slice){0};
}

static struct fl_slice home_of_meson(struct fl_slice info, struct fl_arena *a)
{
	const struct fl_json *v;
	if (fl_json_parse(info, a, &v, NULL))
		return (struct fl_slice){0};
	return fl_json_str(fl_json_get(fl_json_get(v, "directories"), "source"));
}

static const struct {
	const char *file;
	struct fl_slice (*home)(struct fl_slice text, struct fl_arena *a);
} builders[] = {
	{"CMakeCache.txt", home_of_cmake},
	{"meson-info/meson-info.json", home_of_meson},
};

/* Has something been built in this directory that says where its sources are? */
static bool built_here(const char *dir, struct dbg_project *p)
{
	for (size_t i = 0; i < sizeof(builders) / sizeof(*builders); i++) {
		struct fl_buf text;
		struct fl_arena a;
		fl_buf_init(&text, CACHE_MAX);
		fl_arena_init(&a, CACHE_MAX);
		struct fl_slice home = {0};
		if (read_record(dir, builders[i].file, &text))
			home = builders[i].home(fl_buf_view(&text), &a);
		bool found = fl_slice_starts(home, "/") && home.len < sizeof(p->sources);
		if (found) {
			snprintf(p->sources, sizeof(p->sources), "%.*s", FL_ARG(home));
			snprintf(p->root, sizeof(p->root), "%s", dir);
		}
		fl_arena_release(&a);
		fl_buf_release(&text);
		if (found)
			return true;
	}
	return false;
}

/* What everybody may put files into is no project, and what stands there says nothing. */
static bool is_common(const char *dir)
{
	struct stat st;
	return lstat(dir, &st) || (st.st_mode & S_IWOTH);
}

/* One directory up, in place; false: that would be above top, or in one of everybody's. */
static bool go_up(char *dir, const char *top)
{
	char *slash = strrchr(dir, '/');
	if (strcmp(dir, top) == 0 || !slash || slash == dir)
		return false;
	*slash = '\0';
	return !is_common(dir);
}

/* The nearest directory that has one of these; false: none has. */
static bool nearest(
	const char *dir, const char *top, const char *const *names, size_t count, char *ret_dir)
{
	char at[PATH_MAX];
	snprintf(at, sizeof(at), "%s", dir);
	do {
		if (has_any(at, names, count)) {
			memcpy(ret_dir, at, strlen(at) + 1);
			return true;
		}
	} while (go_up(at, top));
	return false;
}

void dbg_project_find(const char *dir, const char *top, struct dbg_project *ret_project)
{
	struct dbg_project *p = ret_project;
	char at[PATH_MAX];
	*p = (struct dbg_project){.flat = true};
	snprintf(at, sizeof(at), "%s", dir);
	snprintf(p->root, sizeof(p->root), "%s", dir);
	if (is_common(dir))
		return;
	p->flat = false;
	do {
		if (built_here(at, p))
			return;
	} while (go_up(at, top));
	if (nearest(dir, top, version_control, VCS, p->root))
		return;
	p->flat = !nearest(dir, top, build_files, FILES, p->root);
	if (p->flat)
		return;
	memcpy(at, p->root, sizeof(at));
	while (go_up(at, top) && has_any(at, build_files, FILES))
		memcpy(p->root, at, sizeof(at));
}
