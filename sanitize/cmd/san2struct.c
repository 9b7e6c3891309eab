/* san2struct: what a failed run wrote to stderr, as C++ struct literals or JSON. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/opts.h"
#include "base/sandbox/sandbox.h"
#include "base/show.h"
#include "diag/source/mistaken.h"
#include "sanitize/run/evidence.h"
#include "sanitize/reader.h"
#include "sanitize/symbolize/symbolize.h"
#include "sanitize/write/write.h"

enum { OUTPUT_MAX = 256 << 20, ARENA_MAX = 512 << 20, OPTIONS_MAX = 1 << 20, BOX_MEMORY = 1 << 30 };

/* What is kept of the input's end for messages, reports that are written at once, all others. */
enum { TEXT_KEPT = 8 << 20, CHUNK = 128 << 10, ROUND = 64, KEPT_MAX = 256 };

enum {
	OPT_EXIT,
	OPT_SIGNAL,
	OPT_TIMEOUT,
	OPT_TO,
	OPT_STYLE,
	OPT_MARKERS,
	OPT_THOUGHT,
	OPT_STRIP,
	OPT_ADDRESSES,
	OPT_MAX_BYTES,
	OPT_SYMBOLIZE,
	OPT_PROGRAM,
	OPT_MODULE,
	OPT_OWN,
	OPT_SYSTEM,
	OPT_PREFIX,
	OPT_STRICT,
	OPT_COUNT
};

static const char *const synopsis[] = {"[OPTION]... [FILE]", NULL};
static const char *const see_also[] = {"sanrun(1)", "diag2struct(1)", "struct2json(1)", NULL};

static const struct fl_opt options[] = {
	[OPT_EXIT] = {"exit", 0, FL_OPT_NUMBER, "N", .max = 255,
		.help = "the program ended with this exit status; above 128, as shells count, "
			"with a signal",
		.section = "How the program ended"},
	[OPT_SIGNAL] = {"signal", 0, FL_OPT_NUMBER, "N", .min = 1, .max = 64,
		.help = "the program was killed by this signal"},
	[OPT_TIMEOUT] = {"timeout", 0, FL_OPT_FLAG, NULL,
		.help = "the program was stopped because its CPU time was used up"},
	[OPT_TO] = {"to", 't', FL_OPT_WORD, "FORM", .words = san_form_words, .fallback = "struct",
		.help = "what to write", .section = "Output"},
	[OPT_STYLE] = {"style", 0, FL_OPT_WORD, "STYLE", .words = fl_style_words,
		.fallback = "full", .help = fl_style_help},
	[OPT_MARKERS] = {"markers", 0, FL_OPT_WORD, "WHICH", .words = san_marker_words,
		.fallback = "debug", .help = "the marker lines around the literals"},
	[OPT_THOUGHT] = {"thought", 0, FL_OPT_FLAG,
		.help = "write the reasoning about each report before the literals"},
	[OPT_STRIP] = {"strip", 0, FL_OPT_TEXT, "PREFIX", .fallback = FL_BOX_DIR "/",
		.help = "take this off the start of paths"},
	[OPT_ADDRESSES] = {"addresses", 0, FL_OPT_FLAG, NULL,
		.help = "keep the address of the access and offsets in modules"},
	[OPT_MAX_BYTES] = {"max-bytes", 0, FL_OPT_SIZE, "SIZE", .min = 64,
		.help = "cut the reports until their compact literals fit"},
	[OPT_SYMBOLIZE] = {"symbolize", 0, FL_OPT_FLAG, NULL,
		.help = "name the functions and lines of reports made with symbolize=0",
		.section = "Frames"},
	[OPT_PROGRAM] = {"program", 0, FL_OPT_TEXT, "FILE",
		.help = "the program, where it is no longer where it ran; implies --symbolize"},
	[OPT_MODULE] = {"module", 0, FL_OPT_TEXT, "FILE",
		.help = "a kernel module with debug information (name.ko), or the kernel's own "
			"(vmlinux), as loaded when the kernel wrote its report; implies "
			"--symbolize; may be repeated"},
	[OPT_OWN] = {"own", 0, FL_OPT_TEXT, "GLOB",
		.help = "source files and modules that are the program's own, whatever they look "
			"like (\"*\" is any text, \"/\" too; without \"/\" or \"*\" first it "
			"counts from any part of a path on); may be repeated"},
	[OPT_SYSTEM] = {"system", 0, FL_OPT_TEXT, "GLOB",
		.help = "those that are not: a library among the sources (third_party/*); may be "
			"repeated"},
	[OPT_PREFIX] = {"prefix", 0, FL_OPT_TEXT, "WHAT", .fallback = "auto",
		.help = "what containers, CI and loggers put before each line: auto finds out; "
			"none "
			"leaves it; or the name of a form (docs/prefixes.md), or a POSIX extended "
			"regular expression for the start of a line, whose first group names the "
			"lane",
		.section = "Input"},
	[OPT_STRICT] = {"strict", 0, FL_OPT_FLAG,
		.help = "exit with status 1 when something looks like a report and was not read"},
};

