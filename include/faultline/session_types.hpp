// What the functions of session.hpp answer. Generated from the field tables; do not
// edit. Members are those of literals.hpp.
#ifndef FAULTLINE_SESSION_TYPES_HPP
#define FAULTLINE_SESSION_TYPES_HPP

#include <string>
#include <vector>

namespace fl {

// A remark that belongs to a diagnostic.
struct note {
	std::string kind = std::string("note"); // What the note is.
	long parent = long(-1); // Index of the note that this one explains; -1: the diagnostic itself.
	std::string file = std::string(); // File, as the tool named it.
	long line = long(0); // Line, from 1.
	long col = long(0); // Column, from 1, in the diagnostic's col_unit.
	std::string message = std::string(); // What the note says.
	std::string source_line = std::string(); // The source line as the tool printed it.
	std::string caret = std::string(); // The line of carets below it.
	std::string col_unit = std::string(); // What col counts, where that is not the diagnostic's col_unit.

	static constexpr const char *type_name = "note";
	template <class Self, class Visit> static void each(Self &self, Visit &visit)
	{
		visit("kind", self.kind, std::string("note"), true, nullptr);
		visit("parent", self.parent, long(-1), false, nullptr);
		visit("file", self.file, std::string(), false, nullptr);
		visit("line", self.line, long(0), false, nullptr);
		visit("col", self.col, long(0), false, nullptr);
		visit("message", self.message, std::string(), true, nullptr);
		visit("source_line", self.source_line, std::string(), false, nullptr);
		visit("caret", self.caret, std::string(), false, nullptr);
		visit("col_unit", self.col_unit, std::string(), false, nullptr);
	}
};

// Source that a diagnostic underlines, in its file.
struct range {
	long line = long(0); // First line.
	long col = long(0); // First column.
	long end_line = long(0); // Last line.
	long end_col = long(0); // Column behind the last character.

	static constexpr const char *type_name = "range";
	template <class Self, class Visit> static void each(Self &self, Visit &visit)
	{
		visit("line", self.line, long(0), true, nullptr);
		visit("col", self.col, long(0), true, nullptr);
		visit("end_line", self.end_line, long(0), true, nullptr);
		visit("end_col", self.end_col, long(0), true, nullptr);
	}
};

// An edit that the tool suggests.
struct fixit {
	long note = long(-1); // Index of the note that suggests it; -1: the diagnostic itself.
	std::string file = std::string(); // File to edit; empty: the diagnostic's.
	long line = long(0); // First line to replace.
	long col = long(0); // First column to replace.
	long end_line = long(0); // Last line to replace.
	long end_col = long(0); // Column behind what is replaced.
	std::string text = std::string(); // The replacement.

	static constexpr const char *type_name = "fixit";
	template <class Self, class Visit> static void each(Self &self, Visit &visit)
	{
		visit("note", self.note, long(-1), false, nullptr);
		visit("file", self.file, std::string(), false, nullptr);
		visit("line", self.line, long(0), true, nullptr);
		visit("col", self.col, long(0), true, nullptr);
		visit("end_line", self.end_line, long(0), true, nullptr);
		visit("end_col", self.end_col, long(0), true, nullptr);
		visit("text", self.text, std::string(), true, nullptr);
	}
};

// What a compiler or linker reported.
struct diagnostic {
	std::string file = std::string(); // File, as the tool named it.
	long line = long(0); // Line, from 1; 0: not known.
	long col = long(0); // Column, from 1, in col_unit; 0: not known.
	std::string level = std::string("fatal"); // How bad it is.
	std::string code = std::string(); // The flag that controls it, as printed.
	std::string message = std::string(); // What the tool says, without the flag.
	std::string source_line = std::string(); // The source line as the tool printed it.
	std::string caret = std::string(); // The line of carets below it.
	std::vector<struct note> notes = std::vector<struct note>(); // Notes, in the tool's order; what leads to the diagnostic comes first.
	long end_line = long(0); // Line where the range of the place ends.
	long end_col = long(0); // Column behind that range.
	std::string col_unit = std::string(); // What columns count: byte, display, codepoint, utf16, or offset (line 0: from the file's start).
	std::vector<struct range> ranges = std::vector<struct range>(); // What is underlined.
	std::vector<struct fixit> fixits = std::vector<struct fixit>(); // Edits suggested.
	std::string symbol = std::string(); // The linker's symbol, demangled where that is known.
	std::string raw_symbol = std::string(); // The symbol's name in the object, where it is known.
	std::string object = std::string(); // The object file or archive member that refers to the symbol.
	std::string error_class = std::string("none"); // The class of the error.
	double confidence = 0.0; // How often the rule that chose the class is right.
	std::string tool = std::string(); // Who spoke: gcc, clang, clang-tidy, as, ld, gold, lld, mold, msvc, link, nvcc, cppcheck, cmake, and others that docs/unread.md names.
	std::string lane = std::string(); // Which of several writers in one log it is from: container, job, process.
	std::string root_cause = std::string(); // Why it is wrong, as far as that is known for sure.
	std::string fix_strategy = std::string(); // How such an error is mended.
	long repeats = long(0); // How often it came again, from other translation units.
	long skipped = long(0); // Diagnostics that were left out behind this one.
	long omitted = long(0); // Notes, ranges and fix-its left out.
	std::string id = std::string(); // What it says, whichever tool says it: see idents.md.
	std::vector<std::string> args = std::vector<std::string>(); // What it is about, in the id's order.

