/* diag2struct: compiler and linker output in, struct literals or JSON out. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"
#include "base/literal.h"
#include "base/opts.h"
#include "base/process.h"
#include "diag/parse.h"

enum {
	OPT_FROM,
	OPT_TO,
	OPT_STYLE,
	OPT_MARKERS,
	OPT_MAX_BYTES,
	OPT_MIN_LEVEL,
	OPT_FAIL_ON,
	OPT_REST,
	OPT_STATS,
	OPT_COUNT
};
enum { TO_STRUCT, TO_JSON, TO_JSONL };
enum { REST_DROP, REST_STDERR };
enum { OUTPUT_MAX = 1 << 30, DOCUMENT_MAX = 512 << 20, CHUNK = 1 << 16 };

static const char *const from_words[] = {"auto", "text", "gcc-json", "linker", NULL};
static const char *const to_words[] = {"struct", "json", "jsonl", NULL};
static const char *const style_words[] = {"full", "compact", NULL};
static const char *const marker_words[] = {"compile", "none", NULL};
static const char *const level_words[] = {"fatal", "error", "warning", "note", "remark", NULL};
static const char *const rest_words[] = {"drop", "stderr", NULL};

static const struct fl_opt options[] = {
	[OPT_FROM] = {"from", 'f', FL_OPT_WORD, "FORMAT", .words = from_words, .fallback = "auto",
		.help = "what the input is; auto tells the formats apart line by line"},
	[OPT_TO] = {"to", 't', FL_OPT_WORD, "FORMAT", .words = to_words, .fallback = "struct",
		.help = "what to write"},
	[OPT_STYLE] = {"style", 0, FL_OPT_WORD, "STYLE", .words = style_words, .fallback = "full",
		.help = "self-describing literals, or designated initialisers over "
			"faultline/literals.hpp"},
	[OPT_MARKERS] = {"markers", 0, FL_OPT_WORD, "WHICH", .words = marker_words,
		.fallback = "compile", .help = "marker lines around the literals"},
	[OPT_MAX_BYTES] = {"max-bytes", 0, FL_OPT_SIZE, "SIZE", .min = 64, .max = DOCUMENT_MAX,
		.help = "cut the diagnostics until their compact literals take at most SIZE bytes "
			"together (with --to=jsonl: each); what is left out is counted in them"},
	[OPT_MIN_LEVEL] = {"min-level", 0, FL_OPT_WORD, "LEVEL", .words = level_words,
		.fallback = "remark", .help = "leave out what is less bad than LEVEL"},
	[OPT_FAIL_ON] = {"fail-on", 0, FL_OPT_WORD, "LEVEL", .words = level_words,
		.help = "exit 1 when there is a diagnostic as bad as LEVEL or worse"},
	[OPT_REST] = {"rest", 0, FL_OPT_WORD, "WHERE", .words = rest_words, .fallback = "drop",
		.help = "what to do with lines that are no diagnostic"},
	[OPT_STATS] = {"stats", 0, FL_OPT_FLAG, .help = "write counts to stderr at the end"},
};

static const char *const synopsis[] = {
	"[OPTIONS] [FILE…]", "[OPTIONS] -- COMPILER ARGUMENT…", NULL};
static const struct fl_opt_pair exits[] = {
	{"0", "done, whatever was found"},
	{"1", "--fail-on found something"},
	{"2", "the command line is wrong"},
	{"3", "the compiler could not be started"},
	{"4", "internal error, or a file cannot be read"},
	{"other", "with a COMPILER: its own exit status"},
	{NULL, NULL},
};
static const struct fl_opt_pair examples[] = {
	{"g++ -fsyntax-only x.cpp 2>&1 | diag2struct", "what a model reads instead of the text"},
	{"diag2struct --to=jsonl build.log", "one JSON object a line"},
	{"diag2struct --style=compact -- clang++ -c x.cpp", "run the compiler and exit as it did"},
	{NULL, NULL},
};
static const char *const see_also[] = {"gcc(1)", "clang(1)", "ld(1)", "struct2json(1)", NULL};

static const struct fl_tool tool = {.name = "diag2struct",
	.summary = "turn compiler and linker output into C++ struct literals or JSON",
	.synopsis = synopsis,
	.description =
		"Reads what gcc, clang and linkers print (text, and gcc's JSON), from FILEs or "
		"standard input (-), and writes each diagnostic with its notes, ranges, fix-its "
		"and "
		"error class. Formats may be mixed in one stream; colours are removed.\n\n"
		"With a COMPILER after -- it is run with LC_ALL=C; its standard output passes "
		"through, what it prints on standard error is read.",
	.options = options,
	.option_count = OPT_COUNT,
	.exits = exits,
	.examples = examples,
	.see_also = see_also};

struct run {
	struct fl_opts o;
	struct fl_arena arena; /* holds all of them, but for jsonl */
	struct fl_vec found; /* struct diag_diagnostic */
	struct fl_buf lines; /* jsonl: those of the last chunk */
	bool fail;
	struct fl_error err;
};

