/*
 * The symbolizer in a process inside a sandbox (sanitize/symbolize/symbolize.h). In: modules (a
 * path inside, or bytes) and their places. Out, for each place in turn: its frames. Every number is
 * a uint64_t of this machine, every text its length and its bytes. What comes back is hostile, too.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sanitize/symbolize/priv.h"

enum {
	FRAMES_MAX = 128, /* of one place */
	OUT_MAX = 32 << 20,
	ARENA_MAX = 256 << 20,
	CALL_BYTES_MAX = 60 << 20,
	CPU_MS = 10000,
	BIND_FROM = 256 << 10,
	BINDS_MAX = 8
};

static void put_number(struct fl_buf *b, uint64_t v)
{
	fl_buf_add(b, &v, sizeof v);
}

static void put_text(struct fl_buf *b, struct fl_slice s)
{
	put_number(b, s.len);
	fl_buf_slice(b, s);
}

static bool take_number(struct fl_slice *s, uint64_t *ret_value)
{
	if (s->len < sizeof *ret_value)
		return false;
	memcpy(ret_value, s->ptr, sizeof *ret_value);
	*s = fl_slice_skip(*s, sizeof *ret_value);
	return true;
}

static bool take_text(struct fl_slice *s, struct fl_slice *ret_text)
{
	uint64_t len;
	if (!take_number(s, &len) || len > s->len)
		return false;
	*ret_text = fl_slice_head(*s, len);
	*s = fl_slice_skip(*s, len);
	return true;
}

static void put_place(struct fl_buf *b, const struct san_place *place)
{
	size_t n = place->frames.len < FRAMES_MAX ? place->frames.len : FRAMES_MAX;
	put_number(b, n);
	for (size_t i = 0; i < n; i++) {
		const struct san_frame *f = (const struct san_frame *)place->frames.items + i;
		put_text(b, f->function);
		put_text(b, f->file);
		put_number(b, (uint64_t)f->line);
		put_number(b, (uint64_t)f->col);
		put_number(b, f->inlined);
	}
}

/* One module of the request: resolve its places, write them. */
static bool serve_module(
	const struct san_dw *dw, struct fl_slice *in, struct fl_arena *a, struct fl_buf *out)
{
	struct fl_slice path, bytes;
	struct san_image image;
	uint64_t count;
	if (!take_text(in, &path) || !take_text(in, &bytes) || !take_number(in, &count) ||
		count > in->len / sizeof(uint64_t))
		return false;
	struct san_place *places = fl_arena_array(a, count + 1, sizeof *places);
	const char *name = fl_arena_slice(a, path).ptr;
	if (!places || !name)
		return false;
	for (size_t i = 0; i < count; i++)
		if (!take_number(in, &places[i].offset) || !take_number(in, &places[i].size) ||
			!take_text(in, &places[i].symbol))
			return false;
	bool anchored = count && places->symbol.len;
	size_t bytes_max = anchored ? SAN_KERNEL_BYTES_MAX : SAN_MODULE_BYTES_MAX;
	bool open = path.len ? san_image_open(&image, dw, name, bytes_max, anchored)
			     : san_image_read(&image, dw, bytes, anchored);
	if (open)
		san_image_resolve(&image, places, count, a);
	put_number(out, open);
	for (size_t i = 0; i < count; i++)
		put_place(out, &places[i]);
	if (open)
		san_image_close(&image);
	return true;
}

/* Runs inside; what one module gave is written before the next is opened. */
static int serve(struct fl_slice in)
{
	struct san_dw dw;
	struct fl_arena a;
	struct fl_buf out;
	if (san_dw_load(&dw, NULL))
		return 3;
	fl_arena_init(&a, ARENA_MAX);
	fl_buf_init(&out, OUT_MAX);
	while (in.len) {
		fl_buf_clear(&out);
		if (!serve_module(&dw, &in, &a, &out) || out.failed ||
			fl_write_all(STDOUT_FILENO, fl_buf_view(&out), NULL))
			return 4;
		fl_arena_clear(&a);
	}
	return 0;
}

