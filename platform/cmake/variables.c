/* set(), unset(), option(), list(), math(), cmake_parse_arguments() and their like. */
#include "platform/cmake/eval.h"

#include <stdlib.h>

#include "platform/cmake/regex.h"

static struct fl_slice env_key(struct cm_eval *e, struct fl_slice name)
{
	return fl_slice_starts(name, "ENV{") ? fl_arena_slice(&e->scratch, name)
					     : fl_slice(NULL, 0);
}

static enum cm_flow set_cache(struct cm_eval *e, const struct cm_args *args, size_t at)
{
	struct fl_slice name = args->at[0].text, value = plat_cm_join(e, args->at + 1, at - 1, ";");
	bool force =
		plat_cm_index(args, at, "FORCE") < args->n || plat_cm_is(args, at + 1, "INTERNAL");
	if (plat_cm_known(name) && (force || !plat_cm_scope_get(e->cache, name))) {
		plat_cm_set_in(e, e->cache, name, value);
		if (!plat_cm_policy(e, "CMP0126", 3, 21) && plat_cm_scope_get(e->scope, name))
			plat_cm_unset(e, name);
	}
	return CM_GO;
}

static enum cm_flow run_set(struct cm_eval *e, const struct cm_args *args)
{
	if (!args->n)
		return CM_GO;
	struct fl_slice name = args->at[0].text;
	size_t n = args->n;
	struct cm_scope *scope = e->scope;
	if (env_key(e, name).len) {
		plat_cm_set_in(e, e->cache, env_key(e, name), n > 1 ? args->at[1].text : FL_S(""));
		return CM_GO;
	}
	size_t cache = plat_cm_index(args, 1, "CACHE");
	if (cache < n && n - cache >= 3)
		return set_cache(e, args, cache);
	if (n > 1 && plat_cm_is(args, n - 1, "PARENT_SCOPE")) {
		n--;
		scope = scope->parent ? scope->parent : scope;
		if (n == 1) {
			plat_cm_scope_set(&e->vars, scope, name, NULL);
			return CM_GO;
		}
	}
	if (n == 1 && plat_cm_known(name))
		plat_cm_unset(e, name);
	else if (n > 1)
		plat_cm_set_in(e, scope, name, plat_cm_join(e, args->at + 1, n - 1, ";"));
	return CM_GO;
}

static enum cm_flow run_unset(struct cm_eval *e, const struct cm_args *args)
{
	struct cm_scope *scope = e->scope;
	if (!args->n || !plat_cm_known(args->at[0].text))
		return CM_GO;
	struct fl_slice name = args->at[0].text;
	if (plat_cm_is(args, 1, "CACHE") || env_key(e, name).len)
		scope = e->cache;
	else if (plat_cm_is(args, 1, "PARENT_SCOPE") && scope->parent)
		scope = scope->parent;
	plat_cm_scope_set(&e->vars, scope, name, NULL);
	return CM_GO;
}

static enum cm_flow run_option(struct cm_eval *e, const struct cm_args *args)
{
	if (args->n < 2 || !plat_cm_known(args->at[0].text))
		return CM_GO;
	struct fl_slice name = args->at[0].text;
	bool normal = plat_cm_scope_get(e->scope, name) != NULL;
	if (normal && plat_cm_policy(e, "CMP0077", 3, 13))
		return CM_GO;
	if (!plat_cm_scope_get(e->cache, name)) {
		struct fl_slice value = args->n > 2 ? args->at[2].text : FL_S("OFF");
		enum cm_truth t = plat_cm_is_on(value);
		plat_cm_set_in(e, e->cache, name,
			t == CM_UNKNOWN ? CM_HOLE_S
			: t == CM_TRUE  ? FL_S("ON")
					: FL_S("OFF"));
	}
	if (normal)
		plat_cm_unset(e, name);
	return CM_GO;
}

/* A list in hand: its items, and where its result goes. */
struct listing {
	struct cm_eval *e;
	const struct cm_args *args;
	struct cm_args items;
	bool known; /* all its items are */
};

static bool known_args(const struct cm_args *args, size_t from)
{
	for (size_t i = from; i < args->n; i++)
		if (!plat_cm_known(args->at[i].text))
			return false;
	return true;
}

static void set_items(struct listing *l, const struct cm_arg *at, size_t n)
{
	plat_cm_set(l->e, l->args->at[1].text, plat_cm_join(l->e, at, n, ";"));
}

