/* A name that nothing declares: misspelt, mistaken, or without its declaration or header. */
#include "datasets/attempts/idea_priv.h"
#include "datasets/attempts/words.h"
#include "datasets/dialogue/code.h"
#include "diag/thought/stdnames.h"

#define UNSAID(...)               \
	(const char *const[])     \
	{                         \
		__VA_ARGS__, NULL \
	}

enum { NEAR = 3 };

/* What the compiler asks whether it was meant, or "". */
static struct fl_slice hint_of(struct fl_slice message)
{
	static const char asks[] = "did you mean ";
	ptrdiff_t at = fl_slice_find(message, asks);
	if (at < 0)
		return fl_slice(NULL, 0);
	struct fl_slice rest = fl_slice_skip(message, (size_t)at + strlen(asks));
	while (rest.len && !fl_is_name(rest.ptr[0]))
		rest = fl_slice_skip(rest, 1);
	size_t n = 0;
	while (n < rest.len && fl_is_name(rest.ptr[n]) && (unsigned char)rest.ptr[n] < 0x80)
		n++;
	return fl_slice_head(rest, n);
}

/* The note that names a header, or NULL. */
static const struct diag_note *header_note(const struct diag_diagnostic *d)
{
	const struct diag_note *n = d->notes.items;
	for (size_t i = 0; i < d->notes.len; i++)
		if (fl_slice_find(n[i].message, "defined in header") >= 0 ||
			fl_slice_find(n[i].message, "provide a declaration") >= 0 ||
			fl_slice_find(n[i].message, "forget to") >= 0)
			return &n[i];
	return NULL;
}

/* The last line that includes a header, at the top of the file; at least 1. */
static int64_t last_include(struct fl_slice text)
{
	int64_t line = 0, last = 1;
	struct fl_slice s;
	while (fl_slice_line(&text, &s)) {
		line++;
		if (fl_slice_starts(fl_slice_trim(s), "#include"))
			last = line;
	}
	return last;
}

/* Names of the standard library that a compiler's note may not explain. */
static bool is_standard(const struct ds_reading *k, struct fl_slice name)
{
	struct diag_std_name about;
	if (diag_std_find_c(name, &about))
		return true;
	return k->t->scene->cxx && diag_std_find(name, &about);
}

/* Is it, and is its header not included in the file? Then it is no other name misread. */
static bool lacks_its_header(const struct ds_reading *k, struct fl_slice name)
{
	struct diag_std_name about;
	if (!diag_std_find_c(name, &about) || !about.header)
		return false;
	const char *cxx = diag_std_cxx_header(about.header);
	return fl_slice_find(k->text, about.header) < 0 &&
	       (!cxx || fl_slice_find(k->text, cxx) < 0);
}

static int lacks_header(struct ds_reading *k, const struct diag_note *note)
{
	int64_t last = last_include(k->text);
	struct ds_fact fact = {0};
	if (note && note->file.len && note->line > 0)
		fact = ds_idea_note(k->t, note);
	else if (note)
		fact = (struct ds_fact){
			.kind = DS_FACT_ABOUT, .turn = k->t->answer, .value = note->message};
	if (note)
		ds_idea_close(k,
			UNSAID("By the note, {0}, a header is missing.", "The note says why: {0}."),
			&fact, 1);
	else
		ds_idea_close(k,
			UNSAID("The name is the standard library's, so its header is not included.",
				"That is a name of the standard library: the header that declares "
				"it is missing."),
			NULL, 0);
	ds_idea_lacks(k, k->d->file, 1, last + 1);
	k->idea->cause.means = FL_S("include");
	return 0;
}

bool ds_idea_is_std(const struct diag_diagnostic *d)
{
	static const char *const words[] = {"namespace 'std'", "member of 'std'",
		"member of \u2018std\u2019",
		"template 'std::", "incomplete type \u2018std::", "class std::"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_find(d->message, words[i]) >= 0)
			return true;
	return false;
}

int ds_idea_header(struct ds_reading *k)
{
	return lacks_header(k, header_note(k->d));
}

/*
 * The name stands once in the line of the error: there the likeliest word is tried, where there is
 * another one to go on with.
 */
static void try_word(
	struct ds_reading *k, struct fl_slice name, const struct ds_word *like, size_t n)
{
	struct fl_slice line = fl_slice_line_at(k->text, k->d->line);
	ptrdiff_t at = k->d->col > 0 ? (ptrdiff_t)k->d->col - 1 : fl_slice_search(line, name);
	if (at < 0 || !fl_slice_starts_with(fl_slice_skip(line, (size_t)at), name))
		at = fl_slice_search(line, name);
	if (n < 2 || at < 0 || ds_words_count(k->text, k->d->line, k->d->line, name) != 1)
		return;
	k->idea->trial = (struct ds_change){.file = k->d->file,
		.start = (int64_t)(line.ptr - k->text.ptr) + at,
		.len = (int64_t)name.len,
		.put = like[0].word};
	k->idea->trial_said = (struct ds_unsaid){
		.templates = {"The likeliest name that there is, is {0}: I try it.",
			"The name may be meant to be {0}.", "I take it for {0} first."},
		.facts = {ds_fact_name(like[0].word)},
		.count = 1};
	k->idea->second = like[1].word;
	k->idea->instead = (struct ds_unsaid){
		.templates = {"Then it is the next that is like it: {0}, of {1}.",
			"There is {0} as well, in {1}; that one, then."},
		.facts = {ds_fact_name(like[1].word),
			ds_fact_code(k->t, like[1].file, like[1].line)},
		.count = 2};
}

