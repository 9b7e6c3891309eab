#include "datasets/turns/flip.h"

#include <ctype.h>
#include <stdlib.h>

#include "datasets/turns/holds.h"
#include "debugsession/model.h"
#include "diag/model/class.h"
#include "tracegen/evidence/symptom.h"

enum {
	POOL_MAX = 512, /* frames, variables, facts */
	OPTIONS_MAX = 1024,
	OTHERS_MAX = 64, /* for one part of one fact */
	AROUND = 8, /* lines around a statement that may stand for it */
	CODE_LEAST = 6,
	CODE_MOST = 110
};

static const char *const flip_words[] = {
#define X(id, word, ...) [DS_FLIP_##id] = word,
	DS_FLIPS(X)
#undef X
};
const struct fl_names ds_flip_names = {"flip_kind", flip_words, DS_FLIP_KINDS};

enum part { NAME = 1, PART_VALUE = 2, LINE = 4 };

/* What a sentence shows of a fact of that kind, so that it can be another. */
static const int parts[DS_FACT_KINDS] = {
	[DS_FACT_VALUE] = NAME | PART_VALUE,
	[DS_FACT_STOP] = NAME | LINE,
	[DS_FACT_SIGNAL] = PART_VALUE,
	[DS_FACT_FRAME] = NAME | LINE,
	[DS_FACT_END] = PART_VALUE,
	[DS_FACT_OUTPUT] = PART_VALUE,
	[DS_FACT_CODE] = PART_VALUE | LINE,
	[DS_FACT_PLACE] = LINE,
	[DS_FACT_MENDED] = PART_VALUE,
	[DS_FACT_REPORT] = PART_VALUE,
	[DS_FACT_STACK] = NAME | LINE,
	[DS_FACT_CLASS] = PART_VALUE,
};

struct option {
	enum ds_flip_kind kind;
	enum part part;
	size_t turn, sentence, fact;
};

struct flipping {
	const struct fl_list *turns;
	const struct ds_known_text *known;
	struct fl_rng *rng;
	struct fl_arena *a;
	struct fl_vec frames, variables,
		facts; /* that the answers, the report and sentences name */
	struct fl_vec options;
	struct ds_fact others[OTHERS_MAX]; /* of the option at hand */
	size_t count;
	int64_t *unfound;
	struct fl_error *err;
};

static const struct ds_sentence *sentence_at(const struct flipping *x, size_t turn, size_t sentence)
{
	return (const struct ds_sentence *)ds_turns_at(x->turns, turn)->sentences.items + sentence;
}

static const struct ds_fact *fact_at(const struct flipping *x, const struct option *o)
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

static void keep_frame(struct flipping *x, const struct dbg_frame *f)
{
	if (f->line && f->file.len)
		keep(&x->frames, f, sizeof(*f));
}

static void keep_frames(struct flipping *x, const struct fl_list *frames)
{
	const struct dbg_frame *f = frames->items;
	for (size_t i = 0; i < frames->len; i++)
		keep_frame(x, &f[i]);
}

static void keep_struct(struct flipping *x, const struct fl_shape *shape, const void *object)
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

static void keep_structs(struct flipping *x, struct fl_slice text)
{
	struct fl_items items = ds_answer_structs(text, x->a);
	for (size_t i = 0; i < items.len; i++)
		keep_struct(x, items.at[i].shape, items.at[i].object);
}

static enum ds_flip_kind kind_of(int turn, int fact, enum part part)
{
	bool cause = fact == DS_FACT_CODE || fact == DS_FACT_CLASS;
	if (turn == DS_TURN_ERROR && cause)
		return DS_FLIP_CAUSE;
	if (part == LINE)
		return DS_FLIP_LINE;
	if (part == NAME)
		return fact == DS_FACT_VALUE ? DS_FLIP_VARIABLE : DS_FLIP_FRAME;
	return fact == DS_FACT_CODE || fact == DS_FACT_MENDED ? DS_FLIP_CODE : DS_FLIP_VALUE;
}

