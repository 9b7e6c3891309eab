#include "tracegen/program.h"
#include "base/source_name.h"

static const char *const language_words[] = {"c", "c++"};
const struct fl_names tg_language_names = {"language", language_words, 2};
static const char *const compiler_words[] = {"gcc", "clang"};
const struct fl_names tg_compiler_names = {"compiler", compiler_words, 2};

static const struct fl_field file_fields[] = {
	FL_ROW(struct tg_file, path, FL_TEXT, .doc = "relative path"),
	FL_ROW(struct tg_file, content, FL_TEXT, .flags = FL_WHOLE, .doc = "the bytes"),
};

const struct fl_shape tg_file_shape = {.name = "source_file",
	.size = sizeof(struct tg_file),
	FL_SHAPE_FIELDS(file_fields),
	.doc = "A file of a program."};

static const struct fl_field input_fields[] = {
	FL_ROW(struct tg_input, args, FL_TEXTS, .doc = "arguments of the program"),
	{FL_KEY("stdin"), .kind = FL_TEXT, .flags = FL_WHOLE,
		.offset = offsetof(struct tg_input, input), .doc = "standard input"},
};

const struct fl_shape tg_input_shape = {.name = "input",
	.size = sizeof(struct tg_input),
	FL_SHAPE_FIELDS(input_fields),
	.doc = "What one run of a program is given."};

static const struct fl_field program_fields[] = {
	FL_ROW(struct tg_program, name, FL_TEXT, .doc = "for messages"),
	FL_ROW(struct tg_program, language, FL_ENUM, .names = &tg_language_names,
		.doc = "language of the sources, C++ when any is"),
	FL_ROW(struct tg_program, compiler, FL_ENUM, .names = &tg_compiler_names,
		.doc = "compiler family"),
	FL_ROW(struct tg_program, std, FL_TEXT, .doc = "language standard, as after -std="),
	FL_ROW(struct tg_program, files, FL_LIST, .shape = &tg_file_shape, .item = "file",
		.doc = "all files"),
	FL_ROW(struct tg_program, sources, FL_TEXTS, .doc = "paths of the files to compile"),
	FL_ROW(struct tg_program, mutate, FL_TEXTS,
		.doc = "paths of the files that may be changed"),
	FL_ROW(struct tg_program, flags, FL_TEXTS, .doc = "further compiler flags"),
	FL_ROW(struct tg_program, libs, FL_TEXTS, .doc = "linker arguments"),
	FL_ROW(struct tg_program, args, FL_TEXTS, .doc = "arguments of the program"),
	FL_ROW(struct tg_program, input, FL_TEXT, .flags = FL_WHOLE, .doc = "standard input"),
	FL_ROW(struct tg_program, inputs, FL_LIST, .shape = &tg_input_shape, .item = "given",
		.doc = "all that it is run with, where that is more than one"),
	FL_ROW(struct tg_program, leaks_off, FL_BOOL, .doc = "not searched for leaks"),
};

const struct fl_shape tg_program_shape = {.name = "program",
	.size = sizeof(struct tg_program),
	FL_SHAPE_FIELDS(program_fields),
	.doc = "A program with all that is needed to build and run it."};

const struct tg_file *tg_files_find(const struct fl_list *files, struct fl_slice path)
{
	const struct tg_file *f = files->items;
	for (size_t i = 0; i < files->len; i++)
		if (fl_slice_eq(f[i].path, path))
			return &f[i];
	return NULL;
}

struct fl_slice tg_files_text(const struct fl_list *files, struct fl_slice path)
{
	const struct tg_file *f = tg_files_find(files, path);
	return f ? f->content : fl_slice(NULL, 0);
}

const struct tg_file *tg_program_file(const struct tg_program *p, struct fl_slice path)
{
	return tg_files_find(&p->files, path);
}

int tg_program_changed(const struct tg_program *p, const struct fl_list *changed,
	struct fl_arena *a, struct tg_program *ret_program, struct fl_error *err)
{
	struct tg_program program = *p;
	struct tg_file *files = fl_arena_array(a, p->files.len, sizeof(*files));
	if (!files)
		return fl_arena_error(a, "the changed program", err);
	for (size_t i = 0; i < p->files.len; i++) {
		files[i] = *tg_program_at(p, i);
		for (size_t k = 0; k < changed->len; k++) {
			const struct tg_file *f = (const struct tg_file *)changed->items + k;
			if (fl_slice_eq(files[i].path, f->path))
				files[i].content = f->content;
		}
	}
	program.files.items = files;
	*ret_program = program;
	return 0;
}

