/*
 * prefix-check [OPTION…] FILE…
 * Reads each FILE with both filters' readers, plain and through the wrappings of
 * tests/support/wrap.h, and compares what is found: all fields but the lane. Then two and three of
 * the files at a time, each with a wrapping of its own that has names, their lines mixed at random.
 * Writes the share of equals of each wrapping, and exits 1 where one is below its bar.
 *   --wrappings=N   the first N of them (0: all)		--seed=N
 *   --rounds=N      so many mixed logs			--show    print what differs
 *   --wrap=NAME     nothing but write FILEs in this wrapping to standard output
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"
#include "diag/reader.h"
#include "sanitize/reader.h"
#include "tests/support/wrap.h"

enum { FILE_MAX = 64 << 20, FOUND_MAX = 1 << 20, BAR = 9950, MIXED_BAR = 9900, MIXED_MAX = 3 };

/* What was found in a text: JSON without the lane, and the lane. */
struct item {
	struct fl_slice json, lane;
	bool taken;
};

struct found {
	struct fl_arena arena;
	struct fl_vec items;
};

struct input {
	const char *path;
	struct fl_buf text;
	struct found plain;
};

struct score {
	size_t equal, all;
};

static void fatal(const char *what, const struct fl_error *err)
{
	fprintf(stderr, "prefix-check: %s: %s\n", what, err->message);
	exit(4);
}

static void found_init(struct found *f)
{
	fl_arena_init(&f->arena, (size_t)1 << 30);
	fl_vec_init(&f->items, sizeof(struct item), FOUND_MAX);
}

static void found_release(struct found *f)
{
	fl_arena_release(&f->arena);
	fl_vec_release(&f->items);
}

static void found_add(
	struct found *f, const struct fl_shape *shape, const void *object, struct fl_slice lane)
{
	struct fl_buf json;
	fl_buf_init(&json, FILE_MAX);
	fl_json_object(&json, shape, object);
	struct item *at = fl_vec_add(&f->items);
	at->json = fl_arena_slice(&f->arena, fl_buf_view(&json));
	at->lane = fl_arena_slice(&f->arena, lane);
	fl_buf_release(&json);
}

static int take_diagnostic(void *ctx, const struct diag_diagnostic *d)
{
	struct diag_diagnostic bare = *d;
	bare.lane = FL_S("");
	found_add(ctx, &diag_diagnostic_shape, &bare, d->lane);
	return 0;
}

static void read_diagnostics(struct fl_slice text, struct found *f)
{
	struct diag_reader_opts opts = {.prefix = NULL};
	struct diag_sink sink = {.diagnostic = take_diagnostic, .ctx = f};
	struct diag_reader *r;
	struct fl_error err;
	if (diag_reader_new(&opts, &sink, &r, &err) || diag_reader_feed(r, text, &err) ||
		diag_reader_finish(r, &err))
		fatal("diagnostics", &err);
	diag_reader_free(r);
}

static void read_reports(struct fl_slice text, struct found *f)
{
	struct san_reader_opts opts = {.parse = {.strip = FL_S("/box/"), .addresses = true}};
	struct san_reader *r;
	struct san_reports reports;
	struct fl_error err;
	if (san_reader_new(&opts, &r, &err) || san_reader_feed(r, text, &err) ||
		san_reader_finish(r, &reports, &err))
		fatal("reports", &err);
	for (size_t i = 0; i < reports.list.len; i++) {
		struct san_report bare = ((struct san_report *)reports.list.items)[i];
		struct fl_slice lane = bare.lane;
		bare.lane = FL_S("");
		found_add(f, &san_report_shape, &bare, lane);
	}
	san_reader_free(r);
}

static void find(struct fl_slice text, struct found *f)
{
	found_init(f);
	read_diagnostics(text, f);
	read_reports(text, f);
}

