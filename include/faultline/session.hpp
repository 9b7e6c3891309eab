// Functions for scripts that drive a debug session (`debugsession script`, docs/debugsession.md).
// Header-only, C++20. A script runs in a sandbox and reaches its session, and nothing else, over
// two descriptors: a line of JSON there, a line back. A function whose call the session does not
// do throws fl::error.
//
// Limits: texts of answers to 64 MiB; a test runs for 10 s and keeps 64 KiB of its output.
#ifndef FAULTLINE_SESSION_HPP
#define FAULTLINE_SESSION_HPP

#include <cassert>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "session_types.hpp"

namespace fl {

// A call that was not done: what() says why, type is a word like gdb_error or timeout.
class error : public std::runtime_error {
public:
	error(std::string kind, const std::string &message)
		: std::runtime_error(message), type(std::move(kind))
	{
	}
	std::string type;
};

namespace detail {

enum { ANSWER_FD = 3, REQUEST_FD = 4, TEST_SECONDS = 10, TEST_OUTPUT = 65536, ANSWER_MAX = 64 << 20 };

// A JSON value; text holds strings (any bytes, as the session escapes them) and numbers.
struct json {
	enum kind { none, boolean, number, string, list, object } type = none;
	std::string key; // of a member of an object
	std::string text;
	std::vector<json> items;

	const json &operator[](std::string_view wanted) const;
	bool is_true() const { return type == boolean && text == "true"; }
};

inline const json &json::operator[](std::string_view wanted) const
{
	static const json missing;
	for (const auto &item : items)
		if (item.key == wanted)
			return item;
	return missing;
}

class json_reader {
public:
	explicit json_reader(std::string_view text) : at(text.data()), end(at + text.size()) {}

	json read()
	{
		json v;
		blanks();
		char c = at < end ? *at : 0;
		if (c == '{' || c == '[') {
			many(v, c == '{');
		} else if (c == '"') {
			v.type = json::string;
			v.text = string();
		} else {
			const char *from = at;
			while (at < end && !std::strchr(",]} \t\r\n", *at))
				++at;
			v.text.assign(from, at);
			v.type = c == 't' || c == 'f' ? json::boolean
				 : c == 'n'           ? json::none
						      : json::number;
		}
		return v;
	}

private:
	void blanks()
	{
		while (at < end && std::strchr(" \t\r\n", *at))
			++at;
	}

	void expect(char c)
	{
		blanks();
		if (at == end || *at != c)
			throw error("session_dead", "the session's answer is no JSON");
		++at;
	}

	void many(json &v, bool keys)
	{
		v.type = keys ? json::object : json::list;
		++at;
		blanks();
		while (at < end && *at != '}' && *at != ']') {
			std::string key;
			blanks();
			if (keys) {
				key = string();
				expect(':');
			}
			v.items.push_back(read());
			v.items.back().key = std::move(key);
			blanks();
			if (at < end && *at == ',')
				++at;
		}
		expect(keys ? '}' : ']');
	}

	// U+10F000 to U+10F0FF stand for bytes that are not UTF-8.
	std::string string()
	{
		std::string s;
		expect('"');
		while (at < end && *at != '"') {
			if (*at == '\\') {
				escape(s);
			} else if (end - at >= 4 && !std::memcmp(at, "\xf4\x8f", 2) &&
				   (at[2] & 0xfc) == static_cast<char>(0x80)) {
				s += static_cast<char>((at[2] & 3) << 6 | (at[3] & 0x3f));
				at += 4;
			} else {
				s += *at++;
			}
		}
		expect('"');
		return s;
	}

	void escape(std::string &s)
	{
		static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
		char c = ++at < end ? *at++ : 0;
		if (c == 'u' && end - at >= 4) {
			unsigned code = static_cast<unsigned>(
				std::strtoul(std::string(at, at + 4).c_str(), nullptr, 16));
			at += 4;
			if (code < 0x80) {
				s += static_cast<char>(code);
			} else if (code < 0x800) {
				s += static_cast<char>(0xc0 | code >> 6);
				s += static_cast<char>(0x80 | (code & 0x3f));
			} else {
				s += static_cast<char>(0xe0 | code >> 12);
				s += static_cast<char>(0x80 | (code >> 6 & 0x3f));
				s += static_cast<char>(0x80 | (code & 0x3f));
			}
		} else if (const char *p = c ? std::strchr(from, c) : nullptr) {
			s += to[p - from];
		} else if (c) {
			s += c;
		}
	}

