/* What could stand for a part of a fact, and would be believed. */
#include "datasets/turns/flip_priv.h"

#include <ctype.h>
#include <stdlib.h>

#include "debugsession/model.h"
#include "diag/model/class.h"

#define SOME_POINTER "<ptr>" /* tracegen/evidence/value.h */

enum {
	AROUND = 20, /* lines around a statement that may stand for it */
	CODE_LEAST = 6,
	CODE_MOST = 110
};

/* A line that says something by itself. */
static bool is_statement(struct fl_slice line)
{
	bool word = false;
	for (size_t i = 0; i < line.len && !word; i++)
		word = isalpha((unsigned char)line.ptr[i]) != 0;
	return word && line.len >= CODE_LEAST && line.len <= CODE_MOST && line.ptr[0] != '#' &&
	       line.ptr[0] != '*' && !fl_slice_starts(line, "//") && !fl_slice_starts(line, "/*");
}

static struct ds_fact *add_other(struct ds_flipping *x, const struct ds_fact *f)
{
	if (x->count == DS_FLIP_OTHERS)
		return NULL;
	x->others[x->count] = *f;
	return &x->others[x->count++];
}

static void add_value(struct ds_flipping *x, const struct ds_fact *f, struct fl_slice value)
{
	struct ds_fact *other = fl_slice_eq(value, f->value) ? NULL : add_other(x, f);
	if (other)
		other->value = value;
}

static void add_name(struct ds_flipping *x, const struct ds_fact *f, struct fl_slice name)
{
	struct ds_fact *other = fl_slice_eq(name, f->name) || !name.len ? NULL : add_other(x, f);
	if (other)
		other->name = name;
}

/* Where somebody would believe that something happens. */
static void add_line(struct ds_flipping *x, const struct ds_fact *f, int64_t line)
{
	struct fl_slice text = tg_files_text(x->files, f->file);
	bool there = line >= 1 && line <= (int64_t)fl_slice_lines(text) && line != f->line &&
		     is_statement(fl_slice_trim(fl_slice_line_at(text, line)));
	struct ds_fact *other = there ? add_other(x, f) : NULL;
	if (other)
		other->line = line;
}

/* Lines of the file that something else is at, and those beside it. */
static void add_lines(struct ds_flipping *x, const struct ds_fact *f)
{
	static const int beside[] = {1, -1, 2, -2};
	for (size_t i = 0; i < x->frames.len; i++) {
		const struct dbg_frame *at = fl_vec_at(&x->frames, i);
		if (fl_slice_eq(at->file, f->file))
			add_line(x, f, at->line);
	}
	for (size_t i = 0; i < x->facts.len; i++) {
		const struct ds_fact *at = fl_vec_at(&x->facts, i);
		if (at->line && at->kind != DS_FACT_MENDED && fl_slice_eq(at->file, f->file))
			add_line(x, f, at->line);
	}
	for (size_t i = 0; i < sizeof(beside) / sizeof(beside[0]); i++)
		add_line(x, f, f->line + beside[i]);
}

static void add_functions(struct ds_flipping *x, const struct ds_fact *f)
{
	for (size_t i = 0; i < x->frames.len; i++) {
		const struct dbg_frame *at = fl_vec_at(&x->frames, i);
		if (fl_slice_eq(at->file, f->file))
			add_name(x, f, at->function);
	}
}

/* ---- values ---- */

static bool is_number(struct fl_slice s)
{
	size_t i = s.len && s.ptr[0] == '-';
	bool all = s.len > i && s.len - i <= 9;
	for (; i < s.len; i++)
		all = all && isdigit((unsigned char)s.ptr[i]);
	return all;
}

static bool is_null(struct fl_slice s)
{
	return fl_slice_eqs(s, "0x0");
}

static bool is_pointer(struct fl_slice s)
{
	return is_null(s) || fl_slice_starts(s, SOME_POINTER);
}

/* Could either stand where the other does? */
static bool is_alike(struct fl_slice s, struct fl_slice t)
{
	if (!s.len || !t.len)
		return false;
	if (is_number(s) || is_number(t))
		return is_number(s) && is_number(t);
	if (is_null(s) || is_null(t))
		return is_pointer(s) && is_pointer(t);
	return s.ptr[0] == t.ptr[0] ||
	       (isalpha((unsigned char)s.ptr[0]) && isalpha((unsigned char)t.ptr[0]));
}

