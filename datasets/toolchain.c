#include "datasets/toolchain.h"

#include <gnu/libc-version.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/hash.h"
#include "debugsession/watches.h"
#include "base/process.h"

/* The tools, in the order of the lines, and the packages that bring them. */
enum { GCC, GXX, CLANG, CLANGXX, GOLD, LLD, AS, GDB, TOOLS, MACHINE = TOOLS, GLIBC, LINES };
enum { TARGET_LINES = 3 * TG_TARGETS };
static const struct {
	const char *name, *package;
} tools[TOOLS] = {
	[GCC] = {"gcc-12", "gcc-12"},
	[GXX] = {"g++-12", "g++-12"},
	[CLANG] = {"clang-19", "clang-19"},
	[CLANGXX] = {"clang++-19", "clang-19"},
	[GOLD] = {"ld.gold", "binutils"},
	[LLD] = {"ld.lld-19", "lld-19"},
	[AS] = {"as", "binutils"},
	[GDB] = {"gdb", "gdb"},
};

enum { LINE_MAX_BYTES = 1024, SAID_MAX = 65536, ASKERS = 4 };

/* One tool that is asked, and what it says: the first line. */
struct asked {
	const char *name;
	char line[LINE_MAX_BYTES];
	int rc;
	struct fl_error err;
};

static void ask(struct asked *q)
{
	/* The one that runs in the sandbox, whatever our PATH says, and in English. */
	static const char *const env[] = {"PATH=/usr/bin:/bin", "LC_ALL=C", NULL};
	char path[64];
	const char *const argv[] = {path, "--version", NULL};
	snprintf(path, sizeof(path), "/usr/bin/%s", q->name);
	const struct fl_process_spec spec = {.argv = argv, .env = env, .out_max = SAID_MAX};
	struct fl_process_result result;
	struct fl_buf out;
	fl_buf_init(&out, SAID_MAX);
	q->rc = fl_process_run(&spec, &out, NULL, &result, &q->err);
	struct fl_slice rest = fl_buf_view(&out), line = {0};
	if (q->rc == 0 && (result.end != FL_END_EXIT || result.exit_status != 0 ||
				  !fl_slice_line(&rest, &line)))
		q->rc = fl_error_set(&q->err, FL_EMISSING, "it does not tell its version");
	line = fl_slice_head(fl_slice_trim(line), sizeof(q->line) - 1);
	memcpy(q->line, line.ptr ? line.ptr : "", line.len);
	q->line[line.len] = '\0';
	fl_buf_release(&out);
}

int ds_tool_version(
	const char *tool, struct fl_arena *a, struct fl_slice *ret_line, struct fl_error *err)
{
	struct asked q = {.name = tool};
	ask(&q);
	if (q.rc)
		return fl_error_set(err, q.rc, "%s", q.err.message);
	*ret_line = fl_arena_slice(a, fl_slice_str(q.line));
	return fl_arena_error(a, "the toolchain", err);
}

/* Tools that several threads ask, each the next one. */
struct askers {
	struct asked *at;
	size_t len;
	atomic_size_t next;
};

static void *ask_next(void *ctx)
{
	struct askers *all = ctx;
	for (size_t i; (i = atomic_fetch_add(&all->next, 1)) < all->len;)
		ask(&all->at[i]);
	return NULL;
}

/* A start of clang or gdb takes 40 ms. Where no thread comes, the others do its work. */
static void ask_each(struct asked *at, size_t len)
{
	struct askers all = {.at = at, .len = len};
	pthread_t threads[ASKERS];
	size_t started = 0;
	while (started < ASKERS && !pthread_create(&threads[started], NULL, ask_next, &all))
		started++;
	ask_next(&all);
	while (started)
		pthread_join(threads[--started], NULL);
}

/* Those that are needed, then three of each other machine. */
enum { ASKED = TOOLS + TARGET_LINES };

static void name_all(struct asked all[ASKED])
{
	for (int i = 0; i < TOOLS; i++)
		all[i] = (struct asked){.name = tools[i].name};
	for (int i = 0; i < TG_TARGETS; i++) {
		const struct tg_target_info *t = &tg_targets[i];
		const char *const names[] = {t->gcc, t->gxx, t->emulator};
		for (int k = 0; k < 3; k++)
			all[TOOLS + 3 * i + k] = (struct asked){.name = names[k]};
	}
}

