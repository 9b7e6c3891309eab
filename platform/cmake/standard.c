/*
 * The standard that a target's files are compiled for, as CMake 3.25 chooses it
 * (cmStandardLevelResolver.cxx): with gcc 12, whose defaults are gnu17 and gnu++17, an older or an
 * equal one that is not REQUIRED is given by a flag only where policy CMP0128 or its age says so.
 */
#include <stdio.h>

#include "platform/cmake/eval.h"

struct level {
	const char *word, *flag; /* what a project writes; what gcc 12 is given */
};

static const struct level c_levels[] = {
	{"90", "90"}, {"99", "99"}, {"11", "11"}, {"17", "17"}, {"23", "2x"}};
static const struct level cxx_levels[] = {
	{"98", "98"}, {"11", "11"}, {"14", "14"}, {"17", "17"}, {"20", "20"}, {"23", "23"}};

enum { C_DEFAULT = 3, CXX_DEFAULT = 3, NONE = -1, UNKNOWN = -2 };

static int level_of(struct fl_slice word, bool cxx)
{
	const struct level *levels = cxx ? cxx_levels : c_levels;
	int count = cxx ? 6 : 5;
	for (int i = 0; i < count; i++)
		if (fl_slice_eqs(word, levels[i].word))
			return i;
	return UNKNOWN;
}

/* Features of C++14 by their names in cmake-compile-features(7); the others are of C++98 and 11. */
static const char *const features_14[] = {"cxx_aggregate_default_initializers",
	"cxx_attribute_deprecated", "cxx_binary_literals", "cxx_contextual_conversions",
	"cxx_decltype_auto", "cxx_digit_separators", "cxx_generic_lambdas",
	"cxx_lambda_init_captures", "cxx_relaxed_constexpr", "cxx_return_type_deduction",
	"cxx_variable_templates"};

/* The level that a feature needs, NONE for one of the other language. */
static int level_needed(struct fl_slice feature, bool cxx)
{
	const char *start = cxx ? "cxx_std_" : "c_std_";
	if (!plat_cm_known(feature))
		return UNKNOWN;
	if (fl_slice_starts(feature, start))
		return level_of(fl_slice_skip(feature, strlen(start)), cxx);
	if (cxx &&
		fl_slice_is_one(feature, features_14, sizeof features_14 / sizeof features_14[0]))
		return 2;
	if (cxx && fl_slice_starts(feature, "cxx_"))
		return 1;
	if (!cxx && fl_slice_starts(feature, "c_"))
		return fl_slice_eqs(feature, "c_static_assert") ? 2 : 1;
	return NONE;
}

struct wish {
	int level; /* NONE, UNKNOWN */
	enum cm_truth extensions, required;
	bool extensions_set, cmp0128;
	bool asked; /* the project says something of it */
};

static enum cm_truth property_is_on(const struct cm_target *t, bool cxx, const char *name,
	enum cm_truth otherwise, bool *ret_set)
{
	char key[64];
	snprintf(key, sizeof key, "%s_%s", cxx ? "CXX" : "C", name);
	const struct cm_value *v = plat_cm_scope_get(t->properties, fl_slice_str(key));
	if (ret_set)
		*ret_set = v != NULL;
	return v ? plat_cm_is_on(v->text) : otherwise;
}

static struct wish wish_of(const struct cm_target *t, bool cxx, const struct fl_slice *features,
	size_t count, struct plat_place *ret_at)
{
	struct wish w = {.level = NONE};
	const struct cm_value *v =
		plat_cm_scope_get(t->properties, cxx ? FL_S("CXX_STANDARD") : FL_S("C_STANDARD"));
	const struct cm_value *policy = plat_cm_scope_get(t->properties, FL_S("{CMP0128}"));
	int least = cxx ? CXX_DEFAULT : C_DEFAULT;
	if (v && v->text.len) {
		w.level = level_of(v->text, cxx);
		w.asked = true;
		*ret_at = v->at;
	}
	w.cmp0128 = policy && fl_slice_eqs(policy->text, "NEW");
	w.extensions = property_is_on(t, cxx, "EXTENSIONS", CM_TRUE, &w.extensions_set);
	w.required = property_is_on(t, cxx, "STANDARD_REQUIRED", CM_FALSE, NULL);
	for (size_t i = 0; i < count; i++) {
		int needed = level_needed(features[i], cxx);
		if (needed == NONE)
			continue;
		w.asked = true;
		if (needed == UNKNOWN || w.level == UNKNOWN)
			w.level = UNKNOWN;
		else if (needed > (w.level == NONE ? least : w.level))
			w.level = needed;
	}
	return w;
}

static struct fl_slice spelled(struct cm_eval *e, bool cxx, int level, bool extensions)
{
	return fl_arena_printf(&e->scratch, "%s%s%s", extensions ? "gnu" : "c", cxx ? "++" : "",
		cxx ? cxx_levels[level].flag : c_levels[level].flag);
}

struct fl_slice plat_cm_standard(struct cm_eval *e, const struct cm_target *t, bool cxx,
	const struct fl_slice *features, size_t count, bool *ret_explicit,
	struct plat_place *ret_at)
{
	struct wish w = wish_of(t, cxx, features, count, ret_at);
	int usual = cxx ? CXX_DEFAULT : C_DEFAULT;
	*ret_explicit = true;
	if (w.level == UNKNOWN || (w.extensions == CM_UNKNOWN && (w.level != NONE || w.cmp0128)))
		return CM_HOLE_S;
	bool gnu = w.extensions != CM_FALSE;
	if (w.level == NONE) {
		if (w.cmp0128 && !gnu)
			return spelled(e, cxx, usual, gnu);
		*ret_explicit = false;
		return w.asked ? spelled(e, cxx, usual, true) : FL_S("");
	}
	bool flag = w.level < usual || w.level > usual || (w.cmp0128 && !gnu);
	if (flag || w.required == CM_TRUE)
		return spelled(e, cxx, w.level, gnu);
	if (w.required == CM_UNKNOWN && !gnu)
		return CM_HOLE_S;
	*ret_explicit = false;
	return spelled(e, cxx, usual, true);
}
