#include "datasets/record/pick.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/source_name.h"
#include "datasets/record/among.h"
#include "datasets/record/chunks.h"
#include "datasets/record/diff.h"
#include "tracegen/node.h"
#include "tracegen/program.h"

/* Names that are known where they are declared: of tables larger than that they bring nothing. */
enum { DECLARED_MAX = 1 << 20, SMALL = 12 << 10, GAP_MAX = 2 };

/* Bytes of code at which it is asked whether that is enough; beside others, the second. */
static const size_t measures[] = {4 << 10, 8 << 10, 16 << 10};

/* A chunk of a file that is shown in parts. */
struct piece {
	const struct ds_chunk *chunk;
	size_t file;
	bool shown;
};

/* A name, and a piece that defines or declares it. */
struct named {
	struct fl_slice name;
	struct piece *piece;
};

struct pick {
	const struct ds_pick_spec *spec;
	struct fl_arena *arena;
	struct ds_shown *shown;
	struct piece *pieces; /* of all files, in their order */
	size_t count;
	int64_t *licences; /* by file: lines at its head that are left out */
	size_t *first; /* by file: the index of its first piece; those of the next file follow */
	struct named *functions; /* their definitions, by name */
	size_t function_count;
	struct fl_vec declared; /* struct named, by name: macros and functions elsewhere */
	size_t *queue; /* pieces whose calls are followed */
	size_t queued;
	size_t left; /* bytes */
};

static const struct tg_file *file_at(const struct pick *p, size_t i)
{
	return (const struct tg_file *)p->spec->files->items + i;
}

static int open_files(struct pick *p, struct fl_error *err)
{
	for (size_t i = 0; i < p->spec->files->len; i++) {
		int rc = ds_shown_open(file_at(p, i)->content, p->arena, &p->shown[i], err);
		if (rc)
			return rc;
	}
	return 0;
}

static void show_whole(struct pick *p, size_t file)
{
	struct ds_shown *s = &p->shown[file];
	memset(s->lines, 1, s->count);
	s->shown = s->count;
}

/* ---- pieces ---- */

static int by_name(const void *x, const void *y)
{
	const struct named *a = x, *b = y;
	int order = fl_slice_cmp(a->name, b->name);
	return order ? order : (a->piece > b->piece) - (a->piece < b->piece);
}

static void add_pieces(struct pick *p, const struct fl_list *chunks, size_t file)
{
	const struct ds_chunk *c = chunks->items;
	p->first[file] = p->count;
	for (size_t i = 0; i < chunks->len; i++) {
		struct piece *made = &p->pieces[p->count++];
		*made = (struct piece){.chunk = &c[i], .file = file};
		if (c[i].function.len)
			p->functions[p->function_count++] = (struct named){c[i].function, made};
	}
}

static int make_pieces(struct pick *p, struct fl_error *err)
{
	size_t files = p->spec->files->len, all = 0;
	struct fl_list *chunks = fl_arena_array(p->arena, files, sizeof(*chunks));
	p->first = fl_arena_array(p->arena, files + 1, sizeof(*p->first));
	p->licences = fl_arena_array(p->arena, files, sizeof(*p->licences));
	if (!chunks || !p->first || !p->licences)
		return fl_arena_error(p->arena, "the prompt", err);
	for (size_t i = 0; i < p->spec->count; i++) {
		size_t file = p->spec->order[i];
		int rc = ds_chunks(file_at(p, file)->content, p->arena, &chunks[file], err);
		if (rc)
			return rc;
		p->licences[file] = ds_licence_lines(file_at(p, file)->content);
		all += chunks[file].len;
	}
	p->pieces = fl_arena_array(p->arena, all + 1, sizeof(*p->pieces));
	p->functions = fl_arena_array(p->arena, all + 1, sizeof(*p->functions));
	p->queue = fl_arena_array(p->arena, all + 1, sizeof(*p->queue));
	if (!p->pieces || !p->functions || !p->queue)
		return fl_arena_error(p->arena, "the prompt", err);
	for (size_t file = 0; file < files; file++)
		add_pieces(p, &chunks[file], file);
	p->first[files] = p->count;
	qsort(p->functions, p->function_count, sizeof(*p->functions), by_name);
	return 0;
}

static bool is_word(char c)
{
	return isalpha((unsigned char)c) || c == '_';
}

