#include "platform/make/state.h"

/*
 * Modules of Linux (Documentation/kbuild/makefiles.rst, modules.rst): what obj-m and obj-y list,
 * with the flags that the makefile adds. What the kernel's own makefiles add is not known here.
 */

enum { KBUILD_DEPTH_MAX = 12 };

void plat_mk_kbuild_assign(struct mk_maker *m, struct mk_assign *a)
{
	struct fl_slice name = a->name;
	if (name.len < 2 || name.ptr[name.len - 1] != MK_UNKNOWN || name.ptr[name.len - 2] != '-')
		return;
	bool lists = fl_slice_starts(name, "obj-");
	a->name = fl_arena_printf(&m->work->arena, "%.*s%s",
		FL_ARG(fl_slice_head(name, name.len - 1)), lists ? "m" : "y");
	a->text = fl_arena_printf(
		&m->work->arena, "%c%.*s%c", MK_PERHAPS, FL_ARG(a->text), MK_CERTAIN);
	a->op = MK_ADD;
}

struct module {
	struct mk_maker *m;
	struct mk_command c;
	struct plat_place at; /* of the list that it stands in */
	struct fl_vec settings; /* struct plat_setting: of all its files */
};

static struct fl_slice value(struct mk_maker *m, const char *name)
{
	return plat_mk_expanded(m, fl_arena_printf(&m->work->arena, "$(%s)", name));
}

/* Where a variable got its value. */
static struct plat_place place_of(struct mk_maker *m, const char *name)
{
	const struct mk_var *v = plat_mk_var(m->globals, fl_slice_str(name));
	return v && v->value.from ? v->value.from->at : (struct plat_place){m->makefile, 0};
}

static void add_words(
	struct mk_maker *m, struct fl_vec *to, struct fl_slice text, struct plat_place at)
{
	struct mk_words w = plat_mk_words(text);
	struct mk_word word;
	while (plat_mk_next(&w, &word) && plat_mk_spend(m, 64)) {
		struct plat_setting *s = fl_vec_add(to);
		if (s)
			*s = (struct plat_setting){.what = PLAT_FLAG,
				.languages = PLAT_FOR_ALL,
				.value = plat_mk_plain(m, word.text),
				.at = at,
				.unsure = word.perhaps || word.unknown};
	}
}

static void common_settings(struct mk_maker *m, struct fl_vec *to)
{
	static const char *const flags[] = {
		"KCPPFLAGS", "KCFLAGS", "subdir-ccflags-y", "ccflags-y", "EXTRA_CFLAGS"};
	struct plat_setting *s = fl_vec_add(to);
	if (s)
		*s = (struct plat_setting){.what = PLAT_MODE,
			.languages = PLAT_FOR_ALL,
			.value = FL_S("kernel"),
			.at = place_of(m, "obj-m")};
	s = fl_vec_add(to);
	if (s)
		*s = (struct plat_setting){.what = PLAT_SYSTEM,
			.languages = PLAT_FOR_ALL,
			.value = FL_S("Linux"),
			.at = {m->makefile, 0}};
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		add_words(m, to, value(m, flags[i]), place_of(m, flags[i]));
}

static struct mk_input *new_input(struct mk_maker *m, struct fl_slice path, bool perhaps)
{
	struct mk_input *in = fl_arena_alloc(&m->work->arena, sizeof(*in));
	if (in)
		*in = (struct mk_input){.path = path, .perhaps = perhaps};
	return in;
}