static void keep_fact(struct flipping *x, size_t turn, size_t sentence, size_t fact)
{
	struct option o = {.turn = turn, .sentence = sentence, .fact = fact};
	const struct ds_fact *f = fact_at(x, &o);
	keep(&x->facts, f, sizeof(*f));
	for (int part = NAME; part <= LINE; part <<= 1) {
		/* What is said to be gone is gone by any name. */
		bool gone = ds_turns_at(x->turns, turn)->kind == DS_TURN_VERIFY &&
			    f->kind == DS_FACT_REPORT;
		if (!(parts[f->kind] & part) || gone)
			continue;
		o.part = (enum part)part;
		o.kind = kind_of(ds_turns_at(x->turns, turn)->kind, f->kind, o.part);
		keep(&x->options, &o, sizeof(o));
	}
}

static void gather(struct flipping *x)
{
	fl_vec_init(&x->frames, sizeof(struct dbg_frame), POOL_MAX);
	fl_vec_init(&x->variables, sizeof(struct dbg_variable), POOL_MAX);
	fl_vec_init(&x->facts, sizeof(struct ds_fact), POOL_MAX);
	fl_vec_init(&x->options, sizeof(struct option), OPTIONS_MAX);
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

/* ---- others for a part of a fact ---- */

/* A line that says something by itself. */
static bool is_statement(struct fl_slice line)
{
	bool word = false;
	for (size_t i = 0; i < line.len && !word; i++)
		word = isalpha((unsigned char)line.ptr[i]) != 0;
	return word && line.len >= CODE_LEAST && line.len <= CODE_MOST && line.ptr[0] != '#' &&
	       line.ptr[0] != '*' && !fl_slice_starts(line, "//") && !fl_slice_starts(line, "/*");
}

static struct ds_fact *add_other(struct flipping *x, const struct ds_fact *f)
{
	if (x->count == OTHERS_MAX)
		return NULL;
	x->others[x->count] = *f;
	return &x->others[x->count++];
}

static void add_value(struct flipping *x, const struct ds_fact *f, struct fl_slice value)
{
	struct ds_fact *other = fl_slice_eq(value, f->value) ? NULL : add_other(x, f);
	if (other)
		other->value = value;
}

static void add_name(struct flipping *x, const struct ds_fact *f, struct fl_slice name)
{
	struct ds_fact *other = fl_slice_eq(name, f->name) || !name.len ? NULL : add_other(x, f);
	if (other)
		other->name = name;
}

/* Where somebody would believe that something happens. */
static void add_line(struct flipping *x, const struct ds_fact *f, int64_t line)
{
	struct fl_slice text = tg_files_text(x->known->files, f->file);
	bool there = line >= 1 && line <= (int64_t)fl_slice_lines(text) && line != f->line &&
		     is_statement(fl_slice_trim(fl_slice_line_at(text, line)));
	struct ds_fact *other = there ? add_other(x, f) : NULL;
	if (other)
		other->line = line;
}

/* Lines of the file that something else is at, and those beside it. */
static void add_lines(struct flipping *x, const struct ds_fact *f)
{
	static const int beside[] = {1, -1, 2, -2};
	for (size_t i = 0; i < x->frames.len; i++) {
		const struct dbg_frame *at = fl_vec_at(&x->frames, i);
		if (fl_slice_eq(at->file, f->file))
			add_line(x, f, at->line);
	}
	for (size_t i = 0; i < x->facts.len; i++) {
		const struct ds_fact *at = fl_vec_at(&x->facts, i);
		if (at->line && at->kind != DS_FACT_MENDED && fl_slice_eq(at->file, f->file))
			add_line(x, f, at->line);
	}
	for (size_t i = 0; i < sizeof(beside) / sizeof(beside[0]); i++)
		add_line(x, f, f->line + beside[i]);
}

static void add_functions(struct flipping *x, const struct ds_fact *f)
{
	for (size_t i = 0; i < x->frames.len; i++) {
		const struct dbg_frame *at = fl_vec_at(&x->frames, i);
		if (fl_slice_eq(at->file, f->file))
			add_name(x, f, at->function);
	}
}

/* ---- values ---- */

static bool is_number(struct fl_slice s)
{
	size_t i = s.len && s.ptr[0] == '-';
	bool all = s.len > i && s.len - i <= 9;
	for (; i < s.len; i++)
		all = all && isdigit((unsigned char)s.ptr[i]);
	return all;
}

static bool is_null(struct fl_slice s)
{
	return fl_slice_eqs(s, "0x0");
}

/* Could either stand where the other does? */
static bool is_alike(struct fl_slice s, struct fl_slice t)
{
	if (!s.len || !t.len)
		return false;
	if (is_number(s) || is_number(t))
		return is_number(s) && is_number(t);
	if (is_null(s) || is_null(t))
		return s.ptr[0] == '<' || t.ptr[0] == '<' || (is_null(s) && is_null(t));
	return s.ptr[0] == t.ptr[0] ||
	       (isalpha((unsigned char)s.ptr[0]) && isalpha((unsigned char)t.ptr[0]));
}

static void add_sum(struct flipping *x, const struct ds_fact *f, size_t at, size_t len, int more)
{
	long long number =
		strtoll(fl_arena_slice(x->a, fl_slice(f->value.ptr + at, len)).ptr, NULL, 10);
	if (number + more > -(f->kind == DS_FACT_VALUE) || f->value.ptr[0] == '-')
		add_value(x, f,
			fl_arena_printf(x->a, "%.*s%lld%.*s", (int)at, f->value.ptr, number + more,
				FL_ARG(fl_slice_skip(f->value, at + len))));
}

/* The same with a number in it that is one off; not in names, in words or of characters. */
static void add_sums(struct flipping *x, const struct ds_fact *f)
{
	enum { DIGITS = 9 };
	struct fl_slice v = f->value;
	for (size_t i = 0; i < v.len;) {
		size_t end = i;
		while (end < v.len && isdigit((unsigned char)v.ptr[end]))
			end++;
		bool alone =
			end > i && end - i <= DIGITS &&
			(i == 0 || (!fl_is_name(v.ptr[i - 1]) && !strchr(".\\'", v.ptr[i - 1]))) &&
			(end == v.len || (!fl_is_name(v.ptr[end]) && !strchr(".'", v.ptr[end]))) &&
			!fl_slice_starts(fl_slice_skip(v, end), " '");
		for (int more = -1; alone && more <= 1; more += 2)
			add_sum(x, f, i, end - i, more);
		i = end > i ? end : i + 1;
	}
}

static void add_values(struct flipping *x, const struct ds_fact *f)
{
	for (size_t i = 0; i < x->variables.len; i++) {
		const struct dbg_variable *v = fl_vec_at(&x->variables, i);
		if (is_alike(v->value, f->value))
			add_value(x, f, v->value);
	}
	for (size_t i = 0; i < x->facts.len; i++) {
		const struct ds_fact *other = fl_vec_at(&x->facts, i);
		if (other->kind == DS_FACT_VALUE && is_alike(other->value, f->value))
			add_value(x, f, other->value);
	}
	if (fl_slice_eqs(f->value, "true") || fl_slice_eqs(f->value, "false"))
		add_value(x, f, fl_slice_eqs(f->value, "true") ? FL_S("false") : FL_S("true"));
	add_sums(x, f);
}

/* Other variables with a value that is like it. One that has had this value is none. */
static void add_variables(struct flipping *x, const struct ds_fact *f)
{
	for (size_t i = 0; i < x->variables.len; i++) {
		const struct dbg_variable *v = fl_vec_at(&x->variables, i);
		bool had = !is_alike(v->value, f->value);
		for (size_t k = 0; k < x->variables.len && !had; k++) {
			const struct dbg_variable *again = fl_vec_at(&x->variables, k);
			had = fl_slice_eq(again->name, v->name) &&
			      fl_slice_eq(again->value, f->value);
		}
		if (!had)
			add_name(x, f, v->name);
	}
}

/* ---- words and code ---- */

static void add_words(
	struct flipping *x, const struct ds_fact *f, const char *const *words, size_t count)
{
	bool known = false;
	for (size_t i = 0; i < count && !known; i++)
		known = fl_slice_eqs(f->value, words[i]);
	for (size_t i = 0; i < count && known; i++)
		add_value(x, f, fl_slice_str(words[i]));
}

#define ADD_WORDS(x, f, ...)                                \
	add_words(x, f, (const char *const[]){__VA_ARGS__}, \
		sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void add_reports(struct flipping *x, const struct ds_fact *f)
{
	ADD_WORDS(x, f, "heap-use-after-free", "double-free", "bad-free", "alloc-dealloc-mismatch");
	ADD_WORDS(x, f, "heap-buffer-overflow", "stack-buffer-overflow", "global-buffer-overflow",
		"dynamic-stack-buffer-overflow", "heap-use-after-free");
	ADD_WORDS(x, f, "null-pointer-use", "invalid-null-argument", "segv",
		"misaligned-pointer-use");
	ADD_WORDS(x, f, "out-of-bounds-index", "heap-buffer-overflow", "global-buffer-overflow");
	ADD_WORDS(x, f, "wrong-output", "memory-leak", "timeout");
	if (fl_slice_chr(f->value, ' ') >= 0)
		add_sums(x, f);
}

/* The same with another operator. */
static void add_operators(struct flipping *x, const struct ds_fact *f)
{
	static const char *const pairs[][2] = {{" < ", " <= "}, {" <= ", " < "}, {" > ", " >= "},
		{" >= ", " > "}, {" == ", " != "}, {" != ", " == "}, {" && ", " || "},
		{" || ", " && "}, {" + ", " - "}, {" - ", " + "}, {" += ", " -= "}, {"++", "--"}};
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		ptrdiff_t at = fl_slice_find(f->value, pairs[i][0]);
		if (at >= 0)
			add_value(x, f,
				fl_arena_printf(x->a, "%.*s%s%.*s", (int)at, f->value.ptr,
					pairs[i][1],
					FL_ARG(fl_slice_skip(
						f->value, (size_t)at + strlen(pairs[i][0])))));
	}
}

static bool is_indented(struct fl_slice line)
{
	return line.len && (line.ptr[0] == ' ' || line.ptr[0] == '\t');
}

/* Of the same function, by how the text is laid out. */
static void add_statements(struct flipping *x, const struct ds_fact *f)
{
	struct fl_slice text = tg_files_text(x->known->files, f->file);
	int64_t last = (int64_t)fl_slice_lines(text);
	for (int step = -1; step <= 1; step += 2)
		for (int64_t i = 1; i <= AROUND; i++) {
			int64_t at = f->line + step * i;
			struct fl_slice line =
				at < 1 || at > last ? FL_S("") : fl_slice_line_at(text, at);
			if (line.len && !is_indented(line))
				break;
			if (is_statement(fl_slice_trim(line)))
				add_value(x, f, fl_slice_trim(line));
		}
}

static void add_codes(struct flipping *x, const struct ds_fact *f, enum ds_flip_kind kind)
{
	if (kind == DS_FLIP_CAUSE || f->kind == DS_FACT_CODE)
		add_statements(x, f);
	if (kind == DS_FLIP_CAUSE)
		return;
	add_operators(x, f);
	add_sums(x, f);
}

static void add_texts(struct flipping *x, const struct ds_fact *f, enum ds_flip_kind kind)
{
	switch ((enum ds_fact_kind)f->kind) {
	case DS_FACT_VALUE: add_values(x, f); break;
	case DS_FACT_SIGNAL: ADD_WORDS(x, f, "SIGABRT", "SIGSEGV", "SIGBUS", "SIGFPE"); break;
	case DS_FACT_REPORT: add_reports(x, f); break;
	case DS_FACT_CLASS: add_words(x, f, diag_class_names.words, DIAG_CLASS_COUNT); break;
	case DS_FACT_CODE:
	case DS_FACT_MENDED: add_codes(x, f, kind); break;
	default: add_sums(x, f);
	}
}

static void find_others(struct flipping *x, const struct option *o)
{
	const struct ds_fact *f = fact_at(x, o);
	x->count = 0;
	if (o->part == LINE)
		add_lines(x, f);
	else if (o->part == NAME && f->kind == DS_FACT_VALUE)
		add_variables(x, f);
	else if (o->part == NAME)
		add_functions(x, f);
	else
		add_texts(x, f, o->kind);
}

/* ---- one that the checker finds ---- */

/* What the sentence says already stands for nothing else in it. */
static bool is_said(const struct flipping *x, const struct option *o, const struct ds_fact *other)
{
	const struct ds_sentence *s = sentence_at(x, o->turn, o->sentence);
	const struct ds_fact *f = s->facts.items;
	bool said = false;
	for (size_t i = 0; i < s->facts.len && !said; i++)
		said = i != o->fact &&
		       (o->part == PART_VALUE    ? fl_slice_eq(f[i].value, other->value)
			       : o->part == NAME ? fl_slice_eq(f[i].name, other->name)
						 : f[i].line == other->line &&
							   fl_slice_eq(f[i].file, other->file));
	return said;
}

static bool is_found(
	const struct flipping *x, const struct option *o, const struct ds_sentence *said)
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

static struct fl_slice code_at(const struct flipping *x, const struct ds_fact *f, int64_t line)
{
	struct fl_slice text = tg_files_text(x->known->files, f->file);
	struct fl_slice code = fl_slice_trim(fl_slice_line_at(text, line));
	return code.len ? fl_arena_printf(x->a, "%.*s:%lld is `%.*s`", FL_ARG(f->file),
				  (long long)line, FL_ARG(code))
			: fl_arena_printf(
				  x->a, "%.*s:%lld is empty", FL_ARG(f->file), (long long)line);
}

/* What is so. Of the program, where another line is named, what stands in that, too. */
static struct fl_slice truth_of(
	const struct flipping *x, const struct ds_fact *f, const struct ds_fact *other)
{
	static const char *const from[DS_FACT_KINDS] = {[DS_FACT_PLACE] = "the mend is at ",
		[DS_FACT_MENDED] = "the mended line is ",
		[DS_FACT_REPORT] = "the report: ",
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

/* 1: it was flipped. */
static int try_other(struct flipping *x, const struct option *o, const struct ds_fact *other,
	struct ds_flip *ret)
{
	const struct ds_fact *f = fact_at(x, o);
	struct ds_sentence said;
	if (is_said(x, o, other))
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

static int try_option(struct flipping *x, const struct option *o, struct ds_flip *ret)
{
	int rc = 0;
	find_others(x, o);
	size_t first = x->count ? fl_rng_below(x->rng, x->count) : 0;
	for (size_t i = 0; rc == 0 && i < x->count; i++)
		rc = try_other(x, o, &x->others[(first + i) % x->count], ret);
	return rc;
}

/* Options of the kind; those that gave nothing are gone. */
static int try_kind(struct flipping *x, enum ds_flip_kind kind, struct ds_flip *ret)
{
	size_t n = 0;
	int rc = 0;
	for (size_t i = 0; i < x->options.len; i++)
		n += ((struct option *)fl_vec_at(&x->options, i))->kind == kind;
	size_t skip = n ? fl_rng_below(x->rng, n) : 0;
	for (size_t turn = 0; rc == 0 && turn < 2; turn++)
		for (size_t i = 0, at = 0; rc == 0 && i < x->options.len; i++) {
			const struct option *o = fl_vec_at(&x->options, i);
			if (o->kind == kind && (at++ >= skip) == (turn == 0))
				rc = try_option(x, o, ret);
		}
	return rc;
}

int ds_flip_draw(const struct fl_list *turns, const struct ds_known_text *known, struct fl_rng *rng,
	struct fl_arena *a, struct ds_flip *ret_flip, int64_t *unfound, struct fl_error *err)
{
	struct flipping x = {
		.turns = turns, .known = known, .rng = rng, .a = a, .unfound = unfound, .err = err};
	size_t first = fl_rng_below(rng, DS_FLIP_KINDS);
	int rc = 0;
	gather(&x);
	for (size_t i = 0; rc == 0 && i < DS_FLIP_KINDS; i++)
		rc = try_kind(&x, (enum ds_flip_kind)((first + i) % DS_FLIP_KINDS), ret_flip);
	fl_vec_release(&x.frames);
	fl_vec_release(&x.variables);
	fl_vec_release(&x.facts);
	fl_vec_release(&x.options);
	if (rc == 0)
		return fl_error_set(err, FL_EREFUSED, "no statement of it can be flipped");
	return rc < 0 ? rc : fl_arena_error(a, "a flipped statement", err);
}