static bool take_frame(struct fl_slice *in, struct san_frame *f)
{
	uint64_t line, col, inlined;
	if (!take_text(in, &f->function) || !take_text(in, &f->file) || !take_number(in, &line) ||
		!take_number(in, &col) || !take_number(in, &inlined) || line > INT32_MAX ||
		col > INT32_MAX)
		return false;
	f->line = (int64_t)line;
	f->col = (int64_t)col;
	f->inlined = inlined != 0;
	return true;
}

static bool take_place(struct fl_slice *in, struct fl_arena *a, struct san_place *place)
{
	uint64_t n;
	if (!take_number(in, &n) || n > FRAMES_MAX)
		return false;
	struct san_frame *frames = fl_arena_array(a, n + 1, sizeof *frames);
	for (size_t i = 0; frames && i < n; i++) {
		struct san_frame *f = &frames[i];
		if (!take_frame(in, f))
			return false;
		f->function = fl_arena_slice(a, f->function);
		f->file = fl_arena_slice(a, f->file);
	}
	if (frames)
		place->frames = (struct fl_list){frames, n};
	return frames != NULL;
}

/* Read a module's answer; one that is not whole leaves the places as they were. */
static bool take_module(struct fl_slice *in, struct fl_arena *a, struct san_module *m)
{
	uint64_t open;
	bool whole = take_number(in, &open);
	for (size_t i = 0; whole && i < m->count; i++)
		whole = take_place(in, a, &m->places[i]);
	for (size_t i = 0; !whole && i < m->count; i++)
		m->places[i].frames = (struct fl_list){0};
	m->failed = !whole || !open;
	return whole;
}

/* A report may name a pipe or a terminal. */
static bool read_regular(const char *path, size_t bytes_max, struct fl_buf *out)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return false;
	bool done = !fstat(fd, &st) && S_ISREG(st.st_mode) && (size_t)st.st_size <= bytes_max &&
		    !fl_buf_read_fd(out, fd, NULL);
	close(fd);
	return done;
}

/* Below these a box has what is its own. */
static bool is_private(struct fl_slice path)
{
	static const char *const places[] = {
		"/tmp/", FL_BOX_DIR "/", "/dev/", "/proc/", "/sys/", "/usr/", "/lib"};
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		if (fl_slice_starts(path, places[i]))
			return true;
	return false;
}

/*
 * The file by its real name when everybody may read it, a box can show it and it is so large that a
 * mount costs less than a copy, else NULL.
 */
static const char *bindable(const char *path, struct fl_arena *a)
{
	struct stat st;
	char *real = realpath(path, NULL);
	struct fl_slice name = fl_slice_str(real);
	bool fits = real && !is_private(name) && !stat(real, &st) && S_ISREG(st.st_mode) &&
		    (st.st_mode & S_IROTH) && st.st_size >= BIND_FROM &&
		    fl_slice_find(name, "/..") < 0;
	const char *kept = fits ? fl_arena_slice(a, name).ptr : NULL;
	free(real);
	return kept;
}

const char *const *san_symbolize_binds(const struct san_symbolize_opts *opts,
	const struct san_reports *reports, struct fl_arena *a)
{
	struct san_modules modules;
	if (san_modules_collect(opts, reports, a, &modules, NULL))
		return NULL;
	const char **binds = fl_arena_array(a, modules.count + 1, sizeof *binds);
	size_t n = 0;
	for (size_t i = 0; binds && !opts->read && i < modules.count && n < BINDS_MAX; i++) {
		const char *path;
		if (!san_module_find(opts, &modules, &modules.at[i], a, &path, NULL))
			continue;
		const char *real = bindable(path, a);
		if (real)
			binds[n++] = real;
	}
	return binds;
}

/* The bound file that path is, or NULL. */
static const char *bound(const char *const *binds, const char *path, struct fl_arena *a)
{
	const char *real = binds && *binds ? bindable(path, a) : NULL;
	for (size_t i = 0; real && binds[i]; i++)
		if (!strcmp(binds[i], real))
			return real;
	return NULL;
}

/* Put the length that a text has, now that it is there, where put_number() left room for it. */
static void set_length(struct fl_buf *b, size_t at)
{
	uint64_t len = b->len - at - sizeof len;
	memcpy(b->data + at, &len, sizeof len);
}

