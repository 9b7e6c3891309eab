#include "datasets/attempts/idea.h"

#include "datasets/attempts/idea_priv.h"
#include "diag/source/columns.h"

#define UNSAID(...)               \
	(const char *const[])     \
	{                         \
		__VA_ARGS__, NULL \
	}

enum { MESSAGE_LEAST = 30, MESSAGE_MAX = 110 };

int ds_idea_say(struct ds_talk *t, enum ds_turn_kind kind, const struct ds_unsaid *said)
{
	return ds_think(t, kind, said->templates, said->facts, said->count);
}

/* Where a reader of a message is: in what it quotes, and in so many brackets of a type or call. */
struct inside {
	bool quoted;
	size_t depth;
};

/* Is the mark an apostrophe that begins or ends a quote, and none within a word? */
static bool is_quote(const struct inside *in, char before, char mark, char next)
{
	return mark == '\'' && (in->quoted ? !fl_is_name(next) : strchr(" (", before) != NULL);
}

/* Go on behind the byte i. What is prose has no brackets to count: "(operand types are …)". */
static void pass(struct inside *in, struct fl_slice message, size_t i)
{
	struct fl_slice was = fl_slice_head(message, i), rest = fl_slice_skip(message, i);
	char c = rest.ptr[0], before = i ? was.ptr[i - 1] : ' ',
	     next = rest.len > 1 ? rest.ptr[1] : ' ';
	bool ascii = is_quote(in, before, c, next), opens = fl_slice_starts(rest, "\u2018");
	if (ascii || opens || fl_slice_starts(rest, "\u2019"))
		*in = (struct inside){.quoted = ascii ? !in->quoted : opens};
	else if (c == '<')
		in->depth += fl_is_name(before) && !fl_slice_ends(was, "operator");
	else if (c == '(')
		in->depth += in->quoted || in->depth || before == '>' || fl_is_name(before);
	else if (c == ')' || (c == '>' && before != '-'))
		in->depth -= in->depth > 0;
}

/* Where one of the ends stands outside of quotes and brackets, so far in that it may end there. */
static size_t find_end(struct fl_slice message, const char *end)
{
	struct inside in = {0};
	for (size_t i = 0; i <= MESSAGE_MAX && i < message.len; i++) {
		if (i >= MESSAGE_LEAST && !in.quoted && !in.depth &&
			fl_slice_starts(fl_slice_skip(message, i), end))
			return i;
		pass(&in, message, i);
	}
	return 0;
}

/* The last place where a word ends, or a function's name, and no bracket is open; 0: none is. */
static size_t last_word(struct fl_slice message)
{
	struct inside in = {0};
	size_t last = 0;
	for (size_t i = 0; i <= MESSAGE_MAX && i < message.len; i++) {
		bool call = message.ptr[i] == '(' && i && fl_is_name(message.ptr[i - 1]);
		if (!in.depth && (message.ptr[i] == ' ' || call))
			last = i;
		pass(&in, message, i);
	}
	return last;
}

/* The first words of a message, whole ones; where it can be, what makes sense by itself. */
static struct fl_slice cut_message(struct fl_slice message)
{
	static const char *const ends[] = {"; ", " (aka", ", "};
	if (message.len <= MESSAGE_MAX)
		return message;
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		size_t at = find_end(message, ends[i]);
		if (at)
			return fl_slice_head(message, at);
	}
	size_t n = last_word(message);
	if (n >= MESSAGE_LEAST)
		return fl_slice_head(message, n);
	for (n = MESSAGE_MAX; n && message.ptr[n] != ' ';)
		n--;
	return fl_slice_head(message, n ? n : MESSAGE_MAX);
}

/* ld quotes as `name'; a backquote cannot be said, so the name stands for the message. */
static struct fl_slice words_of(struct fl_slice message)
{
	ptrdiff_t at = fl_slice_chr(message, '`');
	if (at < 0)
		return cut_message(message);
	struct fl_slice rest = fl_slice_skip(message, (size_t)at + 1);
	ptrdiff_t end = fl_slice_chr(rest, '\'');
	return fl_slice_head(rest, end < 0 ? rest.len : (size_t)end);
}

struct ds_fact ds_idea_said(const struct ds_talk *t, const struct diag_diagnostic *d)
{
	bool placed = d->file.len && d->line > 0;
	return (struct ds_fact){.kind = placed ? DS_FACT_SAID : DS_FACT_ABOUT,
		.turn = t->answer,
		.value = words_of(d->message),
		.file = placed ? d->file : fl_slice(NULL, 0),
		.line = placed ? d->line : 0};
}

