// The types of Faultline's compact struct literals. Generated from the field tables;
// do not edit. Needs C++20 for designated initialisers.
#ifndef FAULTLINE_LITERALS_HPP
#define FAULTLINE_LITERALS_HPP

#include <cstddef>
#include <initializer_list>

namespace faultline {

// A string literal with its length, so that NUL bytes survive.
struct text {
	const char *ptr = "";
	std::size_t len = 0;
	constexpr text() = default;
	template <std::size_t N> constexpr text(const char (&s)[N]) : ptr(s), len(N - 1) {}
	constexpr operator const char *() const { return ptr; }
};

enum class severity { fatal, error, warning, note, remark };

// A remark that belongs to a diagnostic.
struct note {
	faultline::text kind = "note"; // What the note is.
	long parent = -1; // Index of the note that this one explains; -1: the diagnostic itself.
	faultline::text file = {}; // File, as the tool named it.
	long line = {}; // Line, from 1.
	long col = {}; // Column, from 1, in the diagnostic's col_unit.
	faultline::text message = {}; // What the note says.
	faultline::text source_line = {}; // The source line as the tool printed it.
	faultline::text caret = {}; // The line of carets below it.
	faultline::text col_unit = {}; // What col counts, where that is not the diagnostic's col_unit.
};

// Source that a diagnostic underlines, in its file.
struct range {
	long line = {}; // First line.
	long col = {}; // First column.
	long end_line = {}; // Last line.
	long end_col = {}; // Column behind the last character.
};

// An edit that the tool suggests.
struct fixit {
	long note = -1; // Index of the note that suggests it; -1: the diagnostic itself.
	faultline::text file = {}; // File to edit; empty: the diagnostic's.
	long line = {}; // First line to replace.
	long col = {}; // First column to replace.
	long end_line = {}; // Last line to replace.
	long end_col = {}; // Column behind what is replaced.
	faultline::text text = {}; // The replacement.
};

// What a compiler or linker reported.
struct diagnostic {
	faultline::text file = {}; // File, as the tool named it.
	long line = {}; // Line, from 1; 0: not known.
	long col = {}; // Column, from 1, in col_unit; 0: not known.
	enum severity level = severity::fatal; // How bad it is.
	faultline::text code = {}; // The flag that controls it, as printed.
	faultline::text message = {}; // What the tool says, without the flag.
	faultline::text source_line = {}; // The source line as the tool printed it.
	faultline::text caret = {}; // The line of carets below it.
	std::initializer_list<note> notes = {}; // Notes, in the tool's order; what leads to the diagnostic comes first.
	long end_line = {}; // Line where the range of the place ends.
	long end_col = {}; // Column behind that range.
	faultline::text col_unit = {}; // What columns count: byte, display, codepoint, utf16, or offset (line 0: from the file's start).
	std::initializer_list<range> ranges = {}; // What is underlined.
	std::initializer_list<fixit> fixits = {}; // Edits suggested.
	faultline::text symbol = {}; // The linker's symbol, demangled where that is known.
	faultline::text raw_symbol = {}; // The symbol's name in the object, where it is known.
	faultline::text object = {}; // The object file or archive member that refers to the symbol.
	faultline::text error_class = "none"; // The class of the error.
	double confidence = {}; // How often the rule that chose the class is right.
	faultline::text tool = {}; // Who spoke: gcc, clang, clang-tidy, as, ld, gold, lld, mold, msvc, link, nvcc, cppcheck, cmake, and others that docs/unread.md names.
	faultline::text lane = {}; // Which of several writers in one log it is from: container, job, process.
	faultline::text root_cause = {}; // Why it is wrong, as far as that is known for sure.
	faultline::text fix_strategy = {}; // How such an error is mended.
	long repeats = {}; // How often it came again, from other translation units.
	long skipped = {}; // Diagnostics that were left out behind this one.
	long omitted = {}; // Notes, ranges and fix-its left out.
	faultline::text id = {}; // What it says, whichever tool says it: see idents.md.
	std::initializer_list<faultline::text> args = {}; // What it is about, in the id's order.
};

// The memory access that a sanitizer complained of.
struct report_access {
	faultline::text type = ""; // read or write
	long size = {}; // bytes read or written, or leaked
	unsigned long address = {}; // where, in that process, when asked for
	faultline::text region = {}; // the object at or near the address
	long offset = {}; // of the access from the start of that object, in bytes
};

// One frame of a stack in a sanitizer's report.
struct report_frame {
	long depth = {}; // distance from the innermost frame
	faultline::text function = {}; // function as the tool wrote it
	faultline::text file = {}; // source file
	long line = {}; // line, from 1
	long col = {}; // column in bytes, from 1
	faultline::text module = {}; // program or library, without its directory
	unsigned long offset = {}; // of the instruction in the module, when asked for
	bool inlined = {}; // inlined into the next frame
};

// One stack of a sanitizer's report.
struct report_stack {
	faultline::text role = "access"; // what it shows
	faultline::text thread = {}; // the sanitizer's number of the thread, T0 is the first
	std::initializer_list<report_frame> frames = {}; // innermost first
};

// A variable of the stack frame that a sanitizer's report is about.
struct report_variable {
	faultline::text name = {}; // name of the variable
	long size = {}; // its size in bytes
	long offset = {}; // where it starts in the frame, in bytes
	long line = {}; // line of its declaration, from 1
	bool accessed = {}; // the access hit or passed this one
};

// What a failed run left: a sanitizer's report or the like.
struct report {
	faultline::text tool = ""; // who noticed
	faultline::text kind = {}; // the tool's own word
	faultline::text error_class = "none"; // class of the fault
	double confidence = {}; // lower bound of the share of right classes
	faultline::text cwe = {}; // Common Weakness Enumeration id
	faultline::text message = {}; // what the tool said, without addresses
	faultline::text file = {}; // file of the blamed frame
	long line = {}; // line of the blamed frame
	long col = {}; // column of the blamed frame in bytes, from 1
	faultline::text function = {}; // function of the blamed frame, without parameters
	struct report_access access = {}; // the memory access
	std::initializer_list<report_stack> stacks = {}; // the faulty action's stack first
	std::initializer_list<report_variable> variables = {}; // variables of the stack frame that holds the memory
	faultline::text hash = {}; // the same for the same fault, whatever addresses, paths and compiler
	faultline::text lane = {}; // which of several writers in one log it is from: container, job, process
	long omitted = {}; // items and texts dropped to fit a byte budget
};

// one frame of the call stack
struct frame {
	long depth = {}; // 0 is the innermost frame
	faultline::text function = {}; // function of the frame
	faultline::text file = {}; // source file of the frame
	long line = {}; // line that is executed or calls
};

// One stack of a symptom.
struct symptom_stack {
	faultline::text role = "access"; // what it shows
	faultline::text thread = {}; // whose it is, where there are several
	std::initializer_list<frame> frames = {}; // the program's own frames, and what the innermost had called
	long omitted = {}; // frames left out
	faultline::text source = {}; // of threads: the line that the innermost own frame is at
};

// what a person is told when the program goes wrong
struct symptom {
	faultline::text kind = {}; // what went wrong, in a word
	faultline::text message = {}; // what the tool or the program said of it
	faultline::text access = {}; // read or write
	long size = {}; // bytes read or written, or leaked
	faultline::text region = {}; // the object at or near the address
	long offset = {}; // of the access from the start of that object, in bytes
	long line = {}; // the first line of output that is wrong, from 1
	faultline::text expected = {}; // what that line should be
	faultline::text actual = {}; // what it is
	long exit_status = -1; // with which it ended, where that is wrong
	std::initializer_list<symptom_stack> stacks = {}; // the faulty action's stack first
	long omitted = {}; // stacks left out
	faultline::text fails_on = {}; // the machine that it was run on, where another does better
	faultline::text works_on = {}; // a machine on which the same program does what it should
};

// A write to an operand.
struct operand_write {
	faultline::text function = {}; // function that wrote it
	faultline::text file = {}; // its file
	long line = {}; // the line that wrote it, or called what did
	faultline::text value = {}; // what was written
	faultline::text caller = {}; // function that called it for that
	faultline::text caller_file = {}; // the caller's file, where it is another one
	long called_at = {}; // the line of that call
};

// What a statement works on.
struct operand {
	faultline::text expression = {}; // as the statement writes it
	faultline::text value = {}; // its value there
	std::initializer_list<operand_write> writes = {}; // the last writes to it, oldest first
	long omitted = {}; // earlier writes
};

// what the statement that went wrong works on
struct operands {
	std::initializer_list<operand> operands = {}; // in the order of the statement
	long omitted = {}; // operands left out
};

// a variable that has another value than a step before
struct change {
	faultline::text name = {}; // name of the variable
	faultline::text value = {}; // its new value
};

// one line of an execution
struct step {
	long line = {}; // line about to be executed
	std::initializer_list<change> changed = {}; // what is new since the step before
	long omitted = {}; // changes left out
};

// a program that does not end, at three passes of its loop
struct samples {
	faultline::text function = {}; // the function
	faultline::text file = {}; // its source file
	std::initializer_list<step> samples = {}; // passes of the loop; what has changed since the one before
	long omitted = {}; // samples left out
};

// a variable and its value
struct variable {
	faultline::text name = {}; // name of the variable
	faultline::text type = {}; // its type
	faultline::text value = {}; // its value as the debugger prints it; in a record without addresses
};

// the call that a value came from
struct call {
	faultline::text function = {}; // the function
	faultline::text file = {}; // its source file
	long called_at = {}; // the caller's line
	std::initializer_list<variable> args = {}; // as the call began
	std::initializer_list<step> steps = {}; // the last lines executed, oldest first
	long omitted = {}; // earlier steps left out
	faultline::text returned = {}; // what it returned
};

// the last use of memory that leaked
struct last_use {
	faultline::text pointer = {}; // an expression that pointed to it there
	std::initializer_list<frame> frames = {}; // the program's own frames
	long omitted = {}; // frames left out
	faultline::text then = {}; // what became of the pointer: overwritten; left, with its function
	faultline::text function = {}; // where that was
	faultline::text file = {}; // its source file
	long line = {}; // the line that overwrote it
};

// one side of a divergence
struct diverged {
	faultline::text run = {}; // whose run it is: faulty, right
	long line = {}; // line about to be executed, or not got over; 0: it comes to none
	std::initializer_list<change> changed = {}; // what differs there, with this side's values
	faultline::text end = {}; // of a side that comes to no further line: left, or the signal
	long omitted = {}; // further variables that differ
};

// the run of the faulty program and of the right one, where they part
struct divergence {
	faultline::text function = {}; // the function
	faultline::text file = {}; // its source file
	long call = {}; // the how manieth call of it
	std::initializer_list<step> states = {}; // the last states that are alike: the first with its values, the others with what is new
	std::initializer_list<diverged> sides = {}; // the first state that differs, in either run
	long omitted = {}; // states before those, alike in both
};

// A register of the processor and its value.
struct cpu_register {
	faultline::text name = {}; // the processor's name of it
	faultline::text value = {}; // what it holds, as hex
};

// an exception of the processor that nothing handled
struct cpu_exception {
	faultline::text name = {}; // what it is called
	faultline::text codes = {}; // what the processor says of it, in words
	faultline::text cause = {}; // what the codes and the page tables make of it, in a word
	faultline::text explanation = {}; // the same in a sentence
	faultline::text function = {}; // that the instruction is in
	faultline::text file = {}; // source file of it
	long line = {}; // line of it
	faultline::text instruction = {}; // that could not be executed
	std::initializer_list<cpu_register> registers = {}; // those that it uses, and where the processor stood
};

// An entry of a page table on the way of an address.
struct walk_entry {
	faultline::text level = {}; // what such an entry is called
	long index = {}; // in its table
	faultline::text value = {}; // what it holds, as hex
	faultline::text flags = {}; // of it, those that are set
};

// where the page tables lead an address
struct page_walk {
	unsigned long address = {}; // that is looked up
	faultline::text mode = {}; // the form of the page tables
	std::initializer_list<walk_entry> entries = {}; // each entry on the way, from the root on
	faultline::text result = {}; // mapped, or why it is not, in a word
	long page_bytes = {}; // of the page that it is mapped to
	faultline::text rights = {}; // what the kernel may do there: read, write, execute
};

// the last lines that a machine wrote to its serial line
struct serial_output {
	std::initializer_list<faultline::text> lines = {}; // as they were written
	long omitted = {}; // lines before these
};

// why and where the program stopped
struct stop_info {
	faultline::text reason = "breakpoint"; // why the program stopped; exit: it is gone, also by a signal
	long signal = {}; // number of the signal that arrived, or ended it; 0 where there is none
	faultline::text signal_name = {}; // the signal's name
	faultline::text file = {}; // source file of the place
	long line = {}; // line of the place
	faultline::text function = {}; // function of the place
	long exit_code = -1; // the exit status, -1 while there is none, and after a signal
};

// the call stack: of a live session all frames, of a record those of the user's code
struct backtrace {
	std::initializer_list<frame> frames = {}; // the frames, the innermost first
	long omitted = {}; // frames left out
};

// the variables of one frame
struct frame_vars {
	long depth = {}; // frame number
	faultline::text function = {}; // function of the frame
	faultline::text file = {}; // source file of the frame
	long line = {}; // line of the frame
	std::initializer_list<variable> locals = {}; // arguments, then local variables; in a record those that are initialised
	long omitted = {}; // variables left out
};

// the last lines executed in one function
struct last_steps {
	faultline::text function = {}; // the function
	faultline::text file = {}; // its source file
	std::initializer_list<step> steps = {}; // the last lines executed, oldest first
	long omitted = {}; // earlier steps left out
};

// bytes of the program's memory
struct mem_dump {
	unsigned long address = {}; // address of the first byte
	long size = {}; // count of bytes that could be read
	faultline::text hex = {}; // the bytes, two hexadecimal digits each, blanks between them
	faultline::text ascii = {}; // the bytes as characters, a dot for what cannot be printed
};

// a thread of the program
struct thread {
	long number = {}; // the debugger's number of the thread
	faultline::text name = {}; // its name
	faultline::text target = {}; // the system's words for it
	faultline::text state = {}; // stopped or running
	faultline::text function = {}; // where it is
	faultline::text file = {}; // source file of the place
	long line = {}; // line of the place
	bool current = {}; // the one that commands mean
};

// the threads of the program
struct threads {
	std::initializer_list<thread> threads = {}; // the threads, as the debugger numbers them
	long omitted = {}; // threads left out
};

// a breakpoint or watchpoint
struct breakpoint {
	long number = {}; // the debugger's number of it
	faultline::text type = {}; // breakpoint, hw watchpoint, …: the debugger's word
	faultline::text function = {}; // function of the place
	faultline::text file = {}; // source file of the place
	long line = {}; // line of the place
	faultline::text expression = {}; // what a watchpoint watches, or a place that is not known yet
	faultline::text condition = {}; // the condition under which it stops
	long hits = {}; // how often it was hit
	bool disabled = {}; // it does not stop the program
};

// the breakpoints and watchpoints of a session
struct breakpoints {
	std::initializer_list<breakpoint> breakpoints = {}; // all of them, by number
	long omitted = {}; // breakpoints left out
};

// why a command or a call was not done
struct tool_error {
	faultline::text type = {}; // what kind of failure: gdb_error, timeout, … (docs/debugsession.md)
	faultline::text message = {}; // what went wrong, and what to do
	long line = {}; // line in the text of the call
	long col = {}; // column in it, in bytes
	faultline::text accepts = {}; // what would be taken there
};

// how a test that a script ran has ended
struct test_result {
	faultline::text name = {}; // name of the test
	bool passed = {}; // it came to its end
	faultline::text crash_file = {}; // file of the place where it failed
	long crash_line = {}; // line of that place
	faultline::text function = {}; // function of that place
	faultline::text message = {}; // what went wrong
	long signal = {}; // the signal that ended it
	faultline::text output = {}; // what it wrote
};

// a command that was given to a debugger
struct debug_command {
	faultline::text text = {}; // the command as it was typed
};

// a watched value that has changed
struct watch_change {
	faultline::text expression = {}; // what is watched
	faultline::text old_value = {}; // its value before
	faultline::text new_value = {}; // its value now
};

// what a debugger or the program wrote, as text
struct debug_text {
	faultline::text what = {}; // source, registers, memory, output, message or answer
	faultline::text text = {}; // its lines
};

// an expression that is evaluated at every stop
struct expression {
	long number = {}; // its number, for unwatch-expression
	faultline::text expression = {}; // the expression
	faultline::text value = {}; // its value in the frame where the program stopped
	faultline::text error = {}; // why it has no value there
};

// what a session evaluates at every stop
struct expressions {
	std::initializer_list<expression> expressions = {}; // all of them, by number
	long omitted = {}; // expressions left out
};

// what the system says of a signal
struct signal_info {
	long code = {}; // si_code: how the signal came
	faultline::text code_name = {}; // the code's name
	faultline::text meaning = {}; // what the code says
	unsigned long address = {}; // si_addr: where a fault was
	bool has_address = {}; // address is known
};

// a register
struct register_value {
	faultline::text name = {}; // the register
	faultline::text value = {}; // its value, hexadecimal
};

// a machine instruction and what it works with
struct instruction {
	unsigned long address = {}; // where it stands
	faultline::text text = {}; // the instruction, in the debugger's syntax
	std::initializer_list<register_value> registers = {}; // the registers that it names
};

// a line of source
struct source_line {
	long line = {}; // its number
	faultline::text text = {}; // the line
	bool current = {}; // the frame is at this line
};

// a frame with its source and its variables
struct context_frame {
	long depth = {}; // 0 is the innermost
	faultline::text function = {}; // its function
	faultline::text file = {}; // its source file
	long line = {}; // line that is executed or calls
	std::initializer_list<variable> args = {}; // arguments
	std::initializer_list<variable> locals = {}; // local variables
	std::initializer_list<source_line> source = {}; // the lines around
	long omitted = {}; // variables and lines left out
};

// a command that the session has run
struct past_command {
	long number = {}; // its number
	faultline::text command = {}; // the command
	bool failed = {}; // it was not done
};

// all that a diagnosis of a stopped program needs
struct why_context {
	struct stop_info stop = {}; // why and where the program stopped
	struct signal_info signal = {}; // of a signal: what the system says of it
	struct instruction instruction = {}; // the instruction at which it stands
	std::initializer_list<context_frame> frames = {}; // the call stack, the innermost first
	std::initializer_list<expression> expressions = {}; // the session's expressions
	std::initializer_list<thread> threads = {}; // the threads
	std::initializer_list<breakpoint> breakpoints = {}; // breakpoints and watchpoints
	std::initializer_list<past_command> history = {}; // the last commands, the latest last
	long omitted = {}; // frames, threads, breakpoints, expressions and commands left out
};

// The types of the terse style: values by their place.
namespace terse {

struct note {
	faultline::text message = {}; // What the note says.
	long line = {}; // Line, from 1.
	long col = {}; // Column, from 1, in the diagnostic's col_unit.
	faultline::text source_line = {}; // The source line as the tool printed it.
	faultline::text file = {}; // File, as the tool named it.
};

struct fixit {
	faultline::text text = {}; // The replacement.
	long col = {}; // First column to replace.
	long end_col = {}; // Column behind what is replaced.
	long line = {}; // First line to replace.
	long end_line = {}; // Last line to replace.
	faultline::text file = {}; // File to edit; empty: the diagnostic's.
};

template <enum severity Kind> struct diagnostic {
	static constexpr enum severity level = Kind;
	faultline::text file = {}; // File, as the tool named it.
	long line = {}; // Line, from 1; 0: not known.
	long col = {}; // Column, from 1, in col_unit; 0: not known.
	faultline::text message = {}; // What the tool says, without the flag.
	faultline::text source_line = {}; // The source line as the tool printed it.
	faultline::text code = {}; // The flag that controls it, as printed.
	std::initializer_list<note> notes = {}; // Notes, in the tool's order; what leads to the diagnostic comes first.
	std::initializer_list<fixit> fixits = {}; // Edits suggested.
	faultline::text object = {}; // The object file or archive member that refers to the symbol.
	faultline::text lane = {}; // Which of several writers in one log it is from: container, job, process.
	faultline::text root_cause = {}; // Why it is wrong, as far as that is known for sure.
	faultline::text fix_strategy = {}; // How such an error is mended.
	long repeats = {}; // How often it came again, from other translation units.
	long skipped = {}; // Diagnostics that were left out behind this one.
	long omitted = {}; // Notes, ranges and fix-its left out.
};

struct report_access {
	faultline::text type = ""; // read or write
	long size = {}; // bytes read or written, or leaked
	unsigned long address = {}; // where, in that process, when asked for
	faultline::text region = {}; // the object at or near the address
	long offset = {}; // of the access from the start of that object, in bytes
};

struct report_frame {
	faultline::text function = {}; // function as the tool wrote it
	long line = {}; // line, from 1
	faultline::text file = {}; // source file
	long col = {}; // column in bytes, from 1
	faultline::text module = {}; // program or library, without its directory
	unsigned long offset = {}; // of the instruction in the module, when asked for
	bool inlined = {}; // inlined into the next frame
};

struct report_stack {
	faultline::text role = "access"; // what it shows
	faultline::text thread = {}; // the sanitizer's number of the thread, T0 is the first
	std::initializer_list<report_frame> frames = {}; // innermost first
};

struct report_variable {
	faultline::text name = {}; // name of the variable
	long size = {}; // its size in bytes
	long offset = {}; // where it starts in the frame, in bytes
	long line = {}; // line of its declaration, from 1
	bool accessed = {}; // the access hit or passed this one
};

struct report {
	faultline::text kind = {}; // the tool's own word
	faultline::text message = {}; // what the tool said, without addresses
	faultline::text file = {}; // file of the blamed frame
	long line = {}; // line of the blamed frame
	long col = {}; // column of the blamed frame in bytes, from 1
	faultline::text function = {}; // function of the blamed frame, without parameters
	struct report_access access = {}; // the memory access
	std::initializer_list<report_stack> stacks = {}; // the faulty action's stack first
	std::initializer_list<report_variable> variables = {}; // variables of the stack frame that holds the memory
	faultline::text lane = {}; // which of several writers in one log it is from: container, job, process
	long omitted = {}; // items and texts dropped to fit a byte budget
};

struct frame {
	faultline::text function = {}; // function of the frame
	long line = {}; // line that is executed or calls
	faultline::text file = {}; // source file of the frame
};

struct symptom_stack {
	faultline::text role = "access"; // what it shows
	faultline::text thread = {}; // whose it is, where there are several
	std::initializer_list<frame> frames = {}; // the program's own frames, and what the innermost had called
	long omitted = {}; // frames left out
	faultline::text source = {}; // of threads: the line that the innermost own frame is at
};

struct symptom {
	faultline::text kind = {}; // what went wrong, in a word
	faultline::text message = {}; // what the tool or the program said of it
	std::initializer_list<symptom_stack> stacks = {}; // the faulty action's stack first
	long line = {}; // the first line of output that is wrong, from 1
	faultline::text expected = {}; // what that line should be
	faultline::text actual = {}; // what it is
	faultline::text access = {}; // read or write
	long size = {}; // bytes read or written, or leaked
	faultline::text region = {}; // the object at or near the address
	long offset = {}; // of the access from the start of that object, in bytes
	long exit_status = -1; // with which it ended, where that is wrong
	long omitted = {}; // stacks left out
	faultline::text fails_on = {}; // the machine that it was run on, where another does better
	faultline::text works_on = {}; // a machine on which the same program does what it should
};

struct operand_write {
	faultline::text function = {}; // function that wrote it
	faultline::text file = {}; // its file
	long line = {}; // the line that wrote it, or called what did
	faultline::text value = {}; // what was written
	faultline::text caller = {}; // function that called it for that
	faultline::text caller_file = {}; // the caller's file, where it is another one
	long called_at = {}; // the line of that call
};

struct operand {
	faultline::text expression = {}; // as the statement writes it
	faultline::text value = {}; // its value there
	std::initializer_list<operand_write> writes = {}; // the last writes to it, oldest first
	long omitted = {}; // earlier writes
};

struct operands {
	std::initializer_list<operand> operands = {}; // in the order of the statement
	long omitted = {}; // operands left out
};

struct change {
	faultline::text name = {}; // name of the variable
	faultline::text value = {}; // its new value
};

struct step {
	long line = {}; // line about to be executed
	std::initializer_list<change> changed = {}; // what is new since the step before
	long omitted = {}; // changes left out
};

struct samples {
	faultline::text function = {}; // the function
	faultline::text file = {}; // its source file
	std::initializer_list<step> samples = {}; // passes of the loop; what has changed since the one before
	long omitted = {}; // samples left out
};

struct variable {
	faultline::text name = {}; // name of the variable
	faultline::text type = {}; // its type
	faultline::text value = {}; // its value as the debugger prints it; in a record without addresses
};

struct call {
	faultline::text function = {}; // the function
	faultline::text file = {}; // its source file
	long called_at = {}; // the caller's line
	std::initializer_list<variable> args = {}; // as the call began
	std::initializer_list<step> steps = {}; // the last lines executed, oldest first
	long omitted = {}; // earlier steps left out
	faultline::text returned = {}; // what it returned
};

struct last_use {
	faultline::text pointer = {}; // an expression that pointed to it there
	std::initializer_list<frame> frames = {}; // the program's own frames
	long omitted = {}; // frames left out
	faultline::text then = {}; // what became of the pointer: overwritten; left, with its function
	faultline::text function = {}; // where that was
	faultline::text file = {}; // its source file
	long line = {}; // the line that overwrote it
};

struct diverged {
	faultline::text run = {}; // whose run it is: faulty, right
	long line = {}; // line about to be executed, or not got over; 0: it comes to none
	std::initializer_list<change> changed = {}; // what differs there, with this side's values
	faultline::text end = {}; // of a side that comes to no further line: left, or the signal
	long omitted = {}; // further variables that differ
};

struct divergence {
	faultline::text function = {}; // the function
	faultline::text file = {}; // its source file
	long call = {}; // the how manieth call of it
	std::initializer_list<step> states = {}; // the last states that are alike: the first with its values, the others with what is new
	std::initializer_list<diverged> sides = {}; // the first state that differs, in either run
	long omitted = {}; // states before those, alike in both
};

struct cpu_register {
	faultline::text name = {}; // the processor's name of it
	faultline::text value = {}; // what it holds, as hex
};

struct cpu_exception {
	faultline::text name = {}; // what it is called
	faultline::text codes = {}; // what the processor says of it, in words
	faultline::text cause = {}; // what the codes and the page tables make of it, in a word
	faultline::text explanation = {}; // the same in a sentence
	faultline::text function = {}; // that the instruction is in
	faultline::text file = {}; // source file of it
	long line = {}; // line of it
	faultline::text instruction = {}; // that could not be executed
	std::initializer_list<cpu_register> registers = {}; // those that it uses, and where the processor stood
};

struct walk_entry {
	faultline::text level = {}; // what such an entry is called
	long index = {}; // in its table
	faultline::text value = {}; // what it holds, as hex
	faultline::text flags = {}; // of it, those that are set
};

struct page_walk {
	unsigned long address = {}; // that is looked up
	faultline::text mode = {}; // the form of the page tables
	std::initializer_list<walk_entry> entries = {}; // each entry on the way, from the root on
	faultline::text result = {}; // mapped, or why it is not, in a word
	long page_bytes = {}; // of the page that it is mapped to
	faultline::text rights = {}; // what the kernel may do there: read, write, execute
};

struct serial_output {
	std::initializer_list<faultline::text> lines = {}; // as they were written
	long omitted = {}; // lines before these
};

struct stop_info {
	faultline::text reason = "breakpoint"; // why the program stopped; exit: it is gone, also by a signal
	long signal = {}; // number of the signal that arrived, or ended it; 0 where there is none
	faultline::text signal_name = {}; // the signal's name
	faultline::text file = {}; // source file of the place
	long line = {}; // line of the place
	faultline::text function = {}; // function of the place
	long exit_code = -1; // the exit status, -1 while there is none, and after a signal
};

struct backtrace {
	std::initializer_list<frame> frames = {}; // the frames, the innermost first
	long omitted = {}; // frames left out
};

struct frame_vars {
	long depth = {}; // frame number
	faultline::text function = {}; // function of the frame
	faultline::text file = {}; // source file of the frame
	long line = {}; // line of the frame
	std::initializer_list<variable> locals = {}; // arguments, then local variables; in a record those that are initialised
	long omitted = {}; // variables left out
};

struct last_steps {
	faultline::text function = {}; // the function
	faultline::text file = {}; // its source file
	std::initializer_list<step> steps = {}; // the last lines executed, oldest first
	long omitted = {}; // earlier steps left out
};

struct mem_dump {
	unsigned long address = {}; // address of the first byte
	long size = {}; // count of bytes that could be read
	faultline::text hex = {}; // the bytes, two hexadecimal digits each, blanks between them
	faultline::text ascii = {}; // the bytes as characters, a dot for what cannot be printed
};

struct thread {
	long number = {}; // the debugger's number of the thread
	faultline::text name = {}; // its name
	faultline::text target = {}; // the system's words for it
	faultline::text state = {}; // stopped or running
	faultline::text function = {}; // where it is
	faultline::text file = {}; // source file of the place
	long line = {}; // line of the place
	bool current = {}; // the one that commands mean
};

struct threads {
	std::initializer_list<thread> threads = {}; // the threads, as the debugger numbers them
	long omitted = {}; // threads left out
};

struct breakpoint {
	long number = {}; // the debugger's number of it
	faultline::text type = {}; // breakpoint, hw watchpoint, …: the debugger's word
	faultline::text function = {}; // function of the place
	faultline::text file = {}; // source file of the place
	long line = {}; // line of the place
	faultline::text expression = {}; // what a watchpoint watches, or a place that is not known yet
	faultline::text condition = {}; // the condition under which it stops
	long hits = {}; // how often it was hit
	bool disabled = {}; // it does not stop the program
};

struct breakpoints {
	std::initializer_list<breakpoint> breakpoints = {}; // all of them, by number
	long omitted = {}; // breakpoints left out
};

struct tool_error {
	faultline::text type = {}; // what kind of failure: gdb_error, timeout, … (docs/debugsession.md)
	faultline::text message = {}; // what went wrong, and what to do
	long line = {}; // line in the text of the call
	long col = {}; // column in it, in bytes
	faultline::text accepts = {}; // what would be taken there
};

struct test_result {
	faultline::text name = {}; // name of the test
	bool passed = {}; // it came to its end
	faultline::text crash_file = {}; // file of the place where it failed
	long crash_line = {}; // line of that place
	faultline::text function = {}; // function of that place
	faultline::text message = {}; // what went wrong
	long signal = {}; // the signal that ended it
	faultline::text output = {}; // what it wrote
};

struct debug_command {
	faultline::text text = {}; // the command as it was typed
};

struct watch_change {
	faultline::text expression = {}; // what is watched
	faultline::text old_value = {}; // its value before
	faultline::text new_value = {}; // its value now
};

struct debug_text {
	faultline::text what = {}; // source, registers, memory, output, message or answer
	faultline::text text = {}; // its lines
};

struct expression {
	long number = {}; // its number, for unwatch-expression
	faultline::text expression = {}; // the expression
	faultline::text value = {}; // its value in the frame where the program stopped
	faultline::text error = {}; // why it has no value there
};

struct expressions {
	std::initializer_list<expression> expressions = {}; // all of them, by number
	long omitted = {}; // expressions left out
};

struct signal_info {
	long code = {}; // si_code: how the signal came
	faultline::text code_name = {}; // the code's name
	faultline::text meaning = {}; // what the code says
	unsigned long address = {}; // si_addr: where a fault was
	bool has_address = {}; // address is known
};

struct register_value {
	faultline::text name = {}; // the register
	faultline::text value = {}; // its value, hexadecimal
};

struct instruction {
	unsigned long address = {}; // where it stands
	faultline::text text = {}; // the instruction, in the debugger's syntax
	std::initializer_list<register_value> registers = {}; // the registers that it names
};

struct source_line {
	long line = {}; // its number
	faultline::text text = {}; // the line
	bool current = {}; // the frame is at this line
};

struct context_frame {
	long depth = {}; // 0 is the innermost
	faultline::text function = {}; // its function
	faultline::text file = {}; // its source file
	long line = {}; // line that is executed or calls
	std::initializer_list<variable> args = {}; // arguments
	std::initializer_list<variable> locals = {}; // local variables
	std::initializer_list<source_line> source = {}; // the lines around
	long omitted = {}; // variables and lines left out
};

struct past_command {
	long number = {}; // its number
	faultline::text command = {}; // the command
	bool failed = {}; // it was not done
};

struct why_context {
	struct stop_info stop = {}; // why and where the program stopped
	struct signal_info signal = {}; // of a signal: what the system says of it
	struct instruction instruction = {}; // the instruction at which it stands
	std::initializer_list<context_frame> frames = {}; // the call stack, the innermost first
	std::initializer_list<expression> expressions = {}; // the session's expressions
	std::initializer_list<thread> threads = {}; // the threads
	std::initializer_list<breakpoint> breakpoints = {}; // breakpoints and watchpoints
	std::initializer_list<past_command> history = {}; // the last commands, the latest last
	long omitted = {}; // frames, threads, breakpoints, expressions and commands left out
};

} // namespace terse

} // namespace faultline

#endif
