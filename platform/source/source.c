#include "platform/source/source.h"

#include "base/lanes.h"
#include "base/source_name.h"
#include "platform/flags/flags.h"
#include "platform/libs/libs.h"
#include "platform/source/table.h"

enum { SEEN_MAX = 64, NEST_MAX = 64 };

/* A text as it is read. */
struct reader {
	const char *from, *at, *end;
	struct plat_facts *to;
	struct fl_slice file;
	int64_t line;
	bool cxx, standards;
	/* Conditions around: how many, and from which one on nothing counts (0: it counts). */
	size_t nest, off;
	bool seen_directive, guard_next; /* an include guard is the first #ifndef and its #define */
	int year; /* of the newest thing so far */
	int64_t year_line;
	struct fl_slice year_text;
	struct {
		enum plat_field field;
		struct fl_slice value;
	} seen[SEEN_MAX];
	size_t seen_count;
};

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

static void say(struct reader *r, enum plat_field field, enum plat_fact_kind kind,
	struct fl_slice value, struct fl_slice text)
{
	if (r->off || !value.len)
		return;
	for (size_t i = 0; i < r->seen_count; i++)
		if (r->seen[i].field == field && fl_slice_eq(r->seen[i].value, value))
			return;
	if (r->seen_count == SEEN_MAX)
		return;
	r->seen[r->seen_count].field = field;
	r->seen[r->seen_count++].value = value;
	plat_facts_add(r->to, &(struct plat_fact){.field = field,
				      .kind = kind,
				      .from = PLAT_FROM_SOURCE,
				      .value = value,
				      .text = text,
				      .at = {r->file, r->line}});
}

static void needs(struct reader *r, int year, struct fl_slice text)
{
	if (r->off || !r->standards || year <= r->year)
		return;
	r->year = year;
	r->year_line = r->line;
	r->year_text = text;
}

static int year_of(const struct plat_year *table, struct fl_slice word)
{
	for (; table->word; table++)
		if (table->word[0] == word.ptr[0] && fl_slice_eqs(word, table->word))
			return table->year;
	return 0;
}

static bool header_is(const char *pattern, struct fl_slice name)
{
	size_t n = strlen(pattern);
	if (pattern[n - 1] == '/')
		return fl_slice_starts(name, pattern);
	if (pattern[n - 1] == '*')
		return fl_slice_starts_with(name, fl_slice(pattern, n - 1));
	return fl_slice_eqs(name, pattern);
}

static void take_include(struct reader *r, struct fl_slice line)
{
	bool quoted;
	struct fl_slice name = fl_source_included(line, &quoted);
	if (!name.len || r->off)
		return;
	line = fl_slice_trim(line);
	say(r, PLAT_FIELD_LIBS, PLAT_FACT_ADD, plat_lib_of_header(name), line);
	if (fl_slice_eqs(name, "arm_neon.h"))
		say(r, PLAT_FIELD_FEATURES, PLAT_FACT_ADD, FL_S("neon"), line);
	bool mode = false;
	for (const struct plat_header *h = plat_headers; h->name; h++)
		if (h->name[0] == name.ptr[0] && header_is(h->name, name) &&
			!(mode && h->field == PLAT_FIELD_MODE)) {
			mode |= h->field == PLAT_FIELD_MODE;
			say(r, h->field, PLAT_FACT_SET, fl_slice_str(h->means), line);
		}
	if (!quoted)
		needs(r, year_of(r->cxx ? plat_cxx_headers : plat_c_headers, name), line);
}

/* The word at the start, and the text behind it. */
static struct fl_slice cut_word(struct fl_slice *text)
{
	size_t n = 0;
	*text = fl_slice_trim(*text);
	while (n < text->len && is_word(text->ptr[n]))
		n++;
	struct fl_slice word = fl_slice_head(*text, n);
	*text = fl_slice_trim(fl_slice_skip(*text, n));
	return word;
}

