/* The tools: names, parameters and results. A tool more is a row more. */
#include "debugsession/mcp/tools.h"
#include "debugsession/answer/answer.h"

/* clang-format off */
#define SESSION {"session_id", DBG_TEXT, false, "the session; the one started last is the default"}
#define SECONDS(n) {"timeout_sec", DBG_INT, false, "seconds to wait; the default is " n}
#define BYTES {"max_bytes", DBG_INT, false, \
	"most bytes of the answer's text and data together; texts are cut in the middle"}
#define END {NULL, DBG_TEXT, false, NULL}

static const struct dbg_mcp_field none[] = {END};
static const struct dbg_mcp_field session_in[] = {SESSION, END};
static const struct dbg_mcp_field open_in[] = {
	{"timeout", DBG_INT, false, "seconds without a request after which it ends; default 300"}, END};
static const struct dbg_mcp_field call_in[] = {
	{"id", DBG_TEXT, true, "the session, as open named it"},
	{"command", DBG_TEXT, true, "a command of gdb, CLI or MI"}, BYTES, END};
static const struct dbg_mcp_field close_in[] = {
	{"id", DBG_TEXT, true, "the session, as open named it"}, END};
static const struct dbg_mcp_field start_in[] = {
	{"program", DBG_TEXT, false, "path of the executable to debug: an ELF file below a directory "
		"that the server may take from (its own, or mcp --allow DIR); the project's sources go along"},
	{"args", DBG_TEXTS, false, "command-line arguments of the program"},
	{"init_commands", DBG_TEXTS, false, "gdb commands to run at the start"},
	{"env", DBG_MAP, false, "environment variables for the program"},
	{"engine", DBG_TEXT, false,
		"gdb (default), gdb-dap or lldb-dap"},
	{"gdb_path", DBG_TEXT, false, "the gdb to run; default gdb"},
	{"core", DBG_TEXT, false, "path of a core file to look into"},
	{"remote", DBG_TEXT, false,
		"a debugging stub, HOST:PORT or a socket's path; needs a server with --sandbox=off"},
	{"qemu", DBG_TEXT, false, "debug a kernel in a QEMU of its own: x86_64, aarch64 or riscv64"},
	{"kernel", DBG_TEXT, false, "path of the kernel, of an .efi file or of a disk's image"},
	{"mode", DBG_TEXT, false, "what starts it: kernel (QEMU itself), uefi or bios"},
	{"append", DBG_TEXT, false, "the kernel's command line"},
	{"qemu_args", DBG_TEXTS, false, "more arguments for QEMU, which see the sandbox's files alone"},
	{"symbols", DBG_TEXT, false, "path of a file with symbols, where kernel has none"},
	{"working_directory", DBG_TEXT, false, "where gdb and the program run"},
	{"timeout", DBG_INT, false, "seconds without a request after which it ends; default 300"}, END};
static const struct dbg_mcp_field execute_in[] = {
	{"command", DBG_TEXT, true, "a command of gdb, CLI or MI; several lines are a script"},
	SECONDS("5"), BYTES, SESSION, END};
static const struct dbg_mcp_field backtrace_in[] = {
	{"thread_id", DBG_INT, false, "gdb's number of the thread; the current one is the default"},
	{"max_frames", DBG_INT, false, "most frames to give; default 100"}, SESSION, END};
static const struct dbg_mcp_field break_in[] = {
	{"location", DBG_TEXT, true, "function, file:line or *address"},
	{"condition", DBG_TEXT, false, "stop only when this expression is true"},
	{"temporary", DBG_BOOL, false, "remove it when it is hit; default false"}, SESSION, END};
static const struct dbg_mcp_field resume_in[] = {SECONDS("30"), BYTES, SESSION, END};
static const struct dbg_mcp_field wait_in[] = {SECONDS("30"), SESSION, END};
static const struct dbg_mcp_field expression_in[] = {
	{"expression", DBG_TEXT, true, "an expression in the program's language"}, SESSION, END};
static const struct dbg_mcp_field variables_in[] = {
	{"thread_id", DBG_INT, false, "gdb's number of the thread; the current one is the default"},
	{"frame", DBG_INT, false, "number of the frame, 0 is the innermost; default 0"}, SESSION, END};
static const struct dbg_mcp_field watch_in[] = {
	{"expression", DBG_TEXT, true, "what to watch"},
	{"access", DBG_TEXT, false, "write, read or access; default write"}, SESSION, END};
