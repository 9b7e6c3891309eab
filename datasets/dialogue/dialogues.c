#include "datasets/dialogue/dialogues.h"

#include <stdlib.h>

#include "base/crew.h"
#include "base/json.h"
#include "base/seen.h"
#include "datasets/dataset.h"
#include "datasets/out.h"
#include "datasets/toolchain.h"

enum {
	ROWS_MAX = 8,
	SCRATCH_MAX = 512 << 20,
	ANSWER_MAX = 256 << 20,
	ROW_WALL_MS = 600000,
	TURN_MS = 200
};

/* What became of a fault, as a worker tells it; its records follow, a line each. */
struct answer {
	struct fl_slice id; /* of the row */
	struct fl_slice op;
	int fate; /* enum ds_dialogue_fate */
	struct fl_slice why, asked, said;
	int64_t calls;
	bool wrong_first;
	int script; /* enum ds_script_fate */
};

static const struct fl_field answer_fields[] = {
	FL_ROW(struct answer, id, FL_TEXT, .doc = "of the row"),
	FL_ROW(struct answer, op, FL_TEXT, .doc = "operator of the fault, or empty"),
	FL_ROW(struct answer, fate, FL_ENUM, .names = &ds_dialogue_fate_names,
		.doc = "what became of it"),
	FL_ROW(struct answer, why, FL_TEXT, .doc = "says more, or empty"),
	FL_ROW(struct answer, asked, FL_TEXT, .doc = "the calls, a line each"),
	FL_ROW(struct answer, said, FL_TEXT, .doc = "what led to another place, or empty"),
	FL_ROW(struct answer, calls, FL_INT, .doc = "before the conclusion"),
	FL_ROW(struct answer, wrong_first, FL_BOOL, .doc = "an idea was refuted"),
	FL_ROW(struct answer, script, FL_ENUM, .names = &ds_script_fate_names,
		.doc = "what became of its script"),
};

static const struct fl_shape answer_shape = {.name = "answer",
	.size = sizeof(struct answer),
	FL_SHAPE_FIELDS(answer_fields),
	.doc = "What became of a fault."};

/* How often an opening was played. */
struct opening {
	struct fl_slice name;
	int64_t count;
};

struct dialogues {
	const struct ds_dialogues_opts *opts;
	struct fl_arena *arena; /* of the caller */
	struct ds_toolchain toolchain;
	struct fl_slice version; /* of the debugger */
	struct fl_crew *crew;
	struct fl_sink *sink;
	struct fl_seen faults, sequences, kinds;
	struct fl_vec openings; /* struct opening */
	void *gathered; /* rows that wait for others, where they go together; or NULL */
	bool crashes; /* the rows of crashes are being read, and none else */
	struct ds_out out;
	struct ds_dialogues_report report;
};

/* ---- in a worker ---- */

static int worker_start(void *ctx, void **ret_state, struct fl_error *err)
{
	const struct dialogues *d = ctx;
	struct ds_dialogue_bench *b = calloc(1, sizeof(*b));
	if (!b)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a worker");
	b->seed = d->opts->seed;
	b->finer = d->opts->finer;
	b->scripted = d->opts->scripted;
	b->both = d->opts->both;
	b->debugger = d->opts->debugger;
	b->version = d->version;
	int rc = fl_box_new(&d->opts->box, &b->box, err);
	if (rc)
		free(b);
	else
		*ret_state = b;
	return rc;
}

static void worker_finish(void *ctx, void *state)
{
	struct ds_dialogue_bench *b = state;
	(void)ctx;
	ds_dialogue_bench_release(b);
	fl_box_free(b->box);
	free(b);
}