/* A condition begins. What it holds counts where it cannot but be so. */
static void open_condition(struct reader *r, struct fl_slice word, struct fl_slice rest)
{
	bool guard = fl_slice_eqs(word, "ifndef") && !r->seen_directive;
	bool not_guard =
		fl_slice_eqs(word, "if") && !r->seen_directive && fl_slice_starts(rest, "!defined");
	bool is_cxx =
		r->cxx && (fl_slice_eqs(word, "ifdef") || fl_slice_eqs(word, "if")) &&
		(fl_slice_eqs(rest, "__cplusplus") || fl_slice_eqs(rest, "defined(__cplusplus)"));
	bool always = fl_slice_eqs(word, "if") && fl_slice_eqs(rest, "1");
	r->guard_next = guard || not_guard;
	r->nest++;
	if (!r->off && !guard && !not_guard && !is_cxx && !always)
		r->off = r->nest;
}

static void take_directive(struct reader *r, struct fl_slice line)
{
	struct fl_slice rest = fl_slice_skip(fl_slice_trim(line), 1);
	struct fl_slice word = cut_word(&rest);
	if (r->guard_next && !fl_slice_eqs(word, "define") && !r->off)
		r->off = r->nest; /* no guard after all */
	r->guard_next = false;
	if (fl_slice_starts(word, "if"))
		open_condition(r, word, rest);
	else if (fl_slice_eqs(word, "endif")) {
		if (r->off == r->nest)
			r->off = 0;
		r->nest -= r->nest > 0;
	} else if (fl_slice_starts(word, "el") && !r->off) {
		r->off = r->nest; /* the other branch of what always counts */
	} else if (fl_slice_eqs(word, "include")) {
		take_include(r, line);
	}
	if (!fl_slice_eqs(word, "pragma"))
		r->seen_directive = true;
}

/* The rest of the line, with those that it goes on in. */
static struct fl_slice cut_line(struct reader *r)
{
	const char *from = r->at;
	for (;;) {
		const char *lf = memchr(r->at, '\n', (size_t)(r->end - r->at));
		if (!lf) {
			r->at = r->end;
			return fl_slice(from, (size_t)(r->end - from));
		}
		r->at = lf;
		if (lf == from || lf[-1] != '\\')
			return fl_slice(from, (size_t)(lf - from));
		r->at = lf + 1;
		r->line++;
	}
}

/* Over a comment that starts here; false: there is none. */
static bool skip_comment(struct reader *r)
{
	if (r->end - r->at < 2 || (r->at[1] != '/' && r->at[1] != '*'))
		return false;
	if (r->at[1] == '/') {
		cut_line(r);
		return true;
	}
	for (r->at += 2; r->at < r->end; r->at++) {
		const char *star = memchr(r->at, '*', (size_t)(r->end - r->at));
		const char *stop = star ? star : r->end;
		for (const char *p = r->at; (p = memchr(p, '\n', (size_t)(stop - p))); p++)
			r->line++;
		r->at = stop;
		if (stop + 1 < r->end && stop[1] == '/') {
			r->at = stop + 2;
			return true;
		}
	}
	r->at = r->end;
	return true;
}

/* Over a text or character that starts here; what it holds. */
static struct fl_slice skip_quoted(struct reader *r)
{
	char quote = *r->at++;
	const char *from = r->at;
	while (r->at < r->end && *r->at != quote && *r->at != '\n')
		r->at += *r->at == '\\' && r->end - r->at > 1 && r->at[1] != '\n' ? 2 : 1;
	struct fl_slice text = fl_slice(from, (size_t)(r->at - from));
	if (r->at < r->end && *r->at == quote)
		r->at++;
	return text;
}

/* R"x(…)x" */
static void skip_raw(struct reader *r)
{
	const char *open = memchr(r->at, '(', (size_t)(r->end - r->at));
	size_t n = open ? (size_t)(open - r->at) - 1 : 0;
	if (!open || n > 16) {
		skip_quoted(r);
		return;
	}
	const char *mark = r->at + 1;
	for (r->at = open; r->at < r->end; r->at++) {
		r->line += *r->at == '\n';
		if (*r->at == ')' && (size_t)(r->end - r->at) > n + 1 &&
			memcmp(r->at + 1, mark, n) == 0 && r->at[n + 1] == '"') {
			r->at += n + 2;
			return;
		}
	}
}

