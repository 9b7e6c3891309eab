/*
 * Evidence of a kernel's fault follows from the faulty kernel alone: made of another site that
 * gives the same kernel, it is the same. Controls: an edit that changes nothing survives, one that
 * does not compile is told.
 * labels: needs-gdb needs-qemu
 * timeout: 300
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/json.h"
#include "tracegen/machine/try.h"

#define FILE_NAME "page_alloc/page_alloc.c"
static const char was[] = "if (from == ORDERS)\n\t\treturn NULL;";
static const char is[] = "if (from == 0)\n\t\treturn NULL;";

static struct world {
	struct fl_arena a;
	struct fl_box *box;
	struct tg_kernel_bench bench;
} w;

static bool have(const char *path)
{
	return access(path, X_OK) == 0;
}

static int set_up(void **state)
{
	char dir[4096];
	const struct tg_kernel_choice choice = {FL_LIT("page_alloc"), DBG_QEMU_X86_64};
	const struct fl_box_opts opts = {.memory_max = (size_t)1536 << 20};
	struct fl_list files;
	struct tg_kernel k;
	struct fl_error err;
	(void)state;
	fl_arena_init(&w.a, 256 << 20);
	snprintf(dir, sizeof(dir), "%s/examples/kernels", getenv("FL_SRC"));
	assert_int_equal(fl_box_new(&opts, &w.box, &err), 0);
	assert_int_equal(tg_kernel_files(dir, &w.a, &files, &err), 0);
	assert_int_equal(tg_kernel_read(&files, &choice, &w.a, &k, &err), 0);
	assert_int_equal(tg_kernel_load(w.box, &k, &w.a, &w.bench, &err), 0);
	assert_null(w.bench.refused);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	fl_box_free(w.box);
	fl_arena_release(&w.a);
	return 0;
}

/* The site that puts `to` where `from` stands, with so many bytes more on both sides. */
static struct tg_site site_of(const char *op, const char *from, const char *to, size_t more)
{
	struct fl_slice text = tg_program_file(&w.bench.kernel.program, FL_S(FILE_NAME))->content;
	ptrdiff_t at = fl_slice_find(text, from);
	assert_true(at > (ptrdiff_t)more);
	size_t start = (size_t)at - more, len = strlen(from) + 2 * more;
	struct fl_slice whole = fl_slice(text.ptr + start, len);
	return (struct tg_site){.op = fl_slice_str(op),
		.file = FL_S(FILE_NAME),
		.start = (int64_t)start,
		.end = (int64_t)(start + len),
		.original = whole,
		.replacement =
			fl_arena_printf(&w.a, "%.*s%s%.*s", FL_ARG(fl_slice_head(whole, more)), to,
				FL_ARG(fl_slice_skip(whole, more + strlen(from))))};
}

static struct fl_slice evidence_of(const struct tg_site *site)
{
	struct tg_kernel_try t;
	struct fl_error err;
	struct fl_buf out;
	assert_int_equal(tg_kernel_try(&w.bench, site, &w.a, &t, &err), 0);
	assert_int_equal(t.fate, TG_KERNEL_OBSERVED);
	fl_buf_init(&out, 1 << 20);
	fl_json_items(&out, &t.look.items);
	struct fl_slice text = fl_arena_slice(&w.a, fl_buf_view(&out));
	fl_buf_release(&out);
	return text;
}

static void test_same_by_another_site(void **state)
{
	struct tg_site one = site_of("wrong-variable", was, is, 0);
	struct tg_site other = site_of("null-check", was, is, 300);
	struct fl_slice x = evidence_of(&one), y = evidence_of(&other);
	(void)state;
	assert_true(x.len > 200);
	assert_string_equal(x.ptr, y.ptr);
}

static void test_controls(void **state)
{
	struct tg_site nothing = site_of("constant", was, was, 0);
	struct tg_site broken = site_of("constant", was, "if (from == ORDERS", 0);
	struct tg_kernel_try t;
	(void)state;
	assert_int_equal(tg_kernel_try(&w.bench, &broken, &w.a, &t, NULL), 0);
	assert_int_equal(t.fate, TG_KERNEL_NOT_COMPILED);
	assert_true(fl_slice_find(t.why, "error:") > 0);
	/* the broken one has left nothing behind */
	assert_int_equal(tg_kernel_try(&w.bench, &nothing, &w.a, &t, NULL), 0);
	assert_int_equal(t.fate, TG_KERNEL_SURVIVED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same_by_another_site),
		cmocka_unit_test(test_controls),
	};
	const char *ci = getenv("CI");
	bool tools = have("/usr/bin/qemu-system-x86_64") && have("/usr/bin/gdb") &&
		     have("/usr/bin/clang-19") && have("/usr/bin/ld.lld-19");
	if (!tools && !(ci && strcmp(ci, "true") == 0))
		return 77;
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
