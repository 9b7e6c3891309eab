/* The watchers' files, out of tar's archive (POSIX.1-1988, "ustar"). */
#include <stdlib.h>

#include "datasets/project/watch.h"

enum { BLOCK = 512, CALLS_MAX = 20000, RUNS_MAX = 1000, TEXTS_MAX = 20000, FILES_MAX = 64 };

struct reader {
	struct fl_arena *a;
	struct fl_vec calls, runs; /* struct ds_call, struct run */
	struct fl_slice order;
};

struct run {
	struct ds_run run;
	struct fl_vec files; /* struct ds_run_file */
};

static struct fl_slice field(struct fl_slice block, size_t at, size_t max)
{
	struct fl_slice s = fl_slice_head(fl_slice_skip(block, at), max);
	ptrdiff_t end = fl_slice_chr(s, '\0');
	return end < 0 ? s : fl_slice_head(s, (size_t)end);
}

static size_t octal(struct fl_slice s)
{
	size_t n = 0;
	for (size_t i = 0; i < s.len && s.ptr[i] >= '0' && s.ptr[i] <= '7'; i++)
		n = n * 8 + (size_t)(s.ptr[i] - '0');
	return n;
}

/* The texts of a list, each with that byte behind it. */
static struct fl_list split(struct fl_slice text, char end, struct fl_arena *a)
{
	struct fl_vec v;
	fl_vec_init(&v, sizeof(struct fl_slice), TEXTS_MAX);
	for (ptrdiff_t at; (at = fl_slice_chr(text, end)) >= 0;
		text = fl_slice_skip(text, (size_t)at + 1)) {
		struct fl_slice *s = fl_vec_add(&v);
		if (s)
			*s = fl_arena_slice(a, fl_slice_head(text, (size_t)at));
	}
	struct fl_list list = fl_vec_freeze(&v, a);
	fl_vec_release(&v);
	return list;
}

/* Where a path of the box lies below the project: "" for what lies elsewhere, and for itself. */
static struct fl_slice below(struct fl_slice path)
{
	return fl_slice_starts(path, FL_BOX_DIR "/") ? fl_slice_skip(path, strlen(FL_BOX_DIR "/"))
						     : fl_slice(NULL, 0);
}

static int call_part(struct reader *r, struct fl_slice id, struct fl_slice part,
	struct fl_slice content, struct fl_error *err)
{
	struct ds_call *c = r->calls.len ? fl_vec_at(&r->calls, r->calls.len - 1) : NULL;
	if (!c || !fl_slice_eq(c->id, id)) {
		c = fl_vec_add(&r->calls);
		if (!c)
			return fl_error_set(err, FL_ELIMIT, "the build calls too many tools");
		*c = (struct ds_call){.id = fl_arena_slice(r->a, id)};
	}
	if (fl_slice_eqs(part, "argv"))
		c->argv = split(content, '\n', r->a);
	else
		*(fl_slice_eqs(part, "deps") ? &c->deps : &c->trace) =
			fl_arena_slice(r->a, content);
	return 0;
}

/* A file that a run read: its names and its content come one after the other. */
static int run_file(struct reader *r, struct run *run, struct fl_slice part,
	struct fl_slice content, struct fl_error *err)
{
	uint32_t number = 0;
	fl_slice_uint(part, &number);
	while (run->files.len <= number) {
		struct ds_run_file *f = number < FILES_MAX ? fl_vec_add(&run->files) : NULL;
		if (!f)
			return fl_error_set(err, FL_EPARSE, "a run has files without end");
		*f = (struct ds_run_file){0};
	}
	struct ds_run_file *f = fl_vec_at(&run->files, number);
	if (fl_slice_ends(part, ".data")) {
		f->content = fl_arena_slice(r->a, content);
		f->whole = true;
		return 0;
	}
	struct fl_list names = split(content, '\0', r->a);
	if (names.len == 2) {
		f->name = tg_text_at(&names, 0);
		f->path = below(tg_text_at(&names, 1));
	}
	return 0;
}

