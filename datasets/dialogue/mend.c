#include "datasets/dialogue/mend.h"

#include "datasets/dialogue/code.h"
#include "datasets/dialogue/expr.h"
#include "datasets/record/instruct.h"
#include "datasets/record/prompt.h"
#include "datasets/record/reason.h"
#include "datasets/record/tokens.h"
#include "diag/model/class.h"
#include "sanitize/run/flags.h"

enum { ALONE_CPU_MS = 10000, ALONE_OUTPUT = 4 << 20, EVENTS_MAX = 1 << 20 };

/* ---- the place ---- */

static bool touches(const struct ds_edit *e, struct fl_slice file, int64_t from, int64_t to)
{
	int64_t last = e->buggy_line + (e->buggy_lines > 0 ? e->buggy_lines - 1 : 0);
	bool gone = !fl_slice_trim(e->replacement).len;
	/* What is gone stood in front of its line, or behind it. */
	return fl_slice_eq(e->file, file) && e->buggy_line - gone <= to && from <= last + gone;
}

/* Is the edit what was said of the mend? */
static bool agrees(const struct ds_cause *cause, const struct ds_edit *e)
{
	struct fl_slice right = fl_slice_trim(e->original);
	return (!cause->means.len || ds_expr_has_word(right, cause->means)) &&
	       (!cause->excess || !right.len);
}

bool ds_dialogue_is_at(const struct ds_cause *cause, const struct ds_record *r)
{
	for (size_t i = 0; i < r->edits.len; i++) {
		const struct ds_edit *e = ds_edits_at(r, i);
		struct fl_slice text = tg_files_text(&r->files, cause->file);
		if (!agrees(cause, e))
			continue;
		int64_t last = cause->lacks ? cause->last : ds_code_end(text, cause->line);
		if (touches(e, cause->file, cause->line, last))
			return true;
		text = tg_files_text(&r->files, cause->other_file);
		if (cause->other_line && touches(e, cause->other_file, cause->other_line,
						 ds_code_end(text, cause->other_line)))
			return true;
	}
	return false;
}

/* ---- the mend ---- */

/* A line of [from, from + count) of a text that is none of those of the other; 0: there is none. */
static int64_t own_line(struct fl_slice text, int64_t from, int64_t count, struct fl_slice other,
	int64_t other_from, int64_t other_count)
{
	for (int64_t i = from; i < from + count; i++) {
		struct fl_slice line = ds_code_line(text, i);
		bool there = line.len < 2; /* a brace says nothing */
		for (int64_t k = other_from; k < other_from + other_count && !there; k++)
			there = fl_slice_eq(ds_code_line(other, k), line);
		if (!there)
			return i;
	}
	return 0;
}

/* The first line that only the faulty text has, and that only the mended one has; 0: none. */
struct own {
	int64_t was, is;
};

static struct own own_lines(const struct ds_edit *e, struct fl_slice buggy, struct fl_slice fixed)
{
	return (struct own){
		own_line(buggy, e->buggy_line, e->buggy_lines, fixed, e->line, e->lines),
		own_line(fixed, e->line, e->lines, buggy, e->buggy_line, e->buggy_lines)};
}

bool ds_dialogue_put_word(const struct fl_list *files, const struct ds_edit *e,
	const struct fl_list *mended, struct fl_slice *ret_word)
{
	struct fl_slice buggy = tg_files_text(files, e->file);
	struct fl_slice fixed = tg_files_text(mended, e->file);
	const struct own own = own_lines(e, buggy, fixed);
	struct fl_slice was = ds_code_line(buggy, own.was), is = ds_code_line(fixed, own.is);
	size_t from = 0, end = 0;
	if (!was.len || !is.len)
		return false;
	while (from < was.len && from < is.len && was.ptr[from] == is.ptr[from])
		from++;
	while (from && fl_is_word(is.ptr[from - 1]))
		from--;
	while (end + from < was.len && end + from < is.len &&
		was.ptr[was.len - 1 - end] == is.ptr[is.len - 1 - end])
		end++;
	while (end && fl_is_word(is.ptr[is.len - end]))
		end--;
	*ret_word = fl_slice(is.ptr + from, is.len - from - end);
	return was.len > from + end && ds_expr_is_name(*ret_word) &&
	       ds_expr_is_name(fl_slice(was.ptr + from, was.len - from - end));
}