static int answer_rows(const struct ds_dialogue_maker *maker, struct ds_dialogue_bench *bench,
	struct fl_slice question, struct fl_arena *a, struct fl_buf *out, struct fl_error *err)
{
	const struct ds_record *rows[ROWS_MAX];
	struct ds_dialogue made = {0};
	struct ds_record *r;
	struct fl_error why;
	struct fl_slice line;
	size_t n = 0;
	while (n < ROWS_MAX && fl_slice_line(&question, &line)) {
		int rc = ds_record_read(line, a, &r, err);
		if (rc)
			return rc;
		rows[n++] = r;
	}
	if (!n)
		return fl_error_set(err, FL_EINVAL, "a question has no rows");
	if (maker->make(bench, rows, n, a, &made, &why))
		made = (struct ds_dialogue){.fate = DS_DIALOGUE_LOST,
			.why = fl_arena_slice(a, fl_slice_str(why.message))};
	const struct answer answer = {.id = rows[0]->id,
		.op = rows[0]->mutation.operator,
		.fate =(int) made.fate,
		.why = made.why,
		.asked = made.asked,
		.said = made.said,
		.calls = (int64_t)made.calls,
		.wrong_first = made.wrong_first,
		.script = (int)made.fate_of_script};
	fl_json_object(out, &answer_shape, &answer);
	fl_buf_char(out, '\n');
	const struct ds_record *records[] = {&made.record, made.script};
	for (size_t i = 0; i < 2 && made.fate == DS_DIALOGUE_TAKEN && records[i]; i++) {
		ds_record_write(out, records[i]);
		fl_buf_char(out, '\n');
	}
	return fl_buf_error(out, "a dialogue", err);
}

static int worker_answer(
	void *ctx, void *state, struct fl_slice question, struct fl_buf *out, struct fl_error *err)
{
	const struct dialogues *d = ctx;
	struct fl_arena a;
	fl_arena_init(&a, SCRATCH_MAX);
	int rc = answer_rows(d->opts->maker, state, question, &a, out, err);
	fl_arena_release(&a);
	return rc;
}

/* ---- here ---- */

/* Of a call. */
static struct fl_slice name_of(struct fl_slice call)
{
	ptrdiff_t bracket = fl_slice_chr(call, '(');
	return fl_slice_head(call, bracket < 0 ? 0 : (size_t)bracket);
}

/*
 * The move that the call is: its name, and how many arguments it has, since a stop at a function
 * that is named and one at a line of a file are not the same.
 */
static struct fl_slice move_of(struct fl_slice call, struct fl_arena *a)
{
	size_t commas = 0;
	bool quoted = false;
	for (size_t i = 0; i < call.len; i++) {
		quoted ^= call.ptr[i] == '"' && !(i && call.ptr[i - 1] == '\\');
		commas += !quoted && call.ptr[i] == ',';
	}
	return fl_arena_printf(a, "%.*s %zu", FL_ARG(name_of(call)), commas);
}

static int count_opening(
	struct dialogues *d, struct fl_slice asked, struct fl_arena *a, struct fl_error *err)
{
	struct fl_slice name = move_of(fl_slice_line_at(asked, 1), a);
	struct opening *o = NULL;
	for (size_t i = 0; i < d->openings.len && !o; i++) {
		struct opening *at = fl_vec_at(&d->openings, i);
		o = fl_slice_eq(at->name, name) ? at : NULL;
	}
	if (!o && (o = fl_vec_add(&d->openings)))
		*o = (struct opening){.name = fl_arena_slice(d->arena, name)};
	if (!o)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the openings");
	o->count++;
	if (o->count > d->report.commonest)
		d->report.commonest = o->count;
	d->report.openings = (int64_t)d->openings.len;
	return 0;
}

/* The names of the calls alone. */
static struct fl_slice names_of(struct fl_slice asked, struct fl_arena *a)
{
	struct fl_slice line, names = {0};
	while (fl_slice_line(&asked, &line))
		names = fl_arena_printf(a, "%.*s %.*s", FL_ARG(names), FL_ARG(name_of(line)));
	return names;
}

