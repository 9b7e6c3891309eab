#include "debugsession/adapter/spell.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * clang leaves default template arguments out of a type's name only where they are the defaults, so
 * putting them in again loses nothing. $1, $2: the arguments that are there. gcc's library has its
 * strings and lists in an inline namespace, which clang leaves out, too.
 */
static const struct {
	const char *name;
	size_t given;
	const char *whole;
} templates[] = {
	{"vector", 1, "std::vector<$1, std::allocator<$1>>"},
	{"deque", 1, "std::deque<$1, std::allocator<$1>>"},
	{"list", 1, "std::__cxx11::list<$1, std::allocator<$1>>"},
	{"forward_list", 1, "std::forward_list<$1, std::allocator<$1>>"},
	{"set", 1, "std::set<$1, std::less<$1>, std::allocator<$1>>"},
	{"multiset", 1, "std::multiset<$1, std::less<$1>, std::allocator<$1>>"},
	{"map", 2, "std::map<$1, $2, std::less<$1>, std::allocator<std::pair<$1 const, $2>>>"},
	{"multimap", 2,
		"std::multimap<$1, $2, std::less<$1>, std::allocator<std::pair<$1 const, $2>>>"},
	{"unordered_set", 1,
		"std::unordered_set<$1, std::hash<$1>, std::equal_to<$1>, std::allocator<$1>>"},
	{"unordered_map", 2,
		"std::unordered_map<$1, $2, std::hash<$1>, std::equal_to<$1>, "
		"std::allocator<std::pair<$1 const, $2>>>"},
	{"unique_ptr", 1, "std::unique_ptr<$1, std::default_delete<$1>>"},
	{"basic_string", 1,
		"std::__cxx11::basic_string<$1, std::char_traits<$1>, std::allocator<$1>>"},
	{"stack", 1, "std::stack<$1, std::deque<$1, std::allocator<$1>>>"},
	{"queue", 1, "std::queue<$1, std::deque<$1, std::allocator<$1>>>"},
};

enum { ARGUMENTS_MAX = 8, TYPE_MAX = 1 << 16, NESTING_MAX = 16 };

/* Cut "A, B<C, D>>…" into its arguments up to the bracket that closes it; bytes used, 0: none. */
static size_t arguments(struct fl_slice s, struct fl_slice *list, size_t *count)
{
	size_t start = 0;
	int depth = 0;
	*count = 0;
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];
		bool ends = depth == 0 && (c == ',' || c == '>');
		depth += c == '<' || c == '(' || c == '[';
		depth -= c == '>' || c == ')' || c == ']';
		if (!ends)
			continue;
		if (*count == ARGUMENTS_MAX)
			return 0;
		list[(*count)++] = fl_slice_trim(fl_slice(s.ptr + start, i - start));
		start = i + 1;
		if (c == '>')
			return i + 1;
	}
	return 0;
}

static void spell_type(struct fl_slice type, unsigned nesting, struct fl_buf *out);

static void close_bracket(struct fl_buf *out)
{
	if (out->len && out->data[out->len - 1] == '>')
		fl_buf_char(out, ' ');
	fl_buf_char(out, '>');
}

/* A template of the table at the start of s: bytes used, 0: none of them. */
static size_t expand(struct fl_slice s, unsigned nesting, struct fl_buf *out)
{
	struct fl_slice list[ARGUMENTS_MAX];
	size_t count;
	if (nesting > NESTING_MAX || !fl_slice_starts(s, "std::"))
		return 0;
	for (size_t t = 0; t < sizeof(templates) / sizeof(*templates); t++) {
		size_t n = strlen(templates[t].name) + 5;
		struct fl_slice rest = fl_slice_skip(s, n + 1);
		if (!fl_slice_starts(fl_slice_skip(s, 5), templates[t].name) || s.len <= n ||
			s.ptr[n] != '<')
			continue;
		size_t used = arguments(rest, list, &count);
		if (!used || count != templates[t].given)
			return 0;
		for (const char *p = templates[t].whole; *p; p++) {
			if (*p == '$')
				spell_type(list[*++p - '1'], nesting + 1, out);
			else if (*p == '>')
				close_bracket(out);
			else
				fl_buf_char(out, *p);
		}
		return n + 1 + used;
	}
	return 0;
}

