/*
 * The documents about gdb's commands: what the gdb at hand says of them (`help`), the MI commands
 * with what they are for and whether this gdb has them, and which command of one kind does what one
 * of the other does.
 */
#include <stdio.h>

#include "base/process.h"
#include "debugsession/mcp/priv.h"
#include "debugsession/answer/answer.h"

enum { HELP_MS = 20000 };

/* What commands that let the program go on answer, in MI and in CLI. */
#define RESUMES "^running, then *stopped", "the stop: reason, frame and source line"

/*
 * CLI, its abbreviation, MI, example, what the MI answer holds, what the CLI command prints. GDB
 * manual, "GDB/MI".
 */
static const struct {
	const char *cli, *abbreviation, *mi, *example, *result, *prints;
} mapping[] = {
	{"run", "r", "-exec-run", "run", RESUMES},
	{"start", "", "-exec-run --start", "start", RESUMES},
	{"continue", "c", "-exec-continue", "continue", RESUMES},
	{"step", "s", "-exec-step", "step", RESUMES},
	{"next", "n", "-exec-next", "next 3", RESUMES},
	{"stepi", "si", "-exec-step-instruction", "stepi", RESUMES},
	{"nexti", "ni", "-exec-next-instruction", "nexti", RESUMES},
	{"finish", "fin", "-exec-finish", "finish", "^running, then *stopped with return-value",
		"the stop, then `Value returned is $N = …`"},
	{"until LOCATION", "u", "-exec-until", "until 42", RESUMES},
	{"jump LOCATION", "j", "-exec-jump", "jump 42", RESUMES},
	{"interrupt", "", "-exec-interrupt", "interrupt", "^done, then *stopped",
		"nothing; the stop comes after it"},
	{"break LOCATION", "b", "-break-insert", "break file.c:42 if x > 10", "bkpt={…}",
		"`Breakpoint N at ADDRESS: file F, line L.`"},
	{"tbreak LOCATION", "tb", "-break-insert -t", "tbreak main", "bkpt={…}",
		"`Temporary breakpoint N at …`"},
	{"hbreak LOCATION", "hb", "-break-insert -h", "hbreak *0x1000", "bkpt={…}",
		"`Hardware assisted breakpoint N at …`"},
	{"watch EXPR", "wa", "-break-watch", "watch total", "wpt={…}",
		"`Hardware watchpoint N: EXPR`"},
	{"rwatch EXPR", "rw", "-break-watch -r", "rwatch total", "hw-rwpt={…}",
		"`Hardware read watchpoint N: EXPR`"},
	{"awatch EXPR", "aw", "-break-watch -a", "awatch total", "hw-awpt={…}",
		"`Hardware access (read/write) watchpoint N: EXPR`"},
	{"info breakpoints", "i b", "-break-list", "info breakpoints", "BreakpointTable={…}",
		"a table: Num, Type, Disp, Enb, Address, What"},
	{"delete N", "d", "-break-delete", "delete 1", "^done", "nothing"},
	{"disable N", "dis", "-break-disable", "disable 1", "^done", "nothing"},
	{"enable N", "en", "-break-enable", "enable 1", "^done", "nothing"},
	{"condition N EXPR", "cond", "-break-condition", "condition 1 i == 7", "^done", "nothing"},
	{"ignore N COUNT", "ig", "-break-after", "ignore 1 100", "^done",
		"`Will ignore next COUNT crossings of breakpoint N.`"},
	{"backtrace", "bt", "-stack-list-frames", "backtrace 20", "stack=[frame={…},…]",
		"a line a frame: `#N ADDRESS in FUNCTION (ARGS) at FILE:LINE`"},
	{"frame", "f", "-stack-info-frame", "frame", "frame={…}", "the frame and its source line"},
	{"frame N", "f", "-stack-select-frame", "frame 2", "^done",
		"the frame and its source line"},
	{"info locals", "i lo", "-stack-list-locals", "info locals", "locals=[…]",
		"`NAME = VALUE`, a line each"},
	{"info args", "i ar", "-stack-list-arguments", "info args", "stack-args=[…]",
		"`NAME = VALUE`, a line each"},
	{"info locals, info args", "", "-stack-list-variables",
		"-stack-list-variables --simple-values", "variables=[…]", ""},
	{"print EXPR", "p", "-data-evaluate-expression", "print obj->field", "value=\"…\"",
		"`$N = VALUE`"},
	{"ptype EXPR", "pt", "", "ptype struct node", "", "`type = …`"},
	{"x/FMT ADDRESS", "x", "-data-read-memory-bytes", "x/16xb $sp", "memory=[{…}]",
		"`ADDRESS <SYMBOL>: VALUES`"},
	{"disassemble", "disas", "-data-disassemble", "disassemble main", "asm_insns=[…]",
		"`ADDRESS <+OFFSET>: INSTRUCTION`, `=>` at the current one"},
	{"info registers", "i r", "-data-list-register-values", "info registers rip",
		"register-values=[…]", "`NAME HEX NATURAL`, a line each"},
	{"info threads", "i th", "-thread-info", "info threads",
		"threads=[…],current-thread-id=\"…\"",
		"a table: Id, Target Id, Frame; `*` at the current one"},
	{"thread N", "t", "-thread-select", "thread 2", "new-thread-id=\"…\",frame={…}",
		"the thread and its frame"},
	{"list", "l", "-symbol-list-lines", "list 40,50", "lines=[…]", "`LINE SOURCE`, ten lines"},
	{"info functions", "i fu", "-symbol-info-functions", "info functions ^parse", "symbols={…}",
		"by files, `LINE: DECLARATION`"},
	{"info variables", "i va", "-symbol-info-variables", "info variables count", "symbols={…}",
		"by files, `LINE: DECLARATION`"},
	{"info types", "i ty", "-symbol-info-types", "info types node", "symbols={…}",
		"by files, `LINE: TYPE`"},
	{"file FILE", "", "-file-exec-and-symbols", "file ./a.out", "^done",
		"`Reading symbols from FILE...`"},
	{"symbol-file FILE", "", "-file-symbol-file", "symbol-file a.debug", "^done",
		"`Reading symbols from FILE...`"},
	{"set args TEXT", "", "-exec-arguments", "set args -v input.txt", "^done", "nothing"},
	{"show args", "", "-gdb-show args", "show args", "value=\"…\"",
		"a sentence with the value"},
	{"set NAME VALUE", "", "-gdb-set", "set print elements 50", "^done", "nothing"},
	{"show NAME", "", "-gdb-show", "show print elements", "value=\"…\"",
		"a sentence with the value"},
	{"cd DIRECTORY", "", "-environment-cd", "cd /tmp", "^done", "`Working directory D.`"},
	{"attach PID", "at", "-target-attach", "attach 1234", "*stopped",
		"the stop: reason, frame and source line"},
	{"detach", "det", "-target-detach", "detach", "^done", "`Detaching from program: …`"},
	{"target remote ADDRESS", "", "-target-select remote", "target remote :1234", "^connected",
		"`Remote debugging using ADDRESS`, the frame"},
	{"kill", "k", "", "kill", "^done", "`[Inferior 1 (process N) killed]`"},
	{"call FUNCTION(…)", "", "-data-evaluate-expression", "call count(list)", "value=\"…\"",
		"`$N = VALUE`; nothing of void"},
	{"set variable X = Y", "set var", "-gdb-set var", "set variable i = 3", "^done", "nothing"},
};