/* The index of an item as list() counts, from the end where it is negative; -1: there is none. */
static ptrdiff_t index_of(const struct listing *l, struct fl_slice text)
{
	double x;
	if (!plat_cm_number(text, &x) || x < -(double)l->items.n || x > (double)l->items.n)
		return -1;
	return x < 0 ? (ptrdiff_t)l->items.n + (ptrdiff_t)x : (ptrdiff_t)x;
}

static void list_append(struct listing *l)
{
	size_t extra = l->args->n - 2;
	struct cm_arg *at = fl_arena_array(&l->e->scratch, extra + 1, sizeof *at);
	const struct cm_value *v = plat_cm_get(l->e, l->args->at[1].text);
	if (!at || !extra)
		return;
	bool had = v && v->text.len, before = plat_cm_is(l->args, 0, "PREPEND");
	if (had)
		at[before ? extra : 0].text = v->text;
	memcpy(at + (had && !before), l->args->at + 2, extra * sizeof *at);
	set_items(l, at, extra + had);
}

static void list_length(struct listing *l)
{
	plat_cm_set(l->e, l->args->at[2].text,
		l->known ? fl_arena_printf(&l->e->scratch, "%zu", l->items.n) : CM_HOLE_S);
}

static void list_get(struct listing *l)
{
	struct cm_arg found[64];
	size_t n = 0;
	struct fl_slice to = l->args->at[l->args->n - 1].text;
	for (size_t i = 2; i + 1 < l->args->n && n < 64; i++) {
		ptrdiff_t at = index_of(l, l->args->at[i].text);
		bool sure = at >= 0 && (size_t)at < l->items.n;
		for (size_t j = 0; sure && j <= (size_t)at; j++)
			sure = plat_cm_known(l->items.at[j].text);
		sure = sure && (l->known || !fl_slice_starts(l->args->at[i].text, "-"));
		found[n++].text = sure ? l->items.at[at].text : CM_HOLE_S;
	}
	plat_cm_set(l->e, to, plat_cm_join(l->e, found, n, ";"));
}

static void list_find(struct listing *l)
{
	size_t i = 0;
	while (i < l->items.n && !fl_slice_eq(l->items.at[i].text, l->args->at[2].text))
		i++;
	struct fl_slice found =
		i < l->items.n ? fl_arena_printf(&l->e->scratch, "%zu", i) : FL_S("-1");
	plat_cm_set(l->e, l->args->at[3].text,
		l->known && plat_cm_known(l->args->at[2].text) ? found : CM_HOLE_S);
}

static void list_join(struct listing *l)
{
	struct fl_slice glue = fl_arena_slice(&l->e->scratch, l->args->at[2].text);
	bool plain = l->known || fl_slice_eqs(glue, " ") || fl_slice_eqs(glue, ";");
	plat_cm_set(l->e, l->args->at[3].text,
		plain && !memchr(glue.len ? glue.ptr : " ", '\0', glue.len)
			? plat_cm_join(l->e, l->items.at, l->items.n, glue.len ? glue.ptr : "")
			: CM_HOLE_S);
}

static bool is_named(const struct listing *l, struct fl_slice item, bool *ret_sure)
{
	bool maybe = item.len && item.ptr[0] == CM_MAYBE;
	struct fl_slice bare = maybe ? fl_slice_skip(item, 1) : item;
	for (size_t i = 2; i < l->args->n; i++) {
		struct fl_slice word = l->args->at[i].text;
		if (fl_slice_eq(bare, word)) {
			*ret_sure = plat_cm_known(word);
			return true;
		}
		if (word.len && word.ptr[0] == CM_MAYBE &&
			fl_slice_eq(fl_slice_skip(word, 1), bare)) {
			*ret_sure = false;
			return true;
		}
	}
	return false;
}

static void list_remove_item(struct listing *l)
{
	struct cm_arg *at = fl_arena_array(&l->e->scratch, l->items.n + 1, sizeof *at);
	size_t n = 0;
	bool hole = false;
	for (size_t i = 2; i < l->args->n; i++)
		hole |= fl_slice_eq(l->args->at[i].text, CM_HOLE_S);
	for (size_t i = 0; at && i < l->items.n; i++) {
		bool sure = true, named = is_named(l, l->items.at[i].text, &sure);
		if (named && sure)
			continue;
		at[n].text = l->items.at[i].text;
		if (named || hole)
			at[n].text = plat_cm_maybe(l->e, at[n].text);
		n++;
	}
	if (plat_cm_get(l->e, l->args->at[1].text))
		set_items(l, at, n);
}

