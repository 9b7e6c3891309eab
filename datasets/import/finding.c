#include "datasets/import/finding.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/host.h"
#include "base/process.h"
#include "datasets/tree/closure.h"
#include "diag/parse.h"
#include "sanitize/run/tools.h"

enum { SAID_MAX = 4 << 20, ARGUMENTS = 16 + DS_CLOSURE_DIRS_MAX };

#define FIXES ".fixes.yaml"

static const char only[] = "--checks=-*,";

/* ---- commands ---- */

/* Behind what is said of the checks: the file, and the flags that it is compiled with. */
static size_t add_file(
	const struct tg_program *p, struct fl_slice *argv, size_t n, struct fl_arena *a)
{
	argv[n++] = tg_program_at(p, 0)->path;
	argv[n++] = FL_S("--");
	argv[n++] = fl_arena_printf(a, "-std=%.*s", FL_ARG(p->std));
	for (size_t i = 0; i < p->flags.len && n < ARGUMENTS; i++)
		argv[n++] = tg_text_at(&p->flags, i);
	return n;
}

/* A .clang-tidy file is not read. */
static size_t add_tool(struct fl_slice *argv, struct fl_slice checks, struct fl_arena *a)
{
	size_t n = 0;
	argv[n++] = FL_S(DS_FINDING_TOOL);
	argv[n++] = FL_S("--config={}");
	argv[n++] = FL_S("--quiet");
	argv[n++] = fl_arena_printf(a, "%s%.*s", only, FL_ARG(checks));
	return n;
}

struct fl_list ds_finding_argv(
	const struct tg_program *program, struct fl_slice check, struct fl_arena *a)
{
	struct fl_slice *argv = fl_arena_array(a, ARGUMENTS, sizeof(*argv));
	if (!argv)
		return (struct fl_list){0};
	size_t n = add_tool(argv, check, a);
	argv[n++] = FL_S("--warnings-as-errors=*");
	return (struct fl_list){argv, add_file(program, argv, n, a)};
}

struct fl_slice ds_finding_check(const struct fl_list *argv)
{
	bool tidy = argv->len > 4 && fl_slice_eqs(tg_text_at(argv, 0), DS_FINDING_TOOL);
	struct fl_slice checks = tidy ? tg_text_at(argv, 3) : (struct fl_slice){0};
	return fl_slice_starts(checks, only) ? fl_slice_skip(checks, strlen(only))
					     : (struct fl_slice){0};
}

int ds_finding_ready(const char *checks, struct fl_error *err)
{
	static const char *const env[] = {"PATH=/usr/bin:/bin", "LC_ALL=C", NULL};
	char *allowed = NULL;
	struct fl_process_result result = {0};
	struct fl_buf said;
	if (!san_tool_installed(DS_FINDING_TOOL))
		return fl_error_set(err, FL_EMISSING,
			"/usr/bin/" DS_FINDING_TOOL
			" is not installed: install it (apt install " DS_FINDING_TOOL
			"), or do without --tidy");
	if (asprintf(&allowed, "%s%s", only, checks) < 0)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the checks");
	const char *const argv[] = {
		"/usr/bin/" DS_FINDING_TOOL, "--config={}", allowed, "--list-checks", NULL};
	const struct fl_process_spec spec = {.argv = argv, .env = env, .out_max = SAID_MAX};
	fl_buf_init(&said, SAID_MAX);
	int rc = fl_process_run(&spec, &said, NULL, &result, err);
	if (rc == 0 && (result.end != FL_END_EXIT || result.exit_status != 0))
		rc = fl_error_set(err, FL_EINVAL,
			"%s has no check that fits --tidy=%s; %s --checks='*' --list-checks "
			"lists them",
			DS_FINDING_TOOL, checks, DS_FINDING_TOOL);
	fl_buf_release(&said);
	free(allowed);
	return rc;
}

