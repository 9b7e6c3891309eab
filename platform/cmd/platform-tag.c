/* platform-tag: the platform header of source files, projects and corpora. */
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "platform/cmd/platform-tag/tool.h"
#include "platform/prove/prove.h"

enum { OUTPUT_MAX = 128 << 20, ARENA_MAX = 64 << 20 };

static const char *const forms[] = {"header", "json", "jsonl", NULL};
static const char *const languages[] = {"auto", "c", "c++", NULL};
static const char *const targets[] = {"common", "each", NULL};
static const char *const synopsis[] = {"[OPTION]... DIR [--file=SRC]...",
	"[OPTION]... FILE... [-- FLAG...]", "--prepend [OPTION]... [ROWS]...", NULL};
static const char *const see_also[] = {"gcc(1)", "clang(1)", "cmake(1)", NULL};

static const struct fl_opt options[] = {
	[OPT_FILE] = {"file", 'f', FL_OPT_TEXT, "SRC",
		.help = "a file of the DIR, relative to it, in place of its targets; may be given "
			"again"},
	[OPT_TARGETS] = {"targets", 0, FL_OPT_WORD, "WHICH", .words = targets, .fallback = "common",
		.help = "of several targets, what they have in common, or one header each"},
	[OPT_COMPILER] = {"compiler", 'c', FL_OPT_TEXT, "CC",
		.help = "the compiler to ask for version and target (of a FILE: gcc for C, g++ for "
			"C++; of a DIR: none, so that what no build file says is not known)"},
	[OPT_LANGUAGE] = {"language", 'x', FL_OPT_WORD, "LANGUAGE", .words = languages,
		.fallback = "auto", .help = "language of the FILEs; auto goes by their names"},
	[OPT_DEFAULTS] = {"defaults", 'd', FL_OPT_FLAG,
		.help = "what is not known is what gcc and g++, as they are here, do"},
	[OPT_CONFIGURE] = {"configure", 0, FL_OPT_FLAG,
		.help = "have the DIR's own build system configure a copy of it, in a sandbox "
			"without "
			"network, and believe what it says: this runs the project's code"},
	[OPT_SET] = {"set", 'D', FL_OPT_TEXT, "NAME=VALUE",
		.help = "configure the DIR with this variable of CMake's cache, or option of "
			"Meson; may be given again"},
	[OPT_PRESET] = {"preset", 0, FL_OPT_TEXT, "NAME",
		.help = "configure the DIR with this preset of its CMakePresets.json"},
	[OPT_PROVE] = {"prove", 0, FL_OPT_FLAG,
		.help = "compile the file in a sandbox with what its header says, and with less: "
			"JSON says what was verified, and a wrong standard is mended"},
	[OPT_TO] = {"to", 't', FL_OPT_WORD, "FORM", .words = forms, .fallback = "header",
		.help = "comment header, or JSON with one object a line"},
	[OPT_EVIDENCE] = {"evidence", 'e', FL_OPT_FLAG,
		.help = "in JSON, also where each field is from, and how sure it is"},
	[OPT_SKIPPED] = {"skipped", 0, FL_OPT_FLAG,
		.help = "list what of a DIR's build files was not read or not understood, on "
			"standard error (without it, how much that is, and the first)"},
	[OPT_BOS] = {"bos", 0, FL_OPT_FLAG, .help = "begin headers with \"// <BOS>\""},
	[OPT_ONE_LINE] = {"one-line", '1', FL_OPT_FLAG, .help = "headers of one line"},
	[OPT_PREPEND] = {"prepend", 'p', FL_OPT_FLAG, .section = "Corpora",
		.help = "read ROWS (JSON lines, or .zst of them; standard input) and write them "
			"with the header before each text of C or C++"},
	[OPT_FIELD] = {"field", 0, FL_OPT_TEXT, "NAME", .fallback = "text",
		.help = "the rows' field that has the text"},
	[OPT_PATH_FIELD] = {"path-field", 0, FL_OPT_TEXT, "NAME", .fallback = "path",
		.help = "the rows' field that has the file's path"},
	[OPT_ROOT] = {"root", 'r', FL_OPT_TEXT, "DIR",
		.help = "where paths start, and build files are looked for; without it there are "
			"none"},
	[OPT_STATS] = {"stats", 's', FL_OPT_FLAG,
		.help = "say at the end how many rows have each field"},
};

static const struct fl_opt_pair examples[] = {
	{"platform-tag main.cpp -- -std=c++20 -mavx2 -g", "as g++ with these flags builds it"},
	{"platform-tag --compiler=clang-19 --to=json a.c b.c", "two files, as JSON lines"},
	{"platform-tag --targets=each --evidence --to=json .", "the targets of a project, and why"},
	{"platform-tag . --file=src/main.cpp", "a file of a project, by its build files"},
	{"platform-tag --prepend --root=repos <rows.jsonl >tagged.jsonl", "a corpus"},
	{NULL, NULL},
};

static const struct fl_opt_pair exits[] = {
	{"0", "done"},
	{"1", "a build file or a row is not of its form; the others are done"},
	{"2", "the command line is wrong"},
	{"3", "a file or a compiler is missing"},
	{"4", "an internal error"},
	{NULL, NULL},
};

