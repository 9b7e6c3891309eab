#include "datasets/export/wrong.h"

#include <stdlib.h>

#include "datasets/record/answer.h"
#include "datasets/record/diff.h"
#include "datasets/record/edits.h"

/* Faults that are put in order before the likest is made; the others cost a comparison. */
enum { TRIED = 6 };

struct fault {
	struct fl_slice program, id;
	const struct ds_edit *edits;
	size_t count;
	bool runs; /* it was seen as the program ran */
};

struct ds_wrongs {
	struct fl_arena arena;
	struct fl_vec faults;
};

int ds_wrongs_new(struct ds_wrongs **ret_wrongs, struct fl_error *err)
{
	struct ds_wrongs *w = calloc(1, sizeof(*w));
	if (!w)
		return fl_error_set(err, FL_ENOMEM, "out of memory for faults");
	fl_arena_init(&w->arena, (size_t)4 << 30);
	fl_vec_init(&w->faults, sizeof(struct fault), DS_WRONG_FAULTS);
	*ret_wrongs = w;
	return 0;
}

void ds_wrongs_free(struct ds_wrongs *w)
{
	if (!w)
		return;
	fl_arena_release(&w->arena);
	fl_vec_release(&w->faults);
	free(w);
}

int ds_wrongs_add(struct ds_wrongs *w, const struct ds_record *r, struct fl_error *err)
{
	if (!r->edits.len)
		return 0;
	struct ds_edit *edits = fl_arena_array(&w->arena, r->edits.len, sizeof(*edits));
	struct fault *f = fl_vec_add(&w->faults);
	if (!edits || !f)
		return fl_error_set(
			err, w->faults.failed ? FL_ELIMIT : FL_ENOMEM, "too many faults");
	for (size_t i = 0; i < r->edits.len; i++) {
		const struct ds_edit *e = ds_edits_at(r, i);
		edits[i] = (struct ds_edit){.file = fl_arena_slice(&w->arena, e->file),
			.offset = e->offset,
			.original = fl_arena_slice(&w->arena, e->original),
			.replacement = fl_arena_slice(&w->arena, e->replacement),
			.function = fl_arena_slice(&w->arena, e->function)};
	}
	*f = (struct fault){.program = fl_arena_slice(&w->arena, r->program),
		.id = fl_arena_slice(&w->arena, r->fault),
		.edits = edits,
		.count = r->edits.len,
		.runs = !ds_kind_is(r->kind, DS_KIND_BUILDS)};
	return fl_arena_error(&w->arena, "the edits of faults", err);
}

static int fault_cmp(const void *a, const void *b)
{
	const struct fault *x = a, *y = b;
	int order = fl_slice_cmp(x->program, y->program);
	return order ? order : fl_slice_cmp(x->id, y->id);
}

/* The records of one fault have the same edits: one of them stays. */
void ds_wrongs_sort(struct ds_wrongs *w)
{
	struct fault *f = (struct fault *)(void *)w->faults.data;
	size_t kept = 0;
	if (!w->faults.len)
		return;
	qsort(f, w->faults.len, sizeof(*f), fault_cmp);
	for (size_t i = 1; i < w->faults.len; i++)
		if (fault_cmp(&f[i], &f[kept]) != 0)
			f[++kept] = f[i];
	w->faults.len = kept + 1;
}

/* The first fault of a program, or the place where it would be. */
static size_t first_of(const struct ds_wrongs *w, struct fl_slice program)
{
	const struct fault *f = (const struct fault *)(const void *)w->faults.data;
	size_t from = 0, to = w->faults.len;
	while (from < to) {
		size_t mid = from + (to - from) / 2;
		if (fl_slice_cmp(f[mid].program, program) < 0)
			from = mid + 1;
		else
			to = mid;
	}
	return from;
}

/* ---- from one fault to another ---- */

/* Edits of one file, in the order of their offsets. */
struct edits {
	const struct ds_edit *at;
	size_t len;
};

