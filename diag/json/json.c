/* JSON between the lines of a stream (diag/json/json.h). */
#include "diag/report/build.h"
#include "diag/report/place.h"
#include "diag/json/json.h"

#include <stdlib.h>

static const struct diag_json_format *const formats[] = {&diag_gcc_json_format, &diag_sarif_format};

static const struct diag_json_format *format_of(const struct diag_parser *p, char first)
{
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (formats[i]->first == first && (formats[i]->from & 1U << p->from))
			return formats[i];
	return NULL;
}

void diag_json_start(struct diag_parser *p, char first)
{
	const struct diag_json_format *format = format_of(p, first);
	bool within = p->json && p->json->within_line;
	if (within)
		p->json->within_line = false;
	if (!format || within)
		return;
	if (!p->json) {
		p->json = calloc(1, sizeof(*p->json));
		if (!p->json) {
			diag_build_fail(p, FL_ENOMEM);
			return;
		}
		fl_buf_init(&p->json->held, DIAG_JSON_UNSURE_MAX);
		fl_arena_init(&p->json->arena, DIAG_JSON_VALUE_MAX);
		fl_arena_init(&p->json->kept, DIAG_JSON_KEPT_MAX);
		fl_arena_init(&p->json->scratch, DIAG_TEXT_MAX);
		diag_sarif_init(&p->json->sarif);
		fl_json_push_init(&p->json->push, DIAG_JSON_TEXT_MAX);
	}
	struct diag_json *j = p->json;
	fl_json_push_release(&j->push);
	fl_json_push_init(&j->push, DIAG_JSON_TEXT_MAX);
	j->format = format;
	j->sure = j->keyed = false;
	j->part = NULL;
	j->path_len = 0;
	memset(j->bases, 0, sizeof(j->bases));
	fl_buf_clear(&j->held);
}

int64_t diag_json_position(const struct fl_json *v, const char *key, int64_t otherwise)
{
	int64_t n = fl_json_int(fl_json_get(v, key), otherwise);
	return n > 0 && n <= UINT32_MAX ? n : 0;
}

bool diag_json_active(const struct diag_parser *p)
{
	return p->json && p->json->format;
}

void diag_json_free(struct diag_json *j)
{
	if (!j)
		return;
	fl_buf_release(&j->held);
	fl_json_push_release(&j->push);
	fl_arena_release(&j->arena);
	fl_arena_release(&j->kept);
	fl_arena_release(&j->scratch);
	diag_sarif_release(&j->sarif);
	free(j);
}

/* What is held turned out to be text. */
static struct fl_slice give_back(struct diag_parser *p)
{
	p->json->format = NULL;
	fl_arena_clear(&p->json->arena); /* of a tree that nobody wants */
	return fl_buf_view(&p->json->held);
}

/* Keep bytes for give_back(), or for what a crash may have glued to a cut. */
static void hold(struct diag_parser *p, struct fl_slice bytes)
{
	struct fl_buf *held = &p->json->held;
	if (p->json->sure && bytes.len >= DIAG_JSON_TAIL) {
		fl_buf_clear(held);
		bytes = fl_slice_skip(bytes, bytes.len - DIAG_JSON_TAIL);
	} else if (p->json->sure && held->len + bytes.len > DIAG_JSON_TAIL) {
		size_t drop = held->len + bytes.len - DIAG_JSON_TAIL;
		memmove(held->data, held->data + drop, held->len - drop);
		fl_buf_truncate(held, held->len - drop);
	}
	fl_buf_slice(held, bytes);
	if (held->failed)
		diag_build_fail(p, held->failed);
}

static void path_add(struct diag_json *j, const char *before, struct fl_slice s)
{
	size_t n = strlen(before);
	if (n + s.len > sizeof(j->path) - j->path_len) { /* matches nothing then */
		j->path_len = sizeof(j->path);
		return;
	}
	memcpy(j->path + j->path_len, before, n);
	if (s.len)
		memcpy(j->path + j->path_len + n, s.ptr, s.len);
	j->path_len += n + s.len;
}