static void spell_type(struct fl_slice type, unsigned nesting, struct fl_buf *out)
{
	for (size_t i = 0; i < type.len;) {
		char c = type.ptr[i];
		char before = i ? type.ptr[i - 1] : ' ';
		bool word = fl_is_word(before) || before == ':';
		size_t used = word ? 0 : expand(fl_slice_skip(type, i), nesting, out);
		i += used;
		if (used)
			continue;
		if (c == '[' && before != ' ' && before != ']' && before != ')')
			fl_buf_char(out, ' ');
		if (c == '>')
			close_bracket(out);
		else
			fl_buf_char(out, c);
		i++;
	}
}

void dbg_spell_type(struct fl_slice type, struct fl_buf *out)
{
	spell_type(fl_slice_head(type, TYPE_MAX), 0, out);
}

/* "const char *" as a demangler has it: "char const*". */
static void spell_parameter(struct fl_slice p, struct fl_buf *out)
{
	size_t end = p.len;
	bool is_const = fl_slice_starts(p, "const ");
	while (end && strchr("*& ", p.ptr[end - 1]))
		end--;
	struct fl_slice base = fl_slice_head(p, end);
	spell_type(is_const ? fl_slice_skip(base, 6) : base, 0, out);
	fl_buf_str(out, is_const ? " const" : "");
	for (size_t i = end; i < p.len; i++)
		if (p.ptr[i] != ' ')
			fl_buf_char(out, p.ptr[i]);
}

void dbg_spell_signature(struct fl_slice name, struct fl_buf *out)
{
	struct fl_slice rest;
	int depth = 0;
	ptrdiff_t open = fl_slice_chr(name, '(');
	/* functions of one file alone have no mangled name: lldb makes theirs of types */
	if (!fl_slice_starts(name, "::") || open < 0 || !fl_slice_ends(name, ")")) {
		dbg_spell_type(name, out);
		return;
	}
	spell_type(fl_slice(name.ptr + 2, (size_t)open - 1), 0, out);
	rest = fl_slice(name.ptr + open + 1, name.len - (size_t)open - 2);
	for (size_t i = 0, start = 0; i <= rest.len; i++) {
		char c = i < rest.len ? rest.ptr[i] : ',';
		depth += c == '<' || c == '(';
		depth -= c == '>' || c == ')';
		if (c != ',' || depth > 0)
			continue;
		spell_parameter(fl_slice_trim(fl_slice(rest.ptr + start, i - start)), out);
		fl_buf_str(out, i < rest.len ? ", " : "");
		start = i + 1;
	}
	fl_buf_char(out, ')');
}

/* The printers of libstdc++ 12 (its printers.py); lldb gives the elements alone. */
static const struct dbg_spell_container containers[] = {
	{"std::vector<bool", "std::vector<bool> of length %zu, capacity ", NULL, DBG_SPELL_VECTOR},
	{"std::vector<", "std::vector of length %zu, capacity ", NULL, DBG_SPELL_VECTOR},
	{"std::deque<", "std::deque with %zu element%s", NULL, DBG_SPELL_PLAIN},
	{"std::list<", "std::__cxx11::list", "empty std::__cxx11::list", DBG_SPELL_NUMBERED},
	{"std::__cxx11::list<", "std::__cxx11::list", "empty std::__cxx11::list",
		DBG_SPELL_NUMBERED},
	{"std::forward_list<", "std::forward_list", "empty std::forward_list", DBG_SPELL_NUMBERED},
	{"std::map<", "std::map with %zu element%s", NULL, DBG_SPELL_MAP},
	{"std::multimap<", "std::multimap with %zu element%s", NULL, DBG_SPELL_MAP},
	{"std::unordered_map<", "std::unordered_map with %zu element%s", NULL, DBG_SPELL_MAP},
	{"std::unordered_multimap<", "std::unordered_multimap with %zu element%s", NULL,
		DBG_SPELL_MAP},
	{"std::set<", "std::set with %zu element%s", NULL, DBG_SPELL_NUMBERED},
	{"std::multiset<", "std::multiset with %zu element%s", NULL, DBG_SPELL_NUMBERED},
	{"std::unordered_set<", "std::unordered_set with %zu element%s", NULL, DBG_SPELL_NUMBERED},
	{"std::unordered_multiset<", "std::unordered_multiset with %zu element%s", NULL,
		DBG_SPELL_NUMBERED},
};

