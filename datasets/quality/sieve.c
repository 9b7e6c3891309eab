#include "datasets/quality/sieve.h"

#include <stdlib.h>

#include "datasets/quality/licence.h"
#include "datasets/quality/table.h"
#include "datasets/quality/text.h"

const char *const ds_sieve_words[DS_SIEVE_VERDICTS] = {
#define X(id, words) words,
	DS_SIEVES(X)
#undef X
};

enum { ROW_MAX = 128 << 20 };

struct ds_sieve {
	struct ds_sieve_opts opts;
	struct ds_table taken; /* rows, by repository and kind */
	struct fl_buf key;
};

int ds_sieve_new(
	const struct ds_sieve_opts *opts, struct ds_sieve **ret_sieve, struct fl_error *err)
{
	struct ds_sieve *s = calloc(1, sizeof(*s));
	if (!s)
		return fl_error_set(err, FL_ENOMEM, "out of memory for rows");
	s->opts = *opts;
	fl_buf_init(&s->key, ROW_MAX);
	*ret_sieve = s;
	return 0;
}

void ds_sieve_free(struct ds_sieve *s)
{
	if (!s)
		return;
	ds_table_release(&s->taken);
	fl_buf_release(&s->key);
	free(s);
}

static struct fl_slice licence_of(const struct fl_json *row)
{
	struct fl_slice licence = fl_json_str(fl_json_get(row, "licence"));
	if (!licence.len)
		licence = fl_json_str(fl_json_get(row, "license"));
	if (!licence.len)
		licence = fl_json_str(fl_json_get(fl_json_get(row, "provenance"), "licence"));
	return licence;
}

/* Count the row, if there is room for it. */
static int count(struct ds_sieve *s, const struct fl_json *row, enum ds_sieve_verdict *ret,
	struct fl_error *err)
{
	fl_buf_clear(&s->key);
	fl_buf_slice(&s->key, fl_json_str(fl_json_get(row, "kind")));
	fl_buf_char(&s->key, '\n');
	fl_buf_slice(&s->key, ds_text_group(row, FL_S("")));
	uint64_t key = ds_table_key(fl_buf_view(&s->key));
	int64_t *taken = ds_table_find(&s->taken, key);
	if (!taken)
		return ds_table_put(&s->taken, key, 1, err);
	if (*taken == s->opts.cap)
		*ret = DS_SIEVE_CAP;
	else
		(*taken)++;
	return 0;
}

int ds_sieve_row(struct ds_sieve *s, struct fl_slice line, enum ds_sieve_verdict *ret_verdict,
	struct fl_error *err)
{
	const struct fl_json *row = NULL;
	enum ds_sieve_verdict verdict = DS_SIEVE_TAKEN;
	struct fl_arena a;
	fl_arena_init(&a, ROW_MAX);
	int rc = fl_json_parse(line, &a, &row, err);
	if (rc == 0 && row->type != FL_JOBJECT)
		rc = fl_error_set(err, FL_EPARSE, "no JSON object");
	if (rc == 0 && s->opts.licences.len &&
		!ds_licence_allowed(licence_of(row), s->opts.licences))
		verdict = DS_SIEVE_LICENCE;
	else if (rc == 0 && s->opts.cap)
		rc = count(s, row, &verdict, err);
	if (rc == 0)
		*ret_verdict = verdict;
	fl_arena_release(&a);
	return rc;
}