/* How many of want are in got; `lane`: all in one that no other input used. */
static size_t equals(const struct found *want, struct found *got)
{
	size_t n = 0;
	for (size_t i = 0; i < want->items.len; i++) {
		const struct item *w = fl_vec_at(&want->items, i);
		for (size_t j = 0; j < got->items.len; j++) {
			struct item *g = fl_vec_at(&got->items, j);
			if (g->taken || !fl_slice_eq(w->json, g->json))
				continue;
			g->taken = true;
			n++;
			break;
		}
	}
	return n;
}

static void show(const char *what, const struct input *in, const struct found *got)
{
	printf("-- %s %s\n", what, in->path);
	for (size_t i = 0; i < in->plain.items.len; i++)
		printf("want %.*s\n",
			FL_ARG(((struct item *)fl_vec_at(&in->plain.items, i))->json));
	for (size_t i = 0; i < got->items.len; i++) {
		const struct item *g = fl_vec_at(&got->items, i);
		printf("got%s {%.*s} %.*s\n", g->taken ? " =" : "", FL_ARG(g->lane),
			FL_ARG(g->json));
	}
}

static void wrap(const struct wrapping *w, uint64_t seed, struct fl_slice text, struct fl_buf *out)
{
	struct writer by;
	struct fl_slice line;
	writer_init(&by, w, seed, 0);
	while (fl_slice_line(&text, &line))
		writer_line(&by, line, out);
}

/* One file through one wrapping: nothing is lost, and nothing is added. */
static void check(const struct wrapping *w, uint64_t seed, const struct input *in, struct score *s,
	bool verbose)
{
	struct found got;
	struct fl_buf text;
	fl_buf_init(&text, FILE_MAX);
	wrap(w, seed, fl_buf_view(&in->text), &text);
	find(fl_buf_view(&text), &got);
	size_t want = in->plain.items.len, equal = equals(&in->plain, &got);
	s->equal += equal;
	s->all += want > got.items.len ? want : got.items.len;
	if (verbose && (equal != want || want != got.items.len))
		show(w->name, in, &got);
	found_release(&got);
	fl_buf_release(&text);
}

/* Several files line by line, each with its own name and wrapping. */
static void check_mixed(struct input **in, size_t count, const struct wrapping *const *named,
	size_t named_count, struct fl_rng *rng, struct score *s, bool verbose)
{
	struct writer by[MIXED_MAX];
	struct fl_slice rest[MIXED_MAX], line;
	struct found got;
	struct fl_buf text;
	size_t left = count, want = 0, equal = 0;
	uint64_t seed = fl_rng_next(rng);
	const struct wrapping *w = named[fl_rng_below(rng, named_count)];
	bool same = fl_rng_below(rng, 4) != 0; /* as in most logs */
	fl_buf_init(&text, FILE_MAX);
	for (unsigned i = 0; i < count; i++) {
		writer_init(&by[i], same ? w : named[fl_rng_below(rng, named_count)], seed, i);
		rest[i] = fl_buf_view(&in[i]->text);
		want += in[i]->plain.items.len;
	}
	while (left) {
		size_t i = fl_rng_below(rng, count);
		for (uint64_t n = fl_rng_below(rng, 4) + 1; n && rest[i].len; n--) {
			fl_slice_line(&rest[i], &line);
			writer_line(&by[i], line, &text);
			left -= !rest[i].len;
		}
	}
	find(fl_buf_view(&text), &got);
	for (size_t i = 0; i < count; i++)
		equal += equals(&in[i]->plain, &got);
	s->equal += equal;
	s->all += want > got.items.len ? want : got.items.len;
	if (verbose && (equal != want || want != got.items.len)) {
		for (size_t i = 0; i < count; i++)
			show(by[i].w->name, in[i], &got);
		printf("%s", text.data);
	}
	found_release(&got);
	fl_buf_release(&text);
}

static bool passes(const char *what, struct score s, size_t bar)
{
	double share = s.all ? 100.0 * (double)s.equal / (double)s.all : 0;
	bool good = s.all && s.equal * 10000 >= s.all * bar;
	printf("%-18s %6zu of %6zu  %6.2f %%%s\n", what, s.equal, s.all, share,
		good ? "" : "  <- bar");
	return good;
}

