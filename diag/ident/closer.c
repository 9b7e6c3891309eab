#include "diag/ident/closer.h"

/*
 * Text is compared with the whole of where: "*" is any text, "'" any quote. CANDIDATE: the note on
 * the only candidate behind "not viable: ", or what explains it. SOURCE: the line, which holds the
 * message.
 */
struct row {
	enum { MESSAGE, CANDIDATE, SOURCE, END } where;
	const char *text;
	enum diag_ident_id to;
};

static const struct row rows_overload[] = {
	{CANDIDATE, "no known conversion *from '*' to '*", DIAG_IDENT_conversion_invalid},
	{CANDIDATE, "* argument (*would lose * qualifier*", DIAG_IDENT_discards_qualifiers},
	{CANDIDATE, "'this' argument has type*not marked*", DIAG_IDENT_discards_qualifiers},
	{CANDIDATE, "passing '*discards qualifiers*", DIAG_IDENT_discards_qualifiers},
	{CANDIDATE, "expects an * for *argument*", DIAG_IDENT_reference_binding},
	{CANDIDATE, "no overload of '*' matching*", DIAG_IDENT_overload_unresolved},
	{CANDIDATE, "cannot convert '* to type '*", DIAG_IDENT_conversion_invalid},
	{CANDIDATE, "too few initializers in list argument*", DIAG_IDENT_conversion_invalid},
	{CANDIDATE, "cannot convert initializer list*", DIAG_IDENT_conversion_invalid},
	{CANDIDATE, "cannot convert argument of incomplete*", DIAG_IDENT_conversion_invalid},
	{CANDIDATE, "cannot convert from base class pointer*", DIAG_IDENT_conversion_invalid},
	{.where = END},
};

/* What has type void is no value, whatever was to be done with it. */
static const struct row rows_void[] = {
	{MESSAGE, "*from *type 'void'", DIAG_IDENT_void_value_used},
	{MESSAGE, "*from 'void' to *", DIAG_IDENT_void_value_used},
	{MESSAGE, "*of type 'void'*", DIAG_IDENT_void_value_used},
	{MESSAGE, "*passing 'void' to *", DIAG_IDENT_void_value_used},
	{MESSAGE, "returning 'void' from *", DIAG_IDENT_void_value_used},
	{MESSAGE, "*('void' *", DIAG_IDENT_void_value_used},
	{MESSAGE, "*are 'void' and *", DIAG_IDENT_void_value_used},
	{MESSAGE, "* and 'void')*", DIAG_IDENT_void_value_used},
	{MESSAGE, "*argument type 'void' *", DIAG_IDENT_void_value_used},
	{.where = END},
};
static const struct row rows_incomplete[] = {
	{MESSAGE, "*argument type 'void' is incomplete*", DIAG_IDENT_void_value_used},
	{MESSAGE, "*incomplete type '*void'*", DIAG_IDENT_void_object},
	{.where = END},
};

/* No row of patterns.h, which see no quoted word, can tell what these mean. */
static const struct row rows_none[] = {
	{MESSAGE, "invalid use of 'auto'*", DIAG_IDENT_auto_invalid},
	{MESSAGE, "invalid use of 'decltype(auto)'*", DIAG_IDENT_auto_invalid},
	{MESSAGE, "invalid use of 'restrict'*", DIAG_IDENT_qualifier_invalid},
	{MESSAGE, "invalid use of 'void'*", DIAG_IDENT_void_object},
	{MESSAGE, "invalid use of 'this'*", DIAG_IDENT_member_function_invalid},
	{MESSAGE, "invalid use of '::'*", DIAG_IDENT_declaration_misplaced},
	{SOURCE, "#*error *", DIAG_IDENT_error_directive},
	{.where = END},
};

