/* debugsession: debuggers that are kept alive between questions. */

#include "debugsession/cmd/debugsession/sub.h"

static const char *const switches[] = {"on", "off", NULL};
static const char *const engines[] = {
#define X(id, word, ops) word,
	DBG_ENGINES(X)
#undef X
		NULL};
static const char *const formats[] = {"json", "text", "struct", "jsonl", NULL};

static const char *const runners[] = {"clang-repl", "clang++", NULL};

#define TALKS "cmd call script stop status interrupt input output log"

static const struct fl_opt options[] = {
	[OPT_PROGRAM] = {"program", 'p', FL_OPT_TEXT, "FILE", .only = "start script",
		.help = "the program to debug; its arguments come after --", .section = "Starting"},
	[OPT_ENV] = {"env", 'e', FL_OPT_TEXT, "NAME=VALUE", .only = "start snapshot",
		.help = "set a variable of the program's environment; may come again"},
	[OPT_STDIN] = {"stdin", 0, FL_OPT_TEXT, "FILE", .only = "start snapshot",
		.help = "what the program reads from its standard input, instead of its terminal"},
	[OPT_CORE] = {"core", 0, FL_OPT_TEXT, "FILE", .only = "start",
		.help = "look into this core file"},
	[OPT_ATTACH] = {"attach", 0, FL_OPT_NUMBER, "PID", .min = 1, .only = "start",
		.help = "attach to this process"},
	[OPT_REMOTE] = {"remote", 0, FL_OPT_TEXT, "ADDRESS", .only = "start",
		.help = "connect to this debugging stub: HOST:PORT, the path of a socket, or "
			"ssh:[USER@]HOST[:PORT], where gdbserver is started with the program"},
	[OPT_QEMU] = {"qemu", 0, FL_OPT_WORD, "MACHINE", .words = dbg_qemu_machine_words,
		.only = "start", .help = "debug a kernel in a QEMU of the session's own"},
	[OPT_MODE] = {"mode", 0, FL_OPT_WORD, "HOW", .words = dbg_qemu_mode_words,
		.fallback = "kernel", .only = "start",
		.help = "what starts the kernel: QEMU itself, or the machine's firmware from an "
			".efi file or the image of a disk"},
	[OPT_KERNEL] = {"kernel", 0, FL_OPT_TEXT, "FILE", .only = "start",
		.help = "the kernel; an ELF file gives its symbols, too"},
	[OPT_APPEND] = {"append", 0, FL_OPT_TEXT, "TEXT", .only = "start",
		.help = "the kernel's command line"},
	[OPT_MEMORY] = {"memory", 0, FL_OPT_NUMBER, "MIB", .min = 1, .max = 1048576,
		.fallback = "256", .only = "start", .help = "the machine's memory"},
	[OPT_QEMU_ARG] = {"qemu-arg", 0, FL_OPT_TEXT, "ARGUMENT", .only = "start",
		.help = "one more argument for QEMU; may come again"},
	[OPT_QEMU_COMMAND] = {"qemu-command", 0, FL_OPT_TEXT, "COMMAND", .only = "start",
		.help = "have this shell command start QEMU, with -S and with its stub at "
			"unix:$FAULTLINE_GDB and QMP at unix:$FAULTLINE_QMP, or with -s -S"},
	[OPT_SYMBOLS] = {"symbols", 0, FL_OPT_TEXT, "FILE", .only = "start",
		.help = "read symbols from this file"},
	[OPT_INIT] = {"init", 0, FL_OPT_TEXT, "FILE", .only = "start",
		.help = "run this file of debugger commands"},
	[OPT_INIT_COMMAND] = {"init-command", 0, FL_OPT_TEXT, "COMMAND", .only = "start",
		.help = "run this debugger command; may come again"},
	[OPT_BREAK_LIST] = {"break-list", 0, FL_OPT_TEXT, "FILE", .only = "start",
		.help = "set the breakpoints of this file, one a line; the command \"breaks\" sets "
			"them again"},
	[OPT_ENGINE] = {"engine", 0, FL_OPT_WORD, "ENGINE", .words = engines, .fallback = "gdb",
		.only = "start snapshot",
		.help = "what debugs: gdb, gdb-dap (gdb 14 or later by its debug adapter), or "
			"lldb-dap (LLDB by its, lldb-dap-19); "
			"commands and answers are gdb's"},
	[OPT_GDB_PATH] = {"gdb-path", 0, FL_OPT_TEXT, "FILE",
		.only = "start mcp dap snapshot script call",
		.help = "the debugger or adapter to run; the engine's own name, from PATH, is the "
			"default"},
	[OPT_FAST] = {"fast", 0, FL_OPT_FLAG, .only = "start",
		.help = "start several times as fast, without symbols of libraries and without "
			"printers for their containers"},
	[OPT_LIFETIME] = {"lifetime", 0, FL_OPT_NUMBER, "SECONDS", .max = 2000000,
		.fallback = "86400", .only = "start", .help = "end after so long; 0: never"},
	[OPT_SANDBOX] = {"sandbox", 0, FL_OPT_WORD, "WHETHER", .words = switches, .bare = "on",
		.only = "start mcp dap snapshot script",
		.help = "run debugger and program, or QEMU, in a sandbox, with copies of the "
			"program, its sources and libraries; start and dap do not unless asked, "
			"mcp does unless it is off"},
	[OPT_SHOW] = {"show", 0, FL_OPT_TEXT, "PATH", .only = "start mcp",
		.help = "show this file or directory in the sandbox, read-only, at its own place; "
			"may come again"},
	[OPT_ALLOW] = {"allow", 0, FL_OPT_TEXT, "DIR", .only = "mcp",
		.help = "let clients name programs, core files and kernels in this directory, too; "
			"without it: in the one that the server was started in; may come again"},
	[OPT_GATE] = {"gate", 0, FL_OPT_FLAG, .only = "start script",
		.help = "refuse commands that are not known to be harmless, from whoever sends "
			"them; a file given with --init is run before"},
	[OPT_UNSAFE] = {"unsafe", 0, FL_OPT_FLAG, .only = "mcp",
		.help = "let all commands through that the debugger has"},
	[OPT_ALLOW_NETWORK] = {"allow-network", 0, FL_OPT_FLAG, .only = "start mcp",
		.help = "allow remote targets behind the gate, on other machines, too"},
	[OPT_SESSION] = {"session", 's', FL_OPT_TEXT, "ID", .only = TALKS,
		.help = "the session, as start named it", .section = "Talking to a session"},
	[OPT_COMMAND] = {"command", 'c', FL_OPT_TEXT, "COMMAND", .only = "cmd",
		.help = "a command of the debugger, CLI or MI, or \"wait\"; may come again"},
	[OPT_FORMAT] = {"format", 0, FL_OPT_WORD, "FORMAT", .words = formats, .fallback = "json",
		.only = "cmd convert snapshot",
		.help = "what to write; struct: C++ literals, what convert and "
			"snapshot write by default; "
			"jsonl, of convert: an event a line"},
	[OPT_STYLE] = {"style", 0, FL_OPT_WORD, "STYLE", .words = fl_style_words,
		.fallback = "full", .only = "cmd call convert snapshot script",
		.help = fl_style_help},
	[OPT_MAX_BYTES] = {"max-bytes", 0, FL_OPT_SIZE, "SIZE",
		.only = "cmd call output snapshot script",
		.help = "cut longer answers to SIZE bytes of text; end a script that writes more "
			"(1 MiB)"},
	[OPT_MAX_LINES] = {"max-lines", 0, FL_OPT_NUMBER, "N", .min = 1, .max = 1000000,
		.fallback = "100", .only = "cmd log", .help = "cut longer answers to N lines"},
	[OPT_CURSOR] = {"cursor", 0, FL_OPT_TEXT, "CURSOR", .only = "cmd output",
		.help = "read on where an earlier answer was cut"},
	[OPT_TIMEOUT] = {"timeout", 't', FL_OPT_NUMBER, "SECONDS", .max = 2000000,
		.only = "start cmd call input snapshot script",
		.help = "cmd, call, snapshot: wait so long for an answer (30); script: end it "
			"after so long (60); input: give "
			"up when the running program has taken nothing for so long (5); start: end "
			"the "
			"session after so "
			"long without a request (300; 0: never)"},
	[OPT_EOF] = {"eof", 0, FL_OPT_FLAG, .only = "input",
		.help = "end the program's standard input, behind the text if there is one"},
	[OPT_FIX] = {"fix", 0, FL_OPT_TEXT, "FILE", .only = "convert",
		.help = "write a record of the transcript and of FILE, the fixed code or a diff"},
	[OPT_SOURCE] = {"source", 0, FL_OPT_TEXT, "FILE", .only = "convert",
		.help = "put the file with the fault into that record, as datasets transcripts "
			"needs it"},
	[OPT_AT] = {"at", 0, FL_OPT_TEXT, "FILE:LINE", .only = "snapshot",
		.help = "the place to look at", .section = "A snapshot"},
	[OPT_IF] = {"if", 0, FL_OPT_TEXT, "CONDITION", .only = "snapshot",
		.help = "pass the place by while this expression is false"},
	[OPT_INCLUDE] = {"include", 'I', FL_OPT_TEXT, "FILE", .only = "script call",
		.help = "a file for the script, or a test, to include; may come again",
		.section = "A script"},
	[OPT_RUNNER] = {"runner", 0, FL_OPT_WORD, "HOW", .words = runners, .fallback = "clang-repl",
		.only = "script", .help = "interpret the script, or compile it first"},
	[OPT_FORCE] = {"force", 0, FL_OPT_FLAG, .only = "stop",
		.help = "kill a session that does not answer"},
};

