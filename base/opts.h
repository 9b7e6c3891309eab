/*
 * Command lines. One constant table a tool gives the parser, --help, the man page and the bash
 * completion, so that none of them can differ from the others.
 *
 * Parsing is GNU style: --name=value, --name value, -xvalue, -x value, bundled flags (-abc),
 * options and operands in any order, "--" ends the options. "-" is an operand. Every tool has
 * --help (-h: no table has an `h` of its own), --version and --generate=man|completion (hidden;
 * used by the build) without asking.
 * Texts go to a buffer; only fl_opts_main(), which stands for a main, writes them.
 *
 *	enum { OPT_FROM, OPT_JOBS, OPT_QUIET, OPT_COUNT };
 *	static const struct fl_opt options[] = {
 *		[OPT_FROM] = {"from", 'f', FL_OPT_WORD, "FORMAT", .words = formats,
 *			.fallback = "auto", .help = "what the input is"},
 *		[OPT_JOBS] = {"jobs", 'j', FL_OPT_NUMBER, "N", .min = 1, .max = 256,
 *			.fallback = "1", .help = "run N at once"},
 *		[OPT_QUIET] = {"quiet", 'q', FL_OPT_FLAG, .help = "no progress"},
 *	};
 *	static const struct fl_tool tool = {.name = "x", .summary = "…", .options = options,
 *		.option_count = OPT_COUNT, …};
 *
 *	static int run(const struct fl_opts *o, struct fl_error *err)
 *	{
 *		… fl_opt_number(o, OPT_JOBS) …
 *	}
 *
 *	int main(int argc, char **argv)
 *	{
 *		return fl_opts_main(&tool, argc, argv, run);
 *	}
 */
#ifndef FL_BASE_OPTS_H
#define FL_BASE_OPTS_H

#include "base/buf.h"

struct stat;

enum fl_opt_kind {
	FL_OPT_FLAG, /* takes no value */
	FL_OPT_TEXT, /* any text */
	FL_OPT_NUMBER, /* a decimal integer of min..max */
	FL_OPT_SIZE, /* bytes: a decimal integer, optionally with K, M or G (powers of 1024) */
	FL_OPT_WORD /* one of words */
};

struct fl_opt {
	const char *name; /* long name without dashes */
	char letter; /* short name, or 0 */
	enum fl_opt_kind kind;
	const char *arg; /* what help calls the value ("N", "FILE"); NULL for a flag */
	int64_t min, max; /* FL_OPT_NUMBER, FL_OPT_SIZE, inclusive; max 0: INT64_MAX */
	const char *const *words; /* FL_OPT_WORD: NULL-terminated */
	const char *fallback; /* the value when not given, as text; NULL: none */
	/* the value when given without one, which then must stand behind "="; NULL: it needs one */
	const char *bare;
	const char *help; /* lower case, no final stop; says nothing of words and fallback */
	const char *section; /* starts a new heading of the option list, or NULL */
	const char *only; /* the commands it goes with, blank-separated; NULL: all */
	bool flat; /* also -name VALUE, -nameVALUE and -name=VALUE, as compilers take some */
};

/* A pair of texts: exit status and meaning, command line and what it does, command and summary. */
struct fl_opt_pair {
	const char *left, *right;
};

struct fl_tool {
	const char *name;
	const char *summary; /* one line, lower case, no final stop */
	const char *const *synopsis; /* NULL-terminated: what follows the name, a form a line */
	const char *description; /* paragraphs, separated by an empty line */
	const struct fl_opt *options;
	size_t option_count;
	/* These lists end with a row whose left is NULL; each may itself be NULL. */
	const struct fl_opt_pair *commands; /* the first operand must be one of them */
	const struct fl_opt_pair *exits; /* NULL: the usual ones (0, 2, 3, 4) */
	const struct fl_opt_pair *examples; /* command line, what it does */
	const char *const *see_also; /* NULL-terminated "gcc(1)", or NULL */
};

struct fl_opt_value {
	unsigned count; /* times given */
	const char *text; /* last value, or the fallback, or NULL */
	int64_t number; /* FL_OPT_NUMBER, FL_OPT_SIZE, index of an FL_OPT_WORD; else count */
};

struct fl_opt_seen {
	size_t option;
	const char *text;
};

