#include "datasets/reward/judge_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "datasets/record/record.h"
#include "diag/parse.h"
#include "sanitize/report/frame.h"
#include "sanitize/run/linking.h"
#include "sanitize/run/tools.h"
#include "tracegen/builds/build.h"
#include "tracegen/program.h"

enum { DIAGNOSTICS_SHOWN = 5, INFRA_TRIES = 3 };

static struct san_file *add_file(
	struct san_file *at, struct fl_slice path, struct fl_slice text, struct fl_arena *a)
{
	*at = (struct san_file){.path = fl_arena_slice(a, path), .content = text};
	return at + 1;
}

struct fl_slice ds_judge_harness(const struct ds_judging *g)
{
	return g->c.language == SAN_CXX ? FL_S("harness.cpp") : FL_S("harness.c");
}

/* Sources and headers, with the harness; those of a test stand there for its run alone. */
int ds_judge_files(struct ds_judging *g, const struct fl_list *more)
{
	size_t count = g->c.files.len + (more ? more->len : 0) + 1;
	struct san_file *files = fl_arena_array(g->a, count, sizeof(*files)), *at = files;
	const struct tg_file *own = g->c.files.items;
	for (size_t i = 0; files && i < g->c.files.len; i++) {
		at = add_file(at, own[i].path, own[i].content, g->a);
		at[-1].data = fl_texts_have(&g->c.data, own[i].path);
	}
	if (files && g->c.harness.len)
		at = add_file(at, ds_judge_harness(g), g->c.harness, g->a);
	for (size_t i = 0; files && more && i < more->len; i++) {
		const struct tg_file *f = (const struct tg_file *)more->items + i;
		at = add_file(at, f->path, f->content, g->a);
	}
	g->program.files =
		(struct fl_list){.items = files, .len = files ? (size_t)(at - files) : 0};
	return fl_arena_error(g->a, "a program", g->err);
}

/* lld takes a third of the time; only that of the compiler's own version is sure to fit. */
static const char *linker_of(const struct san_toolchain *tools)
{
	static const char clang[] = "clang++";
	struct fl_slice driver = fl_slice_str(tools->driver[SAN_CXX]);
	char name[64];
	if (!fl_slice_starts(driver, clang))
		return NULL;
	snprintf(name, sizeof(name), "ld.lld%s", driver.ptr + strlen(clang));
	return san_tool_installed(name) ? "lld" : NULL;
}

int ds_judge_program(struct ds_judging *g)
{
	struct san_program *p = &g->program;
	enum san_language language = g->c.language;
	struct san_toolchain tools = g->judge->tools;
	if (g->c.driver.len)
		san_toolchain_find(fl_arena_slice(g->a, g->c.driver).ptr, language, g->a, &tools,
			NULL); /* else ours has to do */
	*p = (struct san_program){.tools = tools,
		.clang = g->judge->clang,
		.linker = linker_of(&tools),
		.lines = true,
		.resident = g->judge->resident,
		.std = {"gnu17", "gnu++17"},
		.language = language,
		.flags = tg_texts_argv(&g->c.flags, 0, g->a)};
	if (g->c.std.len) {
		const char *std = fl_arena_slice(g->a, g->c.std).ptr;
		p->std[fl_slice_find(g->c.std, "++") >= 0 ? SAN_CXX : SAN_C] = std;
	}
	return ds_judge_files(g, NULL);
}

/* Ours or the host's: no reward. */
int ds_judge_infra(struct ds_judging *g, const char *message)
{
	if (!g->label->infra_error.len)
		g->label->infra_error = fl_arena_slice(g->a, fl_slice_str(message));
	return 0;
}

struct fl_slice ds_judge_terse(
	const struct fl_items *items, enum fl_marker marker, struct fl_arena *a)
{
	struct fl_buf text;
	fl_buf_init(&text, FL_TEXT_MAX);
	fl_literal_write(&text, items, FL_TERSE, marker);
	struct fl_slice made = fl_arena_slice(a, fl_buf_view(&text));
	fl_buf_release(&text);
	return made;
}

