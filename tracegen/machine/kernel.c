#include "tracegen/machine/kernel.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/source_name.h"

enum { TEXTS_MAX = 512, CHOICES_MAX = 1024 };

/* A manifest being read. */
struct reader {
	const struct fl_list *files;
	struct fl_arena *a;
	struct fl_error *err;
};

static int wrong(struct reader *r, const char *what, const char *key)
{
	return fl_error_set(r->err, FL_EPARSE, TG_KERNEL_MANIFEST ": %s: %s", key, what);
}

static int parse(struct reader *r, const struct fl_json **ret_top)
{
	const struct tg_file *f = tg_files_find(r->files, FL_S(TG_KERNEL_MANIFEST));
	if (!f)
		return fl_error_set(r->err, FL_ENOTFOUND, "there is no " TG_KERNEL_MANIFEST);
	int rc = fl_json_parse(f->content, r->a, ret_top, r->err);
	return rc ? rc : (*ret_top)->type == FL_JOBJECT ? 0 : wrong(r, "is no object", "it");
}

static int add(struct reader *r, struct fl_vec *out, struct fl_slice text, const char *key)
{
	struct fl_slice *s = fl_vec_add(out);
	if (!s)
		return wrong(r, "is too long", key);
	*s = text;
	return 0;
}

/* A plain name stands for itself; a pattern for the paths that it matches, in their order. */
static int add_matches(struct reader *r, struct fl_vec *out, struct fl_slice text, const char *key)
{
	struct fl_slice pattern = fl_arena_slice(r->a, text);
	size_t before = out->len;
	int rc = 0;
	if (!pattern.ptr || !strpbrk(pattern.ptr, "*?["))
		return add(r, out, text, key);
	for (size_t i = 0; rc == 0 && i < r->files->len; i++) {
		struct fl_slice path = ((const struct tg_file *)r->files->items)[i].path;
		if (fnmatch(pattern.ptr, fl_arena_slice(r->a, path).ptr,
			    FNM_PATHNAME | FNM_PERIOD) == 0)
			rc = add(r, out, path, key);
	}
	return rc || out->len > before ? rc : wrong(r, "a pattern matches no file", key);
}

/* The texts of a list behind those that are there; a key that is missing is an empty list. */
static int add_texts(
	struct reader *r, const struct fl_json *of, const char *key, bool paths, struct fl_vec *out)
{
	const struct fl_json *list = fl_json_get(of, key);
	int rc = list && list->type != FL_JARRAY ? wrong(r, "is no list", key) : 0;
	for (const struct fl_json *v = list && !rc ? list->child : NULL; v && !rc; v = v->next) {
		if (v->type != FL_JTEXT || fl_slice_chr(v->text, '\0') >= 0)
			rc = wrong(r, "holds something other than text", key);
		else
			rc = paths ? add_matches(r, out, v->text, key) : add(r, out, v->text, key);
	}
	return rc;
}

/* Those of a target, then those of the program; either may be NULL. */
static int read_texts(struct reader *r, const struct fl_json *target, const struct fl_json *program,
	const char *key, bool paths, struct fl_list *ret)
{
	struct fl_vec texts;
	fl_vec_init(&texts, sizeof(struct fl_slice), TEXTS_MAX);
	int rc = add_texts(r, target, key, paths, &texts);
	rc = rc ? rc : add_texts(r, program, key, paths, &texts);
	*ret = fl_vec_freeze(&texts, r->a);
	fl_vec_release(&texts);
	return rc ? rc : fl_arena_error(r->a, "a kernel", r->err);
}

static int find_machine(struct reader *r, const struct fl_json *target, enum dbg_qemu_machine *ret)
{
	struct fl_slice arch = fl_json_str(fl_json_get(target, "arch"));
	for (int i = 0; i < DBG_QEMU_MACHINE_COUNT; i++)
		if (fl_slice_eqs(arch, dbg_qemu_machine_words[i]))
			return *ret = (enum dbg_qemu_machine)i, 0;
	return wrong(r, "is not x86_64, aarch64 or riscv64", "arch");
}

