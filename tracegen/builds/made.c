#include "tracegen/builds/made.h"

#include "base/source_name.h"
#include "tracegen/builds/build.h"

enum { WORDS_MAX = 64 };

bool tg_is_made(const struct tg_program *p)
{
	if (tg_program_file(p, FL_S(TG_MAKEFILE)) || (p->sources.len < 2 && p->libs.len == 0))
		return false;
	for (size_t i = 0; i < p->sources.len; i++)
		if (fl_slice_chr(tg_text_at(&p->sources, i), '/') >= 0)
			return false;
	return true;
}

static struct fl_slice stem(struct fl_slice path)
{
	ptrdiff_t dot = fl_slice_rchr(path, '.');
	return dot > 0 ? fl_slice_head(path, (size_t)dot) : path;
}

/* The object of the source, and the headers beside it that it includes. */
static void put_rule(struct fl_buf *out, const struct tg_program *p, struct fl_slice source)
{
	struct fl_slice text = tg_program_file(p, source)->content, line;
	fl_buf_printf(out, "%.*s.o: %.*s", FL_ARG(stem(source)), FL_ARG(source));
	while (fl_slice_line(&text, &line)) {
		bool quoted = false;
		struct fl_slice name = fl_source_included(line, &quoted);
		if (quoted && tg_program_file(p, name))
			fl_buf_printf(out, " %.*s", FL_ARG(name));
	}
	fl_buf_char(out, '\n');
}

static bool has_language(const struct tg_program *p, enum tg_language language)
{
	for (size_t i = 0; i < p->sources.len; i++)
		if (tg_source_language(p, tg_text_at(&p->sources, i)) == language)
			return true;
	return false;
}

struct fl_slice tg_makefile(const struct tg_program *p, struct fl_arena *a)
{
	bool cxx = p->language == TG_CXX;
	const char *driver = cxx ? "CXX" : "CC", *flags = cxx ? "CXXFLAGS" : "CFLAGS";
	struct fl_buf out;
	fl_buf_init(&out, FL_TEXT_MAX);
	if (cxx)
		fl_buf_printf(&out, "CXX = g++\nCXXFLAGS = -std=%.*s -g -Wall\n", FL_ARG(p->std));
	if (!cxx || has_language(p, TG_C))
		fl_buf_printf(&out, "CC = gcc\nCFLAGS = -std=%.*s -g -Wall\n",
			FL_ARG(cxx ? FL_S(TG_C_STD) : p->std));
	fl_buf_str(&out, TG_MAKE_LIBS);
	for (size_t i = 0; i < p->libs.len; i++)
		fl_buf_printf(&out, " %.*s", FL_ARG(tg_text_at(&p->libs, i)));
	fl_buf_str(&out, "\n" TG_MAKE_OBJS);
	for (size_t i = 0; i < p->sources.len; i++)
		fl_buf_printf(&out, " %.*s.o", FL_ARG(stem(tg_text_at(&p->sources, i))));
	fl_buf_printf(&out, "\n\nprog: $(OBJS)\n\t$(%s) $(%s) -o $@ $(OBJS) $(LDLIBS)\n\n", driver,
		flags);
	for (size_t i = 0; i < p->sources.len; i++)
		put_rule(&out, p, tg_text_at(&p->sources, i));
	fl_buf_str(&out, "\nclean:\n\trm -f prog $(OBJS)\n\n.PHONY: clean\n");
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(&out));
	if (out.failed)
		a->failed = out.failed;
	fl_buf_release(&out);
	return text;
}

int tg_made_program(const struct tg_program *p, struct fl_arena *a, struct tg_program *ret_program,
	struct fl_error *err)
{
	struct tg_file *files = fl_arena_array(a, p->files.len + 1, sizeof(*files));
	struct fl_slice *mutate = fl_arena_array(a, p->mutate.len + 1, sizeof(*mutate));
	if (!files || !mutate)
		return fl_arena_error(a, "the build file", err);
	for (size_t i = 0; i < p->files.len; i++)
		files[i] = *tg_program_at(p, i);
	for (size_t i = 0; i < p->mutate.len; i++)
		mutate[i] = tg_text_at(&p->mutate, i);
	files[p->files.len] = (struct tg_file){FL_S(TG_MAKEFILE), tg_makefile(p, a)};
	mutate[p->mutate.len] = FL_S(TG_MAKEFILE);
	struct tg_program made = *p;
	made.files = (struct fl_list){files, p->files.len + 1};
	made.mutate = (struct fl_list){mutate, p->mutate.len + 1};
	*ret_program = made;
	return fl_arena_error(a, "the build file", err);
}