static int run_part(struct reader *r, struct fl_slice number, struct fl_slice part,
	struct fl_slice content, struct fl_error *err)
{
	struct run *run = r->runs.len ? fl_vec_at(&r->runs, r->runs.len - 1) : NULL;
	if (!run || !fl_slice_eq(run->run.number, number)) {
		run = fl_vec_add(&r->runs);
		if (!run)
			return fl_error_set(err, FL_ELIMIT, "the tests run too many programs");
		*run = (struct run){.run = {.number = fl_arena_slice(r->a, number), .status = -1}};
		fl_vec_init(&run->files, sizeof(struct ds_run_file), FILES_MAX);
	}
	struct ds_run *to = &run->run;
	if (fl_slice_eqs(part, "stdin")) {
		to->input = fl_arena_slice(r->a, content);
	} else if (fl_slice_eqs(part, "end")) {
		to->status = atoi(fl_arena_slice(r->a, content).ptr);
		to->silent = fl_slice_ends(fl_slice_trim(content), " 0");
	} else if (fl_slice_eqs(part, "argv")) {
		struct fl_list texts = split(content, '\0', r->a);
		if (texts.len < 2)
			return fl_error_set(err, FL_EPARSE, "a run without a program");
		to->exe = below(tg_text_at(&texts, 0));
		to->cwd = below(tg_text_at(&texts, 1));
		to->args = (struct fl_list){(struct fl_slice *)texts.items + 2, texts.len - 2};
	} else {
		return run_file(r, run, part, content, err);
	}
	return 0;
}

static int read_entry(
	struct reader *r, struct fl_slice name, struct fl_slice content, struct fl_error *err)
{
	if (fl_slice_eqs(name, "order"))
		r->order = content;
	bool call = fl_slice_starts(name, "calls/");
	if (!call && !fl_slice_starts(name, "runs/"))
		return 0;
	name = fl_slice_skip(name, call ? strlen("calls/") : strlen("runs/"));
	ptrdiff_t slash = fl_slice_chr(name, '/');
	if (slash < 0)
		return 0;
	struct fl_slice id = fl_slice_head(name, (size_t)slash);
	struct fl_slice part = fl_slice_skip(name, (size_t)slash + 1);
	return call ? call_part(r, id, part, content, err) : run_part(r, id, part, content, err);
}

/* Those that came to their end, in that order. */
static struct fl_list calls_in_order(struct reader *r)
{
	struct ds_call *calls = fl_arena_array(r->a, r->calls.len, sizeof(*calls));
	size_t n = 0;
	struct fl_slice rest = r->order, id;
	while (calls && fl_slice_line(&rest, &id))
		for (size_t i = 0; i < r->calls.len && n < r->calls.len; i++) {
			const struct ds_call *c = fl_vec_at(&r->calls, i);
			if (fl_slice_eq(c->id, id) && c->argv.len >= 2)
				calls[n++] = *c;
		}
	return (struct fl_list){calls, n};
}

static int by_number(const void *x, const void *y)
{
	return fl_slice_cmp(((const struct ds_run *)x)->number, ((const struct ds_run *)y)->number);
}

static struct fl_list runs_in_order(struct reader *r)
{
	struct ds_run *runs = fl_arena_array(r->a, r->runs.len, sizeof(*runs));
	size_t n = 0;
	for (size_t i = 0; runs && i < r->runs.len; i++) {
		struct run *run = fl_vec_at(&r->runs, i);
		run->run.files = fl_vec_freeze(&run->files, r->a);
		if (run->run.exe.len)
			runs[n++] = run->run;
	}
	if (n)
		qsort(runs, n, sizeof(*runs), by_number);
	return (struct fl_list){runs, n};
}

int ds_watch_read(struct fl_slice archive, struct fl_arena *a, struct ds_watched *watched,
	struct fl_error *err)
{
	struct reader r = {.a = a};
	int rc = 0;
	fl_vec_init(&r.calls, sizeof(struct ds_call), CALLS_MAX);
	fl_vec_init(&r.runs, sizeof(struct run), RUNS_MAX);
	while (rc == 0 && archive.len >= BLOCK && archive.ptr[0]) {
		size_t size = octal(field(archive, 124, 12));
		if (size > archive.len - BLOCK) {
			rc = fl_error_set(err, FL_EPARSE, "what was watched is cut short");
			break;
		}
		struct fl_slice content = fl_slice_head(fl_slice_skip(archive, BLOCK), size);
		if (archive.ptr[156] == '0')
			rc = read_entry(&r, field(archive, 0, 100), content, err);
		archive = fl_slice_skip(archive, BLOCK + (size + BLOCK - 1) / BLOCK * BLOCK);
	}
	if (rc == 0) {
		watched->calls = calls_in_order(&r);
		watched->runs = runs_in_order(&r);
		rc = fl_arena_error(a, "what was watched", err);
	}
	for (size_t i = 0; i < r.runs.len; i++)
		fl_vec_release(&((struct run *)fl_vec_at(&r.runs, i))->files);
	fl_vec_release(&r.calls);
	fl_vec_release(&r.runs);
	return rc;
}