static bool is_among(struct fl_slice word, const char *const *words)
{
	for (; *words; words++)
		if (fl_slice_eqs(word, *words))
			return true;
	return false;
}

static const char *const kinds_of_type[] = {"struct", "union", "enum", "class", NULL};

/* What may stand before a parenthesis and names nothing, as in `int (*f)(void)`. */
static const char *const no_names[] = {"int", "char", "void", "short", "long", "unsigned", "signed",
	"float", "double", "bool", "const", "return", "sizeof", "if", "for", "while", "switch",
	"__attribute__", NULL};

/*
 * "#define NAME", "name(", "struct NAME {", and outside of brackets what ends with the next
 * of a list, a bound, a value or a semicolon, in what defines no function.
 */
static bool is_declared(struct fl_slice before, struct fl_slice text, size_t next, bool outer)
{
	char c = next < text.len ? text.ptr[next] : 0;
	if (c == '(')
		return true;
	if (c == '{' || c == ':')
		return is_among(before, kinds_of_type);
	return outer && c && strchr(";=[,", c);
}

static void add_declared(struct pick *p, struct piece *piece)
{
	struct fl_slice text = piece->chunk->text, before = {0};
	bool defined = false;
	int depth = 0;
	text = fl_slice_skip(text, tg_text_solid(text, 0));
	for (size_t at = 0; at < text.len && !defined;) {
		size_t end = tg_text_token(text, at), next = tg_text_solid(text, end);
		struct fl_slice word = fl_slice(text.ptr + at, end - at);
		defined = fl_slice_eqs(before, "define"); /* what is behind it is its body */
		bool named = is_word(text.ptr[at]) && !is_among(word, no_names) &&
			     (defined || is_declared(before, text, next, depth == 0));
		depth += strchr("({[", *word.ptr) ? 1 : strchr(")}]", *word.ptr) ? -1 : 0;
		struct named *d =
			named && p->declared.len < DECLARED_MAX ? fl_vec_add(&p->declared) : NULL;
		if (d)
			*d = (struct named){word, piece};
		before = word;
		at = next;
	}
}

/* A table may have a name thousands of times. */
static void keep_one_of_each(struct fl_vec *names)
{
	struct named *d = (struct named *)names->data;
	size_t n = 0;
	for (size_t i = 0; i < names->len; i++)
		if (n == 0 || by_name(&d[n - 1], &d[i]) != 0)
			d[n++] = d[i];
	names->len = n;
}

static int index_declared(struct pick *p, struct fl_error *err)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->pieces[i].chunk->function.len == 0)
			add_declared(p, &p->pieces[i]);
	if (p->declared.failed)
		return fl_error_set(err, (enum fl_code)p->declared.failed, "the prompt");
	if (p->declared.len)
		qsort(p->declared.data, p->declared.len, sizeof(struct named), by_name);
	keep_one_of_each(&p->declared);
	return 0;
}

/* The bytes of a piece that are not shown, without a licence; show: show them. */
static size_t show_lines(struct pick *p, const struct piece *piece, bool show)
{
	int64_t from = piece->chunk->from;
	if (from <= p->licences[piece->file])
		from = p->licences[piece->file] + 1;
	return ds_shown_add(&p->shown[piece->file], from, piece->chunk->to, show);
}

static bool show_piece(struct pick *p, struct piece *piece)
{
	if (piece->shown)
		return true;
	size_t bytes = show_lines(p, piece, false);
	if (bytes > p->left)
		return false;
	p->left -= bytes;
	piece->shown = true;
	show_lines(p, piece, true);
	p->queue[p->queued++] = (size_t)(piece - p->pieces);
	return true;
}

/* ---- what the evidence names ---- */

static struct piece *piece_of(struct pick *p, const struct ds_place *at)
{
	for (size_t i = p->first[at->file]; i < p->first[at->file + 1]; i++)
		if (p->pieces[i].chunk->from <= at->line && at->line <= p->pieces[i].chunk->to)
			return &p->pieces[i];
	return NULL;
}

