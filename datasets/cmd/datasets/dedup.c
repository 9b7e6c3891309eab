#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/show.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/dataset.h"
#include "datasets/quality/dedup.h"
#include "datasets/zst.h"

/* Bytes that are gathered before they are written; damaged rows that are told one by one. */
enum { CHUNK = 1 << 16, TOLD_MAX = 20, NAMES_MAX = 64 << 20 };

/* Where a row stood. */
struct place {
	const char *file;
	int64_t line;
};

struct dedup {
	struct ds_dedup *dedup;
	bool others;
	struct fl_arena names; /* of files */
	struct place *places; /* of each row */
	size_t count, room;
	int64_t of[DS_DEDUP_VERDICTS], damaged;
	struct fl_buf out, why;
	int why_fd; /* -1: nobody asks */
};

static const char *const verdict_words[DS_DEDUP_VERDICTS] = {
	[DS_DEDUP_SAME] = "same", [DS_DEDUP_NEAR] = "near", [DS_DEDUP_OTHERS] = "against"};

static int flush(struct fl_buf *b, int fd, struct fl_error *err)
{
	int rc = fl_buf_error(b, "the output", err);
	rc = rc ? rc : fl_write_all(fd, fl_buf_view(b), err);
	fl_buf_clear(b);
	return rc;
}

static int add_place(struct dedup *d, const struct ds_row *row, struct fl_error *err)
{
	if (d->count == d->room) {
		size_t room = d->room ? 2 * d->room : 1024;
		struct place *more = realloc(d->places, room * sizeof(*more));
		if (!more)
			return fl_error_set(err, FL_ENOMEM, "out of memory for %zu rows", room);
		d->places = more;
		d->room = room;
	}
	const char *name = d->count ? d->places[d->count - 1].file : NULL;
	if (!name || strcmp(name, row->file) != 0)
		name = fl_arena_slice(&d->names, fl_slice_str(row->file)).ptr;
	if (!name)
		return fl_arena_error(&d->names, "names of files", err);
	d->places[d->count++] = (struct place){name, row->number};
	return 0;
}

static void write_why(struct dedup *d, const struct ds_row *row, const struct ds_dedup_found *f)
{
	const struct place *of = &d->places[f->of];
	fl_buf_str(&d->why, "{\"file\":");
	fl_json_text(&d->why, fl_slice_str(row->file));
	fl_buf_printf(&d->why, ",\"line\":%lld,\"why\":\"%s\",\"of_file\":", (long long)row->number,
		verdict_words[f->verdict]);
	fl_json_text(&d->why, fl_slice_str(of->file));
	fl_buf_printf(
		&d->why, ",\"of_line\":%lld,\"alike\":%.4f}\n", (long long)of->line, f->alike);
}

static void tell_damaged(struct dedup *d, const struct ds_row *row, const struct fl_error *why)
{
	if (d->damaged++ < TOLD_MAX)
		fl_tell("datasets", "%s:%lld: %s; left out", row->file, (long long)row->number,
			why->message);
}

static int take_row(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	struct dedup *d = ctx;
	struct ds_dedup_found found;
	struct fl_error why = {0};
	int rc = ds_dedup_row(d->dedup, row->line, d->others, &found, &why);
	if (rc == FL_EPARSE) {
		tell_damaged(d, row, &why);
		return 0;
	}
	if (rc)
		return fl_error_set(
			err, rc, "%s:%lld: %s", row->file, (long long)row->number, why.message);
	rc = add_place(d, row, err);
	if (rc || d->others)
		return rc;
	d->of[found.verdict]++;
	if (!verdict_words[found.verdict]) {
		fl_buf_slice(&d->out, row->line);
		fl_buf_char(&d->out, '\n');
	} else if (d->why_fd >= 0) {
		write_why(d, row, &found);
	}
	if (d->out.len >= CHUNK || d->out.failed)
		rc = flush(&d->out, STDOUT_FILENO, err);
	if (rc == 0 && (d->why.len >= CHUNK || d->why.failed))
		rc = flush(&d->why, d->why_fd, err);
	return rc;
}

static int read_others(struct dedup *d, const struct fl_opts *o, struct fl_error *err)
{
	int rc = 0;
	d->others = true;
	for (size_t i = 0; rc == 0 && i < o->seen_count; i++)
		if (o->seen[i].option == OPT_AGAINST)
			rc = ds_rows_each(o->seen[i].text, false, take_row, d, err);
	d->others = false;
	return rc;
}

static int read_own(struct dedup *d, const struct fl_opts *o, struct fl_error *err)
{
	int rc = sub_count(o) ? 0 : ds_rows_each("-", false, take_row, d, err);
	for (size_t i = 0; rc == 0 && i < sub_count(o); i++)
		rc = ds_rows_each(sub_at(o, i), false, take_row, d, err);
	int flushed = flush(&d->out, STDOUT_FILENO, rc ? NULL : err);
	if (d->why_fd >= 0 && flush(&d->why, d->why_fd, rc || flushed ? NULL : err))
		flushed = FL_EIO;
	return rc ? rc : flushed;
}

static void tell_counts(const struct dedup *d)
{
	int64_t kept = d->of[DS_DEDUP_KEPT] + d->of[DS_DEDUP_TEXTLESS];
	fl_tell("datasets",
		"%lld rows kept; left out: %lld the same as another, %lld nearly, %lld of other "
		"sets, %lld damaged",
		(long long)kept, (long long)d->of[DS_DEDUP_SAME], (long long)d->of[DS_DEDUP_NEAR],
		(long long)d->of[DS_DEDUP_OTHERS], (long long)d->damaged);
	if (d->of[DS_DEDUP_TEXTLESS])
		fl_tell("datasets",
			"%lld rows have no text to compare and were kept; --text names its members",
			(long long)d->of[DS_DEDUP_TEXTLESS]);
}

static int open_why(struct dedup *d, const struct fl_opts *o, struct fl_error *err)
{
	const char *path = fl_opt_text(o, OPT_WHY);
	if (!path)
		return 0;
	d->why_fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	return d->why_fd < 0 ? fl_error_sys(err, FL_EIO, errno, "cannot write %s", path) : 0;
}

int ds_cmd_dedup(const struct fl_opts *o, struct fl_error *err)
{
	const char *keys = fl_opt_text(o, OPT_TEXT);
	struct ds_dedup_opts opts = {.near = (unsigned)fl_opt_number(o, OPT_NEAR),
		.keys = keys ? fl_slice_str(keys) : FL_S("")};
	struct dedup d = {.why_fd = -1};
	fl_arena_init(&d.names, NAMES_MAX);
	fl_buf_init(&d.out, (size_t)DS_LINE_MAX * 2);
	fl_buf_init(&d.why, (size_t)DS_LINE_MAX);
	int rc = ds_dedup_new(&opts, &d.dedup, err);
	rc = rc ? rc : open_why(&d, o, err);
	rc = rc ? rc : read_others(&d, o, err);
	rc = rc ? rc : read_own(&d, o, err);
	if (rc == 0)
		tell_counts(&d);
	if (d.why_fd >= 0)
		close(d.why_fd);
	ds_dedup_free(d.dedup);
	free(d.places);
	fl_arena_release(&d.names);
	fl_buf_release(&d.out);
	fl_buf_release(&d.why);
	return rc ? FL_RUN_FAILED : d.damaged > 0;
}
