/*
 * The symbolizer on a program made here: what it finds is held against what the compiler was given;
 * hostile modules, in the box, against what must not be lost. tests/e2e/symbolize.sh compares whole
 * reports with the runtimes' own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/process.h"
#include "base/rng.h"
#include "sanitize/parse.h"
#include "sanitize/symbolize/symbolize.h"
#include "tests/support/box.h"

/* "leaf" is on line 1, "inner" on line 2, what calls it on line 4. */
static const char source[] =
	"__attribute__((noinline)) int leaf(volatile int *p) { return *p; }\n"
	"static inline __attribute__((always_inline)) int inner(volatile int *p) { return p[1]; }\n"
	"__attribute__((noinline)) int outer(volatile int *p) {\n"
	"\treturn inner(p);\n"
	"}\n"
	"int main(int argc, char **argv) { (void)argv; return leaf(&argc) + outer(&argc); }\n";

struct world {
	char dir[64], program[96];
	struct fl_buf bytes; /* of the program */
	unsigned long leaf, outer; /* offsets */
	struct fl_box *box;
};

static void shell(const struct world *w, const char *command, struct fl_buf *out)
{
	const char *argv[] = {"sh", "-c", command, NULL};
	struct fl_process_spec spec = {.argv = argv, .cwd = w->dir, .out_max = 16 << 20};
	struct fl_process_result result;
	struct fl_error err = {0};
	struct fl_buf complaints;
	fl_buf_init(&complaints, 1 << 16);
	if (fl_process_run(&spec, out, &complaints, &result, &err) || result.exit_status)
		fail_msg("%s: %s%s", command, err.message, complaints.data);
	fl_buf_release(&complaints);
}

static unsigned long offset_of(const struct world *w, const char *function)
{
	struct fl_buf out;
	char command[128];
	fl_buf_init(&out, 1 << 16);
	snprintf(command, sizeof command, "nm prog | sed -n 's/ T %s$//p'", function);
	shell(w, command, &out);
	unsigned long offset = strtoul(out.data, NULL, 16);
	fl_buf_release(&out);
	assert_true(offset > 0);
	return offset;
}

static int setup(void **state)
{
	struct world *w = calloc(1, sizeof *w);
	struct fl_error err = {0};
	assert_non_null(w);
	*state = w;
	strcpy(w->dir, "/var/tmp/fl-symbolize-XXXXXX");
	assert_non_null(mkdtemp(w->dir));
	snprintf(w->program, sizeof w->program, "%s/prog", w->dir);
	char command[1024];
	snprintf(command, sizeof command, "cat >p.c <<'C'\n%sC\ncc -g -O1 -o prog p.c", source);
	shell(w, command, NULL);
	w->leaf = offset_of(w, "leaf");
	w->outer = offset_of(w, "outer");
	fl_buf_init(&w->bytes, 16 << 20);
	assert_int_equal(0, fl_buf_read_file(&w->bytes, w->program, &err));
	return test_box_open(&w->box);
}

static int teardown(void **state)
{
	struct world *w = *state;
	fl_box_free(w->box);
	shell(w, "rm -f p.c prog endless large shelf-a.ko", NULL);
	rmdir(w->dir);
	fl_buf_release(&w->bytes);
	free(w);
	return 0;
}

/* Parse a report of an access in leaf, called from outer, in the two modules. */
static void parse_report(const struct world *w, const char *first, const char *second,
	struct fl_arena *a, struct san_reports *reports)
{
	struct san_parse_opts parse = {.unresolved = true};
	struct fl_slice text = fl_arena_printf(a,
		"==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc "
		"0x1\nREAD of size 4 at 0x602000000010 thread T0\n"
		"    #0 0x555555555000  (%s+0x%lx)\n    #1 0x555555556000  (%s+0x%lx)\n\n"
		"SUMMARY: AddressSanitizer: heap-use-after-free\n",
		first, w->leaf, second, w->outer);
	assert_int_equal(0, san_parse(text, &parse, a, reports, NULL));
	assert_int_equal(1, reports->list.len);
}

