/* What a judged candidate is worth: the value of each term of the profile, and the reward. */
#include "datasets/reward/judge_priv.h"

#include <string.h>

#include "datasets/record/record.h"
#include "datasets/terms/thought.h"
#include "diag/model/diagnostic.h"
#include "sanitize/report/report.h"
#include "tracegen/program.h"

/* ---- tests ---- */

static bool was_reported(const struct ds_label *l)
{
	const struct ds_trial_result *t = l->tests.items;
	for (size_t i = 0; i < l->tests.len; i++)
		if (t[i].verdict == DS_VERDICT_REPORT)
			return true;
	return false;
}

/*
 * The share of the tests by their weights, 0 where one failed that the others need; *ret_all: none
 * of those with a weight failed, nor of these.
 */
static int64_t tests_passed(const struct ds_judging *g, bool *ret_all)
{
	const struct ds_trial_result *v = g->label->tests.items;
	const struct ds_trial *t = g->c.tests.items;
	int64_t sum = 0, passed = 0;
	bool in_vain = false;
	*ret_all = true;
	for (size_t i = 0; i < g->label->tests.len; i++) {
		sum += t[i].weight;
		if (v[i].verdict == DS_VERDICT_PASSED)
			passed += t[i].weight;
		else if (t[i].weight || t[i].needed)
			*ret_all = false;
		in_vain = in_vain || (t[i].needed && v[i].verdict != DS_VERDICT_PASSED);
	}
	if (in_vain)
		return 0;
	return sum ? passed * DS_WHOLE / sum : *ret_all ? DS_WHOLE : 0;
}

static int64_t time_left(const struct ds_judging *g)
{
	const struct ds_trial_result *v = g->label->tests.items;
	int64_t sum = 0, limit = (int64_t)g->c.limits.cpu_ms;
	for (size_t i = 0; i < g->label->tests.len; i++)
		sum += v[i].cpu_ms >= limit ? 0 : DS_WHOLE - v[i].cpu_ms * DS_WHOLE / limit;
	return g->label->tests.len ? sum / (int64_t)g->label->tests.len : DS_WHOLE;
}

static void set_tests(struct ds_judging *g, int64_t values[DS_TERM_COUNT])
{
	struct ds_label *l = g->label;
	bool all = false;
	values[DS_TERM_EXTRACT] = l->stage > DS_STAGE_EXTRACT ? DS_WHOLE : 0;
	if (l->stage <= DS_STAGE_COMPILE)
		return;
	values[DS_TERM_COMPILE] = DS_WHOLE;
	values[DS_TERM_TESTS] = tests_passed(g, &all);
	values[DS_TERM_ALL] = all ? DS_WHOLE : 0;
	values[DS_TERM_CLEAN] = was_reported(l) ? 0 : DS_WHOLE;
	values[DS_TERM_TIME] = all ? time_left(g) : 0;
}

/* ---- the class that is stated ---- */

static bool is_blank(const struct fl_list *files)
{
	const struct tg_file *f = files->items;
	for (size_t i = 0; i < files->len; i++)
		if (fl_slice_trim(f[i].content).len)
			return false;
	return true;
}

/* What the code that a task begins with shows; -1: there is none. */
static int judge_untouched(struct ds_judging *g, int *ret_class)
{
	struct ds_label *l = fl_object_new(g->a, &ds_label_shape);
	struct ds_judging u = {
		.judge = g->judge, .label = l, .worked_on = true, .a = g->a, .err = g->err};
	if (!l)
		return fl_arena_error(g->a, "a label", g->err);
	int rc = ds_candidate_read_task(g->json, NULL, g->a, &u.c, g->err);
	if (rc == 0 && is_blank(&u.c.files)) {
		*ret_class = -1;
		return 0;
	}
	rc = rc ? rc : ds_judge_code(&u);
	if (rc == 0 && l->infra_error.len)
		return ds_judge_infra(g, l->infra_error.ptr);
	if (rc == 0)
		*ret_class = l->error_class;
	return rc;
}

/* The same of one that was asked for before. */
static int find_untouched(struct ds_judging *g, int *ret_class)
{
	struct ds_judge *j = g->judge;
	char key[DS_KEEP_KEY + 1];
	ds_keep_key(g->json, NULL, 0, key);
	for (size_t i = 0; i < DS_FOUND_KEPT; i++)
		if (strcmp(j->found[i].key, key) == 0) {
			*ret_class = j->found[i].error_class;
			return 0;
		}
	int rc = judge_untouched(g, ret_class);
	if (rc == 0 && !g->label->infra_error.len) {
		struct ds_found *f = &j->found[j->next_found++ % DS_FOUND_KEPT];
		memcpy(f->key, key, sizeof(key));
		f->error_class = *ret_class;
	}
	return rc;
}

static struct fl_slice answer_of(const struct ds_judging *g)
{
	return g->c.answer.ptr ? g->c.answer : g->said;
}