enum { ROWS = sizeof(mapping) / sizeof(*mapping) };

int dbg_mcp_ask_gdb(
	const char *gdb, const char *const *commands, struct fl_buf *out, struct fl_error *err)
{
	const char *argv[8 + 2 * DBG_ASK_MAX] = {gdb, "-nx", "-q", "-batch", "-ex", "set width 0"};
	size_t n = 6;
	for (size_t i = 0; i < DBG_ASK_MAX && commands[i]; i++) {
		argv[n++] = "-ex";
		argv[n++] = commands[i];
	}
	struct fl_process_spec spec = {
		.argv = argv, .out_max = DBG_DOCUMENT_MAX, .wall_ms = HELP_MS};
	struct fl_process_result result;
	int rc = fl_process_run(&spec, out, NULL, &result, err);
	if (rc == FL_EEXEC)
		return fl_error_set(err, FL_EMISSING, "cannot run %s: install gdb", gdb);
	return rc;
}

static void cell(struct fl_buf *out, const char *text)
{
	fl_buf_str(out, *text ? "`" : "");
	for (; *text; text++) {
		if (*text == '|')
			fl_buf_char(out, '\\');
		fl_buf_char(out, *text);
	}
	if (out->len && out->data[out->len - 1] != ' ')
		fl_buf_char(out, '`');
}

static void add_cell(struct fl_buf *out, const char *text)
{
	fl_buf_str(out, " ");
	if (*text)
		cell(out, text);
	fl_buf_str(out, " |");
}

