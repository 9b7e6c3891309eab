/* The zstd gateway: what is whole comes back, what is not is an error. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/zst.h"

enum { BUF_MAX = 64 << 20 };

static const char text[] = "{\"a\":1}\n{\"b\":\"a longer line with more in it, more in it\"}\n{}\n";

static struct fl_buf pack(struct fl_slice raw)
{
	struct fl_buf b;
	fl_buf_init(&b, BUF_MAX);
	assert_int_equal(fl_zst_compress(raw, FL_ZST_LEVEL, &b, NULL), 0);
	return b;
}

static int expand(struct fl_slice packed, struct fl_buf *out)
{
	struct fl_error err = {0};
	fl_buf_init(out, BUF_MAX);
	int rc = fl_zst_expand(packed, out, &err);
	assert_true((rc == 0) == (err.message[0] == '\0'));
	return rc;
}

/* Write the bytes to a file and count its lines; negative is the error. */
static int count_lines(struct fl_slice bytes, const char *suffix, size_t line_max)
{
	char path[] = "/tmp/fl-zst-XXXXXX.jsonl.zst";
	path[strlen(path) - strlen(".jsonl.zst")] = '\0';
	int fd = mkstemp(path);
	assert_true(fd >= 0);
	close(fd);
	unlink(path);
	strcat(path, suffix);
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(bytes.ptr, 1, bytes.len, f), bytes.len);
	fclose(f);
	struct fl_lines *l;
	struct fl_slice line;
	assert_int_equal(fl_lines_open(path, line_max, &l, NULL), 0);
	int n = 0, rc;
	while ((rc = fl_lines_next(l, &line, NULL)) == 1)
		n++;
	if (rc < 0) {
		struct fl_error again = {0};
		assert_int_equal(fl_lines_next(l, &line, &again), rc);
		assert_int_equal(again.line, n + 1);
	}
	fl_lines_close(l);
	unlink(path);
	return rc < 0 ? rc : n;
}

static void round_trip(void **state)
{
	(void)state;
	struct fl_buf packed = pack(FL_S(text)), out;
	assert_int_equal(expand(fl_buf_view(&packed), &out), 0);
	assert_true(fl_slice_eq(fl_buf_view(&out), FL_S(text)));
	assert_int_equal(count_lines(fl_buf_view(&packed), ".zst", 0), 3);
	assert_int_equal(count_lines(fl_buf_view(&packed), "", 0), 3);
	assert_int_equal(count_lines(FL_S(text), "", 0), 3);
	assert_int_equal(count_lines(FL_S("no line feed"), "", 0), 1);
	assert_int_equal(count_lines(FL_S(""), "", 0), 0);
	fl_buf_release(&out);
	fl_buf_release(&packed);
}

static void empty_frame(void **state)
{
	(void)state;
	struct fl_buf packed = pack(FL_S("")), out;
	assert_int_equal(expand(fl_buf_view(&packed), &out), 0);
	assert_int_equal(out.len, 0);
	fl_buf_release(&out);
	assert_int_equal(count_lines(fl_buf_view(&packed), ".zst", 0), 0);
	assert_int_equal(expand(FL_S(""), &out), FL_EPARSE);
	fl_buf_release(&out);
	assert_int_equal(count_lines(FL_S(""), ".zst", 0), FL_EPARSE);
	assert_int_equal(count_lines(FL_S(text), ".zst", 0), FL_EPARSE);
	fl_buf_release(&packed);
}

static void every_truncation(void **state)
{
	(void)state;
	struct fl_buf packed = pack(FL_S(text)), out;
	for (size_t n = 0; n < packed.len; n++) {
		assert_int_equal(expand(fl_slice(packed.data, n), &out), FL_EPARSE);
		fl_buf_release(&out);
		assert_int_equal(count_lines(fl_slice(packed.data, n), ".zst", 0), FL_EPARSE);
	}
	fl_buf_release(&packed);
}

static void every_flip(void **state)
{
	(void)state;
	struct fl_buf packed = pack(FL_S(text)), out;
	for (size_t i = 0; i < packed.len * 8; i++) {
		packed.data[i / 8] = (char)(packed.data[i / 8] ^ (1 << i % 8));
		int rc = expand(fl_buf_view(&packed), &out);
		/* A bit that the decoder does not use may change, the content never. */
		assert_true(rc < 0 || fl_slice_eq(fl_buf_view(&out), FL_S(text)));
		fl_buf_release(&out);
		packed.data[i / 8] = (char)(packed.data[i / 8] ^ (1 << i % 8));
	}
	fl_buf_release(&packed);
}

