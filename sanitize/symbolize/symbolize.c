/* Which places the reports hold, where their modules are, what becomes of the reports. */
#include "sanitize/symbolize/symbolize.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/path.h"
#include "sanitize/report/frame.h"
#include "sanitize/symbolize/priv.h"

enum { PLACES_MAX = 1 << 20, MODULES_MAX = 256, FRAMES_MAX = 256 };

static bool is_open(const struct san_frame *f)
{
	return f->module.len && !f->function.len && !f->file.len;
}

static struct san_report *report_at(const struct san_reports *reports, size_t i)
{
	return (struct san_report *)reports->list.items + i;
}

static struct san_stack *stack_at(const struct san_report *r, size_t i)
{
	return (struct san_stack *)r->stacks.items + i;
}

static struct san_frame *frame_at(const struct san_stack *s, size_t i)
{
	return (struct san_frame *)s->frames.items + i;
}

/* A frame to resolve, for sorting. */
struct wanted {
	struct fl_slice module;
	uint64_t offset;
};

static int compare(const void *a, const void *b)
{
	const struct wanted *x = a, *y = b;
	int by_module = fl_slice_cmp(x->module, y->module);
	return by_module ? by_module : (x->offset > y->offset) - (x->offset < y->offset);
}

static void gather(const struct san_reports *reports, struct fl_vec *wanted)
{
	for (size_t r = 0; r < reports->list.len; r++)
		for (size_t s = 0; s < report_at(reports, r)->stacks.len; s++) {
			const struct san_stack *stack = stack_at(report_at(reports, r), s);
			for (size_t i = 0; i < stack->frames.len; i++) {
				const struct san_frame *f = frame_at(stack, i);
				struct wanted *w = is_open(f) ? fl_vec_add(wanted) : NULL;
				if (w)
					*w = (struct wanted){f->module, f->offset};
			}
		}
}

/* Modules and places of the sorted list, each once. */
static void divide(const struct fl_vec *wanted, struct fl_arena *a, struct san_modules *m)
{
	struct san_place *places = fl_arena_array(a, wanted->len + 1, sizeof *places);
	m->at = fl_arena_array(a, MODULES_MAX, sizeof *m->at);
	for (size_t i = 0; places && m->at && i < wanted->len; i++) {
		const struct wanted *w = fl_vec_at(wanted, i);
		struct san_module *last = m->count ? &m->at[m->count - 1] : NULL;
		if (!last || !fl_slice_eq(last->name, w->module)) {
			if (m->count == MODULES_MAX)
				return;
			last = &m->at[m->count++];
			*last = (struct san_module){.name = w->module, .places = places};
		}
		if (!last->count || last->places[last->count - 1].offset != w->offset) {
			places->offset = w->offset;
			places++;
			last->count++;
		}
	}
}

int san_modules_collect(const struct san_reports *reports, struct fl_arena *a,
	struct san_modules *ret_modules, struct fl_error *err)
{
	struct fl_vec wanted;
	struct san_modules modules = {0};
	fl_vec_init(&wanted, sizeof(struct wanted), PLACES_MAX);
	gather(reports, &wanted);
	if (wanted.len)
		qsort(wanted.data, wanted.len, wanted.size, compare);
	divide(&wanted, a, &modules);
	int failed = wanted.failed;
	fl_vec_release(&wanted);
	if (failed)
		return fl_error_set(err, (enum fl_code)failed, "too many frames to resolve");
	*ret_modules = modules;
	return fl_arena_error(a, "the frames to resolve", err);
}

static bool is_system(struct fl_slice module)
{
	return fl_slice_starts(module, "/lib/") || fl_slice_starts(module, "/lib64/") ||
	       fl_slice_starts(module, "/usr/");
}

/*
 * TSan names modules without their directory: a library is the system's, or stands where the main
 * program does.
 */
static const char *find_library(const char *program, struct fl_slice name, struct fl_arena *a)
{
	static const char *const directories[] = {"/usr/lib/x86_64-linux-gnu",
		"/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"};
	for (size_t i = 0; i < sizeof(directories) / sizeof(*directories); i++) {
		const char *path = fl_arena_printf(a, "%s/%.*s", directories[i], FL_ARG(name)).ptr;
		if (path && access(path, R_OK) == 0)
			return path;
	}
	struct fl_slice file = fl_slice_str(program);
	struct fl_slice directory = fl_slice_head(file, (size_t)(fl_slice_rchr(file, '/') + 1));
	return fl_arena_printf(a, "%.*s%.*s", FL_ARG(directory), FL_ARG(name)).ptr;
}