static void list_remove_duplicates(struct listing *l)
{
	size_t n = 0;
	for (size_t i = 0; i < l->items.n; i++) {
		bool had = false;
		for (size_t j = 0; j < n && !had && plat_cm_work(l->e, 1); j++)
			had = fl_slice_eq(l->items.at[j].text, l->items.at[i].text);
		if (!had)
			l->items.at[n++] = l->items.at[i];
	}
	if (l->items.n)
		set_items(l, l->items.at, n);
}

static int by_text(const void *a, const void *b)
{
	return fl_slice_cmp(((const struct cm_arg *)a)->text, ((const struct cm_arg *)b)->text);
}

static void reverse(struct cm_args *items)
{
	for (size_t i = 0, j = items->n; i + 1 < j; i++) {
		struct cm_arg t = items->at[i];
		items->at[i] = items->at[--j];
		items->at[j] = t;
	}
}

static void list_sort(struct listing *l)
{
	if (!l->items.n)
		return;
	if (l->known && l->args->n == 2)
		qsort(l->items.at, l->items.n, sizeof *l->items.at, by_text);
	set_items(l, l->items.at, l->items.n);
}

static void list_reverse(struct listing *l)
{
	reverse(&l->items);
	if (l->items.n)
		set_items(l, l->items.at, l->items.n);
}

/* list(FILTER name INCLUDE|EXCLUDE REGEX expression) */
static void list_filter(struct listing *l)
{
	struct cm_regex r;
	struct cm_match m;
	size_t n = 0;
	bool include = plat_cm_is(l->args, 2, "INCLUDE");
	bool ok = l->args->n == 5 && plat_cm_known(l->args->at[4].text) &&
		  !plat_cm_regex_compile(&l->e->scratch, l->args->at[4].text, &r);
	for (size_t i = 0; i < l->items.n; i++) {
		struct fl_slice item = l->items.at[i].text;
		bool maybe = item.len && item.ptr[0] == CM_MAYBE;
		struct fl_slice bare = maybe ? fl_slice_skip(item, 1) : item;
		int rc = ok && plat_cm_known(bare)
				 ? plat_cm_regex_search(&r, bare, &l->e->scratch, &l->e->work, &m)
				 : -1;
		if (rc < 0)
			l->items.at[n++].text = plat_cm_maybe(l->e, item);
		else if ((rc == 1) == include)
			l->items.at[n++].text = item;
	}
	if (l->items.n)
		set_items(l, l->items.at, n);
}

static void list_sublist(struct listing *l)
{
	ptrdiff_t from = index_of(l, l->args->at[2].text);
	double length = -1;
	bool ok = l->known && from >= 0 && plat_cm_number(l->args->at[3].text, &length);
	size_t rest = ok && (size_t)from < l->items.n ? l->items.n - (size_t)from : 0;
	if (ok && length >= 0 && length < (double)rest)
		rest = (size_t)length;
	plat_cm_set(l->e, l->args->at[4].text,
		ok ? plat_cm_join(l->e, l->items.at + (rest ? from : 0), rest, ";") : CM_HOLE_S);
}

static void list_remove_at(struct listing *l)
{
	size_t n = 0;
	bool ok = l->known && known_args(l->args, 2);
	for (size_t i = 0; i < l->items.n && ok; i++) {
		bool gone = false;
		for (size_t j = 2; j < l->args->n; j++)
			gone |= index_of(l, l->args->at[j].text) == (ptrdiff_t)i;
		if (!gone)
			l->items.at[n++] = l->items.at[i];
	}
	plat_cm_set(l->e, l->args->at[1].text,
		ok ? plat_cm_join(l->e, l->items.at, n, ";") : CM_HOLE_S);
}

static void list_pop(struct listing *l)
{
	bool front = plat_cm_is(l->args, 0, "POP_FRONT");
	for (size_t i = 2; i < l->args->n || i == 2; i++) {
		bool some = l->known && l->items.n;
		struct fl_slice item = l->known ? FL_S("") : CM_HOLE_S;
		if (some) {
			item = l->items.at[front ? 0 : l->items.n - 1].text;
			l->items.at += front;
			l->items.n--;
		}
		if (i < l->args->n)
			plat_cm_set(l->e, l->args->at[i].text, item);
	}
	plat_cm_set(l->e, l->args->at[1].text,
		l->known ? plat_cm_join(l->e, l->items.at, l->items.n, ";") : CM_HOLE_S);
}

