#include "tracegen/covered.h"

#include <stdlib.h>

#include "tracegen/builds/build.h"

enum { TEXT_MAX = 64 << 20, RUN_CPU_MS = 2000, GCOV_CPU_MS = 20000, LINES_MAX = 1 << 20 };

/* The same program, counting; gcc's, whoever builds it otherwise. */
static int counting_program(const struct tg_program *p, struct fl_arena *a, struct tg_program *ret,
	struct fl_error *err)
{
	struct fl_slice *flags = fl_arena_array(a, p->flags.len + 2, sizeof(*flags));
	struct fl_slice *libs = fl_arena_array(a, p->libs.len + 1, sizeof(*libs));
	if (!flags || !libs)
		return fl_arena_error(a, "the coverage", err);
	for (size_t i = 0; i < p->flags.len; i++)
		flags[i] = tg_text_at(&p->flags, i);
	flags[p->flags.len] = FL_S("--coverage");
	flags[p->flags.len + 1] = FL_S("-w");
	for (size_t i = 0; i < p->libs.len; i++)
		libs[i] = tg_text_at(&p->libs, i);
	libs[p->libs.len] = FL_S("--coverage");
	*ret = *p;
	ret->compiler = TG_GCC;
	ret->flags = (struct fl_list){flags, p->flags.len + 2};
	ret->libs = (struct fl_list){libs, p->libs.len + 1};
	return 0;
}

static int run(
	struct fl_box *box, const struct tg_program *p, struct fl_arena *a, struct fl_error *err)
{
	const char **argv = tg_texts_argv(&p->args, 1, a);
	struct fl_process_result result;
	if (!argv)
		return fl_arena_error(a, "the coverage", err);
	argv[0] = "./" TG_BINARY;
	struct fl_run_spec spec = {.argv = argv, .input = p->input, .cpu_ms = RUN_CPU_MS};
	int rc = tg_build_clean(box, p, err); /* it may not do well among files of an earlier run */
	return rc ? rc : fl_box_run(box, &spec, NULL, NULL, &result, err);
}

static struct fl_slice *lines_of(struct fl_vec *files, struct fl_slice path, struct fl_arena *a)
{
	for (size_t i = 0; i < files->len; i++) {
		struct tg_covered_file *f = fl_vec_at(files, i);
		if (fl_slice_eq(f->path, path))
			return &f->lines;
	}
	struct tg_covered_file *f = fl_vec_add(files);
	if (!f)
		return NULL;
	*f = (struct tg_covered_file){.path = fl_arena_slice(a, path)};
	return &f->lines;
}

/* "        3:   12:	text": what the count says, and the line's number; 0: another text. */
static uint32_t count_line(struct fl_slice line, char *ret_state)
{
	ptrdiff_t colon = fl_slice_chr(line, ':');
	uint32_t number = 0;
	if (colon < 0)
		return 0;
	struct fl_slice count = fl_slice_trim(fl_slice_head(line, (size_t)colon));
	if (count.len == 0 ||
		fl_slice_uint(fl_slice_trim(fl_slice_skip(line, (size_t)colon + 1)), &number) == 0)
		return 0;
	*ret_state = count.ptr[0] == '-'                          ? TG_LINE_NO_CODE
		     : count.ptr[0] == '#' || count.ptr[0] == '=' ? TG_LINE_MISSED
								  : TG_LINE_REACHED;
	return number;
}

static void note_line(struct fl_slice *lines, uint32_t number, char state, struct fl_arena *a)
{
	if (number > LINES_MAX)
		return;
	if (number > lines->len) {
		size_t room = (size_t)number * 2;
		char *bytes = fl_arena_alloc(a, room);
		if (!bytes)
			return;
		memset(bytes, TG_LINE_NO_CODE, room);
		if (lines->len)
			memcpy(bytes, lines->ptr, lines->len);
		*lines = fl_slice(bytes, room);
	}
	char *at = (char *)(uintptr_t)lines->ptr + number - 1;
	if (state > *at)
		*at = state;
}