/*
 * A header stands where the candidate put it, and not below "."; the system's have one name, and
 * objects that the linker adds no path, which differs between compilers.
 */
static struct fl_slice path_given(struct fl_slice path, struct fl_arena *a)
{
	if (fl_slice_starts(path, "/") && fl_slice_ends(path, ".o"))
		return fl_slice_skip(path, (size_t)(fl_slice_rchr(path, '/') + 1));
	while (fl_slice_starts(path, "./"))
		path = fl_slice_skip(path, 2);
	return san_path_clean(path, FL_S(""), a);
}

static void clean_paths(const struct fl_list *shown, struct fl_arena *a)
{
	struct diag_diagnostic *d = shown->items;
	for (size_t i = 0; i < shown->len; i++) {
		struct diag_note *notes = d[i].notes.items;
		d[i].file = path_given(d[i].file, a);
		d[i].object = path_given(d[i].object, a);
		for (size_t k = 0; k < d[i].notes.len; k++)
			notes[k].file = path_given(notes[k].file, a);
	}
}

/*
 * A driver that does not know what the task asks for, or a linker without its library: nothing that
 * the code says ends like this, as that has a file.
 */
static bool is_of_options(const struct ds_candidate *c, const struct diag_diagnostic *d)
{
	static const char *const said[] = {"invalid value '", "invalid argument '",
		"invalid integral value '", "invalid arguments for ", "unsupported option '",
		"unsupported argument '", "unrecognized ", "unknown ", "bad value ", "argument to ",
		"conversion from ", "cannot find -l", "unable to find library -l"};
	static const char *const within[] = {" is not between ", ": no option "};
	if (!c->flags.len && !c->std.len)
		return false;
	if (fl_slice_eqs(d->file, "<command-line>") || fl_slice_eqs(d->file, "<command line>"))
		return true;
	if (d->file.len || d->object.len)
		return false;
	for (size_t i = 0; i < sizeof(within) / sizeof(within[0]); i++)
		if (fl_slice_find(d->message, within[i]) >= 0)
			return true;
	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++)
		if (fl_slice_starts(d->message, said[i]))
			return true;
	return false;
}

/* The first errors, cut, and what they say that is wrong. */
static int tell_diagnostics(struct ds_judging *g)
{
	struct ds_label *l = g->label;
	struct fl_list all;
	int rc = diag_parse(g->build.diagnostics, DIAG_FROM_AUTO, g->a, &all, g->err);
	if (rc)
		return rc;
	struct fl_list shown = diag_errors(&all, DIAGNOSTICS_SHOWN, g->a);
	const struct diag_diagnostic *first = shown.items;
	if (!first)
		return fl_arena_error(g->a, "the diagnostics", g->err);
	if (shown.len && is_of_options(&g->c, first)) {
		l->stage = DS_STAGE_CANDIDATE;
		g->task_wrong = true;
		return ds_judge_infra(g,
			fl_arena_printf(g->a, "\"std\" or \"flags\": %.*s", FL_ARG(first->message))
				.ptr);
	}
	clean_paths(&shown, g->a);
	l->message = FL_S("it does not compile");
	l->kind = FL_S("compile-error");
	if (shown.len) {
		l->error_class = first->error_class;
		l->confidence = first->confidence;
		l->message = first->message;
		if (first->id.len)
			l->kind = first->id;
	}
	struct fl_items items = diag_items(g->a, &shown);
	rc = diag_fit(&items, DS_EVIDENCE_BYTES, g->a, g->err);
	l->diagnostics = shown;
	l->evidence = ds_judge_terse(&items, FL_MARK_COMPILE, g->a);
	return rc ? rc : fl_arena_error(g->a, "the diagnostics", g->err);
}

/* ---- compiling, and what was compiled before ---- */

void ds_judge_files_key(const struct fl_list *files, char ret_key[65])
{
	const struct tg_file *f = files->items;
	struct fl_buf digests;
	char hex[65];
	fl_buf_init(&digests, SIZE_MAX / 2);
	for (size_t i = 0; i < files->len; i++) {
		const struct fl_slice parts[] = {f[i].path, f[i].content};
		fl_sha256_parts(parts, 2, hex);
		fl_buf_add(&digests, hex, 64);
	}
	fl_sha256_hex(fl_buf_view(&digests), ret_key);
	fl_buf_release(&digests);
}

