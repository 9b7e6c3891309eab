/* Generator expressions, cmake-generator-expressions(7), as far as they are constant. */
#include "platform/cmake/eval.h"

enum { DEPTH_MAX = 40, PARAMETERS_MAX = 64 };

struct genex {
	const struct cm_genex *g;
	struct fl_slice text;
	size_t at;
	int depth;
};

/* An expression in hand: $<name:first,second,…>. */
struct call {
	struct fl_slice name;
	struct fl_slice parameters[PARAMETERS_MAX];
	size_t n;
	struct fl_slice all; /* the parameters as one text, with their commas */
};

static void evaluate(struct genex *x, struct fl_buf *out, const char *stops);

static struct fl_slice truth(bool b)
{
	return b ? FL_S("1") : FL_S("0");
}

/* Unknown conditions make every item one that may be missing. */
static struct fl_slice maybe_items(struct cm_eval *e, struct fl_slice text)
{
	struct cm_args items = plat_cm_items(e, text, false);
	for (size_t i = 0; i < items.n; i++)
		items.at[i].text = plat_cm_maybe(e, items.at[i].text);
	return plat_cm_join(e, items.at, items.n, ";");
}

static struct fl_slice logic(const struct call *c, bool all)
{
	bool unknown = false;
	for (size_t i = 0; i < c->n; i++) {
		if (!plat_cm_known(c->parameters[i]))
			unknown = true;
		else if (fl_slice_eqs(c->parameters[i], "1") != all)
			return truth(!all);
	}
	return unknown ? CM_HOLE_S : truth(all);
}

static struct fl_slice is_one(const struct call *c, struct fl_slice value, bool case_matters)
{
	bool unknown = !plat_cm_known(value);
	for (size_t i = 0; i < c->n; i++) {
		if (!plat_cm_known(c->parameters[i]))
			unknown = true;
		else if (case_matters ? fl_slice_eq(c->parameters[i], value)
				      : fl_slice_eq_nocase(c->parameters[i], value))
			return unknown && !plat_cm_known(value) ? CM_HOLE_S : truth(true);
	}
	return unknown ? CM_HOLE_S : truth(false);
}

static struct fl_slice language(const struct genex *x, const struct call *c, bool with_id)
{
	struct call ids = *c;
	if (!x->g->language)
		return CM_HOLE_S;
	struct fl_slice is = x->g->language == PLAT_FOR_CXX ? FL_S("CXX") : FL_S("C");
	if (!with_id)
		return is_one(c, is, true);
	if (!c->n || !fl_slice_eq(c->parameters[0], is))
		return truth(false);
	for (size_t i = 1; i < ids.n; i++)
		ids.parameters[i - 1] = ids.parameters[i];
	ids.n--;
	return is_one(&ids, FL_S("GNU"), true);
}

static struct fl_slice versions(const struct call *c)
{
	static const struct {
		const char *name;
		bool less, equal, greater;
	} rows[] = {{"VERSION_LESS", true, false, false}, {"VERSION_GREATER", false, false, true},
		{"VERSION_EQUAL", false, true, false}, {"VERSION_LESS_EQUAL", true, true, false},
		{"VERSION_GREATER_EQUAL", false, true, true}};
	if (c->n != 2 || !plat_cm_known(c->parameters[0]) || !plat_cm_known(c->parameters[1]))
		return CM_HOLE_S;
	int order = plat_cm_compare_versions(c->parameters[0], c->parameters[1]);
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (fl_slice_eqs(c->name, rows[i].name))
			return truth(order < 0   ? rows[i].less
				     : order > 0 ? rows[i].greater
						 : rows[i].equal);
	return CM_HOLE_S;
}

static struct fl_slice if_then(struct cm_eval *e, const struct call *c)
{
	if (c->n < 3)
		return CM_HOLE_S;
	if (plat_cm_known(c->parameters[0]))
		return c->parameters[fl_slice_eqs(c->parameters[0], "1") ? 1 : 2];
	if (fl_slice_eq(c->parameters[1], c->parameters[2]))
		return c->parameters[1];
	struct cm_arg both[2] = {{maybe_items(e, c->parameters[1]), false},
		{maybe_items(e, c->parameters[2]), false}};
	return plat_cm_join(e, both, 2, ";");
}

static struct fl_slice target_property(const struct genex *x, const struct call *c)
{
	struct cm_eval *e = x->g->e;
	const struct cm_target *t = c->n == 1 ? x->g->target
				    : c->n == 2 && plat_cm_known(c->parameters[0])
					    ? plat_cm_target(e, c->parameters[0])
					    : NULL;
	if (!t || !c->n)
		return CM_HOLE_S;
	struct fl_slice name = c->parameters[c->n - 1];
	const struct cm_value *v = plat_cm_scope_get(t->properties, name);
	return v && plat_cm_known(name) ? v->text : CM_HOLE_S;
}