static void list_insert(struct listing *l)
{
	ptrdiff_t at = index_of(l, l->args->at[2].text);
	size_t extra = l->args->n - 3;
	struct cm_arg *all = fl_arena_array(&l->e->scratch, l->items.n + extra + 1, sizeof *all);
	if (!l->known || at < 0 || !all) {
		plat_cm_set(l->e, l->args->at[1].text, CM_HOLE_S);
		return;
	}
	memcpy(all, l->items.at, (size_t)at * sizeof *all);
	memcpy(all + at, l->args->at + 3, extra * sizeof *all);
	memcpy(all + at + extra, l->items.at + at, (l->items.n - (size_t)at) * sizeof *all);
	set_items(l, all, l->items.n + extra);
}

/* list(TRANSFORM name APPEND|PREPEND|TOLOWER|TOUPPER … [OUTPUT_VARIABLE to]) of all items */
static void list_transform(struct listing *l)
{
	static const struct {
		const char *word;
		size_t operands;
	} actions[] = {{"APPEND", 1}, {"PREPEND", 1}, {"TOLOWER", 0}, {"TOUPPER", 0}};
	size_t a = 0, output = plat_cm_index(l->args, 2, "OUTPUT_VARIABLE");
	while (a < 4 && !plat_cm_is(l->args, 2, actions[a].word))
		a++;
	bool ok = l->known && a < 4 &&
		  output == (output < l->args->n ? 3 : l->args->n) +
				    (output < l->args->n ? actions[a].operands : 0);
	ok = ok && (output < l->args->n || l->args->n == 3 + actions[a].operands);
	struct fl_slice to =
		output + 1 < l->args->n ? l->args->at[output + 1].text : l->args->at[1].text;
	for (size_t i = 0; i < l->items.n && ok; i++) {
		struct fl_slice t = l->items.at[i].text, x = l->args->at[a < 2 ? 3 : 2].text;
		l->items.at[i].text = a == 2   ? plat_cm_lower(l->e, t)
				      : a == 3 ? plat_cm_upper(l->e, t)
					       : fl_arena_printf(&l->e->scratch, "%.*s%.*s",
							 FL_ARG(a ? x : t), FL_ARG(a ? t : x));
	}
	plat_cm_set(l->e, to, ok ? plat_cm_join(l->e, l->items.at, l->items.n, ";") : CM_HOLE_S);
}

static const struct {
	const char *word;
	size_t least; /* arguments */
	void (*run)(struct listing *l);
} list_words[] = {{"APPEND", 2, list_append}, {"PREPEND", 2, list_append},
	{"LENGTH", 3, list_length}, {"GET", 4, list_get}, {"FIND", 4, list_find},
	{"JOIN", 4, list_join}, {"REMOVE_ITEM", 2, list_remove_item},
	{"REMOVE_DUPLICATES", 2, list_remove_duplicates}, {"SORT", 2, list_sort},
	{"REVERSE", 2, list_reverse}, {"FILTER", 5, list_filter}, {"SUBLIST", 5, list_sublist},
	{"REMOVE_AT", 3, list_remove_at}, {"POP_FRONT", 2, list_pop}, {"POP_BACK", 2, list_pop},
	{"INSERT", 4, list_insert}, {"TRANSFORM", 3, list_transform}};

static enum cm_flow run_list(struct cm_eval *e, const struct cm_args *args)
{
	struct listing l = {.e = e, .args = args};
	if (args->n < 2 || !plat_cm_known(args->at[1].text))
		return CM_GO;
	for (size_t i = 0; i < sizeof list_words / sizeof list_words[0]; i++) {
		if (!plat_cm_is(args, 0, list_words[i].word) || args->n < list_words[i].least)
			continue;
		const struct cm_value *v = plat_cm_get(e, args->at[1].text);
		l.known = !v || plat_cm_known(v->text);
		if (list_words[i].run != list_append)
			l.items = plat_cm_items(e, v ? v->text : FL_S(""), true);
		list_words[i].run(&l);
	}
	return CM_GO;
}

/* Keywords of cmake_parse_arguments(), with how many values each takes. */
struct keyword_lists {
	struct cm_args options, ones, many;
};

static bool is_in(const struct cm_args *words, struct fl_slice word)
{
	for (size_t i = 0; i < words->n; i++)
		if (fl_slice_eq(words->at[i].text, word))
			return true;
	return false;
}

