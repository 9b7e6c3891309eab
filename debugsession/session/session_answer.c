/* Answers of a session's commands, and how they are kept to the bytes that were asked for. */
#include <inttypes.h>
#include <stdio.h>

#include "base/json.h"
#include "debugsession/answer/answer.h"
#include "debugsession/session/literal.h"
#include "debugsession/session/session_priv.h"

enum { TEXT_MAX = 32 << 20, OUTPUT_SHOWN = DBG_OUTPUT_SHOWN, FIT_TRIES = 6 };

/* How much of what an answer has is shown. */
struct shown {
	size_t text, program; /* bytes of the command's text (0: any) and of the program's output */
	bool lean; /* data that can be asked for again is left out */
};

/* What does not depend on how much is shown is written once: some of it asks the debugger. */
struct parts {
	struct fl_slice said; /* by the program */
	struct fl_slice fixed; /* members of data */
	struct shown shown;
	size_t max_lines;
	size_t program_len; /* of body, for the program's output */
	struct fl_buf text, body;
};

static void add_omitted(struct fl_buf *out, size_t number, const struct dbg_cut_result *cut)
{
	char cursor[48];
	if (!cut->next)
		return;
	snprintf(cursor, sizeof(cursor), "%zu:%zu", number, cut->next);
	dbg_answer_int(out, "omitted_lines", (int64_t)cut->omitted);
	dbg_answer_text(out, "cursor", fl_slice_str(cursor));
}

static bool is_mi(const struct dbg_answer *a)
{
	return fl_slice_starts(a->command, "-");
}

/* Members of data that come from the reply, which lives until the debugger is asked again. */
static void add_fixed(const struct dbg_session *s, const struct dbg_answer *a, struct fl_buf *out)
{
	fl_buf_char(out, '{');
	fl_buf_slice(out, fl_buf_view(&a->made.data));
	if (is_mi(a) && a->reply.result) {
		dbg_answer_text(out, "class", a->reply.result->name);
		dbg_answer_key(out, "results");
		dbg_answer_results(out, a->reply.result->results);
	}
	if (a->reply.stop) {
		dbg_shape_stop(out, a->reply.stop, dbg_console_stop_wanted(s->console));
		dbg_watches_data(&s->watches, s->console, out);
	}
}

/* A stop is what the command was for, and what our own commands make has bounds of its own. */
static bool keeps_data(const struct dbg_answer *a)
{
	return a->reply.stop || a->made.data.len;
}

static void add_data(const struct dbg_answer *a, const struct parts *p, struct fl_buf *out)
{
	bool by_row = !a->reply.stop && a->row && a->row->data;
	if (!keeps_data(a) && !is_mi(a) && !by_row)
		return;
	dbg_answer_key(out, "data");
	size_t start = out->len;
	fl_buf_slice(out, p->fixed);
	if (by_row)
		a->row->data(&a->in, out);
	fl_buf_char(out, '}');
	if (!p->shown.lean || keeps_data(a) || out->failed)
		return;
	size_t omitted = out->len - start;
	fl_buf_truncate(out, start);
	fl_buf_printf(out, "{\"omitted_bytes\":%zu}", omitted);
}

static void add_output(const struct dbg_answer *a, const struct parts *p, struct fl_buf *out)
{
	dbg_answer_key(out, "output");
	if (a->made.output.len && !p->shown.lean)
		fl_buf_slice(out, fl_buf_view(&a->made.output));
	else if (a->row && a->row->shape && !p->shown.lean)
		a->row->shape(&a->in, out);
	else
		fl_json_text(out, fl_slice_trim(a->in.cut_text));
}

static void add_program_output(
	const struct dbg_answer *a, const struct parts *p, struct fl_buf *out)
{
	char cursor[32];
	uint64_t lost = a->reply.program_output_lost;
	dbg_answer_output(out, p->said, lost, p->shown.program);
	if (p->said.len <= p->shown.program && !lost)
		return;
	snprintf(cursor, sizeof(cursor), "%" PRIu64, a->reply.program_output_from);
	dbg_answer_text(out, "program_output_cursor", fl_slice_str(cursor));
}

/* The members that --max-bytes bounds, of what is shown. */
static void write_body(struct dbg_answer *a, struct parts *p)
{
	const struct dbg_cut cut = {.max_lines = p->max_lines, .max_bytes = p->shown.text};
	fl_buf_clear(&p->text);
	fl_buf_clear(&p->body);
	dbg_cut_text(a->in.text, &cut, &p->text, &a->cut);
	a->in.cut_text = fl_buf_view(&p->text);
	fl_buf_char(&p->body, '{'); /* so that the first member gets no comma */
	dbg_answer_text(&p->body, "raw", a->in.cut_text);
	size_t before = p->body.len;
	add_program_output(a, p, &p->body);
	p->program_len = p->body.len - before;
	if (a->past->success) {
		add_output(a, p, &p->body);
		add_data(a, p, &p->body);
	}
}

/* So much of n bytes that what has taken `len` takes `max`, or a little less. */
static size_t less(size_t n, size_t max, size_t len)
{
	return len > max ? n * max / len * 9 / 10 + 1 : n;
}