	const char *at, *end;
};

// A JSON string; bytes above ASCII as the session reads any of them back.
inline std::string quote_json(std::string_view text)
{
	std::string out = "\"";
	char code[8];
	for (char c : text) {
		unsigned u = static_cast<unsigned char>(c);
		if (c == '"' || c == '\\') {
			out += '\\';
			out += c;
		} else if (u == 0 || u >= 0x80) {
			out += "\xf4\x8f";
			out += static_cast<char>(0x80 | u >> 6);
			out += static_cast<char>(0x80 | (u & 0x3f));
		} else if (u < 0x20) {
			std::snprintf(code, sizeof(code), "\\u%04x", u);
			out += code;
		} else {
			out += c;
		}
	}
	return out + '"';
}

// Bytes of the UTF-8 character at the start of a text; 1 where there is none.
inline std::size_t utf8_length(std::string_view text)
{
	unsigned char c = static_cast<unsigned char>(text[0]);
	std::size_t n = c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe1 && c < 0xed ? 3 : c >= 0xf1 && c < 0xf4 ? 4 : 1;
	for (std::size_t i = 1; i < n; i++)
		if (i >= text.size() || (text[i] & 0xc0) != 0x80)
			return 1;
	return n;
}

// A C++ string literal: octal for bytes that are no printable text.
inline std::string quote_cxx(std::string_view text)
{
	std::string out = "\"";
	char code[8];
	for (std::size_t i = 0; i < text.size(); i++) {
		char c = text[i];
		unsigned u = static_cast<unsigned char>(c);
		std::size_t n = utf8_length(text.substr(i));
		if (n > 1) {
			out += text.substr(i, n);
			i += n - 1;
			continue;
		}
		if (c == '"' || c == '\\') {
			out += '\\';
			out += c;
		} else if (u < 0x20 || u >= 0x7f || c == '?') {
			std::snprintf(code, sizeof(code), "\\%03o", u);
			out += code;
		} else {
			out += c;
		}
	}
	return out + '"';
}

struct reader {
	const json &from;
	template <class T> void operator()(const char *name, T &to, const T &unset, bool, const char *)
	{
		const json &v = from[name];
		if (v.type == json::none)
			to = unset;
		else
			get(v, to);
	}
	static void get(const json &v, std::string &to) { to = v.text; }
	static void get(const json &v, bool &to) { to = v.is_true(); }
	static void get(const json &v, long &to) { to = std::strtol(v.text.c_str(), nullptr, 10); }
	static void get(const json &v, unsigned long &to)
	{
		to = std::strtoul(v.text.c_str(), nullptr, 0);
	}
	static void get(const json &v, double &to) { to = std::strtod(v.text.c_str(), nullptr); }
	template <class T> static void get(const json &v, std::vector<T> &to)
	{
		to.clear();
		for (const auto &item : v.items)
			get(item, to.emplace_back());
	}
	template <class T> static void get(const json &v, T &to)
	{
		reader r{v};
		T::each(to, r);
	}
};

template <class T> T read(const json &v)
{
	T object;
	reader::get(v, object);
	return object;
}

template <class T> constexpr bool is_struct = requires { T::type_name; };

template <class T> constexpr bool is_list = requires(const T &t) {
	std::begin(t);
	std::end(t);
};

// Writes values the way C++ has them: struct literals of faultline/literals.hpp, quoted strings,
// lists in braces.
struct writer {
	std::string out;
	bool first = true;