/* The texts between the next parentheses say which registers there are. */
static void take_assembly(struct reader *r, struct fl_slice word)
{
	static const struct {
		const char *part, *arch;
	} signs[] = {{"%rax", "x86_64"}, {"%rbx", "x86_64"}, {"%rcx", "x86_64"}, {"%rdx", "x86_64"},
		{"%rsp", "x86_64"}, {"%rdi", "x86_64"}, {"%rsi", "x86_64"}, {"%r8", "x86_64"},
		{"%r9", "x86_64"}, {"syscall", "x86_64"}, {"swapgs", "x86_64"}, {"_el0", "aarch64"},
		{"_el1", "aarch64"}, {"%eax", NULL}};
	enum { LINES = 40 };
	int64_t line = r->line;
	while (r->at < r->end && *r->at != ')' && *r->at != ';' && r->line - line < LINES) {
		if (*r->at != '"') {
			r->line += *r->at++ == '\n';
			continue;
		}
		struct fl_slice text = skip_quoted(r);
		for (size_t i = 0; signs[i].arch; i++)
			if (fl_slice_find(text, signs[i].part) >= 0) {
				say(r, PLAT_FIELD_ARCH, PLAT_FACT_SET, fl_slice_str(signs[i].arch),
					word);
				return;
			}
	}
}

/* target("avx2,fma") of an attribute. */
static void take_target(struct reader *r)
{
	if (r->end - r->at < 2 || r->at[0] != '(' || r->at[1] != '"')
		return;
	r->at++;
	struct fl_slice words = skip_quoted(r);
	while (words.len) {
		ptrdiff_t comma = fl_slice_chr(words, ',');
		struct fl_slice word = fl_slice_head(words, comma < 0 ? words.len : (size_t)comma);
		words = fl_slice_skip(words, word.len + 1);
		if (plat_is_feature(word))
			say(r, PLAT_FIELD_FEATURES, PLAT_FACT_ADD, word, word);
	}
}

/* AVX has arithmetic on floats alone; on whole numbers it is AVX2. */
static bool is_avx2(struct fl_slice word)
{
	static const char *const kinds[] = {
		"_epi8", "_epi16", "_epi32", "_epi64", "_epu8", "_epu16", "_epu32"};
	static const char *const avx[] = {"_mm256_set", "_mm256_extract", "_mm256_insert",
		"_mm256_cast", "_mm256_cvt", "_mm256_load", "_mm256_store"};
	for (size_t i = 0; i < sizeof(avx) / sizeof(*avx); i++)
		if (fl_slice_starts(word, avx[i]))
			return false;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (fl_slice_ends(word, kinds[i]))
			return true;
	return false;
}

static void take_intrinsic(struct reader *r, struct fl_slice word)
{
	for (const struct plat_intrinsic *i = plat_intrinsics; i->head; i++) {
		if (!fl_slice_starts(word, i->head))
			continue;
		bool wide = strncmp(i->head, "_mm_", 4) != 0;
		const char *feature =
			is_avx2(word) && !strcmp(i->feature, "avx") ? "avx2" : i->feature;
		say(r, PLAT_FIELD_FEATURES, PLAT_FACT_ADD, fl_slice_str(feature), word);
		if (wide)
			say(r, PLAT_FIELD_ARCH, PLAT_FACT_SET, FL_S("x86_64"), word);
		return;
	}
}

static void skip_blanks(struct reader *r)
{
	while (r->at < r->end && (*r->at == ' ' || *r->at == '\t'))
		r->at++;
}

/* std::NAME */
static void take_std(struct reader *r)
{
	if (r->end - r->at < 3 || r->at[0] != ':' || r->at[1] != ':')
		return;
	const char *from = r->at + 2, *to = from;
	while (to < r->end && is_word(*to))
		to++;
	struct fl_slice name = fl_slice(from, (size_t)(to - from));
	r->at = to;
	if (name.len)
		needs(r, year_of(plat_cxx_std, name), name);
}

static bool next_is(struct reader *r, const char *text)
{
	skip_blanks(r);
	return fl_slice_starts(fl_slice(r->at, (size_t)(r->end - r->at)), text);
}