struct ds_fact ds_idea_note(const struct ds_talk *t, const struct diag_note *n)
{
	return (struct ds_fact){.kind = DS_FACT_SAID,
		.turn = t->answer,
		.value = cut_message(n->message),
		.file = n->file,
		.line = n->line};
}

struct ds_fact ds_idea_place(struct fl_slice file, int64_t line)
{
	return (struct ds_fact){.kind = DS_FACT_LINE, .turn = -1, .file = file, .line = line};
}

static void add(struct ds_unsaid *list, size_t *n, const char *const *templates,
	const struct ds_fact *facts, size_t count)
{
	struct ds_unsaid *u;
	if (*n >= DS_IDEA_SAID)
		return;
	u = &list[(*n)++];
	u->count = count < DS_IDEA_FACTS ? count : DS_IDEA_FACTS;
	for (size_t i = 0; i < DS_IDEA_TEMPLATES && templates[i]; i++)
		u->templates[i] = templates[i];
	if (count)
		memcpy(u->facts, facts, u->count * sizeof(*facts));
}

void ds_idea_open(struct ds_reading *k, const char *const *templates, const struct ds_fact *facts,
	size_t count)
{
	add(k->idea->opening, &k->idea->openings, templates, facts, count);
}

void ds_idea_close(struct ds_reading *k, const char *const *templates, const struct ds_fact *facts,
	size_t count)
{
	add(k->idea->closing, &k->idea->closings, templates, facts, count);
}

void ds_idea_at(struct ds_reading *k, struct fl_slice file, int64_t line)
{
	k->idea->cause = (struct ds_cause){.file = file, .line = line};
}

void ds_idea_lacks(struct ds_reading *k, struct fl_slice file, int64_t first, int64_t last)
{
	k->idea->cause = (struct ds_cause){
		.file = file, .line = first > 0 ? first : 1, .last = last, .lacks = true};
}

const struct diag_diagnostic *ds_idea_error(const struct ds_reading *k, size_t i)
{
	return i < k->errors->len && k->errors->at[i].shape == &diag_diagnostic_shape
		       ? k->errors->at[i].object
		       : NULL;
}

struct fl_slice ds_idea_arg(const struct diag_diagnostic *d, size_t i)
{
	return i < d->args.len ? ((const struct fl_slice *)d->args.items)[i] : fl_slice(NULL, 0);
}

size_t ds_idea_offset(const struct ds_reading *k)
{
	return diag_column_to_offset(fl_slice_line_at(k->text, k->d->line), k->d->col,
		diag_unit_of(k->d->col_unit), DIAG_TAB);
}

/* ---- the ideas of one line: it is what the compiler points at ---- */

int ds_idea_point_at(struct ds_reading *k, const char *const *templates)
{
	const struct ds_fact facts[] = {ds_fact_code(k->t, k->d->file, k->d->line)};
	if (!k->d->line)
		return ds_talk_give_up(k->t, "the compiler names no line");
	if (templates)
		ds_idea_close(k, templates, facts, 1);
	ds_idea_at(k, k->d->file, k->d->line);
	return 0;
}

static int idea_format(struct ds_reading *k)
{
	return ds_idea_point_at(
		k, UNSAID("The format in {0} and what is printed do not fit.",
			   "In {0} a conversion is of another type than its argument."));
}

static int idea_arrow(struct ds_reading *k)
{
	/* "is not a pointer", "non-pointer type", "to use '.'" */
	bool object = fl_slice_find(k->d->message, "not a pointer") >= 0 ||
		      fl_slice_find(k->d->message, "non-pointer") >= 0 ||
		      fl_slice_find(k->d->message, "invalid type argument of") >= 0;
	return object ? ds_idea_point_at(
				k, UNSAID("It is the object itself, so that in {0} a dot has to "
					  "stand where the arrow is.",
					   "In {0} an arrow follows what is no pointer."))
		      : ds_idea_point_at(
				k, UNSAID("It is a pointer, so that in {0} an arrow has to stand "
					  "where the dot is.",
					   "In {0} a dot follows a pointer: that takes an "
					   "arrow."));
}

static int idea_override(struct ds_reading *k)
{
	return ds_idea_point_at(k, UNSAID("{0} has another signature than what it is to override.",
					   "No virtual function has the signature of {0}."));
}

static int idea_here(struct ds_reading *k)
{
	if (ds_idea_is_std(k->d))
		return ds_idea_header(k);
	if (ds_idea_block(k))
		return 0;
	return ds_idea_point_at(
		k, UNSAID("The compiler points at {0}.", "It is {0} that it stumbles at.",
			   "That is said of {0}."));
}

