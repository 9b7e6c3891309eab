/* A call, or another use, that does not fit what is declared: one of the two is wrong. */
#include "datasets/attempts/idea_priv.h"

#define UNSAID(...)               \
	(const char *const[])     \
	{                         \
		__VA_ARGS__, NULL \
	}

/*
 * Does the note stand where something is declared? Others lead there: "required from here", "in
 * instantiation of", "in expansion of macro".
 */
static bool declares(const struct diag_diagnostic *d, struct fl_slice note)
{
	static const char *const starts[] = {"candidate", "initializing argument", "expected ",
		"passing argument to parameter", "previous ", "from previous ", "after previous ",
		"old declaration", "original", "forward declaration", "overridden "};
	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
		if (fl_slice_starts(note, starts[i]))
			return true;
	if (fl_slice_ends(note, "declared here") || fl_slice_ends(note, "defined here"))
		return true;
	/* gcc says so of a member that is called with a const object; clang of a constexpr's. */
	return fl_slice_starts(note, "in call to") && fl_slice_eqs(d->tool, "gcc");
}

/* The note that names what is declared, with a place in the program; NULL: there is none. */
static const struct diag_note *declared_note(
	const struct ds_reading *k, const struct diag_diagnostic *d)
{
	const struct diag_note *n = d->notes.items;
	for (size_t i = 0; i < d->notes.len; i++)
		if (n[i].line > 0 && n[i].file.len && ds_talk_text(k->t, n[i].file).len &&
			declares(d, fl_slice_trim(n[i].message)) &&
			!fl_slice_starts(ds_talk_line(k->t, n[i].file, n[i].line), "#"))
			return &n[i];
	return NULL;
}

/* Other errors that name the same declaration, at other lines; how many. */
static size_t alike(const struct ds_reading *k, const struct diag_note *note,
	const struct diag_diagnostic **ret_other)
{
	size_t n = 0;
	for (size_t i = 1; i < k->errors->len; i++) {
		const struct diag_diagnostic *d = ds_idea_error(k, i);
		const struct diag_note *other = d ? declared_note(k, d) : NULL;
		if (!other || other->line != note->line || !fl_slice_eq(other->file, note->file) ||
			d->line == k->d->line)
			continue;
		*ret_other = d;
		n++;
	}
	return n;
}

/* The last argument of the call that the line makes is taken out. */
static void try_fewer(struct ds_reading *k)
{
	struct fl_slice line = fl_slice_line_at(k->text, k->d->line);
	size_t i = ds_idea_offset(k), comma = 0;
	int depth = 0;
	while (i < line.len && line.ptr[i] != '(')
		i++;
	for (; i < line.len; i++) {
		char c = line.ptr[i];
		depth += (c == '(') - (c == ')');
		if (depth == 0)
			break;
		if (c == ',' && depth == 1)
			comma = i;
		if (c == '"')
			return;
	}
	if (!comma || i >= line.len)
		return;
	k->idea->trial = (struct ds_change){.file = k->d->file,
		.start = (int64_t)(line.ptr - k->text.ptr) + (int64_t)comma,
		.len = (int64_t)(i - comma)};
	const struct ds_fact fact = ds_fact_code(k->t, k->d->file, k->d->line);
	k->idea->trial_said = (struct ds_unsaid){
		.templates = {"The call has one too many, so I take the last of {0} out.",
			"First I leave the last argument of {0} out."},
		.facts = {fact},
		.count = 1};
}

/* The number behind "argument " in gcc's words, or clang's ("1st argument"); 0: none. */
static size_t argument_number(struct fl_slice message)
{
	static const char word[] = "argument ";
	ptrdiff_t at = fl_slice_find(message, word);
	uint32_t n = 0;
	if (at >= 0 && fl_slice_uint(fl_slice_skip(message, (size_t)at + strlen(word)), &n) > 0)
		return n;
	return 0;
}

/* The argument of that number (from one) of the call of that name in the line; empty: not found. */
static struct fl_slice argument_of(struct fl_slice line, struct fl_slice function, size_t number)
{
	ptrdiff_t at = function.len ? fl_slice_search(line, function) : -1;
	size_t i = at < 0 ? line.len : (size_t)at + function.len, from, n = 1;
	int depth = 0;
	if (i >= line.len || line.ptr[i] != '(')
		return fl_slice(NULL, 0);
	for (from = i + 1; i < line.len; i++) {
		char c = line.ptr[i];
		depth += (c == '(' || c == '[') - (c == ')' || c == ']');
		if (c == '"')
			return fl_slice(NULL, 0);
		if (depth > 1 || (depth == 1 && c != ','))
			continue;
		if (n == number)
			return fl_slice_trim(fl_slice(line.ptr + from, i - from));
		n++;
		from = i + 1;
		if (depth == 0)
			break;
	}
	return fl_slice(NULL, 0);
}

/* The argument's address, or what it points to. */
static void try_indirect(struct ds_reading *k)
{
	struct fl_slice line = fl_slice_line_at(k->text, k->d->line);
	struct fl_slice arg =
		argument_of(line, ds_idea_arg(k->d, 0), argument_number(k->d->message));
	if (!arg.len || arg.ptr[0] == '&' || arg.ptr[0] == '*' || !fl_is_name(arg.ptr[0]))
		return;
	const struct diag_note *notes = k->d->notes.items;
	bool pointer = false;
	for (size_t i = 0; i < k->d->notes.len; i++) {
		ptrdiff_t but = fl_slice_find(notes[i].message, "but argument is");
		if (but >= 0)
			pointer = fl_slice_chr(fl_slice_skip(notes[i].message, (size_t)but), '*') >=
				  0;
	}
	k->idea->trial = (struct ds_change){.file = k->d->file,
		.start = (int64_t)(arg.ptr - k->text.ptr),
		.len = (int64_t)arg.len,
		.put = fl_arena_printf(k->t->a, "%c%.*s", pointer ? '*' : '&', FL_ARG(arg))};
	const struct ds_fact fact = {.kind = DS_FACT_CODE,
		.turn = -1,
		.value = arg,
		.file = k->d->file,
		.line = k->d->line};
	k->idea->trial_said = (struct ds_unsaid){
		.templates =
			{pointer ? "The argument is a pointer: I pass what {0} points to."
				 : "I pass the address of {0} first, since the type is wrong."},
		.facts = {fact},
		.count = 1};
}