static uint64_t number_option(int argc, char **argv, const char *name, uint64_t fallback)
{
	size_t n = strlen(name);
	for (int i = 1; i < argc; i++)
		if (!strncmp(argv[i], name, n) && argv[i][n] == '=')
			fallback = strtoull(argv[i] + n + 1, NULL, 10);
	return fallback;
}

static bool flag(int argc, char **argv, const char *name)
{
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], name))
			return true;
	return false;
}

static struct input *inputs_read(int argc, char **argv, size_t *ret_count)
{
	struct input *in = calloc((size_t)argc, sizeof(*in));
	struct fl_error err;
	size_t n = 0;
	for (int i = 1; in && i < argc; i++) {
		if (argv[i][0] == '-')
			continue;
		in[n].path = argv[i];
		fl_buf_init(&in[n].text, FILE_MAX);
		if (fl_buf_read_file(&in[n].text, argv[i], &err))
			fatal(argv[i], &err);
		find(fl_buf_view(&in[n].text), &in[n].plain);
		n++;
	}
	*ret_count = n;
	return in;
}

static int write_wrapped(const char *name, uint64_t seed, const struct input *in, size_t count)
{
	struct fl_buf out;
	const struct wrapping *w = NULL;
	for (size_t i = 0; i < wrappings_count; i++)
		if (!strcmp(wrappings[i].name, name))
			w = &wrappings[i];
	if (!w)
		return 2;
	fl_buf_init(&out, (size_t)1 << 31);
	for (size_t i = 0; i < count; i++)
		wrap(w, seed, fl_buf_view(&in[i].text), &out);
	int rc = fl_write_all(STDOUT_FILENO, fl_buf_view(&out), NULL);
	fl_buf_release(&out);
	return rc ? 4 : 0;
}

static bool check_all(struct input *in, size_t count, int argc, char **argv)
{
	bool good = true, verbose = flag(argc, argv, "--show");
	uint64_t seed = number_option(argc, argv, "--seed", 1);
	size_t used = number_option(argc, argv, "--wrappings", 0), named_count = 0;
	const struct wrapping *named[64];
	struct score total = {0};
	used = used && used < wrappings_count ? used : wrappings_count;
	for (size_t i = 0; i < used; i++) {
		struct score s = {0};
		if (wrappings[i].named && named_count < 64)
			named[named_count++] = &wrappings[i];
		for (size_t f = 0; f < count; f++)
			check(&wrappings[i], seed + f, &in[f], &s, verbose);
		good = passes(wrappings[i].name, s, BAR) && good;
		total.equal += s.equal;
		total.all += s.all;
	}
	good = passes("all", total, BAR) && good;
	struct fl_rng rng = fl_rng_new(seed, FL_S("mixed"), FL_S(""));
	for (size_t writers = 2; writers <= MIXED_MAX; writers++) {
		struct score s = {0};
		for (size_t i = number_option(argc, argv, "--rounds", 500); i && count; i--) {
			struct input *some[MIXED_MAX];
			for (size_t n = 0; n < writers; n++)
				do
					some[n] = &in[fl_rng_below(&rng, count)];
				while (!some[n]->text.len);
			check_mixed(some, writers, named, named_count, &rng, &s, verbose);
		}
		good = passes(writers == 2 ? "two at a time" : "three at a time", s, MIXED_BAR) &&
		       good;
	}
	return good;
}

int main(int argc, char **argv)
{
	size_t count;
	struct input *in = inputs_read(argc, argv, &count);
	int status = 0;
	const char *only = NULL;
	for (int i = 1; i < argc; i++)
		only = !strncmp(argv[i], "--wrap=", 7) ? argv[i] + 7 : only;
	if (only)
		status = write_wrapped(only, number_option(argc, argv, "--seed", 1), in, count);
	else
		status = check_all(in, count, argc, argv) ? 0 : 1;
	for (size_t i = 0; i < count; i++) {
		fl_buf_release(&in[i].text);
		found_release(&in[i].plain);
	}
	free(in);
	return status;
}
