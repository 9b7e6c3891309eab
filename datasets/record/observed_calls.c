#include "datasets/record/observed_calls.h"

#include <stdlib.h>

#include "datasets/record/chunks.h"
#include "datasets/record/code.h"
#include "tracegen/program.h"

/* A function of the program, and how it was come to. */
struct function {
	struct fl_slice name, text;
	size_t file;
	int64_t from, to;
	struct function *caller; /* NULL: it is on a stack, or was not come to */
	int64_t called_at; /* in the caller's file */
	int64_t stopped_at; /* of one on a stack: the line there */
	size_t depth, place;
	bool seen;
};

struct search {
	const struct ds_record *record;
	struct function *functions; /* by name, then by file */
	size_t count;
	struct function **queue;
	size_t queued;
};

static const struct tg_file *file_at(const struct search *s, size_t i)
{
	return (const struct tg_file *)s->record->files.items + i;
}

static int by_name(const void *x, const void *y)
{
	const struct function *a = x, *b = y;
	int order = fl_slice_cmp(a->name, b->name);
	if (order)
		return order;
	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	return (a->from > b->from) - (a->from < b->from);
}

static int make_functions(struct search *s, struct fl_arena *a, struct fl_error *err)
{
	size_t files = s->record->files.len, all = 0;
	struct fl_list *chunks = fl_arena_array(a, files + 1, sizeof(*chunks));
	for (size_t i = 0; chunks && i < files; i++) {
		int rc = ds_chunks(file_at(s, i)->content, a, &chunks[i], err);
		if (rc)
			return rc;
		all += chunks[i].len;
	}
	s->functions = fl_arena_array(a, all + 1, sizeof(*s->functions));
	s->queue = fl_arena_array(a, all + 1, sizeof(struct function *));
	if (!chunks || !s->functions || !s->queue)
		return fl_arena_error(a, "the calls", err);
	for (size_t i = 0; i < files; i++) {
		const struct ds_chunk *c = chunks[i].items;
		for (size_t k = 0; k < chunks[i].len; k++)
			if (c[k].function.len)
				s->functions[s->count++] = (struct function){.name = c[k].function,
					.text = c[k].text,
					.file = i,
					.from = c[k].from,
					.to = c[k].to};
	}
	qsort(s->functions, s->count, sizeof(*s->functions), by_name);
	return 0;
}

static struct function *function_at(const struct search *s, const struct ds_calls_place *p)
{
	for (size_t i = 0; i < s->count; i++)
		if (p->line >= s->functions[i].from && p->line <= s->functions[i].to &&
			fl_slice_eq(file_at(s, s->functions[i].file)->path, p->file))
			return &s->functions[i];
	return NULL;
}

/* The one function that the name means in that file; NULL: none, or it cannot be told. */
static struct function *named(const struct search *s, struct fl_slice name, size_t file)
{
	struct function *here = NULL, *any = NULL;
	size_t in_file = 0, all = 0, low = 0, high = s->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (fl_slice_cmp(s->functions[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < s->count && fl_slice_eq(s->functions[low].name, name); low++, all++) {
		any = &s->functions[low];
		if (any->file == file) {
			here = any;
			in_file++;
		}
	}
	return in_file == 1 ? here : all == 1 ? any : NULL;
}

/*
 * Note a call of a function that was not come to before. Of several calls in a function that is on
 * a stack the one counts that its line there is on, or the last one before that.
 */
static void take_call(struct search *s, struct function *by, struct function *callee, int64_t line)
{
	if (callee->seen && callee->caller == by && by->stopped_at && line <= by->stopped_at)
		callee->called_at = line;
	if (callee->seen)
		return;
	callee->seen = true;
	callee->caller = by;
	callee->called_at = line;
	callee->depth = by->depth + 1;
	callee->place = by->place;
	s->queue[s->queued++] = callee;
}

/* Does the name stand on a line that declares it: "extern int get(int);"? */
static bool is_declaration(const struct function *by, struct fl_slice name)
{
	const char *line = name.ptr;
	while (line > by->text.ptr && line[-1] != '\n')
		line--;
	return fl_slice_starts(fl_slice_trim(fl_slice(line, (size_t)(name.ptr - line))), "extern ");
}

static void follow(struct search *s, struct function *by)
{
	struct fl_slice rest = by->text, name;
	const char *counted = by->text.ptr;
	int64_t line = by->from;
	bool call = false;
	while (ds_next_name(&rest, &name, &call)) {
		struct function *callee = call ? named(s, name, by->file) : NULL;
		if (!callee || callee == by || is_declaration(by, name))
			continue;
		line += (int64_t)fl_slice_count(
			fl_slice(counted, (size_t)(name.ptr - counted)), '\n');
		counted = name.ptr;
		take_call(s, by, callee, line);
	}
}

static void start(struct search *s, const struct ds_calls_place *places, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct function *f = function_at(s, &places[i]);
		if (!f || f->seen)
			continue;
		f->seen = true;
		f->stopped_at = places[i].line;
		f->place = i;
		s->queue[s->queued++] = f;
	}
}

/* The function that a line is in, or which it declares. */
static struct function *target_of(
	const struct search *s, const struct ds_calls_place *to, bool *ret_declared)
{
	struct function *f = function_at(s, to);
	struct fl_slice line = ds_source_line(s->record, to->file, to->line), name;
	bool call = false;
	*ret_declared = false;
	while (!f && !fl_slice_starts(line, "#") && ds_next_name(&line, &name, &call))
		if (call) {
			f = named(s, name, s->record->files.len);
			*ret_declared = f != NULL;
		}
	return f;
}

int ds_calls_find(const struct ds_record *r, const struct ds_calls_place *places, size_t count,
	const struct ds_calls_place *to, struct fl_arena *a, struct ds_calls *ret_calls,
	struct fl_error *err)
{
	struct search s = {.record = r};
	int rc = make_functions(&s, a, err);
	*ret_calls = (struct ds_calls){0};
	if (rc)
		return rc;
	const struct function *f = target_of(&s, to, &ret_calls->declared);
	if (!f)
		return 0;
	start(&s, places, count);
	for (size_t i = 0; i < s.queued && !f->seen; i++)
		if (s.queue[i]->depth < DS_CALLS_DEPTH)
			follow(&s, s.queue[i]);
	for (; f->seen && f->caller; f = f->caller)
		ret_calls->steps[ret_calls->count++] =
			(struct ds_calls_step){.function = f->caller->name,
				.file = file_at(&s, f->caller->file)->path,
				.line = f->called_at};
	ret_calls->target = target_of(&s, to, &ret_calls->declared)->name;
	ret_calls->from = f->place;
	return 0;
}