static bool is_kernel(const struct fl_json *program)
{
	return fl_slice_eqs(fl_json_str(fl_json_get(program, "mode")), "kernel");
}

/* A program's own targets, or those of the manifest. */
static const struct fl_json *targets_of(const struct fl_json *top, const struct fl_json *program)
{
	const struct fl_json *own = fl_json_get(program, "targets");
	const struct fl_json *list = own ? own : fl_json_get(top, "targets");
	return list && list->type == FL_JARRAY ? list->child : NULL;
}

static const struct fl_json *programs_of(const struct fl_json *top)
{
	const struct fl_json *list = fl_json_get(top, "programs");
	if (!list)
		return is_kernel(top) ? top : NULL; /* a manifest of one */
	return list->type == FL_JARRAY ? list->child : NULL;
}

/* The next program of a list; a manifest of one has no more. */
static const struct fl_json *next_of(const struct fl_json *top, const struct fl_json *p)
{
	return p == top ? NULL : p->next;
}

int tg_kernel_list(const struct fl_list *files, struct fl_arena *a, struct fl_list *ret_choices,
	struct fl_error *err)
{
	struct reader r = {.files = files, .a = a, .err = err};
	const struct fl_json *top = NULL;
	struct fl_vec out;
	int rc = parse(&r, &top);
	fl_vec_init(&out, sizeof(struct tg_kernel_choice), CHOICES_MAX);
	for (const struct fl_json *p = rc ? NULL : programs_of(top); p && !rc;
		p = next_of(top, p)) {
		struct fl_slice name = fl_json_str(fl_json_get(p, "name"));
		if (!is_kernel(p))
			continue;
		if (!name.len || !targets_of(top, p))
			rc = wrong(&r, "a kernel needs one", name.len ? "targets" : "name");
		for (const struct fl_json *t = rc ? NULL : targets_of(top, p); t && !rc;
			t = t->next) {
			struct tg_kernel_choice *c = fl_vec_add(&out);
			rc = c ? find_machine(&r, t, &c->machine)
			       : wrong(&r, "there are too many", "programs");
			if (c)
				c->name = name;
		}
	}
	*ret_choices = fl_vec_freeze(&out, a);
	fl_vec_release(&out);
	return rc ? rc : fl_arena_error(a, "the kernels", err);
}

/* ---- one kernel ---- */

/* A text of the program, or of the target, or the one that is taken otherwise. */
static struct fl_slice text_of(const struct fl_json *program, const struct fl_json *target,
	const char *key, const char *otherwise)
{
	const struct fl_json *v = fl_json_get(program, key);
	v = v ? v : fl_json_get(target, key);
	return v && v->type == FL_JTEXT ? v->text : fl_slice_str(otherwise);
}

/* Functions by their names, or the one that kernels call so. */
static int read_stops(struct reader *r, const struct fl_json *program, const char *key,
	const char *otherwise, struct fl_list *ret)
{
	int rc = read_texts(r, NULL, program, key, false, ret);
	if (rc || ret->len)
		return rc;
	struct fl_slice *one = fl_arena_alloc(r->a, sizeof(*one));
	if (!one)
		return fl_arena_error(r->a, "a kernel", r->err);
	*one = fl_slice_str(otherwise);
	*ret = (struct fl_list){one, 1};
	return 0;
}

/* What libclang reads, and what has a fault put in: sources in C or C++, not in assembly. */
static int read_program(struct reader *r, struct tg_kernel *k)
{
	struct tg_program *p = &k->program;
	struct fl_slice *units = fl_arena_array(r->a, k->sources.len, sizeof(*units));
	if (!units)
		return fl_arena_error(r->a, "a kernel", r->err);
	p->name = k->name;
	p->language = TG_C;
	p->compiler = fl_slice_find(k->compiler, "clang") >= 0 ? TG_CLANG : TG_GCC;
	p->std = FL_S(TG_C_STD);
	p->files = *r->files;
	for (size_t i = 0; i < k->sources.len; i++) {
		bool cxx = false;
		struct fl_slice path = tg_text_at(&k->sources, i);
		if (!fl_source_is_unit(path, &cxx))
			continue;
		((struct fl_slice *)units)[p->sources.len++] = path;
		if (cxx)
			p->language = TG_CXX;
	}
	p->sources.items = units;
	for (size_t i = 0; i < p->flags.len; i++) {
		struct fl_slice flag = tg_text_at(&p->flags, i);
		bool cxx = false;
		if (fl_slice_starts(flag, "-std=") &&
			fl_source_standard(fl_slice_skip(flag, strlen("-std=")), &cxx) &&
			cxx == (p->language == TG_CXX))
			p->std = fl_slice_skip(flag, strlen("-std="));
	}
	if (!p->mutate.len)
		return wrong(r, "a kernel needs one", "mutate");
	return tg_program_check(p, r->err);
}

