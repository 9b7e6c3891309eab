#include "datasets/show.h"

#include "base/show.h"
#include "diag/model/class.h"

/* Escape sequences, in the order of enum look. */
enum look { PLAIN, BOLD, DIM, RED, GREEN, CYAN };
static const char *const looks[] = {
	"\033[0m", "\033[1m", "\033[2m", "\033[31m", "\033[32m", "\033[36m"};

struct view {
	struct fl_buf *out;
	bool colour;
};

static void put_look(const struct view *v, enum look look)
{
	if (v->colour)
		fl_buf_str(v->out, looks[look]);
}

static void put_text(const struct view *v, struct fl_slice s)
{
	fl_show_as(v->out, s, FL_SHOW_LINES);
}

static void put_field(const struct view *v, enum look look, struct fl_slice s)
{
	put_look(v, look);
	put_text(v, s);
	put_look(v, PLAIN);
}

static void put_heading(const struct view *v, const char *text)
{
	fl_buf_char(v->out, '\n');
	put_field(v, DIM, fl_slice_str(text));
	fl_buf_char(v->out, '\n');
}

/* The first line of text that is not blank, and whether there is more. */
static void put_quoted(const struct view *v, struct fl_slice text, enum look look)
{
	struct fl_slice rest = fl_slice_trim(text), line = {0};
	if (!rest.len) {
		fl_buf_str(v->out, "nothing");
		return;
	}
	fl_slice_line(&rest, &line);
	put_field(v, look, fl_slice_trim(line));
	if (fl_slice_trim(rest).len)
		fl_buf_str(v->out, " …");
}

static void put_change(const struct view *v, struct fl_slice original, struct fl_slice replacement)
{
	fl_buf_str(v->out, "  ");
	put_quoted(v, original, GREEN);
	fl_buf_str(v->out, "  became  ");
	put_quoted(v, replacement, RED);
	fl_buf_char(v->out, '\n');
}

/* What people did has no operator. */
static void put_place(const struct view *v, struct fl_slice operator, struct fl_slice file)
{
	if (operator.len) {
		put_field(v, BOLD, operator);
		fl_buf_char(v->out, ' ');
	}
	fl_buf_str(v->out, "at ");
	put_text(v, file);
}

static void put_mutation(const struct view *v, const struct ds_record *r)
{
	const struct ds_mutation *m = &r->mutation;
	put_text(v, r->provenance.source);
	if (r->provenance.licence.len) {
		fl_buf_str(v->out, " (");
		put_text(v, r->provenance.licence);
		fl_buf_char(v->out, ')');
	}
	fl_buf_str(v->out, ": ");
	put_place(v, m->operator, m->file);
	fl_buf_printf(v->out, ":%lld:%lld", (long long)m->line, (long long)m->col);
	if (m->function.len) {
		fl_buf_str(v->out, " in ");
		put_text(v, m->function);
	}
	fl_buf_char(v->out, '\n');
	if (r->edits.len < 2)
		put_change(v, m->original, m->replacement);
	for (size_t i = 0; r->edits.len > 1 && i < r->edits.len; i++) {
		const struct ds_edit *e = (const struct ds_edit *)r->edits.items + i;
		fl_buf_str(v->out, "  ");
		put_place(v, e->operator, e->file);
		fl_buf_printf(v->out, ":%lld\n", (long long)e->line);
		put_change(v, e->original, e->replacement);
	}
}

/* Of a file that is no program there is no run. */
static bool was_run(const struct ds_fixed *f)
{
	return f->exit_status >= 0 || f->output_hash.len;
}

/* Of what was pasted no run is known; a compiler is named where the fix compiled. */
static const char *fix_words(const struct ds_record *r)
{
	const struct ds_fixed *f = &r->verification.fixed;
	if (r->verification.level == DS_TRANSCRIBED)
		return r->provenance.compiler.len
			       ? "as it was pasted; nothing was run, the fix compiles"
			       : "as it was pasted; nothing was run or compiled by itself";
	if (!f->same)
		return "the fix does not behave as the original did";
	return was_run(f) ? "the fix behaves as the original did"
			  : "the fix compiles, and was not run";
}

static void put_outcome(const struct view *v, const struct ds_record *r)
{
	const struct ds_verification *f = &r->verification;
	fl_buf_printf(v->out, "%s: ", ds_level_names.words[f->level]);
	put_text(v, f->buggy.status);
	if (f->buggy.exit_status >= 0)
		fl_buf_printf(v->out, ", exit status %lld", (long long)f->buggy.exit_status);
	if (f->buggy.signal >= 0)
		fl_buf_printf(v->out, ", signal %lld", (long long)f->buggy.signal);
	fl_buf_printf(v->out, "; %s\n", fix_words(r));
}

static void put_diff(const struct view *v, struct fl_slice diff)
{
	struct fl_slice line;
	while (fl_slice_line(&diff, &line)) {
		bool header = fl_slice_starts(line, "---") || fl_slice_starts(line, "+++");
		enum look look = header                        ? BOLD
				 : fl_slice_starts(line, "@@") ? CYAN
				 : fl_slice_starts(line, "-")  ? RED
				 : fl_slice_starts(line, "+")  ? GREEN
							       : PLAIN;
		put_field(v, look, line);
		fl_buf_char(v->out, '\n');
	}
}

static void put_tests(const struct view *v, const struct ds_record *r)
{
	if (ds_record_is_early(r) || r->schema_version < 2 || !was_run(&r->verification.fixed))
		return;
	fl_buf_printf(v->out, "tests: %zu, ", r->tests.len);
	if (r->hidden)
		fl_buf_printf(v->out, "%lld of them hidden; the fault fails %lld of these\n",
			(long long)r->hidden, (long long)r->hidden_fails);
	else
		fl_buf_str(v->out, "none hidden: what prints the output that is shown passes\n");
}

void ds_record_show(struct fl_buf *out, const struct ds_record *r, bool colour)
{
	const struct view v = {.out = out, .colour = colour};
	const char *cls = diag_class_table[r->error_class].name;
	const char *evidence = diag_class_table[r->evidence_class].name;
	put_field(&v, BOLD, fl_slice_str(ds_kind_table[r->kind].name));
	fl_buf_char(out, ' ');
	put_field(&v, DIM, fl_slice_head(r->id, DS_ID_LEN));
	fl_buf_str(out, "  ");
	put_field(&v, CYAN, fl_slice_str(cls));
	if (r->cwe.len) {
		fl_buf_char(out, ' ');
		put_text(&v, r->cwe);
	}
	fl_buf_printf(out, ", seen as %s  %s  %s\n", evidence, ds_language_names.words[r->language],
		ds_split_names.words[r->split]);
	put_mutation(&v, r);
	put_outcome(&v, r);
	put_tests(&v, r);
	put_heading(&v, "what the tools saw");
	put_text(&v, r->context);
	if (!fl_slice_ends(r->context, "\n"))
		fl_buf_char(out, '\n');
	put_heading(&v, "the fix");
	put_diff(&v, r->diff);
}
