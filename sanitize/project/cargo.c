#include "sanitize/project/cargo.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

enum { TIMES_MAX = 32 << 20, TIMES_CPU_MS = 30000 };

static int cargo_file(
	void *ctx, const char *name, int fd, const struct stat *st, struct fl_error *err)
{
	struct san_cargo *c = ctx;
	fl_buf_add(&c->times, (const char *)&st->st_mtim, sizeof(st->st_mtim));
	fl_buf_add(&c->times, name, strlen(name) + 1);
	return c->sink.file(c->sink.ctx, name, fd, st, err);
}

static int cargo_link(void *ctx, const char *name, const char *target, struct fl_error *err)
{
	struct san_cargo *c = ctx;
	return c->sink.link(c->sink.ctx, name, target, err);
}

/* Runs inside. */
static int set_times(struct fl_slice in)
{
	struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}};
	while (in.len > sizeof(times[1])) {
		memcpy(&times[1], in.ptr, sizeof(times[1]));
		in = fl_slice_skip(in, sizeof(times[1]));
		if (utimensat(AT_FDCWD, in.ptr, times, AT_SYMLINK_NOFOLLOW))
			return 1;
		in = fl_slice_skip(in, strlen(in.ptr) + 1);
	}
	return 0;
}

static bool has(int root, const char *path, const char *file)
{
	char name[4096];
	struct stat st;
	return snprintf(name, sizeof(name), "%s/%s", path, file) < (int)sizeof(name) &&
	       fstatat(root, name, &st, AT_SYMLINK_NOFOLLOW) == 0;
}

/*
 * Not what was built before: it is not instrumented, and make would find it new enough; and the
 * directories of CMake and Meson name the place that they were made for.
 */
static bool wanted(void *ctx, const char *path, mode_t mode)
{
	static const char *const built[] = {".o", ".lo", ".obj", ".gch", ".pch", ".gcda", ".gcno"};
	const struct san_cargo *c = ctx;
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	const char *dot = strrchr(name, '.');
	if (S_ISDIR(mode))
		return !has(c->carry.root, path, "CMakeCache.txt") &&
		       !has(c->carry.root, path, "meson-private") &&
		       strcmp(path, "CMakeFiles") != 0;
	for (size_t i = 0; dot && i < sizeof(built) / sizeof(*built); i++)
		if (!strcmp(dot, built[i]))
			return false;
	return strcmp(path, "CMakeCache.txt") != 0;
}

int san_cargo_open(struct san_cargo *c, struct fl_box *box, const char *dir, const char *into,
	struct fl_arena *a, struct fl_error *err)
{
	struct fl_carry_opts opts = {.wanted = wanted,
		.ctx = c,
		.into = into,
		.file_max = SAN_PROJECT_BYTES_MAX,
		.bytes_max = SAN_PROJECT_BYTES_MAX};
	struct fl_carry_sink sink = {.ctx = c, .file = cargo_file, .link = cargo_link};
	*c = (struct san_cargo){.box = box, .sink = fl_carry_to_box(box)};
	fl_buf_init(&c->times, TIMES_MAX);
	return fl_carry_open(&c->carry, dir, &opts, sink, a, err);
}

int san_cargo_close(struct san_cargo *c, int rc, struct fl_error *err)
{
	struct fl_run_spec spec = {.cpu_ms = TIMES_CPU_MS};
	struct fl_process_result result = {0};
	if (rc == 0 && c->carry.full)
		rc = fl_error_set(err, FL_ELIMIT,
			"the project is too large: more than %llu MiB or 20,000 files",
			(unsigned long long)(SAN_PROJECT_BYTES_MAX >> 20));
	if (rc == 0)
		rc = fl_buf_error(&c->times, "the project's files", err);
	if (rc == 0)
		rc = fl_box_call(
			c->box, &spec, set_times, fl_buf_view(&c->times), NULL, NULL, &result, err);
	if (rc == 0 && (result.end != FL_END_EXIT || result.exit_status))
		rc = fl_error_set(err, FL_EINTERNAL, "the files' times cannot be set");
	fl_carry_close(&c->carry);
	fl_buf_release(&c->times);
	return rc;
}