/* Levels are in falling order of badness, but for remarks and notes, which weigh the same. */
static bool as_bad_as(int level, int limit)
{
	return level <= limit || (limit == DIAG_NOTE && level == DIAG_REMARK);
}

static int write_out(struct run *r, const struct fl_buf *out)
{
	int rc = fl_buf_error(out, "the output", &r->err);
	return rc ? rc : fl_write_all(1, fl_buf_view(out), &r->err);
}

/* Cut the items to --max-bytes. */
static int fit(struct run *r, struct fl_items *items, struct fl_arena *a)
{
	if (!fl_opt_given(&r->o, OPT_MAX_BYTES))
		return 0;
	return diag_fit(items, (size_t)fl_opt_number(&r->o, OPT_MAX_BYTES), a, &r->err);
}

/* Add a line to the output that is written after each chunk. */
static int add_line(struct run *r, const struct diag_diagnostic *d)
{
	struct fl_item item = {.shape = &diag_diagnostic_shape, .object = d};
	struct fl_items items = {.at = &item, .len = 1};
	struct fl_arena a;
	int rc = 0;
	fl_arena_init(&a, DOCUMENT_MAX);
	if (fl_opt_given(&r->o, OPT_MAX_BYTES)) { /* cuts in place: a copy, not the parser's own */
		item.object = diag_diagnostic_copy(&a, d);
		rc = item.object ? fit(r, &items, &a) : fl_arena_error(&a, "a diagnostic", &r->err);
	}
	if (!rc) {
		fl_json_object(&r->lines, &diag_diagnostic_shape, item.object);
		fl_buf_char(&r->lines, '\n');
	}
	fl_arena_release(&a);
	return rc;
}

static int write_lines(struct run *r)
{
	int rc = write_out(r, &r->lines);
	fl_buf_clear(&r->lines);
	return rc;
}

static int take(void *ctx, const struct diag_diagnostic *d)
{
	struct run *r = ctx;
	if (fl_opt_given(&r->o, OPT_FAIL_ON) &&
		as_bad_as(d->level, fl_opt_word(&r->o, OPT_FAIL_ON)))
		r->fail = true;
	if (!as_bad_as(d->level, fl_opt_word(&r->o, OPT_MIN_LEVEL)))
		return 0;
	if (fl_opt_word(&r->o, OPT_TO) == TO_JSONL)
		return add_line(r, d);
	struct diag_diagnostic *copy = diag_diagnostic_copy(&r->arena, d);
	struct diag_diagnostic *at = copy ? fl_vec_add(&r->found) : NULL;
	if (!at)
		return fl_error_set(&r->err, FL_ELIMIT,
			"too many diagnostics for one document; --to=jsonl has no such limit");
	*at = *copy;
	return 0;
}