	template <class T>
	void operator()(const char *name, const T &v, const T &unset, bool keep, const char *cxx_enum)
	{
		if (!keep && same(v, unset))
			return;
		out += first ? "." : ", .";
		first = false;
		out += std::string(name) + " = ";
		if constexpr (std::is_same_v<T, std::string>) {
			if (cxx_enum) {
				out += "faultline::" + std::string(cxx_enum) + "::" + v;
				return;
			}
		}
		// as the tool writes them: addresses in hexadecimal, ratios with four decimals
		if constexpr (std::is_same_v<T, unsigned long>)
			format("0x%lx", v);
		else if constexpr (std::is_same_v<T, double>)
			format("%.4f", v);
		else
			put(v);
	}

	template <class T> void format(const char *how, T v)
	{
		char digits[64];
		std::snprintf(digits, sizeof(digits), how, v);
		out += digits;
	}

	template <class T> static bool same(const T &a, const T &b)
	{
		if constexpr (is_struct<T>)
			return text(a) == text(b);
		else if constexpr (is_list<T> && !std::is_same_v<T, std::string>)
			return std::empty(a) == std::empty(b);
		else
			return a == b;
	}

	template <class T> static std::string text(const T &v)
	{
		writer w;
		w.put(v);
		return w.out;
	}

	template <class T> void put(const T &v)
	{
		if constexpr (is_struct<T>) {
			writer members;
			T::each(v, members);
			out += "{" + members.out + "}";
		} else if constexpr (std::is_same_v<T, bool>) {
			out += v ? "true" : "false";
		} else if constexpr (std::is_same_v<T, char>) {
			out += "'" + std::string(1, v) + "'";
		} else if constexpr (std::is_enum_v<T>) {
			out += std::to_string(static_cast<long long>(v));
		} else if constexpr (std::is_integral_v<T>) {
			out += std::to_string(v);
		} else if constexpr (std::is_floating_point_v<T>) {
			char digits[64];
			double d = static_cast<double>(v);
			std::snprintf(digits, sizeof(digits), "%.15g", d);
			if (std::strtod(digits, nullptr) != d)
				std::snprintf(digits, sizeof(digits), "%.17g", d);
			out += digits;
		} else if constexpr (std::is_convertible_v<const T &, std::string_view>) {
			out += quote_cxx(std::string_view(v));
		} else if constexpr (requires { v.first; v.second; }) {
			out += "{";
			put(v.first);
			out += ", ";
			put(v.second);
			out += "}";
		} else if constexpr (std::is_pointer_v<T>) {
			format("%p", static_cast<const void *>(v));
		} else {
			static_assert(is_list<T>, "print() knows structs of fl, text, numbers and lists");
			const char *between = "";
			out += "{";
			for (const auto &item : v) {
				out += between;
				put(item);
				between = ", ";
			}
			out += "}";
		}
	}
};

// What a script is doing. replayed: this is a second run, under a debugger, up to the failing test
// with that number; what the session said the first time comes from replay.
struct script_state {
	int tests = 0;
	bool in_test = false;
	int replayed = 0;
	std::string_view replay;
	std::string program_output, return_value;
	bool test_stopped = false;
};

inline script_state &state()
{
	static script_state s;
	return s;
}

inline void put_all(int fd, std::string_view text)
{
	while (!text.empty()) {
		ssize_t n = ::write(fd, text.data(), text.size());
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			throw error("session_dead", "the session went away");
		text.remove_prefix(static_cast<std::size_t>(n));
	}
}

inline std::string get_line()
{
	std::string line;
	char chunk[65536];
	while (line.empty() || line.back() != '\n') {
		ssize_t n = ::read(ANSWER_FD, chunk, sizeof(chunk));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0 || line.size() > ANSWER_MAX)
			throw error("session_dead", "the session went away");
		line.append(chunk, static_cast<std::size_t>(n));
	}
	return line;
}

inline std::string replay_line()
{
	std::string_view &rest = state().replay;
	std::size_t n = rest.find('\n');
	if (n == rest.npos)
		throw error("session_dead", "the script did other things the second time");
	std::string line(rest.substr(0, n));
	rest.remove_prefix(n + 1);
	return line;
}

// A request without its braces; the whole answer. Throws what the session says no with.
inline json ask(const std::string &request)
{
	if (state().in_test)
		throw error("refused", "a test is a process of its own and has no session");
	if (!state().replayed)
		put_all(REQUEST_FD, "{" + request + "}\n");
	json answer = json_reader(state().replayed ? replay_line() : get_line()).read();
	if (!answer["success"].is_true())
		throw error(answer["error_type"].text, answer["error"].text);
	return answer;
}

// Which session: the script's, or the one in which the last failed test stands.
enum class on { script, test };

inline std::string request(const char *op, on where)
{
	return std::string("\"op\":\"") + op + '"' + (where == on::test ? ",\"on\":\"test\"" : "");
}

// A call of the table that `debugsession call` has, too; the data of its answer.
inline json call(const std::string &text, on where = on::script)
{
	json answer = ask(request("command", where) + ",\"command\":" + quote_json("cpp-call " + text));
	const json &calls = answer["data"]["calls"];
	if (calls.items.empty())
		throw error("execution_failed", "the session has not understood " + text);
	const json &done = calls.items[0];
	if (!done["success"].is_true())
		throw error(done["error_type"].text, done["error"].text);
	state().program_output += done["data"]["program_output"].text;
	return done["data"];
}

inline stop_info resume(const char *text)
{
	json data = call(text);
	state().return_value = data["return_value"].text;
	return read<stop_info>(data["stop_info"]);
}

} // namespace detail