static int put_record(struct dialogues *d, struct fl_slice line, struct fl_arena *a,
	enum diag_class *ret_class, struct fl_error *err)
{
	struct ds_record *r;
	int rc = ds_record_read(line, a, &r, err);
	rc = rc ? rc : ds_record_check(r, err);
	rc = rc ? rc : d->sink->put(d->sink, &ds_record_shape, r, err);
	if (rc == 0)
		*ret_class = (enum diag_class)r->error_class;
	d->report.records += rc == 0;
	return rc;
}

/* A fault with a dialogue, whose records are the lines. */
static int put_dialogue(struct dialogues *d, const struct answer *answer, struct fl_slice lines,
	struct fl_arena *a, struct fl_error *err)
{
	enum diag_class error_class = DIAG_CLASS_COUNT;
	struct fl_slice line;
	bool fresh = false, other = false;
	int rc = 0;
	while (rc == 0 && fl_slice_line(&lines, &line))
		rc = put_record(d, line, a, &error_class, err);
	if (rc == 0 && error_class == DIAG_CLASS_COUNT)
		rc = fl_error_set(err, FL_EINVAL, "a dialogue has no record");
	rc = rc ? rc : fl_seen_add_copy(&d->sequences, answer->asked, d->arena, &fresh, err);
	rc = rc ? rc
		: fl_seen_add_copy(&d->kinds, names_of(answer->asked, a), d->arena, &other, err);
	rc = rc ? rc : count_opening(d, answer->asked, a, err);
	if (rc)
		return rc;
	d->report.sequences += fresh;
	d->report.kinds += other;
	d->report.by_class[error_class]++;
	d->report.calls += answer->calls;
	d->report.more += answer->calls > 1;
	d->report.wrong_first += answer->wrong_first;
	d->report.scripts[answer->script]++;
	return 0;
}

static void count_fate(struct dialogues *d, const struct answer *answer)
{
	int op = tg_op_find(answer->op);
	bool concluded = answer->fate > DS_DIALOGUE_NOT_BUILT && answer->fate != DS_DIALOGUE_LOST;
	d->report.faults++;
	d->report.fates[answer->fate]++;
	if (op >= 0 && answer->fate == DS_DIALOGUE_ELSEWHERE)
		d->report.elsewhere[op]++;
	if (op >= 0 && concluded)
		d->report.at[op]++;
	if (answer->fate != DS_DIALOGUE_TAKEN && d->opts->left_out)
		d->opts->left_out(d->opts->ctx, answer->id,
			ds_dialogue_fate_names.words[answer->fate], answer->why, answer->said);
}

/* The id of a row, which its JSON begins with. */
static struct fl_slice id_of(struct fl_slice row)
{
	static const char key[] = "{\"id\":\"";
	struct fl_slice rest = fl_slice_skip(row, strlen(key));
	ptrdiff_t end = fl_slice_starts(row, key) ? fl_slice_chr(rest, '"') : -1;
	return end < 0 ? fl_slice(NULL, 0) : fl_slice_head(rest, (size_t)end);
}

static int collect(void *ctx, uint64_t number, struct fl_slice text, const struct fl_error *failure,
	struct fl_slice question, struct fl_error *err)
{
	struct dialogues *d = ctx;
	const struct ds_dialogues_opts *o = d->opts;
	struct fl_slice line = {0};
	struct fl_arena a;
	void *object = NULL;
	(void)number;
	if (failure) {
		const struct answer lost = {.id = id_of(question),
			.fate = DS_DIALOGUE_LOST,
			.why = fl_slice_str(failure->message)};
		count_fate(d, &lost);
		return 0;
	}
	fl_arena_init(&a, SCRATCH_MAX);
	fl_slice_line(&text, &line);
	int rc = fl_json_read(line, &answer_shape, &a, &object, err);
	const struct answer *answer = object;
	if (rc == 0 && answer->fate == DS_DIALOGUE_TAKEN)
		rc = put_dialogue(d, answer, text, &a, err);
	if (rc == 0)
		count_fate(d, answer);
	fl_arena_release(&a);
	if (rc == 0 && o->progress)
		o->progress(o->ctx, (uint64_t)d->report.faults, d->report.fates[DS_DIALOGUE_TAKEN]);
	return rc ? rc : o->most && d->report.fates[DS_DIALOGUE_TAKEN] >= o->most;
}

