/*
 * A test that has failed is run a second time: the whole script, compiled with debugging
 * information, as the program of a session in a sandbox. What its session said the first time is
 * compiled in (the log), so that it comes to the same test, whose code then runs under gdb.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "debugsession/model.h"
#include "debugsession/script/priv.h"
#include "debugsession/script/text.h"
#include "debugsession/answer/answer.h"
#include "debugsession/session/serve.h"

enum {
	COMPILE_MS = 60000,
	TEST_MS = 12000,
	IDLE_MS = 300000,
	PROGRAM_MAX = 128 << 20,
	ARENA = 128 << 20
};

static const char main_text[] =
	"#include \"" DBG_SCRIPT_SOURCE "\"\n"
	"__asm__(\".section .rodata\\nfaultline_log:\\n.incbin \\\"" FL_BOX_DIR
	"/script-log\\\"\\nfaultline_log_end:\\n.byte 0\\n.previous\");\n"
	"extern \"C\" const char faultline_log[], faultline_log_end[];\n"
	"int main()\n{\n"
	"\treturn fl::detail::replay(&" DBG_SCRIPT_FUNCTION ", FAULTLINE_TEST,\n"
	"\t\tstd::string_view(faultline_log, faultline_log_end - faultline_log));\n}\n";

static int compile(
	struct dbg_script *s, int64_t number, struct fl_buf *program, struct fl_error *err)
{
	char define[48];
	const char *const argv[] = {"clang++-19", DBG_SCRIPT_STANDARD, "-g", "-O0", "-w",
		"-I" FL_BOX_DIR, define, "script-test.cpp", "-o", "script-test", NULL};
	const struct fl_run_spec spec = {
		.argv = argv, .cpu_ms = COMPILE_MS, .wall_ms = dbg_script_left(s) + 1};
	struct fl_process_result result;
	struct fl_buf said;
	snprintf(define, sizeof(define), "-DFAULTLINE_TEST=%lld", (long long)number);
	fl_buf_init(&said, 1 << 20);
	int rc = fl_box_put(s->box, "script-log", fl_buf_view(&s->log), 0644, err);
	if (rc == 0)
		rc = fl_box_put(s->box, "script-test.cpp", fl_slice_str(main_text), 0644, err);
	if (rc == 0)
		rc = fl_box_run(s->box, &spec, NULL, &said, &result, err);
	if (rc == 0 && (result.end != FL_END_EXIT || result.exit_status))
		rc = fl_error_set(err, FL_EREFUSED, "it could not be compiled: %.*s",
			FL_ARG(fl_slice_head(fl_slice_trim(fl_buf_view(&said)), 200)));
	if (rc == 0)
		rc = fl_box_get(s->box, "script-test", program, err);
	fl_buf_release(&said);
	return rc;
}

static int write_program(struct fl_slice bytes, const char *path, struct fl_error *err)
{
	FILE *f = fopen(path, "wbe");
	bool written = f && fwrite(bytes.ptr, 1, bytes.len, f) == bytes.len;
	if (f && fclose(f))
		written = false;
	if (!written || chmod(path, 0700))
		return fl_error_sys(err, FL_EIO, errno, "%s", path);
	return 0;
}

/* A session of the program. It gets a copy: nothing of it stays outside of sandboxes. */
static int start(struct dbg_script *s, struct fl_slice program, struct fl_error *err)
{
	char dir[] = "/tmp/faultline-script-XXXXXX", path[sizeof(dir) + 16];
	struct dbg_session_opts opts = {
		.program = path,
		.sandbox = true,
		.console = {.gdb_path = s->opts->gdb_path},
		.owner = getpid(),
		.idle_ms = IDLE_MS,
	};
	const struct dbg_serve_as as = {.xdg = s->opts->xdg, .prefix = "script"};
	struct fl_arena a;
	struct fl_buf said;
	const struct fl_json *v = NULL;
	if (!mkdtemp(dir))
		return fl_error_sys(err, FL_EIO, errno, "%s", dir);
	snprintf(path, sizeof(path), "%s/script-test", dir);
	fl_arena_init(&a, 8 << 20);
	fl_buf_init(&said, 1 << 20);
	int rc = write_program(program, path, err);
	if (rc == 0)
		rc = dbg_serve_start(&opts, &as, &said, err);
	unlink(path);
	rmdir(dir);
	if (rc == 0)
		rc = fl_json_parse(fl_buf_view(&said), &a, &v, err);
	if (rc == 0)
		snprintf(s->test.id, sizeof(s->test.id), "%.*s",
			FL_ARG(fl_json_str(fl_json_get(v, "session_id"))));
	fl_buf_release(&said);
	fl_arena_release(&a);
	return rc;
}

void dbg_script_test_end(struct dbg_script *s)
{
	struct fl_buf answer;
	if (!*s->test.id)
		return;
	fl_buf_init(&answer, 1 << 20);
	dbg_script_ask(s, s->test.id, FL_S("{\"op\":\"stop\"}"), &answer);
	dbg_client_forget(&s->client, fl_slice_str(s->test.id));
	*s->test.id = '\0';
	fl_buf_release(&answer);
}