static struct edits edits_of(const struct ds_edit *e, size_t count, struct fl_slice file)
{
	struct edits found = {.at = e};
	while (count && !fl_slice_eq(found.at->file, file)) {
		found.at++;
		count--;
	}
	while (found.len < count && fl_slice_eq(found.at[found.len].file, file))
		found.len++;
	return found;
}

/* Take those that begin at or before *end into a region, which grows by them. */
static size_t take(struct edits *e, int64_t *end)
{
	size_t taken = 0;
	while (taken < e->len && e->at[taken].offset <= *end) {
		int64_t last = e->at[taken].offset + (int64_t)e->at[taken].original.len;
		*end = last > *end ? last : *end;
		taken++;
	}
	e->at += taken;
	e->len -= taken;
	return taken;
}

/* The text of a region of the fixed file with these edits in it. */
static struct fl_slice text_of(struct fl_slice fixed, int64_t start, int64_t end,
	const struct ds_edit *e, size_t count, struct fl_arena *a)
{
	struct fl_buf out;
	int64_t at = start;
	fl_buf_init(&out, DS_RECORD_MAX);
	for (size_t i = 0; i < count; i++) {
		fl_buf_add(&out, fixed.ptr + at, (size_t)(e[i].offset - at));
		fl_buf_slice(&out, e[i].replacement);
		at = e[i].offset + (int64_t)e[i].original.len;
	}
	fl_buf_add(&out, fixed.ptr + at, (size_t)(end - at));
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return text;
}

/*
 * The edits that make `here` of `there`, which are both edits of the fixed text: those of the two
 * that overlap or touch are one. As in a record, places are those in the text that is arrived at.
 */
static bool between(struct fl_slice fixed, struct edits here, struct edits there,
	struct fl_vec *out, struct fl_arena *a)
{
	int64_t shift = 0;
	while (here.len || there.len) {
		struct edits h = here, t = there;
		int64_t start = here.len ? here.at->offset : there.at->offset;
		if (there.len && there.at->offset < start)
			start = there.at->offset;
		int64_t end = start;
		while (take(&here, &end) + take(&there, &end))
			;
		if (start < 0 || (uint64_t)end > fixed.len)
			return false;
		struct fl_slice is = text_of(fixed, start, end, h.at, h.len - here.len, a);
		struct fl_slice was = text_of(fixed, start, end, t.at, t.len - there.len, a);
		struct ds_edit *e = fl_slice_eq(is, was) ? NULL : fl_vec_add(out);
		if (e)
			*e = (struct ds_edit){.file = h.len ? h.at->file : t.at->file,
				.offset = start + shift,
				.original = was,
				.replacement = is};
		shift += (int64_t)was.len - (end - start);
	}
	return !out->failed && !a->failed;
}

/* ---- likeness ---- */

/* What the form of an answer tells. */
struct form {
	int64_t files, hunks, removed, added;
};

static struct form form_of(struct fl_slice diff)
{
	struct form f = {0};
	struct fl_slice line;
	while (fl_slice_line(&diff, &line)) {
		if (fl_slice_starts(line, "--- a/"))
			f.files++;
		else if (fl_slice_starts(line, "@@ "))
			f.hunks++;
		else if (fl_slice_starts(line, "-"))
			f.removed++;
		else if (fl_slice_starts(line, "+") && !fl_slice_starts(line, "+++ b/"))
			f.added++;
	}
	return f;
}

static int64_t apart(int64_t a, int64_t b)
{
	return a < b ? b - a : a - b;
}

/* Lines that edits touch, on both sides. */
static struct form touched(const struct ds_edit *e, size_t count)
{
	struct form f = {0};
	for (size_t i = 0; i < count; i++) {
		f.removed += (int64_t)fl_slice_count(e[i].replacement, '\n') + 1;
		f.added += (int64_t)fl_slice_count(e[i].original, '\n') + 1;
	}
	return f;
}

static int64_t unlike(struct form a, struct form b)
{
	return apart(a.removed, b.removed) + apart(a.added, b.added);
}

/* ---- rules ---- */

