#include "platform/resolve/claims.h"

#include <stdlib.h>

#include "platform/flags/flags.h"

enum { DEFAULT_YEAR = 2017 }; /* of the standard that gcc 12's default is, of C and of C++ */

/* Words of a list under construction, each with the fact that brought it. */
struct words {
	struct fl_slice at[PLAT_WORDS_MAX];
	const struct plat_fact *by[PLAT_WORDS_MAX];
	size_t len;
};

static bool is_list(enum plat_field field)
{
	return field == PLAT_FIELD_FEATURES || field == PLAT_FIELD_LIBS ||
	       field == PLAT_FIELD_SANITIZERS;
}

/* Is it all said by the arguments of the compiler? */
static bool is_of_flags(enum plat_field field)
{
	return field == PLAT_FIELD_STANDARD || field == PLAT_FIELD_FEATURES ||
	       field == PLAT_FIELD_SANITIZERS || field == PLAT_FIELD_DEBUG ||
	       field == PLAT_FIELD_MODE;
}

static void words_remove(struct words *w, struct fl_slice word)
{
	for (size_t i = 0; i < w->len; i++)
		if (fl_slice_eq(w->at[i], word)) {
			w->len--;
			memmove(&w->at[i], &w->at[i + 1], (w->len - i) * sizeof(w->at[0]));
			memmove(&w->by[i], &w->by[i + 1], (w->len - i) * sizeof(w->by[0]));
			return;
		}
}

/* At the end; a word that is there already moves there. What does not fit any more is left out. */
static void words_add(struct words *w, const struct plat_fact *fact)
{
	words_remove(w, fact->value);
	if (!fact->value.len || w->len == PLAT_WORDS_MAX)
		return;
	w->by[w->len] = fact;
	w->at[w->len++] = fact->value;
}

static void words_take(struct words *w, const struct plat_fact *fact)
{
	if (fact->kind == PLAT_FACT_CLEAR)
		w->len = 0;
	else if (fact->kind == PLAT_FACT_REMOVE)
		words_remove(w, fact->value);
	else if (fact->kind == PLAT_FACT_ADD && !fact->unsure)
		words_add(w, fact);
}

/* "name", "name/1.2"; where two facts name it, the one with a version counts. */
static void words_add_lib(struct words *w, const struct plat_fact *fact)
{
	for (size_t i = 0; i < w->len; i++)
		if (fl_slice_eq(w->at[i], fact->value) && w->by[i]->version.len &&
			!fact->version.len)
			return;
	words_add(w, fact);
}

static struct fl_list words_list(const struct words *w, struct fl_arena *a)
{
	struct fl_slice *texts = w->len ? fl_arena_array(a, w->len, sizeof(*texts)) : NULL;
	if (texts)
		memcpy(texts, w->at, w->len * sizeof(*texts));
	return (struct fl_list){texts, texts ? w->len : 0};
}

static struct fl_list because_one(const struct plat_fact *fact, struct fl_arena *a)
{
	struct plat_fact *copy = fl_arena_alloc(a, sizeof(*copy));
	if (copy)
		*copy = *fact;
	return (struct fl_list){copy, copy ? 1 : 0};
}

static struct fl_list values_one(struct fl_slice value, struct fl_arena *a)
{
	struct fl_slice *copy = fl_arena_alloc(a, sizeof(*copy));
	if (copy)
		*copy = value;
	return (struct fl_list){copy, copy ? 1 : 0};
}

/* The facts that words are from: the first of them. */
static struct fl_list because_words(const struct words *w, struct fl_arena *a)
{
	size_t n = w->len < PLAT_BECAUSE_MAX ? w->len : PLAT_BECAUSE_MAX;
	struct plat_fact *because = n ? fl_arena_array(a, n, sizeof(*because)) : NULL;
	for (size_t i = 0; because && i < n; i++)
		because[i] = *w->by[i];
	return (struct fl_list){because, because ? n : 0};
}

static void claim_words(struct plat_claim *c, const struct words *w, struct fl_arena *a)
{
	c->values = words_list(w, a);
	c->because = because_words(w, a);
	c->known = w->len > 0;
}

/* Is this fact of the field, and of one who has a say in it? */
static bool counts(const struct plat_fact *fact, enum plat_field field, bool complete)
{
	return fact->field == field &&
	       !(complete && fact->from == PLAT_FROM_STATIC && is_of_flags(field));
}

