/* Are expressions of licences whole? */

#include "datasets/quality/licence.h"

/* Levels of parentheses that are gone into. */
enum { DEEPEST = 32 };

struct reading {
	struct fl_slice all, rest; /* the option, and what is not read of it */
	struct fl_slice token; /* at hand; "" at the end of an item of the list */
	struct fl_error *err;
};

/* A word, a parenthesis or, at the end of an item, nothing. */
static void step(struct reading *r)
{
	size_t n = 0;
	while (r->rest.len && (r->rest.ptr[0] == ' ' || r->rest.ptr[0] == '\t'))
		r->rest = fl_slice_skip(r->rest, 1);
	while (n < r->rest.len && !strchr(" \t(),", r->rest.ptr[n]))
		n++;
	if (n == 0 && r->rest.len && r->rest.ptr[0] != ',')
		n = 1;
	r->token = fl_slice_head(r->rest, n);
	r->rest = fl_slice_skip(r->rest, n);
}

static bool is_word(struct fl_slice token, const char *word)
{
	return fl_slice_eq_nocase(token, fl_slice_str(word));
}

static bool is_join(struct fl_slice token)
{
	return is_word(token, "or") || is_word(token, "and");
}

/* What stands where something else should. Characters are counted from 1. */
static int unfit(const struct reading *r, const char *wanted)
{
	size_t at = r->all.len - r->rest.len - r->token.len + 1;
	struct fl_slice token = r->token.len ? r->token : fl_slice_head(r->rest, 1);
	if (!token.len)
		return fl_error_set(r->err, FL_EINVAL, "'%.*s' ends where %s should stand",
			FL_ARG(r->all), wanted);
	return fl_error_set(r->err, FL_EINVAL,
		"'%.*s': at character %zu, '%.*s' stands where %s should", FL_ARG(r->all), at,
		FL_ARG(token), wanted);
}

static bool is_name(struct fl_slice token)
{
	return token.len && !strchr("()", token.ptr[0]) && !is_join(token) &&
	       !is_word(token, "with");
}

static int read_name(struct reading *r, const char *wanted)
{
	if (!is_name(r->token))
		return unfit(r, wanted);
	step(r);
	return 0;
}

static int read_expression(struct reading *r, int depth);

/* A name, perhaps WITH another, or an expression in parentheses. */
static int read_side(struct reading *r, int depth)
{
	int rc;
	if (!fl_slice_eqs(r->token, "(")) {
		rc = read_name(r, "a licence");
		if (rc || !is_word(r->token, "with"))
			return rc;
		step(r);
		return read_name(r, "an exception");
	}
	if (depth == DEEPEST)
		return fl_error_set(r->err, FL_EINVAL,
			"'%.*s' has more than %d levels of parentheses", FL_ARG(r->all), DEEPEST);
	step(r);
	rc = read_expression(r, depth + 1);
	if (rc)
		return rc;
	if (!fl_slice_eqs(r->token, ")"))
		return unfit(r, "a ')', AND or OR");
	step(r);
	return 0;
}

static int read_expression(struct reading *r, int depth)
{
	int rc = read_side(r, depth);
	while (rc == 0 && is_join(r->token)) {
		step(r);
		rc = read_side(r, depth);
	}
	return rc;
}

int ds_licences_check(struct fl_slice list, struct fl_error *err)
{
	struct reading r = {.all = list, .rest = list, .err = err};
	for (;;) {
		step(&r);
		int rc = read_expression(&r, 0);
		if (rc)
			return rc;
		if (r.token.len)
			return unfit(&r, "AND, OR or a comma");
		if (!r.rest.len)
			return 0;
		r.rest = fl_slice_skip(r.rest, 1);
	}
}
