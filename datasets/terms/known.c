#include "datasets/terms/known.h"

#include "base/mix.h"
#include "datasets/record/code.h"
#include "datasets/recall.h"
#include "tracegen/evidence/symptom.h"
#include "tracegen/program.h"

/* Sorts of claims, where keys of them begin. */
enum { PLACE = 1, VALUE, KIND, OUTPUT };

void ds_known_init(struct ds_known *k, const struct fl_list *files)
{
	*k = (struct ds_known){.files = files};
	fl_vec_init(&k->places, sizeof(struct ds_known_place), DS_KNOWN_MAX);
	fl_vec_init(&k->values, sizeof(struct ds_known_value), DS_KNOWN_MAX);
	fl_vec_init(&k->kinds, sizeof(struct fl_slice), DS_KNOWN_MAX);
}

void ds_known_release(struct ds_known *k)
{
	fl_vec_release(&k->places);
	fl_vec_release(&k->values);
	fl_vec_release(&k->kinds);
}

/* ---- taking objects apart ---- */

static struct fl_slice text_of(const struct fl_shape *s, const void *object, const char *name)
{
	const struct fl_field *f = fl_shape_field(s, fl_slice_str(name));
	return f && f->kind == FL_TEXT ? *(const struct fl_slice *)fl_member(f, object)
				       : fl_slice("", 0);
}

static int64_t number_of(const struct fl_shape *s, const void *object, const char *name)
{
	const struct fl_field *f = fl_shape_field(s, fl_slice_str(name));
	return f && f->kind == FL_INT ? *(const int64_t *)fl_member(f, object) : 0;
}

static void add_place(
	struct ds_known *k, struct fl_slice function, struct fl_slice file, int64_t line)
{
	struct ds_known_place *p = file.len && line > 0 ? fl_vec_add(&k->places) : NULL;
	if (p)
		*p = (struct ds_known_place){.function = function, .file = file, .line = line};
}

static void add_value(struct ds_known *k, struct fl_slice name, struct fl_slice value)
{
	struct ds_known_value *v = name.len && value.len ? fl_vec_add(&k->values) : NULL;
	if (v)
		*v = (struct ds_known_value){.name = name, .value = value};
}

static void add_kind(struct ds_known *k, struct fl_slice kind)
{
	struct fl_slice *to = kind.len ? fl_vec_add(&k->kinds) : NULL;
	if (to)
		*to = kind;
}

/* What an object lacks of its place is that of the object that it is in. */
static void add(struct ds_known *k, const struct fl_shape *s, const void *object,
	const struct ds_known_place *outer)
{
	struct ds_known_place p = {.function = text_of(s, object, "function"),
		.file = text_of(s, object, "file"),
		.line = number_of(s, object, "line")};
	p.function = p.function.len || p.file.len ? p.function : outer->function;
	p.file = p.file.len ? p.file : outer->file;
	struct fl_slice caller = text_of(s, object, "caller_file");
	add_place(k, p.function, p.file, p.line);
	add_place(k, text_of(s, object, "caller"), caller.len ? caller : p.file,
		number_of(s, object, "called_at"));
	add_value(k, text_of(s, object, "name"), text_of(s, object, "value"));
	add_value(k, text_of(s, object, "expression"), text_of(s, object, "value"));
	add_kind(k, text_of(s, object, "kind"));
	add_kind(k, text_of(s, object, "id"));
	for (size_t i = 0; i < s->count; i++) {
		const struct fl_field *f = &s->fields[i];
		const void *member = fl_member(f, object);
		const struct fl_list *list = member;
		if (f->kind == FL_OBJECT)
			add(k, f->shape, member, &p);
		for (size_t n = 0; f->kind == FL_LIST && n < list->len; n++)
			add(k, f->shape, fl_list_at(list, f->shape, n), &p);
	}
}

void ds_known_add(struct ds_known *k, const struct fl_shape *shape, const void *object)
{
	static const struct ds_known_place nowhere;
	if (shape == &tg_symptom_shape) {
		const struct tg_symptom *s = object;
		k->output_line = s->line;
		k->expected = s->expected;
		k->actual = s->actual;
		add_kind(k, s->kind);
		for (size_t i = 0; i < s->stacks.len; i++) {
			const struct fl_field *f = fl_shape_field(shape, FL_S("stacks"));
			add(k, f->shape, fl_list_at(&s->stacks, f->shape, i), &nowhere);
		}
		return;
	}
	add(k, shape, object, &nowhere);
}

void ds_known_record(struct ds_known *k, const struct ds_record *r, struct fl_arena *a)
{
	struct fl_items items = {0};
	if (ds_context_read(r->context, a, &items, NULL))
		return;
	for (size_t i = 0; i < items.len; i++)
		ds_known_add(k, items.at[i].shape, items.at[i].object);
}

bool ds_known_is_empty(const struct ds_known *k)
{
	return !k->places.len && !k->values.len && !k->kinds.len;
}

/* ---- claims ---- */