static void add_sum(struct ds_flipping *x, const struct ds_fact *f, size_t at, size_t len, int more)
{
	long long number =
		strtoll(fl_arena_slice(x->a, fl_slice(f->value.ptr + at, len)).ptr, NULL, 10);
	if (number + more > -(f->kind == DS_FACT_VALUE) || f->value.ptr[0] == '-')
		add_value(x, f,
			fl_arena_printf(x->a, "%.*s%lld%.*s", (int)at, f->value.ptr, number + more,
				FL_ARG(fl_slice_skip(f->value, at + len))));
}

/* The same with a number in it that is one off; not in names, in words or of characters. */
static void add_sums(struct ds_flipping *x, const struct ds_fact *f)
{
	enum { DIGITS = 9 };
	struct fl_slice v = f->value;
	for (size_t i = 0; i < v.len;) {
		size_t end = i;
		while (end < v.len && isdigit((unsigned char)v.ptr[end]))
			end++;
		bool alone =
			end > i && end - i <= DIGITS &&
			(i == 0 || (!fl_is_name(v.ptr[i - 1]) && !strchr(".\\'", v.ptr[i - 1]))) &&
			(end == v.len || (!fl_is_name(v.ptr[end]) && !strchr(".'", v.ptr[end]))) &&
			!fl_slice_starts(fl_slice_skip(v, end), " '");
		for (int more = -1; alone && more <= 1; more += 2)
			add_sum(x, f, i, end - i, more);
		i = end > i ? end : i + 1;
	}
}

static void add_values(struct ds_flipping *x, const struct ds_fact *f)
{
	for (size_t i = 0; i < x->variables.len; i++) {
		const struct dbg_variable *v = fl_vec_at(&x->variables, i);
		if (is_alike(v->value, f->value))
			add_value(x, f, v->value);
	}
	for (size_t i = 0; i < x->facts.len; i++) {
		const struct ds_fact *other = fl_vec_at(&x->facts, i);
		if (other->kind == DS_FACT_VALUE && is_alike(other->value, f->value))
			add_value(x, f, other->value);
	}
	if (is_pointer(f->value))
		add_value(x, f, is_null(f->value) ? FL_S(SOME_POINTER) : FL_S("0x0"));
	if (fl_slice_eqs(f->value, "true") || fl_slice_eqs(f->value, "false"))
		add_value(x, f, fl_slice_eqs(f->value, "true") ? FL_S("false") : FL_S("true"));
	add_sums(x, f);
}

/* Other variables with a value that is like it. One that has had this value is none. */
static void add_variables(struct ds_flipping *x, const struct ds_fact *f)
{
	for (size_t i = 0; i < x->variables.len; i++) {
		const struct dbg_variable *v = fl_vec_at(&x->variables, i);
		bool had = !is_alike(v->value, f->value);
		for (size_t k = 0; k < x->variables.len && !had; k++) {
			const struct dbg_variable *again = fl_vec_at(&x->variables, k);
			had = fl_slice_eq(again->name, v->name) &&
			      fl_slice_eq(again->value, f->value);
		}
		if (!had)
			add_name(x, f, v->name);
	}
}

/* ---- words and code ---- */

static void add_words(
	struct ds_flipping *x, const struct ds_fact *f, const char *const *words, size_t count)
{
	bool known = false;
	for (size_t i = 0; i < count && !known; i++)
		known = fl_slice_eqs(f->value, words[i]);
	for (size_t i = 0; i < count && known; i++)
		add_value(x, f, fl_slice_str(words[i]));
}

