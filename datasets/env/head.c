#include "datasets/env/head.h"

#include <string.h>

#include "base/json_push.h"

static int take(const struct fl_json_token *t, struct fl_slice key, struct ds_env_head *head,
	struct fl_error *err)
{
	if (fl_slice_eqs(key, "episode")) {
		if (t->type != FL_JTEXT)
			return fl_error_set(err, FL_EPARSE, "\"episode\" has to be text");
		/* A longer one is none of ours, and neither is its beginning. */
		size_t n = t->text.len == DS_ENV_ID ? DS_ENV_ID : 1;
		memcpy(head->episode, t->text.len == DS_ENV_ID ? t->text.ptr : "?", n);
		head->episode[n] = '\0';
	} else if (fl_slice_eqs(key, "step")) {
		if (t->type != FL_JINT || t->num < 1)
			return fl_error_set(err, FL_EPARSE, "\"step\" has to be a number, from 1");
		head->step = t->num;
	}
	return 0;
}

static void start(struct fl_json_push *push, struct fl_slice body)
{
	fl_json_push_init(push, body.len + 1);
	fl_json_push_feed(push, body);
	fl_json_push_end(push);
}

int ds_env_head_read(struct fl_slice body, struct ds_env_head *ret_head, struct fl_error *err)
{
	struct fl_json_push push;
	struct fl_json_token t;
	struct ds_env_head head = {0};
	struct fl_slice key = {0};
	char name[8];
	int rc;
	start(&push, body);
	while ((rc = fl_json_push_next(&push, &t, err)) == 0 && t.what != FL_JSON_DONE) {
		if (t.depth == 0 && t.what == FL_JSON_OPEN && t.type != FL_JOBJECT)
			break;
		if (t.depth != 1)
			continue;
		if (t.what == FL_JSON_KEY) {
			key = fl_slice_head(t.text, sizeof(name));
			memcpy(name, key.ptr, key.len);
			key.ptr = name;
		} else if ((t.what == FL_JSON_VALUE || t.what == FL_JSON_OPEN) &&
			   (rc = take(&t, key, &head, err)) != 0) {
			break;
		}
	}
	fl_json_push_release(&push);
	if (rc == 0 && !head.episode[0])
		rc = fl_error_set(err, FL_EPARSE,
			"the body has to be an object with an \"episode\", which POST /env/reset "
			"gives");
	if (rc == 0)
		*ret_head = head;
	return rc;
}

static struct fl_slice value_start(struct fl_slice rest)
{
	while (rest.len && memchr(" \t\r\n:", rest.ptr[0], 5))
		rest = fl_slice_skip(rest, 1);
	return rest;
}

struct fl_slice ds_env_member(struct fl_slice body, const char *key)
{
	struct fl_json_push push;
	struct fl_json_token t;
	struct fl_slice from = {0}, found = {0};
	start(&push, body);
	while (fl_json_push_next(&push, &t, NULL) == 0 && t.what != FL_JSON_DONE) {
		if (t.depth != 1)
			continue;
		struct fl_slice rest = fl_json_push_rest(&push);
		if (t.what == FL_JSON_KEY && fl_slice_eqs(t.text, key))
			from = value_start(rest);
		else if (from.ptr && (t.what == FL_JSON_VALUE || t.what == FL_JSON_CLOSE)) {
			found = fl_slice_head(from, (size_t)(rest.ptr - from.ptr));
			break;
		}
	}
	fl_json_push_release(&push);
	return found;
}