/* Bytes of the piece's lines within `around` of its places that are not shown; show: show them. */
static size_t near_lines(struct pick *p, const struct piece *piece, int64_t around, bool show)
{
	struct ds_shown *s = &p->shown[piece->file];
	struct fl_slice text = piece->chunk->text, line;
	size_t bytes = 0;
	for (int64_t n = piece->chunk->from; fl_slice_line(&text, &line); n++) {
		bool near = false;
		for (size_t i = 0; i < p->spec->place_count && !near; i++) {
			const struct ds_place *at = &p->spec->places[i];
			near = at->file == piece->file && at->line >= n - around &&
			       at->line <= n + around && at->line >= piece->chunk->from &&
			       at->line <= piece->chunk->to;
		}
		if (near && !s->lines[n - 1])
			bytes += ds_shown_add(s, n, n, show);
	}
	return bytes;
}

/* As many lines around its places as fit; none when not even they do. */
static void cut_piece(struct pick *p, const struct piece *piece)
{
	int64_t low = 0, high = piece->chunk->to - piece->chunk->from;
	if (near_lines(p, piece, 0, false) > p->left)
		return;
	while (low < high) {
		int64_t middle = (low + high + 1) / 2;
		if (near_lines(p, piece, middle, false) <= p->left)
			low = middle;
		else
			high = middle - 1;
	}
	p->left -= near_lines(p, piece, low, true);
}

static void show_places(struct pick *p)
{
	for (size_t i = 0; i < p->spec->place_count; i++) {
		struct piece *piece = piece_of(p, &p->spec->places[i]);
		if (piece && !show_piece(p, piece))
			cut_piece(p, piece);
	}
}

/* A compiler may miss what a header has, or should. */
static void show_includes(struct pick *p)
{
	size_t file = p->spec->place_count ? p->spec->places[0].file : 0;
	if (!p->spec->includes || !p->spec->place_count)
		return;
	for (size_t i = p->first[file]; i < p->first[file + 1]; i++) {
		struct fl_slice text = p->pieces[i].chunk->text;
		bool quoted;
		text = fl_slice_skip(text, tg_text_solid(text, 0));
		if (fl_source_included(text, &quoted).len)
			show_piece(p, &p->pieces[i]);
	}
}

/* ---- what that calls, and where that is declared ---- */

/* A macro, a type or what is static in one source is none of another's. */
static bool is_seen_from(const struct pick *p, const struct piece *piece, size_t file)
{
	static const char *const own[] = {"#", "static", "typedef", "struct", "union", "enum"};
	struct fl_slice text = piece->chunk->text;
	bool cxx;
	if (piece->file == file || !fl_source_is_unit(file_at(p, piece->file)->path, &cxx))
		return true;
	text = fl_slice_skip(text, tg_text_solid(text, 0));
	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++)
		if (piece->chunk->function.len == 0 && fl_slice_starts(text, own[i]))
			return false;
	return true;
}

