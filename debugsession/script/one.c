/* A test alone, for a call of run_test() that stands in a text. */
#include "debugsession/script/script.h"

enum { TEXT_MAX = 4 << 20, OUT_MAX = 1 << 20 };

struct one {
	struct fl_arena *a;
	struct dbg_test_result result;
	struct fl_buf out; /* what was written: diagnostics, when it does not compile */
	bool ended;
};

static void take_words(void *ctx, int stream, struct fl_slice bytes)
{
	struct one *one = ctx;
	if (stream == DBG_SCRIPT_OUT)
		fl_buf_slice(&one->out, fl_slice_head(bytes, one->out.max - one->out.len));
}

static void take_result(void *ctx, const struct dbg_test_result *r)
{
	struct one *one = ctx;
	struct fl_slice *const texts[] = {&one->result.crash_file, &one->result.function,
		&one->result.message, &one->result.output};
	struct fl_slice name = one->result.name;
	one->ended = true;
	one->result = *r;
	one->result.name = name;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		*texts[i] = fl_arena_slice(one->a, *texts[i]);
}

/* Lines keep the numbers that they have in the text, and preprocessor lines their places. */
static void write_script(const struct dbg_calls_test *test, struct fl_buf *text)
{
	struct fl_slice rest = test->text, line;
	for (unsigned number = 1; number < test->line; number++) {
		if (fl_slice_line(&rest, &line) && fl_slice_starts(fl_slice_trim(line), "#"))
			fl_buf_slice(text, line);
		fl_buf_char(text, '\n');
	}
	fl_buf_str(text, "run_test(");
	fl_literal_text(text, test->name);
	fl_buf_printf(text, ", %.*s);\n", FL_ARG(test->code));
}

int dbg_script_test(void *ctx, const struct dbg_calls_test *test, struct fl_arena *a,
	struct dbg_test_result *ret_result, struct fl_buf *words, struct fl_error *err)
{
	struct dbg_script_opts opts = *(const struct dbg_script_opts *)ctx;
	struct one one = {.a = a, .result.name = test->name};
	struct fl_buf text;
	fl_buf_init(&text, TEXT_MAX);
	fl_buf_init(&one.out, OUT_MAX);
	write_script(test, &text);
	opts.text = fl_buf_view(&text);
	opts.session = NULL;
	opts.style = test->style;
	opts.wall_ms = test->wall_ms;
	opts.out_max = OUT_MAX;
	opts.write = take_words;
	opts.tested = take_result;
	opts.ctx = &one;
	int rc = fl_buf_error(&text, "the test", err);
	if (rc == 0)
		rc = dbg_script_run(&opts, err);
	if (one.ended)
		rc = 0;
	else if (rc == 0)
		rc = fl_error_set(err, FL_EINVAL, "the test did not run");
	else if (rc == FL_EREFUSED && one.out.len)
		rc = fl_error_set(err, FL_EINVAL, "the test does not compile");
	if (rc)
		fl_buf_slice(words, fl_buf_view(&one.out));
	else
		*ret_result = one.result;
	fl_buf_release(&one.out);
	fl_buf_release(&text);
	return rc ? rc : fl_arena_error(a, "a test's result", err);
}