static const struct dbg_mcp_field memory_in[] = {
	{"address", DBG_TEXT, true, "an address or an expression that gives one"},
	{"size", DBG_INT, false, "bytes; default 64"}, SESSION, END};
static const struct dbg_mcp_field disassemble_in[] = {
	{"location", DBG_TEXT, false, "function or range; the current function is the default"},
	BYTES, SESSION, END};
static const struct dbg_mcp_field input_in[] = {
	{"text", DBG_TEXT, true, "what the program shall read; with a newline where it reads lines"},
	{"eof", DBG_BOOL, false, "end its input behind that; default false"},
	SESSION, END};
static const struct dbg_mcp_field output_in[] = {
	{"from", DBG_INT, false, "byte to start at, as `next` of an earlier answer; default 0"},
	BYTES, SESSION, END};
static const struct dbg_mcp_field more_in[] = {
	{"cursor", DBG_TEXT, true, "the cursor of an answer that was cut"}, BYTES, SESSION, END};

static const struct dbg_mcp_field cpp_call_in[] = {
	{"text", DBG_TEXT, true, "C++ with calls, one a statement: breakpoint(\"f.cpp\", 42); "
		"run(); continue_exec(); step(); next(); finish(); inspect(); eval(\"x\"); "
		"backtrace_get(10); read_memory(address, size); watchpoint(\"x\"); threads(); "
		"compile(\"source\"); run_test(\"name\", [] { assert(1 + 1 == 2); }); "
		"__AGENT_QUERY__(\"trace\", \"function\"). A text of compile and run_test alone needs no "
		"session"},
	{"style", DBG_TEXT, false, "of the literals: full, compact, terse or terse-source; default full"},
	SECONDS("30 for all of them"), BYTES, SESSION, END};
static const struct dbg_mcp_field script_in[] = {
	{"script", DBG_TEXT, true, "C++20, or a text with <SCRIPT_START> … <SCRIPT_END>. Has breakpoint, "
		"run, continue_exec, step, next, finish, run_to, inspect, inspect_at, eval, command, "
		"backtrace_get, read_memory, threads, compile, input, program_output, status, run_test, "
		"print, and the standard library"},
	{"timeout_sec", DBG_INT, false, "seconds after which it is ended; the default is 60"},
	{"style", DBG_TEXT, false, "of diagnostics: full, compact, terse or terse-source; default full"},
	{"max_bytes", DBG_INT, false, "cut what it wrote to so many bytes, from the middle; default 64 K"},
	{"session_id", DBG_TEXT, false, "its session; the one started last is the default; without one "
		"only run_test and print work"}, END};
static const struct dbg_mcp_field script_out[] = {
	{"output", DBG_TEXT, false, "what it wrote; when it does not compile, the diagnostics"},
	{"errors", DBG_TEXT, false, "what it wrote to standard error"},
	{"omitted_lines", DBG_INT, false, "lines of output left out in the middle"},
	{"session_id", DBG_TEXT, false, "its session"}, END};
static const struct dbg_mcp_field batch_in[] = {
	{"commands", DBG_TEXTS, true,
		"commands of gdb, CLI or MI, at most 256; one that fails does not keep the others from "
		"running"},
	SECONDS("30 for each command"), BYTES, SESSION, END};
static const struct dbg_mcp_field core_in[] = {
	{"program", DBG_TEXT, true, "path of the executable that crashed"},
	{"core", DBG_TEXT, true, "path of its core file"},
	{"max_frames", DBG_INT, false, "most frames of each thread; default 20"},
	{"keep", DBG_BOOL, false, "keep the session open for more questions; default false"},
	{"gdb_path", DBG_TEXT, false, "the gdb to run; default gdb"},
	SECONDS("30"), BYTES, END};
static const struct dbg_mcp_field literal_in[] = {
	{"command", DBG_TEXT, true, "a command of gdb, CLI or MI: backtrace, info locals, run, print …"},
	{"style", DBG_TEXT, false, "full (types and values), compact, terse, terse-source; default full"},
	SECONDS("30"), BYTES, SESSION, END};

static const struct dbg_mcp_field fault_in[] = {
	{"vector", DBG_TEXT, false, "of an exception of a kernel: its number, where it cannot be read"},
	{"error", DBG_TEXT, false, "its error code"},
	{"frame", DBG_TEXT, false, "address of the frame that the processor pushed"}, BYTES, SESSION, END};