/* One that may do, and how unlike the right answer what it makes is. */
struct choice {
	const struct fault *fault;
	struct fl_list edits;
	int64_t unlike;
};

struct search {
	const struct ds_record *record;
	struct fl_arena *arena;
	struct fl_slice *fixed; /* of each edit's file */
	struct choice best[TRIED];
	size_t found;
	bool hidden; /* there is one, and the prompt does not show what it changes */
};

static bool same_files(const struct ds_record *r, const struct fault *f)
{
	size_t mine = 0, theirs = 0;
	for (size_t i = 0; i < r->edits.len; i++)
		mine += ds_edits_is_first(r, i);
	for (size_t i = 0; i < f->count; i++) {
		theirs += i == 0 || !fl_slice_eq(f->edits[i - 1].file, f->edits[i].file);
		if (!edits_of(r->edits.items, r->edits.len, f->edits[i].file).len)
			return false;
	}
	return mine == theirs;
}

/* The faulty files become those of the other fault. */
static bool make_other(const struct search *s, const struct fault *f, struct fl_vec *out)
{
	const struct ds_record *r = s->record;
	bool fits = same_files(r, f);
	for (size_t i = 0; i < r->edits.len && fits; i++) {
		struct fl_slice file = ds_edits_at(r, i)->file;
		if (ds_edits_is_first(r, i))
			fits = between(s->fixed[i], edits_of(r->edits.items, r->edits.len, file),
				edits_of(f->edits, f->count, file), out, s->arena);
	}
	return fits;
}

/* Are all edits of both within functions, and none within one of the other's? */
static bool are_apart(const struct ds_record *r, const struct fault *f)
{
	for (size_t i = 0; i < r->edits.len; i++)
		for (size_t k = 0; k < f->count; k++) {
			struct fl_slice a = ds_edits_at(r, i)->function, b = f->edits[k].function;
			if (!a.len || !b.len || fl_slice_eq(a, b))
				return false;
		}
	return true;
}

/* Both in the order of their offsets; false where they overlap. */
static bool merge(struct edits a, struct edits b, struct fl_arena *arena, struct edits *ret)
{
	struct ds_edit *all = fl_arena_array(arena, a.len + b.len, sizeof(*all));
	int64_t end = -1;
	for (size_t i = 0, k = 0; all && i + k < a.len + b.len;) {
		bool first = k == b.len || (i < a.len && a.at[i].offset < b.at[k].offset);
		struct ds_edit *e = &all[i + k];
		*e = first ? a.at[i++] : b.at[k++];
		if (e->offset <= end)
			return false;
		end = e->offset + (int64_t)e->original.len;
	}
	*ret = (struct edits){all, a.len + b.len};
	return all;
}

static struct fl_slice fixed_file(const struct search *s, struct fl_slice path)
{
	const struct ds_record *r = s->record;
	for (size_t i = 0; i < r->edits.len; i++)
		if (ds_edits_is_first(r, i) && fl_slice_eq(ds_edits_at(r, i)->file, path))
			return s->fixed[i];
	const struct tg_file *file = ds_edits_file(r, path);
	return file ? file->content : FL_S("");
}

/* The fault stays as it is, and the other one comes in elsewhere. */
static bool make_both(const struct search *s, const struct fault *f, struct fl_vec *out)
{
	const struct ds_record *r = s->record;
	bool fits = are_apart(r, f);
	for (size_t i = 0; i < f->count && fits; i++) {
		struct fl_slice file = f->edits[i].file;
		if (i && fl_slice_eq(f->edits[i - 1].file, file))
			continue;
		struct edits both, mine = edits_of(r->edits.items, r->edits.len, file);
		fits = merge(mine, edits_of(f->edits, f->count, file), s->arena, &both) &&
		       between(fixed_file(s, file), mine, both, out, s->arena);
	}
	return fits;
}

/* In the order in which they are tried. */
static const struct rule {
	const char *name;
	bool (*make)(const struct search *, const struct fault *, struct fl_vec *);
} rules[] = {
	{"seen", make_other},
	{"left", make_both},
};

