#include "sanitize/report/frame.h"
#include "base/source_name.h"

static size_t hex(struct fl_slice s, uint64_t *ret_value)
{
	uint64_t v = 0;
	size_t i = 0;
	for (; i < s.len && i < 16; i++) {
		char c = s.ptr[i];
		if (c >= '0' && c <= '9')
			v = v << 4 | (uint64_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			v = v << 4 | (uint64_t)(c - 'a' + 10);
		else
			break;
	}
	if (i)
		*ret_value = v;
	return i;
}

/* ":digits" at the end of *s is cut off; 0 when there is none. */
static int64_t cut_number(struct fl_slice *s)
{
	ptrdiff_t colon = fl_slice_rchr(*s, ':');
	uint32_t value;
	if (colon <= 0)
		return 0;
	struct fl_slice digits = fl_slice_skip(*s, (size_t)colon + 1);
	if (digits.len == 0 || fl_slice_uint(digits, &value) != digits.len)
		return 0;
	s->len = (size_t)colon;
	return value;
}

struct fl_slice san_place_parse(struct fl_slice place, int64_t *ret_line, int64_t *ret_col)
{
	struct fl_slice rest = place;
	int64_t last = cut_number(&rest);
	int64_t before = cut_number(&rest);
	*ret_line = before ? before : last;
	*ret_col = before ? last : 0;
	if (rest.len == 0 || rest.ptr[0] == '<' || fl_slice_eqs(rest, "??:?")) {
		*ret_line = *ret_col = 0;
		return fl_slice(NULL, 0);
	}
	return rest;
}

/* "text (inside)": cut the last group off when it starts with `start`. */
static bool cut_group(struct fl_slice *s, const char *start, struct fl_slice *ret_inside)
{
	if (!fl_slice_ends(*s, ")"))
		return false;
	ptrdiff_t open = fl_slice_rchr(*s, '(');
	if (open < 0)
		return false;
	struct fl_slice inside = fl_slice_skip(*s, (size_t)open + 1);
	inside.len--;
	if (!fl_slice_starts(inside, start))
		return false;
	*ret_inside = inside;
	*s = fl_slice_trim(fl_slice_head(*s, (size_t)open));
	return true;
}

/* "(/dir/program+0x12f)" at the end of *s goes to the frame. */
static void cut_module(struct fl_slice *s, struct san_frame *frame)
{
	struct fl_slice inside, before = *s;
	if (!cut_group(&before, "", &inside))
		return;
	ptrdiff_t plus = fl_slice_rchr(inside, '+');
	if (plus < 0) {
		if (fl_slice_eqs(inside, "<unknown module>"))
			*s = before;
		return;
	}
	struct fl_slice number = fl_slice_skip(inside, (size_t)plus + 1);
	if (!fl_slice_starts(number, "0x") || !hex(fl_slice_skip(number, 2), &frame->offset))
		return;
	frame->module = fl_slice_head(inside, (size_t)plus);
	*s = before;
}

/* "C:\\dir", "C:/dir" */
static bool is_drive(struct fl_slice s)
{
	return s.len > 2 && s.ptr[1] == ':' && (s.ptr[2] == '\\' || s.ptr[2] == '/') &&
	       ((s.ptr[0] | 0x20) >= 'a' && (s.ptr[0] | 0x20) <= 'z');
}

/* Does a place that tells where it starts, "/dir", "./dir", "../dir" or "C:\\dir", stand here? */
static bool starts_path(struct fl_slice s)
{
	return fl_slice_starts(s, "/") || fl_slice_starts(s, "./") || fl_slice_starts(s, "../") ||
	       is_drive(s);
}

/* Does what stands here still belong to a function whose parameters have ended? */
static bool goes_on(struct fl_slice s)
{
	static const char *const words[] = {"const", "volatile", "&", "[", "noexcept", "("};
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (fl_slice_starts(s, words[i]))
			return true;
	return false;
}

/* Does a function's name with its parameters end here: ")", ") const", "[abi:cxx11]"? */
static bool ends_parameters(struct fl_slice s)
{
	return fl_slice_ends(s, ")") || fl_slice_ends(s, " const") || fl_slice_ends(s, "]") ||
	       fl_slice_ends(s, ") &") || fl_slice_ends(s, ") &&");
}

/*
 * Where "function place" divides, as places may hold blanks: at the first path that tells that it
 * is one; else behind the parameters; else, of a C function in front of a line, at the first blank;
 * else at the last one. Blanks in parentheses do not count.
 */
static ptrdiff_t find_place(struct fl_slice s)
{
	ptrdiff_t first = -1, last = -1, behind = -1;
	int depth = 0;
	bool quoted = false;
	for (size_t i = 0; i + 1 < s.len; i++) {
		if (s.ptr[i] == '(' || s.ptr[i] == '`') /* `anonymous namespace' of Microsoft's */
			depth++;
		else if (s.ptr[i] == ')' || (s.ptr[i] == '\'' && quoted))
			depth--;
		quoted = s.ptr[i] == '`' || (quoted && s.ptr[i] != '\'');
		if (s.ptr[i] != ' ' || depth > 0)
			continue;
		struct fl_slice rest = fl_slice_skip(s, i + 1);
		if (starts_path(rest))
			return (ptrdiff_t)i;
		first = first < 0 ? (ptrdiff_t)i : first;
		last = (ptrdiff_t)i;
		if (behind < 0 && ends_parameters(fl_slice_head(s, i)) && !goes_on(rest))
			behind = last;
	}
	int64_t line, col;
	san_place_parse(s, &line, &col);
	if (behind >= 0 || !line)
		return behind >= 0 ? behind : last;
	return fl_slice_chr(fl_slice_head(s, (size_t)last), '(') < 0 ? first : last;
}

/* A local symbol without debug information: "f(int) file.cpp". */
static bool is_source_name(struct fl_slice word)
{
	const struct fl_source_name *name = fl_source_name(word);
	return name && name->language <= FL_SOURCE_CXX;
}

/* "F+0x222": without debug information some runtimes count from the function's start. */
static struct fl_slice without_offset(struct fl_slice function)
{
	ptrdiff_t plus = fl_slice_rchr(function, '+');
	uint64_t offset;
	struct fl_slice number = fl_slice_skip(function, (size_t)(plus + 1));
	bool counted = plus > 0 && fl_slice_starts(number, "0x") &&
		       hex(fl_slice_skip(number, 2), &offset) == number.len - 2;
	return counted ? fl_slice_head(function, (size_t)plus) : function;
}

static void split_text(struct fl_slice s, struct san_frame *frame)
{
	ptrdiff_t at = find_place(s);
	frame->function = without_offset(s);
	if (at < 0)
		return;
	struct fl_slice place = fl_slice_skip(s, (size_t)at + 1);
	if (fl_slice_ends(place, ".o")) /* "f(int) file.cpp.o", which clang's own runtimes have */
		place.len -= strlen(".o");
	if (is_source_name(place)) {
		frame->function = fl_slice_head(s, (size_t)at);
		frame->file = place;
		return;
	}
	/* "operator new(unsigned long)" without a place must stay whole */
	if (fl_slice_chr(place, ':') < 0 && fl_slice_chr(place, '/') < 0 && place.ptr[0] != '<')
		return;
	int64_t line, col;
	struct fl_slice file = san_place_parse(place, &line, &col);
	if (line == 0 && file.len && fl_slice_chr(file, '/') < 0)
		return;
	frame->function = fl_slice_head(s, (size_t)at);
	if (fl_slice_eqs(frame->function, "<null>"))
		frame->function.len = 0;
	frame->file = file;
	frame->line = line;
	frame->col = col;
}

/* "0x55d0 in f f.c:8" without its address; false: there is none. */
static bool cut_address(struct fl_slice *s, struct san_frame *frame)
{
	if (!fl_slice_starts(*s, "0x"))
		return false;
	size_t n = hex(fl_slice_skip(*s, 2), &frame->address);
	if (n == 0)
		return false;
	*s = fl_slice_trim(fl_slice_skip(*s, n + 2));
	return true;
}

bool san_frame_parse(struct fl_slice line, struct san_frame *ret_frame)
{
	struct san_frame frame = {0};
	uint32_t depth;
	struct fl_slice s = fl_slice_trim(line), build_id;
	if (!fl_slice_starts(s, "#"))
		return false;
	s = fl_slice_skip(s, 1);
	size_t n = fl_slice_uint(s, &depth);
	s = fl_slice_skip(s, n);
	if (n == 0 || !fl_slice_starts(s, " "))
		return false;
	s = fl_slice_skip(s, 1);
	if (fl_slice_starts(s, " ")) /* a debugger's */
		return false;
	bool addressed = cut_address(&s, &frame);
	frame.depth = depth;
	cut_group(&s, "BuildId: ", &build_id);
	cut_module(&s, &frame);
	if (addressed && fl_slice_starts(s, "in ")) {
		split_text(fl_slice_skip(s, 3), &frame);
	} else if (!addressed) {
		bool in = fl_slice_starts(s, "in ");
		frame.address = frame.offset; /* enough to tell what is inlined */
		split_text(fl_slice_skip(s, in ? 3 : 0), &frame);
		if (!frame.module.len && (!frame.line || !frame.function.len))
			return false;
	}
	*ret_frame = frame;
	return true;
}
