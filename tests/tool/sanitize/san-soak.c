/*
 * san-soak RUNS FILE…: build each program once, then run one after the other in one box, as sanrun
 * does, RUNS times in all, and print what this process holds after a tenth of them and at the end:
 * descriptors, resident kilobytes, children. With the number of runs that showed a fault, and of
 * those whose sanitizer could not work.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sanitize/run/run.h"

enum { PROGRAMS_MAX = 16, ARENA_MAX = 1 << 30, SOURCE_MAX = 1 << 20 };

static const char *const none[] = {NULL};
static const char *const *const no_strings = none;

struct one {
	struct san_file file;
	struct san_program program;
	struct san_build build;
};

static int descriptors(void)
{
	int n = 0;
	DIR *d = opendir("/proc/self/fd");
	while (d && readdir(d))
		n++;
	if (d)
		closedir(d);
	return n;
}

/* A number of a file below /proc/self, after the word. */
static long look(const char *path, const char *word)
{
	struct fl_buf text;
	uint32_t value = 0;
	fl_buf_init(&text, 1 << 16);
	if (fl_buf_read_file(&text, path, NULL) == 0) {
		ptrdiff_t at = fl_slice_find(fl_buf_view(&text), word);
		if (at >= 0)
			fl_slice_uint(fl_slice_trim(fl_slice_skip(
					      fl_buf_view(&text), (size_t)at + strlen(word))),
				&value);
	}
	fl_buf_release(&text);
	return value;
}

/* Children of ours that have ended and that nobody has waited for, or that go on. */
static int children(void)
{
	struct fl_buf text;
	char path[64];
	int n = 0;
	snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
	fl_buf_init(&text, 1 << 16);
	if (fl_buf_read_file(&text, path, NULL) == 0)
		for (size_t i = 0; i < text.len; i++)
			n += text.data[i] == ' ';
	fl_buf_release(&text);
	return n;
}

static int prepare(struct fl_box *box, const char *path, struct fl_arena *a, struct one *o,
	struct fl_error *err)
{
	static const enum san_mode mode = SAN_MODE_ADDRESS_UNDEFINED;
	struct fl_buf text;
	const char *slash = strrchr(path, '/');
	fl_buf_init(&text, SOURCE_MAX);
	int rc = fl_buf_read_file(&text, path, err);
	o->file.path = fl_slice_str(slash ? slash + 1 : path);
	o->file.content = fl_arena_slice(a, fl_buf_view(&text));
	fl_buf_release(&text);
	o->program = (struct san_program){.files = {&o->file, 1},
		.tools = {SAN_GCC, {"gcc-12", "g++-12"}, NULL},
		.flags = no_strings,
		.args = no_strings};
	san_source_language(o->file.path, &o->program.language);
	if (rc == 0)
		rc = san_build_all(box, &o->program, &mode, 1, 1, 60000, a, &o->build, err);
	if (rc == 0 && !o->build.ok)
		rc = fl_error_set(err, FL_EINVAL, "%s: %.*s", path, FL_ARG(o->build.diagnostics));
	return rc;
}

static int soak(
	struct fl_box *box, const struct one *all, size_t count, long runs, struct fl_error *err)
{
	struct san_run_opts opts = {.cpu_ms = 1000, .runs = 1};
	long faults = 0, infra = 0;
	int rc = 0;
	for (long i = 0; i < runs && rc == 0; i++) {
		const struct one *o = &all[(size_t)i % count];
		struct san_findings f;
		struct fl_arena a;
		fl_arena_init(&a, ARENA_MAX);
		san_findings_init(&f);
		rc = san_run_all(box, &o->program, &o->build, &opts, &a, &f, err);
		faults += f.found.len != 0;
		infra += f.infra.len != 0;
		san_findings_release(&f);
		fl_arena_release(&a);
		if (i + 1 == runs / 10 || i + 1 == runs)
			printf("%ld %d %ld %d %ld %ld\n", i + 1, descriptors(),
				look("/proc/self/status", "VmRSS:"), children(), faults, infra);
	}
	return rc;
}

int main(int argc, char **argv)
{
	struct one *all = calloc(PROGRAMS_MAX, sizeof(*all));
	struct fl_error err = {0};
	struct fl_arena a;
	struct fl_box *box;
	size_t count = 0;
	if (!all || argc < 3 || argc > PROGRAMS_MAX + 2) {
		fprintf(stderr, "usage: san-soak RUNS FILE...\n");
		return 2;
	}
	fl_arena_init(&a, ARENA_MAX);
	int rc = fl_box_new(NULL, &box, &err);
	if (rc == 0) {
		for (; rc == 0 && count + 2 < (size_t)argc; count++)
			rc = prepare(box, argv[count + 2], &a, &all[count], &err);
		if (rc == 0)
			rc = soak(box, all, count, strtol(argv[1], NULL, 10), &err);
		fl_box_free(box);
	}
	if (rc)
		fprintf(stderr, "san-soak: %s\n", err.message);
	fl_arena_release(&a);
	free(all);
	return rc ? 1 : 0;
}