static int write_mapping(const struct dbg_mcp_opts *opts, struct fl_buf *out, struct fl_error *err)
{
	(void)opts;
	(void)err;
	fl_buf_str(out,
		"# CLI and MI commands of GDB\n\nBoth can be given to gdb_execute_command and "
		"call. MI commands answer with data.\n\n| CLI | short | MI | example | CLI prints "
		"| MI answers |\n"
		"|---|---|---|---|---|---|\n");
	for (size_t i = 0; i < ROWS; i++) {
		fl_buf_char(out, '|');
		add_cell(out, mapping[i].cli);
		add_cell(out, mapping[i].abbreviation);
		add_cell(out, mapping[i].mi);
		add_cell(out, mapping[i].example);
		fl_buf_printf(out, " %s |", mapping[i].prints);
		add_cell(out, mapping[i].result);
		fl_buf_char(out, '\n');
	}
	return 0;
}

static int write_mi(const struct dbg_mcp_opts *opts, struct fl_buf *out, struct fl_error *err)
{
	(void)opts;
	(void)err;
	fl_buf_str(out,
		"# MI commands of GDB\n\nAn MI command starts with `-`. Its answer is `^done` "
		"with results, `^running`, or `^error` with `msg`; a stop comes later as "
		"`*stopped` with `reason` and `frame`.\n\n| MI | answer | CLI | example |\n"
		"|---|---|---|---|\n");
	for (size_t i = 0; i < ROWS; i++) {
		if (!*mapping[i].mi)
			continue;
		fl_buf_char(out, '|');
		add_cell(out, mapping[i].mi);
		add_cell(out, mapping[i].result);
		add_cell(out, mapping[i].cli);
		add_cell(out, mapping[i].example);
		fl_buf_char(out, '\n');
	}
	return 0;
}

static void add_frequent(struct fl_buf *out)
{
	fl_buf_str(out, "| command | short | example | prints | MI |\n|---|---|---|---|---|\n");
	for (size_t i = 0; i < ROWS; i++) {
		fl_buf_char(out, '|');
		add_cell(out, mapping[i].cli);
		add_cell(out, mapping[i].abbreviation);
		add_cell(out, mapping[i].example);
		fl_buf_printf(out, " %s |", mapping[i].prints);
		add_cell(out, mapping[i].mi);
		fl_buf_char(out, '\n');
	}
}

/* "break, brea, b -- Set breakpoint at specified location." of `help all` */
static void add_help_line(struct fl_buf *out, struct fl_slice line)
{
	ptrdiff_t at = fl_slice_find(line, " -- ");
	if (at <= 0) {
		if (fl_slice_starts(line, "Command class: ")) {
			fl_buf_str(out, "\n## ");
			fl_buf_slice(out, fl_slice_skip(line, 15));
			fl_buf_str(out, "\n\n");
		}
		return;
	}
	fl_buf_str(out, "- `");
	fl_buf_slice(out, fl_slice_head(line, (size_t)at));
	fl_buf_str(out, "`: ");
	fl_buf_slice(out, fl_slice_skip(line, (size_t)at + 4));
	fl_buf_char(out, '\n');
}

/* How the found gdb itself says that the most used commands are written. */
static int add_usage(const struct dbg_mcp_opts *opts, struct fl_buf *out, struct fl_error *err)
{
	char words[DBG_ASK_MAX][64];
	const char *commands[DBG_ASK_MAX + 1] = {0};
	struct fl_buf text;
	struct fl_slice rest, line;
	size_t n = 0;
	for (size_t i = 0; i < ROWS && n < DBG_ASK_MAX; i++) {
		size_t len = strcspn(mapping[i].cli, " /,");
		snprintf(words[n], sizeof(words[n]), "help %.*s", (int)len, mapping[i].cli);
		if (n && !strcmp(words[n], words[n - 1]))
			continue;
		commands[n] = words[n];
		n++;
	}
	fl_buf_init(&text, DBG_DOCUMENT_MAX);
	int rc = dbg_mcp_ask_gdb(dbg_mcp_gdb(opts), commands, &text, err);
	fl_buf_str(out, "\n## how they are written\n\n");
	rest = fl_buf_view(&text);
	while (fl_slice_line(&rest, &line)) {
		struct fl_slice usage = fl_slice_trim(line);
		if (!fl_slice_starts(usage, "Usage: "))
			continue;
		fl_buf_str(out, "- `");
		fl_buf_slice(out, fl_slice_skip(usage, 7));
		fl_buf_str(out, "`\n");
	}
	fl_buf_release(&text);
	return rc;
}