	static constexpr const char *type_name = "diagnostic";
	template <class Self, class Visit> static void each(Self &self, Visit &visit)
	{
		visit("file", self.file, std::string(), true, nullptr);
		visit("line", self.line, long(0), true, nullptr);
		visit("col", self.col, long(0), true, nullptr);
		visit("level", self.level, std::string("fatal"), true, "severity");
		visit("code", self.code, std::string(), false, nullptr);
		visit("message", self.message, std::string(), true, nullptr);
		visit("source_line", self.source_line, std::string(), false, nullptr);
		visit("caret", self.caret, std::string(), false, nullptr);
		visit("notes", self.notes, std::vector<struct note>(), false, nullptr);
		visit("end_line", self.end_line, long(0), false, nullptr);
		visit("end_col", self.end_col, long(0), false, nullptr);
		visit("col_unit", self.col_unit, std::string(), false, nullptr);
		visit("ranges", self.ranges, std::vector<struct range>(), false, nullptr);
		visit("fixits", self.fixits, std::vector<struct fixit>(), false, nullptr);
		visit("symbol", self.symbol, std::string(), false, nullptr);
		visit("raw_symbol", self.raw_symbol, std::string(), false, nullptr);
		visit("object", self.object, std::string(), false, nullptr);
		visit("error_class", self.error_class, std::string("none"), false, nullptr);
		visit("confidence", self.confidence, 0.0, false, nullptr);
		visit("tool", self.tool, std::string(), false, nullptr);
		visit("lane", self.lane, std::string(), false, nullptr);
		visit("root_cause", self.root_cause, std::string(), false, nullptr);
		visit("fix_strategy", self.fix_strategy, std::string(), false, nullptr);
		visit("repeats", self.repeats, long(0), false, nullptr);
		visit("skipped", self.skipped, long(0), false, nullptr);
		visit("omitted", self.omitted, long(0), false, nullptr);
		visit("id", self.id, std::string(), false, nullptr);
		visit("args", self.args, std::vector<std::string>(), false, nullptr);
	}
};

// why and where the program stopped
struct stop_info {
	std::string reason = std::string("breakpoint"); // why the program stopped; exit: it is gone, also by a signal
	long signal = long(0); // number of the signal that arrived, or ended it; 0 where there is none
	std::string signal_name = std::string(); // the signal's name
	std::string file = std::string(); // source file of the place
	long line = long(0); // line of the place
	std::string function = std::string(); // function of the place
	long exit_code = long(-1); // the exit status, -1 while there is none, and after a signal

	static constexpr const char *type_name = "stop_info";
	template <class Self, class Visit> static void each(Self &self, Visit &visit)
	{
		visit("reason", self.reason, std::string("breakpoint"), true, nullptr);
		visit("signal", self.signal, long(0), false, nullptr);
		visit("signal_name", self.signal_name, std::string(), false, nullptr);
		visit("file", self.file, std::string(), false, nullptr);
		visit("line", self.line, long(0), false, nullptr);
		visit("function", self.function, std::string(), false, nullptr);
		visit("exit_code", self.exit_code, long(-1), false, nullptr);
	}
};

// one frame of the call stack
struct frame {
	long depth = long(0); // 0 is the innermost frame
	std::string function = std::string(); // function of the frame
	std::string file = std::string(); // source file of the frame
	long line = long(0); // line that is executed or calls

	static constexpr const char *type_name = "frame";
	template <class Self, class Visit> static void each(Self &self, Visit &visit)
	{
		visit("depth", self.depth, long(0), true, nullptr);
		visit("function", self.function, std::string(), false, nullptr);
		visit("file", self.file, std::string(), false, nullptr);
		visit("line", self.line, long(0), false, nullptr);
	}
};

// the call stack: of a live session all frames, of a record those of the user's code
struct backtrace {
	std::vector<struct frame> frames = std::vector<struct frame>(); // the frames, the innermost first
	long omitted = long(0); // frames left out

	static constexpr const char *type_name = "backtrace";
	template <class Self, class Visit> static void each(Self &self, Visit &visit)
	{
		visit("frames", self.frames, std::vector<struct frame>(), false, nullptr);
		visit("omitted", self.omitted, long(0), false, nullptr);
	}
};

// a variable and its value
struct variable {
	std::string name = std::string(); // name of the variable
	std::string type = std::string(); // its type
	std::string value = std::string(); // its value as the debugger prints it; in a record without addresses