/* "main" of "Ledger::main(int)" */
static struct fl_slice last_name(struct fl_slice function)
{
	ptrdiff_t open = fl_slice_chr(function, '(');
	if (open > 0)
		function = fl_slice_head(function, (size_t)open);
	return fl_slice_skip(function, (size_t)(fl_slice_rchr(function, ':') + 1));
}

/* A block of thought is a comment, and has a blank in what would end or begin one. */
static size_t skip_blank(struct fl_slice s, size_t at)
{
	bool in = at > 0 && at + 1 < s.len && s.ptr[at] == ' ' &&
		  ((s.ptr[at - 1] == '*' && s.ptr[at + 1] == '/') ||
			  (s.ptr[at - 1] == '/' && s.ptr[at + 1] == '*'));
	return at + in;
}

/* Is it that text, or, with "..." at its end, how that begins? */
static bool says(struct fl_slice claimed, struct fl_slice text)
{
	size_t i = 0, k = 0;
	claimed = fl_slice_trim(claimed);
	text = fl_slice_trim(text);
	bool cut = claimed.len > 3 && fl_slice_ends(claimed, "...") && !fl_slice_eq(claimed, text);
	size_t len = claimed.len - (cut ? 3 : 0);
	while (i < len && k < text.len) {
		i = skip_blank(claimed, i);
		k = skip_blank(text, k);
		if (claimed.ptr[i++] != text.ptr[k++])
			return false;
	}
	return i == len && (cut || k == text.len);
}

/* The same of a line of code, also without the comment that ends it. */
static bool is_code(struct fl_slice claimed, struct fl_slice line)
{
	return says(claimed, line) || says(claimed, ds_code(line));
}

enum ds_fact_verdict ds_known_place(const struct ds_known *k, struct fl_slice function,
	struct fl_slice file, int64_t line, struct fl_slice code, uint64_t *ret_key)
{
	const struct tg_file *f = tg_files_find(k->files, file);
	struct fl_slice text = f ? fl_slice_line_at(f->content, line) : fl_slice(NULL, 0);
	bool known = false, other = false, right = !function.len;
	bool wrong = code.ptr && (!text.ptr || !is_code(code, text));
	uint64_t key = fl_mix(fl_mix_text(PLACE, file), (uint64_t)line);
	key = fl_mix(fl_mix_text(key, last_name(function)), code.ptr != NULL);
	*ret_key = wrong ? fl_mix_text(key, code) : key;
	if (wrong)
		return DS_FACT_CONTRADICTED;
	for (size_t i = 0; i < k->places.len; i++) {
		const struct ds_known_place *p = fl_vec_at(&k->places, i);
		bool here = p->line == line && fl_slice_eq(p->file, file);
		bool same = p->function.len && function.len &&
			    fl_slice_eq(last_name(p->function), last_name(function));
		known = known || here;
		right = right || (here && same);
		other = other || (here && p->function.len) || (same && !here);
	}
	if (known && right)
		return DS_FACT_MATCHED;
	return (f && !text.ptr) || (function.len && other) ? DS_FACT_CONTRADICTED : DS_FACT_UNKNOWN;
}

enum ds_fact_verdict ds_known_value(
	const struct ds_known *k, struct fl_slice name, struct fl_slice value, uint64_t *ret_key)
{
	uint64_t key = fl_mix_text(VALUE, name);
	bool known = false;
	for (size_t i = 0; i < k->values.len; i++) {
		const struct ds_known_value *v = fl_vec_at(&k->values, i);
		if (!fl_slice_eq(v->name, name))
			continue;
		if (says(value, v->value)) {
			*ret_key = fl_mix_text(key, fl_slice_trim(v->value));
			return DS_FACT_MATCHED;
		}
		known = true;
	}
	*ret_key = fl_mix_text(key, fl_slice_trim(value));
	return known ? DS_FACT_CONTRADICTED : DS_FACT_UNKNOWN;
}

enum ds_fact_verdict ds_known_kind(
	const struct ds_known *k, struct fl_slice kind, uint64_t *ret_key)
{
	*ret_key = fl_mix_text(KIND, kind);
	for (size_t i = 0; i < k->kinds.len; i++)
		if (fl_slice_eq(*(const struct fl_slice *)fl_vec_at(&k->kinds, i), kind))
			return DS_FACT_MATCHED;
	return k->kinds.len ? DS_FACT_CONTRADICTED : DS_FACT_UNKNOWN;
}

enum ds_fact_verdict ds_known_output(const struct ds_known *k, int64_t line, struct fl_slice actual,
	struct fl_slice expected, uint64_t *ret_key)
{
	bool matched = k->output_line && line == k->output_line && says(actual, k->actual) &&
		       says(expected, k->expected);
	uint64_t key = fl_mix(OUTPUT, (uint64_t)line);
	*ret_key = matched ? key : fl_mix_text(fl_mix_text(key, actual), expected);
	return matched ? DS_FACT_MATCHED : k->output_line ? DS_FACT_CONTRADICTED : DS_FACT_UNKNOWN;
}