/* Notes that say of a function that it does not leave const objects alone. */
static const struct diag_note *unmarked_note(const struct ds_reading *k)
{
	const struct diag_note *n = k->d->notes.items;
	for (size_t i = 0; i < k->d->notes.len; i++)
		if ((fl_slice_find(n[i].message, "not marked const") >= 0 ||
			    fl_slice_find(n[i].message, "would lose const") >= 0) &&
			n[i].line > 0 && ds_talk_text(k->t, n[i].file).len)
			return &n[i];
	return NULL;
}

static int declaration_wrong(
	struct ds_reading *k, const struct diag_note *note, const struct diag_diagnostic *other)
{
	const struct ds_fact facts[] = {
		ds_idea_said(k->t, other), ds_fact_code(k->t, note->file, note->line)};
	ds_idea_close(k,
		UNSAID("The same is said at another place, {0}: so it is not the use that is "
		       "wrong, but {1}.",
			"{0} is refused alike. Where the uses agree, {1} is what does not fit."),
		facts, 2);
	ds_idea_at(k, note->file, note->line);
	return 0;
}

/* The note that says what is expected, wherever the declaration is; NULL: there is none. */
static const struct diag_note *expected_note(const struct ds_reading *k)
{
	const struct diag_note *n = k->d->notes.items;
	for (size_t i = 0; i < k->d->notes.len; i++)
		if (fl_slice_starts(n[i].message, "expected ") && n[i].line > 0 && n[i].file.len)
			return &n[i];
	return NULL;
}

static int use_wrong(struct ds_reading *k, const struct diag_note *note)
{
	const struct diag_note *expected = expected_note(k);
	struct ds_fact facts[] = {
		ds_fact_code(k->t, k->d->file, k->d->line), ds_idea_place(k->d->file, k->d->line)};
	if (note)
		facts[1] = ds_fact_code(k->t, note->file, note->line);
	else if (expected)
		facts[1] = ds_idea_note(k->t, expected);
	if (!note && fl_slice_find(k->d->message, "take the address") >= 0)
		return ds_idea_point_at(
			k, UNSAID("{0} passes the object itself where its address is wanted.",
				   "What is wanted in {0} is an address, as the compiler says "
				   "itself."));
	bool passes = fl_slice_find(k->d->message, "passing") >= 0;
	const char *const *plain =
		passes ? UNSAID("By its message it is an argument of {0} that has the wrong type.",
				 "{0} passes what has another type than is taken there.")
		       : UNSAID("What is wrong is in {0}.", "So it is {0} that has to change.");
	ds_idea_close(k,
		note       ? UNSAID("{1} says what it takes, and {0} does not give that.",
				     "Against {1} it is {0} that has it wrong.", "{0} does not fit {1}.")
		: expected ? UNSAID("{1}, and that is what is passed in {0}.",
				     "What {0} passes is of another type: {1}.")
			   : plain,
		facts, note || expected ? 2 : 1);
	ds_idea_at(k, k->d->file, k->d->line);
	return 0;
}

static int parameter_wrong(struct ds_reading *k, const struct diag_note *note)
{
	const struct ds_fact facts[] = {ds_fact_code(k->t, note->file, note->line)};
	ds_idea_close(k,
		UNSAID("What is passed is const, and {0} takes it for what may be written to.",
			"The caller has a const object; it is {0} that does not promise to leave "
			"it alone."),
		facts, 1);
	ds_idea_at(k, note->file, note->line);
	return 0;
}

int ds_idea_call(struct ds_reading *k)
{
	const struct diag_note *note = declared_note(k, k->d);
	const struct diag_diagnostic *other = NULL;
	if (!k->d->line || !k->text.len)
		return ds_talk_give_up(k->t, "the compiler names no line");
	if (fl_slice_eqs(k->d->id, "too_many_arguments"))
		try_fewer(k);
	if (fl_slice_eqs(k->d->id, "argument_type"))
		try_indirect(k);
	const struct diag_note *unmarked = unmarked_note(k);
	if (unmarked)
		return parameter_wrong(k, unmarked);
	if (note && fl_slice_eqs(k->d->id, "discards_qualifiers"))
		return parameter_wrong(k, note);
	if (note && alike(k, note, &other))
		return declaration_wrong(k, note, other);
	return use_wrong(k, note);
}

/* ---- two declarations ---- */

int ds_idea_redeclared(struct ds_reading *k)
{
	const struct diag_note *note = declared_note(k, k->d);
	if (!k->d->line || !k->text.len || !note)
		return ds_talk_give_up(k->t, "the compiler names no two declarations");
	const struct ds_fact facts[] = {ds_fact_code(k->t, k->d->file, k->d->line),
		ds_fact_code(k->t, note->file, note->line)};
	ds_idea_close(k,
		UNSAID("{0} and {1} declare one thing in two ways.",
			"The two that do not agree are {0} and {1}."),
		facts, 2);
	ds_idea_at(k, k->d->file, k->d->line);
	k->idea->cause.other_file = note->file;
	k->idea->cause.other_line = note->line;
	return 0;
}