static const struct san_report *only(const struct san_reports *reports)
{
	return reports->list.items;
}

static const struct san_frame *frame(const struct san_reports *reports, size_t i)
{
	const struct san_stack *s = only(reports)->stacks.items;
	assert_true(i < s->frames.len);
	return (const struct san_frame *)s->frames.items + i;
}

static void assert_text(const char *want, struct fl_slice got)
{
	if (!fl_slice_eqs(got, want))
		fail_msg("want %s, got %.*s", want, FL_ARG(got));
}

static void assert_resolved(const struct world *w, const struct san_reports *reports)
{
	char file[96];
	snprintf(file, sizeof file, "%s/p.c", w->dir);
	assert_text("leaf", frame(reports, 0)->function);
	assert_text(file, frame(reports, 0)->file);
	assert_int_equal(1, frame(reports, 0)->line);
	assert_true(frame(reports, 0)->user);
	assert_text("inner", frame(reports, 1)->function);
	assert_int_equal(2, frame(reports, 1)->line);
	assert_true(frame(reports, 1)->inlined);
	assert_text("outer", frame(reports, 2)->function);
	assert_int_equal(4, frame(reports, 2)->line);
	assert_false(frame(reports, 2)->inlined);
	assert_int_equal(2, frame(reports, 2)->depth);
	assert_text("leaf", only(reports)->function);
	assert_int_equal(1, only(reports)->line);
}

static void test_functions_lines_and_inlines(void **state)
{
	struct world *w = *state;
	struct san_symbolizer *s;
	struct san_symbolize_stats stats;
	assert_int_equal(0, san_symbolizer_new(NULL, &s, NULL));
	for (int again = 0; again < 2; again++) {
		struct fl_arena a;
		struct san_reports reports;
		fl_arena_init(&a, 8 << 20);
		parse_report(w, w->program, w->program, &a, &reports);
		struct fl_slice before = only(&reports)->hash;
		assert_int_equal(0, san_symbolize(s, &reports, NULL, &a, &stats, NULL));
		assert_resolved(w, &reports);
		assert_false(fl_slice_eq(before, only(&reports)->hash));
		assert_int_equal(2, stats.resolved);
		assert_int_equal(0, stats.unresolved + stats.modules_failed);
		fl_arena_release(&a);
	}
	san_symbolizer_free(s);
}

/* Fed with what is not parsed for it, it changes nothing. */
static void test_named_frames_stay(void **state)
{
	struct world *w = *state;
	struct san_symbolizer *s;
	struct fl_arena a;
	struct san_reports reports;
	struct san_symbolize_stats stats;
	const char text[] = "==7==ERROR: AddressSanitizer: SEGV on unknown address 0x1\n"
			    "    #0 0x1 in f /d/f.c:3:4\n";
	(void)w;
	fl_arena_init(&a, 8 << 20);
	assert_int_equal(0, san_symbolizer_new(NULL, &s, NULL));
	assert_int_equal(0, san_parse(fl_slice_str(text), NULL, &a, &reports, NULL));
	assert_int_equal(0, san_symbolize(s, &reports, NULL, &a, &stats, NULL));
	assert_int_equal(0, stats.resolved + stats.unresolved);
	assert_text("f", frame(&reports, 0)->function);
	assert_int_equal(3, only(&reports)->line);
	san_symbolizer_free(s);
	fl_arena_release(&a);
}

static void boxed(struct world *w, const struct san_symbolize_opts *opts, const char *first,
	const char *second, struct fl_arena *a, struct san_reports *reports,
	struct san_symbolize_stats *stats)
{
	struct fl_error err = {0};
	parse_report(w, first, second, a, reports);
	if (san_symbolize_boxed(w->box, opts, reports, NULL, a, stats, &err))
		fail_msg("%s", err.message);
	assert_int_equal(2, stats->resolved + stats->unresolved);
}

