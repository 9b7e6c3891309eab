#include "datasets/reward/keep.h"

#include <string.h>

#include "base/hash.h"
#include "base/json_push.h"

enum { OTHERS_MAX = 16 };

/* A text or key with its length, so that no two sequences of tokens are the same bytes. */
static void put_token(struct fl_buf *out, const struct fl_json_token *t)
{
	fl_buf_printf(out, "%d %d %zu %lld %.17g ", (int)t->what, (int)t->type, t->text.len,
		(long long)t->num, t->real);
	fl_buf_slice(out, t->text);
}

/* The tokens of an object but its id and group; false: it is no JSON. */
static bool put_tokens(struct fl_slice json, struct fl_buf *out)
{
	struct fl_json_push push;
	struct fl_json_token t;
	bool skips = false;
	int rc;
	fl_json_push_init(&push, json.len + 1);
	fl_json_push_feed(&push, json);
	fl_json_push_end(&push);
	while ((rc = fl_json_push_next(&push, &t, NULL)) == 0 && t.what != FL_JSON_DONE) {
		bool key = t.what == FL_JSON_KEY && t.depth == 1;
		if (key)
			skips = fl_slice_eqs(t.text, "id") || fl_slice_eqs(t.text, "group");
		bool ends = t.what == FL_JSON_CLOSE && t.depth == 0;
		if (!skips || ends)
			put_token(out, &t);
	}
	fl_json_push_release(&push);
	return rc == 0;
}

void ds_keep_key(struct fl_slice json, const struct fl_slice *others, size_t count,
	char ret_key[DS_KEEP_KEY + 1])
{
	struct fl_slice parts[OTHERS_MAX + 1];
	struct fl_buf tokens;
	char hex[65];
	fl_buf_init(&tokens, SIZE_MAX / 2);
	bool whole = put_tokens(json, &tokens) && !tokens.failed;
	parts[0] = whole ? fl_buf_view(&tokens) : json;
	count = count < OTHERS_MAX ? count : OTHERS_MAX;
	memcpy(parts + 1, others, count * sizeof(*others));
	fl_sha256_parts(parts, count + 1, hex);
	memcpy(ret_key, hex, DS_KEEP_KEY);
	ret_key[DS_KEEP_KEY] = '\0';
	fl_buf_release(&tokens);
}

/* An entry is the label in a line, and the candidate behind it. */
int ds_keep_get(const struct ds_cache *c, const char *key, struct fl_arena *a,
	struct ds_label **ret_label, struct fl_slice *ret_candidate, struct fl_error *err)
{
	struct fl_buf entry;
	struct fl_slice line = {0};
	fl_buf_init(&entry, DS_CACHE_RESULT_MAX);
	int rc = ds_cache_get(c, key, &entry, err);
	struct fl_slice rest = rc ? line : fl_arena_slice(a, fl_buf_view(&entry));
	fl_buf_release(&entry);
	if (rc)
		return rc;
	fl_slice_line(&rest, &line);
	rc = ds_label_read(line, a, ret_label, err);
	if (rc == 0)
		*ret_candidate = rest;
	return rc;
}

void ds_keep_put(const struct ds_cache *c, const char *key, const struct ds_label *label,
	struct fl_slice candidate)
{
	struct fl_buf entry;
	if (!c || label->infra_error.len || label->flaky)
		return;
	fl_buf_init(&entry, DS_CACHE_RESULT_MAX);
	ds_label_write(&entry, label);
	fl_buf_char(&entry, '\n');
	fl_buf_slice(&entry, candidate);
	if (!entry.failed)
		ds_cache_keep(c, key, fl_buf_view(&entry));
	fl_buf_release(&entry);
}