// Breakpoints: at a line, with a condition, or at a function. The debugger's number.
inline int breakpoint(const std::string &file, long line, const std::string &condition = "")
{
	std::string text = "breakpoint(" + detail::quote_cxx(file) + ", " + std::to_string(line);
	if (!condition.empty())
		text += ", " + detail::quote_cxx(condition);
	return std::atoi(detail::call(text + ")")["number"].text.c_str());
}

inline int breakpoint(const std::string &function)
{
	return std::atoi(detail::call("breakpoint(" + detail::quote_cxx(function) + ")")["number"]
				 .text.c_str());
}

// Stops when the value of the expression changes.
inline int watchpoint(const std::string &expression)
{
	return std::atoi(detail::call("watchpoint(" + detail::quote_cxx(expression) + ")")["number"]
				 .text.c_str());
}

// Let the program go on, until it stops. continue_exec() starts one that has not run yet.
inline stop_info run() { return detail::resume("run()"); }
inline stop_info continue_exec() { return detail::resume("continue_exec()"); }
inline stop_info step() { return detail::resume("step()"); }
inline stop_info next() { return detail::resume("next()"); }
inline stop_info finish() { return detail::resume("finish()"); }

// What the function returned that finish() left; empty: nothing.
inline const std::string &return_value() { return detail::state().return_value; }

// The selected frame's arguments and locals.
inline frame_vars inspect() { return detail::read<frame_vars>(detail::call("inspect()")["frame_vars"]); }

// The value of an expression, as the debugger prints it.
inline std::string eval(const std::string &expression)
{
	return detail::call("eval(" + detail::quote_cxx(expression) + ")")["value"].text;
}

inline struct backtrace backtrace_get(int max_depth = 10)
{
	std::string text = "backtrace_get(" + std::to_string(max_depth) + ")";
	return detail::read<struct backtrace>(detail::call(text)["backtrace"]);
}

// Bytes of memory, at an address or at the value of an expression.
inline mem_dump read_memory(const std::string &address, std::size_t size)
{
	std::string text =
		"read_memory(" + detail::quote_cxx(address) + ", " + std::to_string(size) + ")";
	return detail::read<mem_dump>(detail::call(text)["mem_dump"]);
}

inline mem_dump read_memory(std::uint64_t address, std::size_t size)
{
	return read_memory(std::to_string(address), size);
}

inline struct threads threads()
{
	return detail::read<struct threads>(detail::call("threads()")["threads"]);
}

// What a compiler says of a text.
inline std::vector<diagnostic> compile(const std::string &source)
{
	return detail::read<std::vector<diagnostic>>(
		detail::call("compile(" + detail::quote_cxx(source) + ")")["diagnostics"]);
}

