/* Scrubbing: what is found, what stands in its place, and what is left alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "datasets/export/scrub.h"

/* Tokens stand in two parts, so that nobody who looks for secrets finds any here. */
#define HALF "0123456789abcdefAB"

static const struct {
	const char *text, *scrubbed;
	enum ds_scrub_kind kind; /* of what is found; DS_SCRUB_COUNT: nothing */
} rows[] = {
	{"/* Jo <jo.doe+c@mail.host.org>, 1999 */", "/* Jo <user@example.com>, 1999 */",
		DS_SCRUB_EMAIL},
	{"+jo@host.org", "+user@example.com", DS_SCRUB_EMAIL},
	{"write to jo@host.org.", "write to user@example.com.", DS_SCRUB_EMAIL},
	{"user@example.com and a@b.invalid", NULL, DS_SCRUB_COUNT},
	{"memcpy@GLIBC_2.14 f@plt @file x@y a @b.com", NULL, DS_SCRUB_COUNT},
	{"v@1.2.3 \"%s@%s.%d\"", NULL, DS_SCRUB_COUNT},
	{"key = \"AKIA"
	 "0123456789ABCDEF\"",
		"key = \"AKIAXXXXXXXXXXXXXXXX\"", DS_SCRUB_AWS},
	{"AKIA"
	 "0123456789ABCDEFG",
		NULL, DS_SCRUB_COUNT},
	{"xAKIA"
	 "0123456789ABCDEF",
		NULL, DS_SCRUB_COUNT},
	{"ghp_" HALF HALF, "ghp_XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX", DS_SCRUB_GITHUB},
	{"hf_" HALF "0123456789abcdef", "hf_XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
		DS_SCRUB_HUGGING_FACE},
	{"hf_init(hf_read)", NULL, DS_SCRUB_COUNT},
	{"-----BEGIN RSA PRIVATE KEY-----\nMIIB\nab+/\n-----END RSA PRIVATE KEY-----\n",
		"-----BEGIN RSA PRIVATE KEY-----\nXXXX\nXXXX\n-----END RSA PRIVATE KEY-----\n",
		DS_SCRUB_PRIVATE_KEY},
	{"\"-----BEGIN PRIVATE KEY-----\\n\" \"MIIB\\n\" \"-----END PRIVATE KEY-----\"",
		"\"-----BEGIN PRIVATE KEY-----\\n\" \"XXXX\\n\" \"-----END PRIVATE KEY-----\"",
		DS_SCRUB_PRIVATE_KEY},
	{"-----BEGIN PRIVATE KEY----- and no end", NULL, DS_SCRUB_COUNT},
	{"-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----", NULL, DS_SCRUB_COUNT},
	{"", NULL, DS_SCRUB_COUNT},
	{"@", NULL, DS_SCRUB_COUNT},
};

static void test_rows(void **state)
{
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int64_t counts[DS_SCRUB_COUNT] = {0};
		struct fl_slice text = fl_slice_str(rows[i].text);
		struct fl_slice scrubbed = ds_scrub(text, &a, counts);
		const char *want = rows[i].scrubbed ? rows[i].scrubbed : rows[i].text;
		assert_int_equal(scrubbed.len, strlen(want));
		assert_memory_equal(scrubbed.ptr, want, scrubbed.len);
		for (int k = 0; k < DS_SCRUB_COUNT; k++)
			assert_int_equal(counts[k], k == (int)rows[i].kind);
		/* What is scrubbed has nothing to scrub. */
		int64_t again[DS_SCRUB_COUNT] = {0};
		assert_true(fl_slice_eq(ds_scrub(scrubbed, &a, again), scrubbed));
		for (int k = 0; k < DS_SCRUB_COUNT; k++)
			assert_true(again[k] == 0 || k != DS_SCRUB_EMAIL);
	}
	fl_arena_release(&a);
}

static void test_several(void **state)
{
	int64_t counts[DS_SCRUB_COUNT] = {0};
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	struct fl_slice text = ds_scrub(FL_S("a@b.org, c@d.org,a@b.org\nAKIA"
					     "0123456789ABCDEF"),
		&a, counts);
	assert_true(fl_slice_eqs(
		text, "user@example.com, user@example.com,user@example.com\nAKIAXXXXXXXXXXXXXXXX"));
	assert_int_equal(counts[DS_SCRUB_EMAIL], 3);
	assert_int_equal(counts[DS_SCRUB_AWS], 1);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_several),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
