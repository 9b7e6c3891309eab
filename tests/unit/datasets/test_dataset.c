/* Reading and verifying datasets: what is whole passes, every damage is found. timeout: 300 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "base/process.h"
#include "base/zst.h"
#include "datasets/convert.h"
#include "datasets/dataset.h"
#include "datasets/show.h"
#include "record_sample.h"

struct fixture {
	char dir[40];
	struct fl_arena arena;
	struct fl_buf log; /* complaints */
	int64_t seen;
};

static int setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));
	strcpy(f->dir, "/tmp/fl-dataset-XXXXXX");
	assert_non_null(mkdtemp(f->dir));
	fl_arena_init(&f->arena, 256 << 20);
	fl_buf_init(&f->log, 1 << 20);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;
	const char *const argv[] = {"rm", "-rf", f->dir, NULL};
	const struct fl_process_spec spec = {.argv = argv};
	struct fl_process_result result;
	assert_int_equal(fl_process_run(&spec, NULL, NULL, &result, NULL), 0);
	fl_arena_release(&f->arena);
	fl_buf_release(&f->log);
	free(f);
	return 0;
}

static const char *path_of(struct fixture *f, const char *name)
{
	return fl_arena_printf(&f->arena, "%s/%s", f->dir, name).ptr;
}

/* A dataset of these records, sealed or not, with a manifest that goes with its bytes. */
static void write_dataset(struct fixture *f, struct ds_record *const *records, size_t count)
{
	const struct ds_shards_opts opts = {.dir = f->dir};
	struct ds_manifest m = {.schema_version = DS_SCHEMA_VERSION};
	struct ds_shards *s;
	assert_int_equal(ds_shards_new(&opts, &s, NULL), 0);
	struct fl_sink *sink = ds_shards_sink(s);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(sink->put(sink, &ds_record_shape, records[i], NULL), 0);
	assert_int_equal(ds_shards_finish(s, &f->arena, &m.shards, NULL), 0);
	assert_int_equal(ds_manifest_write(f->dir, &m, NULL), 0);
	ds_shards_free(s);
}

static struct ds_record *sealed(struct fixture *f, unsigned number)
{
	struct ds_record *r = sample_record(&f->arena, number);
	assert_int_equal(ds_record_seal(r, &f->arena, NULL), 0);
	return r;
}

static void write_sample(struct fixture *f, unsigned count)
{
	struct ds_record *records[64];
	for (unsigned i = 0; i < count; i++) {
		records[i] = sample_record(&f->arena, i);
		if (i % 2)
			sample_trace(records[i], &f->arena);
		assert_int_equal(ds_record_seal(records[i], &f->arena, NULL), 0);
	}
	write_dataset(f, records, count);
}

static void complain(void *ctx, const char *shard, int64_t row, const char *message)
{
	struct fixture *f = ctx;
	fl_buf_printf(&f->log, "%s:%d: %s\n", shard ? shard : "", (int)row, message);
}

static int each(
	void *ctx, const struct ds_record *r, int64_t index, int64_t rows, struct fl_error *err)
{
	struct fixture *f = ctx;
	(void)err;
	assert_int_equal(index, f->seen++);
	assert_true(index < rows && r->id.len == DS_ID_LEN);
	return 0;
}

/* The count of complaints. */
static int64_t verify(struct fixture *f)
{
	const struct ds_verify_opts opts = {.complain = complain, .ctx = f};
	struct ds_verify_report report;
	fl_buf_clear(&f->log);
	assert_int_equal(ds_verify(f->dir, &opts, &report, NULL), 0);
	return report.faults;
}

static void whole(void **state)
{
	struct fixture *f = *state;
	const struct ds_verify_opts opts = {.complain = complain, .each = each, .ctx = f};
	struct ds_verify_report report;
	write_sample(f, 20);
	assert_int_equal(ds_verify(f->dir, &opts, &report, NULL), 0);
	assert_string_equal(f->log.data, "");
	assert_int_equal(report.faults, 0);
	assert_int_equal(report.rows, 20);
	assert_int_equal(report.shards, 2);
	assert_int_equal(f->seen, 20);
}

