/* Values of base/literal/literal.h's documents, as the reader takes them in any style. */
#include <errno.h>
#include <stdlib.h>

#include "base/literal/priv.h"

/* Ratios beyond this many 1/10000ths are refused, here as in JSON. */
#define RATIO_MAX 9e17

/* As C++ reads them: a leading 0 would make it octal, and only 0x hexadecimal. */
static bool convert_number(const char *digits, bool minus, const struct fl_field *f, void *m)
{
	char *end;
	bool hex = digits[0] == '0' && digits[1] == 'x';
	bool octal = digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9';
	errno = 0;
	if (octal || hex != (f->kind == FL_HEX) || (hex && minus))
		return false;
	if (f->kind == FL_HEX) {
		*(uint64_t *)m = strtoull(digits, &end, 16);
	} else if (f->kind == FL_RATIO) {
		double v = strtod(digits, &end) * 10000.0;
		if (!(v < RATIO_MAX))
			return false;
		*(int64_t *)m = (int64_t)(v + 0.5) * (minus ? -1 : 1);
	} else {
		long long v = strtoll(digits, &end, 10);
		*(int64_t *)m = minus ? -v : v;
	}
	return *end == '\0' && errno == 0;
}

static int read_number(struct fl_lexer *x, const struct fl_field *f, void *m)
{
	bool minus = fl_lex_take(x, "-");
	if (x->t.kind != T_NUMBER)
		return fl_lex_fail(x, "a number");
	char digits[40];
	if (x->t.s.len >= sizeof(digits))
		return fl_lex_fail(x, "a number in range");
	memcpy(digits, x->t.s.ptr, x->t.s.len);
	digits[x->t.s.len] = '\0';
	if (!convert_number(digits, minus, f, m))
		return fl_lex_fail(x, "a number in range");
	fl_lex_next(x);
	if (f->kind == FL_INT && *(int64_t *)m == -INT64_MAX && fl_lex_take(x, "-")) {
		*(int64_t *)m -= 1; /* INT64_MIN is written as a difference */
		return fl_lex_want(x, "1");
	}
	return 0;
}

static int read_enum(struct fl_lexer *x, const struct fl_field *f, int *m)
{
	bool cxx = f->flags & FL_CXX_ENUM;
	if (cxx && fl_lex_take(x, "faultline")) {
		if (fl_lex_want(x, "::") || fl_lex_want(x, f->names->name) || fl_lex_want(x, "::"))
			return FL_EPARSE;
	}
	int v = x->t.kind == (cxx ? T_NAME : T_TEXT) ? fl_names_find(f->names, x->t.s) : -1;
	if (v < 0)
		return fl_lex_fail(x, f->names->name);
	*m = v;
	fl_lex_next(x);
	return 0;
}

static int read_texts(struct fl_lexer *x, const struct fl_field *f, struct fl_list *m)
{
	struct fl_vec v;
	fl_vec_init(&v, sizeof(struct fl_slice), f->max ? f->max : FL_LIST_MAX);
	int rc = fl_lex_want(x, "{");
	while (!rc && !fl_lex_at(x, "}")) {
		struct fl_slice *s = fl_vec_add(&v);
		rc = s ? fl_lex_text(x, s) : fl_lex_fail(x, "fewer strings");
		if (!rc && !fl_lex_take(x, ","))
			break;
	}
	rc = rc ? rc : fl_lex_want(x, "}");
	*m = fl_vec_freeze(&v, x->a);
	return rc;
}

int fl_literal_read_scalar(struct fl_lexer *x, const struct fl_field *f, void *m)
{
	switch (f->kind) {
	case FL_TEXT: return fl_lex_text(x, m);
	case FL_ENUM: return read_enum(x, f, m);
	case FL_TEXTS: return read_texts(x, f, m);
	case FL_BOOL:
		*(bool *)m = fl_lex_at(x, "true");
		return fl_lex_at(x, "true") || fl_lex_at(x, "false")
			       ? (fl_lex_next(x), 0)
			       : fl_lex_fail(x, "true or false");
	default: return read_number(x, f, m);
	}
}
