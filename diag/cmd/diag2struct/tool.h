/* What the files of diag2struct share: its options, and the state of one run. */
#ifndef FL_DIAG2STRUCT_TOOL_H
#define FL_DIAG2STRUCT_TOOL_H

#include "base/opts.h"
#include "diag/output/dedup.h"
#include "diag/output/fingerprint.h"
#include "diag/reader.h"
#include "diag/refine.h"

enum {
	OPT_FROM,
	OPT_PREFIX,
	OPT_TO,
	OPT_STYLE,
	OPT_MARKERS,
	OPT_COLOR,
	OPT_NOTES,
	OPT_DEDUP,
	OPT_COLUMNS,
	OPT_TAB,
	OPT_SOURCE_ROOT,
	OPT_THOUGHT,
	OPT_PLATFORM,
	OPT_CATALOGUES,
	OPT_MIN_LEVEL,
	OPT_MAX_BYTES,
	OPT_FAIL_ON,
	OPT_BASELINE,
	OPT_COLLECT,
	OPT_REST,
	OPT_STRICT,
	OPT_STATS,
	OPT_COUNT
};
enum { TO_STRUCT, TO_JSON, TO_JSONL, TO_TEXT, TO_SARIF, TO_GITHUB, TO_GITLAB };
enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };
enum { D2S_OUTPUT_MAX = 1 << 30, D2S_DOCUMENT_MAX = 512 << 20, D2S_PLATFORM_MAX = 16 << 20 };
/* So much --dedup holds where lines are written: then what it has goes out, in order. */
enum { D2S_HELD_MAX = 64 << 20 };

extern const struct fl_tool d2s_tool;

/* Diagnostics that wait until others can be compared with them. */
struct d2s_aside {
	struct fl_arena *arena;
	struct fl_vec found; /* struct diag_diagnostic */
};

/* The messages of one language. */
struct d2s_catalogue {
	const char *language;
	struct diag_catalogue *messages; /* NULL: there are none */
};
enum { D2S_LANGUAGES_MAX = 8 };

struct run {
	const struct fl_opts *o;
	struct diag_reader *reader;
	struct diag_refine refine;
	struct plat_context platform; /* texts in platform_arena */
	struct fl_arena platform_arena;
	struct fl_arena arena; /* holds what is found, unless it is written at once */
	struct fl_vec found; /* struct diag_diagnostic * */
	struct fl_vec prints; /* uint64_t: the fingerprints of what is found, for --to=gitlab */
	struct diag_dedup *dedup; /* of what is found, or NULL */
	size_t late; /* what came again after its first had gone out */
	struct fl_buf lines; /* jsonl and text: what was not written yet */
	struct d2s_aside *aside; /* where what is parsed goes, NULL: on */
	struct d2s_catalogue catalogues[D2S_LANGUAGES_MAX];
	size_t catalogue_count;
	struct fl_buf here; /* the directory that paths are told from */
	struct diag_keys known, seen; /* fingerprints: of --baseline; of this run so far */
	uint64_t print; /* of the diagnostic at hand */
	size_t known_count, known_bad; /* left out; lines of the baseline that are none */
	int out_fd; /* standard output, or the file of --collect */
	int rest_fd; /* where lines that are no diagnostic go, or -1 */
	bool ran; /* the COMPILER, to its end */
	bool color;
	bool fail; /* --fail-on found something */
	bool missing; /* a file could not be read; it was named */
	struct fl_error err; /* what ended the run */
};

/* launch.c: main(). */
int d2s_main(int argc, char *const *argv);

/* The tool's work; fl_opts_main() calls it. */
int d2s_run(const struct fl_opts *o, struct fl_error *err);

/* input.c: all FILEs or stdin; bytes; the end of an input. */
int d2s_read_files(struct run *r);
int d2s_feed(struct run *r, struct fl_slice bytes);
int d2s_next_input(struct run *r);

/*
 * known.c: read --baseline; is d in it? (sets r->print where anybody needs it); a word at the end.
 */
int d2s_known_read(struct run *r);
int d2s_known_check(struct run *r, const struct diag_diagnostic *d, bool *ret_known);
void d2s_known_tell(const struct run *r);

/* compiler.c: is it the name of a compiler (gcc, clang++-19, /usr/bin/aarch64-linux-gnu-g++)? */
bool d2s_names_compiler(const char *program);

/* Run the COMPILER and read what it prints. *ret_status: its own exit status. */
int d2s_read_compiler(struct run *r, int *ret_status);

/* platform.c: --platform, or with --thought what the COMPILER's command line says. */
int d2s_platform(struct run *r);

/* catalogue.c: a diag_catalogue_fn of a struct run; and free what it gave. */
const struct diag_catalogue *d2s_catalogue(void *run, const char *language);
void d2s_catalogues_free(struct run *r);

/* output.c */
struct diag_sink d2s_sink(struct run *r);
int d2s_take(struct run *r, const struct diag_diagnostic *d); /* refine it, hold or write it */
int d2s_set_aside(void *aside, const struct diag_diagnostic *d); /* a sink's `diagnostic` */
int d2s_write_lines(struct run *r); /* what is there of jsonl and text */
int d2s_write_document(struct run *r); /* all of it, at the end */
void d2s_write_doubt(struct run *r); /* a word of what was not read; --strict */
void d2s_write_stats(const struct run *r);
int d2s_write(struct run *r, int fd, struct fl_slice bytes);

#endif
