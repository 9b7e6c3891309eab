/* Errors, slices, paths, buffers, arenas, hashes, the generator, UTF-8: their stated limits and results. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/base64.h"
#include "base/hash.h"
#include "base/lanes.h"
#include "base/model.h"
#include "base/path.h"
#include "base/rng.h"
#include "base/source_name.h"
#include "base/utf8.h"

static void error_text(void **state)
{
	(void)state;
	struct fl_error err;
	assert_int_equal(FL_EPARSE, fl_error_at(&err, FL_EPARSE, 3, 4, 20, "bad %s", "thing"));
	assert_int_equal(3, err.line);
	fl_error_wrap(&err, "file %d", 7);
	assert_int_equal(FL_EPARSE, err.code);
	fl_error_wrap(NULL, "nobody listens");
	assert_string_equal("file 7: bad thing", err.message);
	assert_int_equal(20, err.offset);
	fl_error_sys(&err, FL_EIO, 2, "cannot open %s", "x");
	assert_string_equal("cannot open x: No such file or directory", err.message);
	assert_int_equal(FL_EINVAL, fl_error_set(NULL, FL_EINVAL, "nobody listens"));
	fl_error_set(&err, FL_EINVAL, "%0600d", 1);
	assert_int_equal(sizeof(err.message) - 1, strlen(err.message));
}

static void slice_search(void **state)
{
	(void)state;
	struct fl_slice s = FL_S("a\0bc\nline two\n\nlast"), line;
	assert_int_equal(1, fl_slice_chr(s, '\0'));
	assert_int_equal(2, fl_slice_find(s, "bc"));
	assert_int_equal(-1, fl_slice_find(s, "zz"));
	assert_int_equal(-1, fl_slice_chr(fl_slice(NULL, 0), 'x'));
	size_t count = 0, bytes = 0;
	while (fl_slice_line(&s, &line)) {
		count++;
		bytes += line.len;
	}
	assert_int_equal(4, count);
	assert_int_equal(4 + 8 + 0 + 4, bytes);
	assert_true(fl_slice_eqs(fl_slice_trim(FL_S(" \tx y\r\n")), "x y"));
	uint32_t v = 9;
	assert_int_equal(10, fl_slice_uint(FL_S("4294967295:"), &v));
	assert_int_equal(4294967295u, v);
	assert_int_equal(0, fl_slice_uint(FL_S("4294967296"), &v));
	assert_int_equal(0, fl_slice_uint(FL_S("-1"), &v));
	assert_int_equal(-1, fl_slice_cmp(FL_S("ab"), FL_S("abc")));
	assert_int_equal(1, fl_slice_cmp(FL_S("b"), FL_S("abc")));
}

/* The vectors of RFC 4648, section 10, and every byte there and back. */
static void paths(void **state)
{
	(void)state;
	static const struct {
		const char *path, *straight;
		bool leaves;
	} of[] = {
		{"a/b.c", "a/b.c", false},
		{"/a//./b/", "a/b", false},
		{"a/../b/./../c", "c", false},
		{"a/..", "", false},
		{"", "", false},
		{".", "", false},
		{"..", "", true},
		{"/../a", "a", true},
		{"a/../../b", "b", true},
		{"..a/.b/...", "..a/.b/...", false},
	};
	struct fl_arena a;
	bool leaves;
	fl_arena_init(&a, 1000);
	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		struct fl_slice s = fl_path_straight(&a, fl_slice_str(of[i].path), &leaves);
		assert_string_equal(s.ptr, of[i].straight);
		assert_int_equal(s.len, strlen(of[i].straight));
		assert_int_equal(leaves, of[i].leaves);
		bool same = of[i].path[0] && strcmp(of[i].path, of[i].straight) == 0;
		assert_int_equal(fl_path_is_straight(fl_slice_str(of[i].path)), same);
	}
	fl_arena_release(&a);
	fl_arena_init(&a, 1);
	assert_int_equal(fl_path_straight(&a, FL_S("a/b"), NULL).len, 0);
	assert_int_equal(a.failed, FL_ELIMIT);
	fl_arena_release(&a);
	assert_true(fl_slice_eqs(fl_path_name(FL_S("/a/b.c")), "b.c"));
	assert_true(fl_slice_eqs(fl_path_name(FL_S("b.c")), "b.c"));
	assert_int_equal(fl_path_name(FL_S("a/")).len, 0);
}