/* A parsed command line. All text points into argv or the tool's table. */
struct fl_opts {
	const struct fl_tool *tool;
	struct fl_opt_value *values; /* one an option of the table */
	struct fl_opt_seen *seen; /* options with values, in the order given */
	size_t seen_count;
	const char **operands; /* NULL-terminated; argv order */
	size_t operand_count;
	size_t dash; /* index of the first operand after "--" */
	bool has_dash; /* "--" was there; without it dash is operand_count */
	bool help, version;
	const char *generate; /* "man", "completion" or NULL */
};

/*
 * Parse. FL_EINVAL with a message that names the option and what it needs. On success the caller
 * releases *ret_opts. --help, --version and --generate stop all checks that come after parsing.
 */
int fl_opts_parse(const struct fl_tool *tool, int argc, char *const *argv, struct fl_opts *ret_opts,
	struct fl_error *err);
void fl_opts_release(struct fl_opts *o);

/* What a main has to write (to fd 1 or 2) before it leaves with status. */
struct fl_reply {
	struct fl_buf text;
	int fd;
	int status;
};

/*
 * Parse and answer --help, --version, --generate and usage errors. True: go on with *ret_opts.
 * False: write ret_reply->text to ret_reply->fd, release it, leave with its status.
 */
bool fl_opts_begin(const struct fl_tool *tool, int argc, char *const *argv,
	struct fl_opts *ret_opts, struct fl_reply *ret_reply);

/*
 * All of a main: parse, answer what fl_opts_begin() answers, run, complain. run returns the exit
 * status, or FL_RUN_FAILED with err filled, which becomes a message on stderr and the status of
 * fl_error_exit(). Standard streams that are closed stay so: reading and writing them fails, and no
 * file that run opens becomes one of them. Returns the exit status.
 */
enum { FL_RUN_FAILED = -1 };
typedef int (*fl_opts_run)(const struct fl_opts *o, struct fl_error *err);
int fl_opts_main(const struct fl_tool *tool, int argc, char *const *argv, fl_opts_run run);

/* "tool: message\n", and for FL_EINVAL a line that points to --help. */
void fl_opts_complaint(const struct fl_tool *tool, const struct fl_error *e, struct fl_buf *out);

/* The same on standard error. 0, or a code with err (may be NULL) filled: it cannot be written. */
int fl_opts_complain(const struct fl_tool *tool, const struct fl_error *e, struct fl_error *err);

/* Values by the option's index in the table. */
static inline unsigned fl_opt_count(const struct fl_opts *o, size_t i)
{
	return o->values[i].count;
}

/* Was it on the command line? For flags: is it set? */
static inline bool fl_opt_given(const struct fl_opts *o, size_t i)
{
	return o->values[i].count != 0;
}

/* The last text given, else the fallback, else NULL. */
static inline const char *fl_opt_text(const struct fl_opts *o, size_t i)
{
	return o->values[i].text;
}

/* The number, size in bytes or index of the word; 0 when not given and without fallback. */
static inline int64_t fl_opt_number(const struct fl_opts *o, size_t i)
{
	return o->values[i].number;
}

static inline int fl_opt_word(const struct fl_opts *o, size_t i)
{
	return (int)o->values[i].number;
}

/* The nth text (from 0) of an option that may be given several times, or NULL. */
const char *fl_opt_text_at(const struct fl_opts *o, size_t i, size_t nth);

/* Index in tool->commands of the first operand; 0 for a tool without commands. */
size_t fl_opts_command(const struct fl_opts *o);

/*
 * Is it a plain file that the operands name, or standard input where they say "-" or there are
 * none? What is written to would be lost before it is read. The command is no operand here.
 */
bool fl_opts_reads(const struct fl_opts *o, const struct stat *file);

/* The generated texts. Man page in roff's man macros, ASCII only; completion for bash. */
void fl_opts_help(const struct fl_tool *tool, struct fl_buf *out);
void fl_opts_man(const struct fl_tool *tool, struct fl_buf *out);
void fl_opts_completion(const struct fl_tool *tool, struct fl_buf *out);

/* "a, b or c" of NULL-terminated words. */
void fl_opts_words(const char *const *words, struct fl_buf *out);

#endif
