#include "tracegen/evidence/value.h"

#include "base/utf8.h"
#include "sanitize/report/frame.h"

enum { VALUE_BYTES = 1 << 20 };

/* A container that claims this many elements was never constructed. */
static const uint64_t absurd_size = 100000000;

/*
 * How memory that nobody wrote looks: gcc (0xfe) and clang (0xaa) fill automatic variables so under
 * -ftrivial-auto-var-init=pattern, AddressSanitizer (0xbe) fresh heap memory. Numbers of one byte
 * are left out, they mean something too often.
 */
static const char *const untouched_numbers[] = {
	"-16843010",
	"4278124286",
	"-72340172838076674",
	"18374403900871474942",
	"-258",
	"65278",
	"-5.3140103725178076e+303",
	"-1.69474057e+38",
	"0xfefefefefefefefe",
	"-1431655766",
	"2863311530",
	"-6148914691236517206",
	"12297829382473034410",
	"-21846",
	"43690",
	"-3.7206620809969885e-103",
	"-3.03164883e-13",
	"0xaaaaaaaaaaaaaaaa",
	"-1094795586",
	"3200171710",
	"-4702111234474983746",
	"13744632839234567870",
	"-16706",
	"48830",
	"-1.8325506472120096e-06",
	"-0.372548997",
	"0xbebebebebebebebe",
};

/* The same bytes as they stand within a text or a character. */
static const char *const fills[] = {"\\376", "\\252", "\\276"};
enum { FILL = 4, FILLS = sizeof(fills) / sizeof(fills[0]) };

static const char untouched[] = "<uninitialized>";
static const char to_untouched[] = "<ptr to uninitialized>";

/* Template arguments that are their template's defaults. */
static const char *const default_arguments[] = {"std::allocator<", "std::char_traits<",
	"std::less<", "std::hash<", "std::equal_to<", "std::default_delete<"};

static const struct rename {
	const char *from, *to;
} renames[] = {
	{"std::__cxx11::", "std::"},
	{"std::__1::", "std::"},
	{"std::basic_string<char>", "std::string"},
	{"std::basic_string_view<char>", "std::string_view"},
	{"(anonymous namespace)::", ""},
};

static bool is_word(char c)
{
	return fl_is_word(c) || c == '$';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool in_table(struct fl_slice s, const char *const *table, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (fl_slice_eqs(s, table[i]))
			return true;
	}
	return false;
}

/* Length of the quoted text at the start of s, quotes included. */
static size_t quoted_len(struct fl_slice s)
{
	for (size_t i = 1; i < s.len; i++) {
		if (s.ptr[i] == '\\')
			i++;
		else if (s.ptr[i] == s.ptr[0])
			return i + 1;
	}
	return s.len;
}

/* Length of the <…> at the start of s; "->" and "<<" inside do not end or open it. */
static size_t angle_len(struct fl_slice s)
{
	size_t depth = 0;
	for (size_t i = 0; i < s.len; i++) {
		if (s.ptr[i] == '<')
			depth++;
		else if (s.ptr[i] == '>' && (i == 0 || s.ptr[i - 1] != '-') && --depth == 0)
			return i + 1;
	}
	return s.len;
}

/* Length of the number at the start of s: decimal, real or hexadecimal, with its sign. */
static size_t number_len(struct fl_slice s)
{
	size_t i = s.len && s.ptr[0] == '-';
	if (i >= s.len || !is_digit(s.ptr[i]))
		return 0;
	for (; i < s.len; i++) {
		bool exponent = i && s.ptr[i - 1] == 'e' && !fl_slice_starts(s, "0x");
		if (!is_word(s.ptr[i]) && s.ptr[i] != '.' &&
			!(exponent && (s.ptr[i] == '+' || s.ptr[i] == '-')))
			break;
	}
	return i;
}