static const struct fl_opt_pair commands[] = {
	{"start", "start a debugger, print the session's id"},
	{"cmd", "run commands in a session, print their answers"},
	{"call", "do calls of debugger functions that a C++ text has, answer in C++"},
	{"snapshot", "run a program to a line, print what it looks like there"},
	{"status", "say what a session does, while a command runs, too"},
	{"interrupt", "stop the running program, or a command that takes long"},
	{"input", "send a text, or standard input (-), to the program's standard input"},
	{"output", "print what the program has written"},
	{"log", "print the commands of a session"},
	{"list", "list the sessions"},
	{"mcp", "serve the Model Context Protocol on standard input and output"},
	{"dap", "serve the Debug Adapter Protocol on standard input and output, for editors"},
	{"convert", "read a pasted transcript of GDB or LLDB back into literals or JSON"},
	{"script", "run C++ that drives a session, in a sandbox"},
	{"stop", "end a session and all that belongs to it"},
	{NULL, NULL},
};

static const struct fl_opt_pair exits[] = {
	{"0", "done"},
	{"1", "a command failed, or there is no such session; the answer says why"},
	{"2", "wrong command line"},
	{"3", "something needed is missing"},
	{"4", "internal error"},
	{NULL, NULL},
};

static const struct fl_opt_pair examples[] = {
	{"debugsession start --program ./a.out -- input.txt", "a session of a program"},
	{"debugsession cmd --session ID --command 'break main' --command run",
		"two commands, a list of two answers"},
	{"echo 'const char* r = eval(\"x\");' | debugsession call --session ID",
		"the value of x, as C++"},
	{"debugsession stop --session ID", "end it"},
	{NULL, NULL},
};

