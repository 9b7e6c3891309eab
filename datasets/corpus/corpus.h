/*
 * What a CORPUS argument holds: programs, ready to be built, and the files that are none, with the
 * reason. Nothing in a corpus is trusted and nothing in it ends the reading of the rest.
 *
 * CORPUS is a source file (.c, .cc, .cpp, .cxx) or a directory. A directory is walked in the byte
 * order of names; hidden names are skipped; symbolic links are never followed. Each source file is
 * a program of its own, with the files that it includes by "quotes" from below its directory,
 * unless the directory has a faultline.json, which then tells of all that is below it:
 *
 *	{"licence": "MIT", "repository": "https://example.org/list",	whose code it is
 *	 "programs": [{"name": "example",
 *		"sources": ["example.c", "src/x.c"],	compiled, in this order; globs allowed
 *		"mutate": ["src/x.c"],	what may get a fault; default: the sources
 *		"files": ["src/x.h", "data/w*.txt"],	further files; default: what is included
 *		"args": ["-v"], "stdin": "text",	what it is run with
 *		"inputs": [{"args": ["-n"], "stdin": "text"}, …],	or: all that it is run with
 *		"flags": ["-Isrc", "-std=gnu17"],	for the compiler
 *		"libs": ["-lm"]}]}
 *
 * Or a program of a faultline.json is a whole project, with the commands that build and test it; it
 * stands for the programs that its tests run (datasets/project/project.h):
 *
 *	{"name": "example", "build": "./configure && make", "test": "make check",
 *		"mutate": ["src/list.c"]}	default: all but tests
 *
 * Names are relative to that directory, without ".."; globs are those of fnmatch(3), where '*' does
 * not cross a '/'. An object may have other keys, which are not read.
 */
#ifndef FL_DATASETS_CORPUS_H
#define FL_DATASETS_CORPUS_H

#include "base/seen.h"
#include "datasets/project/project.h"

/* Why something is no program. X(ENUM, name, what it means) */
#define DS_REFUSALS(X)                                                                       \
	X(EMPTY, "empty", "the file has no text")                                            \
	X(BINARY, "binary", "the file has NUL bytes or is mostly not text")                  \
	X(TOO_LARGE, "too_large", "a file has more than 1 MiB, or a program too many files") \
	X(UNREADABLE, "unreadable", "it cannot be read")                                     \
	X(NOT_A_FILE, "not_a_file", "it is a link, a pipe, a socket or a device")            \
	X(NO_MAIN, "no_main", "no source defines main")                                      \
	X(BAD_MANIFEST, "bad_manifest", "faultline.json is not of the documented form")      \
	X(DUPLICATE, "duplicate", "the same program came before")                            \
	X(NOT_BUILT, "not_built", "the build command of a project fails")                    \
	X(NOT_RUN, "not_run", "the tests of a project run it not at all, or to no good end") \
	X(NOT_PLAIN, "not_plain", "it is no sources of one language, flags and libraries")   \
	X(ALL_TESTS, "all_tests", "its sources are all tests, or made by the build")         \
	X(NOT_TOLD, "not_told", "telling a project's programs passes a limit, or dies")

enum ds_refusal_reason {
#define X(id, ...) DS_REFUSAL_##id,
	DS_REFUSALS(X)
#undef X
		DS_REFUSAL_COUNT
};

extern const struct fl_names ds_refusal_names;

/* Bytes of a file; levels of directories; entries of a directory and programs of a corpus. */
enum { DS_CORPUS_FILE_MAX = 1 << 20, DS_CORPUS_LEVELS_MAX = 64, DS_CORPUS_ENTRIES_MAX = 1 << 20 };

struct ds_program {
	struct tg_program program; /* compiler is TG_GCC: who builds it decides */
	struct fl_slice path; /* of its first source, relative to the corpus */
	struct fl_slice
		dir; /* that its files are relative to, relative to the corpus; "" or "x/" */
	struct fl_slice licence; /* SPDX expression, or "" */
	struct fl_slice repository; /* as its manifest names it, or "" */
	struct fl_slice sha256; /* of all that shapes it, but not of where it lies */
	bool told; /* of a project: its inputs are what the project's tests ran it with */
};

struct ds_refusal {
	struct fl_slice path; /* relative to the corpus */
	int reason; /* enum ds_refusal_reason */
	struct fl_slice detail; /* for a person, or "" */
};

/* Programs and refusals under construction; several arguments may be added to one. */
struct ds_corpus {
	struct fl_arena *arena; /* holds all texts */
	struct fl_vec programs; /* struct ds_program, in the order found */
	struct fl_vec refusals; /* struct ds_refusal */
	struct fl_seen seen; /* hashes of programs */
	/*
	 * Who tells the programs of a project, as ds_project_tell() does; set after _init(). NULL:
	 * nobody, and projects are an error (FL_EMISSING).
	 */
	int (*project)(void *ctx, const struct ds_project *project, struct fl_arena *a,
		struct ds_told *ret_told, struct fl_error *err);
	void *project_ctx;
	bool only_projects; /* pass over all that is none; set after _init() */
};

void ds_corpus_init(struct ds_corpus *c, struct fl_arena *arena);
void ds_corpus_release(struct ds_corpus *c);

/*
 * Add what a CORPUS argument holds. FL_EIO or FL_EINVAL when the argument itself is not there or is
 * neither a directory nor a source file; FL_ELIMIT or FL_ENOMEM when the arena is full. Anything
 * else that is wrong is a refusal.
 */
int ds_corpus_add(struct ds_corpus *c, const char *path, struct fl_error *err);

/* Does the text have the word main before a parenthesis, outside of comments and literals? */
bool ds_corpus_has_main(struct fl_slice text);

static inline const struct ds_program *ds_corpus_program(const struct ds_corpus *c, size_t i)
{
	return fl_vec_at(&c->programs, i);
}

static inline const struct ds_refusal *ds_corpus_refusal(const struct ds_corpus *c, size_t i)
{
	return fl_vec_at(&c->refusals, i);
}

#endif