static int turn(struct dialogues *d, struct fl_error *err)
{
	if (d->opts->stop && *d->opts->stop)
		return fl_error_set(err, FL_ECLOSED, "interrupted");
	return fl_crew_turn(d->crew, TURN_MS, err);
}

/* Rows for a worker, as soon as one is idle. */
static int ask_rows(void *ctx, struct fl_slice question, struct fl_error *err)
{
	struct dialogues *d = ctx;
	int rc = 0;
	while (rc == 0 && !fl_crew_has_room(d->crew))
		rc = turn(d, err);
	return rc ? rc : fl_crew_ask(d->crew, question, err);
}

/* One dialogue a fault, of the first of its records that can have one; of a crash at last. */
static int take_row(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	struct dialogues *d = ctx;
	bool fresh = false;
	int rc = 0;
	d->report.rows += !d->crashes;
	bool fits = d->opts->maker->fits(row->record);
	d->report.passed_over += !fits && !d->crashes;
	if (!fits || d->crashes != (row->record->kind == DS_KIND_CRASH_REPORT))
		return 0;
	struct fl_slice fault = row->record->fault.len ? row->record->fault : row->record->id;
	rc = fl_seen_add_copy(&d->faults, fault, d->arena, &fresh, err);
	if (rc || !fresh)
		return rc;
	return d->gathered ? d->opts->maker->gather_add(
				     d->gathered, row->record, row->line, ask_rows, d, err)
			   : ask_rows(d, row->line, err);
}

static int take_rows(struct dialogues *d, struct fl_error *err)
{
	int rc = ds_rows_each(d->opts->input, true, take_row, d, err);
	d->crashes = true; /* of a fault that has no report */
	rc = rc ? rc : ds_rows_each(d->opts->input, true, take_row, d, err);
	if (rc == 0 && d->gathered)
		rc = d->opts->maker->gather_end(d->gathered, ask_rows, d, err);
	while (rc == 0 && fl_crew_collected(d->crew) < fl_crew_asked(d->crew))
		rc = turn(d, err);
	return rc == 1 ? 0 : rc;
}

static int make_all(struct dialogues *d, struct fl_error *err)
{
	const struct fl_crew_opts crew = {.jobs = d->opts->jobs,
		.bytes_max = ANSWER_MAX,
		.wall_ms = ROW_WALL_MS,
		.ctx = d,
		.start = worker_start,
		.answer = worker_answer,
		.finish = worker_finish,
		.collect = collect};
	const struct ds_shards_opts opts = {.dir = d->out.dir, .seekable = d->opts->seekable};
	struct ds_shards *shards = NULL;
	int rc = ds_shards_new(&opts, &shards, err);
	if (rc == 0)
		d->sink = ds_shards_sink(shards);
	if (rc == 0 && d->opts->maker->gather_new)
		rc = d->opts->maker->gather_new(d->opts->seed, &d->gathered, err);
	rc = rc ? rc : fl_crew_new(&crew, &d->crew, err);
	rc = rc ? rc : take_rows(d, err);
	fl_crew_end(d->crew, false);
	rc = rc ? rc : ds_shards_finish(shards, d->arena, &d->report.manifest.shards, err);
	ds_shards_free(shards);
	if (d->gathered)
		d->opts->maker->gather_free(d->gathered);
	return rc;
}

/* ---- the manifest ---- */

