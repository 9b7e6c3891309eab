/* One run of diag2struct, from the options to the exit status. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diag/cmd/diag2struct/tool.h"
#include "diag/source/mistaken.h"

enum { STATUS_MISSING = 3 };

/*
 * --collect: other compilers of the same build append at the same time, so whole outputs under a
 * lock, which ends with us.
 */
static int collect_open(struct run *r)
{
	const char *path = fl_opt_text(r->o, OPT_COLLECT);
	if (!path || (!r->lines.len && !r->found.len))
		return 0;
	r->out_fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	while (r->out_fd >= 0 && flock(r->out_fd, LOCK_EX))
		if (errno != EINTR)
			return fl_error_sys(&r->err, FL_EIO, errno, "cannot lock %s", path);
	return r->out_fd < 0 ? fl_error_sys(&r->err, FL_EIO, errno, "cannot write %s", path) : 0;
}

static int filter(struct run *r, int *ret_status)
{
	struct diag_sink sink = d2s_sink(r);
	struct diag_reader_opts opts = {.from = (enum diag_from)fl_opt_word(r->o, OPT_FROM),
		.prefix = fl_opt_text(r->o, OPT_PREFIX),
		.find = d2s_catalogue,
		.find_ctx = r};
	if (diag_reader_new(&opts, &sink, &r->reader, &r->err))
		return r->err.code;
	int rc = r->o->has_dash && r->o->operand_count ? d2s_read_compiler(r, ret_status)
						       : d2s_read_files(r);
	struct fl_error err = {0};
	if (!rc) {
		rc = diag_reader_finish(r->reader, &err);
		if (rc && !r->err.code)
			r->err = err;
	}
	if (!rc)
		rc = collect_open(r);
	if (!rc)
		rc = d2s_write_document(r);
	if (!rc)
		d2s_write_doubt(r);
	if (!rc)
		d2s_known_tell(r);
	if (!rc && fl_opt_given(r->o, OPT_STATS))
		d2s_write_stats(r);
	return rc;
}