/* Follow the token; true when a value starts. */
static bool path_follow(struct diag_json *j, const struct fl_json_token *t)
{
	if (t->what == FL_JSON_CLOSE || t->depth >= DIAG_JSON_PATH_DEPTH)
		return false;
	if (t->what == FL_JSON_KEY || !j->keyed)
		j->path_len = j->bases[t->depth];
	j->keyed = t->what == FL_JSON_KEY;
	if (j->keyed)
		path_add(j, j->path_len ? "." : "", t->text);
	return !j->keyed;
}

/* What is in the object or array that starts has its path before its own. */
static void path_enter(struct diag_json *j, const struct fl_json_token *t)
{
	if (t->type == FL_JARRAY)
		path_add(j, "[]", FL_S(""));
	if (t->depth + 1 < DIAG_JSON_PATH_DEPTH)
		j->bases[t->depth + 1] = j->path_len;
}

static const struct diag_json_part *part_of(const struct diag_json *j)
{
	struct fl_slice path = fl_slice(j->path, j->path_len);
	for (size_t i = 0; i < j->format->part_count; i++)
		if (fl_slice_eqs(path, j->format->parts[i].path))
			return &j->format->parts[i];
	return NULL;
}

/* The tree is complete, or as far as the JSON goes. */
static void part_take(struct diag_parser *p)
{
	struct diag_json *j = p->json;
	if (j->arena.failed == FL_ENOMEM || j->kept.failed == FL_ENOMEM)
		diag_build_fail(p, FL_ENOMEM);
	else if (j->tree.root)
		j->part->take(p, j->tree.root);
	j->lost += j->part->kept && j->kept.failed;
	j->part = NULL;
	if (j->arena.failed && p->lane->open)
		p->lane->d.omitted++; /* what of it did not fit */
	if (!j->keep)
		fl_arena_clear(&j->arena);
}

static void token_take(struct diag_parser *p, const struct fl_json_token *token)
{
	struct diag_json *j = p->json;
	if (!j->part) {
		if (!path_follow(j, token))
			return;
		j->part = part_of(j);
		if (j->part && j->part->enter) {
			j->part->enter(p);
			j->part = NULL;
		}
		if (j->part)
			fl_json_tree_init(&j->tree, j->part->kept ? &j->kept : &j->arena);
		else if (token->what == FL_JSON_OPEN)
			path_enter(j, token);
	}
	if (!j->part)
		return;
	bool whole = fl_json_tree_add(&j->tree, token);
	/* An unsure format looks at the tree first. */
	if (whole && j->sure)
		part_take(p);
}

/* What a crash printed right behind the JSON that it cut: "g++: fatal error: …". */
static struct fl_slice glued(struct fl_slice tail)
{
	for (size_t i = 0; i + 1 < tail.len; i++) {
		if (tail.ptr[i] != ':' || tail.ptr[i + 1] != ' ')
			continue;
		size_t start = i;
		while (start && tail.ptr[start - 1] != '"' && tail.ptr[start - 1] > ' ')
			start--;
		for (; start < i; start++)
			if (diag_driver_name(fl_slice(tail.ptr + start, i - start), NULL))
				return fl_slice_skip(tail, start);
	}
	return fl_slice(NULL, 0);
}

static void end(struct diag_parser *p)
{
	struct diag_json *j = p->json;
	j->format->end(p);
	j->format = NULL;
	j->keep = false;
	fl_arena_clear(&j->arena);
	fl_arena_release(&j->kept);
}