static void slice_lines(void **state)
{
	static const struct {
		const char *text;
		size_t feeds, lines;
	} of[] = {{"", 0, 0}, {"\n", 1, 1}, {"a", 0, 1}, {"a\n", 1, 1}, {"a\n\n", 2, 2},
		{"\na", 1, 2}};
	(void)state;
	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		struct fl_slice rest = fl_slice_str(of[i].text), line;
		size_t n = 0;
		assert_int_equal(fl_slice_count(rest, '\n'), of[i].feeds);
		assert_int_equal(fl_slice_lines(rest), of[i].lines);
		while (fl_slice_line(&rest, &line))
			n++;
		assert_int_equal(n, of[i].lines);
	}
	assert_true(fl_slice_eqs(fl_slice_line_at(FL_S("a\n\nc"), 1), "a"));
	assert_true(fl_slice_eqs(fl_slice_line_at(FL_S("a\n\nc"), 3), "c"));
	assert_int_equal(fl_slice_line_at(FL_S("a\n\nc"), 2).len, 0);
	assert_int_equal(fl_slice_line_at(FL_S("a\n\nc"), 4).len, 0);
	assert_int_equal(fl_slice_line_at(FL_S("a\n\nc"), 0).len, 0);
}

static void base_64(void **state)
{
	static const char *const pairs[][2] = {{"", ""}, {"f", "Zg=="}, {"fo", "Zm8="},
		{"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"fooba", "Zm9vYmE="},
		{"foobar", "Zm9vYmFy"}};
	static const char *const wrong[] = {"Zg=", "Z===", "Zg==Zg==", "Zm9 ", "=m9v", "Z"};
	struct fl_buf text, bytes;
	char all[256];
	(void)state;
	fl_buf_init(&text, 1024);
	fl_buf_init(&bytes, 1024);
	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		fl_buf_clear(&text);
		fl_buf_clear(&bytes);
		fl_base64_encode(&text, fl_slice_str(pairs[i][0]));
		assert_string_equal(pairs[i][1], text.data);
		assert_int_equal(0, fl_base64_decode(&bytes, fl_buf_view(&text), NULL));
		assert_string_equal(pairs[i][0], bytes.data);
	}
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		assert_int_equal(FL_EPARSE, fl_base64_decode(&bytes, fl_slice_str(wrong[i]), NULL));
	for (size_t i = 0; i < sizeof(all); i++)
		all[i] = (char)i;
	fl_buf_clear(&text);
	fl_buf_clear(&bytes);
	fl_base64_encode(&text, fl_slice(all, sizeof(all)));
	assert_int_equal(0, fl_base64_decode(&bytes, fl_buf_view(&text), NULL));
	assert_int_equal(sizeof(all), bytes.len);
	assert_memory_equal(all, bytes.data, sizeof(all));
	fl_buf_release(&text);
	fl_buf_release(&bytes);
}

static void buffer_limit(void **state)
{
	(void)state;
	struct fl_buf b;
	fl_buf_init(&b, 10);
	fl_buf_str(&b, "12345");
	fl_buf_printf(&b, "%s", "67890");
	assert_int_equal(0, fl_buf_error(&b, "it", NULL));
	fl_buf_char(&b, 'x');
	assert_int_equal(FL_ELIMIT, fl_buf_error(&b, "it", NULL));
	assert_string_equal("1234567890", b.data);
	fl_buf_str(&b, "");
	fl_buf_clear(&b);
	assert_int_equal(0, b.failed);
	fl_buf_fill(&b, '-', 10);
	assert_string_equal("----------", b.data);
	fl_buf_release(&b);
	assert_string_equal("", b.data);
}

static void buffer_long_printf(void **state)
{
	(void)state;
	struct fl_buf b;
	fl_buf_init(&b, 100000);
	fl_buf_printf(&b, "%05000d|", 7);
	assert_int_equal(5001, b.len);
	assert_int_equal('|', b.data[5000]);
	assert_int_equal('\0', b.data[5001]);
	fl_buf_release(&b);
}