static bool is_word(const struct plat_fact *fact)
{
	return fact->kind == PLAT_FACT_SET || fact->kind == PLAT_FACT_ADD ||
	       fact->kind == PLAT_FACT_REMOVE || fact->kind == PLAT_FACT_CLEAR;
}

/* The best source that says anything of the field; PLAT_FROMS: there is none. */
static enum plat_from best(const struct plat_facts *facts, enum plat_field field, bool complete)
{
	enum plat_from from = PLAT_FROMS;
	for (size_t i = 0; i < facts->list.len; i++) {
		const struct plat_fact *fact = plat_facts_at(facts, i);
		if (counts(fact, field, complete) && is_word(fact) && fact->from < from)
			from = fact->from;
	}
	return from;
}

/* Libraries are linked and included: all that is said of them counts. */
static void make_list(const struct plat_facts *facts, enum plat_field field, bool complete,
	struct fl_arena *a, struct plat_claim *c)
{
	struct words w = {.len = 0}, maybe = {.len = 0};
	enum plat_from from = best(facts, field, complete);
	for (size_t i = 0; i < facts->list.len; i++) {
		const struct plat_fact *fact = plat_facts_at(facts, i);
		if (!counts(fact, field, complete) ||
			(field != PLAT_FIELD_LIBS && fact->from != from))
			continue;
		c->seen = true;
		if (fact->unsure && fact->kind == PLAT_FACT_ADD) {
			c->why = "a condition is not known";
			words_add(&maybe, fact);
		}
		if (field == PLAT_FIELD_LIBS && fact->kind == PLAT_FACT_ADD && !fact->unsure)
			words_add_lib(&w, fact);
		else
			words_take(&w, fact);
	}
	c->from = from;
	if (field == PLAT_FIELD_LIBS)
		c->maybe = words_list(&maybe, a);
	claim_words(c, &w, a);
	if (!c->known) /* where the doubts stand */
		c->because = because_words(&maybe, a);
}

static void make_text(const struct plat_facts *facts, enum plat_field field, bool complete,
	struct fl_arena *a, struct plat_claim *c)
{
	const struct plat_fact *last = NULL;
	bool unsure = false;
	enum plat_from from = best(facts, field, complete);
	for (size_t i = 0; i < facts->list.len; i++) {
		const struct plat_fact *fact = plat_facts_at(facts, i);
		if (!counts(fact, field, complete) || fact->from != from)
			continue;
		bool same = last && fl_slice_eq(last->value, fact->value);
		if (fact->kind == PLAT_FACT_REMOVE && same) {
			last = NULL;
		} else if (fact->kind == PLAT_FACT_SET && !(fact->unsure && same)) {
			last = fact;
			unsure = fact->unsure;
		}
	}
	if (!last)
		return;
	c->seen = true;
	c->from = from;
	c->known = !unsure && (last->value.len || field == PLAT_FIELD_DEBUG);
	c->why = unsure ? "a condition is not known" : NULL;
	c->values = values_one(last->value, a);
	c->because = because_one(last, a);
}

/* "cmake 3.28 / ninja 1.11": each system once, by the best who names it. */
static void make_build(const struct plat_facts *facts, struct fl_arena *a, struct plat_claim *c)
{
	struct words w = {.len = 0};
	enum plat_from from = best(facts, PLAT_FIELD_BUILD, false);
	struct fl_slice text = {0};
	for (size_t i = 0; i < facts->list.len; i++) {
		const struct plat_fact *fact = plat_facts_at(facts, i);
		if (fact->field == PLAT_FIELD_BUILD && fact->from == from && !fact->unsure)
			words_add(&w, fact);
	}
	for (size_t i = 0; i < w.len; i++) {
		struct fl_slice version = w.by[i]->version;
		text = fl_arena_printf(a, "%.*s%s%.*s%s%.*s", FL_ARG(text), i ? " / " : "",
			FL_ARG(w.at[i]), version.len ? " " : "", FL_ARG(version));
	}
	claim_words(c, &w, a);
	c->seen = c->known;
	c->from = from;
	if (c->known)
		c->values = values_one(text, a);
}