static void test_boxed_and_moved(void **state)
{
	struct world *w = *state;
	struct san_symbolize_opts opts = {.program = w->program};
	struct san_symbolize_stats stats;
	struct san_reports reports;
	struct fl_arena a;
	fl_arena_init(&a, 64 << 20);
	boxed(w, NULL, w->program, w->program, &a, &reports, &stats);
	assert_resolved(w, &reports);
	boxed(w, &opts, "/gone/other", "/gone/other", &a, &reports, &stats);
	assert_resolved(w, &reports);
	boxed(w, &opts, "prog", "prog", &a, &reports, &stats); /* as TSan has it */
	assert_resolved(w, &reports);
	assert_int_equal(0, fl_box_put(w->box, "main", fl_buf_view(&w->bytes), 0755, NULL));
	opts = (struct san_symbolize_opts){.inside = true};
	boxed(w, &opts, "/box/main", "/box/main", &a, &reports, &stats);
	assert_resolved(w, &reports);
	fl_arena_release(&a);
}

/* A large module is shown in the box, at its own place. */
static void test_large_modules_are_shown(void **state)
{
	struct world *w = *state;
	struct san_symbolize_opts opts = {0};
	struct san_symbolize_stats stats;
	struct san_reports reports;
	struct fl_arena a;
	struct fl_error err = {0};
	char large[96];
	shell(w, "head -c 400000 /dev/zero | cat prog - >large", NULL);
	snprintf(large, sizeof large, "%s/large", w->dir);
	fl_arena_init(&a, 8 << 20);
	parse_report(w, large, w->program, &a, &reports);
	opts.binds = san_symbolize_binds(&opts, &reports, &a);
	assert_non_null(opts.binds);
	assert_string_equal(large, opts.binds[0]);
	assert_null(opts.binds[1]);
	struct fl_box_opts limits = {.binds = opts.binds};
	struct fl_box *box, *own = w->box;
	if (fl_box_new(&limits, &box, &err))
		fail_msg("%s", err.message);
	w->box = box;
	boxed(w, &opts, large, w->program, &a, &reports, &stats);
	w->box = own;
	fl_box_free(box);
	assert_resolved(w, &reports);
	fl_arena_release(&a);
}

static void test_what_is_not_there_stays(void **state)
{
	struct world *w = *state;
	static const char *const modules[] = {"/nonexistent/prog", "/dev/zero", "/tmp", "relative",
		"/etc/passwd", "/usr/lib/../../etc/passwd"};
	struct san_symbolize_stats stats;
	struct san_reports reports;
	struct fl_arena a;
	fl_arena_init(&a, 64 << 20);
	for (size_t i = 0; i < sizeof(modules) / sizeof(*modules); i++) {
		boxed(w, NULL, modules[i], w->program, &a, &reports, &stats);
		assert_int_equal(1, stats.unresolved);
		assert_int_equal(1, stats.modules_failed);
		const char *slash = strrchr(modules[i], '/');
		assert_text(slash ? slash + 1 : modules[i], frame(&reports, 0)->module);
		assert_text("outer", frame(&reports, 2)->function);
	}
	fl_arena_release(&a);
}

/* How far the symbols of the object reach, as a kernel counts it: to the next. */
static unsigned long reach_of(const struct world *w, const char *function)
{
	struct fl_buf out;
	char command[256];
	fl_buf_init(&out, 1 << 16);
	snprintf(command, sizeof command,
		"nm -n shelf-a.ko | grep -A1 ' [tT] %s$' | cut -d' ' -f1 | tr '\\n' ' '", function);
	shell(w, command, &out);
	char *end;
	unsigned long start = strtoul(out.data, &end, 16), next = strtoul(end, NULL, 16);
	fl_buf_release(&out);
	assert_true(next > start);
	return next - start;
}