/* An object of a module as the record of its compiler call; NULL: there is no source for it. */
static struct mk_input *object(struct module *x, struct mk_word word)
{
	struct mk_maker *m = x->m;
	struct fl_arena *a = &m->work->arena;
	struct fl_slice stem = fl_slice_head(word.text, word.text.len - 2), path, output;
	struct fl_slice source = fl_arena_printf(a, "%.*s.c", FL_ARG(stem));
	struct fl_slice own = fl_arena_printf(a, "CFLAGS_%.*s", FL_ARG(word.text));
	struct fl_vec all;
	if (!plat_mk_exists(m, source) || !plat_mk_path(m, source, &path) ||
		!plat_mk_path(m, word.text, &output))
		return NULL;
	struct mk_record *r = plat_mk_record(m, &x->c, MK_COMPILE);
	if (!r)
		return NULL;
	fl_vec_init(&all, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
	for (size_t i = 0; i < x->settings.len; i++) {
		struct plat_setting *s = fl_vec_add(&all);
		if (s)
			*s = *(struct plat_setting *)fl_vec_at(&x->settings, i);
	}
	add_words(m, &all, value(m, own.ptr), place_of(m, own.ptr));
	r->at = x->at;
	r->output = output;
	r->makes = PLAT_OBJECTS;
	r->sources = new_input(m, path, false);
	r->setting_count = all.len;
	r->settings = fl_arena_array(a, all.len + 1, sizeof(*r->settings));
	if (r->settings && all.len)
		memcpy(r->settings, all.data, all.len * sizeof(*r->settings));
	m->work->settings += all.len;
	if (!r->settings || m->work->settings > MK_SETTINGS_MAX)
		r->setting_count = 0;
	fl_vec_release(&all);
	return new_input(m, output, word.perhaps);
}

/* "x.o" of obj-m: what x-objs and x-y list, or x.c. */
static void module(struct module *x, struct mk_word word, bool built_in)
{
	struct mk_maker *m = x->m;
	struct fl_arena *a = &m->work->arena;
	struct fl_slice name = fl_slice_head(word.text, word.text.len - 2), path;
	struct fl_slice parts =
		plat_mk_expanded(m, fl_arena_printf(a, "$(%.*s-objs) $(%.*s-y) $(%.*s-m)",
					    FL_ARG(name), FL_ARG(name), FL_ARG(name)));
	struct mk_words w = plat_mk_words(plat_mk_filled(parts) == MK_NO ? word.text : parts);
	struct mk_input *first = NULL, **end = &first;
	struct mk_word part;
	bool more = false;
	x->c.unsure = m->unsure || word.perhaps;
	while (plat_mk_next(&w, &part) && plat_mk_spend(m, 64)) {
		struct mk_input *in =
			part.unknown || !fl_slice_ends(part.text, ".o") ? NULL : object(x, part);
		more |= part.unknown;
		if (in) {
			*end = in;
			end = &in->next;
		}
	}
	struct mk_record *r = plat_mk_record(m, &x->c, MK_LINK);
	if (!r)
		return;
	r->at = x->at;
	r->makes = built_in ? PLAT_OBJECTS : PLAT_KERNEL_MODULE;
	r->objects = first;
	r->more_inputs = more;
	r->output = plat_mk_path(m, name, &path)
			    ? fl_arena_printf(a, "%.*s.%s", FL_ARG(path), built_in ? "a" : "ko")
			    : FL_S("");
}

static void each_module(struct module *x, const char *list, bool built_in)
{
	struct mk_words w = plat_mk_words(value(x->m, list));
	struct mk_word word;
	x->at = place_of(x->m, list);
	while (plat_mk_next(&w, &word) && plat_mk_spend(x->m, 64)) {
		struct fl_slice path;
		if (word.unknown)
			continue;
		if (fl_slice_ends(word.text, "/") && plat_mk_path(x->m, word.text, &path))
			plat_mk_kbuild(x->m, path, word.perhaps);
		else if (word.text.len > 2 && fl_slice_ends(word.text, ".o"))
			module(x, word, built_in);
	}
}

static void set(struct mk_maker *m, const char *name, struct fl_slice text)
{
	plat_mk_set_text(m, m->globals, fl_slice_str(name), text, MK_COMMAND_LINE);
}

static bool read_kbuild(struct mk_maker *m, struct mk_maker *parent)
{
	static const char *const usual[] = {"Kbuild", "Makefile"};
	struct fl_slice text, here = value(m, "CURDIR");
	for (size_t i = 0; i < 2; i++) {
		struct fl_slice path = fl_arena_printf(&m->work->arena, "%.*s%s%s", FL_ARG(m->dir),
			m->dir.len ? "/" : "", usual[i]);
		if (plat_tree_read(m->work->tree, path, &m->work->arena, &text, NULL))
			continue;
		m->makefile = path;
		m->kbuild = true;
		set(m, "KERNELRELEASE", FL_S("6\1"));
		set(m, "src", here);
		set(m, "obj", here);
		set(m, "srctree", FL_S("/\1"));
		set(m, "objtree", FL_S("/\1"));
		set(m, "M", here);
		set(m, "KBUILD_EXTMOD", here);
		set(m, "ARCH", FL_S("\1"));
		set(m, "SRCARCH", FL_S("\1"));
		if (parent->kbuild)
			plat_mk_set_text(m, m->globals, FL_S("subdir-ccflags-y"),
				value(parent, "subdir-ccflags-y"), MK_FILE);
		plat_mk_read_text(m, path, text);
		return true;
	}
	return false;
}

void plat_mk_kbuild(struct mk_maker *parent, struct fl_slice dir, bool unsure)
{
	struct mk_work *w = parent->work;
	struct module x = {.c = {.dir = dir}};
	struct fl_slice key = fl_arena_printf(&w->arena, "kbuild %.*s", FL_ARG(dir));
	if (w->run_depth >= KBUILD_DEPTH_MAX || w->runs >= MK_RUNS_MAX ||
		plat_mk_var_here(w->done, key) || !plat_mk_spend(parent, 4096))
		return;
	plat_mk_set_text(parent, w->done, key, FL_S(""), MK_FILE);
	w->run_depth++;
	w->runs++;
	struct mk_maker *m = plat_mk_maker_new(w, dir);
	if (m && read_kbuild(m, parent)) {
		m->unsure = parent->unsure || unsure;
		x.m = m;
		fl_vec_init(&x.settings, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
		common_settings(m, &x.settings);
		each_module(&x, "obj-m", false);
		each_module(&x, "obj-y", true);
		fl_vec_release(&x.settings);
	}
	w->run_depth--;
}