static int take_tools(const struct asked *all, struct fl_arena *a, struct fl_slice *versions,
	struct fl_error *err)
{
	for (int i = 0; i < TOOLS; i++) {
		if (all[i].rc == FL_ENOMEM || all[i].rc == FL_ELIMIT)
			return fl_error_set(err, all[i].rc, "%s", all[i].err.message);
		if (all[i].rc)
			return fl_error_set(err, FL_EMISSING,
				"%s is needed; install package %s (%s)", tools[i].name,
				tools[i].package, all[i].err.message);
		versions[i] = fl_arena_slice(a, fl_slice_str(all[i].line));
	}
	struct utsname u;
	uname(&u); /* cannot fail with a good pointer */
	versions[MACHINE] = fl_arena_slice(a, fl_slice_str(u.machine));
	versions[GLIBC] = fl_arena_slice(a, fl_slice_str(gnu_get_libc_version()));
	return fl_arena_error(a, "the toolchain", err);
}

/* The tools of other machines: those that are there. Adds their lines. */
static int take_targets(const struct asked *all, struct fl_arena *a, struct ds_toolchain *t,
	struct fl_slice *lines, size_t *count, struct fl_error *err)
{
	for (int i = 0; i < TARGET_LINES; i++) {
		const struct asked *q = &all[TOOLS + i];
		if (q->rc == FL_ENOMEM || q->rc == FL_ELIMIT)
			return fl_error_set(err, q->rc, "%s", q->err.message);
		if (q->rc)
			continue;
		if (i % 3 == 0)
			t->targets[i / 3] = fl_arena_slice(a, fl_slice_str(q->line));
		lines[(*count)++] = fl_arena_printf(a, "%s: %s", q->name, q->line);
	}
	return 0;
}

int ds_toolchain_detect(
	struct fl_arena *a, struct ds_toolchain *ret_toolchain, struct fl_error *err)
{
	struct fl_slice versions[LINES];
	struct fl_slice *lines = fl_arena_array(a, LINES + TARGET_LINES + 1, sizeof(*lines));
	struct ds_toolchain t = {0};
	size_t count = LINES;
	char hex[65];
	if (!lines)
		return fl_arena_error(a, "the toolchain", err);
	struct asked all[ASKED];
	name_all(all);
	ask_each(all, ASKED);
	int rc = take_tools(all, a, versions, err);
	if (rc)
		return rc;
	for (int i = 0; i < LINES; i++) {
		const char *name = i == MACHINE ? "machine" : i == GLIBC ? "glibc" : tools[i].name;
		lines[i] = fl_arena_printf(a, "%s: %.*s", name, FL_ARG(versions[i]));
	}
	rc = take_targets(all, a, &t, lines, &count, err);
	if (rc)
		return rc;
	if (!dbg_host_watches()) /* traces lack what is watched for */
		lines[count++] = FL_S("debug registers: without effect");
	fl_sha256_parts(lines, count, hex);
	t.compilers[TG_GCC].version = versions[GCC];
	t.compilers[TG_CLANG].version = versions[CLANG];
	t.debugger = versions[GDB];
	t.lines = (struct fl_list){lines, count};
	t.fingerprint = fl_arena_slice(a, fl_slice_str(hex));
	rc = fl_arena_error(a, "the toolchain", err);
	if (rc == 0)
		*ret_toolchain = t;
	return rc;
}

int ds_toolchain_add(struct ds_toolchain *t, const char *tool, struct fl_arena *a,
	struct fl_slice *ret_version, struct fl_error *err)
{
	char hex[65];
	struct fl_slice *lines = fl_arena_array(a, t->lines.len + 1, sizeof(*lines));
	int rc = ds_tool_version(tool, a, ret_version, err);
	if (rc || !lines)
		return rc ? rc : fl_arena_error(a, "the toolchain", err);
	memcpy(lines, t->lines.items, t->lines.len * sizeof(*lines));
	lines[t->lines.len] = fl_arena_printf(a, "%s: %.*s", tool, FL_ARG(*ret_version));
	t->lines = (struct fl_list){lines, t->lines.len + 1};
	fl_sha256_parts(lines, t->lines.len, hex);
	t->fingerprint = fl_arena_slice(a, fl_slice_str(hex));
	return fl_arena_error(a, "the toolchain", err);
}