/*
 * Does the name stand for the main program, whose file is given? By the last part of its path; when
 * no module is called so (the file was renamed), every one that is no library.
 */
static bool is_program(const char *program, const struct san_modules *all, struct fl_slice name)
{
	struct fl_slice file = fl_path_name(fl_slice_str(program));
	for (size_t i = 0; i < all->count; i++)
		if (fl_slice_eq(fl_path_name(all->at[i].name), file))
			return fl_slice_eq(fl_path_name(name), file);
	return !is_system(name) && fl_slice_find(fl_path_name(name), ".so") < 0;
}

bool san_module_find(const struct san_symbolize_opts *opts, const struct san_modules *all,
	const struct san_module *m, struct fl_arena *a, const char **ret_path, struct fl_buf *out)
{
	*ret_path = NULL;
	if (memchr(m->name.ptr, '\0', m->name.len))
		return false;
	if (fl_slice_chr(m->name, '/') < 0 && fl_slice_find(m->name, ".so") > 0) {
		*ret_path = find_library(opts->program, m->name, a);
		return *ret_path != NULL;
	}
	if (opts->program && is_program(opts->program, all, m->name)) {
		*ret_path = opts->program;
		return true;
	}
	if (opts->read && !is_system(m->name) && !opts->inside)
		return opts->read(opts->ctx, m->name, out, NULL) == 0;
	if (m->name.ptr[0] == '/')
		*ret_path = fl_arena_slice(a, m->name).ptr;
	return *ret_path != NULL;
}

/* The place of a frame, or NULL. */
static const struct san_place *find_place(const struct san_modules *m, const struct san_frame *f)
{
	size_t low = 0, high = m->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = fl_slice_cmp(m->at[middle].name, f->module);
		if (order == 0) {
			const struct san_module *module = &m->at[middle];
			size_t i = san_places_from(module->places, module->count, f->offset);
			return i < module->count && module->places[i].offset == f->offset
				       ? &module->places[i]
				       : NULL;
		}
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

/* Takes the frames of a stack one by one and gives them their depth. */
struct rebuild {
	struct fl_vec frames;
	const struct san_parse_opts *parse;
	struct fl_arena *arena;
	int64_t omitted;
};

static void put(struct rebuild *b, struct san_frame f)
{
	if (san_frame_is_startup(&f) && !b->parse->startup)
		return;
	if (b->frames.len == b->frames.max) {
		b->omitted++;
		return;
	}
	f.depth = (int64_t)b->frames.len;
	san_frame_clean(&f, b->parse, b->arena);
	struct san_frame *slot = fl_vec_add(&b->frames);
	if (slot)
		*slot = f;
}

static void rebuild_frame(struct rebuild *b, const struct san_modules *m, const struct san_frame *f)
{
	const struct san_place *place = is_open(f) ? find_place(m, f) : NULL;
	size_t n = place ? place->frames.len : 0;
	if (!n) {
		put(b, *f);
		return;
	}
	for (size_t k = 0; k < n; k++) {
		struct san_frame resolved = ((const struct san_frame *)place->frames.items)[k];
		resolved.module = f->module;
		resolved.offset = f->offset;
		resolved.address = f->address;
		put(b, resolved);
	}
}

static bool needs_work(const struct san_stack *s)
{
	for (size_t i = 0; i < s->frames.len; i++)
		if (is_open(frame_at(s, i)))
			return true;
	return false;
}

static void rebuild_report(struct rebuild *b, const struct san_modules *m, struct san_report *r)
{
	bool changed = false;
	for (size_t s = 0; s < r->stacks.len; s++) {
		struct san_stack *stack = stack_at(r, s);
		if (!needs_work(stack))
			continue;
		changed = true;
		for (size_t i = 0; i < stack->frames.len; i++)
			rebuild_frame(b, m, frame_at(stack, i));
		if (!b->parse->startup)
			san_frames_drop_startup(&b->frames);
		stack->frames = fl_vec_freeze(&b->frames, b->arena);
	}
	r->omitted += b->omitted;
	b->omitted = 0;
	if (!changed)
		return;
	san_report_blame(r, b->arena);
	san_report_hash(r, b->arena);
}

static void count_places(const struct san_modules *m, struct san_symbolize_stats *stats)
{
	for (size_t i = 0; i < m->count; i++) {
		stats->modules_failed += m->at[i].failed;
		for (size_t k = 0; k < m->at[i].count; k++) {
			if (m->at[i].places[k].frames.len)
				stats->resolved++;
			else
				stats->unresolved++;
		}
	}
}

int san_modules_apply(const struct san_modules *modules, struct san_reports *reports,
	const struct san_parse_opts *parse, struct fl_arena *a,
	struct san_symbolize_stats *ret_stats, struct fl_error *err)
{
	struct san_parse_opts opts = parse ? *parse : (struct san_parse_opts){0};
	struct rebuild b = {.parse = &opts, .arena = a};
	struct san_symbolize_stats stats = {0};
	opts.unresolved = false;
	int rc = fl_arena_error(a, "the resolved frames", err);
	if (rc)
		return rc;
	fl_vec_init(&b.frames, sizeof(struct san_frame),
		opts.frames_max ? opts.frames_max : FRAMES_MAX);
	for (size_t i = 0; i < reports->list.len; i++)
		rebuild_report(&b, modules, report_at(reports, i));
	fl_vec_release(&b.frames);
	count_places(modules, &stats);
	if (ret_stats)
		*ret_stats = stats;
	return fl_arena_error(a, "the resolved frames", err);
}

/* An open module, or one that could not be opened. */
struct entry {
	struct fl_slice name;
	struct fl_buf bytes; /* where it was read */
	struct san_image image;
	bool open;
};

struct san_symbolizer {
	struct san_symbolize_opts opts;
	struct san_dw dw;
	struct fl_arena names;
	struct entry entries[MODULES_MAX];
	size_t count;
};

int san_symbolizer_new(const struct san_symbolize_opts *opts,
	struct san_symbolizer **ret_symbolizer, struct fl_error *err)
{
	struct san_symbolizer *s = calloc(1, sizeof *s);
	if (!s)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the symbolizer");
	if (opts)
		s->opts = *opts;
	if (!s->opts.bytes_max)
		s->opts.bytes_max = SAN_MODULE_BYTES_MAX;
	fl_arena_init(&s->names, 1 << 20);
	int rc = san_dw_load(&s->dw, err);
	if (rc) {
		san_symbolizer_free(s);
		return rc;
	}
	*ret_symbolizer = s;
	return 0;
}

void san_symbolizer_free(struct san_symbolizer *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->count; i++) {
		if (s->entries[i].open)
			san_image_close(&s->entries[i].image);
		fl_buf_release(&s->entries[i].bytes);
	}
	fl_arena_release(&s->names);
	san_dw_unload(&s->dw);
	free(s);
}