static int read_kernel(struct reader *r, const struct fl_json *program,
	const struct fl_json *target, struct tg_kernel *k)
{
	k->name = fl_json_str(fl_json_get(program, "name"));
	k->pass = text_of(program, target, "pass", "");
	k->compiler = text_of(program, target, "compiler", "clang-19");
	k->linker = text_of(program, target, "linker", "ld.lld-19");
	k->pass_status = fl_json_int(fl_json_get(target, "pass_status"), 0);
	if (!k->pass.len)
		return wrong(r, "a kernel needs one", "pass");
	int rc = read_texts(r, target, program, "sources", true, &k->sources);
	rc = rc ? rc : read_texts(r, target, program, "flags", false, &k->program.flags);
	rc = rc ? rc : read_texts(r, NULL, program, "mutate", true, &k->program.mutate);
	rc = rc ? rc : read_texts(r, target, program, "link", false, &k->link);
	rc = rc ? rc : read_texts(r, target, program, "qemu", false, &k->qemu);
	rc = rc ? rc : read_stops(r, program, "panic", "panic", &k->panic);
	rc = rc ? rc : read_stops(r, program, "fail", "selftest_fail", &k->fail);
	return rc ? rc : read_program(r, k);
}

int tg_kernel_read(const struct fl_list *files, const struct tg_kernel_choice *choice,
	struct fl_arena *a, struct tg_kernel *ret_kernel, struct fl_error *err)
{
	struct reader r = {.files = files, .a = a, .err = err};
	const struct fl_json *top = NULL;
	int rc = parse(&r, &top);
	for (const struct fl_json *p = rc ? NULL : programs_of(top); p; p = next_of(top, p)) {
		if (!is_kernel(p) ||
			!fl_slice_eq(fl_json_str(fl_json_get(p, "name")), choice->name))
			continue;
		for (const struct fl_json *t = targets_of(top, p); t; t = t->next) {
			struct tg_kernel k = {.licence = text_of(p, top, "licence", "")};
			rc = find_machine(&r, t, &k.machine);
			if (rc)
				return rc;
			if (k.machine != choice->machine)
				continue;
			rc = read_kernel(&r, p, t, &k);
			if (rc == 0)
				*ret_kernel = k;
			return rc;
		}
	}
	return rc ? rc
		  : fl_error_set(err, FL_ENOTFOUND, "there is no kernel %.*s for %s",
			    FL_ARG(choice->name), dbg_qemu_machine_words[choice->machine]);
}

/* ---- commands ---- */

struct fl_slice tg_kernel_compiler(
	const struct tg_kernel *k, struct fl_slice source, struct fl_arena *a)
{
	static const char *const names[][2] = {{"clang", "clang++"}, {"gcc", "g++"}};
	bool cxx = false;
	if (!fl_source_is_unit(source, &cxx) || !cxx)
		return k->compiler;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		ptrdiff_t at = fl_slice_find(k->compiler, names[i][0]);
		if (at >= 0)
			return fl_arena_printf(a, "%.*s%s%.*s",
				FL_ARG(fl_slice_head(k->compiler, (size_t)at)), names[i][1],
				FL_ARG(fl_slice_skip(
					k->compiler, (size_t)at + strlen(names[i][0]))));
	}
	return k->compiler;
}