const struct dbg_spell_container *dbg_spell_container(struct fl_slice type)
{
	if (fl_slice_starts(type, "const "))
		type = fl_slice_skip(type, 6);
	for (size_t i = 0; i < sizeof(containers) / sizeof(*containers); i++)
		if (fl_slice_starts(type, containers[i].prefix))
			return &containers[i];
	return NULL;
}

int dbg_spell_character(struct fl_slice s)
{
	static const char letters[] = "abtnvfre0\\'\"", bytes[] = "\a\b\t\n\v\f\r\033\0\\'\"";
	if (s.len < 3 || s.ptr[0] != '\'' || s.ptr[s.len - 1] != '\'')
		return -1;
	s = fl_slice(s.ptr + 1, s.len - 2);
	if (s.len == 1)
		return (unsigned char)s.ptr[0];
	if (s.ptr[0] != '\\')
		return -1;
	if (s.ptr[1] == 'x') {
		int value = 0;
		for (size_t i = 2; i < s.len && fl_hex_value(s.ptr[i]) >= 0; i++)
			value = (value * 16 + fl_hex_value(s.ptr[i])) & 0xff;
		return value;
	}
	const char *at = memchr(letters, s.ptr[1], sizeof(letters) - 1);
	return at && s.len == 2 ? (unsigned char)bytes[at - letters] : -1;
}

static void spell_character(int byte, bool is_unsigned, struct fl_buf *out)
{
	static const char from[] = "\a\b\t\n\v\f\r\\'", to[] = "abtnvfr\\'";
	const char *at = byte ? memchr(from, byte, sizeof(from) - 1) : NULL;
	fl_buf_printf(out, "%d '", is_unsigned || byte < 128 ? byte : byte - 256);
	if (at)
		fl_buf_printf(out, "\\%c'", to[at - from]);
	else if (byte < 32 || byte > 126)
		fl_buf_printf(out, "\\%03o'", (unsigned)byte);
	else
		fl_buf_printf(out, "%c'", byte);
}

bool dbg_spell_is_text(struct fl_slice type)
{
	static const char *const words[] = {"const", "volatile", "signed", "unsigned"};
	static const char *const marks[] = {"*", "const", "["};
	bool pointer = false;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (fl_slice_starts(type, words[i]))
			type = fl_slice_trim(fl_slice_skip(type, strlen(words[i])));
	if (!fl_slice_starts(type, "char"))
		return false;
	type = fl_slice_trim(fl_slice_skip(type, 4));
	size_t levels = 0;
	for (size_t i = 0; i < type.len; i++)
		levels += type.ptr[i] == '*' || type.ptr[i] == '[';
	if (levels > 1) /* of texts, not one: "char *[2]" */
		return false;
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		pointer = pointer || fl_slice_starts(type, marks[i]);
	return pointer;
}

static uint32_t hex_digits(struct fl_slice s, size_t count)
{
	uint32_t value = 0;
	for (size_t i = 0; i < count; i++)
		value = value * 16 + (uint32_t)fl_hex_value(s.ptr[i]);
	return value;
}

static bool are_hex(struct fl_slice s, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (i >= s.len || fl_hex_value(s.ptr[i]) < 0)
			return false;
	return true;
}

/* A text in quotes: lldb's "\xbe" and "\U00000001" are gdb's "\276" and "\001". */
static void spell_escapes(struct fl_slice s, struct fl_buf *out)
{
	while (s.len) {
		size_t digits = fl_slice_starts(s, "\\x")   ? 2
				: fl_slice_starts(s, "\\u") ? 4
				: fl_slice_starts(s, "\\U") ? 8
							    : 0;
		uint32_t code = UINT32_MAX;
		if (digits && are_hex(fl_slice_skip(s, 2), digits))
			code = hex_digits(fl_slice_skip(s, 2), digits);
		size_t took = code <= 0xff ? 2 + digits : s.ptr[0] == '\\' && s.len > 1 ? 2 : 1;
		if (code <= 0xff)
			fl_buf_printf(out, "\\%03o", (unsigned)code);
		else
			fl_buf_slice(out, fl_slice_head(s, took));
		s = fl_slice_skip(s, took);
	}
}