static const char *const synopsis[] = {
	"start [OPTION]... [-- ARGUMENT...]",
	"cmd --session ID --command COMMAND...",
	"call [--session ID] [FILE]",
	"snapshot PROGRAM --at FILE:LINE [OPTION]... [-- ARGUMENT...]",
	"{stop|status|interrupt|output|log} --session ID",
	"input --session ID [--eof] [TEXT|-]",
	"list",
	"mcp [OPTION]...",
	"dap [OPTION]...",
	"convert [OPTION]... [FILE]",
	"script [OPTION]... [FILE] [-- ARGUMENT...]",
	NULL,
};

static const char *const see_also[] = {"gdb(1)", "tracegen(1)", NULL};

static const struct fl_tool tool = {
	.name = "debugsession",
	.summary = "debug sessions that live on between questions",
	.synopsis = synopsis,
	.description =
		"A session is a debugger of its own that stays alive until it is stopped. Each "
		"question gets one JSON object as its answer, of bounded size, and a session is "
		"always in step: a command that gives no answer in time is interrupted, a program "
		"that does not stop in time goes on and can be waited for or interrupted.\n\n"
		"Errors about sessions are JSON on standard error.",
	.options = options,
	.option_count = OPT_COUNT,
	.commands = commands,
	.exits = exits,
	.examples = examples,
	.see_also = see_also,
};

static int run(const struct fl_opts *o, struct fl_error *err)
{
	static const fl_opts_run subs[] = {
		dbg_cmd_start,
		dbg_cmd_cmd,
		dbg_cmd_call,
		dbg_cmd_snapshot,
		dbg_cmd_status,
		dbg_cmd_interrupt,
		dbg_cmd_input,
		dbg_cmd_output,
		dbg_cmd_log,
		dbg_cmd_list,
		dbg_cmd_mcp,
		dbg_cmd_dap,
		dbg_cmd_convert,
		dbg_cmd_script,
		dbg_cmd_stop,
	};
	return subs[fl_opts_command(o)](o, err);
}

int main(int argc, char **argv)
{
	return fl_opts_main(&tool, argc, argv, run);
}