static int write_cli(const struct dbg_mcp_opts *opts, struct fl_buf *out, struct fl_error *err)
{
	const char *const all[] = {"help all", NULL};
	struct fl_buf text;
	struct fl_slice rest, line;
	fl_buf_init(&text, DBG_DOCUMENT_MAX);
	int rc = dbg_mcp_ask_gdb(dbg_mcp_gdb(opts), all, &text, err);
	fl_buf_str(out,
		"# CLI commands of GDB\n\nAny unambiguous start of a command will do; names "
		"after a comma are other names of it.\n\n## most used\n\n");
	add_frequent(out);
	if (rc == 0)
		rc = add_usage(opts, out, err);
	rest = fl_buf_view(&text);
	while (fl_slice_line(&rest, &line))
		add_help_line(out, line);
	fl_buf_release(&text);
	return rc;
}

static int write_reference(
	const struct dbg_mcp_opts *opts, struct fl_buf *out, struct fl_error *err)
{
	int rc = write_cli(opts, out, err);
	fl_buf_char(out, '\n');
	if (rc == 0)
		rc = write_mi(opts, out, err);
	return rc;
}

static int write_practice(const struct dbg_mcp_opts *opts, struct fl_buf *out, struct fl_error *err)
{
	(void)opts;
	(void)err;
	fl_buf_str(out,
		"# How to debug with these tools\n\n"
		"1. `gdb_start_session` with `program`; read `warnings`. Without debugging symbols "
		"build "
		"anew with `-g -O0`.\n"
		"2. Stop early: `gdb_set_breakpoint` at the suspect function or at `main`, then "
		"`gdb_execute_command` with `run`. A crash stops by itself.\n"
		"3. At the stop: `gdb_get_backtrace`, then `gdb_get_variables` of the first frame "
		"in the "
		"program's own code, then `gdb_evaluate_expression` for what looks wrong.\n"
		"4. Who wrote this value? `gdb_set_watchpoint` on it, run again, `gdb_continue`.\n"
		"5. Many hits? Give the breakpoint a `condition`.\n"
		"6. A call timed out: the program still runs. `gdb_interrupt`, then look where it "
		"is.\n"
		"7. A long answer has a `cursor`: `gdb_read_on`. Ask for less instead: one frame, "
		"one "
		"expression.\n"
		"8. A command is `refused`: it is behind the gate, which lets nothing through that "
		"could run "
		"other programs or write files; the message says why.\n"
		"9. `gdb_stop_session` when done.\n");
	return 0;
}

static const struct {
	const char *uri, *name, *description;
	int (*write)(const struct dbg_mcp_opts *opts, struct fl_buf *out, struct fl_error *err);
} resources[] = {
	{"gdb://commands/reference", "GDB Commands Reference",
		"Complete reference for all GDB commands", write_reference},
	{"gdb://commands/cli", "GDB CLI Commands", "CLI commands with abbreviations and usage",
		write_cli},
	{"gdb://commands/mi", "GDB MI Commands", "Machine Interface commands reference", write_mi},
	{"gdb://commands/mapping", "CLI to MI Mapping",
		"Correspondence between CLI and MI commands", write_mapping},
	{"gdb://guide/practice", "Debugging Practice", "How to get from a crash to its cause",
		write_practice},
	{"gdb://guide/architecture", "Architectures",
		"Registers, conventions and commands of x86_64, aarch64 and riscv64",
		dbg_mcp_write_architecture},
	{"gdb://guide/extensions", "Extension Commands",
		"The commands that gdb itself does not have", dbg_mcp_write_extensions},
};

_Static_assert(sizeof(resources) / sizeof(*resources) <= DBG_RESOURCES_MAX, "room for all of them");

void dbg_mcp_list_resources(struct fl_buf *out)
{
	fl_buf_char(out, '[');
	for (size_t i = 0; i < sizeof(resources) / sizeof(*resources); i++) {
		dbg_answer_item(out);
		fl_buf_char(out, '{');
		dbg_answer_text(out, "uri", fl_slice_str(resources[i].uri));
		dbg_answer_text(out, "name", fl_slice_str(resources[i].name));
		dbg_answer_text(out, "description", fl_slice_str(resources[i].description));
		dbg_answer_text(out, "mimeType", FL_S("text/markdown"));
		fl_buf_char(out, '}');
	}
	fl_buf_char(out, ']');
}

int dbg_mcp_find_resource(struct fl_slice uri)
{
	for (int i = 0; i < (int)(sizeof(resources) / sizeof(*resources)); i++)
		if (fl_slice_eqs(uri, resources[i].uri))
			return i;
	return -1;
}

const char *dbg_mcp_resource_uri(int number)
{
	return resources[number].uri;
}

int dbg_mcp_write_resource(
	const struct dbg_mcp_opts *opts, int number, struct fl_buf *text, struct fl_error *err)
{
	int rc = resources[number].write(opts, text, err);
	return rc ? rc : fl_buf_error(text, "the document", err);
}
