#include "platform/configure/configure.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "base/carry.h"
#include "platform/configure/codemodel.h"
#include "platform/configure/grow.h"
#include "platform/configure/intro.h"
#include "platform/configure/printed.h"

enum { SAID_MAX = 1 << 20, LAST_WORDS = 200, NOT_INSTALLED = 127 };

/* Files for the answer, as platform/configure/reply.h reads them; words go to standard error. */
#define EMIT                                                                \
	"emit() { for f; do [ -f \"$f\" ] && [ ! -L \"$f\" ] || continue; " \
	"printf '%s %s\\n' \"${f##*/}\" \"$(wc -c <\"$f\")\"; cat \"$f\"; " \
	"echo; done; }\n"

/* Of the trace, which is long, only commands of the project's own files are of use. */
static const char by_cmake[] =
	EMIT "command -v cmake >/dev/null || exit 127\n"
	     "q=/box/build/.cmake/api/v1; mkdir -p $q/query\n"
	     ": >$q/query/codemodel-v2; : >$q/query/toolchains-v1\n"
	     "cd /box/src && cmake \"$@\" -S /box/src -B /box/build --trace-expand "
	     "--trace-format=json-v1 "
	     "--trace-redirect=/box/trace >&2 || exit 1\n"
	     "grep -aF '\"file\":\"/box/src/' /box/trace | head -c 8000000 >/box/trace.json\n"
	     "emit $q/reply/*.json /box/trace.json\n";

static const char by_meson[] =
	EMIT "command -v meson >/dev/null || exit 127\n"
	     "meson setup \"$@\" --wrap-mode=nodownload /box/build /box/src >&2 || exit 1\n"
	     "cd /box/build && emit build.ninja meson-info/intro-targets.json "
	     "meson-info/meson-info.json\n";

static const char by_configure[] = "command -v make >/dev/null || exit 127\n"
				   "cd /box/src || exit 1\n"
				   "[ -f configure ] || autoreconf -fi >&2 || exit 1\n"
				   "sh ./configure >&2 || exit 1\n"
				   "make -nwk --trace V=1; exit 0\n";

static const char by_make[] = "command -v make >/dev/null || exit 127\n"
			      "cd /box/src && make -Bnwk --trace V=1; exit 0\n";

static int read_cmake(struct fl_slice out, struct fl_arena *a, struct plat_project *ret_project,
	struct fl_error *err)
{
	struct fl_list files;
	struct plat_trace trace;
	int rc = plat_reply_read(out, a, &files, err);
	rc = rc ? rc : plat_trace_read(plat_reply_file(&files, FL_S("trace.json")), a, &trace, err);
	return rc ? rc : plat_codemodel_read(&files, &trace, a, ret_project, err);
}

static int read_meson(struct fl_slice out, struct fl_arena *a, struct plat_project *ret_project,
	struct fl_error *err)
{
	struct fl_list files;
	int rc = plat_reply_read(out, a, &files, err);
	return rc ? rc : plat_intro_read(&files, a, ret_project, err);
}

/* By the first file that is there. */
static const struct system {
	const char *file, *tool, *script;
	int (*read)(struct fl_slice out, struct fl_arena *a, struct plat_project *ret_project,
		struct fl_error *err);
} systems[] = {
	{"CMakeLists.txt", "cmake", by_cmake, read_cmake},
	{"meson.build", "meson", by_meson, read_meson},
	{"configure", "make", by_configure, plat_printed_read},
	{"configure.ac", "make", by_configure, plat_printed_read},
	{"configure.in", "make", by_configure, plat_printed_read},
	{"GNUmakefile", "make", by_make, plat_printed_read},
	{"makefile", "make", by_make, plat_printed_read},
	{"Makefile", "make", by_make, plat_printed_read},
};

