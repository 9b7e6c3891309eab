#include "datasets/turns/flip_priv.h"

#include "datasets/turns/holds.h"
#include "debugsession/model.h"
#include "diag/model/diagnostic.h"
#include "tracegen/evidence/symptom.h"

enum { POOL_MAX = 512, OPTIONS_MAX = 1024 };

static const char *const flip_words[] = {
#define X(id, word, ...) [DS_FLIP_##id] = word,
	DS_FLIPS(X)
#undef X
};
const struct fl_names ds_flip_names = {"flip_kind", flip_words, DS_FLIP_KINDS};

/* What a sentence shows of a fact of that kind, so that it can be another. */
static const int parts[DS_FACT_KINDS] = {
	[DS_FACT_VALUE] = DS_PART_NAME | DS_PART_VALUE,
	[DS_FACT_STOP] = DS_PART_NAME | DS_PART_LINE,
	[DS_FACT_SIGNAL] = DS_PART_VALUE,
	[DS_FACT_FRAME] = DS_PART_NAME | DS_PART_LINE,
	[DS_FACT_END] = DS_PART_VALUE,
	[DS_FACT_OUTPUT] = DS_PART_VALUE,
	[DS_FACT_CODE] = DS_PART_VALUE | DS_PART_LINE,
	[DS_FACT_PLACE] = DS_PART_LINE,
	[DS_FACT_MENDED] = DS_PART_VALUE,
	[DS_FACT_REPORT] = DS_PART_VALUE,
	[DS_FACT_STACK] = DS_PART_NAME | DS_PART_LINE,
	[DS_FACT_SAID] = DS_PART_VALUE | DS_PART_LINE,
	[DS_FACT_ABOUT] = DS_PART_VALUE,
	[DS_FACT_CLASS] = DS_PART_VALUE,
};

static const struct ds_sentence *sentence_at(
	const struct ds_flipping *x, size_t turn, size_t sentence)
{
	return (const struct ds_sentence *)ds_turns_at(x->turns, turn)->sentences.items + sentence;
}

static const struct ds_fact *fact_at(const struct ds_flipping *x, const struct ds_flip_option *o)
{
	return (const struct ds_fact *)sentence_at(x, o->turn, o->sentence)->facts.items + o->fact;
}

/* ---- what there is to take from ---- */

/* A pool that is full takes no more: what is in it is enough. */
static void keep(struct fl_vec *pool, const void *item, size_t size)
{
	void *slot = pool->len < POOL_MAX ? fl_vec_add(pool) : NULL;
	if (slot)
		memcpy(slot, item, size);
}

static void keep_frame(struct ds_flipping *x, const struct dbg_frame *f)
{
	if (f->line && f->file.len)
		keep(&x->frames, f, sizeof(*f));
}

static void keep_frames(struct ds_flipping *x, const struct fl_list *frames)
{
	const struct dbg_frame *f = frames->items;
	for (size_t i = 0; i < frames->len; i++)
		keep_frame(x, &f[i]);
}

static void keep_struct(struct ds_flipping *x, const struct fl_shape *shape, const void *object)
{
	if (shape == &dbg_stop_shape) {
		const struct dbg_stop *s = object;
		const struct dbg_frame at = {
			.function = s->function, .file = s->file, .line = s->line};
		keep_frame(x, &at);
	} else if (shape == &dbg_backtrace_shape) {
		keep_frames(x, &((const struct dbg_backtrace *)object)->frames);
	} else if (shape == &dbg_frame_vars_shape) {
		const struct fl_list *locals = &((const struct dbg_frame_vars *)object)->locals;
		const struct dbg_variable *v = locals->items;
		for (size_t i = 0; i < locals->len; i++)
			keep(&x->variables, &v[i], sizeof(v[i]));
	} else if (shape == &tg_symptom_shape) {
		const struct fl_list *stacks = &((const struct tg_symptom *)object)->stacks;
		const struct tg_symptom_stack *s = stacks->items;
		for (size_t i = 0; i < stacks->len; i++)
			keep_frames(x, &s[i].frames);
	}
}

/* Of what a compiler says: its words, where they are no longer than a sentence quotes. */
static void keep_diagnostics(struct ds_flipping *x, struct fl_slice text)
{
	enum { WORDS_MAX = 110 };
	struct fl_items items = ds_answer_diagnostics(text, x->a);
	for (size_t i = 0; i < items.len; i++) {
		const struct diag_diagnostic *d = items.at[i].object;
		if (items.at[i].shape == &diag_diagnostic_shape && d->message.len <= WORDS_MAX)
			keep(&x->messages, &d->message, sizeof(d->message));
	}
}

static void keep_structs(struct ds_flipping *x, struct fl_slice text)
{
	struct fl_items items = ds_answer_structs(text, x->a);
	keep_diagnostics(x, text);
	for (size_t i = 0; i < items.len; i++)
		keep_struct(x, items.at[i].shape, items.at[i].object);
}