/* Bytes at the end of s that are one of the fills over and over. */
static size_t fill_len(struct fl_slice s)
{
	size_t most = 0;
	for (size_t i = 0; i < FILLS; i++) {
		size_t n = 0;
		while (n + FILL <= s.len && memcmp(s.ptr + s.len - n - FILL, fills[i], FILL) == 0)
			n += FILL;
		most = n > most ? n : most;
	}
	return most;
}

/* Text of nothing but a byte that memory is filled with: nobody wrote it. */
static bool is_untouched_text(struct fl_slice quoted)
{
	if (quoted.len <= 2)
		return false;
	struct fl_slice s = fl_slice_head(fl_slice_skip(quoted, 1), quoted.len - 2);
	return fill_len(s) == s.len;
}

/*
 * The text at the start of s, and where nobody wrote its end, only what is before that; with the
 * dots that gdb puts where it cuts one. Returns the bytes it took.
 */
static size_t clean_text(struct fl_buf *out, struct fl_slice s)
{
	size_t whole = quoted_len(s), fill = 0;
	bool cut = fl_slice_starts(fl_slice_skip(s, whole), "...");
	if (whole > 2 && s.ptr[whole - 1] == '"')
		fill = fill_len(fl_slice_head(fl_slice_skip(s, 1), whole - 2));
	if (fill > FILL && fill == whole - 2)
		fl_buf_str(out, untouched);
	else if (fill > FILL) /* one such byte alone may be meant */
		fl_buf_printf(out, "%.*s\", %s...", (int)(whole - 1 - fill), s.ptr, untouched);
	else
		fl_buf_printf(out, "%.*s%s", (int)whole, s.ptr, cut ? "..." : "");
	return whole + (cut ? 3 : 0);
}

/* An address, and what gdb says about it: its text or symbol is kept, the number is not. */
static size_t clean_address(struct fl_buf *out, struct fl_slice s, size_t len)
{
	struct fl_slice rest = fl_slice_skip(s, len);
	if (fl_slice_starts(rest, " \"")) {
		struct fl_slice text = fl_slice_skip(rest, 1);
		size_t quoted = quoted_len(text);
		bool cut = fl_slice_starts(fl_slice_skip(text, quoted), "...");
		if (!is_untouched_text(fl_slice_head(text, quoted)))
			return len + 1 + clean_text(out, text);
		fl_buf_str(out, to_untouched);
		return len + 1 + quoted + (cut ? 3 : 0);
	}
	if (fl_slice_starts(rest, " '\\276' <repeats ")) {
		size_t text = strlen(" '\\276' ");
		fl_buf_str(out, to_untouched);
		return len + text + angle_len(fl_slice_skip(rest, text));
	}
	if (fl_slice_starts(rest, " <")) {
		struct fl_slice symbol = fl_slice_skip(rest, 1);
		symbol.len = angle_len(symbol);
		if (fl_slice_starts(symbol, "<error"))
			fl_buf_str(out, "<ptr>");
		else
			fl_buf_slice(out, symbol);
		return len + 1 + symbol.len;
	}
	fl_buf_str(out, "<ptr>");
	return len;
}

static bool out_ends(const struct fl_buf *out, const char *word)
{
	return fl_slice_ends(fl_buf_view(out), word);
}

/* True when the number says how many elements a container has, and cannot. */
static bool is_absurd(const struct fl_buf *out, struct fl_slice number)
{
	if (!out_ends(out, " length ") && !out_ends(out, " capacity ") && !out_ends(out, " with "))
		return false;
	uint64_t v = 0;
	for (size_t i = 0; i < number.len && is_digit(number.ptr[i]) && v < absurd_size; i++)
		v = v * 10 + (uint64_t)(number.ptr[i] - '0');
	return number.ptr[0] == '-' || v >= absurd_size;
}

