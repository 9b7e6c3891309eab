/*
 * Building a program for several sanitizers at once: all sources for all modes are compiled at the
 * same time in one box, each compiler with what it says in a file of its own, and the binaries come
 * out as bytes. The box is trusted with nothing: sources may be hostile to compilers.
 */
#ifndef FL_SANITIZE_BUILD_H
#define FL_SANITIZE_BUILD_H

#include "base/model.h"
#include "base/sandbox/sandbox.h"
#include "sanitize/report/frame.h"
#include "sanitize/run/flags.h"

struct san_resident;

/* One file of a program, at its path below the program's directory. */
struct san_file {
	struct fl_slice path; /* relative, without "." and ".." parts */
	struct fl_slice content;
	const char *const *flags; /* of a source alone, NULL-terminated, or NULL */
	bool data; /* not compiled, whatever its name */
};

/* In the words of san_program.link: the places of its objects and of the binary. */
#define SAN_LINK_OBJECT ".steps/linked.o"
#define SAN_LINK_BINARY ".steps/linked.bin"

/* Files from elsewhere than the program's directory stand below SAN_OUTER (report/frame.h). */

/* A compiler of one family: the names of its drivers, which are found in /usr/bin. */
struct san_toolchain {
	enum san_compiler family;
	const char *driver[2]; /* by enum san_language */
	const char *symbolizer; /* path of llvm-symbolizer for clang, or NULL */
};

struct san_program {
	struct fl_list files; /* of struct san_file: sources, headers, others */
	struct san_toolchain tools;
	struct san_toolchain clang; /* for modes that need clang; driver NULL: there is none */
	/*
	 * Of clang's binaries: "lld"; NULL: the compiler's own. What it refuses is linked by that one
	 * as well, which then says what is wrong.
	 */
	const char *linker;
	/* The words by which it links them (sanitize/run/linking.h); NULL: ask the compiler's driver. */
	const char *const *link;
	/*
	 * Compilers that stay: they build it where its link is known, all modes are clang's, and one
	 * step is done at a time. NULL: each step is a fresh start.
	 */
	struct san_resident *resident;
	bool lines; /* its debug information is for reports alone (san_lines_flags) */
	const char *std[2]; /* by enum san_language: "c++20"; NULL: the compiler's own */
	const char *const *flags; /* further ones for compiler and linker, NULL-terminated */
	const char *const *objects; /* among its files: linked as well; NULL-terminated, or NULL */
	const char *const *args; /* of the program, NULL-terminated */
	const char *const *env; /* further "NAME=value" for its runs, NULL-terminated, or NULL */
	/*
	 * A shell's command, run in SAN_PROJECT_DIR of a box in which a project has been built
	 * (sanitize/project/project.h), in place of a program; NULL: a program.
	 */
	const char *command;
	struct fl_slice input; /* its standard input */
	enum san_language language; /* SAN_CXX when one of its sources is C++ */
};

enum { SAN_SOURCES_MAX = 64, SAN_DIAGNOSTICS_MAX = 1 << 20, SAN_BINARY_MAX = 256 << 20 };

/* True when the path is a source by its ending; *ret_language is then its language. */
bool san_source_language(struct fl_slice path, enum san_language *ret_language);

/* The same of a file, which may be one that is not compiled for all its name. */
bool san_file_language(const struct san_file *f, enum san_language *ret_language);

struct san_build {
	enum san_mode mode;
	bool ok;
	enum fl_end end; /* FL_END_EXIT unless the compilers passed a limit */
	bool host; /* one could not start its parts, as the host is out of something */
	/* what the steps that failed wrote to stderr, without names of the box */
	struct fl_slice diagnostics;
	struct fl_slice binary;
};

/*
 * Build for each of the modes; jobs compilers at once, each with at most cpu_ms and four times
 * that by the clock. ret_builds has
 * `count` places; results live in the arena. What a compiler refuses is no error: `ok` is false.
 * FL_EMISSING when a compiler is not there, FL_EINVAL for a program without sources and for flags
 * with which nothing is linked, FL_ELIMIT when something is too big, FL_EHOST.
 */
int san_build_all(struct fl_box *box, const struct san_program *program, const enum san_mode *modes,
	size_t count, unsigned jobs, unsigned cpu_ms, struct fl_arena *a,
	struct san_build *ret_builds, struct fl_error *err);

/* For steps of a build elsewhere: a shell's function `run` that limits a command, and the words */
void san_put_limits(struct fl_buf *script, unsigned cpu_ms);
/* by which a program's sources of a language are compiled for a mode, behind that function. */
void san_put_compiler(struct fl_buf *script, const struct san_program *program, enum san_mode mode,
	enum san_language language);

/* And the words that link one, up to its objects. */
void san_put_linking(struct fl_buf *script, const struct san_program *program, enum san_mode mode,
	const char *linker);

#endif
