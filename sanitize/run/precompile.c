#include "sanitize/run/precompile.h"

#include "base/host.h"

#define SCRIPT ".headers/make.sh"
#define EMPTY ".headers/empty"

enum { SCRIPT_MAX = 1 << 20, SAID_MAX = 1 << 16 };

const char *const san_headers_flags[] = {"-include-pch", SAN_HEADERS_MADE, NULL};
const char *const san_headers_objects[] = {SAN_HEADERS_CODE, NULL};

/*
 * Compile the code, and link an empty program with it: that of some headers (<filesystem>'s) needs
 * what no library has, and then no program could be linked.
 */
static void put_code(const struct san_program *program, enum san_mode mode, struct fl_buf *script)
{
	san_put_compiler(script, program, mode, SAN_CXX);
	fl_buf_str(script, " -c " SAN_HEADERS_MADE " -o " SAN_HEADERS_CODE " && ");
	san_put_compiler(script, program, mode, SAN_CXX);
	fl_buf_str(
		script, " -include-pch " SAN_HEADERS_MADE " -c " EMPTY ".cpp -o " EMPTY ".o && ");
	san_put_linking(script, program, mode, program->linker);
	fl_buf_str(script, " " EMPTY ".o " SAN_HEADERS_CODE " -pthread -lm -o " EMPTY "\n");
}

static int write_script(const struct san_program *program, enum san_mode mode, unsigned cpu_ms,
	bool code, struct fl_buf *script, struct fl_error *err)
{
	san_put_limits(script, cpu_ms);
	san_put_compiler(script, program, mode, SAN_CXX);
	/* the text is written anew in each box: its time says nothing */
	fl_buf_str(script, " -Xclang -fno-pch-timestamp -fpch-instantiate-templates"
			   " -x c++-header " SAN_HEADERS_TEXT " -o " SAN_HEADERS_MADE);
	fl_buf_str(script, code ? " -fpch-codegen && " : "\n");
	if (code)
		put_code(program, mode, script);
	return fl_buf_error(script, "a command", err);
}

int san_precompile(struct fl_box *box, const struct san_program *program, enum san_mode mode,
	struct fl_slice text, unsigned cpu_ms, struct fl_buf *made, struct fl_buf *code,
	struct fl_error *err)
{
	static const char *const argv[] = {"sh", SCRIPT, NULL};
	struct fl_run_spec spec = {
		.argv = argv, .cpu_ms = cpu_ms, .wall_ms = 4 * cpu_ms, .err_max = SAID_MAX};
	struct fl_process_result r = {0};
	struct fl_buf script, said;
	fl_buf_init(&script, SCRIPT_MAX);
	fl_buf_init(&said, 2 * SAID_MAX);
	int rc = write_script(program, mode, cpu_ms, code != NULL, &script, err);
	rc = rc ? rc : fl_box_clear(box, err);
	rc = rc ? rc : fl_box_put(box, SAN_HEADERS_TEXT, text, 0644, err);
	rc = rc ? rc : fl_box_put(box, EMPTY ".cpp", FL_S("int main() { }\n"), 0644, err);
	rc = rc ? rc : fl_box_put(box, SCRIPT, fl_buf_view(&script), 0644, err);
	rc = rc ? rc : fl_box_run(box, &spec, NULL, &said, &r, err);
	if (rc == 0 && r.end == FL_END_EXIT && r.exit_status == 0) {
		rc = code ? fl_box_get(box, SAN_HEADERS_CODE, code, err) : 0;
		rc = rc ? rc : fl_box_get(box, SAN_HEADERS_MADE, made, err);
	} else if (rc == 0 && fl_host_short_said(fl_buf_view(&said)))
		rc = fl_error_set(err, FL_EHOST, "the compiler could not start its parts");
	else if (rc == 0 && r.end == FL_END_WALL)
		rc = fl_error_set(err, FL_EHOST, "the host was too busy for the compiler");
	fl_buf_release(&script);
	fl_buf_release(&said);
	return rc;
}
