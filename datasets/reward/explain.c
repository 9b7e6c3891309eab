#include "datasets/reward/explain.h"

#include "base/show.h"
#include "base/source_name.h"
#include "datasets/reward/judge_priv.h"
#include "sanitize/run/tools.h"
#include "tracegen/program.h"

enum { ARENA_MAX = 1 << 30 };

static void put(struct fl_buf *out, const char *what, struct fl_slice text)
{
	struct fl_slice rest = text, line;
	if (!text.len)
		return;
	fl_buf_printf(out, "%s\n", what);
	while (fl_slice_line(&rest, &line)) {
		fl_buf_str(out, "    ");
		fl_show_as(out, line, FL_SHOW_TABS);
		fl_buf_char(out, '\n');
	}
}

static void put_words(struct fl_buf *out, const char *const *words)
{
	for (size_t i = 0; words && words[i]; i++)
		fl_buf_printf(out, " %s", words[i]);
}

/* As a person would build it; the sandbox adds names of its own directories. */
static void put_commands(
	struct ds_judge *j, const struct ds_candidate *c, struct fl_arena *a, struct fl_buf *out)
{
	struct san_toolchain tools = j->tools;
	const struct tg_file *f = c->files.items;
	bool cxx;
	if (c->driver.len)
		san_toolchain_find(fl_arena_slice(a, c->driver).ptr, c->language, a, &tools, NULL);
	fl_buf_printf(out, "built with\n    %s -std=", tools.driver[c->language]);
	if (c->std.len)
		fl_show(out, c->std);
	else
		fl_buf_str(out, c->language == SAN_CXX ? "gnu++17" : "gnu17");
	put_words(out, san_mode_flags(c->mode, tools.family, c->language));
	put_words(out, san_lines_flags(c->mode, tools.family));
	put_words(out, tg_texts_argv(&c->flags, 0, a));
	for (size_t i = 0; i < c->files.len; i++) {
		if (!fl_source_is_unit(f[i].path, &cxx) || fl_texts_have(&c->data, f[i].path))
			continue;
		fl_buf_char(out, ' ');
		fl_show(out, f[i].path);
	}
	fl_buf_printf(out, "%s -pthread -lm -o program\n",
		!c->harness.len          ? ""
		: c->language == SAN_CXX ? " harness.cpp"
					 : " harness.c");
}

static void put_tests(const struct ds_label *l, struct fl_buf *out)
{
	const struct ds_trial_result *t = l->tests.items;
	for (size_t i = 0; i < l->tests.len; i++) {
		fl_buf_str(out, "test ");
		fl_show(out, t[i].name);
		fl_buf_printf(out, ": %s", ds_verdict_names.words[t[i].verdict]);
		if (t[i].kind.len) {
			fl_buf_str(out, ", ");
			fl_show(out, t[i].kind);
		}
		fl_buf_printf(out, ", %lld ms of CPU time\n", (long long)t[i].cpu_ms);
	}
}

/* What terms that no profile has are of. */
static void put_asked(const struct ds_label *l, struct fl_buf *out)
{
	const struct ds_label_stated *s = &l->stated;
	if (s->error_class.len || s->found.len)
		fl_buf_printf(out, "stated %.*s with %.4f, found %.*s\n",
			FL_ARG(s->error_class.len ? s->error_class : FL_S("no class")),
			(double)s->confidence / 10000,
			FL_ARG(s->found.len ? s->found : FL_S("unknown")));
	if (l->thought.stated)
		fl_buf_printf(out, "%lld facts stated, %lld matched, %lld contradicted\n",
			(long long)l->thought.stated, (long long)l->thought.matched,
			(long long)l->thought.contradicted);
	if (l->tidy.len || l->tidy_hidden)
		fl_buf_printf(out, "clang-tidy: %lld findings, %lld hidden from it\n",
			(long long)l->tidy.len + (long long)l->tidy_omitted,
			(long long)l->tidy_hidden);
	put(out, "clang-tidy failed", l->tidy_failed);
}

static void put_label(const struct ds_label *l, struct fl_buf *out)
{
	const struct ds_proof *p = &l->proof;
	fl_buf_printf(out, "stage %s, %lld of %lld tests passed, reward %.4f, %s",
		ds_stage_names.words[l->stage], (long long)l->passed, (long long)l->total,
		(double)l->reward / 10000, diag_class_names.words[l->error_class]);
	if (l->kind.len) {
		fl_buf_str(out, ": ");
		fl_show(out, l->kind);
	}
	fl_buf_char(out, '\n');
	put(out, "message", l->message);
	put_tests(l, out);
	put(out, "input of the first that failed", p->input);
	if (p->line)
		fl_buf_printf(out, "the outputs differ in line %lld\n", (long long)p->line);
	put(out, "expected", p->expected);
	put(out, "printed", p->actual);
	put(out, "said", p->said);
	put(out, "evidence", l->evidence);
	put_asked(l, out);
}

static bool is_same(const struct ds_label *a, const struct ds_label *b)
{
	const struct ds_trial_result *x = a->tests.items, *y = b->tests.items;
	bool same = a->stage == b->stage && a->passed == b->passed && a->reward == b->reward &&
		    fl_slice_eq(a->kind, b->kind) && a->tests.len == b->tests.len &&
		    a->error_class == b->error_class && !b->infra_error.len;
	for (size_t i = 0; same && i < a->tests.len; i++)
		same = x[i].verdict == y[i].verdict && fl_slice_eq(x[i].kind, y[i].kind);
	return same;
}

static int explain(struct ds_judge *j, const char *hash, struct fl_arena *a, struct fl_buf *out,
	bool *ret_same, struct fl_error *err)
{
	struct ds_label *kept, again;
	struct ds_candidate c;
	struct fl_slice candidate;
	int rc = ds_keep_get(j->kept, hash, a, &kept, &candidate, err);
	if (rc == FL_ENOTFOUND)
		return fl_error_set(err, FL_ENOTFOUND,
			"the cache has no label %.64s: a label's \"hash\" is wanted, of one that "
			"was "
			"made with this --cache",
			hash);
	rc = rc ? rc : ds_candidate_read(candidate, a, &c, err);
	if (rc)
		return rc;
	fl_buf_printf(out, "label %s of ", hash);
	fl_show(out, kept->id);
	fl_buf_char(out, '\n');
	put_label(kept, out);
	put_commands(j, &c, a, out);
	j->kept = NULL;
	rc = ds_judge_run(j, candidate, a, &again, err);
	if (rc)
		return rc;
	*ret_same = is_same(kept, &again);
	fl_buf_str(out, *ret_same ? "judged again: the same\n" : "judged again: not the same\n");
	if (!*ret_same)
		put_label(&again, out);
	put(out, "it could not be judged", again.infra_error);
	return 0;
}

int ds_judge_explain(struct ds_judge *j, const char *hash, struct fl_buf *out, bool *ret_same,
	struct fl_error *err)
{
	struct fl_arena a;
	const struct ds_cache *kept = j->kept;
	fl_arena_init(&a, ARENA_MAX);
	int rc = explain(j, hash, &a, out, ret_same, err);
	j->kept = kept;
	fl_arena_release(&a);
	return rc ? rc : fl_buf_error(out, "the explanation", err);
}