/* The open module of that name, or NULL. */
static struct san_image *image_of(
	struct san_symbolizer *s, const struct san_modules *all, const struct san_module *m)
{
	const char *path;
	for (size_t i = 0; i < s->count; i++)
		if (fl_slice_eq(s->entries[i].name, m->name))
			return s->entries[i].open ? &s->entries[i].image : NULL;
	if (s->count == MODULES_MAX)
		return NULL;
	struct entry *e = &s->entries[s->count];
	e->name = fl_arena_slice(&s->names, m->name);
	if (!e->name.len)
		return NULL;
	s->count++;
	fl_buf_init(&e->bytes, s->opts.bytes_max);
	if (!san_module_find(&s->opts, all, m, &s->names, &path, &e->bytes))
		return NULL;
	e->open = path ? san_image_open(&e->image, &s->dw, path, s->opts.bytes_max)
		       : san_image_read(&e->image, &s->dw, fl_buf_view(&e->bytes));
	return e->open ? &e->image : NULL;
}

int san_symbolize(struct san_symbolizer *s, struct san_reports *reports,
	const struct san_parse_opts *parse, struct fl_arena *a,
	struct san_symbolize_stats *ret_stats, struct fl_error *err)
{
	struct san_modules modules;
	int rc = san_modules_collect(reports, a, &modules, err);
	if (rc)
		return rc;
	for (size_t i = 0; i < modules.count; i++) {
		struct san_module *m = &modules.at[i];
		struct san_image *image = image_of(s, &modules, m);
		m->failed = !image;
		if (image)
			san_image_resolve(image, m->places, m->count, a);
	}
	return san_modules_apply(&modules, reports, parse, a, ret_stats, err);
}