static const struct {
	const struct row *rows;
	const char *word; /* the message has it; NULL: it need have none */
} lists[] = {
	[DIAG_IDENT_no_overload] = {rows_overload, NULL},
	[DIAG_IDENT_argument_type] = {rows_void, "void"},
	[DIAG_IDENT_bool_conversion] = {rows_void, "void"},
	[DIAG_IDENT_conversion_invalid] = {rows_void, "void"},
	[DIAG_IDENT_no_operator] = {rows_void, "void"},
	[DIAG_IDENT_operand_types] = {rows_void, "void"},
	[DIAG_IDENT_type_incompatible_return] = {rows_void, "void"},
	[DIAG_IDENT_incomplete_type] = {rows_incomplete, "void"},
};

static size_t quote_len(struct fl_slice s)
{
	if (s.ptr[0] == '\'' || s.ptr[0] == '"' || s.ptr[0] == '`')
		return 1;
	bool wide = fl_slice_starts(s, "\xe2\x80\x98") || fl_slice_starts(s, "\xe2\x80\x99");
	return wide ? 3 : 0;
}

/* Go on to the next place that may match what begins with c. */
static bool text_from(struct fl_slice *s, char c)
{
	*s = fl_slice_skip(*s, 1);
	if (s->len && c && c != '\'' && c != '*') {
		const char *at = memchr(s->ptr, c, s->len);
		if (!at)
			return false;
		*s = fl_slice_skip(*s, (size_t)(at - s->ptr));
	}
	return true;
}

static bool text_match(struct fl_slice s, const char *pattern)
{
	const char *star = NULL;
	struct fl_slice back = s;
	for (;;) {
		if (*pattern == '*') {
			star = ++pattern;
			back = s;
			continue;
		}
		if (!s.len)
			return !*pattern;
		size_t n = *pattern == '\'' ? quote_len(s) : *pattern == s.ptr[0];
		if (*pattern && n) {
			pattern++;
			s = fl_slice_skip(s, n);
		} else if (!star || !text_from(&back, *star)) {
			return false;
		} else {
			s = back;
			pattern = star;
		}
	}
}

static bool is_figure(char c)
{
	return c >= '0' && c <= '9';
}

/* The first number of s, in figures or as clang spells it; s goes behind it. -1: there is none. */
static int number_next(struct fl_slice *s)
{
	static const struct {
		const char *word;
		int value;
	} words[] = {{"no argument", 0}, {"single argument", 1}, {"least argument", 1}};
	for (size_t at = 0; at < s->len; at++) {
		int value = 0;
		size_t n = 0;
		for (; n < 4 && at + n < s->len && is_figure(s->ptr[at + n]); n++)
			value = value * 10 + (s->ptr[at + n] - '0');
		for (size_t i = 0; !n && i < sizeof(words) / sizeof(words[0]); i++) {
			if (words[i].word[0] != s->ptr[at])
				continue;
			if (!fl_slice_starts(fl_slice_skip(*s, at), words[i].word))
				continue;
			n = strlen(words[i].word);
			value = words[i].value;
		}
		if (n) {
			*s = fl_slice_skip(*s, at + n);
			return value;
		}
	}
	return -1;
}

/* "requires 1 argument, but 0 were provided", "candidate expects 1 argument, 0 provided". */
static bool is_number_wrong(struct fl_slice s)
{
	return fl_slice_ends(s, " provided");
}

/* Of such a note: too few or too many; DIAG_CLOSER_NONE where it does not tell. */
static int number_wrong(struct fl_slice s)
{
	static const char *const verbs[] = {"requires ", "expects ", "allows "};
	ptrdiff_t at = -1;
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]) && at < 0; i++)
		at = fl_slice_find(s, verbs[i]);
	s = fl_slice_skip(s, at < 0 ? s.len : (size_t)at);
	int wanted = number_next(&s), given = number_next(&s);
	if (wanted < 0 || given < 0)
		return DIAG_CLOSER_NONE;
	return given < wanted ? DIAG_IDENT_too_few_arguments : DIAG_IDENT_too_many_arguments;
}

/* Of the candidates those that take so many arguments, and those that do not. */
struct candidates {
	size_t fit, unfit;
	int64_t only; /* the last that fits: its index */
	struct fl_slice number; /* the note on the number that the last takes that does not */
};