/* Lines that only change places: `first` up to before `then` come behind the rest, to `end`. */
struct turned {
	int64_t first, then, end;
};

/* The lines of a text that are not empty: their numbers, from 0 on. */
static size_t full_lines(
	struct fl_slice text, int64_t from, int64_t count, int64_t *ret_lines, size_t max)
{
	size_t n = 0;
	for (int64_t i = from; i < from + count && n < max; i++)
		if (ds_code_line(text, i).len)
			ret_lines[n++] = i;
	return n;
}

/* Are they the lines of the other text, but begun in another place? */
static bool find_turned(
	const struct ds_edit *e, struct fl_slice buggy, struct fl_slice fixed, struct turned *ret)
{
	enum { LINES = 64 };
	int64_t was[LINES], is[LINES];
	size_t n = full_lines(buggy, e->buggy_line, e->buggy_lines, was, LINES), from = 0;
	if (n == LINES || n != full_lines(fixed, e->line, e->lines, is, LINES))
		return false;
	while (from < n &&
		fl_slice_eq(ds_code_line(buggy, was[from]), ds_code_line(fixed, is[from])))
		from++;
	while (n > from &&
		fl_slice_eq(ds_code_line(buggy, was[n - 1]), ds_code_line(fixed, is[n - 1])))
		n--;
	for (size_t by = 1; from + by < n; by++) {
		size_t i = 0, count = n - from;
		while (i < count && fl_slice_eq(ds_code_line(buggy, was[from + (i + by) % count]),
					    ds_code_line(fixed, is[from + i])))
			i++;
		*ret = (struct turned){
			.first = was[from], .then = was[from + by], .end = was[n - 1] + 1};
		if (i == count)
			return true;
	}
	return false;
}

/* The last line of [from, to) that is more than a brace. */
static int64_t last_said(struct fl_slice text, int64_t from, int64_t to)
{
	int64_t line = to - 1;
	while (line > from && ds_code_line(text, line).len < 2)
		line--;
	return line;
}

static struct ds_fact code_at(const struct ds_edit *e, struct fl_slice text, int64_t line)
{
	return (struct ds_fact){.kind = DS_FACT_CODE,
		.turn = -1,
		.value = ds_code_said(ds_code_line(text, line)),
		.file = e->file,
		.line = line};
}

/* What is less of the two is what is said to go. */
static int tell_turned(
	struct ds_talk *t, const struct ds_edit *e, struct fl_slice buggy, const struct turned *x)
{
	enum { TEST = 3 }; /* lines: `if (!p)`, `return;`, `}` */
	int64_t before = x->then - x->first, behind = x->end - x->then;
	bool test = behind <= TEST && ds_code_begins(buggy, x->then, "if");
	bool down = !test && before <= behind;
	const struct ds_fact facts[] = {code_at(e, buggy, down ? x->first : x->then),
		code_at(e, buggy, down ? last_said(buggy, x->then, x->end) : x->first)};
	if (down)
		return DS_THINK(t, DS_TURN_FIX, facts, "{0} goes behind {1}.",
			"I move {0} down, behind {1}.", "{0} has to wait until {1} is done.");
	return DS_THINK(t, DS_TURN_FIX, facts, "{0} goes in front of {1}.",
		"I move {0} up, in front of {1}.", "{0} has to come before {1}.");
}

