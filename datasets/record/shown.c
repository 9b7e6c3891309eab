#include "datasets/record/shown.h"

#include <ctype.h>
#include <string.h>

#include "tracegen/node.h"

enum { NESTED_MAX = 64, LICENCE_LEAST = 4 };

struct ds_condition {
	size_t from, to; /* lines, from 0 */
	size_t outer; /* the condition that it stands in; 0: none */
	size_t turn; /* it was counted in that turn */
	bool guard, shown;
};

struct scan {
	struct ds_shown *s;
	struct fl_slice text;
	size_t open[NESTED_MAX], depth;
	size_t line; /* of what is read */
	size_t end; /* the line behind the last token */
	size_t tokens;
};

static struct fl_slice directive_name(struct fl_slice text, size_t at)
{
	size_t from = at + 1, to;
	while (from < text.len && (text.ptr[from] == ' ' || text.ptr[from] == '\t'))
		from++;
	for (to = from; to < text.len && isalpha((unsigned char)text.ptr[to]);)
		to++;
	return fl_slice(text.ptr + from, to - from);
}

static bool begins_line(struct fl_slice text, size_t at)
{
	while (at > 0 && (text.ptr[at - 1] == ' ' || text.ptr[at - 1] == '\t'))
		at--;
	return at == 0 || text.ptr[at - 1] == '\n';
}

/* What is open holds the lines up to that one. */
static void fill(struct scan *c, size_t to)
{
	size_t now = c->depth ? c->open[c->depth - 1] : 0;
	for (; c->line < to && c->line < c->s->count; c->line++)
		c->s->within[c->line] = now;
}

static void open_condition(struct scan *c, size_t line)
{
	struct ds_shown *s = c->s;
	size_t outer = c->depth ? c->open[c->depth - 1] : 0;
	s->conditions[++s->condition_count] = (struct ds_condition){
		.from = line, .to = s->count - 1, .outer = outer, .guard = c->tokens == 0};
	c->open[c->depth++] = s->condition_count;
}

/* A directive at the lines from..to, both from 0. */
static void take_directive(struct scan *c, struct fl_slice name, size_t from, size_t to)
{
	bool opens = fl_slice_starts(name, "if"), closes = fl_slice_eqs(name, "endif");
	if (!opens && !closes && !fl_slice_starts(name, "el"))
		return;
	fill(c, from);
	if (opens && c->depth < NESTED_MAX)
		open_condition(c, from);
	if (!c->depth)
		return;
	fill(c, to + 1);
	for (size_t i = from; i <= to && i < c->s->count; i++)
		c->s->directive[i] = 1;
	if (closes)
		c->s->conditions[c->open[--c->depth]].to = to;
}

static size_t line_of(const struct ds_shown *s, size_t at, size_t line)
{
	while (line + 1 < s->count && s->starts[line + 1] <= at)
		line++;
	return line;
}

/* The last line of a directive: a backslash adds the next. */
static size_t last_line(const struct scan *c, size_t line)
{
	const size_t *starts = c->s->starts;
	while (line + 1 < c->s->count && starts[line + 1] > starts[line] + 1 &&
		c->text.ptr[starts[line + 1] - 2] == '\\')
		line++;
	return line;
}

static void read_conditions(struct scan *c)
{
	size_t line = 0;
	for (size_t at = tg_text_solid(c->text, 0); at < c->text.len;) {
		size_t end = tg_text_token(c->text, at);
		line = line_of(c->s, at, line);
		if (c->text.ptr[at] == '#' && begins_line(c->text, at)) {
			size_t last = last_line(c, line);
			take_directive(c, directive_name(c->text, at), line, last);
			end = c->s->starts[last + 1];
		}
		c->tokens++;
		c->end = line;
		at = tg_text_solid(c->text, end);
	}
	fill(c, c->s->count);
}