const struct fl_tool plat_tag_tool = {
	.name = "platform-tag",
	.summary = "say what platform source files are written for",
	.synopsis = synopsis,
	.description = "Writes the platform header: target, compiler, standard, mode, libraries "
		       "and what else is known. A line stands only for what is known.\n\n"
		       "Of a DIR it is known from its build files, which are read and, without "
		       "--configure, never run; "
		       "of a FILE from its text, the compiler in use and the FLAGs after \"--\". "
		       "Several headers are separated by an empty line. What cannot be read is "
		       "named; the others are tagged all the same.",
	.options = options,
	.option_count = OPT_COUNT,
	.exits = exits,
	.examples = examples,
	.see_also = see_also,
};

int plat_tags_complain(struct plat_tags *t, const struct fl_error *what, struct fl_error *err)
{
	int rc = fl_opts_complain(&plat_tag_tool, what, err);
	if (fl_error_exit(what) > t->status)
		t->status = fl_error_exit(what);
	return rc;
}

int plat_tags_ask(struct plat_tags *t, enum plat_language language, struct fl_error *err)
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

unsigned plat_tags_style(const struct fl_opts *o)
{
	return (fl_opt_given(o, OPT_BOS) ? PLAT_HEADER_BOS : 0U) |
	       (fl_opt_given(o, OPT_ONE_LINE) ? PLAT_HEADER_ONE_LINE : 0U);
}

/* Does the output have this header since start? */
static bool is_there(const struct plat_tags *t, size_t start, struct fl_slice header)
{
	struct fl_slice rest = fl_slice_skip(fl_buf_view(&t->out), start);
	while (rest.len) {
		ptrdiff_t end = fl_slice_find(rest, "\n\n");
		struct fl_slice one = fl_slice_head(rest, end < 0 ? rest.len : (size_t)end + 1);
		rest = fl_slice_skip(rest, one.len + 1);
		if (fl_slice_eq(one, header))
			return true;
	}
	return false;
}

/* One result. As a header, one that is equal to another since start is left out. */
static int show(struct plat_tags *t, const struct plat_result *result, struct plat_tree *tree,
	size_t start, struct fl_arena *a, struct fl_error *err)
{
	bool once = t->out.len > start;
	struct plat_tag tag;
	bool evidence = fl_opt_given(t->o, OPT_EVIDENCE);
	int rc = plat_tag_make(result, evidence ? tree : NULL, a, &tag, err);
	if (rc)
		return rc;
	if (fl_opt_word(t->o, OPT_TO) != TO_HEADER) {
		fl_json_object(&t->out, evidence ? &plat_tag_reasons_shape : &plat_tag_shape, &tag);
		fl_buf_char(&t->out, '\n');
		return 0;
	}
	struct fl_buf header;
	fl_buf_init(&header, OUTPUT_MAX);
	plat_header_write_as(&tag.context, plat_tags_style(t->o), &header);
	if (!once || !is_there(t, start, fl_buf_view(&header))) {
		if (t->wrote)
			fl_buf_char(&t->out, '\n');
		t->wrote = true;
		fl_buf_slice(&t->out, fl_buf_view(&header));
	}
	fl_buf_release(&header);
	return 0;
}

int plat_tags_show(struct plat_tags *t, const struct fl_list *results, struct plat_tree *tree,
	struct fl_arena *a, struct fl_error *err)
{
	const struct plat_result *all = results->items;
	size_t start = t->out.len;
	int rc = 0;
	for (size_t i = 0; i < results->len && rc == 0; i++)
		rc = show(t, &all[i], tree, start, a, err);
	return rc;
}

int plat_tags_prove(struct plat_tags *t, const struct fl_list *results, struct plat_tree *tree,
	struct fl_slice text, bool cxx, struct fl_arena *a, struct fl_error *err)
{
	struct plat_result *all = results->items;
	const char *command = fl_opt_text(t->o, OPT_COMPILER);
	int rc = 0;
	if (!fl_opt_given(t->o, OPT_PROVE))
		return 0;
	if (!t->box)
		rc = fl_box_new(NULL, &t->box, err);
	if (!command)
		command = cxx ? "g++" : "gcc";
	for (size_t i = 0; i < results->len && rc == 0; i++)
		rc = plat_prove(t->box, command, tree, text, cxx, &all[i], a, err);
	return rc;
}

static bool is_directory(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static int tag_operands(struct plat_tags *t, struct fl_error *err)
{
	int rc = 0;
	if (t->o->dash == 0)
		return fl_error_set(err, FL_EINVAL, "no FILE is named");
	for (size_t i = 0; i < t->o->dash && !rc; i++) {
		const char *operand = t->o->operands[i];
		rc = is_directory(operand) ? plat_tags_project(t, operand, err)
					   : plat_tags_file(t, operand, err);
	}
	if (!rc)
		rc = fl_buf_error(&t->out, "the output", err);
	return rc ? rc : fl_write_all(STDOUT_FILENO, fl_buf_view(&t->out), err);
}

static int run(const struct fl_opts *o, struct fl_error *err)
{
	struct plat_tags t = {.o = o};
	fl_arena_init(&t.arena, ARENA_MAX);
	fl_buf_init(&t.out, OUTPUT_MAX);
	int rc = fl_opt_given(o, OPT_PREPEND) ? plat_tags_prepend(&t, err) : tag_operands(&t, err);
	fl_box_free(t.box);
	fl_buf_release(&t.out);
	fl_arena_release(&t.arena);
	return rc ? FL_RUN_FAILED : t.status;
}

int main(int argc, char **argv)
{
	return fl_opts_main(&plat_tag_tool, argc, argv, run);
}
