#include <string.h>

#include "base/hash.h"
#include "datasets/reward/headers.h"
#include "datasets/reward/headers_disk.h"
#include "datasets/reward/instances.h"
#include "datasets/reward/judge_priv.h"
#include "sanitize/run/precompile.h"

/*
 * Programs that take headers as they are, before their containers are compiled with them, too: that
 * takes about two seconds, and saves each program an eighth of one.
 */
enum { PLAIN_USES = 16 };

/* What cannot make a header of the system another one, whatever files the candidate has. */
static bool may_have(const char *const *flags)
{
	static const char *const known[] = {
		"-O", "-W", "-D", "-U", "-std=", "-pthread", "-l", "-m"};
	for (; flags && *flags; flags++) {
		size_t i = 0, count = sizeof(known) / sizeof(known[0]);
		while (i < count && !fl_slice_starts(fl_slice_str(*flags), known[i]))
			i++;
		if (i == count)
			return false;
	}
	return true;
}

static bool is_cxx(const struct san_file *f)
{
	enum san_language language = SAN_C;
	return san_file_language(f, &language) && language == SAN_CXX;
}

/* The first source that begins with any, and which these are; NULL: none. */
static const struct san_file *headed(struct ds_judging *g, struct fl_slice *ret_headers)
{
	const struct san_file *f = g->program.files.items;
	for (size_t i = 0; i < g->program.files.len; i++) {
		*ret_headers = is_cxx(&f[i]) ? ds_headers_of(f[i].content, g->a) : FL_S("");
		if (ret_headers->len)
			return &f[i];
	}
	return NULL;
}

/* `what` tells those of a kind from those of another. */
static void key_of(const struct ds_judging *g, enum san_mode mode, struct fl_slice text,
	const char *what, char ret_key[65])
{
	const struct san_program *p = &g->program;
	struct fl_buf words;
	fl_buf_init(&words, SIZE_MAX / 2);
	fl_buf_printf(&words, "%s %s %s %d", what, p->tools.driver[SAN_CXX],
		p->std[SAN_CXX] ? p->std[SAN_CXX] : "", (int)mode);
	for (const char *const *flag = p->flags; flag && *flag; flag++)
		fl_buf_printf(&words, " %s", *flag);
	const struct fl_slice parts[] = {g->judge->version, fl_buf_view(&words), text};
	fl_sha256_parts(parts, sizeof(parts) / sizeof(parts[0]), ret_key);
	fl_buf_release(&words);
}

/* ---- what is kept of them ---- */

/* One behind the other: the text, what it came to, and its code ("": none). */
enum { TEXT, MADE, CODE, PARTS };

struct sizes {
	uint64_t of[PARTS];
};

static struct fl_slice part(struct fl_slice kept, int which)
{
	struct sizes sizes;
	size_t at = sizeof(sizes);
	memcpy(&sizes, kept.ptr, sizeof(sizes));
	for (int i = 0; i < which; i++)
		at += sizes.of[i];
	return fl_slice(kept.ptr + at, sizes.of[which]);
}

enum {
	ALL_MAX = 2 * SAN_HEADERS_MAX + (1 << 20),
	LABELS_OF_A_SET = 200 /* take about as much room on disk */
};

/* One that was read from disk is as long as its sizes say. */
static bool is_whole(struct fl_slice kept)
{
	struct sizes sizes;
	if (kept.len < sizeof(sizes))
		return false;
	uint64_t left = kept.len - sizeof(sizes);
	memcpy(&sizes, kept.ptr, sizeof(sizes));
	for (int i = 0; i < PARTS; i++) {
		if (sizes.of[i] > left)
			return false;
		left -= sizes.of[i];
	}
	return left == 0;
}

static struct ds_headers_disk disk_of(const struct ds_judging *g)
{
	struct ds_headers_disk disk = {.cache = g->judge->kept, .program = g->judge->exe};
	ds_headers_disk_look(&disk);
	return disk;
}

/* Those of an earlier process in `all`; false: there are none. */
static bool read_disk(struct ds_judging *g, const char *key, struct fl_buf *all)
{
	const struct ds_headers_disk disk = disk_of(g);
	return ds_headers_disk_get(&disk, key, all) && is_whole(fl_buf_view(all));
}

/* Take those where they are ours to make. */
static void take_from_disk(struct ds_judging *g, const char *key, struct ds_headers_hold *hold)
{
	struct fl_buf all;
	fl_buf_init(&all, ALL_MAX);
	if (hold->state == DS_HEADERS_MAKE && read_disk(g, key, &all))
		ds_headers_keep(g->judge->opts.headers, hold, fl_buf_view(&all));
	fl_buf_release(&all);
}