void plat_claims_make(const struct plat_facts *facts, bool complete, struct fl_arena *a,
	struct plat_claims *ret_claims)
{
	struct plat_claims c = {.not_user = false};
	for (int f = 0; f < PLAT_FIELDS; f++) {
		enum plat_field field = (enum plat_field)f;
		if (is_list(field))
			make_list(facts, field, complete, a, &c.at[f]);
		else if (field == PLAT_FIELD_BUILD)
			make_build(facts, a, &c.at[f]);
		else
			make_text(facts, field, complete, a, &c.at[f]);
	}
	for (size_t i = 0; i < facts->list.len; i++) {
		const struct plat_fact *fact = plat_facts_at(facts, i);
		c.not_user |= fact->kind == PLAT_FACT_NOT_USER;
		c.narrow |= fact->kind == PLAT_FACT_NARROW && !fact->unsure;
	}
	*ret_claims = c;
}

static struct fl_slice value_of(const struct plat_claim *c)
{
	const struct fl_slice *texts = c->values.items;
	return c->known && c->values.len ? texts[0] : fl_slice(NULL, 0);
}

/* Does nobody know better than the source text? */
static bool is_open(const struct plat_claim *c)
{
	return !c->seen || (c->known && c->from == PLAT_FROM_COMPILER);
}

static void unknown(struct plat_claim *c, const char *why)
{
	c->known = false;
	c->why = why;
}

/* A text shows it: two that differ leave it unknown, but that "user" gives way to other modes. */
static void source_text(
	struct plat_claim *c, const struct plat_fact *fact, bool was_open, struct fl_arena *a)
{
	bool first = c->from != PLAT_FROM_SOURCE || !c->seen;
	bool user = fl_slice_eqs(fact->value, "user");
	if (!was_open || (!first && fl_slice_eq(value_of(c), fact->value)))
		return;
	if (!first && !c->known)
		return;
	if (!first && user && fact->field == PLAT_FIELD_MODE)
		return;
	if (!first && !fl_slice_eqs(value_of(c), "user")) {
		unknown(c, "the text shows more than one");
		return;
	}
	*c = (struct plat_claim){.seen = true,
		.known = true,
		.from = PLAT_FROM_SOURCE,
		.values = values_one(fact->value, a),
		.because = because_one(fact, a)};
}

/* built: by a target that sets none, so by the compiler's default, DEFAULT_YEAR at least. */
static void source_standard(
	struct plat_claim *c, const struct plat_fact *fact, bool built, struct fl_arena *a)
{
	int year = plat_standard_year(value_of(c));
	if (built && year < DEFAULT_YEAR)
		year = DEFAULT_YEAR;
	if (is_open(c) && plat_standard_year(fact->value) > year)
		*c = (struct plat_claim){.seen = true,
			.known = true,
			.from = PLAT_FROM_SOURCE,
			.values = values_one(fact->value, a),
			.because = because_one(fact, a)};
}

/* Is the library there already, maybe with a version? */
static bool has_word(const struct plat_claim *c, struct fl_slice word)
{
	return fl_texts_have(&c->values, word);
}

/* Words of the text that are not there yet, behind those that are; of `maybe` alone, if given. */
static void source_words(struct plat_claim *c, const struct plat_facts *source,
	enum plat_field field, const struct fl_list *maybe, struct fl_arena *a)
{
	struct words new = {.len = 0};
	for (size_t i = 0; i < source->list.len; i++) {
		const struct plat_fact *fact = plat_facts_at(source, i);
		if (fact->field == field && fact->kind == PLAT_FACT_ADD &&
			!has_word(c, fact->value) && (!maybe || fl_texts_have(maybe, fact->value)))
			words_add(&new, fact);
	}
	if (!new.len)
		return;
	struct fl_list old = c->values, because = c->because;
	struct plat_claim more = {.seen = true, .from = c->known ? c->from : PLAT_FROM_SOURCE};
	claim_words(&more, &new, a);
	struct fl_slice *values = fl_arena_array(a, old.len + more.values.len, sizeof(*values));
	struct plat_fact *facts = fl_arena_array(a, because.len + more.because.len, sizeof(*facts));
	if (!values || !facts)
		return;
	if (old.len)
		memcpy(values, old.items, old.len * sizeof(*values));
	memcpy(values + old.len, more.values.items, more.values.len * sizeof(*values));
	if (because.len)
		memcpy(facts, because.items, because.len * sizeof(*facts));
	memcpy(facts + because.len, more.because.items, more.because.len * sizeof(*facts));
	more.values = (struct fl_list){values, old.len + more.values.len};
	more.because = (struct fl_list){facts, because.len + more.because.len};
	*c = more;
}