#define STATE {"state", DBG_TEXT, false, "no_program, stopped, running, exited or dead"}
#define CUT {"omitted_lines", DBG_INT, false, "lines left out in the middle"}, \
	{"cursor", DBG_TEXT, false, "for gdb_read_on"}
#define PROGRAM {"program_output", DBG_TEXT, false, "what the program wrote meanwhile"}, \
	{"program_output_omitted_bytes", DBG_INT, false, "how much more it wrote before that"}, \
	{"program_output_cursor", DBG_TEXT, false, "`from` for gdb_program_output to read all of it"}
#define COUNT {"count", DBG_INT, false, "how many there are"}

static const struct dbg_mcp_field message_out[] = {
	{"message", DBG_TEXT, false, "what happened"}, END};
static const struct dbg_mcp_field start_out[] = {
	{"message", DBG_TEXT, false, "what happened"},
	{"session_id", DBG_TEXT, false, "the session"},
	{"program", DBG_TEXT, false, "path of the program"},
	{"startup_output", DBG_TEXT, false, "what gdb said of the program"},
	{"sources", DBG_LIST, false, "directories whose sources are in the sandbox, where they are /box"},
	{"source_files", DBG_INT, false, "how many files they are"},
	{"warnings", DBG_LIST, false, "what must not be overlooked: no debugging symbols, no program"},
	{"env_output", DBG_TEXT, false, "what gdb said of the environment"},
	{"init_output", DBG_TEXT, false, "what gdb said to init_commands"}, END};
static const struct dbg_mcp_field execute_out[] = {
	{"command", DBG_TEXT, false, "the command"},
	{"output", DBG_TEXT, false, "what gdb printed"},
	{"data", DBG_ANY, false, "the same as data, where the command has some"},
	PROGRAM, STATE, CUT, END};
static const struct dbg_mcp_field status_out[] = {
	{"is_running", DBG_BOOL, false, "there is a session"},
	{"target_running", DBG_BOOL, false, "the program runs"}, STATE,
	{"stop", DBG_ANY, false, "where and why the program stopped"}, END};
static const struct dbg_mcp_field threads_out[] = {
	{"threads", DBG_LIST, false, "id, target-id, frame, state of each"},
	COUNT, {"current_thread_id", DBG_TEXT, false, "the thread that commands mean"}, END};
static const struct dbg_mcp_field frames_out[] = {
	{"frames", DBG_LIST, false, "level, addr, func, file, fullname, line of each"}, COUNT, END};
static const struct dbg_mcp_field break_out[] = {
	{"breakpoint", DBG_ANY, false, "number, addr, func, file, line and more"}, END};
static const struct dbg_mcp_field breaks_out[] = {
	{"breakpoints", DBG_LIST, false, "number, type, enabled, addr, func, file, line, times"},
	COUNT, END};
static const struct dbg_mcp_field resume_out[] = {
	{"output", DBG_TEXT, false, "what gdb printed"},
	{"stop", DBG_ANY, false, "where and why the program stopped"}, PROGRAM, STATE, CUT, END};
static const struct dbg_mcp_field value_out[] = {
	{"expression", DBG_TEXT, false, "the expression"},
	{"value", DBG_TEXT, false, "its value"}, END};
static const struct dbg_mcp_field variables_out[] = {
	{"frame", DBG_INT, false, "number of the frame"},
	{"variables", DBG_LIST, false, "name, value, and arg of arguments"}, COUNT, END};
static const struct dbg_mcp_field registers_out[] = {
	{"registers", DBG_ANY, false, "values by names"}, END};
static const struct dbg_mcp_field memory_out[] = {
	{"memory", DBG_LIST, false, "begin, offset, end, contents (hexadecimal)"}, COUNT, END};
static const struct dbg_mcp_field instructions_out[] = {
	{"instructions", DBG_LIST, false, "address, place, instruction, current"}, COUNT, CUT, END};
static const struct dbg_mcp_field bytes_out[] = {
	{"bytes", DBG_INT, false, "bytes that were sent"}, END};
static const struct dbg_mcp_field batch_out[] = {
	{"results", DBG_LIST, false, "command, success, output, data, error, error_type of each"},
	COUNT, {"failed", DBG_INT, false, "how many of them failed"}, END};
static const struct dbg_mcp_field core_out[] = {
	{"signal", DBG_ANY, false, "number, name, and the address of the access that failed"},
	{"threads", DBG_LIST, false, "id, target, current, and the frames of each"}, COUNT,
	{"omitted_threads", DBG_INT, false, "threads that are too many"},
	{"output", DBG_TEXT, false, "the same to read"},
	{"startup_output", DBG_TEXT, false, "what gdb said of program and core file"},
	{"warnings", DBG_LIST, false, "what must not be overlooked"},
	{"session_id", DBG_TEXT, false, "the session, with keep"}, STATE, CUT, END};