/* What is called is to be a function: those of the words that are; how many. */
static size_t only_called(const struct ds_reading *k, struct ds_word *like, size_t n)
{
	size_t kept = 0;
	for (size_t i = 0; i < n; i++)
		if (ds_words_stand(k->t->scene->files,
			    fl_arena_printf(k->t->a, "%.*s(", FL_ARG(like[i].word))))
			like[kept++] = like[i];
	return kept;
}

static int misspelt(struct ds_reading *k, const struct ds_word *like)
{
	const struct ds_fact facts[] = {
		ds_fact_name(like->word), ds_fact_code(k->t, like->file, like->line)};
	ds_idea_close(k,
		UNSAID("Nothing declares it, and {1} has the name that is most like it.",
			"No declaration has that name; the nearest is {0}, in {1}.",
			"There is {0}, in {1}, and nothing by the name that is used."),
		facts, 2);
	ds_idea_at(k, k->d->file, k->d->line);
	k->idea->cause.means = like->word;
	return 0;
}

/* One is declared here that nothing uses, and one is used that nothing declares. */
static int mistaken(struct ds_reading *k, const struct ds_word *unused)
{
	const struct ds_fact facts[] = {
		ds_fact_name(unused->word), ds_fact_code(k->t, unused->file, unused->line)};
	ds_idea_close(k,
		UNSAID("In the same function {0} is declared, at {1}, and not used: the two are "
		       "one.",
			"{1} declares {0}, which nothing uses. That is what is meant."),
		facts, 2);
	ds_idea_at(k, k->d->file, k->d->line);
	k->idea->cause.means = unused->word;
	return 0;
}

/* A member that the type does not have, and none that is like it. */
static int no_such_member(struct ds_reading *k)
{
	const struct fl_list *files = k->t->scene->files;
	struct fl_slice type = ds_idea_arg(k->d, 1);
	struct ds_fact facts[2] = {ds_fact_code(k->t, k->d->file, k->d->line)};
	struct fl_slice head = fl_arena_printf(k->t->a, "struct %.*s {", FL_ARG(type));
	for (size_t i = 0; type.len && i < files->len && !facts[1].line; i++) {
		const struct tg_file *f = (const struct tg_file *)files->items + i;
		ptrdiff_t at = fl_slice_search(f->content, head);
		if (at >= 0)
			facts[1] = ds_fact_code(k->t, f->path,
				(int64_t)fl_slice_count(
					fl_slice_head(f->content, (size_t)at), '\n') +
					1);
	}
	if (facts[1].line)
		ds_idea_close(k,
			UNSAID("{1} has no member of that name: {0} has to name one that is there.",
				"By {1} there is no such member, so {0} calls it by another name."),
			facts, 2);
	else
		ds_idea_close(
			k, UNSAID("{0} names a member that the type does not have."), facts, 1);
	ds_idea_at(k, k->d->file, k->d->line);
	return 0;
}

/* A declaration as a number, just before the line. */
static void try_declared(struct ds_reading *k, struct fl_slice name)
{
	struct fl_slice line = fl_slice_line_at(k->text, k->d->line), put;
	struct fl_slice code = fl_slice_trim(line);
	size_t blank = code.len ? (size_t)(code.ptr - line.ptr) : 0;
	put = fl_arena_printf(k->t->a, "int %.*s = 0;\n%.*s", FL_ARG(name), (int)blank, line.ptr);
	/* What is called is no number. */
	struct fl_slice call = fl_arena_printf(k->t->a, "%.*s(", FL_ARG(name));
	if (!put.len || fl_slice_search(code, call) >= 0)
		return;
	k->idea->trial = (struct ds_change){.file = k->d->file,
		.start = (int64_t)(line.ptr - k->text.ptr) + (int64_t)blank,
		.put = put};
	const struct ds_fact fact = ds_idea_place(k->d->file, k->d->line);
	k->idea->trial_said = (struct ds_unsaid){
		.templates = {"It has no declaration: I declare it as a number, before {0}.",
			"First I put a declaration right before {0}, as an int."},
		.facts = {fact},
		.count = 1};
}

static int undeclared_here(struct ds_reading *k, const struct ds_block *function)
{
	const struct ds_fact facts[] = {ds_fact_code(k->t, k->d->file, function->head)};
	try_declared(k, ds_idea_arg(k->d, 0));
	ds_idea_close(k,
		UNSAID("In {0} nothing declares it before that line, and no name there is like "
		       "it.",
			"The function that begins with {0} uses it without a declaration."),
		facts, 1);
	ds_idea_lacks(k, k->d->file, function->head, k->d->line);
	return 0;
}