static void arena_limit(void **state)
{
	(void)state;
	struct fl_arena a;
	fl_arena_init(&a, 100000);
	for (int i = 0; i < 90; i++) {
		char *p = fl_arena_alloc(&a, 1000);
		assert_non_null(p);
		assert_int_equal(0, (uintptr_t)p % sizeof(max_align_t) % 16);
		assert_int_equal(0, p[999]);
		memset(p, 0xff, 1000);
	}
	assert_null(fl_arena_alloc(&a, 10001));
	assert_int_equal(FL_ELIMIT, fl_arena_error(&a, "it", NULL));
	assert_null(fl_arena_alloc(&a, 1));
	fl_arena_release(&a);
	assert_null(fl_arena_array(&a, SIZE_MAX / 2, 3));
	fl_arena_release(&a);
	for (size_t size = 1; size < 90000; size = size * 3 + 1) {
		for (int i = 0; i < 3 && !a.failed; i++) {
			char *p = fl_arena_alloc(&a, size);
			assert_true(!p == (a.failed != 0));
			for (size_t at = 0; p && at < size; at++)
				assert_int_equal(0, p[at]);
			if (p)
				memset(p, 0xff, size);
		}
		fl_arena_clear(&a);
		assert_int_equal(0, a.used);
		assert_int_equal(0, a.failed);
		assert_int_equal(100000, a.max);
	}
	fl_arena_release(&a);
	assert_true(fl_slice_eqs(fl_arena_printf(&a, "%d-%s", 5, "x"), "5-x"));
	fl_arena_release(&a);
}

/* What comes behind a mark goes again, whatever there was; what was there before stays. */
static void arena_rewound(void **state)
{
	(void)state;
	struct fl_arena a;
	for (size_t before = 0; before < 9000; before = before * 2 + 1)
		for (size_t behind = 0; behind < 99999; behind = behind * 3 + 1) {
			fl_arena_init(&a, 50000);
			char *first = before ? fl_arena_alloc(&a, before) : NULL;
			if (first)
				memset(first, 'x', before);
			size_t used = a.used;
			struct fl_arena_mark mark = fl_arena_mark(&a);
			for (size_t i = 0; i < 3; i++) {
				char *p = fl_arena_alloc(&a, behind);
				if (p)
					memset(p, 0xff, behind);
			}
			fl_arena_rewind(&a, mark);
			assert_int_equal(used, a.used);
			assert_int_equal(0, a.failed);
			for (size_t at = 0; at < before; at++)
				assert_int_equal('x', first[at]);
			char *next = fl_arena_alloc(&a, 100);
			for (size_t at = 0; at < 100; at++)
				assert_int_equal(0, next[at]);
			fl_arena_release(&a);
		}
}