int ds_dialogue_tell_edit(struct ds_talk *t, const struct fl_list *files, const struct ds_edit *e,
	const struct fl_list *mended)
{
	struct fl_slice buggy = tg_files_text(files, e->file);
	struct fl_slice fixed = tg_files_text(mended, e->file);
	const struct own own = own_lines(e, buggy, fixed);
	int64_t was = own.was, is = own.is;
	struct fl_slice put = ds_code_said(ds_code_line(fixed, is));
	const struct ds_fact facts[] = {code_at(e, buggy, was),
		{.kind = DS_FACT_MENDED, .turn = -1, .value = put, .file = e->file, .line = is},
		{.kind = DS_FACT_PLACE, .turn = -1, .file = e->file, .line = ds_edits_line(e)}};
	if (!was && !is && fl_slice_eqs(fl_slice_trim(e->original), "}") &&
		!fl_slice_trim(e->replacement).len)
		return DS_THINK(t, DS_TURN_FIX, facts, "At {2} I put the closing brace.",
			"A closing brace has to stand at {2}.", "The block is closed at {2}.");
	if (was && is)
		return DS_THINK(t, DS_TURN_FIX, facts, "{0} becomes {1}.",
			"In place of {0} I write {1}.", "I change {0} to {1}.");
	if (was)
		return DS_THINK(t, DS_TURN_FIX, facts, "{0} has to go.", "I take {0} away.",
			"Without {0} it is right.");
	if (is)
		return DS_THINK(t, DS_TURN_FIX, facts, "What is missing at {2} is {1}.",
			"At {2} I put {1}.", "{1} has to stand at {2}.");
	struct turned turned;
	if (find_turned(e, buggy, fixed, &turned))
		return tell_turned(t, e, buggy, &turned);
	return DS_THINK(t, DS_TURN_FIX, facts,
		"The statements at {2} have to come in another order.",
		"At {2} I put the statements into another order.");
}

int ds_dialogue_mend(struct ds_talk *t, const struct ds_record *r, const struct fl_list *mended)
{
	enum { TOLD = 8 };
	const struct ds_fact of_class[] = {{.kind = DS_FACT_CLASS,
		.turn = -1,
		.value = fl_slice_str(diag_class_table[r->error_class].name)}};
	const struct ds_turn code = {.kind = DS_TURN_CODE};
	int rc = DS_THINK(t, DS_TURN_ERROR, of_class, "{0}");
	for (size_t i = 0; rc == 0 && i < r->edits.len && i < TOLD; i++)
		rc = ds_dialogue_tell_edit(t, &r->files, ds_edits_at(r, i), mended);
	return rc ? rc : ds_talk_add(t, &code);
}

/* ---- what it shows ---- */

/* A machine has no status that a debugger could tell. */
static int verify_kernel(struct ds_talk *t, const struct dbg_stop *stop)
{
	const struct ds_turn *told = fl_vec_at(&t->turns, (size_t)t->answer);
	const struct ds_fact facts[] = {
		{.kind = DS_FACT_OUTPUT, .turn = t->answer, .value = t->scene->pass}};
	if (!stop || stop->reason != DBG_EXIT || fl_slice_search(told->text, t->scene->pass) < 0)
		return ds_talk_give_up(t, "it does not end as it should");
	return DS_THINK(t, DS_TURN_VERIFY, facts,
		"Built anew and booted, the kernel writes {0} and ends the machine.",
		"With the change it boots, {0} is its last line, and the machine ends.");
}

/* What a run in the debugger does not show by itself. */
static int verify_more(struct ds_talk *t, struct fl_slice kind)
{
	if (fl_slice_ends(kind, "-leak"))
		return DS_THINK_ONLY(t, DS_TURN_VERIFY,
			"Run once more by itself, where leaks are looked for, it reports none.",
			"A debugger does not look for leaks; a run without one does, and finds "
			"none.");
	if (fl_slice_eqs(kind, "data-race"))
		return DS_THINK_ONLY(t, DS_TURN_VERIFY,
			"A race need not show in each run; what counts is that by the code the two "
			"cannot come at once any more.",
			"One quiet run proves little of a race; it is by the code that the two are "
			"kept apart now.");
	return 0;
}

