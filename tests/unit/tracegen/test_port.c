/*
 * Faults that another machine tells: both conditions, either way round. Without namespaces, cross
 * compilers or the emulator it is skipped, but not in CI.
 * timeout: 300
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "tests/support/box.h"
#include "tracegen/port.h"
#include "tracegen/sites.h"

static const char text[] =
	"#define _GNU_SOURCE\n"
	"#include <stdint.h>\n"
	"#include <stdio.h>\n"
	"#include <string.h>\n"
	"static uint32_t read32(const uint8_t *p)\n"
	"{\n"
	"	return p[0] | p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;\n"
	"}\n"
	"static int64_t square(int64_t n)\n"
	"{\n"
	"	int64_t small = n % 10;\n"
	"	int64_t big = n * n;\n"
	"	return big + small;\n"
	"}\n"
	"static int low(const int *p)\n"
	"{\n"
	"	uintptr_t at = (uintptr_t)p;\n"
	"	return *(const int *)at;\n"
	"}\n"
	"#if defined(__x86_64__)\n"
	"enum { WORD = 8 };\n"
	"#elif defined(__i386__)\n"
	"enum { WORD = 4 };\n"
	"#elif defined(__s390x__) || defined(__aarch64__)\n"
	"enum { WORD = 8 };\n"
	"#else\n"
	"#error unknown\n"
	"#endif\n"
	"int main(void)\n"
	"{\n"
	"	static const uint8_t bytes[] = {1, 2, 3, 4};\n"
	"	int n = 3;\n"
	"	printf(\"%x %lld %d %d\\n\", (unsigned)read32(bytes),\n"
	"		(long long)square(300000), low(&n), WORD == sizeof(void *));\n"
	"	puts(memmem(bytes, 4, \"\\3\", 1) ? \"found\" : \"lost\");\n"
	"	return 0;\n"
	"}\n";

static const struct expected {
	const char *op;
	int line;
	enum tg_status status;
	const char *fails_on, *works_on, *kind;
} expectations[] = {
	{"byte-order-read", 7, TG_OBSERVED, "s390x", "x86_64", "wrong-output"},
	{"long-width", 12, TG_OBSERVED, "i386", "x86_64", "wrong-output"},
	{"long-width", 11, TG_SURVIVED, "", "", ""},
	{"pointer-in-int", 17, TG_OBSERVED, "x86_64", "i386", "segv"},
	{"lost-port", 22, TG_OBSERVED, "i386", "x86_64", ""},
};

struct world {
	struct fl_arena arena;
	struct fl_box *box;
	struct tg_program program;
	struct tg_baseline baseline;
	struct tg_port port;
	struct fl_list sites;
};

/* What is missing, or NULL. */
static const char *missing(void)
{
	for (int t = 0; t < TG_TARGETS; t++)
		if (tg_target_lacks((enum tg_target)t, TG_C))
			return tg_target_lacks((enum tg_target)t, TG_C);
	return NULL;
}

static int setup(void **state)
{
	static struct world w;
	struct fl_error err = {0};
	fl_arena_init(&w.arena, 1u << 30);
	if (missing())
		return test_needs(missing());
	if (test_box_open(&w.box))
		return -1;
	int rc = tg_program_single(
		FL_S("a.c"), fl_slice_str(text), TG_GCC, &w.arena, &w.program, &err);
	rc = rc ? rc : tg_baseline_run(w.box, &w.program, NULL, &w.arena, &w.baseline, &err);
	rc = rc ? rc : tg_sites(w.box, &w.program, &w.arena, &w.sites, &err);
	if (rc) {
		print_error("%s\n", err.message);
		return -1;
	}
	*state = &w;
	return 0;
}

static int teardown(void **state)
{
	struct world *w = *state;
	fl_box_free(w->box);
	fl_arena_release(&w->arena);
	return 0;
}

static const struct tg_site *site_at(const struct world *w, const char *op, int line)
{
	for (size_t i = 0; i < w->sites.len; i++) {
		const struct tg_site *s = (const struct tg_site *)w->sites.items + i;
		if (fl_slice_eqs(s->op, op) && s->line == line)
			return s;
	}
	fail_msg("no site of %s in line %d", op, line);
	return NULL;
}

static void verdicts(void **state)
{
	struct world *w = *state;
	assert_int_equal(w->baseline.refusal, TG_REFUSED_NONE);
	for (size_t i = 0; i < sizeof(expectations) / sizeof(expectations[0]); i++) {
		const struct expected *e = &expectations[i];
		struct tg_outcome o;
		struct tg_port_verdict v;
		struct fl_error err;
		if (tg_port_verify(w->box, &w->program, &w->baseline, &w->port,
			    site_at(w, e->op, e->line), NULL, &w->arena, &o, &v, &err))
			fail_msg("%s", err.message);
		if (o.status != e->status || !fl_slice_eqs(o.evidence.kind, e->kind))
			fail_msg("%s in line %d: %s, \"%.*s\"", e->op, e->line,
				tg_status_names.words[o.status], FL_ARG(o.evidence.kind));
		assert_string_equal(v.fails_on ? v.fails_on : "", e->fails_on);
		assert_string_equal(v.works_on ? v.works_on : "", e->works_on);
		assert_true(!v.unfit);
	}
}

/* What fails everywhere is no fault of one machine, and what changes nothing none at all. */
static void controls(void **state)
{
	struct world *w = *state;
	struct tg_site site = *site_at(w, "long-width", 12);
	struct tg_outcome o;
	struct tg_port_verdict v;
	struct fl_error err;
	site.replacement = FL_S("short");
	assert_int_equal(tg_port_verify(w->box, &w->program, &w->baseline, &w->port, &site, NULL,
				 &w->arena, &o, &v, &err),
		0);
	assert_int_equal(o.status, TG_SURVIVED);
	assert_non_null(v.unfit);
	site.replacement = site.original;
	assert_int_equal(tg_port_verify(w->box, &w->program, &w->baseline, &w->port, &site, NULL,
				 &w->arena, &o, &v, &err),
		0);
	assert_int_equal(o.status, TG_SURVIVED);
	assert_null(v.fails_on);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(verdicts),
		cmocka_unit_test(controls),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