static void no_manifest(void **state)
{
	struct fixture *f = *state;
	write_sample(f, 1);
	unlink(path_of(f, "manifest.json"));
	assert_int_equal(verify(f), 1);
	assert_non_null(strstr(f->log.data, "no manifest.json"));
}

/* Every truncation and every flip of the bytes of a small shard. */
static void damaged_shard(void **state)
{
	struct fixture *f = *state;
	const char *path = path_of(f, "sanitizer_fix-00000.jsonl.zst");
	struct fl_buf b;
	write_sample(f, 1);
	fl_buf_init(&b, 1 << 20);
	assert_int_equal(fl_buf_read_file(&b, path, NULL), 0);
	for (size_t i = 0; i < b.len; i++) {
		assert_int_equal(ds_file_write(path, fl_slice(b.data, i), NULL), 0);
		assert_in_range(verify(f), 1, 3);
		b.data[i] = (char)(b.data[i] ^ (1 << i % 8));
		assert_int_equal(ds_file_write(path, fl_buf_view(&b), NULL), 0);
		assert_in_range(verify(f), 1, 3);
		b.data[i] = (char)(b.data[i] ^ (1 << i % 8));
	}
	fl_buf_char(&b, 'x');
	assert_int_equal(ds_file_write(path, fl_buf_view(&b), NULL), 0);
	assert_in_range(verify(f), 1, 3);
	assert_int_equal(ds_file_write(path, fl_slice(b.data, b.len - 1), NULL), 0);
	assert_int_equal(verify(f), 0);
	fl_buf_release(&b);
}

static void missing_and_stray(void **state)
{
	struct fixture *f = *state;
	write_sample(f, 4);
	assert_int_equal(rename(path_of(f, "trace_fix-00000.jsonl.zst"),
				 path_of(f, "trace_fix-00009.jsonl.zst")),
		0);
	assert_int_equal(verify(f), 2);
	assert_non_null(
		strstr(f->log.data, ":0: trace_fix-00009.jsonl.zst is not in the manifest"));
	assert_non_null(strstr(f->log.data, "trace_fix-00000.jsonl.zst:0: cannot open"));
}

/* The manifest goes with the bytes; the rows are wrong. */
static void wrong_rows(void **state)
{
	struct fixture *f = *state;
	struct ds_record *records[3] = {sealed(f, 1), sealed(f, 2), sealed(f, 1)};
	write_dataset(f, records, 3);
	assert_int_equal(verify(f), 1);
	assert_non_null(strstr(f->log.data, "jsonl.zst:3: id "));
	assert_non_null(strstr(f->log.data, " comes twice"));
	records[1]->error_class = DIAG_CLASS_UB;
	assert_int_equal(ds_record_seal(records[1], &f->arena, NULL), 0);
	write_dataset(f, records, 2);
	assert_int_equal(verify(f), 1);
	assert_non_null(strstr(f->log.data, "jsonl.zst:2: record "));
	assert_non_null(strstr(f->log.data, "error_class is not that of the operator"));
}

/* One shard of these bytes, with a manifest that goes with them but for the hash of `hashed`. */
static void write_hashed(
	struct fixture *f, struct fl_slice raw, int64_t rows, struct fl_slice hashed)
{
	struct fl_buf packed;
	struct ds_shard *s = fl_arena_alloc(&f->arena, sizeof(*s));
	char hex[65];
	fl_buf_init(&packed, 1 << 20);
	assert_int_equal(fl_zst_compress(raw, 3, &packed, NULL), 0);
	assert_int_equal(ds_file_write(path_of(f, "sanitizer_fix-00000.jsonl.zst"),
				 fl_buf_view(&packed), NULL),
		0);
	*s = (struct ds_shard){.path = FL_S("sanitizer_fix-00000.jsonl.zst"),
		.kind = DS_KIND_SANITIZER_FIX,
		.rows = rows,
		.bytes = (int64_t)packed.len,
		.raw_bytes = (int64_t)raw.len};
	fl_sha256_hex(hashed, hex);
	s->raw_sha256 = fl_arena_slice(&f->arena, fl_slice_str(hex));
	fl_sha256_hex(fl_buf_view(&packed), hex);
	s->sha256 = fl_arena_slice(&f->arena, fl_slice_str(hex));
	const struct ds_manifest m = {.schema_version = DS_SCHEMA_VERSION, .shards = {s, 1}};
	assert_int_equal(ds_manifest_write(f->dir, &m, NULL), 0);
	fl_buf_release(&packed);
}

