/* JSON between the lines of a stream: captured until it ends, or until it is none. */
#include "diag/parse_impl.h"

/* The captured bytes are an array, or were text all along. */
static void json_end(struct diag_parser *p, bool complete)
{
	struct fl_slice text = fl_buf_view(&p->json);
	p->json_state = DIAG_JSON_NO;
	if (complete && diag_gcc_json(p, text)) {
		p->stats.lines++;
		p->json_tail = true;
	} else {
		diag_parser_lines(p, text);
	}
	fl_buf_clear(&p->json);
	if (p->json.cap > DIAG_LINE_MAX)
		fl_buf_release(&p->json);
}

enum json_step { STEP_MORE, STEP_DONE, STEP_TEXT };

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* A byte of a possible array of objects: "[" "{" or "]", and in an object first a key or "}". */
static enum json_step json_step(struct diag_parser *p, char c)
{
	if (p->json_string) {
		if (c == '\n')
			return STEP_TEXT;
		if (p->json_escape)
			p->json_escape = false;
		else if (c == '\\')
			p->json_escape = true;
		else if (c == '"')
			p->json_string = false;
		return STEP_MORE;
	}
	if (is_blank(c))
		return STEP_MORE;
	if (p->json_state == DIAG_JSON_OPEN && c != '{' && c != ']')
		return STEP_TEXT;
	if (p->json_state == DIAG_JSON_FIRST && c != '"')
		return STEP_TEXT;
	if (p->json_state != DIAG_JSON_IN)
		p->json_state = p->json_state == DIAG_JSON_OPEN && c == '{' ? DIAG_JSON_FIRST
									    : DIAG_JSON_IN;
	if (c == '"')
		p->json_string = true;
	else if (c == '{' || c == '[')
		p->json_depth++;
	else if (c == '}' || c == ']')
		return --p->json_depth ? STEP_MORE : STEP_DONE;
	return STEP_MORE;
}

/* Take bytes into the capture; what is left is behind the array. */
struct fl_slice diag_json_feed(struct diag_parser *p, struct fl_slice bytes)
{
	for (size_t i = 0; i < bytes.len; i++) {
		enum json_step step = json_step(p, bytes.ptr[i]);
		if (p->json.len + i >= DIAG_JSON_MAX)
			step = STEP_TEXT;
		if (step == STEP_MORE)
			continue;
		size_t used = step == STEP_DONE ? i + 1 : i;
		fl_buf_add(&p->json, bytes.ptr, used);
		bytes = fl_slice_skip(bytes, used);
		if (p->json.failed)
			diag_build_fail(p, p->json.failed);
		if (step == STEP_DONE) {
			json_end(p, true);
			return bytes;
		}
		/* Its last line may still go on: all but that are lines already. */
		struct fl_slice text = fl_buf_view(&p->json);
		size_t whole = (size_t)(fl_slice_rchr(text, '\n') + 1);
		diag_parser_lines(p, fl_slice_head(text, whole));
		text = fl_slice_skip(text, whole);
		fl_buf_slice(&p->line, fl_slice_head(text, DIAG_LINE_MAX));
		p->line_cut = text.len > DIAG_LINE_MAX;
		p->json_state = DIAG_JSON_NO;
		fl_buf_clear(&p->json);
		return bytes;
	}
	fl_buf_add(&p->json, bytes.ptr, bytes.len);
	if (p->json.failed)
		diag_build_fail(p, p->json.failed);
	return (struct fl_slice){0};
}

void diag_json_start(struct diag_parser *p)
{
	p->json_state = DIAG_JSON_OPEN;
	p->json_depth = 1;
	p->json_string = p->json_escape = false;
	fl_buf_char(&p->json, '[');
}

void diag_json_finish(struct diag_parser *p)
{
	if (p->json_state != DIAG_JSON_NO)
		json_end(p, false);
}