/* Elsewhere it is a member, so that its object is missing in front of it. */
static int without_object(struct ds_reading *k, int64_t member)
{
	const struct ds_fact facts[] = {
		ds_fact_code(k->t, k->d->file, k->d->line), ds_fact_code(k->t, k->d->file, member)};
	ds_idea_close(k,
		UNSAID("No variable has that name; by {1} it is a member, which {0} has to reach "
		       "through its object.",
			"{1} has it as a member: in {0} the object is missing in front of it."),
		facts, 2);
	ds_idea_at(k, k->d->file, k->d->line);
	return 0;
}

/* The file with a header of its own name that it does not include; NULL: it does, or has none. */
static const struct tg_file *own_header(const struct ds_reading *k)
{
	const struct fl_list *files = k->t->scene->files;
	ptrdiff_t dot = fl_slice_chr(k->d->file, '.');
	struct fl_slice stem = fl_slice_head(k->d->file, dot < 0 ? 0 : (size_t)dot);
	for (size_t i = 0; stem.len && i < files->len; i++) {
		const struct tg_file *f = (const struct tg_file *)files->items + i;
		struct fl_slice end = fl_slice_skip(f->path, stem.len);
		if (fl_slice_starts_with(f->path, stem) && fl_slice_starts(end, ".h") &&
			!fl_slice_eq(f->path, k->d->file) && fl_slice_search(k->text, f->path) < 0)
			return f;
	}
	return NULL;
}

static int lacks_own_header(struct ds_reading *k, const struct tg_file *header)
{
	const struct ds_fact facts[] = {ds_idea_place(header->path, 1)};
	ds_idea_close(k,
		UNSAID("The file that begins at {0} has its declarations, and is not included.",
			"What it uses is declared in the file of {0}, which it does not include."),
		facts, 1);
	ds_idea_lacks(k, k->d->file, 1, last_include(k->text) + 1);
	return 0;
}

/* The likest word of those whose letters differ little; n: there is none. */
static size_t hinted(const struct ds_word *like, size_t n, struct fl_slice hint)
{
	for (size_t i = 0; hint.len && i < n; i++)
		if (fl_slice_eq(like[i].word, hint))
			return i;
	return n;
}

/* The first line of the function with that word. */
static int64_t first_line_of(
	struct fl_slice text, const struct ds_block *function, struct fl_slice word)
{
	int64_t line = function->head;
	while (line < function->last && !ds_words_count(text, line, line, word))
		line++;
	return line;
}

int ds_idea_undeclared(struct ds_reading *k)
{
	struct fl_slice name = ds_idea_arg(k->d, 0), hint = hint_of(k->d->message);
	struct ds_word like[NEAR], unused = {0};
	struct ds_block function = {0};
	const struct tg_file *header = own_header(k);
	if (!k->d->line || !k->text.len)
		return ds_talk_give_up(k->t, "the compiler names no line");
	if (header)
		return lacks_own_header(k, header);
	if (!name.len)
		return ds_talk_give_up(k->t, "the compiler names no name");
	const struct diag_note *note = header_note(k->d);
	bool called = fl_slice_search(fl_slice_line_at(k->text, k->d->line),
			      fl_arena_printf(k->t->a, "%.*s(", FL_ARG(name))) >= 0;
	size_t n = ds_words_like(k->t->scene->files, k->d->file, name, like, NEAR);
	n = called ? only_called(k, like, n) : n;
	size_t best = hinted(like, n, hint);
	best = best < n ? best : 0;
	bool misread = n && ds_words_differ(name, like[best].word) <= 2;
	bool within = ds_code_function(k->text, k->d->line, &function);
	/* What the compiler proposes is a word of that function, though not a like one. */
	if (within && hint.len && !misread &&
		ds_words_count(k->text, function.head, function.last, hint)) {
		like[0] = (struct ds_word){.word = hint,
			.file = k->d->file,
			.line = first_line_of(k->text, &function, hint)};
		return misspelt(k, &like[0]);
	}
	if (within)
		unused = ds_words_unused(k->d->file, k->text, function.head, function.last);
	if (note || ds_idea_is_std(k->d) || lacks_its_header(k, name) ||
		(is_standard(k, name) && !misread))
		return lacks_header(k, note);
	int64_t member =
		fl_slice_eqs(k->d->id, "no_member") || called ? 0 : ds_words_member(k->text, name);
	if (within && member && member != k->d->line)
		return without_object(k, member);
	if (best == 0 && (misread || !unused.word.len))
		try_word(k, name, like, n);
	if (misread)
		return misspelt(k, &like[best]);
	if (unused.word.len)
		return mistaken(k, &unused);
	if (!n && fl_slice_eqs(k->d->id, "no_member"))
		return no_such_member(k);
	if (n)
		return misspelt(k, &like[best]);
	if (within)
		return undeclared_here(k, &function);
	return ds_talk_give_up(k->t, "nothing is like the name");
}