static const struct fl_opt_pair examples[] = {
	{"./a.out 2>&1 | san2struct", "the report of a sanitized program as a struct literal"},
	{"san2struct --signal=6 --to=json err.txt", "what an abort was about, as JSON"},
	{"san2struct --system='third_party/*' log.txt", "blame no line of bundled libraries"},
	{NULL, NULL},
};

static const struct fl_tool tool = {
	.name = "san2struct",
	.summary = "turn sanitizer reports and crash messages into structs",
	.synopsis = synopsis,
	.description =
		"Reads what a program wrote to its standard error (from FILE or standard input) "
		"and writes one structure for each AddressSanitizer, HWAddressSanitizer, "
		"LeakSanitizer, MemorySanitizer, ThreadSanitizer, UndefinedBehaviorSanitizer, "
		"Memcheck, Helgrind, DRD, libFuzzer and Linux kernel report, and for each crash "
		"in gdb, lldb or coredumpctl in it: kind, error class, access, stacks and "
		"the line to blame.\n\n"
		"Without a report, --exit, --signal or --timeout and the messages of glibc and "
		"libstdc++ tell what happened; nothing is written for a run that passed.",
	.options = options,
	.option_count = OPT_COUNT,
	.examples = examples,
	.see_also = see_also,
};

/* How the program ended, by the options; false when they do not tell. */
static bool ended(const struct fl_opts *o, struct fl_process_result *ret_result)
{
	struct fl_process_result r = {.end = FL_END_EXIT, .exit_status = -1, .signal = -1};
	if (fl_opt_given(o, OPT_TIMEOUT)) {
		r.end = FL_END_CPU;
	} else if (fl_opt_given(o, OPT_SIGNAL)) {
		r.end = FL_END_SIGNAL;
		r.signal = (int)fl_opt_number(o, OPT_SIGNAL);
	} else if (fl_opt_given(o, OPT_EXIT)) {
		int status = (int)fl_opt_number(o, OPT_EXIT);
		if (status > 128 && san_signal_is_fatal(status - 128)) {
			r.end = FL_END_SIGNAL;
			r.signal = status - 128;
		} else {
			r.exit_status = status;
		}
	} else {
		return false;
	}
	*ret_result = r;
	return true;
}

/* The values of an option that may be repeated, NULL-terminated; NULL: no memory. */
static const char *const *texts(const struct fl_opts *o, size_t option, struct fl_arena *a)
{
	size_t count = fl_opt_count(o, option);
	const char **list = fl_arena_array(a, count + 1, sizeof(*list));
	for (size_t i = 0; list && i < count; i++)
		list[i] = fl_opt_text_at(o, option, i);
	return list;
}

/*
 * In a box, as the program may have been made to harm its readers; a degraded one is still a
 * process of its own with limits. What stays unresolved is told, and is no failure.
 */
static int symbolize(const struct fl_opts *o, const struct san_parse_opts *parse,
	struct san_reports *reports, struct fl_arena *a, struct fl_error *err)
{
	struct san_symbolize_opts opts = {
		.program = fl_opt_text(o, OPT_PROGRAM), .objects = texts(o, OPT_MODULE, a)};
	struct fl_box_opts limits = {.degraded = true, .memory_max = BOX_MEMORY};
	struct san_symbolize_stats stats;
	struct fl_box *box;
	limits.binds = san_symbolize_binds(&opts, reports, a);
	int rc = fl_box_new(&limits, &box, err);
	if (rc)
		return rc;
	opts.binds = *fl_box_missing(box) ? NULL : limits.binds;
	rc = san_symbolize_boxed(box, &opts, reports, parse, a, &stats, err);
	fl_box_free(box);
	if (!rc && stats.modules_failed)
		fl_tell("san2struct", "%zu of %zu places are not resolved", stats.unresolved,
			stats.unresolved + stats.resolved);
	return rc;
}

/* One run of the tool. */
struct job {
	const struct fl_opts *opts;
	struct san_parse_opts parse;
	struct fl_arena arena; /* of what is made of the reports that are being written */
	struct fl_buf text; /* the end of the input */
	struct fl_buf out;
	bool told; /* how the program ended, in result */
	struct fl_process_result result;
	bool begun; /* the first report is written */
	bool unread; /* something looks like a report and is none that can be read */
};