static void add_word(struct fl_vec *argv, struct fl_slice word)
{
	struct fl_slice *slot = fl_vec_add(argv);
	if (slot)
		*slot = word;
}

/* "CFLAGS=…" of the first source of that language, as it is compiled; nothing without one. */
static void add_make_flags(struct fl_vec *argv, const struct tg_program *p,
	enum tg_language language, struct fl_arena *a)
{
	static const char *const names[][2] = {
		[TG_C] = {"CC", "CFLAGS"}, [TG_CXX] = {"CXX", "CXXFLAGS"}};
	size_t source = 0;
	while (source < p->sources.len &&
		tg_source_language(p, tg_text_at(&p->sources, source)) != language)
		source++;
	if (source == p->sources.len)
		return;
	struct fl_list words = tg_build_compile_argv(p, TG_MADE, source, true, a);
	struct fl_slice flags = {0};
	/* Behind the driver; the last four are "-c", the source, "-o" and the object. */
	for (size_t i = 1; i + 4 < words.len; i++)
		flags = fl_arena_printf(a, "%.*s%s%.*s", FL_ARG(flags), i > 1 ? " " : "",
			FL_ARG(tg_text_at(&words, i)));
	add_word(argv,
		fl_arena_printf(a, "%s=%.*s", names[language][0], FL_ARG(tg_text_at(&words, 0))));
	add_word(argv, fl_arena_printf(a, "%s=%.*s", names[language][1], FL_ARG(flags)));
}

/* The objects are newer than their sources: make has only to link. */
struct fl_list tg_make_argv(const struct tg_program *p, struct fl_arena *a)
{
	struct fl_vec argv;
	fl_vec_init(&argv, sizeof(struct fl_slice), 16);
	add_word(&argv, FL_S("make"));
	add_word(&argv, FL_S("-s"));
	add_make_flags(&argv, p, TG_C, a);
	add_make_flags(&argv, p, TG_CXX, a);
	if (argv.failed)
		a->failed = argv.failed;
	struct fl_list list = fl_vec_freeze(&argv, a);
	fl_vec_release(&argv);
	return list;
}

/* The words behind the line's head. */
static size_t words_of(struct fl_slice text, const char *head, struct fl_slice *ret, size_t max)
{
	struct fl_slice line;
	size_t n = 0;
	while (fl_slice_line(&text, &line)) {
		if (!fl_slice_starts(line, head))
			continue;
		line = fl_slice_trim(fl_slice_skip(line, strlen(head)));
		while (line.len && n < max) {
			ptrdiff_t blank = fl_slice_chr(line, ' ');
			size_t len = blank < 0 ? line.len : (size_t)blank;
			ret[n++] = fl_slice_head(line, len);
			line = fl_slice_trim(fl_slice_skip(line, len));
		}
		break;
	}
	return n;
}

int tg_made_read(struct tg_program *p, struct fl_arena *a, struct fl_error *err)
{
	const struct tg_file *makefile = tg_program_file(p, FL_S(TG_MAKEFILE));
	struct fl_slice *libs = fl_arena_array(a, WORDS_MAX, sizeof(*libs));
	struct tg_file *files = fl_arena_array(a, p->files.len, sizeof(*files));
	size_t kept = 0;
	if (!libs || !files)
		return fl_arena_error(a, "the build file", err);
	if (!makefile)
		return fl_error_set(err, FL_EPARSE, "the program has no build file");
	p->libs =
		(struct fl_list){libs, words_of(makefile->content, TG_MAKE_LIBS, libs, WORDS_MAX)};
	for (size_t i = 0; i < p->files.len; i++)
		if (tg_program_at(p, i) != makefile)
			files[kept++] = *tg_program_at(p, i);
	p->files = (struct fl_list){files, kept};
	return 0;
}
