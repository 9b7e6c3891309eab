#include "debugsession/gdb/lean.h"

#include <stdio.h>

#include "base/arena.h"

enum { NAMES_MAX = 4096, LIBS_MAX = 8, LIB_BYTES = 64 << 20, CPU_MS = 20000 };

/* $1: the binary. ldd asks the loader, which runs none of a program's code. */
static const char script[] =
	"mkdir -p " DBG_LEAN_DIR " && ldd \"$1\" 2>/dev/null | while read -r name _ path _; do\n"
	"	case $name in\n"
	"	*/*) ;;\n"
	"	lib*san.so.*)\n"
	"		strip --strip-debug -o " DBG_LEAN_DIR
	"/\"$name\" \"$path\" && echo \"$name\" ;;\n"
	"	esac\n"
	"done; exit 0\n";

static int take(struct fl_box *box, struct fl_slice name, struct fl_arena *a,
	struct dbg_lean *ret_lib, struct fl_error *err)
{
	struct fl_buf bytes;
	fl_buf_init(&bytes, LIB_BYTES);
	int rc = fl_box_get(
		box, fl_arena_printf(a, DBG_LEAN_DIR "/%.*s", FL_ARG(name)).ptr, &bytes, err);
	if (rc == 0)
		*ret_lib = (struct dbg_lean){
			fl_arena_slice(a, name), fl_arena_slice(a, fl_buf_view(&bytes))};
	fl_buf_release(&bytes);
	return rc ? rc : fl_arena_error(a, "a library", err);
}

int dbg_lean_make(struct fl_box *box, const char *binary, struct fl_arena *a,
	struct fl_list *ret_libs, struct fl_error *err)
{
	const char *const argv[] = {"/bin/sh", "-c", script, "sh", binary, NULL};
	struct fl_run_spec spec = {.argv = argv, .cpu_ms = CPU_MS};
	struct dbg_lean *libs = fl_arena_array(a, LIBS_MAX, sizeof(*libs));
	struct fl_process_result result;
	struct fl_buf names;
	size_t n = 0;
	fl_buf_init(&names, NAMES_MAX);
	spec.out_max = NAMES_MAX;
	int rc = libs ? 0 : fl_arena_error(a, "the libraries", err);
	rc = rc ? rc : fl_box_run(box, &spec, &names, NULL, &result, err);
	struct fl_slice rest = fl_buf_view(&names), name;
	while (rc == 0 && n < LIBS_MAX && fl_slice_line(&rest, &name))
		rc = take(box, name, a, &libs[n++], err);
	fl_buf_release(&names);
	if (rc == 0)
		*ret_libs = (struct fl_list){libs, n};
	return rc;
}

int dbg_lean_put(struct fl_box *box, const struct fl_list *libs, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < libs->len; i++) {
		const struct dbg_lean *lib = (const struct dbg_lean *)libs->items + i;
		char path[256];
		snprintf(path, sizeof(path), DBG_LEAN_DIR "/%.*s", FL_ARG(lib->name));
		rc = fl_box_put(box, path, lib->bytes, 0755, err);
	}
	return rc;
}