/* "0x00005555 (t`f(int) at t.cpp:9:17)": an address, and the function that is there. */
static void spell_address(struct fl_slice type, struct fl_slice value, struct fl_buf *out)
{
	struct fl_slice digits = fl_slice_skip(value, 2);
	size_t n = 0;
	while (digits.len > 1 && digits.ptr[0] == '0' && fl_hex_value(digits.ptr[1]) >= 0)
		digits = fl_slice_skip(digits, 1);
	while (n < digits.len && fl_hex_value(digits.ptr[n]) >= 0)
		n++;
	fl_buf_printf(out, "0x%.*s", FL_ARG(fl_slice_head(digits, n)));
	struct fl_slice rest = fl_slice_trim(fl_slice_skip(digits, n));
	ptrdiff_t tick = fl_slice_chr(rest, '`'), at = fl_slice_find(rest, " at ");
	if (fl_slice_starts(rest, "(") && tick > 0) {
		size_t end = at > tick ? (size_t)at : rest.len - 1;
		fl_buf_str(out, " <");
		dbg_spell_signature(fl_slice(rest.ptr + tick + 1, end - (size_t)tick - 1), out);
		fl_buf_char(out, '>');
	} else if (fl_slice_starts(rest, "\"") && dbg_spell_is_text(type)) {
		fl_buf_char(out, ' ');
		spell_escapes(rest, out);
	}
}

void dbg_spell_scalar(struct fl_slice type, struct fl_slice value, struct fl_buf *out)
{
	ptrdiff_t wide = fl_slice_find(value, " L'");
	if (wide > 0 && value.len == (size_t)wide + 5) { /* bytes first: "w\0\0\0 L'w'" */
		struct fl_slice c = fl_slice_skip(value, (size_t)wide + 1);
		fl_buf_printf(out, "%d %.*s", c.ptr[2], FL_ARG(c));
		return;
	}
	int byte = dbg_spell_character(value);
	if (byte >= 0) {
		bool is_unsigned =
			fl_slice_find(type, "unsigned") >= 0 || fl_slice_starts(type, "uint");
		spell_character(byte, is_unsigned, out);
	} else if (fl_slice_starts(value, "0x")) {
		spell_address(type, value, out);
	} else if (fl_slice_find(value, "not available") >= 0) {
		fl_buf_str(out, "<optimized out>"); /* both say so of what has no place */
	} else if (fl_slice_ends(type, "float") || fl_slice_ends(type, "double")) {
		for (size_t i = 0; i < value.len; i++)
			fl_buf_char(out, value.ptr[i] == 'E' ? 'e' : value.ptr[i]);
	} else if (fl_slice_find(value, " | ") > 0) {
		fl_buf_printf(out, "(%.*s)", FL_ARG(value)); /* flags of an enumeration */
	} else {
		fl_buf_slice(out, value);
	}
}

/* Where the name starts behind a result type: after the last blank outside of brackets. */
static size_t name_start(struct fl_slice s)
{
	int depth = 0;
	size_t start = 0;
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];
		struct fl_slice so_far = fl_slice(s.ptr + start, i - start);
		if (fl_slice_ends(so_far, "operator"))
			break;
		depth += c == '<' || c == '(';
		depth -= c == '>' || c == ')';
		if (c == ' ' && depth == 0)
			start = i + 1;
	}
	return start;
}

struct fl_slice dbg_spell_function(struct fl_slice name)
{
	ptrdiff_t close = fl_slice_rchr(name, ')');
	int depth = 0;
	if (fl_slice_starts(name, "___lldb_unnamed_symbol")) /* made up where there is no name */
		return FL_S("");
	if (close < 0)
		return fl_slice_starts(name, "::") ? fl_slice_skip(name, 2) : name;
	for (ptrdiff_t i = close; i > 0; i--) {
		depth += name.ptr[i] == ')';
		depth -= name.ptr[i] == '(';
		if (depth)
			continue;
		if (!fl_slice_ends(fl_slice_head(name, (size_t)i), "operator"))
			name = fl_slice_head(name, (size_t)i);
		break;
	}
	name = fl_slice_skip(name, name_start(name));
	if (fl_slice_starts(name, "::")) /* of one file alone */
		name = fl_slice_skip(name, 2);
	/* gcc's lambdas have a type without a name in their debug information */
	if (fl_slice_find(name, "lambda") >= 0 && fl_slice_ends(name, "::operator()"))
		return FL_S("operator()");
	return name;
}