static size_t clean_number(struct fl_buf *out, struct fl_slice s, size_t len, bool *absurd)
{
	struct fl_slice number = fl_slice_head(s, len);
	if (in_table(number, untouched_numbers,
		    sizeof(untouched_numbers) / sizeof(untouched_numbers[0]))) {
		fl_buf_str(out, untouched);
		struct fl_slice rest = fl_slice_skip(s, len);
		return fl_slice_starts(rest, " <error")
			       ? len + 1 + angle_len(fl_slice_skip(rest, 1))
			       : len;
	}
	if (fl_slice_starts(number, "0x") && !fl_slice_eqs(number, "0x0"))
		return clean_address(out, s, len);
	*absurd = is_absurd(out, number);
	fl_buf_slice(out, number);
	return len;
}

static size_t clean_char(struct fl_buf *out, struct fl_slice s)
{
	size_t len = quoted_len(s);
	struct fl_slice rest = fl_slice_skip(s, len);
	if (fl_slice_starts(rest, " <repeats ") && len == FILL + 2 &&
		in_table(fl_slice_head(fl_slice_skip(s, 1), FILL), fills, FILLS)) {
		fl_buf_str(out, untouched);
		return len + 1 + angle_len(fl_slice_skip(rest, 1));
	}
	fl_buf_slice(out, fl_slice_head(s, len));
	return len;
}

/* Length of the {…} at the start of s, texts in it whole. */
static size_t braces_len(struct fl_slice s)
{
	size_t depth = 0;
	for (size_t i = 0; i < s.len; i++) {
		if (s.ptr[i] == '"' || s.ptr[i] == '\'')
			i += quoted_len(fl_slice_skip(s, i)) - 1;
		else if (s.ptr[i] == '{')
			depth++;
		else if (s.ptr[i] == '}' && --depth == 0)
			return i + 1;
	}
	return s.len;
}

/*
 * What the library's own types are made of says nothing: "std::unique_ptr<T> = {get() = 0x5}" is
 * what get() gives, and a std::function is one. Bytes to skip before what stays, 0: it stays.
 */
static size_t clean_library(struct fl_buf *out, struct fl_slice s)
{
	static const char get[] = " = {get() = ", function[] = "{<std::_Maybe_unary_or_binary_";
	static const char unique[] = "std::unique_ptr";
	if (fl_slice_starts(s, function)) {
		fl_buf_str(out, "<function>");
		return braces_len(s);
	}
	size_t len = strlen(unique);
	if (!fl_slice_starts(s, unique) || !fl_slice_starts(fl_slice_skip(s, len), "<"))
		return 0;
	len += angle_len(fl_slice_skip(s, len));
	struct fl_slice rest = fl_slice_skip(s, len);
	if (!fl_slice_starts(rest, get))
		return 0;
	size_t body = braces_len(fl_slice_skip(rest, 3)) + 3;
	bool absurd = false;
	struct fl_slice value = fl_slice_skip(rest, strlen(get));
	size_t number = number_len(value);
	clean_number(out, value, number, &absurd);
	return number ? len + body : 0;
}

/*
 * Of a struct stat what a program decides by: the rest are numbers of the file system and times,
 * which no other run has again. Bytes to skip before what stays, 0: it is none.
 */
static size_t clean_stat(struct fl_buf *out, struct fl_slice s)
{
	static const char *const kept[] = {"st_mode", "st_size"};
	if (!fl_slice_starts(s, "{st_dev = "))
		return 0;
	size_t len = braces_len(s);
	struct fl_slice rest = fl_slice_head(s, len), name, value;
	const char *before = "{";
	bool absurd = false;
	while (tg_value_member(&rest, &name, &value))
		if (in_table(name, kept, sizeof(kept) / sizeof(kept[0]))) {
			fl_buf_printf(out, "%s%.*s = ", before, FL_ARG(name));
			clean_number(out, value, value.len, &absurd);
			before = ", ";
		}
	fl_buf_str(out, *before == '{' ? "{}" : "}");
	return len;
}