/* ---- what the prompt shows ---- */

/* The lines of the text that hold from..to, and as many more on either side as a patch has. */
static struct fl_slice lines_of(struct fl_slice text, size_t from, size_t to)
{
	while (from && text.ptr[from - 1] != '\n')
		from--;
	while (to > from && to < text.len && text.ptr[to - 1] != '\n')
		to++;
	for (int n = 0; n < DS_DIFF_CONTEXT; n++) {
		from -= from > 0;
		while (from && text.ptr[from - 1] != '\n')
			from--;
		to += to < text.len;
		while (to < text.len && text.ptr[to - 1] != '\n')
			to++;
	}
	return fl_slice(text.ptr + from, to - from);
}

/*
 * Does the prompt show what the edits change? An answer to what it does not show would be known by
 * that. Offsets are of the text that is arrived at.
 */
static bool are_shown(const struct ds_record *r, const struct fl_list *edits)
{
	const struct ds_edit *e = edits->items;
	int64_t shift = 0;
	for (size_t i = 0; i < edits->len; i++) {
		const struct tg_file *file = ds_edits_file(r, e[i].file);
		shift = i && fl_slice_eq(e[i].file, e[i - 1].file) ? shift : 0;
		int64_t from = e[i].offset + shift, to = from + (int64_t)e[i].replacement.len;
		if (!file || from < 0 || (uint64_t)to > file->content.len)
			return false;
		struct fl_slice lines = lines_of(file->content, (size_t)from, (size_t)to);
		if (fl_slice_search(r->prompt, lines) < 0)
			return false;
		shift += (int64_t)e[i].replacement.len - (int64_t)e[i].original.len;
	}
	return true;
}

/* ---- the likest ---- */

/* Insert behind those that are as like: the first fault by its id comes first. */
static void keep(struct search *s, struct choice c)
{
	size_t at = s->found;
	while (at && s->best[at - 1].unlike > c.unlike)
		at--;
	if (at == TRIED)
		return;
	s->found += s->found < TRIED;
	for (size_t i = s->found - 1; i > at; i--)
		s->best[i] = s->best[i - 1];
	s->best[at] = c;
}

/* How many bytes there are more or fewer on either side: a mend adds more often than a fault. */
static int64_t unlike_bytes(const struct fl_list *a, const struct fl_list *b)
{
	int64_t removed = 0, added = 0;
	const struct ds_edit *e = a->items, *f = b->items;
	for (size_t i = 0; i < a->len; i++) {
		removed += (int64_t)e[i].replacement.len;
		added += (int64_t)e[i].original.len;
	}
	for (size_t i = 0; i < b->len; i++) {
		removed -= (int64_t)f[i].replacement.len;
		added -= (int64_t)f[i].original.len;
	}
	return apart(removed, 0) + apart(added, 0);
}

static int consider(
	struct search *s, const struct rule *rule, const struct fault *f, struct fl_error *err)
{
	enum { LINE = 2000, ELSEWHERE = 1000, STAGE = 200, BYTES_MAX = 900 };
	const struct ds_record *r = s->record;
	struct fl_vec edits;
	fl_vec_init(&edits, sizeof(struct ds_edit), 1 << 16);
	bool fits = rule->make(s, f, &edits);
	struct choice c = {.fault = f, .edits = fl_vec_freeze(&edits, s->arena)};
	fl_vec_release(&edits);
	/* Lines first, then files; then whether the one builds and the other does not, against bytes. */
	int64_t bytes = unlike_bytes(&c.edits, &r->edits);
	c.unlike = LINE * unlike(touched(c.edits.items, c.edits.len),
				  touched(r->edits.items, r->edits.len)) +
		   ELSEWHERE * !same_files(r, f) +
		   STAGE * (f->runs == ds_kind_is(r->kind, DS_KIND_BUILDS)) +
		   (bytes < BYTES_MAX ? bytes : BYTES_MAX);
	fits = fits && c.edits.len;
	if (fits && are_shown(r, &c.edits))
		keep(s, c);
	else
		s->hidden = s->hidden || fits;
	return fl_arena_error(s->arena, "a wrong answer", err);
}