static struct fl_list arguments_of(const struct dialogues *d)
{
	const struct ds_dialogues_opts *o = d->opts;
	struct fl_slice *all = fl_arena_array(d->arena, 8, sizeof(*all));
	size_t n = 0;
	if (!all)
		return (struct fl_list){0};
	all[n++] = FL_S("dialogues");
	if (o->name)
		all[n++] = fl_slice_str(o->name);
	all[n++] = fl_arena_printf(d->arena, "--seed=%llu", (unsigned long long)o->seed);
	if (o->finer)
		all[n++] = FL_S("--finer");
	if (o->scripted)
		all[n++] = fl_arena_printf(d->arena, "--scripted=%u", o->scripted);
	if (o->both)
		all[n++] = FL_S("--both");
	if (o->debugger != DS_DEBUGGER_GDB)
		all[n++] =
			fl_arena_printf(d->arena, "--debugger=%s", ds_debugger_words[o->debugger]);
	if (o->most)
		all[n++] = fl_arena_printf(d->arena, "--head=%lld", (long long)o->most);
	if (o->seekable)
		all[n++] = fl_arena_printf(d->arena, "--seekable=%zu", o->seekable);
	return (struct fl_list){all, n};
}

static int write_manifest(struct dialogues *d, struct fl_error *err)
{
	struct ds_manifest *out = &d->report.manifest;
	struct ds_count *fates = fl_arena_array(d->arena, DS_DIALOGUE_FATES_COUNT, sizeof(*fates));
	size_t n = 0;
	if (!fates)
		return fl_arena_error(d->arena, "the manifest", err);
	for (int i = 0; i < DS_DIALOGUE_TAKEN; i++)
		if (d->report.fates[i])
			fates[n++] = (struct ds_count){
				fl_slice_str(ds_dialogue_fate_names.words[i]), d->report.fates[i]};
	out->schema_version = DS_SCHEMA_VERSION;
	out->faultline = FL_S(FL_VERSION);
	out->seed = (int64_t)d->opts->seed;
	out->arguments = arguments_of(d);
	out->fingerprint = d->toolchain.fingerprint;
	out->toolchain = d->toolchain.lines;
	out->skipped = (struct fl_list){fates, n};
	bool none = d->report.fates[DS_DIALOGUE_TAKEN] == 0;
	if (none && d->out.replaces)
		return fl_error_set(err, FL_EREFUSED,
			"no fault has a dialogue; the dataset is as it was: %s", d->opts->out);
	int rc = ds_manifest_write(d->out.dir, out, err);
	rc = rc ? rc : ds_out_commit(&d->out, err);
	return rc || !none ? rc : fl_error_set(err, FL_EREFUSED, "no fault has a dialogue");
}

int ds_dialogues(const struct ds_dialogues_opts *opts, struct fl_arena *a,
	struct ds_dialogues_report *ret_report, struct fl_error *err)
{
	struct dialogues d = {.opts = opts, .arena = a, .out = DS_OUT_NONE};
	fl_vec_init(&d.openings, sizeof(struct opening), 1 << 10);
	int rc = ds_toolchain_detect(a, &d.toolchain, err);
	d.version = d.toolchain.debugger;
	if (rc == 0 && opts->debugger != DS_DEBUGGER_GDB)
		rc = ds_toolchain_add(
			&d.toolchain, ds_debugger_tools[opts->debugger], a, &d.version, err);
	rc = rc ? rc : ds_out_open(opts->out, opts->overwrite, &d.out, err);
	rc = rc ? rc : make_all(&d, err);
	rc = rc ? rc : write_manifest(&d, err);
	ds_out_close(&d.out);
	fl_box_tidy(); /* after workers that were killed */
	fl_seen_release(&d.faults);
	fl_seen_release(&d.sequences);
	fl_seen_release(&d.kinds);
	fl_vec_release(&d.openings);
	d.report.attempts = opts->attempts;
	d.report.debugger = opts->debugger;
	if (rc == 0 || rc == FL_EREFUSED)
		*ret_report = d.report;
	return rc;
}

/* ---- the summary ---- */

static int percent(int64_t part, int64_t whole)
{
	return whole ? (int)(100 * part / whole) : 0;
}