static void set_prefixed(struct cm_eval *e, struct fl_slice prefix, struct fl_slice name,
	const struct cm_arg *at, size_t n)
{
	struct fl_slice key =
		fl_arena_printf(&e->scratch, "%.*s_%.*s", FL_ARG(prefix), FL_ARG(name));
	if (n)
		plat_cm_set(e, key, plat_cm_join(e, at, n, ";"));
	else
		plat_cm_unset(e, key);
}

static void parse_values(struct cm_eval *e, struct fl_slice prefix, const struct keyword_lists *k,
	const struct cm_args *in)
{
	struct cm_arg *rest = fl_arena_array(&e->scratch, in->n + 1, sizeof *rest);
	size_t n = 0;
	for (size_t i = 0; rest && i < in->n; i++) {
		struct fl_slice word = in->at[i].text;
		bool one = is_in(&k->ones, word), many = is_in(&k->many, word);
		if (is_in(&k->options, word)) {
			set_prefixed(e, prefix, word, &(struct cm_arg){FL_S("TRUE"), false}, 1);
			continue;
		}
		if (!one && !many) {
			rest[n++] = in->at[i];
			continue;
		}
		size_t from = ++i;
		while (i < in->n && !(one && i > from) && !is_in(&k->options, in->at[i].text) &&
			!is_in(&k->ones, in->at[i].text) && !is_in(&k->many, in->at[i].text))
			i++;
		set_prefixed(e, prefix, word, in->at + from, i - from);
		i--;
	}
	set_prefixed(e, prefix, FL_S("UNPARSED_ARGUMENTS"), rest, n);
}

static enum cm_flow run_parse_arguments(struct cm_eval *e, const struct cm_args *args)
{
	struct keyword_lists k;
	bool argv = plat_cm_is(args, 0, "PARSE_ARGV");
	size_t first = argv ? 2 : 0;
	struct cm_args in = {args->at + 4, 0};
	uint32_t skip = 0;
	if (args->n < first + 4)
		return CM_GO;
	struct fl_slice prefix = args->at[first].text;
	k.options = plat_cm_items(e, args->at[first + 1].text, false);
	k.ones = plat_cm_items(e, args->at[first + 2].text, false);
	k.many = plat_cm_items(e, args->at[first + 3].text, false);
	if (argv) {
		fl_slice_uint(args->at[1].text, &skip);
		in = plat_cm_items(e, plat_cm_text(e, "ARGV"), true);
		in.at += skip < in.n ? skip : in.n;
		in.n -= skip < in.n ? skip : in.n;
	} else {
		in.n = args->n - 4;
	}
	for (size_t i = 0; i < k.options.n; i++)
		set_prefixed(
			e, prefix, k.options.at[i].text, &(struct cm_arg){FL_S("FALSE"), false}, 1);
	for (size_t i = 0; i < k.ones.n; i++)
		set_prefixed(e, prefix, k.ones.at[i].text, NULL, 0);
	for (size_t i = 0; i < k.many.n; i++)
		set_prefixed(e, prefix, k.many.at[i].text, NULL, 0);
	parse_values(e, prefix, &k, &in);
	return CM_GO;
}

static enum cm_flow run_break(struct cm_eval *e, const struct cm_args *args)
{
	(void)e;
	(void)args;
	return CM_BREAK;
}

static enum cm_flow run_continue(struct cm_eval *e, const struct cm_args *args)
{
	(void)e;
	(void)args;
	return CM_CONTINUE;
}

static enum cm_flow run_return(struct cm_eval *e, const struct cm_args *args)
{
	for (size_t i = 1; plat_cm_is(args, 0, "PROPAGATE") && i < args->n; i++) {
		const struct cm_value *v = plat_cm_get(e, args->at[i].text);
		if (e->scope->parent)
			plat_cm_scope_set(&e->vars, e->scope->parent, args->at[i].text, v);
	}
	return CM_RETURN;
}

static enum cm_flow run_message(struct cm_eval *e, const struct cm_args *args)
{
	bool fatal = plat_cm_is(args, 0, "FATAL_ERROR") || plat_cm_is(args, 0, "SEND_ERROR");
	/* a project that configures does not come here: then it is the reader who erred */
	return fatal && !plat_cm_way_implied(e->vars.way, NULL) ? CM_DEAD : CM_GO;
}

const struct cm_builtin plat_cm_variable_commands[] = {{"set", run_set}, {"unset", run_unset},
	{"option", run_option}, {"list", run_list}, {"message", run_message},
	{"cmake_parse_arguments", run_parse_arguments}, {"break", run_break},
	{"continue", run_continue}, {"return", run_return}, {0}};