/* A name of the library's as a person writes it; 0: it is none. */
static size_t clean_name(struct fl_buf *out, struct fl_slice s)
{
	static const struct rename string = {
		"std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >",
		"std::string"};
	if (fl_slice_starts(s, string.from)) {
		fl_buf_str(out, string.to);
		return strlen(string.from);
	}
	for (size_t i = 0; i < sizeof(renames) / sizeof(renames[0]); i++) {
		if (fl_slice_starts(s, renames[i].from)) {
			fl_buf_str(out, renames[i].to);
			return strlen(renames[i].from);
		}
	}
	return 0;
}

/* One token of s; returns the bytes it took. */
static size_t clean_token(struct fl_buf *out, struct fl_slice s, bool *absurd)
{
	size_t len = number_len(s);
	if (len)
		return clean_number(out, s, len, absurd);
	len = clean_library(out, s);
	len = len ? len : clean_stat(out, s);
	len = len ? len : clean_name(out, s);
	if (len)
		return len;
	if (fl_slice_starts(s, "@0x")) {
		ptrdiff_t colon = fl_slice_find(s, ": ");
		return colon > 0 ? (size_t)colon + 2 : s.len;
	}
	if (fl_slice_starts(s, "nan(")) {
		len = (size_t)(fl_slice_chr(s, ')') + 1);
		len = len ? len : s.len;
	} else if (s.ptr[0] == '"') {
		return clean_text(out, s);
	} else if (s.ptr[0] == '\'') {
		return clean_char(out, s);
	} else if (fl_slice_starts(s, "<error")) {
		fl_buf_str(out, "<unreadable>");
		return angle_len(s);
	} else {
		while (len < s.len && is_word(s.ptr[len]))
			len++;
		len = len ? len : 1;
	}
	fl_buf_slice(out, fl_slice_head(s, len));
	return len;
}

static struct fl_slice bounded(struct fl_arena *a, struct fl_slice s, size_t max)
{
	if (s.len <= max)
		return fl_arena_slice(a, s);
	return fl_arena_printf(a, "%.*s...", FL_ARG(fl_utf8_head(s, max)));
}

struct fl_slice tg_value_clean(struct fl_arena *a, struct fl_slice value, size_t max)
{
	struct fl_buf out;
	bool absurd = false;
	fl_buf_init(&out, VALUE_BYTES);
	while (value.len && !absurd)
		value = fl_slice_skip(value, clean_token(&out, value, &absurd));
	if (absurd) {
		fl_buf_clear(&out);
		fl_buf_str(&out, untouched);
	}
	struct fl_slice result = bounded(a, fl_buf_view(&out), max);
	fl_buf_release(&out);
	return result;
}

/* Bytes of the template argument at the start of s, up to its ',' or '>'. */
static size_t argument_len(struct fl_slice s)
{
	size_t depth = 0, i = 0;
	for (; i < s.len; i++) {
		char c = s.ptr[i];
		if (depth == 0 && (c == ',' || c == '>'))
			break;
		depth += c == '<' || c == '(';
		depth -= c == '>' || c == ')';
	}
	return i;
}

/* Bytes of ", std::allocator<…>" and its like at the start of s, 0 where there is none. */
static size_t default_len(struct fl_slice s)
{
	if (!fl_slice_starts(s, ", "))
		return 0;
	struct fl_slice arg = fl_slice_skip(s, 2);
	for (size_t i = 0; i < sizeof(default_arguments) / sizeof(default_arguments[0]); i++) {
		if (fl_slice_starts(arg, default_arguments[i]))
			return 2 + argument_len(arg);
	}
	return 0;
}

static void rename_all(struct fl_buf *text, const struct rename *r)
{
	struct fl_buf out;
	fl_buf_init(&out, VALUE_BYTES);
	struct fl_slice s = fl_buf_view(text);
	for (ptrdiff_t at = fl_slice_find(s, r->from); at >= 0; at = fl_slice_find(s, r->from)) {
		fl_buf_slice(&out, fl_slice_head(s, (size_t)at));
		fl_buf_str(&out, r->to);
		s = fl_slice_skip(s, (size_t)at + strlen(r->from));
	}
	fl_buf_slice(&out, s);
	fl_buf_release(text);
	*text = out;
}