static bool is_of(const struct fl_list *notes, size_t i, int64_t candidate)
{
	const struct diag_note *note = notes->items;
	return (int64_t)i == candidate || note[i].parent == candidate;
}

static struct candidates candidates_of(const struct fl_list *notes)
{
	struct candidates c = {.only = -1};
	const struct diag_note *note = notes->items;
	for (size_t i = 0; i < notes->len; i++) {
		if (note[i].kind != DIAG_NOTE_CANDIDATE || note[i].parent >= 0)
			continue;
		bool unfit = false;
		for (size_t k = i; k < notes->len && !unfit && is_of(notes, k, (int64_t)i); k++) {
			unfit = is_number_wrong(note[k].message);
			c.number = unfit ? note[k].message : c.number;
		}
		c.unfit += unfit;
		c.fit += !unfit;
		c.only = unfit ? c.only : (int64_t)i;
	}
	return c;
}

/* What a note says of why its candidate does not fit; empty: nothing that the rows know. */
static struct fl_slice reason_of(struct fl_slice note)
{
	if (!fl_slice_starts(note, "candidate"))
		return note;
	ptrdiff_t at = fl_slice_find(note, " viable: ");
	return at < 0 ? (struct fl_slice){0} : fl_slice_skip(note, (size_t)at + 9);
}

/* The row that fits the note on the only candidate, or what explains it. */
static const struct row *row_of_notes(const struct row *r, const struct fl_list *notes,
	const struct candidates *c, struct fl_slice *ret_note)
{
	const struct diag_note *note = notes->items;
	size_t i = c->fit == 1 ? (size_t)c->only : notes->len;
	for (; i < notes->len && is_of(notes, i, c->only); i++) {
		struct fl_slice reason = reason_of(note[i].message);
		for (const struct row *at = r; reason.len && at->where == CANDIDATE; at++)
			if (text_match(reason, at->text)) {
				*ret_note = reason;
				return at;
			}
	}
	return NULL;
}

static bool in_source(const struct row *r, const struct diag_diagnostic *d)
{
	struct fl_slice source = fl_slice_trim(d->source_line);
	return fl_slice_search(source, d->message) >= 0 && text_match(source, r->text);
}

static const struct row *rows_of(int id, struct fl_slice message)
{
	if (id == DIAG_CLOSER_NONE)
		return rows_none;
	if ((size_t)id >= sizeof(lists) / sizeof(lists[0]) || !lists[id].rows)
		return NULL;
	const char *word = lists[id].word;
	return word && fl_slice_find(message, word) < 0 ? NULL : lists[id].rows;
}

static bool overload_closer(
	const struct row *r, const struct diag_diagnostic *d, struct diag_closer *ret_closer)
{
	struct candidates c = candidates_of(&d->notes);
	if (!c.fit && c.unfit == 1) {
		int id = number_wrong(c.number);
		if (id != DIAG_CLOSER_NONE)
			*ret_closer = (struct diag_closer){.id = id};
		return id != DIAG_CLOSER_NONE;
	}
	struct fl_slice note = {0};
	r = row_of_notes(r, &d->notes, &c, &note);
	if (!r)
		return false;
	*ret_closer = (struct diag_closer){.id = (int)r->to, .note = note};
	return true;
}

bool diag_ident_closer(int id, const struct diag_diagnostic *d, struct diag_closer *ret_closer)
{
	const struct row *r = rows_of(id, d->message);
	if (!r)
		return false;
	if (r->where == CANDIDATE)
		return overload_closer(r, d, ret_closer);
	for (; r->where != END; r++) {
		bool source = r->where == SOURCE;
		if (source ? !in_source(r, d) : !text_match(d->message, r->text))
			continue;
		*ret_closer = (struct diag_closer){.id = (int)r->to};
		if (source)
			ret_closer->whole = d->message;
		return true;
	}
	return false;
}