enum tg_language tg_source_language(const struct tg_program *p, struct fl_slice path)
{
	bool cxx = true;
	bool c = p->language == TG_C || (fl_source_is_unit(path, &cxx) && !cxx);
	return c ? TG_C : TG_CXX;
}

struct fl_slice tg_source_std(const struct tg_program *p, struct fl_slice path)
{
	return (int)tg_source_language(p, path) == p->language ? p->std : FL_S(TG_C_STD);
}

const char **tg_texts_argv(const struct fl_list *texts, size_t before, struct fl_arena *a)
{
	const char **argv = fl_arena_array(a, before + texts->len + 1, sizeof(*argv));
	for (size_t i = 0; argv && i < texts->len; i++)
		argv[before + i] = fl_arena_slice(a, tg_text_at(texts, i)).ptr;
	return a->failed ? NULL : argv;
}

size_t tg_program_inputs(const struct tg_program *p)
{
	return p->inputs.len ? p->inputs.len : 1;
}

struct tg_program tg_program_with(const struct tg_program *p, size_t i)
{
	struct tg_program with = *p;
	if (i < p->inputs.len) {
		const struct tg_input *in = (const struct tg_input *)p->inputs.items + i;
		with.args = in->args;
		with.input = in->input;
	}
	return with;
}

size_t tg_program_shown(const struct tg_program *p)
{
	return p->inputs.len > 3 ? p->inputs.len - 2 : 1;
}

static bool path_safe(struct fl_slice path)
{
	return path.len > 0 && path.len < 1024 && path.ptr[0] != '/' && path.ptr[0] != '-' &&
	       fl_slice_find(path, "..") < 0 && fl_slice_chr(path, '\0') < 0;
}

static int check_listed(const struct tg_program *p, const struct fl_list *paths, const char *what,
	struct fl_error *err)
{
	for (size_t i = 0; i < paths->len; i++) {
		struct fl_slice path = tg_text_at(paths, i);
		if (!tg_program_file(p, path))
			return fl_error_set(err, FL_EINVAL, "%s \"%.*s\" is not among the files",
				what, FL_ARG(path));
	}
	return 0;
}

int tg_program_check(const struct tg_program *p, struct fl_error *err)
{
	if (p->sources.len == 0 || p->sources.len > TG_SOURCES_MAX)
		return fl_error_set(err, FL_EINVAL, "a program needs 1 to %d sources, this has %zu",
			TG_SOURCES_MAX, p->sources.len);
	if (p->files.len > TG_FILES_MAX)
		return fl_error_set(err, FL_EINVAL, "more than %d files", TG_FILES_MAX);
	if (p->inputs.len > TG_INPUTS_MAX)
		return fl_error_set(err, FL_EINVAL, "more than %d inputs", TG_INPUTS_MAX);
	size_t bytes = p->input.len;
	for (size_t i = 0; i < p->inputs.len; i++)
		bytes += ((const struct tg_input *)p->inputs.items)[i].input.len;
	for (size_t i = 0; i < p->files.len; i++) {
		const struct tg_file *f = tg_program_at(p, i);
		if (!path_safe(f->path))
			return fl_error_set(err, FL_EINVAL,
				"path \"%.*s\" is not relative and plain", FL_ARG(f->path));
		bytes += f->content.len;
	}
	if (bytes > TG_BYTES_MAX)
		return fl_error_set(
			err, FL_EINVAL, "the files have more than %d bytes", TG_BYTES_MAX);
	int rc = check_listed(p, &p->sources, "source", err);
	return rc ? rc : check_listed(p, &p->mutate, "file to change", err);
}

int tg_program_single(struct fl_slice path, struct fl_slice content, enum tg_compiler compiler,
	struct fl_arena *a, struct tg_program *ret_program, struct fl_error *err)
{
	bool cxx = false; /* a name without an ending is taken for C */
	fl_source_is_unit(path, &cxx);
	struct tg_file *file = fl_arena_alloc(a, sizeof(*file));
	struct fl_slice *paths = fl_arena_array(a, 1, sizeof(*paths));
	if (!file || !paths)
		return fl_arena_error(a, "the program", err);
	*file = (struct tg_file){.path = path, .content = content};
	paths[0] = path;
	struct tg_program p = {.name = path,
		.language = cxx ? TG_CXX : TG_C,
		.compiler = (int)compiler,
		.std = cxx ? FL_S("c++17") : FL_S("gnu17"),
		.files = {file, 1},
		.sources = {paths, 1},
		.mutate = {paths, 1}};
	int rc = tg_program_check(&p, err);
	if (rc == 0)
		*ret_program = p;
	return rc;
}
