/* A sandbox with gdb in it, and programs built there, for the tests of the trace recorder. */
#ifndef FL_TESTS_TRACE_WORLD_H
#define FL_TESTS_TRACE_WORLD_H

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "debugsession/watches.h"
#include "base/literal/literal.h"
#include "debugsession/gdb/gdb.h"
#include "debugsession/gdb/lean.h"
#include "tracegen/evidence/evidence.h"

struct world {
	struct fl_box *box;
	struct fl_child child;
	struct dbg_engine *engine;
	struct fl_arena arena;
	struct fl_list lean; /* made of the first program that is built */
};

#define OK(call)                                                         \
	do {                                                             \
		struct fl_error err_ = {0};                              \
		int rc_ = (call);                                        \
		if (rc_)                                                 \
			fail_msg("%s: %d %s", #call, rc_, err_.message); \
	} while (0)

static const char *const env[] = {"PATH=/usr/bin:/bin",
	"ASAN_OPTIONS=abort_on_error=1:detect_leaks=0:symbolize=0",
	"UBSAN_OPTIONS=abort_on_error=1:symbolize=0", DBG_LEAN_ENV, NULL};

static inline void run_in_box(struct world *w, const char *command, struct fl_buf *out)
{
	const char *argv[] = {"/bin/sh", "-c", command, NULL};
	struct fl_run_spec spec = {
		.argv = argv, .cpu_ms = 60000, .wall_ms = 120000, .file_max = 64 << 20};
	struct fl_process_result result;
	struct fl_buf messages;
	fl_buf_init(&messages, 1 << 20);
	OK(fl_box_run(w->box, &spec, out, &messages, &result, &err_));
	if (result.end != FL_END_EXIT || result.exit_status != 0)
		fail_msg("%s: end %d status %d: %s", command, (int)result.end, result.exit_status,
			messages.data);
	fl_buf_release(&messages);
}

static inline void open_gdb(struct world *w)
{
	struct fl_run_spec limits = {.cpu_ms = 60000, .wall_ms = 120000};
	OK(dbg_gdb_open(w->box, &limits, &w->child, &w->engine, &err_));
}

static inline unsigned close_gdb(struct world *w)
{
	struct fl_process_result result;
	dbg_engine_free(w->engine);
	OK(fl_child_end(&w->child, &result, &err_));
	w->engine = NULL;
	return result.cpu_ms;
}

static inline int start(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	struct fl_error err;
	*state = w;
	fl_arena_init(&w->arena, 64 << 20);
	if (fl_box_new(&(struct fl_box_opts){0}, &w->box, &err)) {
		fprintf(stderr, "%s\n", err.message);
		return -1;
	}
	open_gdb(w);
	return 0;
}

static inline int finish(void **state)
{
	struct world *w = *state;
	if (w->engine)
		close_gdb(w);
	fl_box_free(w->box);
	fl_arena_release(&w->arena);
	free(w);
	return 0;
}

/* What a run that a sanitizer or an abort ended has said. */
static const struct san_report aborted = {.tool = SAN_TOOL_ASAN,
	.kind = FL_LIT("heap-buffer-overflow"),
	.access = {.type = SAN_ACCESS_READ, .size = 4}};

/* A run that ended by itself and printed something else. */
static const struct san_report passed = {.kind = FL_LIT("wrong-output")};

/* Build NAME from source in the box, as a pipeline would. */
static inline void build_with(struct world *w, const char *compiler, const char *name,
	const char *suffix, const char *source)
{
	char file[64], command[512];
	snprintf(file, sizeof(file), "%s.%s", name, suffix);
	OK(fl_box_put(w->box, file, fl_slice_str(source), 0644, &err_));
	snprintf(command, sizeof(command),
		"%s -g -O0 -pthread -ftrivial-auto-var-init=pattern -fsanitize=address,undefined "
		"-fno-sanitize-recover=all %s -o %s",
		compiler, file, name);
	run_in_box(w, command, NULL);
	if (w->lean.len == 0)
		OK(dbg_lean_make(w->box, name, &w->arena, &w->lean, &err_));
}

static inline void build(struct world *w, const char *name, const char *suffix, const char *source)
{
	build_with(w, strcmp(suffix, "c") == 0 ? "gcc" : "g++", name, suffix, source);
}

static inline char *as_text(struct world *w, const struct tg_evidence *t)
{
	struct fl_buf out;
	fl_buf_init(&out, 1 << 20);
	fl_literal_write(&out, &t->items, FL_COMPACT, FL_MARK_NONE);
	assert_int_equal(out.failed, 0);
	struct fl_slice text = fl_arena_slice(&w->arena, fl_buf_view(&out));
	fl_buf_release(&out);
	if (getenv("FL_SHOW"))
		fprintf(stderr, "%.*s\n", FL_ARG(text));
	return (char *)(uintptr_t)text.ptr;
}

/* What is left of a test is not asked where debug registers do nothing. */
static inline void need_watches(void)
{
	if (!dbg_host_watches()) {
		fprintf(stderr, "hardware watchpoints do not stop on this machine\n");
		skip();
	}
}

static inline const void *item(
	const struct tg_evidence *t, const struct fl_shape *shape, size_t nth)
{
	for (size_t i = 0; i < t->items.len; i++) {
		if (t->items.at[i].shape == shape && nth-- == 0)
			return t->items.at[i].object;
	}
	fail_msg("no %s in the trace", shape->name);
	return NULL;
}

static inline const char *value_of(const struct dbg_frame_vars *f, const char *name)
{
	const struct dbg_variable *v = f->locals.items;
	for (size_t i = 0; i < f->locals.len; i++) {
		if (fl_slice_eqs(v[i].name, name))
			return v[i].value.ptr;
	}
	return NULL;
}

static inline void record(
	struct world *w, const struct tg_evidence_spec *spec, struct tg_evidence *t)
{
	OK(tg_evidence_make(w->engine, spec, &w->arena, t, &err_));
	const char *text = as_text(w, t);
	assert_true(strlen(text) <= 2048);
	/* no addresses: the only hexadecimal number is the null pointer */
	for (const char *p = strstr(text, "0x"); p; p = strstr(p + 1, "0x"))
		assert_true(strncmp(p, "0x0", 3) == 0 && !strchr("0123456789abcdef", p[3]));
}

#endif