/* A single report that may lack its message: it stands in a line where it is not looked for. */
static bool is_bare_abort(const struct san_reports *reports)
{
	const struct san_report *first = reports->list.items;
	return reports->list.len == 1 && fl_slice_eqs(first->kind, "abrt") && !first->lane.len;
}

/*
 * The items to write for these reports: the first of all is completed, or where there is none made,
 * from how the program ended. Where that is not told and there is neither report nor message, there
 * is nothing to write.
 */
static int make_items(struct job *j, const struct san_reports *reports, struct fl_items *ret_items,
	struct fl_error *err)
{
	struct fl_arena *a = &j->arena;
	struct san_report *first = fl_arena_alloc(a, sizeof *first);
	size_t len = reports->list.len;
	struct fl_items items = {.at = fl_arena_array(a, len + 1, sizeof(struct fl_item))};
	if (!first || !items.at)
		return fl_arena_error(a, "the reports", err);
	for (; items.len < len; items.len++)
		items.at[items.len] = (struct fl_item){.shape = &san_report_shape,
			.object = fl_list_at(&reports->list, &san_report_shape, items.len)};
	if (!j->begun && (j->told || !len || is_bare_abort(reports))) {
		struct fl_slice text = fl_buf_view(&j->text);
		struct san_texts texts = {.err = text, .log = text};
		enum san_outcome outcome = san_evidence(j->told ? &j->result : NULL,
			len ? reports->list.items : NULL, &texts, a, first);
		items.at[0] = (struct fl_item){.shape = &san_report_shape, .object = first};
		items.len = len ? len : 1;
		if (outcome == SAN_PASSED || (!j->told && fl_slice_eqs(first->kind, SAN_UNKNOWN)))
			items.len = 0;
	}
	*ret_items = items;
	return fl_arena_error(a, "the reports", err);
}

static void render(const struct fl_opts *o, const struct fl_items *items, struct fl_buf *out)
{
	struct san_write_opts opts = {
		.form = (enum san_form)fl_opt_word(o, OPT_TO),
		.style = (enum fl_style)fl_opt_word(o, OPT_STYLE),
		.marker = fl_opt_word(o, OPT_MARKERS) ? FL_MARK_NONE : FL_MARK_DEBUG,
		.thought = fl_opt_given(o, OPT_THOUGHT),
	};
	san_reports_write(out, items, &opts);
}

static int write_reports(struct job *j, struct san_reports *reports, struct fl_error *err)
{
	const struct fl_opts *o = j->opts;
	struct fl_items items;
	int rc = 0;
	if (j->parse.unresolved && reports->list.len)
		rc = symbolize(o, &j->parse, reports, &j->arena, err);
	if (!rc)
		rc = make_items(j, reports, &items, err);
	if (!rc && fl_opt_given(o, OPT_MAX_BYTES))
		rc = fl_items_fit(&items, (size_t)fl_opt_number(o, OPT_MAX_BYTES), &j->arena, err);
	if (rc)
		return rc;
	j->begun = true;
	fl_buf_clear(&j->out);
	render(o, &items, &j->out);
	rc = fl_buf_error(&j->out, "the output", err);
	return rc ? rc : fl_write_all(STDOUT_FILENO, fl_buf_view(&j->out), err);
}

static int take_round(void *ctx, struct san_reports *reports, struct fl_error *err)
{
	struct job *j = ctx;
	int rc = write_reports(j, reports, err);
	fl_arena_clear(&j->arena);
	return rc;
}

/* Keep the end of the input, where messages stand: at least TEXT_KEPT bytes of it. */
static int keep_text(void *ctx, struct fl_slice chunk)
{
	struct job *j = ctx;
	if (j->begun)
		return 0;
	if (j->text.len + chunk.len > j->text.max) {
		memmove(j->text.data, j->text.data + j->text.len - TEXT_KEPT, TEXT_KEPT);
		fl_buf_truncate(&j->text, TEXT_KEPT);
	}
	fl_buf_slice(&j->text, chunk);
	return j->text.failed;
}

static int read_all(int fd, struct san_reader *reader, struct fl_error *err)
{
	char chunk[CHUNK];
	for (;;) {
		ssize_t n = read(fd, chunk, sizeof chunk);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fl_error_sys(err, FL_EIO, errno, "cannot read");
		if (n == 0)
			return 0;
		int rc = san_reader_feed(reader, fl_slice(chunk, (size_t)n), err);
		if (rc)
			return rc;
	}
}

