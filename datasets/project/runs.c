#include "datasets/project/runs.h"

#include "datasets/project/units.h"

enum {
	RUNS_ENOUGH = 3,
	ARGS_MAX = 64,
	ARGS_BYTES = 8 << 10,
	INPUT_MAX = 64 << 10,
	DATA_MAX = 1 << 20,
	TEXT_MAX = 1 << 16
};

bool ds_run_is_of(const struct ds_run *run, struct fl_slice exe)
{
	ptrdiff_t slash = fl_slice_rchr(run->exe, '/');
	struct fl_slice name = fl_slice_skip(run->exe, (size_t)(slash + 1));
	struct fl_slice dir = fl_slice_head(run->exe, (size_t)(slash + 1));
	if (fl_slice_eq(run->exe, exe))
		return true;
	if (!fl_slice_starts(name, "lt-") || !fl_slice_starts_with(exe, dir))
		return false;
	return fl_slice_eq(fl_slice_skip(exe, dir.len), fl_slice_skip(name, 3));
}

static struct fl_slice replace(
	struct fl_slice text, struct fl_slice what, struct fl_slice by, struct fl_arena *a)
{
	ptrdiff_t at = what.len ? fl_slice_search(text, what) : -1;
	if (at < 0)
		return text;
	struct fl_slice rest = fl_slice_skip(text, (size_t)at + what.len);
	return fl_arena_printf(a, "%.*s%.*s%.*s", FL_ARG(fl_slice_head(text, (size_t)at)),
		FL_ARG(by), FL_ARG(rest));
}

/* The place where the run will look for a file that no argument names; "": it has none. */
static struct fl_slice own_place(const struct ds_run_file *f, struct fl_arena *a)
{
	bool is_inside;
	if (fl_slice_find(f->name, "..") >= 0)
		return FL_S("");
	/* It starts in the project's directory. */
	return ds_path_at(a, FL_S(""), f->name, &is_inside);
}

/* A file of the run: arguments that name it name it from the project afterwards. */
static bool place_file(const struct ds_run_file *f, struct tg_input *run, struct tg_file *ret_file,
	struct fl_arena *a)
{
	struct fl_slice *args = run->args.items;
	bool named = false;
	if (!f->whole || f->path.len == 0 || f->name.len == 0)
		return false;
	for (size_t i = 0; i < run->args.len; i++) {
		ptrdiff_t at = fl_slice_search(args[i], f->name);
		/* "x", "--file=x", "-fx", "name:x" */
		if (at < 0 || (size_t)at + f->name.len != args[i].len ||
			(at > 0 && f->name.len < 3))
			continue;
		args[i] = replace(args[i], f->name, f->path, a);
		named = true;
	}
	*ret_file = (struct tg_file){named ? f->path : own_place(f, a), f->content};
	return ret_file->path.len > 0;
}

/* Add a file unless it is there; false when another one stands there. */
static bool add_file(struct fl_vec *files, const struct tg_file *f)
{
	for (size_t i = 0; i < files->len; i++) {
		const struct tg_file *old = fl_vec_at(files, i);
		if (fl_slice_eq(old->path, f->path))
			return fl_slice_eq(old->content, f->content);
	}
	struct tg_file *to = fl_vec_add(files);
	if (to)
		*to = *f;
	return to != NULL;
}

static size_t bytes_of(const struct ds_run *r)
{
	size_t n = 0;
	for (size_t i = 0; i < r->args.len; i++)
		n += tg_text_at(&r->args, i).len;
	return n;
}

/* Can it be told? Its files are added then, and none if not. */
static bool tell_run(
	const struct ds_run *r, struct fl_vec *files, struct fl_arena *a, struct tg_input *ret_run)
{
	struct fl_slice *args = fl_arena_array(a, r->args.len, sizeof(*args));
	size_t before = files->len, data = 0;
	bool fits = args && r->args.len <= ARGS_MAX && bytes_of(r) <= ARGS_BYTES &&
		    r->input.len <= INPUT_MAX;
	if (!fits)
		return false;
	for (size_t i = 0; i < r->args.len; i++)
		args[i] = tg_text_at(&r->args, i);
	struct tg_input run = {{args, r->args.len}, r->input};
	for (size_t i = 0; fits && i < r->files.len; i++) {
		struct tg_file file;
		const struct ds_run_file *f = (const struct ds_run_file *)r->files.items + i;
		if (f->path.len == 0)
			continue; /* not the project's */
		data += f->content.len;
		fits = data <= DATA_MAX && place_file(f, &run, &file, a) && add_file(files, &file);
	}
	for (size_t i = 0; i < r->args.len; i++)
		fits = fits && fl_slice_find(args[i], FL_BOX_DIR "/") < 0;
	if (!fits)
		files->len = before;
	*ret_run = run;
	return fits;
}

/* Asked what it is, a program does nothing else. */
static bool asks_only(const struct ds_run *r)
{
	static const char *const words[] = {
		"-h", "-help", "--help", "-V", "--version", "-version", "-?"};
	for (size_t i = 0; r->args.len == 1 && i < sizeof(words) / sizeof(*words); i++)
		if (fl_slice_eqs(tg_text_at(&r->args, 0), words[i]))
			return true;
	return false;
}

static bool known(const struct fl_vec *runs, const struct tg_input *r)
{
	for (size_t i = 0; i < runs->len; i++)
		if (fl_object_eq(&tg_input_shape, fl_vec_at(runs, i), r))
			return true;
	return false;
}

/* First one of each eighth of them, then what there is besides. */
static void take_runs(const struct ds_run *const *good, size_t n, struct fl_vec *files,
	struct fl_vec *runs, struct fl_arena *a)
{
	size_t step = n / DS_PROJECT_RUNS_MAX ? n / DS_PROJECT_RUNS_MAX : 1;
	for (size_t start = 0; start < step; start++)
		for (size_t i = start; i < n && runs->len < DS_PROJECT_RUNS_MAX; i += step) {
			struct tg_input run;
			if (!tell_run(good[i], files, a, &run) || known(runs, &run))
				continue;
			struct tg_input *to = fl_vec_add(runs);
			if (to)
				*to = run;
		}
}

int ds_runs_of(const struct ds_watched *w, struct fl_slice exe, struct fl_vec *files,
	struct fl_arena *a, struct fl_list *ret_runs, struct fl_error *err)
{
	const struct ds_run **good = fl_arena_array(a, w->runs.len, sizeof(*good));
	struct fl_vec runs;
	if (!good)
		return fl_arena_error(a, "the runs", err);
	fl_vec_init(&runs, sizeof(struct tg_input), DS_PROJECT_RUNS_MAX);
	/* First those that show what the program does; nobody sees a fault of one that is silent. */
	for (int worse = 0; worse <= 2; worse++) {
		size_t n = 0;
		for (size_t i = 0; i < w->runs.len; i++) {
			const struct ds_run *r = (const struct ds_run *)w->runs.items + i;
			int how = r->silent ? 2 : asks_only(r);
			if (r->status == 0 && ds_run_is_of(r, exe) && how == worse)
				good[n++] = r;
		}
		if (runs.len < RUNS_ENOUGH && (worse < 2 || runs.len))
			take_runs(good, n, files, &runs, a);
	}
	*ret_runs = fl_vec_freeze(&runs, a);
	fl_vec_release(&runs);
	return fl_arena_error(a, "the runs", err);
}