static int set_stated(struct ds_judging *g, int64_t values[DS_TERM_COUNT])
{
	const int64_t *weights = g->judge->opts.profile.weights;
	bool weighed = weights[DS_TERM_CLASS] || weights[DS_TERM_CONFIDENCE];
	struct ds_label_stated *to = &g->label->stated;
	struct ds_stated s = g->c.has_stated ? g->c.stated : ds_stated_read(answer_of(g));
	int found = g->c.fault_class;
	int rc = found < 0 && g->worked_on && weighed ? find_untouched(g, &found) : 0;
	to->error_class =
		fl_slice_str(s.error_class < 0 ? "" : diag_class_table[s.error_class].name);
	to->confidence = s.confidence < 0 ? 0 : s.confidence;
	to->problem = s.problem;
	to->found = fl_slice_str(found < 0 ? "" : diag_class_table[found].name);
	values[DS_TERM_CLASS] = found < 0 ? DS_ABSENT : ds_stated_class_score(&s, found);
	values[DS_TERM_CONFIDENCE] = found < 0 ? DS_ABSENT : ds_stated_confidence_score(&s, found);
	if (found >= 0)
		to->score = values[DS_TERM_CONFIDENCE];
	return rc;
}

/* ---- what is said to have been observed ---- */

/* Of a record its evidence; else what the compiler or a sanitizer says of the candidate. */
static void know(struct ds_judging *g, struct ds_known *known)
{
	const struct ds_label *l = g->label;
	const struct diag_diagnostic *d = l->diagnostics.items;
	const struct san_report *reports = l->reports.items;
	ds_known_init(known, g->c.record ? &g->c.record->files : &g->c.files);
	if (g->c.record) {
		ds_known_record(known, g->c.record, g->a);
		return;
	}
	for (size_t i = 0; i < l->diagnostics.len; i++)
		ds_known_add(known, &diag_diagnostic_shape, &d[i]);
	for (size_t i = 0; i < l->reports.len; i++)
		ds_known_add(known, &san_report_shape, &reports[i]);
}

static int set_thought(struct ds_judging *g, int64_t values[DS_TERM_COUNT])
{
	struct ds_label *l = g->label;
	struct ds_known known;
	int rc = 0;
	know(g, &known);
	values[DS_TERM_THOUGHT] = DS_ABSENT;
	if (!ds_known_is_empty(&known)) {
		rc = ds_thought_check(answer_of(g), g->c.record ? g->c.record->reasoning : FL_S(""),
			&known, g->a, &l->thought, g->err);
		values[DS_TERM_THOUGHT] = ds_thought_score(&l->thought);
	}
	ds_known_release(&known);
	return rc;
}

/* ---- clang-tidy ---- */

/* Of code that compiles, where it is asked for; a tool that is missing is nobody's fault. */
static int set_tidy(struct ds_judging *g, int64_t values[DS_TERM_COUNT])
{
	struct ds_judge *j = g->judge;
	struct ds_label *l = g->label;
	const struct ds_tidy_wish *wish = g->c.tidy.given ? &g->c.tidy : &j->tidy;
	struct ds_tidy t = {0};
	const char *tool = NULL;
	if (!wish->on)
		values[DS_TERM_TIDY] = DS_ABSENT;
	if (!wish->on || l->stage <= DS_STAGE_COMPILE)
		return 0;
	int rc = ds_tidy_find(j->opts.tidy_tool, &j->clang, g->a, &tool, g->err);
	rc = rc ? rc : ds_judge_files(g, NULL);
	rc = rc ? rc
		: ds_tidy_run(j->compile_box, &g->program, tool, wish, ds_judge_harness(g), g->a,
			  &t, g->err);
	if (rc == FL_EPARSE || rc == FL_EMISSING) {
		l->stage = rc == FL_EPARSE ? DS_STAGE_CANDIDATE : l->stage;
		return ds_judge_infra(g, g->err->message);
	}
	l->tidy = t.findings;
	l->tidy_omitted = t.omitted;
	l->tidy_hidden = t.hidden;
	l->tidy_failed = t.failed;
	values[DS_TERM_TIDY] = ds_tidy_score(&t);
	return rc;
}

int ds_judge_reward(struct ds_judging *g)
{
	int64_t values[DS_TERM_COUNT] = {0};
	set_tests(g, values);
	int rc = set_stated(g, values);
	rc = rc ? rc : set_thought(g, values);
	rc = rc || g->label->infra_error.len ? rc : set_tidy(g, values);
	int64_t reward = ds_profile_reward(&g->judge->opts.profile, values);
	if (rc || g->label->infra_error.len)
		return rc;
	if (reward == DS_ABSENT)
		return ds_judge_infra(g,
			"nothing that the weights ask for can be known of this candidate: give it "
			"a \"fault_class\" or \"tidy\", or weigh other terms");
	g->label->reward = reward;
	return 0;
}