/* --rest: drop, stderr, or a file. */
static int rest_open(struct run *r)
{
	const char *where = fl_opt_text(r->o, OPT_REST);
	struct stat st;
	if (strcmp(where, "drop") == 0)
		return 0;
	if (strcmp(where, "stderr") == 0) {
		r->rest_fd = 2;
		return 0;
	}
	r->rest_fd = open(where, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (r->rest_fd < 0 || fstat(r->rest_fd, &st))
		return fl_error_sys(&r->err, FL_EIO, errno, "cannot write %s", where);
	/* Behind a dash is a command, which is run and not read. */
	if ((!r->o->has_dash || !r->o->operand_count) && fl_opts_reads(r->o, &st))
		return fl_error_set(&r->err, FL_EINVAL,
			"--rest=%s is an input as well; name another file", where);
	if (S_ISREG(st.st_mode) && ftruncate(r->rest_fd, 0))
		return fl_error_sys(&r->err, FL_EIO, errno, "cannot empty %s", where);
	return 0;
}

static bool color_wanted(const struct fl_opts *o)
{
	const char *term = getenv("TERM");
	if (fl_opt_word(o, OPT_COLOR) != COLOR_AUTO)
		return fl_opt_word(o, OPT_COLOR) == COLOR_ALWAYS;
	return isatty(1) && term && strcmp(term, "dumb") != 0;
}

/* --source-root; what a compiler of ours reads from its own directory is at hand without it. */
static int source_open(struct run *r)
{
	const char *dir = fl_opt_text(r->o, OPT_SOURCE_ROOT);
	struct fl_error ignored;
	if (dir)
		return diag_source_new(dir, &r->refine.source, &r->err);
	if (r->o->has_dash && diag_source_new(".", &r->refine.source, &ignored))
		r->refine.source = NULL; /* nobody asked for it */
	return 0;
}

/* A value that is left out, as by a variable of a script that is not set. */
static int values_check(struct run *r)
{
	for (size_t i = 0; i < OPT_COUNT; i++) {
		const struct fl_opt *opt = &d2s_tool.options[i];
		if (opt->kind == FL_OPT_TEXT && fl_opt_given(r->o, i) && !fl_opt_text(r->o, i)[0])
			return fl_error_set(&r->err, FL_EINVAL, "--%s needs %s, not an empty text",
				opt->name, opt->arg);
	}
	return 0;
}

/* Files that cannot be meant: somebody expects a compiler, or a build, here. */
static int operand_check(struct run *r, const char *path)
{
	switch (diag_mistake_of(path)) {
	case DIAG_MISTAKE_SOURCE:
		return fl_error_set(&r->err, FL_EINVAL,
			"%s is source, not what a compiler printed about it; to compile it: "
			"diag2struct -- g++ -fsyntax-only %s (to read it all the same, use <)",
			path, path);
	case DIAG_MISTAKE_BUILD:
		return fl_error_set(&r->err, FL_EINVAL,
			"%s tells how to build, not what a build printed; to read that: "
			"make 2>&1 | diag2struct (to read it all the same, use <)",
			path);
	case DIAG_MISTAKE_BINARY:
		return fl_error_set(&r->err, FL_EINVAL,
			"%s is a program, an object or a library, not what a compiler printed; to "
			"run a compiler: diag2struct -- g++ … (to read it all the same, use <)",
			path);
	case DIAG_MISTAKE_NONE: break;
	}
	return 0;
}

static int operands_check(struct run *r)
{
	for (size_t i = 0; i < r->o->operand_count && !r->o->has_dash; i++)
		if (operand_check(r, r->o->operands[i]))
			return r->err.code;
	if (fl_opt_given(r->o, OPT_COLLECT) && !r->o->has_dash)
		return fl_error_set(
			&r->err, FL_EINVAL, "--collect goes with a COMPILER: -- g++ -c x.cpp");
	if (fl_opt_word(r->o, OPT_TO) == TO_GITLAB && fl_opt_given(r->o, OPT_MAX_BYTES))
		return fl_error_set(&r->err, FL_EINVAL,
			"--max-bytes does not go with --to=gitlab, where everything counts");
	return 0;
}

static int here_find(struct run *r)
{
	char *dir = getcwd(NULL, 0);
	if (!dir)
		return 0; /* removed under us: paths stay as they are */
	fl_buf_str(&r->here, dir);
	free(dir);
	return fl_buf_error(&r->here, "the current directory", &r->err);
}

static int prepare(struct run *r)
{
	if (values_check(r) || operands_check(r) || here_find(r) || d2s_known_read(r))
		return r->err.code;
	if (r->o->has_dash && !r->o->operand_count)
		return fl_error_set(&r->err, FL_EINVAL, "a COMPILER is missing after --");
	if (r->o->has_dash && r->o->dash)
		return fl_error_set(
			&r->err, FL_EINVAL, "give files, or a compiler after --, not both");
	r->color = color_wanted(r->o);
	r->refine.thought = fl_opt_given(r->o, OPT_THOUGHT);
	r->refine.columns = (enum diag_unit)fl_opt_word(r->o, OPT_COLUMNS);
	int to = fl_opt_word(r->o, OPT_TO);
	if ((to == TO_SARIF || to == TO_GITHUB) && !fl_opt_given(r->o, OPT_COLUMNS))
		r->refine.columns = DIAG_UNIT_CODEPOINT;
	r->refine.tab = (unsigned)fl_opt_number(r->o, OPT_TAB);
	struct fl_slice notes = fl_slice_str(fl_opt_text(r->o, OPT_NOTES));
	int rc = diag_notes_parse(notes, &r->refine.notes, &r->err);
	if (rc)
		fl_error_wrap(&r->err, "--notes");
	if (!rc)
		rc = source_open(r);
	if (!rc)
		rc = d2s_platform(r);
	if (!rc && fl_opt_given(r->o, OPT_DEDUP))
		rc = diag_dedup_new(&r->dedup, &r->err);
	return rc ? rc : rest_open(r);
}

/* Who reads our output has enough (`| head`): end as every filter does, without a word. */
static void end_by_pipe(void)
{
	signal(SIGPIPE, SIG_DFL);
	raise(SIGPIPE);
}

int d2s_run(const struct fl_opts *o, struct fl_error *err)
{
	struct run r = {.o = o, .out_fd = 1, .rest_fd = -1};
	int status = 0;
	fl_arena_init(&r.arena, D2S_DOCUMENT_MAX);
	fl_arena_init(&r.platform_arena, D2S_PLATFORM_MAX);
	fl_vec_init(&r.found, sizeof(struct diag_diagnostic *), FL_LIST_MAX);
	fl_vec_init(&r.prints, sizeof(uint64_t), FL_LIST_MAX);
	fl_buf_init(&r.lines, D2S_OUTPUT_MAX);
	fl_buf_init(&r.here, 1 << 16);
	if (!prepare(&r))
		filter(&r, &status);
	if (r.err.code == FL_EIO && r.err.sys == EPIPE)
		end_by_pipe();
	if (r.err.code && r.ran && fl_opt_given(o, OPT_COLLECT)) {
		fl_opts_complain(&d2s_tool, &r.err, NULL); /* a build does not fail because we do */
	} else if (r.err.code) {
		*err = r.err;
		status = FL_RUN_FAILED;
	} else if (r.missing) {
		status = STATUS_MISSING;
	} else if (r.fail && !status) {
		status = 1;
	}
	if (r.out_fd > 2)
		close(r.out_fd);
	if (r.rest_fd > 2)
		close(r.rest_fd);
	diag_reader_free(r.reader);
	d2s_catalogues_free(&r);
	diag_dedup_free(r.dedup);
	diag_source_free(r.refine.source);
	diag_keys_release(&r.known);
	diag_keys_release(&r.seen);
	fl_vec_release(&r.found);
	fl_vec_release(&r.prints);
	fl_buf_release(&r.lines);
	fl_buf_release(&r.here);
	fl_arena_release(&r.arena);
	fl_arena_release(&r.platform_arena);
	return status;
}