static const struct system *system_of(int root)
{
	struct stat st;
	for (size_t i = 0; i < sizeof(systems) / sizeof(*systems); i++)
		if (fstatat(root, systems[i].file, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
			S_ISREG(st.st_mode))
			return &systems[i];
	return NULL;
}

/* The end of what it said, on one line. */
static void last_words(struct fl_slice said, char *ret_text, size_t size)
{
	said = fl_slice_trim(said);
	if (said.len >= size)
		said = fl_slice_skip(said, said.len - size + 1);
	for (size_t i = 0; i < said.len; i++)
		ret_text[i] = (unsigned char)said.ptr[i] < ' ' ? ' ' : said.ptr[i];
	ret_text[said.len] = '\0';
}

static int judge(const struct system *system, const struct fl_process_result *result,
	struct fl_slice said, struct fl_error *err)
{
	char words[LAST_WORDS];
	if (result->end == FL_END_EXIT && result->exit_status == 0)
		return 0;
	if (result->end == FL_END_EXIT && result->exit_status == NOT_INSTALLED)
		return fl_error_set(err, FL_EMISSING, "%s is not installed", system->tool);
	if (result->end == FL_END_OUTPUT)
		return fl_error_set(err, FL_ELIMIT, "the answer of %s has more than %d MiB",
			system->tool, PLAT_CONFIGURE_OUTPUT_MAX >> 20);
	last_words(said, words, sizeof(words));
	return fl_error_set(err, FL_EREFUSED, "the project does not configure (%s): %s",
		fl_end_names[result->end], words);
}

/* sh -c SCRIPT NAME WORDS… */
static const char *const *command_of(
	const struct system *system, const char *const *words, struct fl_arena *a)
{
	const char *const begins[] = {"sh", "-c", system->script, system->tool};
	size_t n = 0, at = 0;
	while (words && words[n])
		n++;
	const char **argv = fl_arena_array(a, n + 5, sizeof(*argv));
	for (; argv && at < 4; at++)
		argv[at] = begins[at];
	for (size_t i = 0; argv && i < n; i++)
		argv[at++] = words[i];
	return argv;
}

static int run(struct fl_box *box, const struct system *system, const struct plat_configure_opts *o,
	struct fl_arena *a, struct plat_project *ret_project, struct fl_error *err)
{
	unsigned cpu_ms = o->cpu_ms ? o->cpu_ms : PLAT_CONFIGURE_CPU_MS;
	const char *const *argv = command_of(system, o->words, a);
	if (!argv)
		return fl_arena_error(a, "a command", err);
	struct fl_run_spec spec = {.argv = argv,
		.out_max = PLAT_CONFIGURE_OUTPUT_MAX,
		.err_max = SAID_MAX / 2,
		.keep_tail = true,
		.cpu_ms = cpu_ms,
		.wall_ms = 3 * cpu_ms,
		.processes = 256};
	struct fl_process_result result;
	struct fl_buf out, said;
	fl_buf_init(&out, PLAT_CONFIGURE_OUTPUT_MAX + SAID_MAX);
	fl_buf_init(&said, SAID_MAX);
	int rc = fl_box_run(box, &spec, &out, &said, &result, err);
	if (rc == 0 && result.out_cut)
		result.end = FL_END_OUTPUT;
	rc = rc ? rc : judge(system, &result, fl_buf_view(&said), err);
	if (rc == 0) {
		struct fl_slice answer = fl_arena_slice(a, fl_buf_view(&out));
		rc = fl_arena_error(a, "the build system's answer", err);
		rc = rc ? rc : system->read(answer, a, ret_project, err);
	}
	fl_buf_release(&out);
	fl_buf_release(&said);
	return rc;
}

/* Copy the project into the box. */
static int fill(struct fl_box *box, const char *directory, uint64_t bytes_max,
	const struct system **ret_system, struct fl_error *err)
{
	struct fl_carry c;
	struct fl_arena names;
	struct fl_carry_opts opts = {.into = "src", .bytes_max = bytes_max, .files_max = 100000};
	fl_arena_init(&names, 64 << 20);
	int rc = fl_carry_open(&c, directory, &opts, fl_carry_to_box(box), &names, err);
	if (rc) {
		fl_arena_release(&names);
		return rc;
	}
	*ret_system = system_of(c.root);
	if (!*ret_system)
		rc = fl_error_set(err, FL_ENOTFOUND, "%s has no build file", directory);
	rc = rc ? rc : fl_carry_tree(&c, "", 0, err);
	if (rc == 0 && c.full)
		rc = fl_error_set(err, FL_ELIMIT, "%s is larger than may be copied", directory);
	fl_carry_close(&c);
	fl_arena_release(&names);
	return rc;
}

int plat_configure(const char *directory, const struct plat_configure_opts *opts,
	struct fl_arena *a, struct plat_project *ret_project, struct fl_error *err)
{
	struct plat_configure_opts o = opts ? *opts : (struct plat_configure_opts){0};
	struct fl_box_opts limits = {.disk_max = o.disk_max ? o.disk_max : (size_t)1 << 30,
		.memory_max = o.memory_max ? o.memory_max : (size_t)4 << 30};
	struct fl_box *box;
	const struct system *system = NULL;
	int rc = fl_box_new(&limits, &box, err);
	if (rc)
		return rc;
	rc = fill(box, directory, limits.disk_max / 2, &system, err);
	rc = rc ? rc : run(box, system, &o, a, ret_project, err);
	fl_box_free(box);
	return rc;
}
