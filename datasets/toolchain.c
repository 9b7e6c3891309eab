#include "datasets/toolchain.h"

#include <gnu/libc-version.h>
#include <stdio.h>
#include <sys/utsname.h>

#include "base/hash.h"
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

int ds_tool_version(
	const char *tool, struct fl_arena *a, struct fl_slice *ret_line, struct fl_error *err)
{
	/* The one that runs in the sandbox, whatever our PATH says, and in English. */
	static const char *const env[] = {"PATH=/usr/bin:/bin", "LC_ALL=C", NULL};
	char path[64];
	const char *const argv[] = {path, "--version", NULL};
	snprintf(path, sizeof(path), "/usr/bin/%s", tool);
	const struct fl_process_spec spec = {.argv = argv, .env = env, .out_max = 65536};
	struct fl_process_result result;
	struct fl_buf out;
	fl_buf_init(&out, 65536);
	int rc = fl_process_run(&spec, &out, NULL, &result, err);
	struct fl_slice rest = fl_buf_view(&out), line;
	if (rc == 0 && (result.end != FL_END_EXIT || result.exit_status != 0 ||
			       !fl_slice_line(&rest, &line)))
		rc = fl_error_set(err, FL_EMISSING, "it does not tell its version");
	if (rc == 0) {
		*ret_line = fl_arena_slice(a, fl_slice_trim(line));
		rc = fl_arena_error(a, "the toolchain", err);
	}
	fl_buf_release(&out);
	return rc;
}

static int ask_all(struct fl_arena *a, struct fl_slice *versions, struct fl_error *err)
{
	for (int i = 0; i < TOOLS; i++) {
		struct fl_error why = {0};
		int rc = ds_tool_version(tools[i].name, a, &versions[i], &why);
		if (rc == FL_ENOMEM || rc == FL_ELIMIT)
			return fl_error_set(err, why.code, "%s", why.message);
		if (rc)
			return fl_error_set(err, FL_EMISSING,
				"%s is needed; install package %s (%s)", tools[i].name,
				tools[i].package, why.message);
	}
	struct utsname u;
	uname(&u); /* cannot fail with a good pointer */
	versions[MACHINE] = fl_arena_slice(a, fl_slice_str(u.machine));
	versions[GLIBC] = fl_arena_slice(a, fl_slice_str(gnu_get_libc_version()));
	return fl_arena_error(a, "the toolchain", err);
}

/* The tools of other machines: those that are there. Adds their lines. */
static int ask_targets(struct fl_arena *a, struct ds_toolchain *t, struct fl_slice *lines,
	size_t *count, struct fl_error *err)
{
	for (int i = 0; i < TG_TARGETS; i++) {
		const struct tg_target_info *target = &tg_targets[i];
		const char *const names[] = {target->gcc, target->gxx, target->emulator};
		for (int k = 0; k < 3; k++) {
			struct fl_slice version = {0};
			struct fl_error why = {0};
			int rc = ds_tool_version(names[k], a, &version, &why);
			if (rc == FL_ENOMEM || rc == FL_ELIMIT)
				return fl_error_set(err, why.code, "%s", why.message);
			if (rc)
				continue;
			if (k == 0)
				t->targets[i] = version;
			lines[(*count)++] =
				fl_arena_printf(a, "%s: %.*s", names[k], FL_ARG(version));
		}
	}
	return 0;
}

int ds_toolchain_detect(
	struct fl_arena *a, struct ds_toolchain *ret_toolchain, struct fl_error *err)
{
	struct fl_slice versions[LINES];
	struct fl_slice *lines = fl_arena_array(a, LINES + TARGET_LINES, sizeof(*lines));
	struct ds_toolchain t = {0};
	size_t count = LINES;
	char hex[65];
	if (!lines)
		return fl_arena_error(a, "the toolchain", err);
	int rc = ask_all(a, versions, err);
	if (rc)
		return rc;
	for (int i = 0; i < LINES; i++) {
		const char *name = i == MACHINE ? "machine" : i == GLIBC ? "glibc" : tools[i].name;
		lines[i] = fl_arena_printf(a, "%s: %.*s", name, FL_ARG(versions[i]));
	}
	rc = ask_targets(a, &t, lines, &count, err);
	if (rc)
		return rc;
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