static enum ds_flip_kind kind_of(int turn, int fact, enum ds_flip_part part)
{
	bool cause = fact == DS_FACT_CODE || fact == DS_FACT_CLASS;
	if (turn == DS_TURN_ERROR && cause)
		return DS_FLIP_CAUSE;
	if (part == DS_PART_LINE)
		return DS_FLIP_LINE;
	if (part == DS_PART_NAME)
		return fact == DS_FACT_VALUE ? DS_FLIP_VARIABLE : DS_FLIP_FRAME;
	return fact == DS_FACT_CODE || fact == DS_FACT_MENDED ? DS_FLIP_CODE : DS_FLIP_VALUE;
}

static void keep_fact(struct ds_flipping *x, size_t turn, size_t sentence, size_t fact)
{
	struct ds_flip_option o = {.turn = turn, .sentence = sentence, .fact = fact};
	const struct ds_fact *f = fact_at(x, &o);
	keep(&x->facts, f, sizeof(*f));
	for (int part = DS_PART_NAME; part <= DS_PART_LINE; part <<= 1) {
		/* What is said to be gone is gone by any name. */
		bool gone = ds_turns_at(x->turns, turn)->kind == DS_TURN_VERIFY &&
			    f->kind == DS_FACT_REPORT;
		/* And where a mend is said to be, is not checked where attempts move it. */
		bool moves = f->kind == DS_FACT_PLACE && x->known->attempt_count;
		if (!(parts[f->kind] & part) || gone || moves)
			continue;
		o.part = (enum ds_flip_part)part;
		o.kind = kind_of(ds_turns_at(x->turns, turn)->kind, f->kind, o.part);
		keep(&x->options, &o, sizeof(o));
	}
}

static void gather(struct ds_flipping *x)
{
	fl_vec_init(&x->frames, sizeof(struct dbg_frame), POOL_MAX);
	fl_vec_init(&x->variables, sizeof(struct dbg_variable), POOL_MAX);
	fl_vec_init(&x->facts, sizeof(struct ds_fact), POOL_MAX);
	fl_vec_init(&x->messages, sizeof(struct fl_slice), POOL_MAX);
	fl_vec_init(&x->options, sizeof(struct ds_flip_option), OPTIONS_MAX);
	keep_structs(x, x->known->context);
	for (size_t i = 0; i < x->turns->len; i++) {
		const struct ds_turn *t = ds_turns_at(x->turns, i);
		if (t->kind == DS_TURN_RESULT)
			keep_structs(x, t->text);
		for (size_t k = 0; k < t->sentences.len; k++)
			for (size_t n = 0; n < sentence_at(x, i, k)->facts.len; n++)
				keep_fact(x, i, k, n);
	}
}

/* ---- one that the checker finds ---- */

/* What the sentence says already stands for nothing else in it. */
static bool is_said(
	const struct ds_flipping *x, const struct ds_flip_option *o, const struct ds_fact *other)
{
	const struct ds_sentence *s = sentence_at(x, o->turn, o->sentence);
	const struct ds_fact *f = s->facts.items;
	bool said = false;
	for (size_t i = 0; i < s->facts.len && !said; i++)
		said = i != o->fact &&
		       (o->part == DS_PART_VALUE ? fl_slice_eq(f[i].value, other->value)
			       : o->part == DS_PART_NAME
				       ? fl_slice_eq(f[i].name, other->name)
				       : f[i].line == other->line &&
						 fl_slice_eq(f[i].file, other->file));
	return said;
}

static bool is_found(
	const struct ds_flipping *x, const struct ds_flip_option *o, const struct ds_sentence *said)
{
	const struct ds_turn *own = ds_turns_at(x->turns, o->turn);
	struct ds_turn *turns = fl_arena_array(x->a, x->turns->len, sizeof(*turns));
	struct ds_sentence *sentences =
		fl_arena_array(x->a, own->sentences.len, sizeof(*sentences));
	if (!turns || !sentences)
		return false;
	for (size_t i = 0; i < x->turns->len; i++)
		turns[i] = *ds_turns_at(x->turns, i);
	for (size_t i = 0; i < own->sentences.len; i++)
		sentences[i] = *sentence_at(x, o->turn, i);
	sentences[o->sentence] = *said;
	turns[o->turn].sentences.items = sentences;
	const struct fl_list all = {turns, x->turns->len};
	return ds_turns_check(&all, x->known, x->a) != NULL;
}

static struct fl_slice code_at(const struct ds_flipping *x, const struct ds_fact *f, int64_t line)
{
	struct fl_slice text = tg_files_text(x->files, f->file);
	struct fl_slice code = fl_slice_trim(fl_slice_line_at(text, line));
	return code.len ? fl_arena_printf(x->a, "%.*s:%lld is `%.*s`", FL_ARG(f->file),
				  (long long)line, FL_ARG(code))
			: fl_arena_printf(
				  x->a, "%.*s:%lld is empty", FL_ARG(f->file), (long long)line);
}