static void write_raw(struct fixture *f, struct fl_slice raw, int64_t rows)
{
	write_hashed(f, raw, rows, raw);
}

static void wrong_lines(void **state)
{
	struct fixture *f = *state;
	struct fl_buf b;
	fl_buf_init(&b, 1 << 20);
	fl_json_object(&b, &ds_record_shape, sealed(f, 1));
	fl_buf_char(&b, '\n');
	write_raw(f, fl_buf_view(&b), 1);
	assert_int_equal(verify(f), 0);
	write_hashed(f, fl_buf_view(&b), 1, FL_S("others"));
	assert_int_equal(verify(f), 1);
	write_raw(f, fl_buf_view(&b), 2);
	assert_int_equal(verify(f), 1);
	assert_non_null(strstr(f->log.data, ":0: it has 1 rows, not 2"));
	write_raw(f, fl_slice(b.data, b.len - 1), 1);
	assert_int_equal(verify(f), 1);
	assert_non_null(strstr(f->log.data, "the last line does not end"));
	b.data[b.len - 1] = ' ';
	fl_buf_char(&b, '\n');
	write_raw(f, fl_buf_view(&b), 1);
	assert_int_equal(verify(f), 1);
	assert_non_null(strstr(f->log.data, "not in canonical form"));
	write_raw(f, FL_S("{}\n"), 1);
	assert_int_equal(verify(f), 1);
	fl_buf_release(&b);
}

static int count_row(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	int64_t *left = ctx;
	(void)err;
	assert_true(row->line.len > 0);
	return --*left == 0;
}

static void rows(void **state)
{
	struct fixture *f = *state;
	struct fl_error err;
	int64_t left = 1000;
	assert_int_equal(ds_rows_each(f->dir, false, count_row, &left, &err), FL_ENOTFOUND);
	write_sample(f, 10);
	assert_int_equal(ds_rows_each(f->dir, true, count_row, &left, &err), 0);
	assert_int_equal(left, 990);
	left = 3;
	assert_int_equal(ds_rows_each(f->dir, false, count_row, &left, &err), 1);
	const char *plain = path_of(f, "zz.jsonl");
	assert_int_equal(ds_file_write(plain, FL_S("{}\n{\"x\":1}\n"), NULL), 0);
	left = 1000;
	assert_int_equal(ds_rows_each(plain, false, count_row, &left, &err), 0);
	assert_int_equal(left, 998);
	assert_int_equal(ds_rows_each(plain, true, count_row, &left, &err), FL_EPARSE);
	assert_non_null(strstr(err.message, "zz.jsonl:1: "));
}

static void showing(void **state)
{
	struct fixture *f = *state;
	struct ds_record *r = sample_record(&f->arena, 1);
	struct fl_buf b;
	fl_buf_init(&b, 1 << 20);
	r->context = FL_S("a \033[31mtrick\033[0m \a caf\303\251");
	assert_int_equal(ds_record_seal(r, &f->arena, NULL), 0);
	ds_record_show(&b, r, false);
	assert_null(strchr(b.data, '\033'));
	assert_null(strchr(b.data, '\a'));
	assert_non_null(strstr(b.data, "a \\x1b[31mtrick\\x1b[0m \\x07 caf\303\251\n"));
	assert_non_null(
		strstr(b.data, "sum.c: loop-bound at sum.c:5:20 in main\n  <  became  <=\n"));
	assert_non_null(strstr(b.data, "logic CWE-193, seen as ub"));
	assert_non_null(strstr(b.data, "executed: stack-buffer-overflow, exit status 1; the fix"));
	assert_non_null(strstr(b.data, "\n+\tfor (int i = 0; i < 3; i++)\n"));
	fl_buf_clear(&b);
	ds_record_show(&b, r, true);
	assert_non_null(strstr(b.data, "\033[32m+\tfor (int i = 0; i < 3; i++)\033[0m\n"));
	/* Of what was pasted nothing was run, and nothing is said of a run. */
	r->verification.level = DS_TRANSCRIBED;
	r->verification.fixed = (struct ds_fixed){.exit_status = -1};
	fl_buf_clear(&b);
	ds_record_show(&b, r, false);
	assert_null(strstr(b.data, "behave"));
	assert_non_null(strstr(b.data, "as it was pasted; nothing was run, the fix compiles\n"));
	fl_buf_release(&b);
}