int ds_dialogue_verify(struct ds_talk *t, const struct ds_record *r)
{
	struct ds_debug_seen seen;
	int rc = ds_ask(t, &seen, "run()");
	if (rc)
		return rc;
	if (t->scene->pass.len)
		return verify_kernel(t, seen.stop);
	if (!seen.stop || seen.stop->reason != DBG_EXIT ||
		seen.stop->exit_code != r->verification.fixed.exit_status)
		return ds_talk_give_up(t, "it does not end as it should");
	const struct tg_symptom *symptom = t->scene->symptom;
	const struct ds_turn *told = fl_vec_at(&t->turns, (size_t)t->answer);
	const struct ds_fact facts[] = {
		{.kind = DS_FACT_END,
			.turn = t->answer,
			.value = fl_arena_printf(t->a, "%lld", (long long)seen.stop->exit_code)},
		ds_fact_report(r->verification.buggy.status),
		{.kind = DS_FACT_OUTPUT, .turn = t->answer, .value = symptom->expected}};
	/* Behind the start of its output nothing is seen of it here. */
	if (symptom->line && fl_slice_search(told->text, symptom->expected) >= 0)
		return DS_THINK(t, DS_TURN_VERIFY, facts,
			"Built anew and run on the same input, it prints {2} and ends with {0}.",
			"With the change the line is {2}, and the program ends with {0}.");
	if (symptom->line)
		return DS_THINK(t, DS_TURN_VERIFY, facts,
			"Built anew and run on the same input, it ends with {0}; its output is "
			"what it should be.",
			"With the change it ends with {0}, and no line of its output is another.");
	rc = DS_THINK(t, DS_TURN_VERIFY, facts,
		"The mended program was built and run on the same input: it ends with {0}, and "
		"there is no {1}.",
		"Built anew and run: {0} at its end, and {1} is gone.",
		"With the change it compiles and runs to its end, {0}; {1} does not come again.");
	return rc ? rc : verify_more(t, symptom->kind);
}

/* Is the line of the output what it should be? */
static bool prints_expected(const struct tg_symptom *symptom, struct fl_slice out)
{
	bool end = fl_slice_starts(symptom->expected, "<end of output>");
	struct fl_slice line = fl_slice_line_at(out, symptom->line);
	return symptom->line <= 0 || end || fl_slice_starts_with(line, symptom->expected) ||
	       fl_slice_find(symptom->expected, "\\") >= 0; /* not as it was printed */
}

/* Does Valgrind name a descriptor that the program has opened itself? */
static bool leaves_open(struct fl_slice said)
{
	size_t open = 0, inherited = 0;
	for (struct fl_slice line; fl_slice_line(&said, &line);) {
		open += fl_slice_find(line, " Open file descriptor ") >= 0;
		inherited += fl_slice_find(line, "<inherited from parent>") >= 0;
	}
	return open > inherited;
}

int ds_dialogue_run_alone(struct fl_box *box, const struct tg_program *p, enum tg_build_kind build,
	const struct tg_symptom *symptom, const struct ds_record *r, struct fl_arena *a,
	bool *ret_right, struct fl_slice *ret_output, struct fl_error *err)
{
	const struct san_env run = {.use = SAN_RUN, .mode = tg_build_mode(build), .pairs = true};
	const char *wrapper[TG_WRAPPER_MAX];
	size_t words = tg_build_wrapper(build, wrapper);
	const char **argv = tg_texts_argv(&p->args, words + 1, a);
	struct fl_run_spec spec = {.argv = argv,
		.env = tg_build_sanitized(build) ? san_environment(&run, a) : NULL,
		.input = p->input,
		.out_max = ALONE_OUTPUT,
		.cpu_ms = ALONE_CPU_MS};
	struct fl_process_result result;
	struct fl_buf out, said;
	if (!argv || (tg_build_sanitized(build) && !spec.env))
		return fl_arena_error(a, "a run", err);
	memcpy(argv, wrapper, words * sizeof(*argv));
	argv[words] = "./" TG_BINARY;
	fl_buf_init(&out, 2 * ALONE_OUTPUT);
	fl_buf_init(&said, 2 * ALONE_OUTPUT);
	int rc = fl_box_run(box, &spec, &out, &said, &result, err);
	*ret_right = rc == 0 && result.end == FL_END_EXIT &&
		     result.exit_status == r->verification.fixed.exit_status &&
		     prints_expected(symptom, fl_buf_view(&out)) &&
		     !leaves_open(fl_buf_view(&said));
	*ret_output = said.len ? fl_slice(NULL, 0) : fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	fl_buf_release(&said);
	return rc;
}