/* Add path and bytes of the module, one of which is empty; false: it is nowhere. */
static bool put_module(const struct san_symbolize_opts *opts, const struct san_modules *all,
	const struct san_module *m, struct fl_arena *a, struct fl_buf *request)
{
	const char *path = NULL;
	size_t start = request->len, bytes_at;
	put_number(request, 0); /* no path, as it seems */
	bytes_at = request->len;
	put_number(request, 0);
	size_t text_at = request->len;
	if (request->failed || !san_module_find(opts, all, m, a, &path, request))
		return false;
	if (path) {
		struct fl_slice file = fl_slice_str(path);
		bool visible = opts->inside || fl_slice_starts(file, "/usr/") ||
			       fl_slice_starts(file, "/lib");
		const char *inside = visible ? path : bound(opts->binds, path, a);
		if (inside) {
			fl_buf_truncate(request, start);
			put_text(request, fl_slice_str(inside));
			put_number(request, 0);
			return true;
		}
		if (!read_regular(path, opts->bytes_max, request))
			return false;
	}
	if (request->failed || request->len == text_at)
		return false;
	set_length(request, bytes_at);
	return request->len - text_at <= opts->bytes_max;
}

/* Add the module and its places to the request unless that would pass the limit. */
static bool ask(const struct san_symbolize_opts *opts, const struct san_modules *all,
	const struct san_module *m, struct fl_arena *a, struct fl_buf *request)
{
	size_t start = request->len;
	if (!put_module(opts, all, m, a, request) || request->len > CALL_BYTES_MAX) {
		request->failed = 0;
		fl_buf_truncate(request, start);
		return false;
	}
	put_number(request, m->count);
	for (size_t i = 0; i < m->count; i++) {
		put_number(request, m->places[i].offset);
		put_number(request, m->places[i].size);
		put_text(request, m->places[i].symbol);
	}
	return true;
}

/*
 * Ask for the modules from *at on, as many as there are, and set *at behind those that are done:
 * all, or those before the one at which the process ended, which has then failed.
 */
static int round_trip(struct fl_box *box, const struct san_symbolize_opts *opts,
	const struct san_modules *all, struct fl_arena *a, size_t *at, struct fl_error *err)
{
	struct fl_run_spec spec = {.out_max = OUT_MAX, .cpu_ms = opts->cpu_ms, .processes = 4};
	struct fl_process_result result;
	struct fl_buf request, out;
	fl_buf_init(&request, CALL_BYTES_MAX + (1 << 20));
	fl_buf_init(&out, OUT_MAX);
	for (size_t i = *at; i < all->count; i++)
		all->at[i].failed = !ask(opts, all, &all->at[i], a, &request);
	int rc = fl_buf_error(&request, "the modules to resolve", err);
	if (!rc && request.len)
		rc = fl_box_call(
			box, &spec, serve, fl_buf_view(&request), &out, NULL, &result, err);
	struct fl_slice answer = fl_buf_view(&out);
	bool going = rc == 0 && request.len;
	if (going && result.end == FL_END_EXIT && result.exit_status == 3) {
		rc = fl_error_set(err, FL_EMISSING,
			"frames cannot be resolved inside the sandbox: libdw.so.1 is not there");
		going = false;
	}
	for (; going && *at < all->count; ++*at)
		if (!all->at[*at].failed && !take_module(&answer, a, &all->at[*at]))
			break;
	*at = going && *at < all->count ? *at + 1 : all->count;
	fl_buf_release(&out);
	fl_buf_release(&request);
	return rc;
}

int san_symbolize_boxed(struct fl_box *box, const struct san_symbolize_opts *opts,
	struct san_reports *reports, const struct san_parse_opts *parse, struct fl_arena *a,
	struct san_symbolize_stats *ret_stats, struct fl_error *err)
{
	struct san_symbolize_opts o = opts ? *opts : (struct san_symbolize_opts){0};
	struct san_modules modules;
	size_t at = 0;
	if (!o.bytes_max)
		o.bytes_max = SAN_MODULE_BYTES_MAX;
	if (!o.cpu_ms)
		o.cpu_ms = CPU_MS;
	int rc = san_modules_collect(&o, reports, a, &modules, err);
	while (!rc && at < modules.count)
		rc = round_trip(box, &o, &modules, a, &at, err);
	return rc ? rc : san_modules_apply(&o, &modules, reports, parse, a, ret_stats, err);
}
