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

int san_place_cmp(const void *place, const void *other)
{
	const struct san_place *x = place, *y = other;
	int order = fl_slice_cmp(x->symbol, y->symbol);
	if (!order)
		order = (x->size > y->size) - (x->size < y->size);
	return order ? order : (x->offset > y->offset) - (x->offset < y->offset);
}

/* A frame to resolve, for sorting. */
struct wanted {
	struct fl_slice module;
	struct san_place place;
};

static int compare(const void *a, const void *b)
{
	const struct wanted *x = a, *y = b;
	int by_module = fl_slice_cmp(x->module, y->module);
	return by_module ? by_module : san_place_cmp(&x->place, &y->place);
}

/* "ledger" of "dir/ledger.ko"; of its debug information, "ledger.ko.debug", too. */
static struct fl_slice object_name(const char *path)
{
	struct fl_slice name = fl_path_name(fl_slice_str(path));
	if (fl_slice_ends(name, ".debug"))
		name.len -= strlen(".debug");
	if (fl_slice_ends(name, ".ko"))
		name.len -= strlen(".ko");
	return name;
}

/* The kernel writes "_" where a file's name has "-". */
static bool is_module_name(struct fl_slice file, struct fl_slice module)
{
	if (file.len != module.len)
		return false;
	for (size_t i = 0; i < file.len; i++)
		if ((file.ptr[i] == '-' ? '_' : file.ptr[i]) !=
			(module.ptr[i] == '-' ? '_' : module.ptr[i]))
			return false;
	return true;
}

const char *san_object_find(const struct san_symbolize_opts *opts, struct fl_slice module)
{
	for (const char *const *path = opts ? opts->objects : NULL; path && *path; path++) {
		struct fl_slice name = object_name(*path);
		if (module.len ? is_module_name(name, module) : fl_slice_starts(name, "vmlinux"))
			return *path;
	}
	return NULL;
}

/* What the frame wants; false: nothing. */
static bool want(
	const struct san_symbolize_opts *opts, const struct san_frame *f, struct wanted *ret_wanted)
{
	const struct san_anchor *anchor = f->anchor;
	if (!anchor) {
		*ret_wanted = (struct wanted){f->module, {.offset = f->offset}};
		return is_open(f);
	}
	struct fl_slice file = fl_slice_str(san_object_find(opts, anchor->module));
	*ret_wanted = (struct wanted){
		file, {.symbol = anchor->symbol, .size = anchor->size, .offset = anchor->offset}};
	return file.len > 0;
}

static void gather(const struct san_symbolize_opts *opts, const struct san_reports *reports,
	struct fl_vec *wanted)
{
	struct wanted next;
	for (size_t r = 0; r < reports->list.len; r++)
		for (size_t s = 0; s < report_at(reports, r)->stacks.len; s++) {
			const struct san_stack *stack = stack_at(report_at(reports, r), s);
			for (size_t i = 0; i < stack->frames.len; i++) {
				bool wants = want(opts, frame_at(stack, i), &next);
				struct wanted *w = wants ? fl_vec_add(wanted) : NULL;
				if (w)
					*w = next;
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
			*last = (struct san_module){.name = w->module,
				.anchored = w->place.symbol.len > 0,
				.places = places};
		}
		if (!last->count || san_place_cmp(&last->places[last->count - 1], &w->place) != 0) {
			*places++ = w->place;
			last->count++;
		}
	}
}