static int by_text(const void *a, const void *b)
{
	return fl_slice_cmp(*(const struct fl_slice *)a, *(const struct fl_slice *)b);
}

/* -m32 of what is 64 bits wide. */
static void make_narrow(struct plat_claims *c, struct fl_arena *a)
{
	static const char wide[] = "x86_64";
	struct plat_claim *arch = &c->at[PLAT_FIELD_ARCH];
	struct plat_claim *platform = &c->at[PLAT_FIELD_PLATFORM];
	if (!arch->known || fl_slice_eqs(value_of(arch), "i386"))
		return;
	if (!fl_slice_eqs(value_of(arch), wide)) {
		unknown(arch, "-m32 of it is not known");
		return;
	}
	arch->values = values_one(FL_S("i386"), a);
	if (platform->known && fl_slice_starts(value_of(platform), wide))
		platform->values = values_one(
			fl_arena_printf(a, "i386%.*s",
				FL_ARG(fl_slice_skip(value_of(platform), sizeof(wide) - 1))),
			a);
}

/* The compiler's own target does not count for what is built for another. */
static void drop_foreign(struct plat_claims *c)
{
	struct plat_claim *arch = &c->at[PLAT_FIELD_ARCH], *os = &c->at[PLAT_FIELD_OS];
	struct plat_claim *platform = &c->at[PLAT_FIELD_PLATFORM];
	bool firmware = fl_slice_eqs(value_of(&c->at[PLAT_FIELD_MODE]), "firmware");
	struct fl_slice triple = value_of(platform);
	ptrdiff_t dash = fl_slice_chr(triple, '-');
	struct fl_slice cpu = fl_slice_head(triple, dash < 0 ? triple.len : (size_t)dash);
	bool other = arch->known && arch->from < platform->from && triple.len &&
		     !fl_slice_eq(plat_arch_name(cpu), value_of(arch));
	struct fl_slice said = value_of(os), of_triple = plat_os_name(triple);
	bool other_os = os->known && os->from < platform->from && triple.len &&
			!fl_slice_starts_with(said, of_triple);
	if (firmware && arch->from == PLAT_FROM_COMPILER)
		unknown(arch, "the compiler that builds it is not known");
	if (other || firmware || other_os) {
		if (os->from == PLAT_FROM_COMPILER)
			unknown(os, "it is built for another machine");
		if (platform->from == PLAT_FROM_COMPILER)
			unknown(platform, "it is built for another machine");
	}
}

static void settle_mode(struct plat_claims *c, struct fl_arena *a)
{
	struct plat_claim *mode = &c->at[PLAT_FIELD_MODE];
	const struct plat_claim *os = &c->at[PLAT_FIELD_OS];
	bool user = !mode->seen || (mode->from == PLAT_FROM_COMPILER && mode->known);
	if (!user)
		return;
	if (c->not_user) {
		mode->seen = true;
		unknown(mode, "it is built without a system's library");
	} else if (!mode->seen && os->known && os->from != PLAT_FROM_SOURCE) {
		*mode = (struct plat_claim){.seen = true,
			.known = true,
			.from = os->from,
			.values = values_one(FL_S("user"), a),
			.because = os->because};
	}
}

void plat_claims_finish(struct plat_claims *c, const struct plat_facts *source, struct fl_arena *a)
{
	bool open[PLAT_FIELDS];
	for (int f = 0; f < PLAT_FIELDS; f++)
		open[f] = is_open(&c->at[f]);
	for (size_t i = 0; source && i < source->list.len; i++) {
		const struct plat_fact *fact = plat_facts_at(source, i);
		if (fact->kind == PLAT_FACT_LEAST)
			source_standard(&c->at[fact->field], fact, c->built, a);
		else if (fact->kind == PLAT_FACT_SET)
			source_text(&c->at[fact->field], fact, open[fact->field], a);
	}
	if (source && source->list.len) {
		const struct fl_list maybe = c->at[PLAT_FIELD_LIBS].maybe;
		source_words(&c->at[PLAT_FIELD_LIBS], source, PLAT_FIELD_LIBS,
			c->linked ? &maybe : NULL, a);
		source_words(&c->at[PLAT_FIELD_FEATURES], source, PLAT_FIELD_FEATURES, NULL, a);
	}
	settle_mode(c, a);
	drop_foreign(c);
	if (c->narrow)
		make_narrow(c, a);
}

