#include "datasets/export/steps.h"

#include "base/json.h"
#include "datasets/record/answer.h"
#include "datasets/record/check_context.h"
#include "datasets/turns/holds.h"

enum { STEP_MAX = 64 << 20 };

int ds_steps_make(const struct ds_record *r, uint64_t seed, struct fl_arena *a,
	struct ds_steps *ret_steps, struct ds_steps_counts *counts, struct fl_error *err)
{
	struct ds_steps steps = {.record = r};
	struct ds_known_text known;
	struct fl_rng rng = fl_rng_new(seed, FL_S("steps"), r->id);
	if (!ds_kind_is(r->kind, DS_KIND_TALKS))
		return fl_error_set(err, FL_EREFUSED, "it is no dialogue");
	if (ds_turns_read(r->events, a, &steps.turns, err) ||
		ds_known_of(r, &steps.turns, a, &known, err))
		return fl_error_set(err, FL_EREFUSED, "its events are no turns");
	if (!ds_answer_of_dialogue(r, &steps.code))
		return fl_error_set(err, FL_EREFUSED, "the dialogue has no code");
	if (ds_turns_check(&steps.turns, &known, a))
		return fl_error_set(err, FL_EREFUSED, "a sentence of the dialogue does not hold");
	int rc = ds_flip_draw(&steps.turns, &known, &rng, a, &steps.flip, &counts->unfound, err);
	if (rc && rc != FL_EREFUSED)
		return rc;
	steps.flipped = rc == 0;
	if (steps.flipped)
		counts->flips[steps.flip.kind]++;
	else
		counts->none++;
	*ret_steps = steps;
	return 0;
}

/* ---- the steps ---- */

struct writing {
	const struct ds_steps *steps;
	bool flipped;
	int64_t *scrubbed;
	struct fl_arena *a;
	struct fl_buf *out;
	int64_t count, wrong; /* steps; the number of the wrong one, 0: there is none */
	int64_t refuting; /* the number of the step with the answer that refutes it; 0: none */
};

static void text(struct writing *w, struct fl_slice s)
{
	fl_json_text(w->out, w->scrubbed ? ds_scrub(s, w->a, w->scrubbed) : s);
}

/* The line end at its end is what stands between steps. */
static void put_step(struct writing *w, struct fl_slice step)
{
	fl_buf_str(w->out, w->count++ ? "," : "");
	text(w, fl_slice_ends(step, "\n") ? fl_slice_head(step, step.len - 1) : step);
}

/* A line of a thought is a sentence; with the first and the last go the lines around all. */
static void put_thought(struct writing *w, size_t turn)
{
	const struct ds_turn *t = ds_turns_at(&w->steps->turns, turn);
	const struct ds_flip *flip = &w->steps->flip;
	bool mine = w->flipped && flip->turn == turn;
	struct fl_buf whole;
	fl_buf_init(&whole, STEP_MAX);
	for (size_t i = 0; i < t->sentences.len && !w->wrong; i++) {
		struct ds_sentence one = ((const struct ds_sentence *)t->sentences.items)[i];
		bool wrong = mine && flip->sentence == i;
		fl_buf_clear(&whole);
		ds_turns_sentence(&whole, t, i, wrong ? &flip->said : &one);
		put_step(w, fl_buf_view(&whole));
		w->wrong = wrong ? w->count : 0;
	}
	fl_buf_release(&whole);
}

/* A call, or a script, and all that answers it; or an attempt, or the code. */
static size_t put_done(struct writing *w, size_t turn)
{
	const struct fl_list *turns = &w->steps->turns;
	struct ds_turn asked = *ds_turns_at(turns, turn);
	const struct fl_list one = {&asked, 1};
	size_t end = turn + 1;
	struct fl_buf whole;
	if (asked.kind == DS_TURN_CODE)
		asked.text = w->steps->code;
	while (end < turns->len && ds_turns_at(turns, end)->kind == DS_TURN_RESULT)
		end++;
	if (w->flipped && w->steps->flip.answer >= (int64_t)turn &&
		w->steps->flip.answer < (int64_t)end)
		w->refuting = w->count + 1;
	fl_buf_init(&whole, STEP_MAX);
	ds_turns_text(&whole, &one, 0, 1);
	ds_turns_text(&whole, turns, turn + 1, end);
	put_step(w, fl_buf_view(&whole));
	fl_buf_release(&whole);
	return end;
}

static struct fl_slice refuted_by(const struct writing *w)
{
	const struct ds_flip *flip = &w->steps->flip;
	if (!w->wrong)
		return FL_S("");
	if (!w->refuting)
		return flip->truth;
	struct fl_slice call = ds_turns_call(&w->steps->turns, (size_t)flip->answer);
	return fl_arena_printf(w->a, "step %lld, %.*s: %.*s", (long long)w->refuting, FL_ARG(call),
		FL_ARG(flip->truth));
}

void ds_steps_put(const struct ds_steps *steps, bool flipped, int64_t *scrubbed, struct fl_arena *a,
	struct fl_buf *out)
{
	struct writing w = {
		.steps = steps, .flipped = flipped, .scrubbed = scrubbed, .a = a, .out = out};
	fl_buf_str(out, "\"completions\":[");
	for (size_t i = 0; i < steps->turns.len && !w.wrong;) {
		if (ds_turn_is_thought(ds_turns_at(&steps->turns, i)->kind))
			put_thought(&w, i++);
		else
			i = put_done(&w, i);
	}
	fl_buf_str(out, "],\"labels\":[");
	for (int64_t i = 1; i <= w.count; i++)
		fl_buf_printf(out, "%s%s", i > 1 ? "," : "", i == w.wrong ? "false" : "true");
	fl_buf_printf(out, "],\"flip\":\"%s\",\"refuted_by\":",
		w.wrong ? ds_flip_names.words[steps->flip.kind] : "");
	text(&w, refuted_by(&w));
}
