#include "datasets/serve/foreign.h"

#include "base/json_push.h"
#include "base/utf8.h"

void ds_foreign_text(struct fl_buf *out, struct fl_slice text)
{
	static const char from[] = "\"\\\n\r\t", to[] = "\"\\nrt";
	uint32_t c;
	fl_buf_char(out, '"');
	for (size_t i = 0, n; i < text.len; i += n) {
		unsigned char byte = (unsigned char)text.ptr[i];
		const char *known = byte ? strchr(from, byte) : NULL;
		n = byte < 0x80 ? 1 : fl_utf8_decode(fl_slice_skip(text, i), &c);
		if (n == 0) {
			fl_buf_str(out, "\xef\xbf\xbd");
			n = 1;
		} else if (known) {
			fl_buf_char(out, '\\');
			fl_buf_char(out, to[known - from]);
		} else if (byte < 0x20) {
			fl_buf_printf(out, "\\u%04x", byte);
		} else {
			fl_buf_add(out, text.ptr + i, n);
		}
	}
	fl_buf_char(out, '"');
}

int ds_foreign_texts(struct ds_foreign *f, const struct fl_json *v, bool names,
	struct fl_list *ret_texts, struct fl_error *err)
{
	size_t count = 0, n = 0;
	for (const struct fl_json *at = v ? v->child : NULL; at; at = at->next)
		count++;
	struct fl_slice *texts = fl_arena_array(f->a, count + 1, sizeof(*texts));
	if (!texts)
		return fl_arena_error(f->a, "a request", err);
	if (v && v->type != FL_JARRAY && v->type != FL_JNULL)
		return fl_error_set(err, FL_EINVAL, "\"%.*s\" has to be a list", FL_ARG(v->key));
	for (const struct fl_json *at = v ? v->child : NULL; at; at = at->next) {
		if (at->type != FL_JTEXT)
			return fl_error_set(err, FL_EINVAL, "\"%.*s\" has to be a list of texts",
				FL_ARG(v->key));
		int rc = names ? ds_exec_check_name(at->text, err) : 0;
		if (rc)
			return rc;
		texts[n++] = fl_arena_slice(f->a, at->text);
	}
	*ret_texts = (struct fl_list){.items = texts, .len = n};
	return 0;
}

int ds_foreign_infra(struct ds_foreign *f, int rc)
{
	if (rc == FL_ENOMEM)
		return rc;
	*f->reply = (struct ds_work_reply){.status = 504, .infra = true};
	fl_buf_str(f->text, "{}");
	return 0;
}

/* ---- how long a request may take ---- */

/* The limits of a request that count, and what one stands for that is not there. */
static const struct limit {
	const char *key;
	double fallback_ms, unit_ms;
} limits[DS_FACE_COUNT][3] = {
	[DS_FACE_RUN_CODE] = {{"compile_timeout", 10000, 1000}, {"run_timeout", 10000, 1000}},
	[DS_FACE_PISTON] = {{"compile_timeout", 10000, 1}, {"run_timeout", 3000, 1}},
};

static void take_limit(
	const struct limit *known, struct fl_slice key, const struct fl_json_token *t, double ms[3])
{
	double value = t->type == FL_JINT ? (double)t->num : t->type == FL_JREAL ? t->real : 0;
	for (size_t i = 0; i < 3 && known[i].key; i++)
		if (fl_slice_eqs(key, known[i].key) && value > 0 &&
			value * known[i].unit_ms < (double)DS_FOREIGN_SECONDS_MAX * 1000)
			ms[i] = value * known[i].unit_ms;
}

int64_t ds_foreign_patience(enum ds_face face, struct fl_slice body)
{
	const struct limit *known = limits[face];
	double ms[3] = {known[0].fallback_ms, known[1].fallback_ms, known[2].fallback_ms};
	struct fl_json_push push;
	struct fl_json_token t;
	struct fl_arena a;
	struct fl_slice key = {0};
	fl_arena_init(&a, 1 << 16);
	fl_json_push_init(&push, body.len + 1);
	fl_json_push_feed(&push, body);
	fl_json_push_end(&push);
	while (fl_json_push_next(&push, &t, NULL) == 0 && t.what != FL_JSON_DONE) {
		if (t.what == FL_JSON_KEY && t.depth == 1)
			key = t.text.len < 64 ? fl_arena_slice(&a, t.text) : (struct fl_slice){0};
		else if (t.what == FL_JSON_VALUE && t.depth == 1)
			take_limit(known, key, &t, ms);
	}
	fl_json_push_release(&push);
	fl_arena_release(&a);
	return (int64_t)(ms[0] + ms[1] + ms[2]) + DS_FOREIGN_MARGIN_MS;
}