static const struct dbg_mcp_field literal_out[] = {
	{"command", DBG_TEXT, false, "the command"},
	{"literal", DBG_TEXT, false, "the answer as C++ struct literals, a valid translation unit"},
	PROGRAM, STATE, CUT, END};
static const struct dbg_mcp_field output_out[] = {
	{"output", DBG_TEXT, false, "what the program wrote"},
	{"from", DBG_INT, false, "where this starts, in bytes"},
	{"next", DBG_INT, false, "where to read on"}, {"end", DBG_INT, false, "where it all ends"}, END};
static const struct dbg_mcp_field why_in[] = {
	{"max_bytes", DBG_INT, false, "most bytes of the context as JSON; default 32768"}, SESSION, END};
static const struct dbg_mcp_field why_out[] = {
	{"context", DBG_ANY, false, "stop, signal, instruction (with the registers that it names), "
		"frames (args, locals, source of each), expressions, threads, breakpoints, history"},
	STATE, CUT, END};
static const struct dbg_mcp_field cpp_call_out[] = {
	{"literals", DBG_TEXT, false, "the answers as C++, in the order of the calls"},
	{"calls", DBG_LIST, false, "function, line, col, success, literal, and error of each"},
	COUNT, {"failed", DBG_INT, false, "how many were not done"}, STATE, END};