/* All that decides what comes out. */
static void build_key(const struct ds_judging *g, enum san_mode mode, char ret_key[65])
{
	const struct san_program *p = &g->program;
	char files[65];
	struct fl_buf words;
	ds_judge_files_key(&g->c.files, files);
	fl_buf_init(&words, SIZE_MAX / 2);
	fl_buf_printf(&words, "%s %s %s %d %d", p->tools.driver[SAN_CXX], p->std[SAN_C],
		p->std[SAN_CXX], (int)g->c.language, (int)mode);
	for (const char *const *flag = p->flags; flag && *flag; flag++)
		fl_buf_printf(&words, " %s", *flag);
	const struct fl_slice *data = g->c.data.items;
	for (size_t i = 0; i < g->c.data.len; i++)
		fl_buf_printf(&words, "\n%.*s", FL_ARG(data[i]));
	const struct fl_slice parts[] = {fl_slice(files, 64), g->c.harness, fl_buf_view(&words)};
	fl_sha256_parts(parts, sizeof(parts) / sizeof(parts[0]), ret_key);
	fl_buf_release(&words);
}

static void drop_build(struct ds_kept_build *k)
{
	free((void *)(uintptr_t)k->build.binary.ptr);
	free((void *)(uintptr_t)k->build.diagnostics.ptr);
	*k = (struct ds_kept_build){0};
}

void ds_judge_drop_builds(struct ds_judge *j)
{
	for (size_t i = 0; i < DS_BUILDS_KEPT; i++)
		drop_build(&j->builds[i]);
}

static const struct ds_kept_build *find_build(const struct ds_judge *j, const char *key)
{
	for (size_t i = 0; i < DS_BUILDS_KEPT; i++)
		if (strcmp(j->builds[i].key, key) == 0)
			return &j->builds[i];
	return NULL;
}

static struct fl_slice copy_of(struct fl_slice text)
{
	char *copy = malloc(text.len + 1);
	if (copy && text.len)
		memcpy(copy, text.ptr, text.len);
	return fl_slice(copy, copy ? text.len : 0);
}

/* In place of the oldest. What there is no memory for is built again. */
static void keep_build(struct ds_judge *j, const char *key, const struct san_build *b)
{
	struct ds_kept_build *k = &j->builds[j->next_build++ % DS_BUILDS_KEPT];
	size_t size = b->binary.len + b->diagnostics.len;
	drop_build(k);
	if (size > DS_BUILDS_BYTES / DS_BUILDS_KEPT)
		return;
	k->build = *b;
	k->build.binary = copy_of(b->binary);
	k->build.diagnostics = copy_of(b->diagnostics);
	if (k->build.binary.ptr && k->build.diagnostics.ptr)
		memcpy(k->key, key, sizeof(k->key));
	else
		drop_build(k);
}

/* Of the compiler that all are built with, where nothing is asked of the linker. */
static int set_link(struct ds_judging *g, enum san_mode mode)
{
	struct ds_linking *l = &g->judge->linking[g->program.language][mode];
	int rc = 0;
	g->program.link = NULL;
	if (!g->program.linker || g->c.driver.len || !san_linking_is_plain(g->program.flags))
		return 0;
	if (!l->asked)
		rc = san_linking_find(g->judge->compile_box, &g->program, mode, &g->judge->arena,
			&l->link, g->err);
	l->asked = l->asked || rc == 0;
	g->program.link = l->link;
	return rc == FL_EHOST ? 0 : rc;
}