static void place(struct ds_record *r, struct fl_arena *a)
{
	struct ds_edit *e = r->edits.items;
	struct fl_slice there;
	for (size_t i = 0; i < r->edits.len; i++)
		if (ds_edits_is_first(r, i) && ds_edits_fixed(r, e[i].file, a, &there, NULL) == 0)
			ds_edits_place(
				e + i, edits_of(e + i, r->edits.len - i, e[i].file).len, there);
}

/* The answer that the edits make, where its form is that of the right one; else FL_EREFUSED. */
static int make(const struct search *s, const struct choice *c, struct fl_slice *ret_answer,
	struct fl_error *err)
{
	struct ds_record other = *s->record;
	other.edits = c->edits;
	other.reasoning = FL_S("");
	place(&other, s->arena);
	int rc = ds_edits_diff(&other, s->arena, &other.diff, err);
	if (rc)
		return rc;
	struct form is = form_of(other.diff), right = form_of(s->record->diff);
	int64_t longer = apart((int64_t)other.diff.len, (int64_t)s->record->diff.len);
	if (is.files != right.files || is.hunks != right.hunks || unlike(is, right) ||
		100 * longer > DS_WRONG_LONGER * (int64_t)s->record->diff.len)
		return fl_error_set(err, FL_EREFUSED, "no other fault makes an answer of its form");
	return ds_answer_make(&other, s->arena, ret_answer, err);
}

static int find_fixed(struct search *s, struct fl_error *err)
{
	const struct ds_record *r = s->record;
	int rc = 0;
	s->fixed = fl_arena_array(s->arena, r->edits.len, sizeof(*s->fixed));
	if (!s->fixed)
		return fl_arena_error(s->arena, "the fixed files", err);
	for (size_t i = 0; i < r->edits.len && rc == 0; i++)
		if (ds_edits_is_first(r, i))
			rc = ds_edits_fixed(
				r, ds_edits_at(r, i)->file, s->arena, &s->fixed[i], err);
	return rc;
}

/* By one rule. FL_EREFUSED: there is none. */
static int find_by(struct search *s, const struct rule *rule, const struct ds_wrongs *w,
	struct ds_wrong *ret_wrong, struct fl_error *err)
{
	const struct fault *f = (const struct fault *)(const void *)w->faults.data;
	const struct ds_record *r = s->record;
	int rc = 0;
	s->found = 0;
	for (size_t i = first_of(w, r->program);
		rc == 0 && i < w->faults.len && fl_slice_eq(f[i].program, r->program); i++)
		if (!fl_slice_eq(f[i].id, r->fault))
			rc = consider(s, rule, &f[i], err);
	if (rc == 0)
		rc = fl_error_set(err, FL_EREFUSED, "%s",
			s->hidden ? "its prompt shows nothing that another fault changes"
				  : "no other fault of its program is here");
	for (size_t i = 0; rc == FL_EREFUSED && i < s->found; i++) {
		struct fl_slice answer;
		rc = make(s, &s->best[i], &answer, err);
		if (rc == 0)
			*ret_wrong = (struct ds_wrong){
				answer, s->best[i].fault->id, fl_slice_str(rule->name)};
	}
	return rc;
}

int ds_wrongs_find(const struct ds_wrongs *w, const struct ds_record *r, struct fl_arena *a,
	struct ds_wrong *ret_wrong, struct fl_error *err)
{
	struct search s = {.record = r, .arena = a};
	if (!r->edits.len)
		return fl_error_set(err, FL_EREFUSED, "it is of version %lld: convert it first",
			(long long)r->schema_version);
	int rc = find_fixed(&s, err);
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		if (rc && (rc != FL_EREFUSED || i == 0))
			break;
		rc = find_by(&s, &rules[i], w, ret_wrong, err);
		if (rc == 0)
			break;
	}
	return rc;
}
