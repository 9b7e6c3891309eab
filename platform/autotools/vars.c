#include "platform/autotools/vars.h"

#include "base/hash.h"

static size_t bucket_of(struct fl_slice name)
{
	return fl_fnv32(FL_FNV32, name) % AUT_BUCKETS;
}

static struct aut_var *find(const struct aut_vars *v, struct fl_slice name)
{
	struct aut_var *var = v->buckets[bucket_of(name)];
	while (var && !fl_slice_eq(var->name, name))
		var = var->next;
	return var;
}

const struct aut_value *plat_aut_get(const struct aut_vars *v, struct fl_slice name)
{
	const struct aut_var *var = find(v, name);
	return var ? &var->value : NULL;
}

void plat_aut_put(
	struct aut_vars *v, struct fl_arena *a, struct fl_slice name, struct aut_value value)
{
	struct aut_var *var = find(v, name);
	if (!var) {
		var = v->count < AUT_NAMES_MAX ? fl_arena_alloc(a, sizeof(*var)) : NULL;
		if (!var)
			return;
		struct aut_var **bucket = &v->buckets[bucket_of(name)];
		*var = (struct aut_var){.next = *bucket, .name = fl_arena_slice(a, name)};
		*bucket = var;
		v->count++;
	}
	var->value = value;
}

struct aut_value plat_aut_word(struct fl_arena *a, struct fl_slice text, struct plat_place at)
{
	struct aut_word *w = fl_arena_alloc(a, sizeof(*w));
	if (!w)
		return (struct aut_value){.open = true};
	*w = (struct aut_word){.text = fl_arena_slice(a, text), .at = at};
	return (struct aut_value){.words = w, .len = 1};
}

struct aut_value plat_aut_both(struct fl_arena *a, struct aut_value x, struct aut_value y)
{
	struct aut_value both = {.open = x.open || y.open, .len = x.len + y.len};
	struct aut_word *words = both.len && both.len <= AUT_WORDS_MAX
					 ? fl_arena_array(a, both.len, sizeof(*words))
					 : NULL;
	if (!words) {
		x.open = both.open || both.len > 0;
		return x;
	}
	if (x.len)
		memcpy(words, x.words, x.len * sizeof(*words));
	if (y.len)
		memcpy(words + x.len, y.words, y.len * sizeof(*words));
	both.words = words;
	return both;
}

struct aut_value plat_aut_unsure(struct fl_arena *a, struct aut_value v)
{
	struct aut_word *words = v.len ? fl_arena_array(a, v.len, sizeof(*words)) : NULL;
	for (size_t i = 0; words && i < v.len; i++) {
		words[i] = v.words[i];
		words[i].unsure = true;
	}
	return (struct aut_value){.words = words, .len = words ? v.len : 0, .open = true};
}

bool plat_aut_same(const struct aut_word *x, const struct aut_word *y)
{
	return x->at.line == y->at.line && x->package == y->package && x->open == y->open &&
	       fl_slice_eq(x->text, y->text) && fl_slice_eq(x->at.file, y->at.file);
}

bool plat_aut_text(struct fl_arena *a, const struct aut_value *v, struct fl_slice *ret_text)
{
	size_t len = 0;
	for (size_t i = 0; i < v->len; i++) {
		if (v->words[i].unsure || v->words[i].open || v->words[i].package)
			return false;
		len += v->words[i].text.len + 1;
	}
	char *to = v->open || len > 4096 ? NULL : fl_arena_alloc(a, len + 1);
	if (!to)
		return false;
	size_t at = 0;
	for (size_t i = 0; i < v->len; i++) {
		if (i)
			to[at++] = ' ';
		if (v->words[i].text.len)
			memcpy(to + at, v->words[i].text.ptr, v->words[i].text.len);
		at += v->words[i].text.len;
	}
	*ret_text = fl_slice(to, at);
	return true;
}