	static constexpr const char *type_name = "variable";
	template <class Self, class Visit> static void each(Self &self, Visit &visit)
	{
		visit("name", self.name, std::string(), true, nullptr);
		visit("type", self.type, std::string(), false, nullptr);
		visit("value", self.value, std::string(), true, nullptr);
	}
};

// the variables of one frame
struct frame_vars {
	long depth = long(0); // frame number
	std::string function = std::string(); // function of the frame
	std::string file = std::string(); // source file of the frame
	long line = long(0); // line of the frame
	std::vector<struct variable> locals = std::vector<struct variable>(); // arguments, then local variables; in a record those that are initialised
	long omitted = long(0); // variables left out

	static constexpr const char *type_name = "frame_vars";
	template <class Self, class Visit> static void each(Self &self, Visit &visit)
	{
		visit("depth", self.depth, long(0), true, nullptr);
		visit("function", self.function, std::string(), false, nullptr);
		visit("file", self.file, std::string(), false, nullptr);
		visit("line", self.line, long(0), false, nullptr);
		visit("locals", self.locals, std::vector<struct variable>(), false, nullptr);
		visit("omitted", self.omitted, long(0), false, nullptr);
	}
};

// bytes of the program's memory
struct mem_dump {
	unsigned long address = 0ul; // address of the first byte
	long size = long(0); // count of bytes that could be read
	std::string hex = std::string(); // the bytes, two hexadecimal digits each, blanks between them
	std::string ascii = std::string(); // the bytes as characters, a dot for what cannot be printed

	static constexpr const char *type_name = "mem_dump";
	template <class Self, class Visit> static void each(Self &self, Visit &visit)
	{
		visit("address", self.address, 0ul, true, nullptr);
		visit("size", self.size, long(0), true, nullptr);
		visit("hex", self.hex, std::string(), false, nullptr);
		visit("ascii", self.ascii, std::string(), false, nullptr);
	}
};

// a thread of the program
struct thread {
	long number = long(0); // the debugger's number of the thread
	std::string name = std::string(); // its name
	std::string target = std::string(); // the system's words for it
	std::string state = std::string(); // stopped or running
	std::string function = std::string(); // where it is
	std::string file = std::string(); // source file of the place
	long line = long(0); // line of the place
	bool current = false; // the one that commands mean

	static constexpr const char *type_name = "thread";
	template <class Self, class Visit> static void each(Self &self, Visit &visit)
	{
		visit("number", self.number, long(0), true, nullptr);
		visit("name", self.name, std::string(), false, nullptr);
		visit("target", self.target, std::string(), false, nullptr);
		visit("state", self.state, std::string(), false, nullptr);
		visit("function", self.function, std::string(), false, nullptr);
		visit("file", self.file, std::string(), false, nullptr);
		visit("line", self.line, long(0), false, nullptr);
		visit("current", self.current, false, false, nullptr);
	}
};

// the threads of the program
struct threads {
	std::vector<struct thread> threads = std::vector<struct thread>(); // the threads, as the debugger numbers them
	long omitted = long(0); // threads left out

	static constexpr const char *type_name = "threads";
	template <class Self, class Visit> static void each(Self &self, Visit &visit)
	{
		visit("threads", self.threads, std::vector<struct thread>(), false, nullptr);
		visit("omitted", self.omitted, long(0), false, nullptr);
	}
};

// why a command or a call was not done
struct tool_error {
	std::string type = std::string(); // what kind of failure: gdb_error, timeout, … (docs/debugsession.md)
	std::string message = std::string(); // what went wrong, and what to do
	long line = long(0); // line in the text of the call
	long col = long(0); // column in it, in bytes
	std::string accepts = std::string(); // what would be taken there

	static constexpr const char *type_name = "tool_error";
	template <class Self, class Visit> static void each(Self &self, Visit &visit)
	{
		visit("type", self.type, std::string(), true, nullptr);
		visit("message", self.message, std::string(), true, nullptr);
		visit("line", self.line, long(0), false, nullptr);
		visit("col", self.col, long(0), false, nullptr);
		visit("accepts", self.accepts, std::string(), false, nullptr);
	}
};

// how a test that a script ran has ended
struct test_result {
	std::string name = std::string(); // name of the test
	bool passed = false; // it came to its end
	std::string crash_file = std::string(); // file of the place where it failed
	long crash_line = long(0); // line of that place
	std::string function = std::string(); // function of that place
	std::string message = std::string(); // what went wrong
	long signal = long(0); // the signal that ended it
	std::string output = std::string(); // what it wrote

	static constexpr const char *type_name = "test_result";
	template <class Self, class Visit> static void each(Self &self, Visit &visit)
	{
		visit("name", self.name, std::string(), true, nullptr);
		visit("passed", self.passed, false, true, nullptr);
		visit("crash_file", self.crash_file, std::string(), false, nullptr);
		visit("crash_line", self.crash_line, long(0), false, nullptr);
		visit("function", self.function, std::string(), false, nullptr);
		visit("message", self.message, std::string(), false, nullptr);
		visit("signal", self.signal, long(0), false, nullptr);
		visit("output", self.output, std::string(), false, nullptr);
	}
};

} // namespace fl

#endif