static void counting(void **state)
{
	struct fixture *f = *state;
	struct ds_tally t;
	struct ds_stats s;
	struct fl_buf b;
	fl_buf_init(&b, 1 << 20);
	assert_int_equal(ds_tally_init(&t, &f->arena, NULL), 0);
	struct ds_record *r = sealed(f, 1);
	ds_tally_add(&t, r, 100);
	ds_tally_add(&t, r, 50);
	r->kind = DS_KIND_TRACE_FIX;
	r->mutation.operator= FL_S("unheard-of");
	ds_tally_add(&t, r, 7);
	assert_int_equal(ds_tally_stats(&t, &s, NULL), 0);
	fl_json_object(&b, &ds_stats_shape, &s);
	assert_non_null(strstr(b.data,
		"{\"rows\":3,\"bytes\":157,\"kinds\":[{\"name\":\"sanitizer_fix\","
		"\"count\":2},{\"name\":\"trace_fix\",\"count\":1}],\"error_classes\":[{\"name\":"
		"\"logic\",\"count\":3}],"));
	assert_non_null(strstr(b.data, "\"operators\":[{\"name\":\"loop-bound\",\"count\":2},"
				       "{\"name\":\"other\",\"count\":1}]"));
	assert_non_null(strstr(b.data, "\"distances\":[{\"name\":\"no place\",\"count\":1}]"));
	fl_buf_clear(&b);
	ds_stats_show(&b, &s);
	assert_non_null(strstr(b.data, "sanitizer_fix                  2  66.7 %\n"));
	/* Stopped two lines behind its edit, in the file as it is with the fault. */
	const struct ds_edit *e = r->edits.items;
	struct dbg_frame frame = {.file = e->file, .line = e->buggy_line + 2};
	struct dbg_backtrace stop = {.frames = {&frame, 1}};
	struct ds_record stopped = *r;
	stopped.kind = DS_KIND_CRASH_REPORT;
	stopped.context = sample_literal(&f->arena, &dbg_backtrace_shape, &stop);
	assert_int_equal(ds_tally_init(&t, &f->arena, NULL), 0);
	ds_tally_add(&t, &stopped, 0);
	frame.file = FL_S("elsewhere.c");
	stopped.context = sample_literal(&f->arena, &dbg_backtrace_shape, &stop);
	ds_tally_add(&t, &stopped, 0);
	assert_int_equal(ds_tally_stats(&t, &s, NULL), 0);
	fl_buf_clear(&b);
	fl_json_object(&b, &ds_stats_shape, &s);
	assert_non_null(strstr(b.data, "\"distances\":[{\"name\":\"1 to 3\",\"count\":1},"
				       "{\"name\":\"another file\",\"count\":1}]"));
	fl_buf_release(&b);
}