static int compile_now(struct ds_judging *g, enum san_mode mode, struct san_build *ret_build)
{
	bool done = false;
	int rc = set_link(g, mode);
	if (rc == 0 && !g->worked_on)
		rc = ds_judge_compile_read(g, mode, ret_build, &done);
	if (rc || done)
		return rc;
	for (int i = 0; i < INFRA_TRIES; i++) {
		rc = san_build_all(g->judge->compile_box, &g->program, &mode, 1, 1,
			FL_COMPILE_CPU_MS, g->a, ret_build, g->err);
		if (rc != FL_EHOST && !(rc == 0 && ret_build->host))
			break;
	}
	return rc;
}

/* What a limit has ended may come out otherwise on another day. */
int ds_judge_compile(struct ds_judging *g, enum san_mode mode, struct san_build *ret_build)
{
	char key[65];
	if (!g->worked_on)
		return compile_now(g, mode, ret_build);
	build_key(g, mode, key);
	const struct ds_kept_build *kept = find_build(g->judge, key);
	if (kept) {
		*ret_build = kept->build;
		return 0;
	}
	int rc = compile_now(g, mode, ret_build);
	if (rc == 0 && !ret_build->host && ret_build->end == FL_END_EXIT)
		keep_build(g->judge, key, ret_build);
	return rc;
}

/* By the commands of the record, whose flags may make errors of warnings. */
static int build_as_recorded(struct ds_judging *g, struct san_build *b)
{
	const struct ds_command *commands = g->c.commands.items;
	const struct san_file *files = g->program.files.items;
	struct fl_box *box = g->judge->compile_box;
	struct tg_build step = {.ok = true};
	struct fl_buf said;
	int rc = fl_box_clear(box, g->err);
	for (size_t i = 0; i < g->program.files.len && rc == 0; i++)
		rc = fl_box_put(box, files[i].path.ptr, files[i].content, 0644, g->err);
	fl_buf_init(&said, 2 * SAN_DIAGNOSTICS_MAX);
	for (size_t i = 0; i < g->c.commands.len && rc == 0 && step.ok; i++)
		rc = tg_build_step(box, &commands[i].argv, g->a, &said, &step, g->err);
	*b = (struct san_build){.ok = step.ok,
		.end = step.end,
		.diagnostics = fl_arena_slice(g->a, fl_buf_view(&said))};
	fl_buf_release(&said);
	return rc ? rc : fl_arena_error(g->a, "the diagnostics", g->err);
}

int ds_judge_build(struct ds_judging *g)
{
	struct ds_label *l = g->label;
	int rc = g->c.commands.len ? build_as_recorded(g, &g->build) : 0;
	if (rc == 0 && (!g->c.commands.len || g->build.ok))
		rc = ds_judge_compile(g, g->c.mode, &g->build);
	if (rc == FL_EINVAL) {
		/* nothing comes out of it: a flag that keeps it from linking */
		l->stage = DS_STAGE_COMPILE;
		l->message = fl_arena_slice(g->a, fl_slice_str(g->err->message));
		return 0;
	}
	if (rc || g->build.host)
		return rc ? rc
			  : ds_judge_infra(
				    g, "the host was out of processes or memory for a compiler");
	if (g->build.ok)
		return 0;
	l->stage = DS_STAGE_COMPILE;
	if (g->build.end != FL_END_EXIT) {
		l->kind = FL_S("compiler-limit");
		l->error_class = DIAG_CLASS_RESOURCE;
		l->message = FL_S("the compiler used up its time or memory");
		return 0;
	}
	return tell_diagnostics(g);
}

/* Without sanitizers, where their time was too long; false: it cannot be built so. */
int ds_judge_plain(struct ds_judging *g, bool *ret_ok)
{
	int rc = 0;
	if (!g->plain_tried) {
		g->plain_tried = true;
		const char **flags = tg_texts_argv(&g->c.flags, 1, g->a);
		const char *const *before = g->program.flags;
		if (!flags)
			return fl_arena_error(g->a, "the flags", g->err);
		flags[0] = "-O2";
		g->program.flags = flags;
		rc = ds_judge_files(g, NULL);
		rc = rc ? rc : ds_judge_compile(g, SAN_MODE_NONE, &g->plain);
		g->program.flags = before;
	}
	*ret_ok = rc == 0 && g->plain.ok;
	return rc;
}