/* The word that ends before `at`, where the text began at `from`. */
static struct fl_slice word_before(const char *from, const char *at)
{
	const char *end = at;
	while (end > from && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	const char *start = end;
	while (start > from && is_word(start[-1]))
		start--;
	return fl_slice(start, (size_t)(end - start));
}

/* At a "=": concept NAME = */
static void take_equals(struct reader *r)
{
	struct fl_slice name = word_before(r->from, r->at);
	if (r->cxx && name.len && fl_slice_eqs(word_before(r->from, name.ptr), "concept"))
		needs(r, 2020, FL_S("concept"));
}

/* At a bracket: the word before it may mean something by that. */
static void take_call(struct reader *r)
{
	struct fl_slice word = word_before(r->from, r->at);
	if (word.len < 3)
		return;
	if (fl_slice_eqs(word, "asm") || fl_slice_eqs(word, "__asm__") ||
		fl_slice_eqs(word, "volatile") || fl_slice_eqs(word, "__volatile__"))
		take_assembly(r, word);
	else if (fl_slice_eqs(word, "target") || fl_slice_eqs(word, "__target__"))
		take_target(r);
	else if (!r->standards || r->off)
		return;
	else if (!r->cxx && fl_slice_eqs(word, "for")) {
		if (next_is(r, "(int ") || next_is(r, "(size_t "))
			needs(r, 1999, word);
	} else if (r->cxx && (fl_slice_eqs(word, "constexpr") || fl_slice_eqs(word, "consteval"))) {
		struct fl_slice before = word_before(r->from, word.ptr);
		if (fl_slice_eqs(before, "if"))
			needs(r, fl_slice_eqs(word, "constexpr") ? 2017 : 2023, word);
	} else if (r->cxx) {
		needs(r, year_of(plat_cxx_words, word), word);
	}
}

/* auto [a, b], auto &[a, b] */
static void take_bracket(struct reader *r)
{
	const char *at = r->at;
	while (at > r->from && (at[-1] == '&' || at[-1] == ' '))
		at--;
	if (r->cxx && fl_slice_eqs(word_before(r->from, at), "auto"))
		needs(r, 2017, FL_S("auto ["));
}

/* A word with a '_' in it, which is at r->at; it goes on behind the word. */
static void take_word(struct reader *r)
{
	const char *start = r->at;
	while (start > r->from && is_word(start[-1]))
		start--;
	while (r->at < r->end && is_word(*r->at))
		r->at++;
	struct fl_slice word = fl_slice(start, (size_t)(r->at - start));
	if (r->off || !word.len)
		return;
	if (fl_slice_starts(word, "_mm"))
		take_intrinsic(r, word);
	else if (r->standards && (*start == '_' || *start == 'c' || *start == 't'))
		needs(r, year_of(r->cxx ? plat_cxx_words : plat_c_words, word), word);
}

/* What stands at the start of a line. */
static void take_start(struct reader *r)
{
	static const char *const starts[] = {"constexpr ", "consteval ", "constinit "};
	struct fl_slice line = fl_slice(r->at, (size_t)(r->end - r->at));
	if (!r->cxx || !r->standards || (*r->at != 'c' && *r->at != 'e'))
		return;
	if (fl_slice_starts(line, "export module "))
		needs(r, 2020, FL_S("export module"));
	for (size_t i = 0; i < 3; i++)
		if (fl_slice_starts(line, starts[i]))
			needs(r, i ? 2020 : 2011, fl_slice_str(starts[i]));
}

/* The next byte that may mean something, or the end. */
static void skip_plain(struct reader *r)
{
	while (r->end - r->at >= FL_LANES) {
		fl_lanes v = fl_lanes_load(r->at);
		unsigned found = fl_lanes_mask((v == fl_lanes_of('\n')) | (v == fl_lanes_of('"')) |
					       (v == fl_lanes_of('\'')) | (v == fl_lanes_of('/')) |
					       (v == fl_lanes_of('_')) | (v == fl_lanes_of(':')) |
					       (v == fl_lanes_of('(')) | (v == fl_lanes_of('[')) |
					       (v == fl_lanes_of('=')));
		if (found) {
			r->at += __builtin_ctz(found);
			return;
		}
		r->at += FL_LANES;
	}
	while (r->at < r->end && *r->at != '\n' && *r->at != '"' && *r->at != '\'' &&
		*r->at != '/' && *r->at != '_' && *r->at != ':' && *r->at != '(' && *r->at != '[' &&
		*r->at != '=')
		r->at++;
}

/* A quote: of a text, a raw text, or a separator in a number. */
static void take_quote(struct reader *r)
{
	char before = r->at > r->from ? r->at[-1] : ' ';
	bool number = before >= '0' && before <= '9' && r->end - r->at > 1 && is_word(r->at[1]);
	if (*r->at == '\'' && number)
		r->at++;
	else if (*r->at == '"' && before == 'R' && r->cxx)
		skip_raw(r);
	else
		skip_quoted(r);
}

static void take_colon(struct reader *r)
{
	bool std = r->at - r->from >= 3 && memcmp(r->at - 3, "std", 3) == 0 &&
		   (r->at - r->from == 3 || !is_word(r->at[-4]));
	const char *at = r->at;
	if (std && r->cxx && r->standards && !r->off)
		take_std(r);
	if (r->at == at)
		r->at++;
}

/* The rest of a line that is none of the preprocessor's, at its LF in the end. */
static void read_line(struct reader *r)
{
	for (skip_plain(r); r->at < r->end && *r->at != '\n'; skip_plain(r)) {
		const char *at = r->at;
		if (*at == '_')
			take_word(r);
		else if (*at == '"' || *at == '\'')
			take_quote(r);
		else if (*at == ':')
			take_colon(r);
		else if (*at == '(')
			take_call(r);
		else if (*at == '[')
			take_bracket(r);
		else if (*at == '=')
			take_equals(r);
		else
			skip_comment(r);
		if (r->at == at)
			r->at++;
	}
}

/* A comment that begins in a directive may end lines behind it. */
static void go_into_comment(struct reader *r, struct fl_slice directive)
{
	ptrdiff_t open = fl_slice_find(directive, "/*");
	if (open < 0 || fl_slice_find(fl_slice_head(directive, (size_t)open), "//") >= 0)
		return;
	if (fl_slice_find(fl_slice_skip(directive, (size_t)open + 2), "*/") >= 0)
		return;
	r->at = directive.ptr + open;
	skip_comment(r);
	read_line(r);
}

static void say_year(struct reader *r)
{
	static const struct {
		int year;
		const char *c, *cxx;
	} names[] = {{1999, "c99", NULL}, {2011, "c11", "c++11"}, {2014, NULL, "c++14"},
		{2017, "c17", "c++17"}, {2020, NULL, "c++20"}, {2023, "c23", "c++23"}};
	r->off = 0;
	r->line = r->year_line;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (names[i].year == r->year)
			say(r, PLAT_FIELD_STANDARD, PLAT_FACT_LEAST,
				fl_slice_str(r->cxx ? names[i].cxx : names[i].c), r->year_text);
}

void plat_source_read(
	struct fl_slice text, bool cxx, bool standards, struct fl_slice file, struct plat_facts *to)
{
	struct reader r = {.from = text.ptr,
		.at = text.ptr,
		.end = text.len ? text.ptr + text.len : text.ptr,
		.to = to,
		.file = file,
		.line = 1,
		.cxx = cxx,
		.standards = standards};
	while (text.len && r.at < r.end) {
		skip_blanks(&r);
		if (r.at < r.end && *r.at == '#') {
			int64_t line = r.line;
			struct fl_slice directive = cut_line(&r);
			int64_t last = r.line;
			r.line = line;
			take_directive(&r, directive);
			r.line = last;
			go_into_comment(&r, directive);
		} else {
			if (r.at < r.end)
				take_start(&r);
			read_line(&r);
		}
		if (r.at < r.end) {
			r.at++;
			r.line++;
		}
	}
	if (r.year)
		say_year(&r);
}

/* Is there a modeline in the text at all? Most have none. */
static bool has_modeline(struct fl_slice text)
{
	return text.len &&
	       (memmem(text.ptr, text.len, "-*-", 3) || memmem(text.ptr, text.len, "vim:", 4));
}

static bool modeline_says_cxx(struct fl_slice text)
{
	static const char *const signs[] = {"-*- c++ -*-", "-*- mode: c++", "-*-c++-*-", "ft=cpp",
		"filetype=cpp", "syntax=cpp"};
	for (size_t i = 0; has_modeline(text) && i < sizeof(signs) / sizeof(*signs); i++)
		if (fl_slice_find_nocase(text, signs[i]) >= 0)
			return true;
	return false;
}

bool plat_source_says_cxx(struct fl_slice text)
{
	enum { EDGE = 1024 };
	return modeline_says_cxx(fl_slice_head(text, EDGE)) ||
	       modeline_says_cxx(fl_slice_skip(text, text.len > EDGE ? text.len - EDGE : 0));
}
