/* platform-tag: the platform header of source files. */
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/opts.h"
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
		       "of several files are separated by an empty line.",
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

static int tag_file(const struct fl_opts *o, const char *file, const char *const *flags,
	struct fl_arena *a, struct fl_buf *out, struct fl_error *err)
{
	enum plat_language language = language_of(o, file);
	const char *command = fl_opt_text(o, OPT_COMPILER);
	struct plat_compiler compiler;
	struct plat_context context;
	struct fl_buf text;
	if (!command)
		command = language == PLAT_CXX ? "g++" : "gcc";
	fl_buf_init(&text, FILE_MAX);
	int rc = fl_buf_read_file(&text, file, err);
	if (!rc)
		rc = plat_compiler_query(command, a, &compiler, err);
	if (!rc)
		rc = plat_detect(fl_buf_view(&text), language, &compiler, flags, a, &context, err);
	fl_buf_release(&text);
	if (rc)
		return rc;
	if (fl_opt_word(o, OPT_TO) == TO_JSON) {
		fl_json_object(out, &plat_context_shape, &context);
		fl_buf_char(out, '\n');
	} else {
		if (out->len)
			fl_buf_char(out, '\n');
		plat_header_write(&context, out);
	}
	return 0;
}

static int tag_files(
	const struct fl_opts *o, struct fl_arena *a, struct fl_buf *out, struct fl_error *err)
{
	const char *const *flags = o->has_dash ? &o->operands[o->dash] : NULL;
	if (o->dash == 0)
		return fl_error_set(err, FL_EINVAL, "no FILE is named");
	for (size_t i = 0; i < o->dash; i++) {
		int rc = tag_file(o, o->operands[i], flags, a, out, err);
		if (rc)
			return rc;
	}
	int rc = fl_buf_error(out, "the output", err);
	return rc ? rc : fl_write_all(STDOUT_FILENO, fl_buf_view(out), err);
}

static int run(const struct fl_opts *o, struct fl_error *err)
{
	struct fl_arena a;
	struct fl_buf out;
	fl_arena_init(&a, ARENA_MAX);
	fl_buf_init(&out, OUTPUT_MAX);
	int rc = tag_files(o, &a, &out, err);
	fl_buf_release(&out);
	fl_arena_release(&a);
	return rc ? FL_RUN_FAILED : 0;
}

int main(int argc, char **argv)
{
	return fl_opts_main(&tool, argc, argv, run);
}