int tg_covered_read(struct fl_slice text, struct fl_vec *files, struct fl_arena *a)
{
	struct fl_slice line, *lines = NULL;
	while (fl_slice_line(&text, &line)) {
		char state = TG_LINE_NO_CODE;
		ptrdiff_t source = fl_slice_find(line, ":    0:Source:");
		if (source >= 0) {
			lines = lines_of(files,
				fl_slice_skip(line, (size_t)source + strlen(":    0:Source:")), a);
			continue;
		}
		uint32_t number = count_line(line, &state);
		if (lines && number)
			note_line(lines, number, state, a);
	}
	return a->failed ? a->failed : files->failed;
}

int tg_covered(struct fl_box *box, const struct tg_program *program, struct fl_arena *a,
	struct fl_list *ret_files, struct fl_error *err)
{
	const char *const argv[] = {
		"sh", "-c", "exec gcov-12 --stdout obj/*.gcda 2>/dev/null", NULL};
	struct fl_run_spec spec = {.argv = argv, .out_max = TEXT_MAX, .cpu_ms = GCOV_CPU_MS};
	struct fl_process_result result;
	struct tg_program p;
	struct tg_build build = {0};
	struct fl_buf text;
	struct fl_vec files;
	int rc = counting_program(program, a, &p, err);
	*ret_files = (struct fl_list){0};
	rc = rc ? rc : tg_build_run(box, &p, TG_PLAIN, NULL, a, &build, err);
	if (rc || !build.ok)
		return rc;
	for (size_t i = 0; rc == 0 && i < tg_program_inputs(&p); i++) {
		struct tg_program with = tg_program_with(&p, i);
		rc = run(box, &with, a, err);
	}
	fl_buf_init(&text, TEXT_MAX + 2 * FL_TAIL_MAX);
	fl_vec_init(&files, sizeof(struct tg_covered_file), 4 * TG_FILES_MAX);
	rc = rc ? rc : fl_box_run(box, &spec, &text, NULL, &result, err);
	if (rc == 0 && result.end == FL_END_EXIT && result.exit_status == 0) {
		rc = tg_covered_read(fl_buf_view(&text), &files, a);
		if (rc)
			fl_error_set(err, (enum fl_code)rc, "the coverage is too large");
		*ret_files = fl_vec_freeze(&files, a);
	}
	fl_vec_release(&files);
	fl_buf_release(&text);
	return rc ? rc : fl_arena_error(a, "the coverage", err);
}

/* Are lines first to last of the file reached? True also where that is not known. */
static bool are_reached(
	const struct fl_list *files, struct fl_slice path, int64_t first, int64_t last)
{
	const struct tg_covered_file *f = files->items;
	size_t i = 0;
	while (i < files->len && !fl_slice_eq(f[i].path, path))
		i++;
	if (i == files->len || first < 1)
		return true;
	const struct fl_slice lines = f[i].lines;
	bool code = false;
	for (size_t n = (size_t)first; n <= (size_t)last && n <= lines.len; n++) {
		if (lines.ptr[n - 1] == TG_LINE_REACHED)
			return true;
		code = code || lines.ptr[n - 1] == TG_LINE_MISSED;
	}
	if (code || (size_t)first > lines.len)
		return !code;
	/* A line without code of its own goes with the code before it. */
	for (size_t n = (size_t)first; n > 0; n--)
		if (lines.ptr[n - 1] != TG_LINE_NO_CODE)
			return lines.ptr[n - 1] == TG_LINE_REACHED;
	return true;
}

static int64_t line_of(const struct tg_program *p, struct fl_slice path, int64_t offset)
{
	const struct tg_file *f = tg_program_file(p, path);
	return f ? 1 + (int64_t)fl_slice_count(fl_slice_head(f->content, (size_t)offset), '\n') : 0;
}

bool tg_site_reached(
	const struct tg_program *program, const struct fl_list *files, const struct tg_site *site)
{
	const struct tg_slip *slips = site->slips.items;
	bool reached = are_reached(files, site->file, site->line, site->end_line);
	for (size_t i = 0; reached && i < site->slips.len; i++)
		if (!fl_slice_eq(slips[i].file, site->file))
			reached = are_reached(files, slips[i].file,
				line_of(program, slips[i].file, slips[i].start),
				line_of(program, slips[i].file, slips[i].end - 1));
	return reached;
}