static int run_once(struct fl_box *box, const char *const *argv, struct fl_buf *out,
	struct fl_buf *said, struct fl_process_result *result, struct fl_error *err)
{
	static const char *const env[] = {"PATH=/usr/bin:/bin", "HOME=" FL_BOX_DIR, "LANG=C.UTF-8",
		"SOURCE_DATE_EPOCH=" TG_BUILD_EPOCH, NULL};
	const struct fl_run_spec spec = {.argv = argv,
		.env = env,
		.out_max = SAID_MAX,
		.err_max = SAID_MAX,
		.cpu_ms = fl_box_compile_ms(box),
		.wall_ms = 4 * fl_box_compile_ms(box),
		.stack_max = (size_t)64 << 20};
	fl_buf_clear(out);
	fl_buf_clear(said);
	return fl_box_run(box, &spec, out, said, result, err);
}

int ds_finding_run(struct fl_box *box, const struct fl_list *argv, struct fl_arena *a,
	struct tg_build *ret_build, struct fl_error *err)
{
	const char **strings = tg_texts_argv(argv, 0, a);
	struct fl_process_result result;
	struct fl_patience patience = {0};
	struct fl_buf out, said;
	bool again = true;
	int rc = fl_arena_error(a, "a command line", err);
	fl_buf_init(&out, 2 * SAID_MAX);
	fl_buf_init(&said, 2 * SAID_MAX);
	while (rc == 0 && again) {
		rc = run_once(box, strings, &out, &said, &result, err);
		again = rc == 0 && result.exit_status > 0 && fl_host_short_said(fl_buf_view(&said));
		if (again && !fl_patience_wait(&patience, EAGAIN))
			rc = fl_error_set(err, FL_EHOST,
				"the host is out of processes or memory for clang-tidy");
	}
	if (rc == 0)
		*ret_build = (struct tg_build){
			.ok = result.end == FL_END_EXIT && result.exit_status == 0,
			.end = result.end,
			.cpu_ms = result.cpu_ms,
			.diagnostics = fl_arena_slice(a, fl_buf_view(&out))};
	fl_buf_release(&out);
	fl_buf_release(&said);
	return rc ? rc : fl_arena_error(a, "the findings", err);
}

/* ---- fix-its ---- */

/* Of one check, in the order of their places. */
struct edit {
	struct fl_slice check;
	size_t start, end;
	struct fl_slice text;
};

static int by_place(const void *x, const void *y)
{
	const struct edit *a = x, *b = y;
	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return (a->end > b->end) - (a->end < b->end);
}

/* Is the fix-it for the diagnostic itself, in our file? One of a note is one of several ways. */
static bool is_own(const struct tg_program *p, const struct diag_diagnostic *d,
	const struct diag_fixit *f, size_t size)
{
	struct fl_slice path = tg_program_at(p, 0)->path, file = f->file.len ? f->file : d->file;
	return f->note < 0 && f->line == 0 && f->col >= 1 && f->end_col >= f->col &&
	       (uint64_t)f->end_col <= size + 1 && fl_slice_ends_with(file, path) &&
	       file.len == path.len + strlen(FL_BOX_DIR) + 1;
}

static int gather(const struct tg_program *p, const struct fl_list *all, struct fl_vec *edits,
	struct fl_error *err)
{
	const struct diag_diagnostic *d = all->items;
	size_t size = tg_program_at(p, 0)->content.len;
	for (size_t i = 0; i < all->len; i++) {
		const struct diag_fixit *f = d[i].fixits.items;
		for (size_t k = 0; k < d[i].fixits.len; k++) {
			if (!is_own(p, &d[i], &f[k], size))
				continue;
			struct edit *e = fl_vec_add(edits);
			if (!e)
				return fl_error_set(err, FL_ELIMIT, "too many fix-its");
			*e = (struct edit){d[i].code, (size_t)f[k].col - 1,
				(size_t)f[k].end_col - 1, f[k].text};
		}
	}
	return 0;
}

static bool is_same(const struct edit *x, const struct edit *y)
{
	return x->start == y->start && x->end == y->end && fl_slice_eq(x->text, y->text);
}

