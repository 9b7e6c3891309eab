#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/show.h"
#include "debugsession/cmd/debugsession/sub.h"
#include "debugsession/transcript/transcript.h"

enum { OUTPUT_MAX = 1 << 30, SHOWN = 10 };
#define ARENA_MAX ((size_t)4 << 30)

static int read_input(const struct fl_opts *o, struct fl_buf *text, struct fl_error *err)
{
	const char *path = sub_count(o) ? sub_at(o, 0) : "-";
	if (sub_count(o) > 1)
		return fl_error_set(err, FL_EINVAL, "only one FILE can be read");
	return strcmp(path, "-") ? fl_buf_read_file(text, path, err)
				 : fl_buf_read_fd(text, STDIN_FILENO, err);
}

/* What was read and what was not, on standard error. */
static void report(const struct dbg_transcript *t)
{
	struct fl_buf line;
	fl_buf_init(&line, 4096);
	dbg_transcript_summary(t, &line);
	fl_tell("convert", "%.*s", FL_ARG(fl_buf_view(&line)));
	for (size_t i = 0; i < t->unread_kept && i < SHOWN; i++)
		fl_tell("convert", "line %zu: %s", t->unread[i].line, t->unread[i].reason);
	if (t->unread_count > SHOWN)
		fl_tell("convert", "%zu more; --format=json lists them", t->unread_count - SHOWN);
	fl_buf_release(&line);
}

static enum dbg_transcript_form form_of(const struct fl_opts *o)
{
	switch (fl_opt_given(o, OPT_FORMAT) ? fl_opt_word(o, OPT_FORMAT) : FORMAT_STRUCT) {
	case FORMAT_JSON: return DBG_TRANSCRIPT_JSON;
	case FORMAT_JSONL: return DBG_TRANSCRIPT_JSONL;
	default: return DBG_TRANSCRIPT_STRUCT;
	}
}

static struct fl_slice base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return fl_slice_str(slash ? slash + 1 : path);
}

static int convert(const struct fl_opts *o, const struct dbg_pair *pair, struct fl_arena *a,
	struct fl_error *err)
{
	struct dbg_transcript t;
	struct fl_buf out;
	int rc = dbg_transcript_read(pair->text, a, &t, err);
	if (rc)
		return rc;
	fl_buf_init(&out, OUTPUT_MAX);
	if (fl_opt_given(o, OPT_FIX))
		rc = dbg_transcript_pair(&t, pair, a, &out, err);
	else
		rc = dbg_transcript_write(
			&t, form_of(o), (enum fl_style)fl_opt_word(o, OPT_STYLE), a, &out, err);
	if (!rc)
		rc = fl_write_all(STDOUT_FILENO, fl_buf_view(&out), err);
	fl_buf_release(&out);
	if (!rc)
		report(&t);
	return rc;
}

int dbg_cmd_convert(const struct fl_opts *o, struct fl_error *err)
{
	struct fl_buf text, fix, source;
	struct fl_arena arena;
	fl_buf_init(&text, DBG_TRANSCRIPT_MAX);
	fl_buf_init(&fix, DBG_TRANSCRIPT_MAX);
	fl_buf_init(&source, DBG_TRANSCRIPT_MAX);
	fl_arena_init(&arena, ARENA_MAX);
	int rc = 0;
	if (fl_opt_given(o, OPT_FORMAT) && fl_opt_word(o, OPT_FORMAT) == FORMAT_TEXT)
		rc = fl_error_set(err, FL_EINVAL, "convert writes struct, json or jsonl");
	if (!rc && fl_opt_given(o, OPT_SOURCE) && !fl_opt_given(o, OPT_FIX))
		rc = fl_error_set(err, FL_EINVAL, "--source goes with --fix");
	if (!rc && fl_opt_given(o, OPT_FIX))
		rc = fl_buf_read_file(&fix, fl_opt_text(o, OPT_FIX), err);
	if (!rc && fl_opt_given(o, OPT_SOURCE))
		rc = fl_buf_read_file(&source, fl_opt_text(o, OPT_SOURCE), err);
	if (!rc)
		rc = read_input(o, &text, err);
	if (!rc) {
		const struct dbg_pair pair = {.text = fl_buf_view(&text),
			.fix = fl_buf_view(&fix),
			.source = fl_buf_view(&source),
			.path = fl_opt_given(o, OPT_SOURCE) ? base_name(fl_opt_text(o, OPT_SOURCE))
							    : FL_S("")};
		rc = convert(o, &pair, &arena, err);
	}
	fl_arena_release(&arena);
	fl_buf_release(&source);
	fl_buf_release(&fix);
	fl_buf_release(&text);
	return rc ? FL_RUN_FAILED : 0;
}
