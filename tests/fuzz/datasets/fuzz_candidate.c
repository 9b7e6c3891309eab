/*
 * Bodies of requests, any bytes: as a candidate, and as what others' clients send. What is refused
 * has a reason; what is taken is fit to be built; nothing depends on when it is read.
 */
#include <stdlib.h>
#include <string.h>

#include "datasets/reward/candidate.h"
#include "datasets/reward/headers.h"
#include "datasets/reward/instances.h"
#include "datasets/reward/keep.h"
#include "datasets/serve/foreign.h"
#include "tracegen/program.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARENA_MAX = 256 << 20, LONGEST_MS = 2 * DS_FOREIGN_SECONDS_MAX * 1000 };

static void require(bool holds)
{
	if (!holds)
		abort();
}

static void check_taken(const struct ds_candidate *c)
{
	const struct tg_file *f = c->files.items;
	const struct ds_trial *t = c->tests.items;
	for (size_t i = 0; i < c->files.len; i++)
		require(f[i].path.len && f[i].path.ptr[0] != '/' && f[i].path.ptr[0] != '-' &&
			fl_slice_find(f[i].path, "..") != 0);
	for (size_t i = 0; i < c->tests.len; i++)
		require(t[i].name.len && t[i].weight >= 0 && t[i].exit_status >= 0);
	require(c->limits.cpu_ms && c->limits.memory_mb && c->limits.output_max);
	require(c->refusal ? c->why.len > 0 : c->files.len > 0);
}

static int read_once(struct fl_slice body, struct fl_error *err)
{
	struct ds_candidate c = {0};
	struct fl_arena a;
	fl_arena_init(&a, ARENA_MAX);
	int rc = ds_candidate_read(body, &a, &c, err);
	if (rc == 0)
		check_taken(&c);
	fl_arena_release(&a);
	return rc;
}

static void check_text(struct fl_slice body)
{
	struct fl_arena a;
	struct fl_buf text;
	const struct fl_json *v;
	fl_arena_init(&a, ARENA_MAX);
	fl_buf_init(&text, ARENA_MAX);
	ds_foreign_text(&text, body);
	require(fl_json_parse(fl_buf_view(&text), &a, &v, NULL) == 0 && v->type == FL_JTEXT);
	fl_buf_release(&text);
	fl_arena_release(&a);
}

static bool is_written_by_us(struct fl_slice line)
{
	static const char signs[] = "<>_:,#./+- ";
	for (size_t i = 0; i < line.len; i++) {
		char c = line.ptr[i];
		if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') &&
			!memchr(signs, c, sizeof(signs) - 1))
			return false;
	}
	return true;
}

/* What a compiler gets in our name has no other form, whatever a source holds. */
static void check_headers(struct fl_slice source)
{
	struct fl_slice headers, instances, line;
	struct fl_arena a;
	fl_arena_init(&a, ARENA_MAX);
	headers = ds_headers_of(source, &a);
	instances = ds_instances_of(source, &a);
	while (fl_slice_line(&headers, &line))
		require(fl_slice_starts(line, "#include <") && fl_slice_ends(line, ">") &&
			is_written_by_us(line));
	require(fl_slice_count(instances, '\n') <= DS_INSTANCES_MAX);
	while (fl_slice_line(&instances, &line))
		require(fl_slice_starts(line, "template class std::") &&
			fl_slice_ends(line, ">;") &&
			is_written_by_us(fl_slice_head(line, line.len - 1)));
	fl_arena_release(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_slice body = fl_slice((const char *)data, size);
	struct fl_error first = {0}, second = {0};
	char one[DS_KEEP_KEY + 1], two[DS_KEEP_KEY + 1];
	int rc = read_once(body, &first);
	require(rc == read_once(body, &second) && strcmp(first.message, second.message) == 0);
	require(rc == 0 || first.message[0]);
	ds_keep_key(body, &body, 1, one);
	ds_keep_key(body, &body, 1, two);
	require(strlen(one) == DS_KEEP_KEY && strcmp(one, two) == 0);
	for (int face = DS_FACE_RUN_CODE; face <= DS_FACE_PISTON; face++) {
		int64_t ms = ds_foreign_patience((enum ds_face)face, body);
		require(ms >= DS_FOREIGN_MARGIN_MS && ms <= LONGEST_MS + DS_FOREIGN_MARGIN_MS);
	}
	check_text(body);
	check_headers(body);
	return 0;
}