static void show_named(
	struct pick *p, const struct named *all, size_t count, struct fl_slice name, size_t file)
{
	size_t low = 0, high = count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (fl_slice_cmp(all[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < count && fl_slice_eq(all[low].name, name); low++)
		if (is_seen_from(p, all[low].piece, file))
			show_piece(p, all[low].piece);
}

/* calls: the functions, too. */
static void show_names_of(struct pick *p, struct fl_slice text, size_t file, bool calls)
{
	const struct named *declared = (const struct named *)p->declared.data;
	for (size_t at = tg_text_solid(text, 0); at < text.len;) {
		size_t end = tg_text_token(text, at), next = tg_text_solid(text, end);
		struct fl_slice word = fl_slice(text.ptr + at, end - at);
		if (is_word(text.ptr[at]))
			show_named(p, declared, p->declared.len, word, file);
		if (calls && is_word(text.ptr[at]) && next < text.len && text.ptr[next] == '(')
			show_named(p, p->functions, p->function_count, word, file);
		at = next;
	}
}

/* The functions, macros and types that a compiler or linker names in quotes: `f', ‘f’, 'f'. */
static void show_quoted(struct pick *p)
{
	static const char *const marks[] = {"`", "‘", "'"};
	struct fl_slice rest = p->spec->evidence;
	while (rest.len) {
		size_t skip = 1;
		bool open = false;
		for (size_t i = 0; i < sizeof(marks) / sizeof(*marks) && !open; i++)
			if ((open = fl_slice_starts(rest, marks[i])))
				skip = strlen(marks[i]);
		rest = fl_slice_skip(rest, skip);
		if (!open || !rest.len || !is_word(*rest.ptr))
			continue;
		struct fl_slice name = fl_slice_head(rest, tg_text_token(rest, 0));
		size_t file = p->spec->place_count ? p->spec->places[0].file : SIZE_MAX;
		show_named(p, p->functions, p->function_count, name, file);
		show_named(p, (const struct named *)p->declared.data, p->declared.len, name, file);
		rest = fl_slice_skip(rest, name.len);
	}
}

/* What stands on the very lines comes before all else that is in their functions. */
static void show_named_there(struct pick *p)
{
	for (size_t i = 0; i < p->spec->place_count; i++) {
		const struct ds_place *at = &p->spec->places[i];
		show_names_of(p, fl_slice_line_at(file_at(p, at->file)->content, at->line),
			at->file, true);
	}
}

static void show_called(struct pick *p)
{
	const size_t named = p->queued; /* by the evidence */
	show_named_there(p);
	for (size_t i = 0; i < p->queued; i++) { /* grows as it is read */
		const struct piece *piece = &p->pieces[p->queue[i]];
		struct fl_slice text = piece->chunk->text;
		/* What a declaration mentions does not run; its types are what it is of. */
		bool runs = i < named || piece->chunk->function.len;
		if (!runs)
			text = fl_slice_head(text, tg_text_find(text, 0, text.len, '='));
		show_names_of(p, text, piece->file, runs);
	}
}

/* ---- the rest ---- */

static void show_files(struct pick *p)
{
	for (size_t i = 0; i < p->spec->count; i++) {
		size_t file = p->spec->order[i], bytes = 0;
		for (size_t k = p->first[file]; k < p->first[file + 1]; k++)
			bytes += p->pieces[k].shown ? 0 : show_lines(p, &p->pieces[k], false);
		if (bytes > p->left)
			continue;
		for (size_t k = p->first[file]; k < p->first[file + 1]; k++)
			show_piece(p, &p->pieces[k]);
	}
}

static bool is_shown(const struct pick *p, size_t file, size_t piece)
{
	return piece >= p->first[file] && piece < p->first[file + 1] && p->pieces[piece].shown;
}

/* From what is shown of a file outward, a piece at a time, as long as they fit. */
static void show_neighbours(struct pick *p, size_t file)
{
	size_t from = p->first[file], to = p->first[file + 1];
	bool more = true, *next = fl_arena_array(p->arena, to - from + 1, sizeof(*next));
	while (more && next) {
		more = false;
		for (size_t i = from; i < to; i++)
			next[i - from] =
				!p->pieces[i].shown &&
				(is_shown(p, file, i + 1) || (i > 0 && is_shown(p, file, i - 1)));
		for (size_t i = from; i < to; i++)
			if (next[i - from] && show_piece(p, &p->pieces[i]))
				more = true;
	}
}

/* A line or two between what is shown say more than that they are left out. */
static void show_gaps(struct pick *p, size_t file)
{
	struct ds_shown *s = &p->shown[file];
	size_t last = s->count;
	for (size_t i = 0; i < s->count; i++) {
		if (!s->lines[i])
			continue;
		int64_t from = (int64_t)last + 2, to = (int64_t)i;
		if (last < i && i - last - 1 <= GAP_MAX && from <= to) {
			size_t bytes = ds_shown_add(s, from, to, false);
			if (bytes <= p->left)
				p->left -= ds_shown_add(s, from, to, true);
		}
		last = i;
	}
}

/* Is a line from 0 that is not shown beside one that is? */
static bool is_edge(const struct pick *p, size_t file, size_t line)
{
	const struct ds_shown *s = &p->shown[file];
	size_t from = line < DS_DIFF_CONTEXT ? 0 : line - DS_DIFF_CONTEXT;
	bool near = false;
	if (s->lines[line] || (int64_t)line < p->licences[file])
		return false;
	for (size_t i = from; i < s->count && i <= line + DS_DIFF_CONTEXT && !near; i++)
		near = s->lines[i];
	return near;
}

/*
 * The edges of all that is shown of a file, one by one, so that none counts as shown meanwhile;
 * returns their bytes.
 */
static size_t show_edges(struct pick *p, size_t file, bool show)
{
	struct ds_shown *s = &p->shown[file];
	char *edges = fl_arena_array(p->arena, s->count + 1, 1);
	size_t bytes = 0;
	for (size_t i = 0; edges && i < s->count; i++)
		edges[i] = is_edge(p, file, i);
	for (size_t i = 0; edges && i < s->count; i++)
		if (edges[i])
			bytes += ds_shown_add(s, (int64_t)i + 1, (int64_t)i + 1, show);
	return bytes;
}

static size_t bytes_shown(const struct pick *p, size_t file)
{
	const struct ds_shown *s = &p->shown[file];
	size_t bytes = 0;
	for (size_t i = 0; i < s->count; i++)
		bytes += s->lines[i] ? s->starts[i + 1] - s->starts[i] : 0;
	return bytes;
}

/*
 * A patch has lines around what it changes, which only somebody who sees them can write: so each
 * stretch that is shown has as many on either side, where the budget has room for all of them.
 */
static void show_around(struct pick *p)
{
	size_t bytes = 0;
	for (size_t i = 0; i < p->spec->count; i++) {
		size_t file = p->spec->order[i];
		bytes += bytes_shown(p, file) + show_edges(p, file, false);
	}
	if (p->spec->budget && bytes > p->spec->budget)
		return;
	p->left = p->spec->budget ? p->spec->budget - bytes : SIZE_MAX;
	for (size_t i = 0; i < p->spec->count; i++) {
		show_edges(p, p->spec->order[i], true);
		show_gaps(p, p->spec->order[i]);
	}
}

static bool fits(const struct pick *p)
{
	size_t all = 0;
	for (size_t i = 0; i < p->spec->count; i++)
		all += file_at(p, p->spec->order[i])->content.len;
	size_t most = p->spec->budget < SMALL ? p->spec->budget : SMALL;
	return p->spec->budget == 0 || all <= most;
}

static bool is_enough(const struct pick *p)
{
	for (size_t i = 0; i < p->spec->must_count; i++) {
		const struct ds_place *at = &p->spec->must[i];
		if (!ds_shown_has(&p->shown[at->file], at->line))
			return false;
	}
	return true;
}

/* Is what must be seen so within that measure? fill: use all of it. */
static bool try_measure(struct pick *p, size_t measure, bool fill)
{
	for (size_t i = 0; i < p->spec->files->len; i++)
		ds_shown_clear(&p->shown[i]);
	for (size_t i = 0; i < p->count; i++)
		p->pieces[i].shown = false;
	p->queued = 0;
	p->left = measure;
	show_places(p);
	show_quoted(p);
	show_includes(p);
	show_called(p);
	if (fill)
		show_files(p);
	for (size_t i = 0; fill && i < p->spec->count; i++)
		show_neighbours(p, p->spec->order[i]);
	for (size_t i = 0; i < p->spec->count; i++)
		show_gaps(p, p->spec->order[i]);
	return is_enough(p);
}

static int show_enough(struct pick *p, struct fl_error *err)
{
	const size_t beside = measures[1], budget = p->spec->budget;
	for (size_t i = 0; i < sizeof(measures) / sizeof(*measures); i++)
		if (measures[i] < budget && try_measure(p, measures[i], false))
			return 0;
	if (budget > beside) {
		try_measure(p, beside, false);
		int rc = ds_among(p->spec, budget - beside + p->left, p->arena, p->shown, err);
		if (rc || is_enough(p))
			return rc;
	}
	return try_measure(p, budget, true)
		       ? 0
		       : fl_error_set(err, FL_EREFUSED,
				 "breaks rule budget: the prompt has no room for what is edited");
}

int ds_pick(const struct ds_pick_spec *spec, struct fl_arena *a, struct ds_shown *ret_shown,
	struct fl_error *err)
{
	struct pick p = {.spec = spec, .arena = a, .shown = ret_shown};
	int rc = open_files(&p, err);
	if (rc)
		return rc;
	if (fits(&p)) {
		for (size_t i = 0; i < spec->count; i++)
			show_whole(&p, spec->order[i]);
		return 0;
	}
	fl_vec_init(&p.declared, sizeof(struct named), DECLARED_MAX);
	rc = make_pieces(&p, err);
	rc = rc ? rc : index_declared(&p, err);
	rc = rc ? rc : show_enough(&p, err);
	if (rc == 0)
		show_around(&p);
	fl_vec_release(&p.declared);
	return rc ? rc : fl_arena_error(a, "the prompt", err);
}
