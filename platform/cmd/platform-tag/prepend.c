#include <unistd.h>

#include "base/show.h"
#include "base/zst.h"
#include "platform/cmd/platform-tag/tool.h"
#include "platform/prepend/prepend.h"

enum { WRITE_AT = 1 << 18, COMPLAINTS_MAX = 20 };

static int flush(struct plat_tags *t, struct fl_error *err)
{
	int rc = fl_buf_error(&t->out, "the output", err);
	rc = rc ? rc : fl_write_all(STDOUT_FILENO, fl_buf_view(&t->out), err);
	fl_buf_clear(&t->out);
	return rc;
}

/* A line that is no row is told of, up to a number, and passed on. */
static void tell_bad(struct plat_tags *t, const char *name, uint64_t line, uint64_t bad,
	const struct fl_error *what)
{
	t->status = 1;
	if (bad <= COMPLAINTS_MAX)
		fl_tell(plat_tag_tool.name, "%s:%llu: %s: it is passed on as it is", name,
			(unsigned long long)line, what->message);
	if (bad == COMPLAINTS_MAX)
		fl_tell(plat_tag_tool.name, "%s: more such lines are not told of", name);
}

static int tag_rows(struct plat_tags *t, struct plat_prepend *p, struct fl_lines *lines,
	const char *name, struct fl_error *err)
{
	struct fl_slice line;
	uint64_t number = 0;
	int rc;
	while ((rc = fl_lines_next(lines, &line, err)) > 0) {
		struct fl_error bad;
		int tagged = plat_prepend_row(p, line, &t->out, &bad);
		number++;
		if (tagged == FL_EPARSE) {
			tell_bad(t, name, number, plat_prepend_stats(p)->bad, &bad);
		} else if (tagged) {
			*err = bad;
			return tagged;
		}
		if (fl_lines_ended(lines))
			fl_buf_char(&t->out, '\n');
		if (t->out.len >= WRITE_AT && (rc = flush(t, err)))
			return rc;
	}
	return rc;
}

static int tag_input(
	struct plat_tags *t, struct plat_prepend *p, const char *name, struct fl_error *err)
{
	struct fl_lines *lines;
	int rc = fl_lines_open(name, 0, &lines, err);
	if (rc)
		return rc;
	rc = tag_rows(t, p, lines, name, err);
	fl_lines_close(lines);
	return rc ? rc : flush(t, err);
}

static void show_stats(const struct plat_prepend_stats *s)
{
	uint64_t files = s->tagged + s->unknown;
	fl_tell(plat_tag_tool.name,
		"%llu rows: %llu tagged, %llu had a header, %llu of which nothing is known, "
		"%llu other, %llu bad; %llu projects read, %llu "
		"places of their build files not understood",
		(unsigned long long)s->rows, (unsigned long long)s->tagged,
		(unsigned long long)s->had, (unsigned long long)s->unknown,
		(unsigned long long)s->other, (unsigned long long)s->bad,
		(unsigned long long)s->projects, (unsigned long long)s->skipped);
	for (size_t f = 0; f < PLAT_FIELDS; f++)
		fl_tell(plat_tag_tool.name, "%-10s %10llu %6.2f %%",
			plat_context_shape.fields[f].name, (unsigned long long)s->fields[f],
			files ? 100.0 * (double)s->fields[f] / (double)files : 0.0);
}

int plat_tags_prepend(struct plat_tags *t, struct fl_error *err)
{
	struct plat_prepend_options o = {.text_field = fl_opt_text(t->o, OPT_FIELD),
		.path_field = fl_opt_text(t->o, OPT_PATH_FIELD),
		.root = fl_opt_text(t->o, OPT_ROOT),
		.style = plat_tags_style(t->o),
		.readers = &plat_tag_readers};
	struct plat_prepend *p;
	int rc = 0;
	if (fl_opt_given(t->o, OPT_COMPILER) || fl_opt_given(t->o, OPT_DEFAULTS)) {
		rc = plat_tags_ask(t, PLAT_C, err);
		rc = rc ? rc : plat_tags_ask(t, PLAT_CXX, err);
		o.compilers = t->compilers;
	}
	rc = rc ? rc : plat_prepend_new(&o, &p, err);
	if (rc)
		return rc;
	if (!t->o->operand_count)
		rc = tag_input(t, p, "-", err);
	for (size_t i = 0; i < t->o->operand_count && rc == 0; i++)
		rc = tag_input(t, p, t->o->operands[i], err);
	if (rc == 0 && fl_opt_given(t->o, OPT_STATS))
		show_stats(plat_prepend_stats(p));
	plat_prepend_free(p);
	return rc;
}