static struct fl_slice compiler_version(const struct call *c)
{
	if (!c->n)
		return FL_S("12.2.0");
	return plat_cm_known(c->parameters[0])
		       ? truth(plat_cm_compare_versions(FL_S("12.2.0"), c->parameters[0]) == 0)
		       : CM_HOLE_S;
}

static struct fl_slice exists(struct cm_eval *e, const struct call *c, bool name)
{
	enum cm_truth t = c->n ? plat_cm_has_target(e, c->parameters[0]) : CM_UNKNOWN;
	if (t == CM_UNKNOWN)
		return name && c->n ? plat_cm_maybe(e, c->parameters[0]) : CM_HOLE_S;
	return name ? (t == CM_TRUE ? c->parameters[0] : FL_S("")) : truth(t == CM_TRUE);
}

enum word {
	W_AND,
	W_OR,
	W_NOT,
	W_BOOL,
	W_IF,
	W_STREQUAL,
	W_EQUAL,
	W_VERSION,
	W_CONFIG,
	W_PLATFORM,
	W_COMPILER,
	W_COMPILER_VERSION,
	W_LANGUAGE,
	W_LANGUAGE_ID,
	W_LINK_LANGUAGE,
	W_SAME,
	W_NONE,
	W_TARGET_EXISTS,
	W_TARGET_NAME,
	W_PROPERTY,
	W_LOWER,
	W_UPPER,
	W_SEMICOLON,
	W_COMMA,
	W_ANGLE,
	W_FEATURES,
	W_IN_LIST,
	W_TRUE
};

static const struct {
	const char *name;
	enum word word;
} words[] = {{"AND", W_AND}, {"OR", W_OR}, {"NOT", W_NOT}, {"BOOL", W_BOOL}, {"IF", W_IF},
	{"STREQUAL", W_STREQUAL}, {"EQUAL", W_EQUAL}, {"VERSION_LESS", W_VERSION},
	{"VERSION_GREATER", W_VERSION}, {"VERSION_EQUAL", W_VERSION},
	{"VERSION_LESS_EQUAL", W_VERSION}, {"VERSION_GREATER_EQUAL", W_VERSION},
	{"CONFIG", W_CONFIG}, {"CONFIGURATION", W_CONFIG}, {"PLATFORM_ID", W_PLATFORM},
	{"C_COMPILER_ID", W_COMPILER}, {"CXX_COMPILER_ID", W_COMPILER},
	{"C_COMPILER_VERSION", W_COMPILER_VERSION}, {"CXX_COMPILER_VERSION", W_COMPILER_VERSION},
	{"COMPILE_LANGUAGE", W_LANGUAGE}, {"COMPILE_LANG_AND_ID", W_LANGUAGE_ID},
	{"LINK_LANGUAGE", W_LINK_LANGUAGE}, {"BUILD_INTERFACE", W_SAME},
	{"BUILD_LOCAL_INTERFACE", W_SAME}, {"LINK_ONLY", W_SAME}, {"GENEX_EVAL", W_SAME},
	{"INSTALL_INTERFACE", W_NONE}, {"INSTALL_PREFIX", W_NONE}, {"DEVICE_LINK", W_NONE},
	{"HOST_LINK", W_SAME}, {"TARGET_EXISTS", W_TARGET_EXISTS},
	{"TARGET_NAME_IF_EXISTS", W_TARGET_NAME}, {"TARGET_PROPERTY", W_PROPERTY},
	{"LOWER_CASE", W_LOWER}, {"UPPER_CASE", W_UPPER}, {"SEMICOLON", W_SEMICOLON},
	{"COMMA", W_COMMA}, {"ANGLE-R", W_ANGLE}, {"COMPILE_FEATURES", W_TRUE},
	{"IN_LIST", W_IN_LIST}, {"REMOVE_DUPLICATES", W_SAME}, {"TARGET_NAME", W_SAME}};

static struct fl_slice in_list(struct cm_eval *e, const struct call *c)
{
	if (c->n < 2 || !plat_cm_known(c->parameters[0]) || !plat_cm_known(c->parameters[1]))
		return CM_HOLE_S;
	struct cm_args items = plat_cm_items(e, c->parameters[1], true);
	for (size_t i = 0; i < items.n; i++)
		if (fl_slice_eq(items.at[i].text, c->parameters[0]))
			return truth(true);
	return truth(false);
}

static struct fl_slice equal(const struct call *c, bool numbers)
{
	double a, b;
	if (c->n != 2 || !plat_cm_known(c->parameters[0]) || !plat_cm_known(c->parameters[1]))
		return CM_HOLE_S;
	if (numbers)
		return plat_cm_number(c->parameters[0], &a) && plat_cm_number(c->parameters[1], &b)
			       ? truth(!(a < b) && !(a > b))
			       : CM_HOLE_S;
	return truth(fl_slice_eq(c->parameters[0], c->parameters[1]));
}

