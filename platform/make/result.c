#include "platform/make/state.h"

#include <stdlib.h>

/* The records of what was called become targets with their sources. */

enum { FOLLOW_MAX = 16 };

struct made {
	const struct mk_record *record;
	size_t order;
};

/* A target under construction. */
struct draft {
	struct fl_slice output;
	struct fl_vec sources; /* struct part */
	const struct mk_record *link; /* the last that made it */
	bool more_inputs;
	struct draft *next;
};

struct part {
	struct fl_slice path;
	const struct mk_record *record;
	bool perhaps;
};

struct builder {
	struct mk_work *w;
	struct mk_maker *m; /* serves the table of texts alone */
	struct fl_vec made; /* struct made, sorted by the output */
	struct draft *first, **end;
	struct mk_vars *files; /* paths that are in the result's arena already */
	bool failed;
};

static int by_output(const void *a, const void *b)
{
	const struct made *x = a, *y = b;
	int n = fl_slice_cmp(x->record->output, y->record->output);
	return n ? n : x->order < y->order ? -1 : x->order > y->order;
}

static void sort_records(struct builder *b)
{
	size_t order = 0;
	for (const struct mk_record *r = b->w->first_record; r; r = r->next) {
		struct made *m = r->output.len ? fl_vec_add(&b->made) : NULL;
		if (m)
			*m = (struct made){r, order++};
	}
	if (b->made.len)
		qsort(b->made.data, b->made.len, b->made.size, by_output);
}