static size_t least_of(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* What the program wrote gives way first, down to a quarter. */
static void show_less(const struct dbg_answer *a, struct parts *p, size_t len, size_t limit)
{
	size_t others = len - p->program_len;
	size_t program = others < limit - limit / 4 ? limit - others : limit / 4;
	size_t text = limit - least_of(p->program_len, program);
	p->shown.program = less(least_of(p->shown.program, p->said.len), program, p->program_len);
	p->shown.text = less(least_of(p->shown.text, a->in.text.len + 1), text, others);
}

/*
 * Less and less text until it fits, then once more without data. Text grows in JSON, and some
 * data with the text, so that the size is found by trying.
 */
static void fit(struct dbg_answer *a, struct parts *p, size_t max)
{
	size_t spared = keeps_data(a) && a->past->success ? p->fixed.len : 0;
	size_t limit = spared > max / 2 ? max / 2 : max - spared;
	for (int lean = 0; lean < 2; lean++) {
		p->shown = (struct shown){max, least_of(max, OUTPUT_SHOWN), lean};
		for (int i = 0; i < FIT_TRIES; i++) {
			write_body(a, p);
			if (p->body.len <= limit + spared || p->body.failed)
				return;
			show_less(a, p, p->body.len - spared, limit);
		}
	}
}

static void add_literal(const struct dbg_session *s, const struct dbg_answer *a,
	struct fl_slice program_output, const struct dbg_literal_wish *literal, struct fl_buf *out)
{
	const struct dbg_answered answered = {.row = a->row,
		.in = &a->in,
		.stopped = a->reply.stop != NULL,
		.watches = &s->watches,
		.literal = fl_buf_view(&a->made.literal),
		.program_output = program_output,
		.type = a->type,
		.error = a->error};
	struct fl_buf text;
	fl_buf_init(&text, TEXT_MAX);
	dbg_literal_answer(&answered, literal, &text);
	dbg_answer_text(out, "literal", fl_buf_view(&text));
	fl_buf_release(&text);
}

void dbg_answer_write(const struct dbg_session *s, struct dbg_answer *a,
	const struct dbg_request *request, struct fl_buf *out)
{
	struct parts p = {.shown = {.program = OUTPUT_SHOWN}, .max_lines = request->cut.max_lines};
	size_t max = request->cut.max_bytes;
	struct fl_buf said, fixed;
	fl_buf_init(&said, TEXT_MAX);
	fl_buf_init(&fixed, TEXT_MAX);
	fl_buf_init(&p.text, TEXT_MAX);
	fl_buf_init(&p.body, out->max);
	fl_buf_slice(&said, a->reply.program_output);
	if (a->past->success)
		add_fixed(s, a, &fixed);
	p.said = fl_buf_view(&said);
	p.fixed = fl_buf_view(&fixed);
	if (max)
		fit(a, &p, max < DBG_ANSWER_LEAST ? DBG_ANSWER_LEAST : max);
	else
		write_body(a, &p);
	fl_buf_char(out, '{');
	dbg_answer_text(out, "command", a->command);
	dbg_answer_bool(out, "success", a->past->success);
	if (a->error) {
		dbg_answer_text(out, "error", fl_slice_str(a->error));
		dbg_answer_text(out, "error_type", fl_slice_str(dbg_error_words[a->type]));
	}
	fl_buf_char(out, ',');
	fl_buf_slice(out, fl_slice_skip(fl_buf_view(&p.body), 1));
	if (request->literal.wanted)
		add_literal(s, a, p.said, &request->literal, out);
	dbg_answer_text(out, "state", fl_slice_str(dbg_state_words[dbg_console_state(s->console)]));
	dbg_answer_int(out, "number", (int64_t)a->past->number);
	add_omitted(out, a->past->number, &a->cut);
	dbg_answer_int(out, "execution_time_ms", a->past->ms);
	fl_buf_char(out, '}');
	if (p.body.failed)
		out->failed = p.body.failed;
	a->in.cut_text = a->in.text;
	fl_buf_release(&said);
	fl_buf_release(&fixed);
	fl_buf_release(&p.text);
	fl_buf_release(&p.body);
}

void dbg_answer_page(
	const struct dbg_past *p, size_t at, const struct dbg_cut *cut, struct fl_buf *out)
{
	struct dbg_cut how = *cut;
	struct dbg_cut_result result;
	struct fl_buf page, json;
	how.cursor = at;
	fl_buf_init(&page, TEXT_MAX);
	fl_buf_init(&json, out->max);
	do {
		fl_buf_clear(&page);
		fl_buf_clear(&json);
		dbg_cut_text(fl_slice(p->text, p->text_len), &how, &page, &result);
		fl_buf_char(&json, '{');
		dbg_answer_text(&json, "output", fl_buf_view(&page));
		dbg_answer_text(&json, "raw", fl_buf_view(&page));
		how.max_bytes = less(least_of(how.max_bytes, page.len), cut->max_bytes, json.len);
	} while (cut->max_bytes && json.len > cut->max_bytes && page.len > 1);
	fl_buf_char(out, '{');
	dbg_answer_text(out, "command", fl_slice_str(p->command));
	dbg_answer_bool(out, "success", true);
	fl_buf_char(out, ',');
	fl_buf_slice(out, fl_slice_skip(fl_buf_view(&json), 1));
	add_omitted(out, p->number, &result);
	dbg_answer_int(out, "execution_time_ms", 0);
	fl_buf_char(out, '}');
	fl_buf_release(&json);
	fl_buf_release(&page);
}