static struct fl_slice apply(const struct genex *x, const struct call *c, enum word word)
{
	struct cm_eval *e = x->g->e;
	struct fl_slice first = c->n ? c->parameters[0] : FL_S("");
	enum cm_truth on;
	switch (word) {
	case W_AND:
	case W_OR: return logic(c, word == W_AND);
	case W_NOT: return plat_cm_known(first) ? truth(!fl_slice_eqs(first, "1")) : CM_HOLE_S;
	case W_BOOL:
		on = plat_cm_is_on(first);
		return on == CM_UNKNOWN ? CM_HOLE_S : truth(on == CM_TRUE);
	case W_IF: return if_then(e, c);
	case W_STREQUAL:
	case W_EQUAL: return equal(c, word == W_EQUAL);
	case W_VERSION: return versions(c);
	case W_CONFIG: return c->n ? is_one(c, x->g->build_type, false) : x->g->build_type;
	case W_PLATFORM:
	case W_COMPILER: {
		struct fl_slice is = word == W_PLATFORM ? FL_S("Linux") : FL_S("GNU");
		return c->n ? is_one(c, is, true) : is;
	}
	case W_COMPILER_VERSION: return compiler_version(c);
	case W_LANGUAGE:
	case W_LANGUAGE_ID: return language(x, c, word == W_LANGUAGE_ID);
	case W_SAME: return c->all;
	case W_NONE: return FL_S("");
	case W_TARGET_EXISTS:
	case W_TARGET_NAME: return exists(e, c, word == W_TARGET_NAME);
	case W_PROPERTY: return target_property(x, c);
	case W_LOWER:
	case W_UPPER: return word == W_LOWER ? plat_cm_lower(e, first) : plat_cm_upper(e, first);
	case W_SEMICOLON:
	case W_COMMA:
	case W_ANGLE:
		return word == W_SEMICOLON ? FL_S(";") : word == W_COMMA ? FL_S(",") : FL_S(">");
	case W_TRUE: return truth(true);
	case W_IN_LIST: return in_list(e, c);
	default: return CM_HOLE_S;
	}
}

static struct fl_slice value_of(const struct genex *x, const struct call *c)
{
	if (fl_slice_eqs(c->name, "1"))
		return c->all;
	if (fl_slice_eqs(c->name, "0"))
		return FL_S("");
	if (!plat_cm_known(c->name))
		return maybe_items(x->g->e, c->all);
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (fl_slice_eqs(c->name, words[i].name))
			return apply(x, c, words[i].word);
	return CM_HOLE_S;
}

static struct fl_slice take(struct genex *x, const char *stops)
{
	struct fl_buf b;
	fl_buf_init(&b, PLAT_CMAKE_VALUE_MAX);
	evaluate(x, &b, stops);
	struct fl_slice ret =
		b.failed ? CM_HOLE_S : fl_arena_slice(&x->g->e->scratch, fl_buf_view(&b));
	fl_buf_release(&b);
	return ret;
}

/* The expression at the place, which is behind its "$<". */
static struct fl_slice expression(struct genex *x)
{
	struct call *c = fl_arena_alloc(&x->g->e->scratch, sizeof *c);
	struct fl_buf all;
	if (!c || ++x->depth > DEPTH_MAX || !plat_cm_work(x->g->e, x->text.len)) {
		x->at = x->text.len;
		return CM_HOLE_S;
	}
	fl_buf_init(&all, PLAT_CMAKE_VALUE_MAX);
	c->name = take(x, ":>");
	while (x->at < x->text.len && x->text.ptr[x->at] != '>') {
		x->at++;
		struct fl_slice p = take(x, ",>");
		fl_buf_str(&all, c->n ? "," : "");
		fl_buf_slice(&all, p);
		if (c->n < PARAMETERS_MAX)
			c->parameters[c->n++] = p;
	}
	x->at++;
	x->depth--;
	c->all = all.failed ? CM_HOLE_S : fl_arena_slice(&x->g->e->scratch, fl_buf_view(&all));
	fl_buf_release(&all);
	return value_of(x, c);
}

static void evaluate(struct genex *x, struct fl_buf *out, const char *stops)
{
	while (x->at < x->text.len && !out->failed) {
		char c = x->text.ptr[x->at];
		if (x->depth && c && strchr(stops, c))
			return;
		if (c == '$' && fl_slice_starts(fl_slice_skip(x->text, x->at), "$<")) {
			x->at += 2;
			struct fl_slice value = expression(x);
			bool bound = (!out->len || out->data[out->len - 1] == ';') &&
				     (x->at >= x->text.len || strchr(";,>", x->text.ptr[x->at]));
			if (!bound && value.len && memchr(value.ptr, CM_MAYBE, value.len))
				value = CM_HOLE_S;
			fl_buf_slice(out, value);
		} else {
			fl_buf_char(out, c);
			x->at++;
		}
	}
}

struct fl_slice plat_cm_genex(const struct cm_genex *g, struct fl_slice text)
{
	struct genex x = {.g = g, .text = text};
	return fl_slice_find(text, "$<") < 0 ? text : take(&x, "");
}