/* The compiler refuses them, or they are too big: nothing is kept, so that nobody tries again. */
static void keep(struct ds_judging *g, const char *key, struct fl_slice text,
	const struct fl_buf *made, const struct fl_buf *code, const struct ds_headers_disk *disk,
	struct ds_headers_hold *hold)
{
	struct sizes sizes = {{text.len, made->len, code->len}};
	struct fl_buf all;
	fl_buf_init(&all, ALL_MAX);
	if (made->len) {
		fl_buf_add(&all, &sizes, sizeof(sizes));
		fl_buf_slice(&all, text);
		fl_buf_slice(&all, fl_buf_view(made));
		fl_buf_slice(&all, fl_buf_view(code));
	}
	if (!all.failed)
		ds_headers_keep(g->judge->opts.headers, hold, fl_buf_view(&all));
	if (!all.failed && all.len && ds_headers_disk_put(disk, key, fl_buf_view(&all)))
		g->judge->since_sweep += LABELS_OF_A_SET;
	fl_buf_release(&all);
}

static int make(struct ds_judging *g, enum san_mode mode, const char *key, struct fl_slice text,
	bool with_code, struct ds_headers_hold *hold)
{
	const struct ds_headers_disk disk = disk_of(g);
	struct fl_buf made, code;
	fl_buf_init(&made, SAN_HEADERS_MAX);
	fl_buf_init(&code, SAN_HEADERS_MAX);
	int rc = san_precompile(g->judge->compile_box, &g->program, mode, text, FL_COMPILE_CPU_MS,
		&made, with_code ? &code : NULL, g->err);
	if (rc == FL_ELIMIT)
		fl_buf_clear(&made);
	if (rc == 0 || rc == FL_ELIMIT)
		keep(g, key, text, &made, &code, &disk, hold);
	fl_buf_release(&made);
	fl_buf_release(&code);
	return rc;
}

/* The program's files, with the headers; sources that begin with just these take them. */
static int put_headers(struct ds_judging *g, struct fl_slice headers, struct fl_slice kept)
{
	const struct fl_slice code = part(kept, CODE);
	size_t count = g->program.files.len;
	struct san_file *files = fl_arena_array(g->a, count + PARTS, sizeof(*files));
	if (!files)
		return fl_arena_error(g->a, "a program", g->err);
	for (size_t i = 0; i < count; i++) {
		files[i] = ((const struct san_file *)g->program.files.items)[i];
		if (is_cxx(&files[i]) && !files[i].flags &&
			fl_slice_eq(ds_headers_of(files[i].content, g->a), headers))
			files[i].flags = san_headers_flags;
	}
	files[count++] =
		(struct san_file){.path = FL_S(SAN_HEADERS_TEXT), .content = part(kept, TEXT)};
	files[count++] =
		(struct san_file){.path = FL_S(SAN_HEADERS_MADE), .content = part(kept, MADE)};
	if (code.len)
		files[count++] = (struct san_file){.path = FL_S(SAN_HEADERS_CODE), .content = code};
	g->program.files = (struct fl_list){.items = files, .len = count};
	g->program.objects = code.len ? san_headers_objects : NULL;
	return 0;
}

static bool says(const struct san_build *b, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (fl_slice_find(b->diagnostics, words[i]) >= 0)
			return true;
	return false;
}

/*
 * Where what the compiler says may come of our headers and not of the program, the program alone
 * has to tell: the way by which a header was reached is said with the name of ours. With code of
 * ours the linker's words may be of that, and a template may be there before it is specialised.
 */
static bool is_sure(const struct san_build *b, bool with_code)
{
	static const char *const doubts[] = {
		".headers/", "AST file", "PCH file", "PLEASE submit a bug report"};
	static const char *const of_code[] = {"after instantiation", "explicit instantiation",
		"undefined", "duplicate", "multiple"};
	if (b->host || b->ok)
		return !b->host;
	return b->end == FL_END_EXIT && !says(b, doubts, sizeof(doubts) / sizeof(doubts[0])) &&
	       !(with_code && says(b, of_code, sizeof(of_code) / sizeof(of_code[0])));
}

static int compile_with(struct ds_judging *g, enum san_mode mode, struct fl_slice headers,
	struct fl_slice kept, struct san_build *ret_build, bool *ret_done)
{
	struct fl_list before = g->program.files;
	int rc = put_headers(g, headers, kept);
	rc = rc ? rc
		: san_build_all(g->judge->compile_box, &g->program, &mode, 1, 1, FL_COMPILE_CPU_MS,
			  g->a, ret_build, g->err);
	*ret_done = rc == 0 && is_sure(ret_build, g->program.objects != NULL);
	g->program.files = before;
	g->program.objects = NULL;
	return rc;
}

/* What is asked of: a program in a mode, its first source with headers, and these. */
struct asking {
	struct ds_judging *g;
	enum san_mode mode;
	const struct san_file *source;
	struct fl_slice headers;
};

static bool is_there(const struct ds_headers_hold *hold)
{
	return hold->state == DS_HEADERS_READY;
}

/* Of all headers at once it takes four times as long, and that of <filesystem> is not linked. */
static bool may_have_code(struct fl_slice headers)
{
	return fl_slice_find(headers, "bits/stdc++.h") < 0 &&
	       fl_slice_find(headers, "<filesystem>") < 0;
}