/* ---- the table ---- */

static const struct {
	const char *id;
	int (*have)(struct ds_reading *k);
} ideas[] = {
	{"undeclared", ds_idea_undeclared},
	{"undeclared_function", ds_idea_undeclared},
	{"unknown_type", ds_idea_undeclared},
	{"no_member", ds_idea_undeclared},
	{"header_missing", ds_idea_undeclared},
	{"undeclared_label", ds_idea_undeclared},
	{"incomplete_type", ds_idea_undeclared},
	{"expected_token", ds_idea_token},
	{"expected_expression", ds_idea_token},
	{"expected_statement", ds_idea_token},
	{"expected_identifier", ds_idea_token},
	{"expected_declaration", ds_idea_token},
	{"extraneous_token", ds_idea_token},
	{"declaration_misplaced", ds_idea_token},
	{"specifier_misplaced", ds_idea_token},
	{"specifier_conflict", ds_idea_token},
	{"missing_type_specifier", ds_idea_token},
	{"function_type_invalid", ds_idea_token},
	{"statement_misplaced", ds_idea_token},
	{"unterminated", ds_idea_token},
	{"too_many_arguments", ds_idea_call},
	{"too_few_arguments", ds_idea_call},
	{"argument_type", ds_idea_call},
	{"no_overload", ds_idea_call},
	{"discards_qualifiers", ds_idea_call},
	{"integer_from_pointer", ds_idea_call},
	{"pointer_from_integer", ds_idea_call},
	{"pointer_conversion", ds_idea_call},
	{"conversion_invalid", ds_idea_call},
	{"reference_binding", ds_idea_call},
	{"redeclared_differently", ds_idea_redeclared},
	{"redefinition", ds_idea_redeclared},
	{"override_invalid", idea_override},
	{"arrow_dot", idea_arrow},
	{"not_a_pointer", idea_arrow},
	{"format_type", idea_format},
	{"format_invalid", idea_format},
	{"format_arguments", idea_format},
	{"undefined_symbol", ds_idea_undefined},
	{"used_undefined", ds_idea_undefined},
	{"multiple_definition", ds_idea_defined_twice},
};

/* What the compiler says first, and whether more of it is about the same. */
static void open(struct ds_reading *k)
{
	struct fl_slice arg = ds_idea_arg(k->d, 0);
	struct ds_fact facts[2] = {ds_idea_said(k->t, k->d)};
	bool first = k->t->answer < 0;
	if (fl_slice_eqs(k->d->id, "undefined_symbol"))
		ds_idea_open(k,
			first ? UNSAID("The linker finds no definition of {0}.",
					"It compiles, but the linker misses {0}.")
			      : UNSAID("What is left is the linker's: nothing defines {0}.",
					"Now it compiles, and the linker misses {0}."),
			facts, 1);
	else if (k->errors->len == 1)
		ds_idea_open(k,
			first ? UNSAID("One error: {0}.", "The compiler says {0}, and no more.",
					"There is one error, {0}.")
			      : UNSAID("What is left is {0}.", "Now it says {0}.",
					"One error stays: {0}."),
			facts, 1);
	else
		ds_idea_open(k,
			first ? UNSAID("I begin with the first error, {0}.",
					"The first of the errors is {0}.",
					"Of several errors the first is {0}.")
			      : UNSAID("Next is {0}.", "The first that is left is {0}.",
					"I go on with {0}."),
			facts, 1);
	for (size_t i = 1; arg.len > 1 && i < k->errors->len; i++) {
		const struct diag_diagnostic *d = ds_idea_error(k, i);
		if (!d || !fl_slice_eq(ds_idea_arg(d, 0), arg) || d->line == k->d->line)
			continue;
		facts[0] = ds_idea_said(k->t, d);
		ds_idea_open(k,
			UNSAID("{0} is about the same name.", "{0} names the same.",
				"Of the same there is {0}."),
			facts, 1);
		break;
	}
}

int ds_idea_have(struct ds_talk *t, const struct fl_items *errors, struct ds_idea *ret_idea)
{
	struct ds_reading k = {.t = t, .errors = errors, .idea = ret_idea};
	*ret_idea = (struct ds_idea){0};
	k.d = ds_idea_error(&k, 0);
	if (!k.d)
		return ds_talk_give_up(t, "the compiler says nothing");
	k.text = ds_talk_text(t, k.d->file);
	open(&k);
	for (size_t i = 0; i < sizeof(ideas) / sizeof(ideas[0]); i++)
		if (fl_slice_eqs(k.d->id, ideas[i].id))
			return ideas[i].have(&k);
	return idea_here(&k);
}
