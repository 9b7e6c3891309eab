/*
 * A program that faults are put into: all that is needed to build and run it, by content. It lives
 * in memory only; base/json.h reads and writes it by tg_program_shape.
 */
#ifndef FL_TRACEGEN_PROGRAM_H
#define FL_TRACEGEN_PROGRAM_H

#include "base/model.h"

enum tg_language { TG_C, TG_CXX };
enum tg_compiler { TG_GCC, TG_CLANG };

/* Paths are relative, with '/' between their parts and without "..". */
struct tg_file {
	struct fl_slice path, content;
};

/* What one run is given. */
struct tg_input {
	struct fl_list args; /* slices: argv[1] and on */
	struct fl_slice input; /* standard input */
};

struct tg_program {
	struct fl_slice name; /* for messages only */
	int language; /* enum tg_language: C++ when any of its sources is */
	int compiler; /* enum tg_compiler: the family that builds it */
	struct fl_slice std; /* "c17", "gnu17", "c++17", … */
	struct fl_list files; /* struct tg_file: sources, headers, data that it reads */
	struct fl_list sources; /* slices: the files to compile, in this order */
	struct fl_list mutate; /* slices: the files that may get a fault */
	struct fl_list flags; /* slices: further compiler flags: "-Iinclude", "-DNAME" */
	struct fl_list libs; /* slices: linker arguments behind the objects: "-lm" */
	struct fl_list args; /* slices: argv[1] and on */
	struct fl_slice input; /* standard input */
	/*
	 * struct tg_input: all that it is to be run with, those first that evidence may show; args and
	 * input are then those of the first. Empty: args and input are the only ones.
	 */
	struct fl_list inputs;
	/* It leaks memory as it is: its runs are made without the search for leaks. */
	bool leaks_off;
};

extern const struct fl_names tg_language_names, tg_compiler_names;
extern const struct fl_shape tg_file_shape, tg_input_shape, tg_program_shape;

static inline const struct tg_file *tg_program_at(const struct tg_program *p, size_t i)
{
	return (const struct tg_file *)p->files.items + i;
}

/* The one of that path in a list of files (struct tg_file), or NULL; its text, or none. */
const struct tg_file *tg_files_find(const struct fl_list *files, struct fl_slice path);
struct fl_slice tg_files_text(const struct fl_list *files, struct fl_slice path);

/* The file of that path, or NULL. */
const struct tg_file *tg_program_file(const struct tg_program *p, struct fl_slice path);

static inline struct fl_slice tg_text_at(const struct fl_list *texts, size_t i)
{
	return ((const struct fl_slice *)texts->items)[i];
}

/*
 * The texts as arguments: strings in the arena with a NULL behind them, and `before` places ahead
 * that are the caller's to fill. NULL when the arena is full.
 */
const char **tg_texts_argv(const struct fl_list *texts, size_t before, struct fl_arena *a);

/* The program with those files (struct tg_file) in place of its own of their paths. */
int tg_program_changed(const struct tg_program *p, const struct fl_list *changed,
	struct fl_arena *a, struct tg_program *ret_program, struct fl_error *err);

/* How many inputs it has, at least one; and the program with the i-th of them as args and input. */
size_t tg_program_inputs(const struct tg_program *p);
struct tg_program tg_program_with(const struct tg_program *p, size_t i);

/* How many of them, from the first, may be shown: two stay hidden where there are three. */
size_t tg_program_shown(const struct tg_program *p);

/* The language of one of its sources: C sources of a program in C++ are C, of TG_C_STD. */
enum tg_language tg_source_language(const struct tg_program *p, struct fl_slice path);
struct fl_slice tg_source_std(const struct tg_program *p, struct fl_slice path);
#define TG_C_STD "gnu17"

/*
 * FL_EINVAL with the reason when it cannot be built as it stands: no sources, a source or mutable
 * file that is not among the files, a path that is absolute or holds "..", more than
 * TG_SOURCES_MAX sources, TG_INPUTS_MAX inputs or TG_BYTES_MAX bytes.
 */
enum { TG_SOURCES_MAX = 64, TG_FILES_MAX = 512, TG_INPUTS_MAX = 16, TG_BYTES_MAX = 16 << 20 };
int tg_program_check(const struct tg_program *p, struct fl_error *err);

/* A program of one file: source, mutable, language by its suffix, standard gnu17 or c++17. */
int tg_program_single(struct fl_slice path, struct fl_slice content, enum tg_compiler compiler,
	struct fl_arena *a, struct tg_program *ret_program, struct fl_error *err);

#endif