int ds_shown_open(
	struct fl_slice text, struct fl_arena *a, struct ds_shown *ret_shown, struct fl_error *err)
{
	struct ds_shown s = {.count = fl_slice_lines(text)};
	struct scan c = {.s = &s, .text = text};
	size_t *starts = fl_arena_array(a, s.count + 2, sizeof(*starts)), directives = 1;
	s.lines = fl_arena_array(a, s.count + 1, 1);
	s.directive = fl_arena_array(a, s.count + 1, 1);
	s.within = fl_arena_array(a, s.count + 1, sizeof(*s.within));
	if (!starts || !s.lines || !s.directive || !s.within)
		return fl_arena_error(a, "the prompt", err);
	for (size_t i = 0, n = 0; i < text.len; i++) {
		directives += text.ptr[i] == '#';
		if (text.ptr[i] == '\n' && ++n <= s.count)
			starts[n] = i + 1;
	}
	starts[s.count] = text.len;
	s.starts = starts;
	s.conditions = fl_arena_array(a, directives + 1, sizeof(*s.conditions));
	if (!s.conditions)
		return fl_arena_error(a, "the prompt", err);
	read_conditions(&c);
	for (size_t i = 1; i <= s.condition_count; i++)
		s.conditions[i].guard = s.conditions[i].guard && s.conditions[i].to >= c.end;
	*ret_shown = s;
	return 0;
}

static size_t take_line(struct ds_shown *s, size_t line, bool show)
{
	if (s->lines[line])
		return 0;
	s->lines[line] = show;
	s->shown += show;
	return s->starts[line + 1] - s->starts[line];
}

/* The directives of a condition and of those around it. */
static size_t take_conditions(struct ds_shown *s, size_t at, bool show)
{
	size_t bytes = 0;
	for (; at; at = s->conditions[at].outer) {
		struct ds_condition *c = &s->conditions[at];
		if (c->guard || c->shown || c->turn == s->turn)
			continue;
		c->shown = show;
		c->turn = s->turn;
		for (size_t i = c->from; i <= c->to; i++)
			if (s->directive[i] && s->within[i] == at)
				bytes += take_line(s, i, show);
	}
	return bytes;
}

size_t ds_shown_add(struct ds_shown *s, int64_t from, int64_t to, bool show)
{
	size_t bytes = 0, first = (size_t)(from > 0 ? from - 1 : 0);
	size_t last = (size_t)(to > 0 ? to : 0) < s->count ? (size_t)(to > 0 ? to : 0) : s->count;
	s->turn++;
	for (size_t i = first; i < last; i++) {
		const struct ds_condition *c = &s->conditions[s->within[i]];
		/* One that begins or ends beyond comes with the lines that it is about. */
		if (s->directive[i] && (c->from < first || c->to >= last))
			continue;
		if (!s->directive[i])
			bytes += take_line(s, i, show);
		bytes += take_conditions(s, s->within[i], show);
	}
	return bytes;
}

bool ds_shown_has(const struct ds_shown *s, int64_t line)
{
	return line < 1 || line > (int64_t)s->count || s->lines[line - 1];
}

void ds_shown_clear(struct ds_shown *s)
{
	memset(s->lines, 0, s->count);
	s->shown = 0;
	for (size_t i = 1; i <= s->condition_count; i++)
		s->conditions[i].shown = false;
}

int64_t ds_licence_lines(struct fl_slice text)
{
	static const char *const words[] = {"copyright", "licen", "warrant", "public domain"};
	struct fl_slice rest = fl_slice_head(text, tg_text_solid(text, 0)), line;
	size_t end = rest.len, n = 0;
	bool any = false;
	/* Up to a blank line behind it: what follows may be about the first function. */
	for (bool block = false; fl_slice_line(&rest, &line);) {
		if (!fl_slice_trim(line).len && !block && any) {
			end = (size_t)(line.ptr - text.ptr);
			break;
		}
		block = fl_slice_find(line, "/*") >= 0 || block;
		block = block && fl_slice_find(line, "*/") < 0;
		for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
			any = any || fl_slice_find_nocase(line, words[i]) >= 0;
	}
	n = fl_slice_count(fl_slice_head(text, end), '\n');
	return any && n >= LICENCE_LEAST ? (int64_t)n : 0;
}
