#include "tracegen/covered.h"

#include <stdlib.h>

#include "tracegen/builds/build.h"
#include "tracegen/guard.h"

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

static struct tg_covered_file *file_of(
	struct fl_vec *files, struct fl_slice path, struct fl_arena *a)
{
	for (size_t i = 0; i < files->len; i++) {
		struct tg_covered_file *f = fl_vec_at(files, i);
		if (fl_slice_eq(f->path, path))
			return f;
	}
	struct tg_covered_file *f = fl_vec_add(files);
	if (f)
		*f = (struct tg_covered_file){.path = fl_arena_slice(a, path)};
	return f;
}

/* "       3*:   12:	text": what the count says, and the line's number; 0: another text. */
static uint32_t count_line(struct fl_slice line, struct tg_line *ret_line)
{
	ptrdiff_t colon = fl_slice_chr(line, ':');
	uint32_t number = 0, runs = 0;
	if (colon < 0)
		return 0;
	struct fl_slice count = fl_slice_trim(fl_slice_head(line, (size_t)colon));
	if (count.len == 0 ||
		fl_slice_uint(fl_slice_trim(fl_slice_skip(line, (size_t)colon + 1)), &number) == 0)
		return 0;
	ret_line->state = count.ptr[0] == '-'                          ? TG_LINE_NO_CODE
			  : count.ptr[0] == '#' || count.ptr[0] == '=' ? TG_LINE_MISSED
								       : TG_LINE_REACHED;
	if (ret_line->state == TG_LINE_REACHED)
		ret_line->now = fl_slice_uint(count, &runs) ? runs : UINT32_MAX;
	return number;
}

/* "branch  1 taken 2 (fallthrough)": its number, and whether it was taken. False: another text. */
static bool branch_line(struct fl_slice line, uint32_t *ret_number, bool *ret_taken)
{
	uint32_t count = 0;
	if (!fl_slice_starts(line, "branch "))
		return false;
	line = fl_slice_trim(fl_slice_skip(line, strlen("branch ")));
	size_t digits = fl_slice_uint(line, ret_number);
	line = fl_slice_trim(fl_slice_skip(line, digits));
	*ret_taken =
		fl_slice_starts(line, "taken ") &&
		(fl_slice_uint(fl_slice_skip(line, strlen("taken ")), &count) == 0 || count > 0);
	return digits > 0;
}

/* Branches come in pairs, the two ways of a test; the first of a pair has an even number. */
static void note_branch(struct tg_line *at, uint32_t number, bool taken, bool *first)
{
	at->branches = true;
	if (number % 2 == 0)
		*first = taken;
	else
		at->both = at->both || (*first && taken);
}

static void note_line(
	struct tg_covered_file *f, uint32_t number, struct tg_line said, struct fl_arena *a)
{
	if (number > LINES_MAX)
		return;
	if (number > f->count) {
		size_t room = (size_t)number * 2;
		struct tg_line *lines = fl_arena_array(a, room, sizeof(*lines));
		if (!lines)
			return;
		memset(lines, 0, room * sizeof(*lines));
		if (f->count)
			memcpy(lines, f->lines, f->count * sizeof(*lines));
		f->lines = lines;
		f->count = room;
	}
	struct tg_line *at = &f->lines[number - 1];
	if (said.state > at->state)
		at->state = said.state;
	/* A line of a header, or of a template, has a count of each unit and instance. */
	at->now = at->now > UINT32_MAX - said.now ? UINT32_MAX : at->now + said.now;
}

/* The text is read: where more came by than before, this input did. */
static void end_input(struct fl_vec *files)
{
	for (size_t i = 0; i < files->len; i++) {
		struct tg_covered_file *f = fl_vec_at(files, i);
		for (size_t n = 0; n < f->count; n++) {
			struct tg_line *line = &f->lines[n];
			line->inputs =
				(unsigned char)(line->inputs + (line->now > line->runs &&
								       line->inputs < UINT8_MAX));
			line->runs = line->now > line->runs ? line->now : line->runs;
			line->now = 0;
		}
	}
}