static int rest(void *ctx, struct fl_slice line)
{
	struct run *r = ctx;
	if (fl_opt_word(&r->o, OPT_REST) == REST_DROP)
		return 0;
	int rc = fl_write_all(2, line, &r->err);
	return rc ? rc : fl_write_all(2, FL_S("\n"), &r->err);
}

static int write_document(struct run *r)
{
	struct fl_buf out;
	if (fl_opt_word(&r->o, OPT_TO) == TO_JSONL)
		return write_lines(r);
	struct fl_list list = fl_vec_freeze(&r->found, &r->arena);
	struct fl_items items = diag_items(&r->arena, &list);
	int rc = fl_arena_error(&r->arena, "the diagnostics", &r->err);
	if (!rc)
		rc = fit(r, &items, &r->arena);
	if (rc)
		return rc;
	fl_buf_init(&out, OUTPUT_MAX);
	bool marked = fl_opt_word(&r->o, OPT_MARKERS) == 0;
	if (fl_opt_word(&r->o, OPT_TO) == TO_JSON)
		fl_json_items(&out, &items);
	else
		fl_literal_write(&out, &items,
			fl_opt_word(&r->o, OPT_STYLE) == 0 ? FL_FULL : FL_COMPACT,
			marked ? FL_MARK_COMPILE : FL_MARK_NONE);
	rc = write_out(r, &out);
	fl_buf_release(&out);
	return rc;
}

/* What take() complained of says more than the parser that it stopped. */
static int feed(struct run *r, struct diag_parser *p, struct fl_slice bytes)
{
	struct fl_error err = {0};
	int rc = diag_parser_feed(p, bytes, &err);
	if (rc && !r->err.code)
		r->err = err;
	return rc;
}

static int feed_fd(struct run *r, struct diag_parser *p, int fd)
{
	static char chunk[CHUNK];
	for (;;) {
		ssize_t n = read(fd, chunk, sizeof(chunk));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fl_error_sys(&r->err, FL_EIO, errno, "cannot read");
		if (n == 0)
			return 0;
		if (feed(r, p, fl_slice(chunk, (size_t)n)) || write_lines(r))
			return r->err.code;
	}
}

static int feed_files(struct run *r, struct diag_parser *p)
{
	if (!r->o.operand_count)
		return feed_fd(r, p, 0);
	for (size_t i = 0; i < r->o.operand_count; i++) {
		const char *path = r->o.operands[i];
		if (strcmp(path, "-") == 0) {
			if (feed_fd(r, p, 0))
				return r->err.code;
			continue;
		}
		int fd = open(path, O_RDONLY | O_CLOEXEC);
		if (fd < 0)
			return fl_error_sys(&r->err, FL_EIO, errno, "cannot open %s", path);
		int rc = feed_fd(r, p, fd);
		close(fd);
		if (rc) {
			fl_error_wrap(&r->err, "%s", path);
			return rc;
		}
	}
	return 0;
}

/* Our environment with LC_ALL=C in it. */
static const char **c_environment(void)
{
	size_t n = 0, kept = 0;
	while (environ[n])
		n++;
	const char **env = calloc(n + 2, sizeof(*env));
	for (size_t i = 0; env && i < n; i++)
		if (strncmp(environ[i], "LC_ALL=", 7) != 0)
			env[kept++] = environ[i];
	if (env)
		env[kept] = "LC_ALL=C";
	return env;
}