/* Have the code of an earlier process, where there is any. */
static void load_coded(const struct asking *k, const char *key)
{
	struct ds_headers_hold hold;
	struct fl_buf all;
	fl_buf_init(&all, ALL_MAX);
	if (read_disk(k->g, key, &all)) {
		ds_headers_ask(k->g->judge->opts.headers, key, true, &hold);
		ds_headers_keep(k->g->judge->opts.headers, &hold, fl_buf_view(&all));
		ds_headers_done(k->g->judge->opts.headers, &hold);
	}
	fl_buf_release(&all);
}

/*
 * Have the headers alone, made where they are neither here nor on disk; the caller lets go of them.
 * Where an earlier process has left them it may have left their code as well.
 */
static int ask_plain(const struct asking *k, const char *key, const char *coded_key,
	struct ds_headers_hold *hold)
{
	ds_headers_ask(k->g->judge->opts.headers, key, true, hold);
	if (hold->state != DS_HEADERS_MAKE)
		return 0;
	take_from_disk(k->g, key, hold);
	if (hold->state == DS_HEADERS_MAKE)
		return make(k->g, k->mode, key, k->headers, false, hold);
	if (may_have_code(k->headers))
		load_coded(k, coded_key);
	return 0;
}

/* Have them made with the code of what most of those that took them plain have named. */
static int make_coded(const struct asking *k, const char *key, const struct ds_headers_hold *plain)
{
	struct ds_headers *h = k->g->judge->opts.headers;
	struct fl_slice lines = ds_headers_noted(h, plain, k->g->a);
	struct ds_headers_hold hold;
	int rc = 0;
	if (!lines.len)
		return 0;
	ds_headers_ask(h, key, true, &hold);
	if (hold.state == DS_HEADERS_MAKE) {
		struct fl_slice text =
			fl_arena_printf(k->g->a, "%.*s%.*s", FL_ARG(k->headers), FL_ARG(lines));
		rc = text.ptr ? make(k->g, k->mode, key, text, true, &hold)
			      : fl_arena_error(k->g->a, "headers", k->g->err);
	}
	ds_headers_done(h, &hold);
	return rc;
}

static int try_coded(
	const struct asking *k, const char *key, struct san_build *ret_build, bool *ret_done)
{
	struct ds_headers *h = k->g->judge->opts.headers;
	struct ds_headers_hold hold;
	int rc = 0;
	ds_headers_ask(h, key, false, &hold);
	if (is_there(&hold))
		rc = compile_with(k->g, k->mode, k->headers, hold.made, ret_build, ret_done);
	ds_headers_done(h, &hold);
	return rc;
}

/* What a way could not do is no failure of the program, nor of the host in all that follows. */
static bool goes_on(int rc)
{
	return rc == 0 || rc == FL_EHOST || rc == FL_EINVAL || rc == FL_ELIMIT;
}

/* With headers alone; when many have done so, those behind it get the code of containers, too. */
static int try_plain(const struct asking *k, const char *key, const char *coded_key,
	struct san_build *ret_build, bool *ret_done)
{
	struct ds_headers *h = k->g->judge->opts.headers;
	struct ds_headers_hold hold;
	int rc = ask_plain(k, key, coded_key, &hold);
	if (rc == 0 && is_there(&hold))
		rc = compile_with(k->g, k->mode, k->headers, hold.made, ret_build, ret_done);
	if (rc == 0 && *ret_done && ret_build->ok) {
		ds_headers_note(h, &hold, ds_instances_of(k->source->content, k->g->a));
		if (hold.uses >= PLAIN_USES && may_have_code(k->headers))
			rc = make_coded(k, coded_key, &hold);
	}
	ds_headers_done(h, &hold);
	return rc;
}

static int try_ways(const struct asking *k, struct san_build *ret_build, bool *ret_done)
{
	char plain[65], coded[65];
	key_of(k->g, k->mode, k->headers, "plain", plain);
	key_of(k->g, k->mode, k->headers, "code", coded);
	int rc = try_coded(k, coded, ret_build, ret_done);
	if (goes_on(rc) && !*ret_done)
		rc = try_plain(k, plain, coded, ret_build, ret_done);
	return rc;
}

int ds_judge_compile_read(
	struct ds_judging *g, enum san_mode mode, struct san_build *ret_build, bool *ret_done)
{
	struct asking k = {.g = g, .mode = mode};
	const struct san_toolchain *t =
		san_modes[mode].clang ? &g->program.clang : &g->program.tools;
	*ret_done = false;
	if (!g->judge->opts.headers || t->family != SAN_CLANG || g->c.language != SAN_CXX ||
		!may_have(g->program.flags) || *fl_box_missing(g->judge->compile_box))
		return 0;
	k.source = headed(g, &k.headers);
	int rc = k.source ? try_ways(&k, ret_build, ret_done) : 0;
	return goes_on(rc) ? 0 : rc;
}