static void show_elsewhere(struct fl_buf *out, const struct ds_dialogues_report *r)
{
	int64_t at = 0, elsewhere = 0;
	for (int i = 0; i < TG_OP_COUNT; i++) {
		at += r->at[i];
		elsewhere += r->elsewhere[i];
	}
	fl_buf_printf(out, "  at the fault       %lld of %lld conclusions (%d %%)\n", (long long)at,
		(long long)(at + elsewhere), percent(at, at + elsewhere));
	for (int i = 0; i < TG_OP_COUNT; i++)
		if (r->elsewhere[i])
			fl_buf_printf(out, "    %-20s %lld of %lld elsewhere\n", tg_ops[i].name,
				(long long)r->elsewhere[i],
				(long long)(r->elsewhere[i] + r->at[i]));
}

static void show_scripts(struct fl_buf *out, const struct ds_dialogues_report *r)
{
	int64_t wanted = r->fates[DS_DIALOGUE_TAKEN] - r->scripts[DS_SCRIPT_UNWANTED];
	if (!wanted)
		return;
	fl_buf_printf(out, "  scripted           %lld of %lld that were to be\n",
		(long long)r->scripts[DS_SCRIPT_TAKEN], (long long)wanted);
	for (int i = DS_SCRIPT_UNWANTED + 1; i < DS_SCRIPT_TAKEN; i++)
		if (r->scripts[i])
			fl_buf_printf(out, "    %-16s %6lld  %s\n", ds_script_fate_names.words[i],
				(long long)r->scripts[i], ds_script_fate_docs[i]);
}

void ds_dialogues_show(struct fl_buf *out, const struct ds_dialogues_report *r)
{
	int64_t made = r->fates[DS_DIALOGUE_TAKEN];
	fl_buf_printf(out, "%s %lld, in %lld rows\n", r->attempts ? "bundles  " : "faults   ",
		(long long)r->faults, (long long)r->rows);
	if (r->passed_over)
		fl_buf_printf(out,
			"  passed over        %6lld  rows of other kinds, versions or levels, or "
			"without files, edits or a run\n",
			(long long)r->passed_over);
	for (int i = 0; i < DS_DIALOGUE_TAKEN; i++)
		if (r->fates[i])
			fl_buf_printf(out, "  %-18s %6lld  %s\n", ds_dialogue_fate_names.words[i],
				(long long)r->fates[i], ds_dialogue_fate_docs[i]);
	fl_buf_printf(out, "dialogues %lld", (long long)r->records);
	if (r->records > made)
		fl_buf_printf(out, ", about %lld faults: %lld of them as a script as well",
			(long long)made, (long long)(r->records - made));
	fl_buf_char(out, '\n');
	if (!r->attempts)
		fl_buf_printf(out, "  debugger           %s\n", ds_debugger_words[r->debugger]);
	show_elsewhere(out, r);
	if (!made)
		return;
	fl_buf_str(out, "  by error class    ");
	for (int i = 0; i < DIAG_CLASS_COUNT; i++)
		if (r->by_class[i])
			fl_buf_printf(out, " %s %lld", diag_class_names.words[i],
				(long long)r->by_class[i]);
	if (r->attempts) {
		fl_buf_printf(out,
			"\n  attempts           %.1f a dialogue; more than one in %lld\n"
			"  tried and wrong    %lld (%d %%)\n",
			(double)r->calls / (double)made, (long long)r->more,
			(long long)r->wrong_first, percent(r->wrong_first, made));
		return;
	}
	fl_buf_printf(out,
		"\n  calls              %.1f a dialogue; %lld sequences of them (%d %%), %lld by "
		"their names\n"
		"  first call         %lld different; the commonest opens %d %%\n"
		"  first idea wrong   %d %%\n",
		(double)r->calls / (double)made, (long long)r->sequences,
		percent(r->sequences, made), (long long)r->kinds, (long long)r->openings,
		percent(r->commonest, made), percent(r->wrong_first, made));
	show_scripts(out, r);
}
