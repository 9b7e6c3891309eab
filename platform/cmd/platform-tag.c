/* platform-tag: the platform header of source files. */
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/opts.h"
#include "base/show.h"
#include "base/source_name.h"
#include "platform/detect.h"

enum { FILE_MAX = 64 << 20, OUTPUT_MAX = 64 << 20, ARENA_MAX = 64 << 20 };

enum { OPT_COMPILER, OPT_LANGUAGE, OPT_TO, OPT_COUNT };

enum { TO_HEADER, TO_JSON };
enum { LANGUAGE_AUTO, LANGUAGE_C, LANGUAGE_CXX };

static const char *const forms[] = {"header", "json", NULL};
static const char *const languages[] = {"auto", "c", "c++", NULL};
static const char *const synopsis[] = {"[OPTION]... FILE... [-- FLAG...]", NULL};
static const char *const see_also[] = {"gcc(1)", "clang(1)", NULL};

static const struct fl_opt options[] = {
	[OPT_COMPILER] = {"compiler", 'c', FL_OPT_TEXT, "CC",
		.help = "the compiler to ask for version and target (gcc for C, g++ for C++)"},
	[OPT_LANGUAGE] = {"language", 'x', FL_OPT_WORD, "LANGUAGE", .words = languages,
		.fallback = "auto", .help = "language of the files; auto goes by their names"},
	[OPT_TO] = {"to", 't', FL_OPT_WORD, "FORM", .words = forms, .fallback = "header",
		.help = "comment header, or JSON with one object a line"},
};

static const struct fl_opt_pair examples[] = {
	{"platform-tag main.cpp -- -std=c++20 -mavx2 -g", "as g++ with these flags builds it"},
	{"platform-tag --compiler=clang-19 --to=json a.c b.c", "two files, as JSON lines"},
	{NULL, NULL},
};

static const struct fl_tool tool = {
	.name = "platform-tag",
	.summary = "say what platform source files are written for",
	.synopsis = synopsis,
	.description = "Writes the platform header of each FILE: target, compiler, standard, mode, "
		       "libraries and what else is known from its text, the compiler in use and "
		       "the FLAGs after \"--\". A line stands only for what is known. Headers "
		       "of several files are separated by an empty line. A FILE that cannot be "
		       "read is named; the others are tagged all the same.",
	.options = options,
	.option_count = OPT_COUNT,
	.examples = examples,
	.see_also = see_also,
};

static enum plat_language language_of(const struct fl_opts *o, const char *file)
{
	int word = fl_opt_word(o, OPT_LANGUAGE);
	if (word == LANGUAGE_AUTO)
		return plat_language_of(fl_slice_str(file));
	return word == LANGUAGE_CXX ? PLAT_CXX : PLAT_C;
}

/* What is kept from one file to the next. */
struct tags {
	const struct fl_opts *o;
	struct fl_arena arena; /* of the compilers */
	struct plat_compiler compilers[PLAT_CXX + 1]; /* by language, once they are asked */
	bool asked[PLAT_CXX + 1];
	struct fl_buf out;
	int status; /* of what could not be read */
};

/* Name a file that cannot be read: the others are tagged all the same. */
static int complain(struct tags *t, const struct fl_error *what, struct fl_error *err)
{
	int rc = fl_opts_complain(&tool, what, err);
	if (fl_error_exit(what) > t->status)
		t->status = fl_error_exit(what);
	return rc;
}

static int compiler_ask(struct tags *t, enum plat_language language, struct fl_error *err)
{
	const char *command = fl_opt_text(t->o, OPT_COMPILER);
	if (t->asked[language])
		return 0;
	if (!command)
		command = language == PLAT_CXX ? "g++" : "gcc";
	int rc = plat_compiler_query(command, &t->arena, &t->compilers[language], err);
	t->asked[language] = !rc;
	return rc;
}

/* Is it a standard of the language? What is none is told, and the compiler's default stands. */
static bool takes_standard(const char *flag, enum plat_language language, const char *file)
{
	static const char *const names[] = {[PLAT_C] = "C", [PLAT_CXX] = "C++"};
	bool cxx;
	if (fl_source_standard(fl_slice_str(flag + strlen("-std=")), &cxx) &&
		cxx == (language == PLAT_CXX))
		return true;
	fl_tell(tool.name, "%s: %s names no standard of %s: it is left out", file, flag,
		names[language]);
	return false;
}

/* The FLAGs, NULL-terminated, that are taken for a file. NULL: no memory. */
static const char *const *flags_for(
	const struct tags *t, enum plat_language language, const char *file, struct fl_arena *a)
{
	size_t n = 0;
	const char **flags =
		fl_arena_array(a, t->o->operand_count - t->o->dash + 1, sizeof(*flags));
	for (size_t i = t->o->dash; flags && i < t->o->operand_count; i++) {
		const char *flag = t->o->operands[i];
		if (strncmp(flag, "-std=", 5) != 0 || takes_standard(flag, language, file))
			flags[n++] = flag;
	}
	return flags;
}

static int tag_text(struct tags *t, struct fl_slice text, const char *file, struct fl_error *err)
{
	enum plat_language language = language_of(t->o, file);
	struct plat_context context;
	struct fl_arena a;
	int rc = compiler_ask(t, language, err);
	fl_arena_init(&a, ARENA_MAX);
	const char *const *flags = rc ? NULL : flags_for(t, language, file, &a);
	if (!rc && !flags)
		rc = fl_arena_error(&a, "the flags", err);
	if (!rc)
		rc = plat_detect(text, language, &t->compilers[language], flags, &a, &context, err);
	if (!rc && fl_opt_word(t->o, OPT_TO) == TO_JSON) {
		fl_json_object(&t->out, &plat_context_shape, &context);
		fl_buf_char(&t->out, '\n');
	} else if (!rc) {
		if (t->out.len)
			fl_buf_char(&t->out, '\n');
		plat_header_write(&context, &t->out);
	}
	fl_arena_release(&a);
	return rc;
}

static int tag_files(struct tags *t, struct fl_error *err)
{
	int rc = 0;
	if (t->o->dash == 0)
		return fl_error_set(err, FL_EINVAL, "no FILE is named");
	for (size_t i = 0; i < t->o->dash && !rc; i++) {
		struct fl_error unread;
		struct fl_buf text;
		fl_buf_init(&text, FILE_MAX);
		rc = fl_buf_read_file(&text, t->o->operands[i], &unread)
			     ? complain(t, &unread, err)
			     : tag_text(t, fl_buf_view(&text), t->o->operands[i], err);
		fl_buf_release(&text);
	}
	if (!rc)
		rc = fl_buf_error(&t->out, "the output", err);
	return rc ? rc : fl_write_all(STDOUT_FILENO, fl_buf_view(&t->out), err);
}

static int run(const struct fl_opts *o, struct fl_error *err)
{
	struct tags t = {.o = o};
	fl_arena_init(&t.arena, ARENA_MAX);
	fl_buf_init(&t.out, OUTPUT_MAX);
	int rc = tag_files(&t, err);
	fl_buf_release(&t.out);
	fl_arena_release(&t.arena);
	return rc ? FL_RUN_FAILED : t.status;
}

int main(int argc, char **argv)
{
	return fl_opts_main(&tool, argc, argv, run);
}