/* ---- the record ---- */

/* The confidence that the block of the record tells. */
static struct ds_confidence confidence_of(const struct ds_record *r)
{
	static const char key[] = "CONFIDENCE: 0.";
	ptrdiff_t at = fl_slice_find(r->reasoning, key);
	struct ds_confidence sure = {0};
	uint32_t digits = 0;
	if (at >= 0 &&
		fl_slice_uint(fl_slice_skip(r->reasoning, (size_t)at + strlen(key)), &digits) == 4)
		sure.ratio = digits;
	return sure;
}

/* The record whose events are in *out. FL_EREFUSED, FL_ELIMIT: it breaks a rule. */
static int seal(const struct ds_record *r, enum ds_kind kind, struct fl_slice context,
	uint64_t seed, struct fl_arena *a, struct ds_record *out, struct fl_error *err)
{
	struct fl_slice events = out->events;
	*out = *r;
	out->kind = (int)kind;
	out->events = events;
	out->context = context;
	out->provenance.seed = (int64_t)seed;
	out->instruction = ds_instruction(out, a);
	int rc = ds_prompt_make(out, a, &out->prompt, err);
	const struct ds_confidence sure = confidence_of(r);
	struct fl_slice author = ds_reason_author(r);
	rc = rc ? rc : ds_reason_make(out, &sure, a, &out->reasoning, err);
	if (rc)
		return rc;
	out->reasoning = ds_reason_with_author(out->reasoning, author, a);
	out->id = FL_S("");
	rc = ds_record_seal(out, a, err);
	return rc ? rc : ds_record_check(out, err);
}

int ds_dialogue_end(struct ds_dialogue *d, enum ds_dialogue_fate fate, struct fl_slice why,
	struct fl_arena *a, struct fl_error *err)
{
	d->fate = fate;
	d->why = fl_arena_slice(a, why);
	return fl_arena_error(a, "a dialogue", err);
}

int ds_dialogue_finish(const struct ds_record *r, enum ds_kind kind, struct fl_slice context,
	uint64_t seed, const struct fl_list *turns, struct fl_arena *a, struct ds_dialogue *d,
	struct fl_error *err)
{
	struct ds_record *out = &d->record;
	struct fl_buf text;
	struct fl_error why;
	fl_buf_init(&text, EVENTS_MAX);
	ds_turns_write(&text, turns);
	int rc = fl_buf_error(&text, "the turns", err);
	out->events = fl_arena_slice(a, fl_buf_view(&text));
	fl_buf_release(&text);
	if (rc)
		return rc;
	rc = seal(r, kind, context, seed, a, out, &why);
	if (rc == FL_EREFUSED || rc == FL_ELIMIT)
		return ds_dialogue_end(d, DS_DIALOGUE_REFUSED, fl_slice_str(why.message), a, err);
	if (rc)
		return err ? (*err = why, rc) : rc;
	return ds_dialogue_end(d,
		ds_tokens(out->completion) > DS_DIALOGUE_TOKENS ? DS_DIALOGUE_TOO_LONG
								: DS_DIALOGUE_TAKEN,
		FL_S(""), a, err);
}