#define ASKS(name, tells) .ask = dbg_ask_##name, .tell = dbg_tell_##tells
const struct dbg_tool dbg_mcp_tools[] = {
	{"open", "Start a GDB session; returns its id.", DBG_TYPE_CONTENT, false, open_in, NULL,
		.begin = dbg_mcp_start, .tell = dbg_tell_open},
	{"call", "Send a command (CLI or MI) to a GDB session.", DBG_TYPE_CONTENT, false, call_in, NULL,
		ASKS(call, call)},
	{"close", "Close a GDB session.", DBG_TYPE_CONTENT, false, close_in, NULL, ASKS(stop, close)},
	{"list_sessions", "List the active sessions.", DBG_TYPE_CONTENT, true, none, NULL,
		.tell = dbg_tell_sessions},
	{"gdb_start_session",
		"Start a GDB session of a program. Check `warnings` in the result: without debugging "
		"symbols breakpoints and variables do not work.",
		DBG_STATUS, false, start_in, start_out, .begin = dbg_mcp_start, .tell = dbg_tell_start},
	{"gdb_execute_command",
		"Run any GDB command: CLI (readable text) or MI, starting with \"-\" (data). "
		"\"run\" starts the program.",
		DBG_STATUS, false, execute_in, execute_out, ASKS(execute, execute)},
	{"gdb_get_status", "State of the session; works while the program runs.", DBG_STATUS, true,
		session_in, status_out, ASKS(status, status)},
	{"gdb_stop_session", "Stop the session and all that belongs to it.", DBG_STATUS, false,
		session_in, message_out, ASKS(stop, stopped)},
	{"gdb_get_threads", "All threads of the program.", DBG_STATUS, true, session_in, threads_out,
		ASKS(threads, threads)},
	{"gdb_get_backtrace", "The call stack of a thread.", DBG_STATUS, true, backtrace_in, frames_out,
		ASKS(backtrace, backtrace)},
	{"gdb_set_breakpoint", "Set a breakpoint.", DBG_STATUS, false, break_in, break_out,
		ASKS(break, break)},
	{"gdb_list_breakpoints", "All breakpoints, with the times that they were hit.", DBG_STATUS, true,
		session_in, breaks_out, ASKS(breakpoints, breakpoints)},
	{"gdb_continue",
		"Continue a paused program until it stops. To start one use gdb_execute_command "
		"with \"run\".",
		DBG_STATUS, false, resume_in, resume_out, ASKS(continue, resumed)},
	{"gdb_step", "Step to another line, into functions.", DBG_STATUS, false, resume_in, resume_out,
		ASKS(step, resumed)},
	{"gdb_next", "Step to the next line, over functions.", DBG_STATUS, false, resume_in, resume_out,
		ASKS(next, resumed)},
	{"gdb_finish", "Run until the current function returns.", DBG_STATUS, false, resume_in,
		resume_out, ASKS(finish, resumed)},
	{"gdb_interrupt", "Pause a running program; works while a call waits for it.", DBG_STATUS, false,
		session_in, resume_out, ASKS(interrupt, resumed)},
	{"gdb_wait", "Wait for a running program to stop.", DBG_STATUS, true, wait_in, resume_out,
		ASKS(wait, resumed)},
	{"gdb_evaluate_expression", "Evaluate an expression in the current frame.", DBG_STATUS, false,
		expression_in, value_out, ASKS(evaluate, value)},
	{"gdb_get_variables", "Arguments and local variables of a frame.", DBG_STATUS, true,
		variables_in, variables_out, ASKS(variables, variables)},
	{"gdb_get_registers", "The registers of the current frame.", DBG_STATUS, true, session_in,
		registers_out, ASKS(registers, registers)},
	{"gdb_set_watchpoint", "Stop when a value is written or read.", DBG_STATUS, false, watch_in,
		execute_out, ASKS(watch, execute)},
	{"gdb_read_memory", "Bytes of the program's memory.", DBG_STATUS, true, memory_in, memory_out,
		ASKS(memory, memory)},
	{"gdb_disassemble", "Machine instructions.", DBG_STATUS, true, disassemble_in, instructions_out,
		ASKS(disassemble, disassemble)},
	{"gdb_program_input", "Send text to the program's standard input.", DBG_STATUS, false, input_in,
		bytes_out, ASKS(input, input)},
	{"gdb_program_output", "What the program has written.", DBG_STATUS, true, output_in, output_out,
		ASKS(output, output)},
	{"gdb_batch", "Run several commands, one after the other, also behind one that failed.",
		DBG_STATUS, false, batch_in, batch_out, ASKS(batch, batch)},
	{"gdb_analyze_core",
		"What a core file tells, in one call: the signal, and the frames of all threads. "
		"The session is closed again unless keep is true.",
		DBG_STATUS, true, core_in, core_out, .begin = dbg_mcp_start, ASKS(core, core)},
	{"gdb_literal", "Run a command and give its answer as C++ struct literals.", DBG_STATUS, false,
		literal_in, literal_out, ASKS(literal, literal)},
	{"gdb_explain_fault", "Why the signal or the processor's exception came, with its evidence.",
		DBG_STATUS, true, fault_in, execute_out, ASKS(fault, execute)},
	{"gdb_read_on", "The next part of an answer that was cut.", DBG_STATUS, true, more_in,
		execute_out, ASKS(more, execute)},
	{"gdb_why_context", "All that a diagnosis of the stopped program needs, in one answer.",
		DBG_STATUS, true, why_in, why_out, ASKS(why, why)},
	{"gdb_cpp_call", "Do calls of debugger functions that a C++ text has; the answers are C++ struct "
		"literals.", DBG_STATUS, false, cpp_call_in, cpp_call_out, .begin = dbg_mcp_cpp_call,
		.tell = dbg_tell_cpp_call},
	{"gdb_run_script",
		"Run a C++ script that drives the session, in a sandbox: loops and decisions over many "
		"steps, in one call; run_test runs a test and tells where it failed.",
		DBG_STATUS, false, script_in, script_out, .begin = dbg_mcp_run_script,
		.tell = dbg_tell_script},
};
/* clang-format on */

const size_t dbg_mcp_tool_count = sizeof(dbg_mcp_tools) / sizeof(*dbg_mcp_tools);

static const char *const type_schemas[] = {
	[DBG_TEXT] = "\"type\":\"string\"",
	[DBG_INT] = "\"type\":\"integer\"",
	[DBG_BOOL] = "\"type\":\"boolean\"",
	[DBG_TEXTS] = "\"type\":\"array\",\"items\":{\"type\":\"string\"}",
	[DBG_MAP] = "\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}",
	[DBG_ANY] = "\"type\":\"object\"",
	[DBG_LIST] = "\"type\":\"array\"",
};

static void add_properties(struct fl_buf *out, const struct dbg_mcp_field *fields)
{
	for (const struct dbg_mcp_field *f = fields; f && f->name; f++) {
		dbg_answer_key(out, f->name);
		fl_buf_printf(out, "{%s", type_schemas[f->type]);
		dbg_answer_text(out, "description", fl_slice_str(f->doc));
		fl_buf_char(out, '}');
	}
}