/* The text with the check's edits; false: two of them are in each other's way. */
static bool apply(struct fl_slice text, const struct edit *edits, size_t count,
	struct fl_slice check, struct fl_arena *a, struct fl_slice *ret)
{
	struct fl_buf out;
	const struct edit *last = NULL;
	size_t at = 0;
	bool ok = true;
	fl_buf_init(&out, 4 * text.len + SAID_MAX);
	for (size_t i = 0; ok && i < count; i++) {
		const struct edit *e = &edits[i];
		if (!fl_slice_eq(e->check, check) || (last && is_same(last, e)))
			continue;
		ok = e->start >= at;
		if (!ok)
			break;
		fl_buf_add(&out, text.ptr + at, e->start - at);
		fl_buf_slice(&out, e->text);
		at = e->end;
		last = e;
	}
	fl_buf_slice(&out, fl_slice_skip(text, at));
	*ret = fl_arena_slice(a, fl_buf_view(&out));
	ok = ok && !out.failed && last;
	fl_buf_release(&out);
	return ok;
}

static bool is_listed(const struct ds_finding *list, size_t count, struct fl_slice check)
{
	for (size_t i = 0; i < count; i++)
		if (fl_slice_eq(list[i].check, check))
			return true;
	return false;
}

static int make_findings(const struct tg_program *p, struct fl_vec *edits, struct fl_arena *a,
	struct fl_list *ret, struct fl_error *err)
{
	struct ds_finding *list = fl_arena_array(a, DS_FINDINGS_MAX, sizeof(*list));
	struct edit *e = edits->len ? fl_vec_at(edits, 0) : NULL;
	size_t n = 0;
	if (!list)
		return fl_arena_error(a, "the findings", err);
	if (e)
		qsort(e, edits->len, sizeof(*e), by_place);
	for (size_t i = 0; i < edits->len && n < DS_FINDINGS_MAX; i++) {
		struct ds_finding f = {.check = e[i].check};
		if (!is_listed(list, n, f.check) &&
			apply(tg_program_at(p, 0)->content, e, edits->len, f.check, a, &f.after))
			list[n++] = f;
	}
	*ret = (struct fl_list){list, n};
	return fl_arena_error(a, "the findings", err);
}

/* What stands in the file that clang-tidy wrote; without findings there is none. */
static int read_fixes(struct fl_box *box, const struct tg_program *p, struct fl_arena *a,
	struct fl_list *ret, struct fl_error *err)
{
	enum { EDITS_MAX = 1 << 16 };
	struct fl_buf yaml;
	struct fl_vec edits;
	struct fl_list all = {0};
	fl_buf_init(&yaml, SAID_MAX);
	fl_vec_init(&edits, sizeof(struct edit), EDITS_MAX);
	int rc = fl_box_get(box, FIXES, &yaml, err);
	if (rc == 0)
		rc = diag_parse(
			fl_arena_slice(a, fl_buf_view(&yaml)), DIAG_FROM_AUTO, a, &all, err);
	else if (rc == FL_ENOTFOUND)
		rc = 0;
	rc = rc ? rc : gather(p, &all, &edits, err);
	rc = rc ? rc : make_findings(p, &edits, a, ret, err);
	fl_buf_release(&yaml);
	fl_vec_release(&edits);
	return rc;
}

int ds_findings(struct fl_box *box, const struct tg_program *program, const char *checks,
	struct fl_arena *a, struct fl_list *ret_findings, struct tg_build *ret_build,
	struct fl_error *err)
{
	struct fl_slice *argv = fl_arena_array(a, ARGUMENTS, sizeof(*argv));
	if (!argv)
		return fl_arena_error(a, "a command line", err);
	size_t n = add_tool(argv, fl_slice_str(checks), a);
	argv[n++] = FL_S("--export-fixes=" FIXES);
	const struct fl_list command = {argv, add_file(program, argv, n, a)};
	*ret_findings = (struct fl_list){0};
	int rc = fl_box_remove(box, FIXES, err);
	rc = rc ? rc : ds_finding_run(box, &command, a, ret_build, err);
	if (rc == 0 && ret_build->ok)
		rc = read_fixes(box, program, a, ret_findings, err);
	return rc;
}