/* How a child that looks at p ends: its exit status, or minus the signal. */
static int child_sees(const char *p)
{
	int status;
	pid_t pid = fork();
	if (pid == 0) {
		signal(SIGSEGV, SIG_DFL); /* a sanitizer would say much */
		_exit(*(const volatile char *)p);
	}
	assert_int_equal(pid, waitpid(pid, &status, 0));
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* What is hidden is not in children; what takes its place later is. */
static void arena_hidden(void **state)
{
	(void)state;
	struct fl_arena a;
	fl_arena_init(&a, 1 << 20);
	char *p = fl_arena_alloc(&a, 400000);
	memset(p, 7, 400000);
	assert_int_equal(7, child_sees(p + 200000));
	fl_arena_hide(&a);
	assert_int_equal(-SIGSEGV, child_sees(p + 200000));
	assert_int_equal(7, p[200000]);
	fl_arena_release(&a);
	for (int i = 0; i < 2; i++) {
		p = fl_arena_alloc(&a, 400000);
		p[200000] = 5;
		assert_int_equal(5, child_sees(p + 200000));
		fl_arena_hide(&a);
		fl_arena_clear(&a);
	}
	fl_arena_release(&a);
}

static size_t mappings(void)
{
	char line[512];
	size_t n = 0;
	FILE *f = fopen("/proc/self/maps", "r");
	assert_non_null(f);
	while (fgets(line, sizeof(line), f))
		n += strchr(line, '\n') != NULL;
	fclose(f);
	return n;
}

/* Each mapping costs at every fork: a large arena that is hidden has few. */
static void arena_of_few_mappings(void **state)
{
	(void)state;
	enum { PIECE = 1 << 16, PIECES = 4096 };
	struct fl_arena a;
	size_t before = mappings();
	fl_arena_init(&a, (size_t)PIECE * PIECES);
	for (int i = 0; i < PIECES; i++)
		assert_non_null(fl_arena_alloc(&a, PIECE));
	fl_arena_hide(&a);
	assert_in_range(mappings() - before, 1, 120);
	fl_arena_release(&a);
}

static void sha256_known(void **state)
{
	(void)state;
	char hex[65], other[65];
	/* FIPS 180-4's own example. */
	fl_sha256_hex(FL_S("abc"), hex);
	assert_string_equal(
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", hex);
	const struct fl_slice one[] = {FL_LIT("ab"), FL_LIT("c")},
			      two[] = {FL_LIT("a"), FL_LIT("bc")};
	fl_sha256_parts(one, 2, hex);
	fl_sha256_parts(two, 2, other);
	assert_string_not_equal(hex, other);
}

static void generator_streams(void **state)
{
	(void)state;
	struct fl_rng a = fl_rng_new(1, FL_S("x"), FL_S("y")),
		      b = fl_rng_new(1, FL_S("x"), FL_S("y"));
	struct fl_rng c = fl_rng_new(1, FL_S("xy"), FL_S(""));
	unsigned hits[7] = {0};
	bool differ = false;
	for (int i = 0; i < 7000; i++) {
		uint64_t v = fl_rng_next(&a);
		assert_true(v == fl_rng_next(&b));
		differ |= v != fl_rng_next(&c);
	}
	assert_true(differ);
	for (int i = 0; i < 7000; i++)
		hits[fl_rng_below(&a, 7)]++;
	for (int i = 0; i < 7; i++)
		assert_in_range(hits[i], 850, 1150);
	assert_int_equal(0, fl_rng_below(&a, 0));
}

static void utf8_all(void **state)
{
	(void)state;
	char bytes[4];
	uint32_t back;
	for (uint32_t c = 0; c <= 0x10ffff; c++) {
		size_t n = fl_utf8_encode(c, bytes);
		size_t got = fl_utf8_decode(fl_slice(bytes, n), &back);
		if (c >= 0xd800 && c <= 0xdfff) {
			assert_int_equal(0, got);
		} else {
			assert_int_equal(n, got);
			assert_int_equal(c, back);
			assert_int_equal(0, fl_utf8_decode(fl_slice(bytes, n - 1), &back));
		}
	}
	assert_int_equal(0, fl_utf8_decode(FL_S("\xc0\x80"), &back));
	assert_int_equal(0, fl_utf8_decode(FL_S("\xf4\x90\x80\x80"), &back));
	assert_int_equal(0, fl_utf8_decode(FL_S("\xf8\xac\xa7\xb0"), &back));
}

/* What stands at every place of texts of every length around a block. */
static void lanes_places(void **state)
{
	(void)state;
	char bytes[40];
	for (size_t len = 0; len <= sizeof(bytes); len++)
		for (size_t at = 0; at <= len; at++) {
			memset(bytes, ' ', sizeof(bytes));
			if (at < len)
				bytes[at] = '\xe2';
			struct fl_slice s = fl_slice(bytes, len);
			assert_int_equal(fl_blanks(s), at);
			assert_int_equal(fl_either(s, '\'', '\xe2'), at);
			assert_int_equal(fl_slice_search(s, FL_S("\xe2")), at < len ? (int)at : -1);
			assert_int_equal(
				fl_slice_search(s, FL_S("\xe2   ")), at + 4 <= len ? (int)at : -1);
		}
}

/* What may have no end is refused, but for the streams that a shell hands on. */
static void inputs(void **state)
{
	char dir[] = "/tmp/fl_test_core-XXXXXX", path[64], stream[32];
	int ends[2], fd;
	struct fl_error err;
	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/pipe", dir);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(fl_input_open(path, &fd, &err), FL_EMISSING);
	assert_int_equal(fl_error_exit(&err), 3);
	assert_non_null(strstr(err.message, "it is a named pipe"));
	unlink(path);
	assert_int_equal(fl_input_open(path, &fd, &err), FL_EIO);
	rmdir(dir);
	assert_int_equal(fl_input_open("/dev/zero", &fd, &err), FL_EMISSING);
	assert_int_equal(fl_input_open("/dev/null", &fd, &err), 0);
	close(fd);
	assert_int_equal(pipe(ends), 0);
	for (int i = 0; i < 2; i++) {
		snprintf(stream, sizeof(stream), i ? "/proc/self/fd/%d" : "/dev/fd/%d", ends[0]);
		assert_int_equal(fl_input_open(stream, &fd, &err), 0);
		close(fd);
	}
	close(ends[0]);
	close(ends[1]);
}

static void source_names(void **state)
{
	(void)state;
	static const struct {
		const char *path;
		int language, role; /* -1: no source */
	} of[] = {
		{"a/b.c", FL_SOURCE_C, FL_SOURCE_UNIT},
		{"B.C", FL_SOURCE_CXX, FL_SOURCE_UNIT},
		{"x.y.c++", FL_SOURCE_CXX, FL_SOURCE_UNIT},
		{".cc", FL_SOURCE_CXX, FL_SOURCE_UNIT},
		{"h.h", FL_SOURCE_C, FL_SOURCE_HEADER},
		{"k.cu", FL_SOURCE_KIN, FL_SOURCE_UNIT},
		{"p.ii", FL_SOURCE_CXX, FL_SOURCE_MADE},
		{"m.f90", FL_SOURCE_OTHER, FL_SOURCE_UNIT},
		{"a.c/b", -1, -1},
		{"a.", -1, -1},
		{"", -1, -1},
		{"c", -1, -1},
		{"a.cppmodule", -1, -1},
		{"a.CC", -1, -1},
	};
	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		const struct fl_source_name *n = fl_source_name(fl_slice_str(of[i].path));
		bool cxx = false;
		assert_int_equal(n ? n->language : -1, of[i].language);
		assert_int_equal(n ? n->role : -1, of[i].role);
		bool unit = n && n->role == FL_SOURCE_UNIT && n->language <= FL_SOURCE_CXX;
		assert_int_equal(fl_source_is_unit(fl_slice_str(of[i].path), &cxx), unit);
		assert_int_equal(cxx, unit && n->language == FL_SOURCE_CXX);
	}
	assert_null(fl_source_name(FL_S("a.c\0")));
}

static void source_standards(void **state)
{
	static const struct {
		const char *name;
		int cxx; /* -1: no standard */
	} of[] = {
		{"c89", 0},
		{"gnu17", 0},
		{"c2x", 0},
		{"iso9899:199409", 0},
		{"c++98", 1},
		{"gnu++2b", 1},
		{"c++26", 1},
		{"c++99", -1},
		{"c20", -1},
		{"gnu++", -1},
		{"c++17 ", -1},
		{"c++17;id", -1},
		{"C++17", -1},
		{"bogus", -1},
		{"", -1},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		bool cxx = false;
		bool known = fl_source_standard(fl_slice_str(of[i].name), &cxx);
		assert_int_equal(known ? cxx : -1, of[i].cxx);
	}
}

static void source_included(void **state)
{
	static const struct {
		const char *line, *name;
		bool quoted;
	} of[] = {
		{"#include \"a b.h\" // x", "a b.h", true},
		{"  #  include\t<sys/a.h>", "sys/a.h", false},
		{"#include\"../a.h\"", "../a.h", true},
		{"#include NAME", "", false},
		{"#include \"\"", "", true},
		{"#include \"a.h", "", true},
		{"#include <a.h\"", "", false},
		{"#define include <a.h>", "", false},
		{"include \"a.h\"", "", false},
		{"#include", "", false},
		{"", "", false},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		bool quoted = false;
		struct fl_slice name = fl_source_included(fl_slice_str(of[i].line), &quoted);
		assert_true(fl_slice_eqs(name, of[i].name));
		assert_int_equal(quoted, of[i].quoted);
	}
}

static void vec_limit(void **state)
{
	(void)state;
	struct fl_vec v;
	struct fl_arena a;
	fl_arena_init(&a, 1 << 20);
	fl_vec_init(&v, sizeof(int), 100);
	for (int i = 0; i < 100; i++)
		*(int *)fl_vec_add(&v) = i;
	struct fl_list list = fl_vec_freeze(&v, &a);
	assert_int_equal(100, list.len);
	assert_int_equal(99, ((int *)list.items)[99]);
	fl_vec_init(&v, sizeof(int), 1);
	fl_vec_add(&v);
	assert_null(fl_vec_add(&v));
	assert_int_equal(0, fl_vec_freeze(&v, &a).len);
	assert_int_equal(FL_ELIMIT, a.failed);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(error_text),
		cmocka_unit_test(slice_search),
		cmocka_unit_test(paths),
		cmocka_unit_test(slice_lines),
		cmocka_unit_test(base_64),
		cmocka_unit_test(buffer_limit),
		cmocka_unit_test(buffer_long_printf),
		cmocka_unit_test(arena_limit),
		cmocka_unit_test(arena_rewound),
		cmocka_unit_test(arena_hidden),
		cmocka_unit_test(arena_of_few_mappings),
		cmocka_unit_test(sha256_known),
		cmocka_unit_test(generator_streams),
		cmocka_unit_test(utf8_all),
		cmocka_unit_test(lanes_places),
		cmocka_unit_test(inputs),
		cmocka_unit_test(source_names),
		cmocka_unit_test(source_standards),
		cmocka_unit_test(source_included),
		cmocka_unit_test(vec_limit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