/* An oops in leaf, called from outer, of module "shelf_a"; leaf's size is wrong by so much. */
static void parse_oops(
	const struct world *w, long wrong, struct fl_arena *a, struct san_reports *reports)
{
	struct san_parse_opts parse = {.unresolved = true};
	struct fl_slice text = fl_arena_printf(a,
		"[    1.5] BUG: kernel NULL pointer dereference, address: 0000000000000000\n"
		"[    1.5] RIP: 0010:leaf+0x0/0x%lx [shelf_a]\n[    1.5] Call Trace:\n"
		"[    1.5]  <TASK>\n[    1.5]  outer+0x1/0x%lx [shelf_a 0123abcd]\n"
		"[    1.5]  outer+0x1/0x%lx [other]\n[    1.5]  vfs_write+0xc7/0x3f0\n"
		"[    1.5] ---[ end trace 0000000000000000 ]---\n",
		reach_of(w, "leaf") + (unsigned long)wrong, reach_of(w, "outer"),
		reach_of(w, "outer"));
	assert_int_equal(0, san_parse(text, &parse, a, reports, NULL));
	assert_int_equal(1, reports->list.len);
}

/* A kernel's module is relocatable; its symbols have to be those of the report. */
static void test_kernel_module(void **state)
{
	struct world *w = *state;
	char object[96];
	snprintf(object, sizeof object, "%s/shelf-a.ko", w->dir);
	const char *const objects[] = {"/nonexistent/other-module.ko", object, NULL};
	struct san_symbolize_opts opts = {.objects = objects};
	struct san_symbolize_stats stats;
	struct san_reports reports;
	struct san_symbolizer *s;
	struct fl_arena a;
	shell(w, "cc -g -O1 -fno-pie -c -o shelf-a.ko p.c", NULL);
	assert_int_equal(0, san_symbolizer_new(&opts, &s, NULL));
	for (int box = 0; box < 2; box++) {
		fl_arena_init(&a, 64 << 20);
		parse_oops(w, 0, &a, &reports);
		if (box)
			assert_int_equal(0, san_symbolize_boxed(w->box, &opts, &reports, NULL, &a,
						    &stats, NULL));
		else
			assert_int_equal(0, san_symbolize(s, &reports, NULL, &a, &stats, NULL));
		assert_int_equal(2, stats.resolved);
		assert_int_equal(0, stats.unresolved + stats.modules_failed);
		assert_resolved(w, &reports); /* the call that returns to 1 is at 0 */
		assert_text("outer", frame(&reports, 3)->function); /* of another module */
		assert_int_equal(0, frame(&reports, 3)->line);
		fl_arena_release(&a);
	}
	fl_arena_init(&a, 64 << 20);
	for (long wrong = -1; wrong < 2; wrong += 2) {
		parse_oops(w, wrong, &a, &reports);
		assert_int_equal(0, san_symbolize(s, &reports, NULL, &a, &stats, NULL));
		assert_int_equal(1, stats.unresolved);
		assert_int_equal(0, frame(&reports, 0)->line);
		assert_text("leaf", frame(&reports, 0)->function);
	}
	fl_arena_release(&a);
	san_symbolizer_free(s);
}

/* 20,000 functions, each with 400,000 ranges: to look at all of them takes minutes. */
static const char endless[] =
	".section .debug_abbrev\n.byte 1,0x11,1,0x55,0x17,0,0, 2,0x2e,0,0x55,0x17,0,0, 0\n"
	".section .debug_info\n.long 2f-1f\n1: .short 4\n.long 0\n.byte 8,1\n.long 0\n"
	".rept 20000\n.byte 2\n.long 16\n.endr\n.byte 0\n2:\n"
	".section .debug_ranges\n.quad 0, 0x7fffffff\n.fill 800000, 8, 1\n.quad 0, 0\n";