static void several_frames(void **state)
{
	(void)state;
	static const char skippable[] = "\x50\x2a\x4d\x18\x03\x00\x00\x00xyz";
	struct fl_buf all, one = pack(FL_S(text)), out;
	fl_buf_init(&all, BUF_MAX);
	fl_buf_slice(&all, FL_S(skippable));
	fl_buf_slice(&all, fl_buf_view(&one));
	fl_buf_slice(&all, FL_S(skippable));
	fl_buf_slice(&all, fl_buf_view(&one));
	assert_int_equal(expand(fl_buf_view(&all), &out), 0);
	assert_int_equal(out.len, 2 * strlen(text));
	fl_buf_release(&out);
	assert_int_equal(count_lines(fl_buf_view(&all), "", 0), 6);
	fl_buf_char(&all, 'x');
	assert_int_equal(expand(fl_buf_view(&all), &out), FL_EPARSE);
	fl_buf_release(&out);
	fl_buf_str(&all, "yz and more");
	assert_int_equal(count_lines(fl_buf_view(&all), "", 0), FL_EPARSE);
	fl_buf_release(&all);
	fl_buf_release(&one);
}

static void long_lines(void **state)
{
	(void)state;
	struct fl_buf raw;
	fl_buf_init(&raw, BUF_MAX);
	fl_buf_fill(&raw, 'x', 3 << 20);
	fl_buf_char(&raw, '\n');
	fl_buf_str(&raw, "short\n");
	struct fl_buf packed = pack(fl_buf_view(&raw));
	assert_int_equal(count_lines(fl_buf_view(&packed), ".zst", 0), 2);
	assert_int_equal(count_lines(fl_buf_view(&packed), ".zst", 3 << 20), 2);
	assert_int_equal(count_lines(fl_buf_view(&packed), ".zst", (3 << 20) - 1), FL_EPARSE);
	assert_int_equal(count_lines(fl_buf_view(&raw), "", 1000), FL_EPARSE);
	struct fl_buf small;
	fl_buf_init(&small, 1 << 20);
	assert_int_equal(fl_zst_expand(fl_buf_view(&packed), &small, NULL), FL_ELIMIT);
	fl_buf_release(&small);
	fl_buf_release(&packed);
	fl_buf_release(&raw);
}

/* Text in which much comes again, and much does not. */
static struct fl_buf some_text(size_t bytes)
{
	struct fl_buf b;
	uint32_t x = 1;
	fl_buf_init(&b, BUF_MAX);
	while (b.len < bytes) {
		x = x * 1664525 + 1013904223;
		fl_buf_printf(&b, "{\"id\":%u,\"text\":\"%s\"}\n", x, text + x % 8);
	}
	fl_buf_truncate(&b, bytes);
	return b;
}

/* The frame of the bytes, given in pieces. */
static struct fl_buf frame_of(struct fl_zst_frame *f, struct fl_slice raw, size_t piece)
{
	struct fl_slice frame;
	struct fl_buf b;
	for (size_t at = 0; at < raw.len; at += piece)
		assert_int_equal(
			fl_zst_frame_add(f, fl_slice_head(fl_slice_skip(raw, at), piece), NULL), 0);
	assert_int_equal(fl_zst_frame_end(f, &frame, NULL), 0);
	fl_buf_init(&b, BUF_MAX);
	fl_buf_slice(&b, frame);
	return b;
}

static void frame_as_it_comes(void **state)
{
	(void)state;
	static const size_t sizes[] = {0, 1, 1000, 1 << 20, (20 << 20) + 7};
	static const size_t pieces[] = {64 << 20, 1 << 20, 4099};
	struct fl_zst_frame *f;
	assert_int_equal(fl_zst_frame_new(3, &f, NULL), 0);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct fl_buf raw = some_text(sizes[i]), first, back;
		for (size_t k = 0; k < sizeof(pieces) / sizeof(pieces[0]); k++) {
			struct fl_buf packed = frame_of(f, fl_buf_view(&raw), pieces[k]);
			if (k == 0)
				first = packed;
			assert_true(fl_slice_eq(fl_buf_view(&packed), fl_buf_view(&first)));
			if (k)
				fl_buf_release(&packed);
		}
		/* RFC 8878: a checksum, and a content size of eight bytes behind the window's */
		assert_int_equal((unsigned char)first.data[4], 0xc4);
		for (unsigned b = 0; b < 8; b++)
			assert_int_equal((unsigned char)first.data[6 + b],
				(unsigned char)((uint64_t)sizes[i] >> 8 * b));
		assert_int_equal(expand(fl_buf_view(&first), &back), 0);
		assert_true(fl_slice_eq(fl_buf_view(&back), fl_buf_view(&raw)));
		fl_buf_release(&raw);
		fl_buf_release(&first);
		fl_buf_release(&back);
	}
	fl_zst_frame_free(f);
	fl_zst_frame_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frame_as_it_comes),
		cmocka_unit_test(round_trip),
		cmocka_unit_test(empty_frame),
		cmocka_unit_test(every_truncation),
		cmocka_unit_test(every_flip),
		cmocka_unit_test(several_frames),
		cmocka_unit_test(long_lines),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