/* lldb's and clang's words and gdb's for the same. %.*s is what stands between the quotes. */
static const struct {
	const char *words, *gdb;
} errors[] = {
	{"use of undeclared identifier '", "No symbol \"%.*s\" in current context."},
	{"no member named '", "There is no member named %.*s."},
	{"can't evaluate expressions when the process is running", "No frame selected."},
	{"unable to evaluate expression while the process is exited", "No frame selected."},
	{"Couldn't apply expression side effects", "Cannot access memory at that address"},
	{"Can't evaluate the expression without a running target",
		"This needs code that runs in the program (a call, an operator of a class, a "
		"choice "
		"with ?:, integers made floating point): it cannot be done here."},
};

int dbg_spell_error(struct fl_slice message, struct fl_error *err)
{
	struct fl_slice line;
	for (size_t i = 0; i < sizeof(errors) / sizeof(*errors); i++) {
		ptrdiff_t at = fl_slice_find(message, errors[i].words);
		if (at < 0)
			continue;
		struct fl_slice rest = fl_slice_skip(message, (size_t)at + strlen(errors[i].words));
		ptrdiff_t quote = fl_slice_chr(rest, '\'');
		rest = fl_slice_head(rest, quote < 0 ? 0 : (size_t)quote);
		char text[256];
		int n = snprintf(text, sizeof(text), "%.*s", FL_ARG(fl_slice_str(errors[i].gdb)));
		const char *mark = n > 0 ? strstr(text, "%.*s") : NULL;
		if (!mark)
			return fl_error_set(err, FL_EREFUSED, "%s", text);
		return fl_error_set(err, FL_EREFUSED, "%.*s%.*s%s", (int)(mark - text), text,
			FL_ARG(rest), mark + 4);
	}
	while (fl_slice_starts(message, "error: "))
		message = fl_slice_skip(message, 7);
	if (!fl_slice_line(&message, &line))
		line = FL_S("the debugger refused it without a reason");
	return fl_error_set(err, FL_EREFUSED, "%.*s", FL_ARG(line));
}

static const struct {
	int number;
	const char *name, *meaning;
} signals[] = {
	{SIGHUP, "SIGHUP", "Hangup"},
	{SIGINT, "SIGINT", "Interrupt"},
	{SIGQUIT, "SIGQUIT", "Quit"},
	{SIGILL, "SIGILL", "Illegal instruction"},
	{SIGTRAP, "SIGTRAP", "Trace/breakpoint trap"},
	{SIGABRT, "SIGABRT", "Aborted"},
	{SIGBUS, "SIGBUS", "Bus error"},
	{SIGFPE, "SIGFPE", "Arithmetic exception"},
	{SIGKILL, "SIGKILL", "Killed"},
	{SIGSEGV, "SIGSEGV", "Segmentation fault"},
	{SIGSYS, "SIGSYS", "Bad system call"},
	{SIGPIPE, "SIGPIPE", "Broken pipe"},
	{SIGALRM, "SIGALRM", "Alarm clock"},
	{SIGTERM, "SIGTERM", "Terminated"},
	{SIGUSR1, "SIGUSR1", "User defined signal 1"},
	{SIGUSR2, "SIGUSR2", "User defined signal 2"},
	{SIGSTOP, "SIGSTOP", "Stopped (signal)"},
	{SIGXCPU, "SIGXCPU", "CPU time limit exceeded"},
	{SIGXFSZ, "SIGXFSZ", "File size limit exceeded"},
};

struct fl_slice dbg_spell_signal(struct fl_slice name)
{
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		if (fl_slice_eqs(name, signals[i].name))
			return fl_slice_str(signals[i].meaning);
	return FL_S("Unknown signal");
}

int64_t dbg_spell_signal_number(struct fl_slice name)
{
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		if (fl_slice_eqs(name, signals[i].name))
			return signals[i].number;
	return 0;
}

void dbg_spell_signal_name(int number, char *name, size_t size)
{
	snprintf(name, size, "SIG%d", number);
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		if (signals[i].number == number)
			snprintf(name, size, "%s", signals[i].name);
}