bool tg_value_is_no_text(struct fl_slice value)
{
	size_t octal = 0, all = 0;
	ptrdiff_t quote = fl_slice_chr(value, '"');
	for (size_t i = quote < 0 ? value.len : (size_t)quote + 1; i < value.len; i++, all++) {
		bool escape = value.ptr[i] == '\\' && i + 3 < value.len;
		if (!escape)
			continue;
		bool number = value.ptr[i + 1] >= '0' && value.ptr[i + 1] <= '7';
		octal += number;
		i += number ? 3 : 1;
	}
	return octal >= 3 && octal * 3 >= all;
}

struct fl_slice tg_function_clean(struct fl_arena *a, struct fl_slice function)
{
	static const char nameless[] = "(anonymous namespace)::";
	struct fl_slice name = san_function_bare(function, a);
	return fl_slice_skip(name, fl_slice_starts(name, nameless) ? strlen(nameless) : 0);
}

/* Does ", name = " or the end of a struct follow? Containers have commas of their own. */
static bool ends_member(struct fl_slice s)
{
	size_t n = 2;
	if (fl_slice_starts(s, "}"))
		return true;
	if (!fl_slice_starts(s, ", "))
		return false;
	while (n < s.len && is_word(s.ptr[n]))
		n++;
	return n > 2 && fl_slice_starts(fl_slice_skip(s, n), " = ");
}

bool tg_value_member(struct fl_slice *rest, struct fl_slice *ret_name, struct fl_slice *ret_value)
{
	struct fl_slice s = *rest;
	if (fl_slice_starts(s, "{"))
		s = fl_slice_skip(s, 1);
	else if (fl_slice_starts(s, ", "))
		s = fl_slice_skip(s, 2);
	size_t name = 0, i, depth = 0;
	while (name < s.len && is_word(s.ptr[name]))
		name++;
	if (!name || !fl_slice_starts(fl_slice_skip(s, name), " = "))
		return false;
	for (i = name + 3; i < s.len; i++) {
		char c = s.ptr[i];
		if (depth == 0 && ends_member(fl_slice_skip(s, i)))
			break;
		if (c == '"' || c == '\'')
			i += quoted_len(fl_slice_skip(s, i)) - 1;
		else if (c == '<' && angle_len(fl_slice_skip(s, i)) < s.len - i)
			i += angle_len(fl_slice_skip(s, i)) - 1;
		depth += c == '{';
		depth -= c == '}';
	}
	*ret_name = fl_slice_head(s, name);
	*ret_value = fl_slice_head(fl_slice_skip(s, name + 3), i - name - 3);
	*rest = fl_slice_skip(s, i);
	return true;
}

struct fl_slice tg_value_cut(struct fl_arena *a, struct fl_slice value, size_t max)
{
	return bounded(a, value, max);
}

struct fl_slice tg_type_clean(struct fl_arena *a, struct fl_slice type, size_t max)
{
	struct fl_buf out;
	fl_buf_init(&out, VALUE_BYTES);
	while (type.len) {
		size_t skip = default_len(type);
		if (!skip && fl_slice_starts(type, " >") && out_ends(&out, ">"))
			skip = 1;
		if (!skip) {
			bool space = fl_slice_starts(type, " >");
			fl_buf_slice(&out, fl_slice_head(type, !space));
			skip = 1;
		}
		type = fl_slice_skip(type, skip);
	}
	for (size_t i = 0; i < sizeof(renames) / sizeof(renames[0]); i++)
		rename_all(&out, &renames[i]);
	struct fl_slice result = bounded(a, fl_buf_view(&out), max);
	fl_buf_release(&out);
	return result;
}