static const struct fl_json *ask(
	struct dbg_script *s, const char *command, unsigned wall_ms, struct fl_arena *a)
{
	struct fl_buf request, answer;
	const struct fl_json *v = NULL;
	fl_buf_init(&request, 1 << 16);
	fl_buf_init(&answer, DBG_SCRIPT_ANSWER);
	fl_buf_char(&request, '{');
	dbg_answer_text(&request, "op", FL_S("command"));
	dbg_answer_text(&request, "command", fl_slice_str(command));
	dbg_answer_int(&request, "timeout_ms", wall_ms);
	fl_buf_char(&request, '}');
	dbg_script_ask(s, s->test.id, fl_buf_view(&request), &answer);
	if (fl_json_parse(fl_arena_slice(a, fl_buf_view(&answer)), a, &v, NULL))
		v = NULL;
	fl_buf_release(&answer);
	fl_buf_release(&request);
	return v;
}

/* Is this the script's code, or that of a file that came with it? */
static bool is_ours(const struct dbg_script *s, struct fl_slice file)
{
	struct fl_slice name = fl_path_name(file);
	bool ours = fl_slice_eqs(name, s->opts->name);
	for (size_t i = 0; !ours && s->names[i]; i++)
		ours = fl_slice_eqs(name, s->names[i]);
	return ours;
}

/* The innermost frame of ours, from which the test's place is read; NULL: none. */
static const struct fl_json *find_frame(const struct dbg_script *s, const struct fl_json *answer)
{
	const struct fl_json *calls = fl_json_get(fl_json_get(answer, "data"), "calls");
	const struct fl_json *call = calls ? calls->child : NULL;
	const struct fl_json *stack = NULL;
	for (; call && !stack; call = call->next)
		stack = fl_json_get(fl_json_get(fl_json_get(call, "data"), "backtrace"), "frames");
	for (const struct fl_json *f = stack ? stack->child : NULL; f; f = f->next)
		if (is_ours(s, fl_json_str(fl_json_get(f, "file"))))
			return f;
	return NULL;
}

/* Let it run into its failure; one that runs on is stopped where it is. */
static const struct fl_json *run_to_failure(struct dbg_script *s, struct fl_arena *a)
{
	const struct fl_json *v = ask(s, "run", TEST_MS, a);
	if (fl_slice_eqs(fl_json_str(fl_json_get(v, "state")), "running")) {
		struct fl_buf answer;
		fl_buf_init(&answer, 1 << 20);
		dbg_script_ask(s, s->test.id, FL_S("{\"op\":\"interrupt\"}"), &answer);
		fl_buf_release(&answer);
		ask(s, "wait", TEST_MS, a);
	}
	return find_frame(s, ask(s, "cpp-call backtrace_get(100);", TEST_MS, a));
}

/* Where it failed, in r. */
static int locate(struct dbg_script *s, int64_t number, struct fl_arena *a,
	struct dbg_test_result *r, struct fl_error *err)
{
	struct fl_buf program;
	fl_buf_init(&program, PROGRAM_MAX);
	int rc = compile(s, number, &program, err);
	if (rc == 0)
		rc = start(s, fl_buf_view(&program), err);
	fl_buf_release(&program);
	if (rc)
		return rc;
	const struct fl_json *frame = run_to_failure(s, a);
	if (!frame)
		return fl_error_set(err, FL_ENOTFOUND,
			"it did not fail in the script's code when it was run again");
	r->crash_file = fl_path_name(fl_json_str(fl_json_get(frame, "file")));
	r->crash_line = fl_json_int(fl_json_get(frame, "line"), 0);
	r->function = fl_json_str(fl_json_get(frame, "function"));
	return 0;
}

void dbg_script_judge(struct dbg_script *s, const struct fl_json *request, struct fl_buf *answer)
{
	const struct fl_json *passed = fl_json_get(request, "passed");
	struct dbg_test_result r = {
		.passed = passed && passed->num,
		.message = fl_json_str(fl_json_get(request, "message")),
		.signal = fl_json_int(fl_json_get(request, "signal"), 0),
		.output = fl_json_str(fl_json_get(request, "output")),
	};
	struct fl_error err;
	struct fl_arena a;
	fl_arena_init(&a, ARENA);
	dbg_script_test_end(s);
	if (!r.passed && locate(s, fl_json_int(fl_json_get(request, "number"), 0), &a, &r, &err))
		r.message = fl_arena_printf(
			&a, "%.*s (where is not known: %s)", FL_ARG(r.message), err.message);
	if (s->opts->tested)
		s->opts->tested(s->opts->ctx, &r);
	fl_buf_char(answer, '{');
	dbg_answer_bool(answer, "success", true);
	dbg_answer_key(answer, "test_result");
	fl_json_object(answer, &dbg_test_shape, &r);
	fl_buf_char(answer, '}');
	fl_arena_release(&a);
}