/* Run the compiler and parse its stderr; *ret_status is what a shell would call its status. */
static int feed_compiler(struct run *r, struct diag_parser *p, int *ret_status)
{
	struct fl_buf out, err_out;
	struct fl_process_result result;
	const char **env = c_environment();
	if (!env)
		return fl_error_set(&r->err, FL_ENOMEM, "out of memory for the environment");
	struct fl_process_spec spec = {.argv = r->o.operands,
		.env = env,
		.out_max = DOCUMENT_MAX,
		.err_max = DOCUMENT_MAX,
		.wall_ms = 3600 * 1000};
	fl_buf_init(&out, DOCUMENT_MAX);
	fl_buf_init(&err_out, DOCUMENT_MAX);
	int rc = fl_process_run(&spec, &out, &err_out, &result, &r->err);
	if (!rc)
		rc = fl_write_all(1, fl_buf_view(&out), &r->err);
	if (!rc)
		rc = feed(r, p, fl_buf_view(&err_out));
	if (!rc && (result.out_cut || result.err_cut))
		rc = fl_error_set(&r->err, FL_ELIMIT,
			"the compiler wrote more than %d MiB; use a pipe: %s ... 2>&1 | "
			"diag2struct",
			DOCUMENT_MAX >> 20, r->o.operands[0]);
	if (!rc)
		*ret_status = result.end == FL_END_EXIT     ? result.exit_status
			      : result.end == FL_END_SIGNAL ? 128 + result.signal
							    : 4;
	fl_buf_release(&out);
	fl_buf_release(&err_out);
	free(env);
	return rc;
}

static void write_stats(const struct diag_stats *s)
{
	fprintf(stderr, "diag2struct: %llu lines, %llu rest, %llu trailers, %llu notes",
		(unsigned long long)s->lines, (unsigned long long)s->rest,
		(unsigned long long)s->trailers, (unsigned long long)s->notes);
	for (int i = 0; i < DIAG_LEVEL_COUNT; i++)
		if (s->levels[i])
			fprintf(stderr, ", %s %llu", level_words[i],
				(unsigned long long)s->levels[i]);
	for (int i = 0; i < DIAG_CLASS_COUNT; i++)
		if (s->classes[i])
			fprintf(stderr, "; %s %llu", diag_class_table[i].name,
				(unsigned long long)s->classes[i]);
	fputc('\n', stderr);
}

static int filter(struct run *r, int *ret_status)
{
	struct diag_sink sink = {.diagnostic = take, .rest = rest, .ctx = r};
	struct diag_parser *p;
	if (diag_parser_new((enum diag_from)fl_opt_word(&r->o, OPT_FROM), &sink, &p, &r->err))
		return r->err.code;
	int rc = r->o.has_dash && r->o.operand_count ? feed_compiler(r, p, ret_status)
						     : feed_files(r, p);
	struct fl_error err = {0};
	if (!rc) {
		rc = diag_parser_finish(p, &err);
		if (rc && !r->err.code)
			r->err = err;
	}
	if (!rc)
		rc = write_document(r);
	if (!rc && fl_opt_given(&r->o, OPT_STATS))
		write_stats(diag_parser_stats(p));
	diag_parser_free(p);
	return rc;
}

static int run(const struct fl_opts *o, struct fl_error *err)
{
	struct run r = {.o = *o};
	int status = 0;
	fl_arena_init(&r.arena, DOCUMENT_MAX);
	fl_vec_init(&r.found, sizeof(struct diag_diagnostic), FL_LIST_MAX);
	fl_buf_init(&r.lines, OUTPUT_MAX);
	if (r.o.has_dash && !r.o.operand_count)
		fl_error_set(&r.err, FL_EINVAL, "a COMPILER is missing after --");
	else if (r.o.has_dash && r.o.dash)
		fl_error_set(&r.err, FL_EINVAL, "give files, or a compiler after --, not both");
	else
		filter(&r, &status);
	if (r.err.code) {
		*err = r.err;
		status = FL_RUN_FAILED;
	} else if (r.fail && !status) {
		status = 1;
	}
	fl_vec_release(&r.found);
	fl_buf_release(&r.lines);
	fl_arena_release(&r.arena);
	return status;
}

int main(int argc, char **argv)
{
	return fl_opts_main(&tool, argc, argv, run);
}