/* The first record that made a file. */
static struct mk_record *maker_of(const struct builder *b, struct fl_slice output)
{
	size_t low = 0, high = b->made.len;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct made *m = fl_vec_at(&b->made, middle);
		if (fl_slice_cmp(m->record->output, output) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	const struct made *m = low < b->made.len ? fl_vec_at(&b->made, low) : NULL;
	if (!m || !fl_slice_eq(m->record->output, output))
		return NULL;
	return (struct mk_record *)(uintptr_t)m->record;
}

static bool is_assembly(struct fl_slice path)
{
	return fl_slice_ends(path, ".s") || fl_slice_ends(path, ".S") ||
	       fl_slice_ends(path, ".asm") || fl_slice_ends(path, ".sx");
}

static void add_part(
	struct draft *d, const struct mk_record *r, const struct mk_input *in, bool perhaps)
{
	const struct part *parts = (const void *)d->sources.data;
	struct part *p;
	if (is_assembly(in->path))
		return;
	/* an archive that is made twice holds its members once */
	for (size_t i = 0; d->link->kind == MK_ARCHIVE && i < d->sources.len && i < 2048; i++)
		if (parts[i].record == r && fl_slice_eq(parts[i].path, in->path))
			return;
	p = fl_vec_add(&d->sources);
	if (p)
		*p = (struct part){in->path, r, perhaps || in->perhaps};
}

/* What an object is made of, followed through copies and partial links. */
static void follow(
	struct builder *b, struct draft *d, const struct mk_input *in, bool perhaps, unsigned depth)
{
	struct mk_record *r = maker_of(b, in->path);
	perhaps |= in->perhaps;
	if (!r || depth > FOLLOW_MAX)
		return;
	bool passes = r->kind == MK_COMPILE || r->kind == MK_COPY ||
		      (r->kind == MK_LINK && r->makes == PLAT_OBJECTS);
	if (!passes)
		return;
	r->taken = true;
	d->more_inputs |= r->more_inputs && r->kind == MK_LINK;
	for (const struct mk_input *s = r->sources; s; s = s->next)
		add_part(d, r, s, perhaps);
	for (const struct mk_input *o = r->objects; o && r->kind != MK_COMPILE; o = o->next)
		follow(b, d, o, perhaps, depth + 1);
}

static struct draft *draft_of(struct builder *b, const struct mk_record *r)
{
	struct draft *d = b->first;
	while (d && !(r->output.len && fl_slice_eq(d->output, r->output)))
		d = d->next;
	if (d)
		return d;
	d = fl_arena_alloc(&b->w->arena, sizeof(*d));
	if (!d)
		return NULL;
	d->output = r->output;
	fl_vec_init(&d->sources, sizeof(struct part), PLAT_SOURCES_MAX);
	*b->end = d;
	b->end = &d->next;
	return d;
}

static void draft_link(struct builder *b, struct mk_record *r)
{
	struct draft *d = draft_of(b, r);
	if (!d)
		return;
	/* the same program, linked once more, replaces the first */
	if (d->link && r->kind != MK_ARCHIVE)
		d->sources.len = 0;
	d->link = r;
	d->more_inputs |= r->more_inputs;
	for (const struct mk_input *in = r->sources; in; in = in->next)
		add_part(d, r, in, false);
	for (const struct mk_input *in = r->objects; in; in = in->next)
		follow(b, d, in, false, 0);
}

static void draft_all(struct builder *b)
{
	size_t targets = 0;
	for (struct mk_record *r = b->w->first_record; r; r = r->next)
		if ((r->kind == MK_ARCHIVE || (r->kind == MK_LINK && r->makes != PLAT_OBJECTS)) &&
			targets++ < PLAT_TARGETS_MAX)
			draft_link(b, r);
	for (struct mk_record *r = b->w->first_record; r; r = r->next)
		if (r->kind == MK_LINK && r->makes == PLAT_OBJECTS && !r->taken &&
			targets++ < PLAT_TARGETS_MAX)
			draft_link(b, r);
	for (struct mk_record *r = b->w->first_record; r; r = r->next)
		if (r->kind == MK_COMPILE && !r->taken && targets++ < PLAT_TARGETS_MAX)
			draft_link(b, r);
}

/* Texts are kept once: each path stands in the places of many words. */
static struct fl_slice keep(struct builder *b, struct fl_slice text)
{
	struct mk_var *v = plat_mk_var_here(b->files, text);
	if (!text.len)
		return text;
	if (!v) {
		struct fl_slice s = fl_arena_slice(b->w->result, text);
		plat_mk_set_text(b->m, b->files, text, s, MK_FILE);
		return s;
	}
	return v->value.text;
}

static struct plat_setting kept(struct builder *b, const struct plat_setting *s)
{
	struct plat_setting copy = *s;
	copy.value = keep(b, s->value);
	copy.at.file = keep(b, s->at.file);
	return copy;
}

/* Does it say how a source is compiled? */
static bool of_source(const struct mk_record *r, size_t i)
{
	return r->settings[i].what != PLAT_LINK;
}

static size_t next_of_source(const struct mk_record *r, size_t i)
{
	while (i < r->setting_count && !of_source(r, i))
		i++;
	return i;
}

static bool same(const struct plat_setting *a, const struct plat_setting *b)
{
	return a->what == b->what && a->unsure == b->unsure && fl_slice_eq(a->value, b->value);
}

/* How many words all sources begin with. */
static size_t common(const struct draft *d)
{
	const struct part *parts = (const void *)d->sources.data;
	size_t n = SIZE_MAX;
	for (size_t p = 0; p < d->sources.len; p++) {
		const struct mk_record *a = parts[0].record, *b = parts[p].record;
		size_t i = next_of_source(a, 0), j = next_of_source(b, 0), count = 0;
		while (i < a->setting_count && j < b->setting_count && count < n &&
			(a == b || same(&a->settings[i], &b->settings[j]))) {
			count++;
			i = next_of_source(a, i + 1);
			j = next_of_source(b, j + 1);
		}
		n = count;
	}
	return n == SIZE_MAX ? 0 : n;
}

static void add(struct builder *b, struct fl_vec *to, const struct plat_setting *s)
{
	struct plat_setting *slot = to->len < to->max ? fl_vec_add(to) : NULL;
	if (slot)
		*slot = kept(b, s);
}

/* Those words of a source from the first one that not all have. */
static struct fl_list rest_of(struct builder *b, const struct mk_record *r, size_t shared)
{
	struct fl_vec v;
	size_t n = 0;
	fl_vec_init(&v, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
	for (size_t i = next_of_source(r, 0); i < r->setting_count; i = next_of_source(r, i + 1))
		if (n++ >= shared)
			add(b, &v, &r->settings[i]);
	struct fl_list list = fl_vec_freeze(&v, b->w->result);
	fl_vec_release(&v);
	return list;
}

static struct fl_list settings_of(struct builder *b, const struct draft *d, size_t shared)
{
	const struct part *parts = (const void *)d->sources.data;
	const struct mk_record *a = d->sources.len ? parts[0].record : d->link;
	struct fl_vec v;
	size_t n = 0;
	fl_vec_init(&v, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
	for (size_t i = next_of_source(a, 0); i < a->setting_count && n < shared; n++) {
		add(b, &v, &a->settings[i]);
		i = next_of_source(a, i + 1);
	}
	for (size_t i = 0; d->link->kind == MK_LINK && i < d->link->setting_count; i++) {
		enum plat_what what = d->link->settings[i].what;
		if (what == PLAT_LINK || (what == PLAT_LIBRARY && !d->link->sources))
			add(b, &v, &d->link->settings[i]);
	}
	struct fl_list list = fl_vec_freeze(&v, b->w->result);
	fl_vec_release(&v);
	return list;
}

/* The file's name without what a kind of file ends in. */
static struct fl_slice name_of(struct fl_slice output)
{
	static const char *const endings[] = {".a", ".la", ".o", ".lo", ".obj", ".ko"};
	struct fl_slice name = fl_path_name(output);
	ptrdiff_t so = fl_slice_find(name, ".so");
	if (so > 0)
		return fl_slice_head(name, (size_t)so);
	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
		if (name.len > strlen(endings[i]) && fl_slice_ends(name, endings[i]))
			return fl_slice_head(name, name.len - strlen(endings[i]));
	return name;
}

static struct fl_list sources_of(struct builder *b, const struct draft *d, size_t shared)
{
	const struct part *parts = (const void *)d->sources.data;
	struct plat_source *sources =
		fl_arena_array(b->w->result, d->sources.len, sizeof(*sources));
	for (size_t i = 0; sources && i < d->sources.len; i++)
		sources[i] = (struct plat_source){.path = keep(b, parts[i].path),
			.settings = rest_of(b, parts[i].record, shared),
			.unsure = parts[i].perhaps || parts[i].record->unsure};
	return (struct fl_list){sources, sources ? d->sources.len : 0};
}

static void finish(struct builder *b, struct draft *d, struct fl_vec *targets)
{
	size_t shared = common(d);
	struct plat_target *t = NULL;
	/* a link of objects that nobody here makes says nothing of a source */
	if (d->sources.len || d->more_inputs)
		t = targets->len < targets->max ? fl_vec_add(targets) : NULL;
	if (t)
		*t = (struct plat_target){.name = keep(b, name_of(d->output)),
			.kind = d->link->makes,
			.at = {keep(b, d->link->at.file), d->link->at.line},
			.sources = sources_of(b, d, shared),
			.settings = settings_of(b, d, shared),
			.unsure = d->link->unsure,
			.sources_unsure = d->more_inputs};
	fl_vec_release(&d->sources);
}

static void add_build(struct builder *b, struct plat_project *ret)
{
	struct plat_setting *s = fl_arena_alloc(b->w->result, sizeof(*s));
	if (!s)
		return;
	*s = (struct plat_setting){.what = PLAT_BUILD,
		.languages = PLAT_FOR_ALL,
		.value = FL_S("make"),
		.at = {keep(b, b->w->makefile), 0}};
	ret->settings = (struct fl_list){s, 1};
}

int plat_mk_result(struct mk_work *w, struct plat_project *ret, struct fl_error *err)
{
	struct builder b = {.w = w, .end = &b.first};
	struct plat_project project = {0};
	struct fl_vec targets;
	b.m = fl_arena_alloc(&w->arena, sizeof(*b.m));
	if (b.m)
		b.m->work = w;
	b.files = b.m ? plat_mk_vars_new(b.m, NULL, true) : NULL;
	if (!b.files)
		return fl_error_set(err, FL_ELIMIT, "the makefiles take too much memory");
	fl_vec_init(&b.made, sizeof(struct made), MK_COMMANDS_MAX);
	fl_vec_init(&targets, sizeof(struct plat_target), PLAT_TARGETS_MAX);
	sort_records(&b);
	draft_all(&b);
	for (struct draft *d = b.first; d; d = d->next)
		finish(&b, d, &targets);
	add_build(&b, &project);
	project.targets = fl_vec_freeze(&targets, w->result);
	for (size_t i = 0; i < w->skipped.len; i++) {
		struct plat_skip *s = fl_vec_at(&w->skipped, i);
		s->at.file = keep(&b, s->at.file);
	}
	project.skipped = fl_vec_freeze(&w->skipped, w->result);
	project.skipped_count = w->skipped_count;
	fl_vec_release(&targets);
	fl_vec_release(&b.made);
	int rc = fl_arena_error(w->result, "a project's targets", err);
	if (rc == 0)
		*ret = project;
	return rc;
}