static void push(struct fl_list *argv, struct fl_slice word)
{
	((struct fl_slice *)argv->items)[argv->len++] = word;
}

static struct fl_list begin(size_t count, struct fl_arena *a)
{
	struct fl_list argv = {fl_arena_array(a, count, sizeof(struct fl_slice)), 0};
	return argv;
}

static struct fl_slice object_of(struct fl_slice source, struct fl_arena *a)
{
	return fl_arena_printf(a, "%.*s.o", FL_ARG(source));
}

/* A standard of C++ says nothing of a source in C, nor one of C of one in C++. */
static bool is_others(struct fl_slice flag, struct fl_slice source)
{
	bool cxx = false, of_cxx = false;
	bool unit = fl_source_is_unit(source, &cxx);
	return fl_slice_starts(flag, "-std=") &&
	       fl_source_standard(fl_slice_skip(flag, strlen("-std=")), &of_cxx) &&
	       of_cxx != (unit && cxx);
}

struct fl_list tg_kernel_compile_argv(
	const struct tg_kernel *k, struct fl_slice source, struct fl_arena *a)
{
	enum { MORE = 7 };
	struct fl_list argv = begin(k->program.flags.len + MORE, a);
	bool cxx;
	if (!argv.items)
		return argv;
	push(&argv, tg_kernel_compiler(k, source, a));
	if (fl_source_is_unit(source, &cxx)) /* what was never set is the same each time */
		push(&argv, FL_S("-ftrivial-auto-var-init=pattern"));
	for (size_t i = 0; i < k->program.flags.len; i++) {
		struct fl_slice flag = tg_text_at(&k->program.flags, i);
		if (!is_others(flag, source))
			push(&argv, flag);
	}
	push(&argv, FL_S("-MD"));
	push(&argv, FL_S("-c"));
	push(&argv, source);
	push(&argv, FL_S("-o"));
	push(&argv, object_of(source, a));
	return argv;
}

struct fl_list tg_kernel_link_argv(const struct tg_kernel *k, struct fl_arena *a)
{
	enum { MORE = 3 };
	struct fl_list argv = begin(k->link.len + k->sources.len + MORE, a);
	if (!argv.items)
		return argv;
	push(&argv, k->linker);
	for (size_t i = 0; i < k->link.len; i++)
		push(&argv, tg_text_at(&k->link, i));
	push(&argv, FL_S("-o"));
	push(&argv, FL_S(TG_KERNEL_BINARY));
	for (size_t i = 0; i < k->sources.len; i++)
		push(&argv, object_of(tg_text_at(&k->sources, i), a));
	return argv;
}

/* What differs between two boots: the size of memory, how fast time goes, the command line. */
static const char *const conditions[][6] = {
	[TG_KERNEL_PLAIN] = {"-m", "64", "-icount", "shift=3,sleep=off", "-append", "boot"},
	[TG_KERNEL_OTHER] = {"-m", "96", "-icount", "shift=4,sleep=off", "-append",
		"boot filler=................................................"},
};

struct fl_list tg_kernel_boot_argv(
	const struct tg_kernel *k, enum tg_kernel_condition condition, struct fl_arena *a)
{
	static const char *const always[] = {"-display", "none", "-monitor", "none", "-parallel",
		"none", "-nic", "none", "-no-reboot", "-serial", "stdio", "-kernel",
		TG_KERNEL_BINARY};
	const size_t fixed = sizeof(always) / sizeof(always[0]);
	const size_t more = sizeof(conditions[0]) / sizeof(conditions[0][0]);
	struct fl_list argv = begin(1 + k->qemu.len + fixed + more, a);
	if (!argv.items)
		return argv;
	push(&argv, fl_arena_printf(a, "qemu-system-%s", dbg_qemu_machine_words[k->machine]));
	for (size_t i = 0; i < k->qemu.len; i++)
		push(&argv, tg_text_at(&k->qemu, i));
	for (size_t i = 0; i < fixed; i++)
		push(&argv, fl_slice_str(always[i]));
	for (size_t i = 0; i < more; i++)
		push(&argv, fl_slice_str(conditions[condition][i]));
	return argv;
}
