#include "datasets/inputs/cover.h"

#include "base/hash.h"
#include "datasets/inputs/grow.h"

enum {
	CONSTANTS = 64, /* that the part keeps */
	MAP_BYTES = 2 * DS_COVER_CELLS + 8 * CONSTANTS,
	RUN_WALL_MS = 6000,
	SLEEP_MS = 1500,
	OUT_MAX = 16 << 10
};

#define MAP_NAME "fl_cover.map"

/*
 * The part that counts, C and C++ of any standard. The map is a file, so that it holds whatever
 * ends the program: how often each place was reached; what was compared there (which side is the
 * greater, in how many bits they differ: a rough measure of how varied its data is); constants, 8
 * bytes each.
 */
static const char part[] =
	"#ifndef _GNU_SOURCE\n"
	"#define _GNU_SOURCE 1\n"
	"#endif\n"
	"#include <fcntl.h>\n"
	"#include <stdint.h>\n"
	"#include <sys/mman.h>\n"
	"#include <unistd.h>\n"
	"#ifdef __clang__\n"
	"#define QUIET __attribute__((no_sanitize(\"coverage\")))\n"
	"#else\n"
	"#define QUIET __attribute__((no_sanitize_coverage))\n"
	"#endif\n"
	"#ifdef __cplusplus\n"
	"extern \"C\" {\n"
	"#endif\n"
	"enum { CELLS = 16384, CONSTANTS = 64, BYTES = 2 * CELLS + 8 * CONSTANTS };\n"
	"extern char __executable_start;\n"
	"static unsigned char *fl_map;\n"
	"__attribute__((constructor(101))) QUIET static void fl_open(void)\n"
	"{\n"
	"	int fd = open(\"" MAP_NAME "\", O_RDWR | O_CREAT | O_TRUNC, 0600);\n"
	"	void *at;\n"
	"	if (fd < 0 || ftruncate(fd, BYTES))\n"
	"		return;\n"
	"	at = mmap(0, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);\n"
	"	if (at != MAP_FAILED)\n"
	"		fl_map = (unsigned char *)at;\n"
	"	close(fd);\n"
	"}\n"
	"void __sanitizer_cov_trace_pc(void);\n"
	"QUIET void __sanitizer_cov_trace_pc(void)\n"
	"{\n"
	"	uintptr_t pc = (uintptr_t)__builtin_return_address(0);\n"
	"	unsigned char *cell;\n"
	"	if (!fl_map)\n"
	"		return;\n"
	"	cell = fl_map + (pc - (uintptr_t)&__executable_start) % CELLS;\n"
	"	*cell = (unsigned char)(*cell + (*cell < 255));\n"
	"}\n"
	"QUIET static void fl_constant(uint64_t v)\n"
	"{\n"
	"	int64_t *at;\n"
	"	int i;\n"
	"	if (!fl_map || v < 2 || v > 100000)\n"
	"		return;\n"
	"	at = (int64_t *)(void *)(fl_map + 2 * CELLS);\n"
	"	for (i = 0; i < CONSTANTS && at[i]; i++)\n"
	"		if (at[i] == (int64_t)v)\n"
	"			return;\n"
	"	if (i < CONSTANTS)\n"
	"		at[i] = (int64_t)v;\n"
	"}\n"
	"QUIET static void fl_compared(uintptr_t pc, uint64_t a, uint64_t b)\n"
	"{\n"
	"	uintptr_t at = (pc - (uintptr_t)&__executable_start) * 67 +\n"
	"		(uintptr_t)__builtin_popcountll(a ^ b) + (a < b ? 34 : 0);\n"
	"	if (fl_map)\n"
	"		fl_map[CELLS + at % CELLS] = 1;\n"
	"}\n"
	"#define COMPARE(name, type) \\\n"
	"	void name(type a, type b); \\\n"
	"	QUIET void name(type a, type b) { fl_constant(a); FL_PAIR; }\n"
	"#define NOTE(name, type) \\\n"
	"	void name(type a, type b); \\\n"
	"	QUIET void name(type a, type b) { FL_PAIR; }\n"
	"#define IGNORE(name, type) \\\n"
	"	void name(type a, type b); \\\n"
	"	QUIET void name(type a, type b) { (void)a; (void)b; }\n"
	"#define FL_PAIR fl_compared((uintptr_t)__builtin_return_address(0), a, b)\n"
	"COMPARE(__sanitizer_cov_trace_const_cmp1, uint8_t)\n"
	"COMPARE(__sanitizer_cov_trace_const_cmp2, uint16_t)\n"
	"COMPARE(__sanitizer_cov_trace_const_cmp4, uint32_t)\n"
	"COMPARE(__sanitizer_cov_trace_const_cmp8, uint64_t)\n"
	"NOTE(__sanitizer_cov_trace_cmp1, uint8_t)\n"
	"NOTE(__sanitizer_cov_trace_cmp2, uint16_t)\n"
	"NOTE(__sanitizer_cov_trace_cmp4, uint32_t)\n"
	"NOTE(__sanitizer_cov_trace_cmp8, uint64_t)\n"
	"IGNORE(__sanitizer_cov_trace_cmpf, float)\n"
	"IGNORE(__sanitizer_cov_trace_cmpd, double)\n"
	"void __sanitizer_cov_trace_switch(uint64_t v, uint64_t *cases);\n"
	"QUIET void __sanitizer_cov_trace_switch(uint64_t v, uint64_t *cases)\n"
	"{\n"
	"	uint64_t i;\n"
	"	(void)v;\n"
	"	for (i = 0; i < cases[0]; i++)\n"
	"		fl_constant(cases[2 + i]);\n"
	"}\n"
	"#ifdef __cplusplus\n"
	"}\n"
	"#endif\n";