static void add_input_schema(struct fl_buf *out, const struct dbg_tool *tool)
{
	dbg_answer_key(out, "inputSchema");
	fl_buf_str(out, "{\"type\":\"object\",\"properties\":{");
	add_properties(out, tool->in);
	fl_buf_str(out, "},\"required\":[");
	for (const struct dbg_mcp_field *f = tool->in; f->name; f++) {
		if (!f->required)
			continue;
		dbg_answer_item(out);
		fl_json_text(out, fl_slice_str(f->name));
	}
	fl_buf_str(out, "],\"additionalProperties\":false}");
}

static void add_output_schema(struct fl_buf *out, const struct dbg_tool *tool)
{
	dbg_answer_key(out, "outputSchema");
	if (tool->style == DBG_TYPE_CONTENT) {
		fl_buf_str(out, "{\"type\":\"object\",\"properties\":{\"type\":{\"enum\":[\"ok\","
				"\"error\"]},\"content\":{}},\"required\":[\"type\",\"content\"]}");
		return;
	}
	fl_buf_str(out, "{\"type\":\"object\",\"properties\":{\"status\":{\"enum\":[\"success\","
			"\"error\"]}");
	if (tool->out[0].name)
		add_properties(out, tool->out);
	fl_buf_str(out, "},\"required\":[\"status\"]}");
}

void dbg_mcp_list_tools(struct fl_buf *out)
{
	fl_buf_char(out, '[');
	for (size_t i = 0; i < dbg_mcp_tool_count; i++) {
		const struct dbg_tool *tool = &dbg_mcp_tools[i];
		dbg_answer_item(out);
		fl_buf_char(out, '{');
		dbg_answer_text(out, "name", fl_slice_str(tool->name));
		dbg_answer_text(out, "description", fl_slice_str(tool->description));
		add_input_schema(out, tool);
		add_output_schema(out, tool);
		dbg_answer_key(out, "annotations");
		fl_buf_printf(out, "{\"readOnlyHint\":%s,\"openWorldHint\":false}",
			tool->read_only ? "true" : "false");
		fl_buf_char(out, '}');
	}
	fl_buf_char(out, ']');
}

static bool all_texts(const struct fl_json *v)
{
	for (const struct fl_json *c = v->child; c; c = c->next)
		if (c->type != FL_JTEXT)
			return false;
	return true;
}

static bool fits(const struct fl_json *v, const struct dbg_mcp_field *f)
{
	switch (f->type) {
	case DBG_TEXT: return v->type == FL_JTEXT;
	case DBG_INT: return v->type == FL_JINT;
	case DBG_BOOL: return v->type == FL_JBOOL;
	case DBG_TEXTS: return v->type == FL_JARRAY && all_texts(v);
	case DBG_MAP: return v->type == FL_JOBJECT && all_texts(v);
	default: return true;
	}
}

static const char *const type_words[] = {
	[DBG_TEXT] = "a string",
	[DBG_INT] = "an integer",
	[DBG_BOOL] = "true or false",
	[DBG_TEXTS] = "a list of strings",
	[DBG_MAP] = "an object of strings",
	[DBG_ANY] = "an object",
	[DBG_LIST] = "a list",
};

int dbg_mcp_check(const struct dbg_tool *tool, const struct fl_json *args, struct fl_error *err)
{
	for (const struct fl_json *c = args ? args->child : NULL; c; c = c->next) {
		const struct dbg_mcp_field *f = tool->in;
		while (f->name && !fl_slice_eqs(c->key, f->name))
			f++;
		if (!f->name)
			return fl_error_set(err, FL_EINVAL, "%s has no parameter %.*s", tool->name,
				FL_ARG(c->key));
		if (c->type != FL_JNULL && !fits(c, f))
			return fl_error_set(
				err, FL_EINVAL, "%s must be %s", f->name, type_words[f->type]);
	}
	for (const struct dbg_mcp_field *f = tool->in; f->name; f++)
		if (f->required && !fl_json_get(args, f->name))
			return fl_error_set(err, FL_EINVAL, "%s needs %s", tool->name, f->name);
	return 0;
}

struct fl_slice dbg_mcp_text(const struct dbg_mcp_call *call, const char *name)
{
	return fl_json_str(fl_json_get(call->args, name));
}

int64_t dbg_mcp_int(const struct dbg_mcp_call *call, const char *name, int64_t otherwise)
{
	return fl_json_int(fl_json_get(call->args, name), otherwise);
}

bool dbg_mcp_bool(const struct dbg_mcp_call *call, const char *name)
{
	const struct fl_json *v = fl_json_get(call->args, name);
	return v && v->type == FL_JBOOL && v->num;
}