int tg_covered_read(struct fl_slice text, struct fl_vec *files, struct fl_arena *a)
{
	struct tg_covered_file *file = NULL;
	struct fl_slice line;
	uint32_t last = 0, branch;
	bool taken, first = false;
	while (fl_slice_line(&text, &line)) {
		struct tg_line said = {0};
		if (branch_line(line, &branch, &taken)) {
			if (file && last > 0 && last <= file->count)
				note_branch(&file->lines[last - 1], branch, taken, &first);
			continue;
		}
		ptrdiff_t source = fl_slice_find(line, ":    0:Source:");
		if (source >= 0) {
			file = file_of(files,
				fl_slice_skip(line, (size_t)source + strlen(":    0:Source:")), a);
			last = 0;
			continue;
		}
		uint32_t number = count_line(line, &said);
		if (file && number) {
			note_line(file, number, said, a);
			last = number;
		}
	}
	end_input(files);
	return a->failed ? a->failed : files->failed;
}

/* Run it with one input, and read what was counted up to then. */
static int count_input(struct fl_box *box, const struct tg_program *p, struct fl_vec *files,
	struct fl_buf *text, struct fl_arena *a, struct fl_error *err)
{
	const char *const argv[] = {
		"sh", "-c", "exec gcov-12 --stdout -b -c obj/*.gcda 2>/dev/null", NULL};
	struct fl_run_spec spec = {.argv = argv, .out_max = TEXT_MAX, .cpu_ms = GCOV_CPU_MS};
	struct fl_process_result result;
	fl_buf_clear(text);
	int rc = run(box, p, a, err);
	rc = rc ? rc : fl_box_run(box, &spec, text, NULL, &result, err);
	if (rc || result.end != FL_END_EXIT || result.exit_status != 0)
		return rc;
	rc = tg_covered_read(fl_buf_view(text), files, a);
	return rc ? fl_error_set(err, (enum fl_code)rc, "the coverage is too large") : 0;
}

int tg_covered(struct fl_box *box, const struct tg_program *program, struct fl_arena *a,
	struct fl_list *ret_files, struct fl_error *err)
{
	struct tg_program p;
	struct tg_build build = {0};
	struct fl_buf text;
	struct fl_vec files;
	int rc = counting_program(program, a, &p, err);
	*ret_files = (struct fl_list){0};
	rc = rc ? rc : tg_build_run(box, &p, TG_PLAIN, NULL, a, &build, err);
	if (rc || !build.ok)
		return rc;
	fl_buf_init(&text, TEXT_MAX + 2 * FL_TAIL_MAX);
	fl_vec_init(&files, sizeof(struct tg_covered_file), 4 * TG_FILES_MAX);
	for (size_t i = 0; rc == 0 && i < tg_program_inputs(&p); i++) {
		struct tg_program with = tg_program_with(&p, i);
		rc = count_input(box, &with, &files, &text, a, err);
	}
	if (rc == 0)
		*ret_files = fl_vec_freeze(&files, a);
	fl_vec_release(&files);
	fl_buf_release(&text);
	return rc ? rc : fl_arena_error(a, "the coverage", err);
}

/* The counts of the file; NULL: nobody has counted there. */
static const struct tg_covered_file *counted(const struct fl_list *files, struct fl_slice path)
{
	const struct tg_covered_file *f = files->items;
	for (size_t i = 0; i < files->len; i++)
		if (fl_slice_eq(f[i].path, path))
			return &f[i];
	return NULL;
}

/* A line without code of its own goes with the code before it. NULL: there is none. */
static const struct tg_line *line_before(const struct tg_covered_file *f, size_t number)
{
	for (size_t n = number; n > 0; n--)
		if (f->lines[n - 1].state != TG_LINE_NO_CODE)
			return &f->lines[n - 1];
	return NULL;
}

/* Are lines first to last of the file reached? True also where that is not known. */
static bool are_reached(
	const struct fl_list *files, struct fl_slice path, bool header, int64_t first, int64_t last)
{
	const struct tg_covered_file *f = counted(files, path);
	bool code = false;
	if (!f || first < 1)
		return true;
	for (size_t n = (size_t)first; n <= (size_t)last && n <= f->count; n++) {
		if (f->lines[n - 1].state == TG_LINE_REACHED)
			return true;
		code = code || f->lines[n - 1].state == TG_LINE_MISSED;
	}
	if (code || header || (size_t)first > f->count)
		return !code;
	const struct tg_line *before = line_before(f, (size_t)first);
	return !before || before->state == TG_LINE_REACHED;
}

/* How often the first of these lines that has code ran; -1: none has. */
static int64_t runs_of(const struct tg_covered_file *f, int64_t first, int64_t last)
{
	for (size_t n = (size_t)first; n <= (size_t)last && n <= f->count; n++)
		if (f->lines[n - 1].state != TG_LINE_NO_CODE)
			return f->lines[n - 1].runs;
	return -1;
}