/* The JSON breaks off: what there is of it, and what was wrong. What else stands there is text. */
static struct fl_slice cut_short(
	struct diag_parser *p, struct fl_slice used, const struct fl_error *err)
{
	struct diag_json *j = p->json;
	const struct diag_json_format *format = j->format;
	struct fl_buf message;
	hold(p, used);
	if (j->part)
		part_take(p);
	end(p);
	fl_buf_init(&message, DIAG_LINE_MAX);
	fl_buf_printf(&message, "%s is cut short at byte %zu (line %u, column %u): %s",
		format->name, err->offset, err->line, err->col, err->message);
	if (message.failed)
		diag_build_fail(p, message.failed);
	struct diag_head head = {.level = DIAG_FATAL, .message = fl_buf_view(&message)};
	diag_build_begin(p, &head, format->tool);
	fl_buf_release(&message);
	diag_build_end(p);
	p->stats.lines++;
	struct fl_slice held = fl_buf_view(&j->held), text = glued(held);
	j->within_line = !text.len && !fl_slice_ends(held, "\n");
	return text;
}

static void complete(struct diag_parser *p)
{
	end(p);
	p->json->tail = true;
	p->stats.lines++;
}

/* Ask the format about the token. False when it is not its own. */
static bool still_json(struct diag_parser *p, const struct fl_json_token *token)
{
	struct diag_json *j = p->json;
	enum diag_json_verdict verdict = j->format->judge(j, token);
	if (verdict == DIAG_JSON_OTHER)
		return false;
	if (verdict == DIAG_JSON_UNSURE)
		return true;
	j->sure = true;
	fl_buf_clear(&j->held);
	diag_build_end(p);
	if (j->part && !j->tree.depth)
		part_take(p);
	return true;
}

/* Take tokens until the bytes are used up or it ends otherwise; *ret_mine: it is JSON. */
static int tokens_take(
	struct diag_parser *p, enum fl_json_what *ret_last, bool *ret_mine, struct fl_error *err)
{
	struct diag_json *j = p->json;
	struct fl_json_token token = {.what = FL_JSON_MORE};
	*ret_mine = true;
	do {
		int rc = fl_json_push_next(&j->push, &token, err);
		if (rc)
			return rc;
		*ret_last = token.what;
		if (token.what == FL_JSON_MORE || token.what == FL_JSON_DONE)
			break;
		token_take(p, &token);
		if (!j->sure)
			*ret_mine = still_json(p, &token);
		*ret_mine &= j->sure || j->push.offset <= DIAG_JSON_UNSURE_MAX;
	} while (*ret_mine && !p->rc);
	return 0;
}

struct fl_slice diag_json_feed(
	struct diag_parser *p, struct fl_slice bytes, struct diag_json_text *ret_text)
{
	struct diag_json *j = p->json;
	enum fl_json_what last = FL_JSON_MORE;
	struct fl_error err;
	bool mine;
	fl_json_push_feed(&j->push, bytes);
	int rc = tokens_take(p, &last, &mine, &err);
	struct fl_slice rest = fl_json_push_rest(&j->push);
	struct fl_slice used = fl_slice_head(bytes, bytes.len - rest.len);
	*ret_text = (struct diag_json_text){0};
	if (rc == FL_ENOMEM)
		diag_build_fail(p, rc);
	else if (rc && j->sure)
		ret_text->held = cut_short(p, used, &err);
	else if (rc || !mine || (!j->sure && j->push.offset > DIAG_JSON_UNSURE_MAX))
		*ret_text = (struct diag_json_text){.held = give_back(p), .used = used};
	else if (last == FL_JSON_DONE)
		complete(p);
	else if (last == FL_JSON_MORE)
		hold(p, used);
	return rest;
}

struct fl_slice diag_json_finish(struct diag_parser *p)
{
	struct fl_slice text = {0};
	enum fl_json_what last;
	struct fl_error err;
	bool mine;
	if (!diag_json_active(p))
		return text;
	struct diag_json *j = p->json;
	fl_json_push_feed(&j->push, fl_slice(NULL, 0));
	fl_json_push_end(&j->push);
	int rc = tokens_take(p, &last, &mine, &err);
	if (rc == FL_ENOMEM)
		diag_build_fail(p, rc);
	else if (rc && j->sure)
		text = cut_short(p, fl_slice(NULL, 0), &err);
	else if (!p->rc)
		text = give_back(p);
	j->within_line = false;
	return text;
}