static void test_endless_module(void **state)
{
	struct world *w = *state;
	struct san_symbolize_opts opts = {.cpu_ms = 300};
	struct san_symbolize_stats stats;
	struct san_reports reports;
	struct fl_arena a;
	char command[1024], file[96];
	snprintf(command, sizeof command, "as -o endless <<'S'\n%sS", endless);
	shell(w, command, NULL);
	snprintf(file, sizeof file, "%s/endless", w->dir);
	fl_arena_init(&a, 64 << 20);
	boxed(w, &opts, file, w->program, &a, &reports, &stats);
	assert_int_equal(1, stats.modules_failed);
	assert_int_equal(1, stats.resolved);
	assert_text("endless", frame(&reports, 0)->module);
	assert_text("outer", frame(&reports, 2)->function);
	fl_arena_release(&a);
}

struct damaged {
	struct world *w;
	struct fl_buf bytes;
};

static int read_damaged(void *ctx, struct fl_slice module, struct fl_buf *out, struct fl_error *err)
{
	struct damaged *d = ctx;
	(void)err;
	bool bad = fl_slice_eqs(module, "/box/bad");
	fl_buf_slice(out, fl_buf_view(bad ? &d->bytes : &d->w->bytes));
	return out->failed;
}

static void damage(struct damaged *d, struct fl_rng *rng)
{
	fl_buf_clear(&d->bytes);
	fl_buf_slice(&d->bytes, fl_buf_view(&d->w->bytes));
	if (fl_rng_below(rng, 4) == 0) {
		fl_buf_truncate(&d->bytes, fl_rng_below(rng, d->bytes.len));
		return;
	}
	for (uint64_t i = 0, n = 1 + fl_rng_below(rng, 60); i < n; i++) {
		/* not the ELF header, else most are no ELF files */
		size_t at = 64 + fl_rng_below(rng, d->bytes.len - 64);
		d->bytes.data[at] = (char)fl_rng_below(rng, 256);
	}
}

/* Whatever the bytes are: no harm out here, and the good module beside them is resolved. */
static void test_damaged_modules(void **state)
{
	struct world *w = *state;
	struct damaged d = {.w = w};
	struct san_symbolize_opts opts = {.read = read_damaged, .ctx = &d};
	struct fl_rng rng = fl_rng_new(4, FL_S("damaged"), FL_S(""));
	size_t unresolved = 0;
	fl_buf_init(&d.bytes, 16 << 20);
	for (int i = 0; i < 60; i++) {
		struct san_symbolize_stats stats;
		struct san_reports reports;
		struct fl_arena a;
		fl_arena_init(&a, 64 << 20);
		damage(&d, &rng);
		boxed(w, &opts, "/box/bad", "/box/good", &a, &reports, &stats);
		const struct san_stack *s = only(&reports)->stacks.items;
		assert_text("outer", frame(&reports, s->frames.len - 1)->function);
		if (stats.unresolved)
			assert_text("bad", frame(&reports, 0)->module);
		unresolved += stats.unresolved;
		fl_arena_release(&a);
	}
	fl_buf_release(&d.bytes);
	print_message("of 60 damaged modules %zu give nothing\n", unresolved);
	assert_true(unresolved > 0 && unresolved < 60);
}

/*
 * LeakSanitizer's search through thread-local storage crashes once a library that was loaded with
 * dlopen() is gone again, as libdw is here.
 */
__attribute__((visibility("default"))) const char *__lsan_default_options(void);
const char *__lsan_default_options(void)
{
	return "use_tls=0";
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_functions_lines_and_inlines),
		cmocka_unit_test(test_named_frames_stay),
		cmocka_unit_test(test_boxed_and_moved),
		cmocka_unit_test(test_large_modules_are_shown),
		cmocka_unit_test(test_what_is_not_there_stays),
		cmocka_unit_test(test_kernel_module),
		cmocka_unit_test(test_endless_module),
		cmocka_unit_test(test_damaged_modules),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