int san_modules_collect(const struct san_symbolize_opts *opts, const struct san_reports *reports,
	struct fl_arena *a, struct san_modules *ret_modules, struct fl_error *err)
{
	struct fl_vec wanted;
	struct san_modules modules = {0};
	fl_vec_init(&wanted, sizeof(struct wanted), PLACES_MAX);
	gather(opts, reports, &wanted);
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
	if (m->anchored) {
		*ret_path = fl_arena_slice(a, m->name).ptr;
		return *ret_path != NULL;
	}
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

static int compare_module(const void *name, const void *module)
{
	return fl_slice_cmp(
		*(const struct fl_slice *)name, ((const struct san_module *)module)->name);
}

/* The place of a frame, or NULL. */
static const struct san_place *find_place(const struct san_symbolize_opts *opts,
	const struct san_modules *m, const struct san_frame *f)
{
	struct wanted w;
	const struct san_module *module = want(opts, f, &w) ? bsearch(&w.module, m->at, m->count,
								      sizeof *m->at, compare_module)
							    : NULL;
	return module ? bsearch(&w.place, module->places, module->count, sizeof w.place,
				san_place_cmp)
		      : NULL;
}

/* Takes the frames of a stack one by one and gives them their depth. */
struct rebuild {
	struct fl_vec frames;
	const struct san_symbolize_opts *opts;
	const struct san_parse_opts *parse;
	struct fl_arena *arena;
	bool in_module; /* the report has frames of a kernel's module */
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
	const struct san_place *place = find_place(b->opts, m, f);
	size_t n = place ? place->frames.len : 0;
	if (!n) {
		put(b, *f);
		return;
	}
	for (size_t k = 0; k < n; k++) {
		struct san_frame resolved = ((const struct san_frame *)place->frames.items)[k];
		resolved.library =
			f->anchor && (f->library || (b->in_module && !f->anchor->module.len));
		resolved.module = f->module;
		resolved.offset = f->offset;
		resolved.address = f->address;
		put(b, resolved);
	}
}

static bool needs_work(const struct san_stack *s)
{
	for (size_t i = 0; i < s->frames.len; i++)
		if (is_open(frame_at(s, i)) || frame_at(s, i)->anchor)
			return true;
	return false;
}

/* What a module called in the kernel is to it what a library is to a program. */
static bool has_module(const struct san_report *r)
{
	for (size_t s = 0; s < r->stacks.len; s++)
		for (size_t i = 0; i < stack_at(r, s)->frames.len; i++) {
			const struct san_anchor *anchor = frame_at(stack_at(r, s), i)->anchor;
			if (anchor && anchor->module.len)
				return true;
		}
	return false;
}

static void rebuild_report(struct rebuild *b, const struct san_modules *m, struct san_report *r)
{
	bool changed = false;
	b->in_module = has_module(r);
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

int san_modules_apply(const struct san_symbolize_opts *opts, const struct san_modules *modules,
	struct san_reports *reports, const struct san_parse_opts *parse, struct fl_arena *a,
	struct san_symbolize_stats *ret_stats, struct fl_error *err)
{
	struct san_parse_opts parsed = parse ? *parse : (struct san_parse_opts){0};
	struct rebuild b = {.opts = opts, .parse = &parsed, .arena = a};
	struct san_symbolize_stats stats = {0};
	parsed.unresolved = false;
	int rc = fl_arena_error(a, "the resolved frames", err);
	if (rc)
		return rc;
	fl_vec_init(&b.frames, sizeof(struct san_frame),
		parsed.frames_max ? parsed.frames_max : FRAMES_MAX);
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
	e->open = path ? san_image_open(&e->image, &s->dw, path, s->opts.bytes_max, m->anchored)
		       : san_image_read(&e->image, &s->dw, fl_buf_view(&e->bytes), m->anchored);
	return e->open ? &e->image : NULL;
}

int san_symbolize(struct san_symbolizer *s, struct san_reports *reports,
	const struct san_parse_opts *parse, struct fl_arena *a,
	struct san_symbolize_stats *ret_stats, struct fl_error *err)
{
	struct san_modules modules;
	int rc = san_modules_collect(&s->opts, reports, a, &modules, err);
	if (rc)
		return rc;
	for (size_t i = 0; i < modules.count; i++) {
		struct san_module *m = &modules.at[i];
		struct san_image *image = image_of(s, &modules, m);
		m->failed = !image;
		if (image)
			san_image_resolve(image, m->places, m->count, a);
	}
	return san_modules_apply(&s->opts, &modules, reports, parse, a, ret_stats, err);
}