/* What is so. Of the program, where another line is named, what stands in that, too. */
static struct fl_slice truth_of(
	const struct ds_flipping *x, const struct ds_fact *f, const struct ds_fact *other)
{
	static const char *const from[DS_FACT_KINDS] = {[DS_FACT_PLACE] = "the mend is at ",
		[DS_FACT_MENDED] = "the mended line is ",
		[DS_FACT_REPORT] = "the report: ",
		[DS_FACT_SAID] = "the compiler: ",
		[DS_FACT_ABOUT] = "the compiler: ",
		[DS_FACT_STACK] = "the report: "};
	if (f->kind == DS_FACT_CODE && f->line != other->line)
		return fl_arena_printf(x->a, "%.*s, and `%.*s` is at %.*s:%lld",
			FL_ARG(code_at(x, f, other->line)), FL_ARG(f->value), FL_ARG(f->file),
			(long long)f->line);
	if (f->kind == DS_FACT_CODE)
		return code_at(x, f, f->line);
	return fl_arena_printf(
		x->a, "%s%.*s", from[f->kind] ? from[f->kind] : "", FL_ARG(ds_fact_words(f, x->a)));
}

/* The same statement stands in the other line, too: that fact holds there as well. */
static bool holds_there(
	const struct ds_flipping *x, const struct ds_fact *f, const struct ds_fact *other)
{
	if (f->kind != DS_FACT_CODE || f->line == other->line)
		return false;
	struct fl_slice is = fl_slice_line_at(tg_files_text(x->files, other->file), other->line);
	return ds_code_stands(is, f->value);
}

/* 1: it was flipped. */
static int try_other(struct ds_flipping *x, const struct ds_flip_option *o,
	const struct ds_fact *other, struct ds_flip *ret)
{
	const struct ds_fact *f = fact_at(x, o);
	struct ds_sentence said;
	if (is_said(x, o, other) || holds_there(x, f, other))
		return 0;
	int rc = ds_say_otherwise(
		sentence_at(x, o->turn, o->sentence), o->fact, other, x->a, &said, x->err);
	if (rc)
		return rc == FL_EREFUSED ? 0 : rc;
	if (!is_found(x, o, &said)) {
		++*x->unfound;
		return 0;
	}
	*ret = (struct ds_flip){.kind = o->kind,
		.turn = o->turn,
		.sentence = o->sentence,
		.said = said,
		.answer = f->turn,
		.truth = truth_of(x, f, other)};
	return 1;
}

static int try_option(struct ds_flipping *x, const struct ds_flip_option *o, struct ds_flip *ret)
{
	struct ds_fact_source source;
	int rc = 0;
	if (!ds_fact_source(x->turns, o->turn, fact_at(x, o), x->known, &source))
		return 0;
	x->files = source.files;
	ds_flip_others(x, o, fact_at(x, o));
	size_t first = x->count ? fl_rng_below(x->rng, x->count) : 0;
	for (size_t i = 0; rc == 0 && i < x->count; i++)
		rc = try_other(x, o, &x->others[(first + i) % x->count], ret);
	return rc;
}

/* Options of the kind; those that gave nothing are gone. */
static int try_kind(struct ds_flipping *x, enum ds_flip_kind kind, struct ds_flip *ret)
{
	size_t n = 0;
	int rc = 0;
	for (size_t i = 0; i < x->options.len; i++)
		n += ((struct ds_flip_option *)fl_vec_at(&x->options, i))->kind == kind;
	size_t skip = n ? fl_rng_below(x->rng, n) : 0;
	for (size_t turn = 0; rc == 0 && turn < 2; turn++)
		for (size_t i = 0, at = 0; rc == 0 && i < x->options.len; i++) {
			const struct ds_flip_option *o = fl_vec_at(&x->options, i);
			if (o->kind == kind && (at++ >= skip) == (turn == 0))
				rc = try_option(x, o, ret);
		}
	return rc;
}

int ds_flip_draw(const struct fl_list *turns, const struct ds_known_text *known, struct fl_rng *rng,
	struct fl_arena *a, struct ds_flip *ret_flip, int64_t *unfound, struct fl_error *err)
{
	struct ds_flipping x = {
		.turns = turns, .known = known, .rng = rng, .a = a, .unfound = unfound, .err = err};
	int kinds[DS_FLIP_KINDS], rc = 0;
	gather(&x);
	for (int i = 0; i < DS_FLIP_KINDS; i++)
		kinds[i] = i;
	for (size_t left = DS_FLIP_KINDS; rc == 0 && left > 0; left--) {
		size_t at = fl_rng_below(rng, left);
		rc = try_kind(&x, (enum ds_flip_kind)kinds[at], ret_flip);
		kinds[at] = kinds[left - 1];
	}
	fl_vec_release(&x.frames);
	fl_vec_release(&x.variables);
	fl_vec_release(&x.facts);
	fl_vec_release(&x.messages);
	fl_vec_release(&x.options);
	if (rc == 0)
		return fl_error_set(err, FL_EREFUSED, "no statement of it can be flipped");
	return rc < 0 ? rc : fl_arena_error(a, "a flipped statement", err);
}
