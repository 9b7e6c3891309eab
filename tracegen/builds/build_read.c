#include "tracegen/builds/build_read.h"

static ptrdiff_t index_of(const struct fl_list *argv, const char *word)
{
	for (size_t i = 0; i < argv->len; i++)
		if (fl_slice_eqs(tg_text_at(argv, i), word))
			return (ptrdiff_t)i;
	return -1;
}

static struct fl_list part(const struct fl_list *argv, size_t from, size_t to)
{
	return (struct fl_list){.items = (struct fl_slice *)argv->items + from, .len = to - from};
}

static bool same_texts(const struct fl_list *x, const struct fl_list *y)
{
	if (x->len != y->len)
		return false;
	for (size_t i = 0; i < x->len; i++)
		if (!fl_slice_eq(tg_text_at(x, i), tg_text_at(y, i)))
			return false;
	return true;
}

/* Whether the program's own command lines are these: then nothing was misread. */
static bool builds_so(const struct tg_program *p, enum tg_build_kind kind,
	const struct fl_list *argvs, size_t count, struct fl_arena *a)
{
	for (size_t i = 0; i + 1 < count; i++) {
		struct fl_list argv = tg_build_compile_argv(p, kind, i, true, a);
		if (!same_texts(&argv, &argvs[i]))
			return false;
	}
	struct fl_list link = tg_build_link_argv(p, kind, &tg_all_changed, a);
	return same_texts(&link, &argvs[count - 1]);
}

/* Where flags begin in a compilation by that compiler: where "-c" stands when there are none. */
static size_t flags_at(struct tg_program p, enum tg_build_kind kind, struct fl_arena *a)
{
	p.flags = (struct fl_list){0};
	struct fl_list bare = tg_build_compile_argv(&p, kind, 0, true, a);
	return (size_t)index_of(&bare, "-c");
}

static bool read_as(enum tg_compiler compiler, enum tg_build_kind kind, const struct fl_list *argvs,
	size_t count, struct fl_arena *a, struct tg_program *p)
{
	const struct fl_list *first = &argvs[0], *link = &argvs[count - 1];
	ptrdiff_t c = index_of(first, "-c"), o = index_of(link, "-o");
	bool made = kind == TG_MADE;
	p->compiler = (int)compiler;
	size_t flags = flags_at(*p, kind, a);
	if (c < 0 || (!made && (o < 0 || (size_t)o + 2 > link->len)) || flags > (size_t)c)
		return false;
	p->flags = part(first, flags, (size_t)c);
	p->libs = made ? (struct fl_list){0} : part(link, (size_t)o + 2, link->len);
	return builds_so(p, kind, argvs, count, a);
}

/* The standard of the first source that is of the program's language. */
static struct fl_slice std_of(const struct tg_program *p, const struct fl_list *argvs)
{
	size_t i = 0;
	while (i + 1 < p->sources.len &&
		(int)tg_source_language(p, tg_text_at(&p->sources, i)) != p->language)
		i++;
	struct fl_slice std = argvs[i].len > 1 ? tg_text_at(&argvs[i], 1) : FL_S("-std=");
	return fl_slice_skip(std, strlen("-std="));
}

int tg_build_read(const struct fl_list *argvs, size_t count, enum tg_language language,
	struct fl_arena *a, struct tg_program *ret_program, enum tg_build_kind *ret_kind,
	struct fl_error *err)
{
	struct tg_program p = {.language = (int)language};
	struct fl_slice *sources = fl_arena_array(a, count, sizeof(*sources));
	if (!sources)
		return fl_arena_error(a, "the sources", err);
	if (count < 2 || argvs[0].len < 2 || !fl_slice_starts(tg_text_at(&argvs[0], 1), "-std="))
		return fl_error_set(err, FL_EPARSE, "the command lines are not those of a build");
	for (size_t i = 0; i + 1 < count; i++) {
		ptrdiff_t c = index_of(&argvs[i], "-c");
		if (c < 0 || (size_t)c + 1 >= argvs[i].len)
			return fl_error_set(err, FL_EPARSE, "command %zu compiles nothing", i + 1);
		sources[i] = tg_text_at(&argvs[i], (size_t)c + 1);
	}
	p.sources = (struct fl_list){.items = sources, .len = count - 1};
	p.std = std_of(&p, argvs);
	static const enum tg_compiler compilers[] = {TG_GCC, TG_CLANG};
	for (int i = 0; i < 2; i++)
		for (int kind = 0; kind < TG_BUILD_KINDS; kind++)
			if (read_as(compilers[i], (enum tg_build_kind)kind, argvs, count, a, &p)) {
				*ret_program = p;
				*ret_kind = (enum tg_build_kind)kind;
				return 0;
			}
	return fl_error_set(err, FL_EPARSE, "no build of this version has these command lines");
}

struct fl_list tg_args_read(const struct fl_list *argv)
{
	size_t own = 1;
	while (own < argv->len && !fl_slice_eqs(tg_text_at(argv, own - 1), "./" TG_BINARY))
		own++;
	return (struct fl_list){
		.items = (struct fl_slice *)argv->items + own, .len = argv->len - own};
}