/* Files that cannot be meant: somebody expects the program to be run. */
static int operand_check(const char *path, struct fl_error *err)
{
	switch (diag_mistake_of(path)) {
	case DIAG_MISTAKE_SOURCE:
		return fl_error_set(err, FL_EINVAL,
			"%s is source, not what a program printed; to compile and run it under "
			"sanitizers: sanrun %s (to read it all the same, use <)",
			path, path);
	case DIAG_MISTAKE_BUILD:
		return fl_error_set(err, FL_EINVAL,
			"%s tells how to build, not what a program printed; to build a project "
			"and run it under sanitizers: sanrun -C DIRECTORY (to read it all the "
			"same, "
			"use <)",
			path);
	case DIAG_MISTAKE_BINARY:
		return fl_error_set(err, FL_EINVAL,
			"%s is a program, an object or a library, not what one printed; to read "
			"that: ./a.out 2>&1 | san2struct (to read it all the same, use <)",
			path);
	case DIAG_MISTAKE_NONE: break;
	}
	return 0;
}

static int read_input(struct job *j, struct san_reader *reader, struct fl_error *err)
{
	const struct fl_opts *o = j->opts;
	if (o->operand_count > 1)
		return fl_error_set(err, FL_EINVAL, "only one FILE can be read");
	if (o->operand_count == 0 || !strcmp(o->operands[0], "-"))
		return read_all(STDIN_FILENO, reader, err);
	if (operand_check(o->operands[0], err))
		return err->code;
	int fd, rc = fl_input_open(o->operands[0], &fd, err);
	if (rc)
		return rc;
	rc = read_all(fd, reader, err);
	close(fd);
	if (rc)
		fl_error_wrap(err, "%s", o->operands[0]);
	return rc;
}

/* Lines of JSON are written as the reports come, when no budget has to be shared out among them. */
static int filter(struct job *j, struct fl_error *err)
{
	struct san_reports rest;
	bool rounds = fl_opt_word(j->opts, OPT_TO) == SAN_TO_JSONL &&
		      !fl_opt_given(j->opts, OPT_MAX_BYTES);
	j->parse.reports_max = rounds && !j->parse.unresolved ? ROUND : KEPT_MAX;
	j->parse.take = rounds ? take_round : NULL;
	j->parse.ctx = j;
	struct san_reader_opts opts = {.parse = j->parse,
		.prefix = fl_opt_text(j->opts, OPT_PREFIX),
		.text = keep_text,
		.text_ctx = j};
	struct san_reader *reader;
	int rc = san_reader_new(&opts, &reader, err);
	if (rc)
		return rc;
	rc = read_input(j, reader, err);
	if (!rc)
		rc = san_reader_finish(reader, &rest, err);
	if (!rc && (rest.list.len || !j->begun))
		rc = write_reports(j, &rest, err);
	if (!rc && rest.unread)
		fl_tell("san2struct",
			"%zu line%s like a report that was not read, the first (%s): %.*s",
			rest.unread, rest.unread == 1 ? " looks" : "s look", rest.unread_form,
			FL_ARG(rest.unread_first));
	j->unread = !rc && rest.unread;
	san_reader_free(reader);
	if (!rc && rest.dropped)
		fl_tell("san2struct", "%zu more reports are left out; --to=jsonl has them all",
			rest.dropped);
	return rc;
}

static int run(const struct fl_opts *o, struct fl_error *err)
{
	struct fl_arena options_arena;
	fl_arena_init(&options_arena, OPTIONS_MAX);
	struct job j = {
		.opts = o,
		.parse = {.strip = fl_slice_str(fl_opt_text(o, OPT_STRIP)),
			.addresses = fl_opt_given(o, OPT_ADDRESSES),
			.unresolved = fl_opt_given(o, OPT_SYMBOLIZE) ||
				      fl_opt_given(o, OPT_PROGRAM) || fl_opt_given(o, OPT_MODULE),
			.owners = {texts(o, OPT_OWN, &options_arena),
				texts(o, OPT_SYSTEM, &options_arena)}},
	};
	j.told = ended(o, &j.result);
	j.parse.messages = !j.told;
	fl_buf_init(&j.text, 2 * TEXT_KEPT);
	fl_buf_init(&j.out, OUTPUT_MAX);
	fl_arena_init(&j.arena, ARENA_MAX);
	int rc = fl_arena_error(&options_arena, "the options", err);
	if (!rc)
		rc = filter(&j, err);
	fl_arena_release(&options_arena);
	fl_arena_release(&j.arena);
	fl_buf_release(&j.out);
	fl_buf_release(&j.text);
	if (rc)
		return FL_RUN_FAILED;
	return j.unread && fl_opt_given(o, OPT_STRICT);
}

int main(int argc, char **argv)
{
	return fl_opts_main(&tool, argc, argv, run);
}