/* Records as version 1 wrote them are read, verified, and made records of the last version. */
static void version_1(void **state)
{
	struct fixture *f = *state;
	const struct ds_verify_opts opts = {.complain = complain, .ctx = f};
	struct ds_verify_report report;
	struct ds_convert_report converted;
	const char *from =
		fl_arena_printf(&f->arena, "%s/tests/fixtures/datasets/version1", getenv("FL_SRC"))
			.ptr;
	assert_int_equal(ds_verify(from, &opts, &report, NULL), 0);
	assert_string_equal(f->log.data ? f->log.data : "", "");
	assert_int_equal(report.rows, 32);
	for (int form = 0; form < DS_FORM_COUNT; form++) {
		const char *to = path_of(f, ds_form_names.words[form]);
		assert_int_equal(mkdir(to, 0777), 0);
		struct fl_error err = {0};
		ds_convert(from, to, (enum ds_form)form, 0, &converted, &err);
		assert_string_equal(err.message, "");
		assert_string_equal(converted.why, "");
		assert_int_equal(converted.rows, 32);
		assert_int_equal(ds_verify(to, &opts, &report, NULL), 0);
		assert_string_equal(f->log.data ? f->log.data : "", "");
		assert_int_equal(report.rows, 32);
		assert_int_equal(
			ds_convert(from, to, (enum ds_form)form, 0, &converted, &err), FL_EINVAL);
	}
	/* And from one form to another without a loss. */
	const char *back = path_of(f, "back");
	assert_int_equal(mkdir(back, 0777), 0);
	assert_int_equal(
		ds_convert(path_of(f, "file"), back, DS_FORM_DIFF, 0, &converted, NULL), 0);
	struct fl_buf one, two;
	fl_buf_init(&one, 1 << 20);
	fl_buf_init(&two, 1 << 20);
	assert_int_equal(fl_buf_read_file(&one, path_of(f, "back/manifest.json"), NULL), 0);
	assert_int_equal(fl_buf_read_file(&two, path_of(f, "diff/manifest.json"), NULL), 0);
	assert_string_equal(one.data, two.data);
	fl_buf_release(&one);
	fl_buf_release(&two);
}

static unsigned count_names(const char *path)
{
	DIR *d = opendir(path);
	unsigned count = 0;
	assert_non_null(d);
	for (struct dirent *e; (e = readdir(d));)
		count += e->d_name[0] != '.';
	closedir(d);
	return count;
}

/* Converting that fails leaves nothing of what it wrote: here all shards, without a manifest. */
static void converting_fails(void **state)
{
	struct fixture *f = *state;
	struct ds_convert_report converted;
	struct fl_error err;
	const char *to = path_of(f, "to"), *blocked = path_of(f, "to/manifest.json.tmp");
	assert_int_equal(mkdir(to, 0777), 0);
	assert_int_equal(
		ds_convert(path_of(f, "none"), to, DS_FORM_DIFF, 0, &converted, &err), FL_EIO);
	assert_int_equal(fl_error_exit(&err), 3);
	assert_int_equal(ds_convert(f->dir, to, DS_FORM_DIFF, 0, &converted, &err), FL_ENOTFOUND);
	write_sample(f, 10);
	assert_int_equal(mkdir(blocked, 0777), 0);
	assert_int_equal(ds_convert(f->dir, to, DS_FORM_DIFF, 0, &converted, &err), FL_EIO);
	assert_int_equal(count_names(to), 1);
	assert_int_equal(rmdir(blocked), 0);
	assert_int_equal(ds_convert(f->dir, to, DS_FORM_DIFF, 0, &converted, &err), 0);
	assert_true(count_names(to) > 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(whole, setup, teardown),
		cmocka_unit_test_setup_teardown(no_manifest, setup, teardown),
		cmocka_unit_test_setup_teardown(damaged_shard, setup, teardown),
		cmocka_unit_test_setup_teardown(missing_and_stray, setup, teardown),
		cmocka_unit_test_setup_teardown(wrong_rows, setup, teardown),
		cmocka_unit_test_setup_teardown(wrong_lines, setup, teardown),
		cmocka_unit_test_setup_teardown(rows, setup, teardown),
		cmocka_unit_test_setup_teardown(showing, setup, teardown),
		cmocka_unit_test_setup_teardown(counting, setup, teardown),
		cmocka_unit_test_setup_teardown(version_1, setup, teardown),
		cmocka_unit_test_setup_teardown(converting_fails, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
