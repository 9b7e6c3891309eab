#include "datasets/reward/instances.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"

enum { LINE_BYTES = 256, DEPTH_MAX = 6, WORDS_MAX = 4 };

/* Of which types all members of a template can be made. */
enum whole {
	NEVER, /* not of every type */
	ALWAYS, /* of those that are read here */
	HASHED, /* its first type has a hash */
	SORTED /* its type has an order: no container, but a pair */
};

static const struct {
	const char *name;
	enum whole whole;
} templates[] = {
	{"vector", ALWAYS},
	{"deque", ALWAYS},
	{"list", SORTED},
	{"forward_list", SORTED},
	{"set", ALWAYS},
	{"multiset", ALWAYS},
	{"map", ALWAYS},
	{"multimap", ALWAYS},
	{"unordered_set", HASHED},
	{"unordered_multiset", HASHED},
	{"unordered_map", HASHED},
	{"unordered_multimap", HASHED},
	{"queue", ALWAYS},
	{"stack", ALWAYS},
	{"priority_queue", ALWAYS},
	{"pair", NEVER},
	{"greater", NEVER},
	{"less", NEVER},
};

static const char *const built_in[] = {
	"unsigned", "signed", "long", "short", "int", "char", "double", "float", "bool"};
static const char *const named[] = {"string", "size_t"};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* What is read, and the type as we write it. */
struct reading {
	struct fl_slice rest;
	struct fl_buf *out;
};

static bool in_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

static void skip_blanks(struct reading *r)
{
	while (r->rest.len && memchr(" \t\r\n", r->rest.ptr[0], 4))
		r->rest = fl_slice_skip(r->rest, 1);
}

static struct fl_slice peek_name(struct reading *r)
{
	size_t len = 0;
	skip_blanks(r);
	while (len < r->rest.len && in_name(r->rest.ptr[len]))
		len++;
	return fl_slice_head(r->rest, len);
}

static bool take(struct reading *r, const char *text)
{
	skip_blanks(r);
	if (!fl_slice_starts(r->rest, text))
		return false;
	r->rest = fl_slice_skip(r->rest, strlen(text));
	return true;
}

static size_t find_template(struct fl_slice name)
{
	size_t i = 0;
	while (i < COUNT(templates) && !fl_slice_eqs(name, templates[i].name))
		i++;
	return i;
}

/* "unsigned long long" */
static bool read_built_in(struct reading *r)
{
	size_t words = 0;
	for (; words < WORDS_MAX; words++) {
		struct fl_slice name = peek_name(r);
		if (!fl_slice_is_one(name, built_in, COUNT(built_in)))
			break;
		fl_buf_str(r->out, words ? " " : "");
		fl_buf_slice(r->out, name);
		r->rest = fl_slice_skip(r->rest, name.len);
	}
	return words > 0;
}

static bool read_type(struct reading *r, unsigned depth);

/* "<std::string, int>" */
static bool read_arguments(struct reading *r, unsigned depth)
{
	if (!take(r, "<") || depth == DEPTH_MAX)
		return false;
	fl_buf_char(r->out, '<');
	for (bool first = true; !take(r, ">"); first = false) {
		if (r->out->failed || (!first && !take(r, ",")))
			return false;
		fl_buf_str(r->out, first ? "" : ", ");
		if (!read_type(r, depth + 1))
			return false;
	}
	fl_buf_char(r->out, '>');
	return true;
}

static bool read_type(struct reading *r, unsigned depth)
{
	if (read_built_in(r))
		return true;
	if (fl_slice_eqs(peek_name(r), "std")) {
		r->rest = fl_slice_skip(r->rest, strlen("std"));
		if (!take(r, "::"))
			return false;
	}
	struct fl_slice name = peek_name(r);
	bool plain = fl_slice_is_one(name, named, COUNT(named));
	if (!plain && find_template(name) == COUNT(templates))
		return false;
	fl_buf_printf(r->out, "std::%.*s", FL_ARG(name));
	r->rest = fl_slice_skip(r->rest, name.len);
	if (plain)
		return true;
	if (!read_arguments(r, depth))
		return false;
	if (take(r, "::iterator"))
		fl_buf_str(r->out, "::iterator");
	return true;
}

/* Of "std::list<std::pair<int, int>>", as it was written. */
static bool is_whole(struct fl_slice type, enum whole whole)
{
	struct fl_slice first = fl_slice_skip(type, (size_t)fl_slice_chr(type, '<') + 1);
	size_t within = fl_slice_count(first, '<');
	ptrdiff_t comma = fl_slice_chr(first, ',');
	switch (whole) {
	case ALWAYS: return true;
	case HASHED: return fl_slice_count(fl_slice_head(first, (size_t)comma), '<') == 0;
	case SORTED: return within == 0 || (within == 1 && fl_slice_starts(first, "std::pair<"));
	default: return false;
	}
}

/* The container that stands at the beginning of the text, as a line; false: none that is known. */
static bool read_instance(struct fl_slice text, struct fl_buf *line)
{
	struct reading r = {.rest = text, .out = line};
	struct fl_slice name = peek_name(&r);
	size_t i = find_template(name);
	if (i == COUNT(templates) || templates[i].whole == NEVER)
		return false;
	fl_buf_clear(line);
	fl_buf_printf(line, "template class std::%.*s", FL_ARG(name));
	r.rest = fl_slice_skip(r.rest, name.len);
	if (!read_arguments(&r, 0) || line->failed ||
		!is_whole(fl_buf_view(line), templates[i].whole))
		return false;
	fl_buf_str(line, ";\n");
	return !line->failed;
}

struct fl_slice ds_instances_of(struct fl_slice source, struct fl_arena *a)
{
	struct fl_buf line, all;
	size_t count = 0;
	fl_buf_init(&line, LINE_BYTES);
	fl_buf_init(&all, (size_t)LINE_BYTES * DS_INSTANCES_MAX);
	for (size_t i = 0; i < source.len && count < DS_INSTANCES_MAX; i++) {
		if (!in_name(source.ptr[i]) || (i && in_name(source.ptr[i - 1])) ||
			!read_instance(fl_slice_skip(source, i), &line) ||
			fl_slice_search(fl_buf_view(&all), fl_buf_view(&line)) >= 0)
			continue;
		fl_buf_slice(&all, fl_buf_view(&line));
		count++;
	}
	struct fl_slice made = all.failed ? FL_S("") : fl_arena_slice(a, fl_buf_view(&all));
	fl_buf_release(&line);
	fl_buf_release(&all);
	return made;
}