/* The lists of a program with one more at their ends. */
static int grow_list(struct fl_list *list, const void *item, size_t size, struct fl_arena *a)
{
	char *items = fl_arena_array(a, list->len + 1, size);
	if (!items)
		return FL_ENOMEM;
	if (list->len)
		memcpy(items, list->items, list->len * size);
	memcpy(items + list->len * size, item, size);
	*list = (struct fl_list){items, list->len + 1};
	return 0;
}

static int add_part(struct tg_program *p, struct fl_arena *a, struct fl_error *err)
{
	struct tg_file file = {
		.path = p->language == TG_CXX ? FL_S("fl_cover.cpp") : FL_S("fl_cover.c"),
		.content = fl_slice_str(part)};
	struct fl_slice flag = FL_S("-fsanitize-coverage=trace-pc,trace-cmp");
	int rc = grow_list(&p->files, &file, sizeof(file), a);
	rc = rc ? rc : grow_list(&p->sources, &file.path, sizeof(file.path), a);
	rc = rc ? rc : grow_list(&p->flags, &flag, sizeof(flag), a);
	return rc ? fl_arena_error(a, "the program that counts", err) : 0;
}

int ds_cover_open(struct fl_box *box, const struct tg_program *program, unsigned cpu_ms,
	struct fl_arena *a, struct ds_cover *ret_cover, bool *ret_ok, struct fl_error *err)
{
	struct ds_cover c = {.box = box, .program = *program, .cpu_ms = cpu_ms};
	struct tg_build build = {0};
	struct fl_error invalid;
	int rc = add_part(&c.program, a, err);
	if (rc == 0 && tg_program_check(&c.program, &invalid))
		return *ret_ok = false, 0;
	rc = rc ? rc : fl_box_clear(box, err);
	rc = rc ? rc : tg_build_setup(box, &c.program, err);
	rc = rc ? rc : tg_build_run(box, &c.program, TG_PLAIN, NULL, a, &build, err);
	if (rc == 0 && build.ok)
		rc = tg_build_threads(box, &c.program, TG_PLAIN, a, &c.hits_only, err);
	if (rc == 0) {
		*ret_cover = c;
		*ret_ok = build.ok;
	}
	return rc;
}

/* 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, more. */
static unsigned char magnitude(unsigned char n)
{
	static const unsigned char most[] = {0, 1, 2, 3, 7, 15, 31, 127};
	for (unsigned char i = 0; i < sizeof(most); i++)
		if (n <= most[i])
			return i;
	return sizeof(most);
}

static void read_map(
	const struct ds_cover *c, struct fl_slice map, struct ds_hints *h, struct ds_covered *to)
{
	if (map.len != MAP_BYTES)
		return;
	for (size_t i = 0; i < DS_COVER_CELLS; i++) {
		unsigned char n = magnitude((unsigned char)map.ptr[i]);
		to->cells[i] = c->hits_only ? n > 0 : n;
		to->reached += n > 0;
		to->compared[i] = !c->hits_only && map.ptr[DS_COVER_CELLS + i];
		to->comparisons += to->compared[i];
	}
	for (size_t i = 0; i < CONSTANTS; i++) {
		int64_t v;
		memcpy(&v, map.ptr + 2 * DS_COVER_CELLS + 8 * i, sizeof(v));
		if (v > ' ' && v <= '~')
			ds_hints_char(h, v);
		else if (v)
			ds_hints_number(h, v);
	}
}

/* It waits for the clock: hundreds of such runs take an hour, on any machine. */
static bool sleeps(const struct fl_process_result *r)
{
	unsigned had = r->wall_ms > r->starved_ms ? r->wall_ms - r->starved_ms : 0;
	return had > SLEEP_MS && r->cpu_ms < had / 20;
}

int ds_cover_run(struct ds_cover *c, const struct tg_input *input, struct ds_hints *hints,
	struct ds_covered *ret_covered, struct fl_error *err)
{
	static const char *const env[] = {
		"PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=" FL_BOX_DIR, NULL};
	const char *argv[DS_INPUT_ARGS + 2] = {"./" TG_BINARY};
	struct fl_run_spec spec = {.argv = argv,
		.env = env,
		.input = input->input,
		.out_max = OUT_MAX,
		.err_max = OUT_MAX,
		.cpu_ms = c->cpu_ms,
		.wall_ms = RUN_WALL_MS};
	struct fl_process_result result;
	struct fl_buf out, text, map;
	struct fl_error none;
	for (size_t i = 0; i < input->args.len && i < DS_INPUT_ARGS; i++)
		argv[i + 1] = tg_text_at(&input->args, i).ptr;
	int rc = tg_build_clean(c->box, &c->program, err);
	if (rc)
		return rc;
	fl_buf_init(&out, 4 * OUT_MAX);
	fl_buf_init(&text, 4 * OUT_MAX);
	fl_buf_init(&map, MAP_BYTES);
	*ret_covered = (struct ds_covered){0};
	rc = fl_box_run(c->box, &spec, &out, &text, &result, err);
	if (rc == 0 && fl_box_get(c->box, MAP_NAME, &map, &none) == 0)
		read_map(c, fl_buf_view(&map), hints, ret_covered);
	if (rc == 0) {
		struct fl_slice printed = fl_buf_view(&out);
		ret_covered->well = result.end == FL_END_EXIT && result.exit_status == 0 &&
				    result.cpu_ms <= c->cpu_ms / 5;
		ret_covered->timeout =
			result.end == FL_END_CPU || result.end == FL_END_WALL || sleeps(&result);
		ret_covered->output = fl_hash64_parts(&printed, 1);
		ret_covered->output_len = printed.len;
	}
	fl_buf_release(&out);
	fl_buf_release(&text);
	fl_buf_release(&map);
	return rc;
}