// Any command of the session; what a person would have seen.
inline std::string command(const std::string &line)
{
	return detail::ask(detail::request("command", detail::on::script) +
			   ",\"command\":" + detail::quote_json(line))["raw"]
		.text;
}

// Send to the program's standard input; all that it wrote while this script let it run.
inline void input(const std::string &text)
{
	detail::ask(detail::request("input", detail::on::script) + ",\"text\":" +
		    detail::quote_json(text));
}

inline const std::string &program_output() { return detail::state().program_output; }

// stopped, running, exited, …
inline std::string status()
{
	return detail::ask(detail::request("status", detail::on::script))["state"].text;
}

// Run to a line: on from where the program stands, or from its start.
inline stop_info run_to(const std::string &file, long line)
{
	command("tbreak " + file + ":" + std::to_string(line));
	return status() == "stopped" ? continue_exec() : run();
}

// Print a value, one line; a struct as a literal that compiles and that struct2json reads.
template <class T> void print(const T &value)
{
	if (detail::state().replayed)
		return;
	std::string text;
	if constexpr (detail::is_struct<T>)
		text = std::string("<DEBUG_CONTEXT>\n#include <faultline/literals.hpp>\nfaultline::") +
		       T::type_name + " " + T::type_name + " = " + detail::writer::text(value) +
		       ";\n<CODE_END>";
	else if constexpr (std::is_convertible_v<const T &, std::string_view>)
		text = std::string(std::string_view(value));
	else
		text = detail::writer::text(value);
	std::fwrite(text.data(), 1, text.size(), stdout);
	std::fputc('\n', stdout);
	std::fflush(stdout);
}

namespace detail {

inline bool same_file(std::string_view a, std::string_view b)
{
	std::string_view last = b.substr(b.rfind('/') + 1);
	return a == b || a.substr(a.rfind('/') + 1) == last;
}

// Go to the frame of that place in a session that has stopped; false: none is there.
inline bool select_frame(const std::string &file, long line, on where)
{
	auto stack = read<struct backtrace>(call("backtrace_get(100)", where)["backtrace"]);
	for (const auto &f : stack.frames) {
		if (f.line != line || !same_file(f.file, file))
			continue;
		ask(request("command", where) + ",\"command\":\"frame " + std::to_string(f.depth) + '"');
		return true;
	}
	return false;
}

} // namespace detail

// The variables at a place: where the last failed test or the program stands there (in any frame
// of its stack), as they are; else the program runs there first.
inline frame_vars inspect_at(const std::string &file, long line)
{
	using detail::on;
	if (detail::state().test_stopped && detail::select_frame(file, line, on::test))
		return detail::read<frame_vars>(detail::call("inspect()", on::test)["frame_vars"]);
	if (status() != "stopped" || !detail::select_frame(file, line, on::script))
		run_to(file, line);
	return inspect();
}

