#include "base/hash.h"
#include "datasets/reward/headers.h"
#include "datasets/reward/judge_priv.h"
#include "sanitize/run/precompile.h"

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

static bool is_cxx(struct fl_slice path)
{
	enum san_language language = SAN_C;
	return san_source_language(path, &language) && language == SAN_CXX;
}

/* Those of the first source that begins with any. */
static struct fl_slice headers_of(struct ds_judging *g)
{
	const struct san_file *f = g->program.files.items;
	for (size_t i = 0; i < g->program.files.len; i++) {
		struct fl_slice text =
			is_cxx(f[i].path) ? ds_headers_of(f[i].content, g->a) : FL_S("");
		if (text.len)
			return text;
	}
	return FL_S("");
}

static void key_of(
	const struct ds_judging *g, enum san_mode mode, struct fl_slice text, char ret_key[65])
{
	const struct san_program *p = &g->program;
	struct fl_buf words;
	fl_buf_init(&words, SIZE_MAX / 2);
	fl_buf_printf(&words, "%s %s %d", p->tools.driver[SAN_CXX],
		p->std[SAN_CXX] ? p->std[SAN_CXX] : "", (int)mode);
	for (const char *const *flag = p->flags; flag && *flag; flag++)
		fl_buf_printf(&words, " %s", *flag);
	const struct fl_slice parts[] = {g->judge->version, fl_buf_view(&words), text};
	fl_sha256_parts(parts, sizeof(parts) / sizeof(parts[0]), ret_key);
	fl_buf_release(&words);
}

static int make(struct ds_judging *g, enum san_mode mode, struct fl_slice text,
	struct ds_headers_hold *hold)
{
	struct fl_buf made;
	fl_buf_init(&made, SAN_HEADERS_MAX);
	int rc = san_precompile(
		g->judge->compile_box, &g->program, mode, text, FL_COMPILE_CPU_MS, &made, g->err);
	if (rc == 0 || rc == FL_ELIMIT) /* too big: not again either */
		ds_headers_keep(g->judge->opts.headers, hold, rc ? FL_S("") : fl_buf_view(&made));
	fl_buf_release(&made);
	return rc;
}

/* The program's files, with the headers; sources that begin with just these take them. */
static int put_headers(struct ds_judging *g, struct fl_slice text, struct fl_slice made)
{
	size_t count = g->program.files.len;
	struct san_file *files = fl_arena_array(g->a, count + 2, sizeof(*files));
	if (!files)
		return fl_arena_error(g->a, "a program", g->err);
	for (size_t i = 0; i < count; i++) {
		files[i] = ((const struct san_file *)g->program.files.items)[i];
		if (is_cxx(files[i].path) && !files[i].flags &&
			fl_slice_eq(ds_headers_of(files[i].content, g->a), text))
			files[i].flags = san_headers_flags;
	}
	files[count] = (struct san_file){.path = FL_S(SAN_HEADERS_TEXT), .content = text};
	files[count + 1] = (struct san_file){.path = FL_S(SAN_HEADERS_MADE), .content = made};
	g->program.files = (struct fl_list){.items = files, .len = count + 2};
	return 0;
}

/*
 * Where what the compiler says may come of our headers and not of the program, the program alone
 * has to tell: the way by which a header was reached is said with the name of ours.
 */
static bool is_sure(const struct san_build *b)
{
	static const char *const doubts[] = {
		".headers/", "AST file", "PCH file", "PLEASE submit a bug report"};
	for (size_t i = 0; i < sizeof(doubts) / sizeof(doubts[0]); i++)
		if (!b->ok && fl_slice_find(b->diagnostics, doubts[i]) >= 0)
			return false;
	return !b->host && (b->ok || b->end == FL_END_EXIT);
}

int ds_judge_compile_read(
	struct ds_judging *g, enum san_mode mode, struct san_build *ret_build, bool *ret_done)
{
	struct ds_headers *h = g->judge->opts.headers;
	const struct san_toolchain *t =
		san_modes[mode].clang ? &g->program.clang : &g->program.tools;
	struct ds_headers_hold hold;
	char key[65];
	*ret_done = false;
	if (!h || t->family != SAN_CLANG || g->c.language != SAN_CXX ||
		!may_have(g->program.flags) || *fl_box_missing(g->judge->compile_box))
		return 0;
	struct fl_slice text = headers_of(g);
	if (!text.len)
		return 0;
	key_of(g, mode, text, key);
	ds_headers_ask(h, key, &hold);
	int rc = hold.state == DS_HEADERS_MAKE ? make(g, mode, text, &hold) : 0;
	if (rc == 0 && hold.state == DS_HEADERS_READY) {
		struct fl_list before = g->program.files;
		rc = put_headers(g, text, hold.made);
		rc = rc ? rc
			: san_build_all(g->judge->compile_box, &g->program, &mode, 1, 1,
				  FL_COMPILE_CPU_MS, g->a, ret_build, g->err);
		g->program.files = before;
		*ret_done = rc == 0 && is_sure(ret_build);
	}
	ds_headers_done(h, &hold);
	return rc == FL_EHOST || rc == FL_EINVAL || rc == FL_ELIMIT ? 0 : rc;
}