static bool same_texts(const struct fl_list *a, const struct fl_list *b)
{
	const struct fl_slice *x = a->items, *y = b->items;
	if (a->len != b->len)
		return false;
	for (size_t i = 0; i < a->len; i++)
		if (!fl_slice_eq(x[i], y[i]))
			return false;
	return true;
}

bool plat_claims_equal(const struct plat_claims *a, const struct plat_claims *b)
{
	for (int f = 0; f < PLAT_FIELDS; f++)
		if (a->at[f].known != b->at[f].known ||
			(a->at[f].known && !same_texts(&a->at[f].values, &b->at[f].values)) ||
			!same_texts(&a->at[f].maybe, &b->at[f].maybe))
			return false;
	return a->not_user == b->not_user && a->narrow == b->narrow && a->linked == b->linked &&
	       a->built == b->built;
}

/* The words of both. */
static struct fl_list both(
	const struct fl_list *list, const struct fl_list *other, struct fl_arena *a)
{
	const struct fl_slice *old = list->items;
	struct fl_slice *texts = fl_arena_array(a, list->len + 1, sizeof(*texts));
	size_t n = 0;
	for (size_t i = 0; texts && i < list->len; i++)
		if (fl_texts_have(other, old[i]))
			texts[n++] = old[i];
	return (struct fl_list){texts, n};
}

/* The words of both; the facts stay. */
static void intersect(struct plat_claim *c, const struct plat_claim *other, struct fl_arena *a)
{
	c->values = both(&c->values, &other->values, a);
	c->known = c->values.len > 0;
}

void plat_claims_common(struct plat_claims *c, const struct plat_claims *other, struct fl_arena *a)
{
	for (int f = 0; f < PLAT_FIELDS; f++) {
		struct plat_claim *mine = &c->at[f];
		const struct plat_claim *theirs = &other->at[f];
		mine->maybe = both(&mine->maybe, &theirs->maybe, a);
		if (same_texts(&mine->values, &theirs->values) && mine->known == theirs->known)
			continue;
		mine->seen |= theirs->seen;
		if (is_list((enum plat_field)f) && mine->known && theirs->known)
			intersect(mine, theirs, a);
		else
			mine->known = false;
		if (!mine->known)
			mine->why = "targets that compile it differ";
	}
	c->not_user |= other->not_user;
	c->narrow |= other->narrow;
	c->linked &= other->linked;
	c->built &= other->built;
}

/* "zlib" with the version that the fact of it has. */
static struct fl_slice with_version(
	const struct plat_claim *c, struct fl_slice name, struct fl_arena *a)
{
	const struct plat_fact *facts = c->because.items;
	for (size_t i = 0; i < c->because.len; i++)
		if (facts[i].version.len && fl_slice_eq(facts[i].value, name))
			return fl_arena_printf(
				a, "%.*s/%.*s", FL_ARG(name), FL_ARG(facts[i].version));
	return name;
}

static struct fl_list sorted_libs(const struct plat_claim *c, struct fl_arena *a)
{
	const struct fl_slice *names = c->values.items;
	struct fl_slice *texts = fl_arena_array(a, c->values.len, sizeof(*texts));
	for (size_t i = 0; texts && i < c->values.len; i++)
		texts[i] = with_version(c, names[i], a);
	if (texts && c->values.len)
		qsort(texts, c->values.len, sizeof(*texts), by_text);
	return (struct fl_list){texts, texts ? c->values.len : 0};
}

void plat_claims_context(
	const struct plat_claims *c, struct fl_arena *a, struct plat_context *ret_context)
{
	struct plat_context context;
	fl_object_reset(&plat_context_shape, &context);
	for (int f = 0; f < PLAT_FIELDS; f++) {
		const struct plat_claim *claim = &c->at[f];
		const struct fl_field *field = &plat_context_shape.fields[f];
		void *member = (char *)&context + field->offset;
		if (!claim->known)
			continue;
		if (field->kind == FL_TEXT)
			*(struct fl_slice *)member = value_of(claim);
		else if (field->kind == FL_BOOL)
			*(bool *)member = fl_slice_eqs(value_of(claim), "true");
		else if (f == PLAT_FIELD_LIBS)
			*(struct fl_list *)member = sorted_libs(claim, a);
		else
			*(struct fl_list *)member = claim->values;
	}
	*ret_context = context;
}
