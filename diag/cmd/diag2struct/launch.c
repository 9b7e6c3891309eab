/*
 * "diag2struct COMPILER ARGUMENT…", without "--": what a build system writes when we are its
 * compiler launcher (CMake's CMAKE_CXX_COMPILER_LAUNCHER, or CC="diag2struct --collect=FILE gcc").
 * The command line becomes that of --collect with its "--". Where nothing says that a build system
 * calls, somebody has forgotten the "--", and is told so.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diag/cmd/diag2struct/tool.h"

#define COLLECT "--collect="

struct call {
	int first; /* index of the compiler in argv */
	bool collects; /* --collect= stands before it */
};

static bool is_program(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

/* The first operand, where it names a compiler and no file that we could read. */
static bool find_compiler(int argc, char *const *argv, struct call *ret_call)
{
	struct call c = {.first = 1};
	for (; c.first < argc && argv[c.first][0] == '-' && argv[c.first][1]; c.first++) {
		if (strcmp(argv[c.first], "--") == 0)
			return false;
		c.collects = c.collects || strncmp(argv[c.first], COLLECT, strlen(COLLECT)) == 0;
	}
	if (c.first >= argc || !d2s_names_compiler(argv[c.first]))
		return false;
	*ret_call = c;
	return access(argv[c.first], F_OK) != 0 || is_program(argv[c.first]);
}

/* The directory of the CMake build that we are in: here or above; false: none. */
static bool cmake_build(char ret_dir[PATH_MAX])
{
	char file[PATH_MAX + 32];
	if (!getcwd(ret_dir, PATH_MAX))
		return false;
	for (;;) {
		snprintf(file, sizeof(file), "%s/CMakeCache.txt", ret_dir);
		if (access(file, F_OK) == 0)
			return true;
		char *slash = strrchr(ret_dir, '/');
		if (!slash || slash == ret_dir)
			return false;
		*slash = '\0';
	}
}

/* Where to collect, by the environment or the build; false: nobody said that this is a build. */
static bool collect_option(const char *compiler, struct fl_buf *out)
{
	const char *file = getenv("DIAG2STRUCT_COLLECT");
	char dir[PATH_MAX];
	if (file && *file)
		fl_buf_printf(out, COLLECT "%s", file);
	else if (compiler[0] == '/' && cmake_build(dir))
		fl_buf_printf(out, COLLECT "%s/diag2struct.jsonl", dir);
	return out->len > 0;
}

static int forgotten(int argc, char *const *argv, const struct call *c)
{
	struct fl_error err;
	fl_error_set(&err, FL_EINVAL,
		"%s is a compiler, not what one printed; to run it: diag2struct -- %s%s",
		argv[c->first], argv[c->first], c->first + 1 < argc ? " …" : "");
	fl_opts_complain(&d2s_tool, &err, NULL);
	return fl_error_exit(&err);
}

static int launch(int argc, char *const *argv, const struct call *c, char *collect)
{
	static char dashes[] = "--";
	size_t n = 0;
	char **whole = calloc((size_t)argc + 3, sizeof(*whole));
	if (!whole)
		return 4;
	for (int i = 0; i < argc; i++) {
		if (i == c->first && collect)
			whole[n++] = collect;
		if (i == c->first)
			whole[n++] = dashes;
		whole[n++] = argv[i];
	}
	int status = fl_opts_main(&d2s_tool, (int)n, whole, d2s_run);
	free(whole);
	return status;
}

int d2s_main(int argc, char *const *argv)
{
	struct call c;
	if (!find_compiler(argc, argv, &c))
		return fl_opts_main(&d2s_tool, argc, argv, d2s_run);
	struct fl_buf collect;
	fl_buf_init(&collect, 2 * PATH_MAX);
	int status;
	if (c.collects)
		status = launch(argc, argv, &c, NULL);
	else if (collect_option(argv[c.first], &collect))
		status = launch(argc, argv, &c, collect.data);
	else
		status = forgotten(argc, argv, &c);
	fl_buf_release(&collect);
	return status;
}