namespace detail {

// In a handler: says what nobody caught, and ends.
[[noreturn]] inline void end_uncaught()
{
	try {
		throw;
	} catch (const std::exception &e) {
		std::fprintf(stderr, "uncaught exception: %s\n", e.what());
	} catch (...) {
		std::fprintf(stderr, "uncaught exception\n");
	}
	std::fflush(nullptr);
	::_exit(1);
}

// The process of a test: its end is its exit status, or a signal.
template <class Test> [[noreturn]] void test_body(Test &test, int output)
{
	state().in_test = true;
	::dup2(output, 1);
	::dup2(output, 2);
	::close(ANSWER_FD);
	::close(REQUEST_FD);
	rlimit none = {0, 0};
	::setrlimit(RLIMIT_CORE, &none);
	try {
		test();
	} catch (...) {
		end_uncaught();
	}
	std::fflush(nullptr);
	::_exit(0);
}

inline long now_ms()
{
	timespec t;
	::clock_gettime(CLOCK_MONOTONIC, &t);
	return static_cast<long>(t.tv_sec) * 1000 + t.tv_nsec / 1000000;
}

// Read what the test writes until it ends; false: its time was up.
inline bool listen(int fd, std::string &output)
{
	long deadline = now_ms() + TEST_SECONDS * 1000;
	char chunk[4096];
	for (;;) {
		pollfd p = {fd, POLLIN, 0};
		long left = deadline - now_ms();
		if (left <= 0 || ::poll(&p, 1, static_cast<int>(left)) == 0)
			return false;
		ssize_t n = ::read(fd, chunk, sizeof(chunk));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return true;
		std::size_t room = TEST_OUTPUT - output.size();
		output.append(chunk, static_cast<std::size_t>(n) < room ? static_cast<std::size_t>(n) : room);
	}
}

inline std::string last_line(std::string_view text)
{
	while (!text.empty() && text.back() == '\n')
		text.remove_suffix(1);
	return std::string(text.substr(text.rfind('\n') + 1));
}

inline void judge(test_result &r, int status, bool in_time)
{
	r.passed = in_time && WIFEXITED(status) && WEXITSTATUS(status) == 0;
	if (r.passed)
		return;
	std::string last = last_line(r.output);
	// an assertion begins with the name of the program, which is not the script's
	std::string program = std::string(program_invocation_short_name) + ": ";
	if (last.starts_with(program))
		last.erase(0, program.size());
	r.signal = WIFSIGNALED(status) && in_time ? WTERMSIG(status) : 0;
	if (!in_time)
		r.message = "the test was not done in " + std::to_string(TEST_SECONDS) + " s";
	else if (r.signal && r.signal != SIGABRT)
		r.message = std::string("SIG") + ::sigabbrev_np(static_cast<int>(r.signal));
	else
		r.message = !last.empty() ? last
			    : r.signal    ? "SIGABRT"
					  : "exit status " + std::to_string(WEXITSTATUS(status));
}

} // namespace detail

// Run a function in a process of its own. One that does not come to its end (an assertion, a
// signal, an exception, 10 s) has failed: it is run once more under a debugger, which says where,
// and stays there for inspect_at().
template <class Test> test_result run_test(const std::string &name, Test test)
{
	auto &state = detail::state();
	test_result r;
	r.name = name;
	state.tests++;
	state.test_stopped = false;
	if (state.replayed == state.tests) {
		state.in_test = true;
		test();
		::_exit(0);
	}
	if (!state.replayed) {
		int ends[2], status = 0;
		std::fflush(nullptr);
		if (::pipe2(ends, O_CLOEXEC))
			throw error("resource", "there is no pipe for a test");
		pid_t child = ::fork();
		if (child < 0)
			throw error("resource", "there is no process for a test");
		if (child == 0)
			detail::test_body(test, ends[1]);
		::close(ends[1]);
		bool in_time = detail::listen(ends[0], r.output);
		::close(ends[0]);
		if (!in_time)
			::kill(child, SIGKILL);
		while (::waitpid(child, &status, 0) < 0 && errno == EINTR)
			;
		detail::judge(r, status, in_time);
	}
	std::string said = "\"op\":\"test\",\"number\":" + std::to_string(state.tests) +
			   ",\"passed\":" + (r.passed ? "true" : "false") +
			   ",\"signal\":" + std::to_string(r.signal) +
			   ",\"message\":" + detail::quote_json(r.message) +
			   ",\"output\":" + detail::quote_json(r.output);
	detail::json answer = detail::ask(said);
	r = detail::read<test_result>(answer["test_result"]);
	r.name = name;
	state.test_stopped = !r.crash_file.empty();
	return r;
}

namespace detail {

// The script's life, called by what runs it.
inline int start(void (*script)())
{
	try {
		ask("\"op\":\"begin\"");
		script();
	} catch (const error &e) {
		std::fprintf(stderr, "uncaught fl::error: %s (%s)\n", e.what(), e.type.c_str());
		std::fflush(nullptr);
		::_exit(1);
	} catch (...) {
		end_uncaught();
	}
	std::fflush(nullptr);
	::_exit(0);
}

// The second run, for one test: nothing catches what it throws.
inline int replay(void (*script)(), int test, std::string_view answers)
{
	state().replayed = test;
	state().replay = answers;
	script();
	return 0;
}

} // namespace detail

} // namespace fl

#endif