/* Did a guard at that line, if the edit takes one away, make a difference? True: not known. */
static bool did_act(const struct fl_list *files, struct fl_slice path, int64_t line,
	struct fl_slice original, struct fl_slice replacement)
{
	const struct tg_covered_file *f = counted(files, path);
	struct tg_guard guard;
	if (!f || line < 1 || !tg_guard_gone(original, replacement, line, &guard) ||
		(size_t)guard.line > f->count)
		return true;
	const struct tg_line *test = &f->lines[guard.line - 1];
	if (guard.body == guard.line)
		return !test->branches || test->both;
	int64_t runs = runs_of(f, guard.body, guard.end);
	if (runs < 0 || test->state == TG_LINE_NO_CODE)
		return true;
	return guard.unwrapped ? runs < (int64_t)test->runs
			       : are_reached(files, path, false, guard.body, guard.end);
}

static int64_t line_of(const struct tg_program *p, struct fl_slice path, int64_t offset)
{
	const struct tg_file *f = tg_program_file(p, path);
	return f ? 1 + (int64_t)fl_slice_count(fl_slice_head(f->content, (size_t)offset), '\n') : 0;
}

static bool is_slip_reached(
	const struct tg_program *program, const struct fl_list *files, const struct tg_slip *slip)
{
	/* What a header declares has no code. */
	bool header = program->sources.len > 0 && !fl_texts_have(&program->sources, slip->file);
	int64_t first = line_of(program, slip->file, slip->start);
	return are_reached(files, slip->file, header, first,
		       line_of(program, slip->file, slip->end - 1)) &&
	       did_act(files, slip->file, first, slip->original, slip->replacement);
}

bool tg_site_reached(
	const struct tg_program *program, const struct fl_list *files, const struct tg_site *site)
{
	const struct tg_slip *slips = site->slips.items;
	bool wants_one = false, has_one = false;
	for (size_t i = 0; i < site->slips.len; i++) {
		bool one = slips[i].runs == TG_RUNS_ONE;
		if (slips[i].runs == TG_RUNS_NONE)
			continue;
		bool reached = is_slip_reached(program, files, &slips[i]);
		if (!reached && !one)
			return false;
		wants_one |= one;
		has_one |= one && reached;
	}
	if (site->slips.len > 0)
		return has_one || !wants_one;
	return are_reached(files, site->file, false, site->line, site->end_line) &&
	       did_act(files, site->file, site->line, site->original, site->replacement);
}

static struct tg_reach reach_of(const struct tg_covered_file *f, int64_t first, int64_t last)
{
	struct tg_reach reach = {.known = f && first >= 1 && (size_t)first <= f->count};
	if (!reach.known)
		return reach;
	for (size_t n = (size_t)first; n <= (size_t)last && n <= f->count; n++) {
		const struct tg_line *line = &f->lines[n - 1];
		reach.inputs = line->inputs > reach.inputs ? line->inputs : reach.inputs;
		reach.runs = line->runs > reach.runs ? line->runs : reach.runs;
	}
	const struct tg_line *before = line_before(f, (size_t)first);
	if (reach.runs == 0 && before) {
		reach.inputs = before->inputs;
		reach.runs = before->runs;
	}
	return reach;
}

/* How well the slip is come by; not known of what a header declares. */
static struct tg_reach reach_of_slip(
	const struct tg_program *program, const struct fl_list *files, const struct tg_slip *slip)
{
	if (program->sources.len && !fl_texts_have(&program->sources, slip->file))
		return (struct tg_reach){0};
	return reach_of(counted(files, slip->file), line_of(program, slip->file, slip->start),
		line_of(program, slip->file, slip->end - 1));
}

struct tg_reach tg_site_reach(
	const struct tg_program *program, const struct fl_list *files, const struct tg_site *site)
{
	const struct tg_slip *slips = site->slips.items;
	struct tg_reach least = {0}, best = {0};
	if (site->slips.len == 0 || slips[0].runs == TG_RUNS_EACH)
		least = reach_of(counted(files, site->file), site->line, site->end_line);
	for (size_t i = 0; i < site->slips.len; i++) {
		struct tg_reach r = reach_of_slip(program, files, &slips[i]);
		bool one = slips[i].runs == TG_RUNS_ONE;
		if (!r.known || slips[i].runs == TG_RUNS_NONE)
			continue;
		if (one && (!best.known || r.inputs > best.inputs))
			best = r;
		if (!one && (!least.known || r.inputs < least.inputs))
			least = r;
	}
	return !least.known || (best.known && best.inputs < least.inputs) ? best : least;
}