#define ADD_WORDS(x, f, ...)                                \
	add_words(x, f, (const char *const[]){__VA_ARGS__}, \
		sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void add_reports(struct ds_flipping *x, const struct ds_fact *f)
{
	ADD_WORDS(x, f, "heap-use-after-free", "double-free", "bad-free", "alloc-dealloc-mismatch");
	ADD_WORDS(x, f, "heap-buffer-overflow", "stack-buffer-overflow", "global-buffer-overflow",
		"dynamic-stack-buffer-overflow", "heap-use-after-free");
	ADD_WORDS(x, f, "null-pointer-use", "invalid-null-argument", "segv",
		"misaligned-pointer-use");
	ADD_WORDS(x, f, "out-of-bounds-index", "heap-buffer-overflow", "global-buffer-overflow");
	ADD_WORDS(x, f, "wrong-output", "memory-leak", "timeout");
	if (fl_slice_chr(f->value, ' ') >= 0)
		add_sums(x, f);
}

/* Something else that the compiler says, by then or later. */
static void add_messages(struct ds_flipping *x, const struct ds_fact *f)
{
	for (size_t i = 0; i < x->messages.len; i++)
		add_value(x, f, *(const struct fl_slice *)fl_vec_at(&x->messages, i));
}

#define CLASS(id) diag_class_table[DIAG_CLASS_##id].name

/* Of the classes that show at run time, or of those that a compiler tells. */
static void add_classes(struct ds_flipping *x, const struct ds_fact *f)
{
	ADD_WORDS(x, f, CLASS(LIFETIME), CLASS(CONCURRENCY), CLASS(LOGIC), CLASS(RESOURCE),
		CLASS(UB));
	ADD_WORDS(
		x, f, CLASS(SYNTAX), CLASS(TYPE_MISMATCH), CLASS(UNDEFINED_SYMBOL), CLASS(LINKER));
}

/* The same with another operator. */
static void add_operators(struct ds_flipping *x, const struct ds_fact *f)
{
	static const char *const pairs[][2] = {{" < ", " <= "}, {" <= ", " < "}, {" > ", " >= "},
		{" >= ", " > "}, {" == ", " != "}, {" != ", " == "}, {" && ", " || "},
		{" || ", " && "}, {" + ", " - "}, {" - ", " + "}, {" += ", " -= "}, {"++", "--"}};
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		ptrdiff_t at = fl_slice_find(f->value, pairs[i][0]);
		if (at >= 0)
			add_value(x, f,
				fl_arena_printf(x->a, "%.*s%s%.*s", (int)at, f->value.ptr,
					pairs[i][1],
					FL_ARG(fl_slice_skip(
						f->value, (size_t)at + strlen(pairs[i][0])))));
	}
}

/* What a reader takes for each other: both return, both are conditions, both call, both set. */
static bool is_of_kind(struct fl_slice code, struct fl_slice other)
{
	static const char *const words[] = {
		"return", "if", "else", "for", "while", "do", "switch", "case", "break", "}"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_starts(code, words[i]) != fl_slice_starts(other, words[i]))
			return false;
	bool call = fl_slice_chr(code, '(') >= 0, set = fl_slice_find(code, " = ") >= 0;
	return call == (fl_slice_chr(other, '(') >= 0) && set == (fl_slice_find(other, " = ") >= 0);
}

static bool is_indented(struct fl_slice line)
{
	return line.len && (line.ptr[0] == ' ' || line.ptr[0] == '\t');
}

/* Of the same function, by how the text is laid out. */
static void add_statements(struct ds_flipping *x, const struct ds_fact *f)
{
	struct fl_slice text = tg_files_text(x->files, f->file);
	int64_t last = (int64_t)fl_slice_lines(text);
	for (int step = -1; step <= 1; step += 2)
		for (int64_t i = 1; i <= AROUND; i++) {
			int64_t at = f->line + step * i;
			struct fl_slice line =
				at < 1 || at > last ? FL_S("") : fl_slice_line_at(text, at);
			if (line.len && !is_indented(line))
				break;
			if (is_statement(fl_slice_trim(line)) &&
				is_of_kind(fl_slice_trim(line), f->value))
				add_value(x, f, fl_slice_trim(line));
		}
}

static void add_codes(struct ds_flipping *x, const struct ds_fact *f, enum ds_flip_kind kind)
{
	if (kind == DS_FLIP_CAUSE || f->kind == DS_FACT_CODE)
		add_statements(x, f);
	if (kind == DS_FLIP_CAUSE)
		return;
	add_operators(x, f);
	add_sums(x, f);
}

static void add_texts(struct ds_flipping *x, const struct ds_fact *f, enum ds_flip_kind kind)
{
	switch ((enum ds_fact_kind)f->kind) {
	case DS_FACT_VALUE: add_values(x, f); break;
	case DS_FACT_SIGNAL: ADD_WORDS(x, f, "SIGABRT", "SIGSEGV", "SIGBUS", "SIGFPE"); break;
	case DS_FACT_REPORT: add_reports(x, f); break;
	case DS_FACT_CLASS: add_classes(x, f); break;
	case DS_FACT_SAID:
	case DS_FACT_ABOUT: add_messages(x, f); break;
	case DS_FACT_CODE:
	case DS_FACT_MENDED: add_codes(x, f, kind); break;
	default: add_sums(x, f);
	}
}

void ds_flip_others(struct ds_flipping *x, const struct ds_flip_option *o, const struct ds_fact *f)
{
	x->count = 0;
	if (o->part == DS_PART_LINE)
		add_lines(x, f);
	else if (o->part == DS_PART_NAME && f->kind == DS_FACT_VALUE)
		add_variables(x, f);
	else if (o->part == DS_PART_NAME)
		add_functions(x, f);
	else
		add_texts(x, f, o->kind);
}
