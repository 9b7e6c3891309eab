/* What a linker says: a symbol that nothing defines, or that more than one file does. */
#include "datasets/attempts/idea_priv.h"
#include "datasets/attempts/words.h"
#include "datasets/dialogue/code.h"

#define UNSAID(...)               \
	(const char *const[])     \
	{                         \
		__VA_ARGS__, NULL \
	}

enum { NEAR = 8 };

/* The name of a symbol, without scopes and parameters: "put" of "cache::put(int)". */
static struct fl_slice name_of(const struct diag_diagnostic *d)
{
	struct fl_slice s = d->symbol.len ? d->symbol : ds_idea_arg(d, 0);
	ptrdiff_t bracket = fl_slice_chr(s, '(');
	if (bracket > 0)
		s = fl_slice_head(s, (size_t)bracket);
	for (ptrdiff_t at; (at = fl_slice_find(s, "::")) >= 0;)
		s = fl_slice_skip(s, (size_t)at + 2);
	return s;
}

static const struct tg_file *file_at(const struct ds_reading *k, size_t i)
{
	const struct fl_list *files = k->t->scene->files;
	return i < files->len ? (const struct tg_file *)files->items + i : NULL;
}

/* A definition of the function in one of the files; 0: there is none. */
static int64_t find_defined(
	const struct ds_reading *k, struct fl_slice name, struct fl_slice *ret_file)
{
	const struct tg_file *f;
	for (size_t i = 0; (f = file_at(k, i)); i++) {
		int64_t line = ds_words_defined(f->content, name);
		if (line) {
			*ret_file = f->path;
			return line;
		}
	}
	return 0;
}

/* Is the name a function's: does a bracket follow it somewhere? */
static bool is_called(const struct ds_reading *k, struct fl_slice name)
{
	struct fl_slice call = fl_arena_printf(k->t->a, "%.*s(", FL_ARG(name));
	const struct tg_file *f;
	for (size_t i = 0; (f = file_at(k, i)); i++)
		if (fl_slice_search(f->content, call) >= 0)
			return true;
	return false;
}

/* A function that is defined under a name like that one, and nowhere called. */
static bool find_drifted(const struct ds_reading *k, struct fl_slice name, struct ds_word *ret)
{
	struct ds_word like[NEAR];
	size_t n = ds_words_like(k->t->scene->files, fl_slice(NULL, 0), name, like, NEAR);
	for (size_t i = 0; i < n; i++) {
		size_t uses = 0;
		int64_t line = find_defined(k, like[i].word, &like[i].file);
		const struct tg_file *f;
		for (size_t at = 0; (f = file_at(k, at)); at++)
			uses += ds_words_count(f->content, 1, INT64_MAX, like[i].word);
		if (line && uses == 1) {
			*ret = like[i];
			ret->line = line;
			return true;
		}
	}
	return false;
}

/* The build file's line that has the objects of the program, and not that of the definition. */
static bool find_build_line(const struct ds_reading *k, struct fl_slice file,
	struct fl_slice *ret_file, int64_t *ret_line)
{
	const struct tg_file *f;
	ptrdiff_t dot = fl_slice_chr(file, '.');
	struct fl_slice stem = fl_slice_head(file, dot < 0 ? file.len : (size_t)dot);
	for (ptrdiff_t at; (at = fl_slice_chr(stem, '/')) >= 0;)
		stem = fl_slice_skip(stem, (size_t)at + 1);
	for (size_t i = 0; (f = file_at(k, i)); i++) {
		struct fl_slice rest = f->content, line;
		bool makes = fl_slice_ends(f->path, "Makefile") || fl_slice_ends(f->path, ".mk");
		for (int64_t n = 1; makes && fl_slice_line(&rest, &line); n++)
			if ((fl_slice_find(line, ".o") >= 0 || fl_slice_find(line, "-l") >= 0) &&
				fl_slice_search(line, stem) < 0) {
				*ret_file = f->path;
				*ret_line = n;
				return true;
			}
	}
	return false;
}

static int drifted(struct ds_reading *k, struct fl_slice name, const struct ds_word *w)
{
	const struct tg_file *f;
	const struct ds_fact facts[] = {
		ds_fact_name(w->word), ds_fact_code(k->t, w->file, w->line)};
	ds_idea_close(k,
		UNSAID("No file defines it. But {1} defines {0}, which nothing declares or calls: "
		       "the two are to be one.",
			"There is {1}, whose name nothing uses, and this name, which nothing "
			"defines: they have drifted apart."),
		facts, 2);
	ds_idea_at(k, w->file, w->line);
	for (size_t i = 0; (f = file_at(k, i)) && !k->idea->cause.other_line; i++) {
		k->idea->cause.other_file = f->path;
		k->idea->cause.other_line = ds_words_line(f->content, name);
	}
	return 0;
}

static int is_hidden(struct ds_reading *k, struct fl_slice file, int64_t line)
{
	const struct ds_fact facts[] = {ds_fact_code(k->t, file, line)};
	struct fl_slice build;
	int64_t at;
	if (find_build_line(k, file, &build, &at)) {
		const struct ds_fact both[] = {facts[0], ds_fact_code(k->t, build, at)};
		ds_idea_close(k,
			UNSAID("{0} defines it, so its object is not linked: {1} lacks it.",
				"It is defined, by {0}; {1} does not name that object."),
			both, 2);
		ds_idea_at(k, build, at);
		return 0;
	}
	ds_idea_close(k,
		UNSAID("{0} defines it, but not so that other files see it.",
			"The definition is there, {0}, and the linker does not get it."),
		facts, 1);
	ds_idea_at(k, file, line);
	return 0;
}

/* A variable that is only declared. */
static int only_declared(struct ds_reading *k, struct fl_slice name)
{
	const struct tg_file *f;
	for (size_t i = 0; (f = file_at(k, i)); i++) {
		int64_t line = ds_words_line(f->content, name);
		struct fl_slice text = line ? ds_code_line(f->content, line) : fl_slice(NULL, 0);
		if (!fl_slice_starts(text, "extern"))
			continue;
		const struct ds_fact facts[] = {ds_fact_code(k->t, f->path, line)};
		ds_idea_close(k,
			UNSAID("{0} only declares it, and no file defines it.",
				"It has a declaration, {0}, and no definition."),
			facts, 1);
		ds_idea_at(k, f->path, line);
		return 0;
	}
	return ds_talk_give_up(k->t, "the symbol is nowhere in the program");
}

int ds_idea_undefined(struct ds_reading *k)
{
	struct fl_slice name = name_of(k->d), file;
	struct ds_word w;
	if (!name.len)
		return ds_talk_give_up(k->t, "the linker names no symbol");
	int64_t line = find_defined(k, name, &file);
	if (line)
		return is_hidden(k, file, line);
	return is_called(k, name) && find_drifted(k, name, &w) ? drifted(k, name, &w)
							       : only_declared(k, name);
}

int ds_idea_defined_twice(struct ds_reading *k)
{
	struct fl_slice name = name_of(k->d), first = {0};
	const struct tg_file *f;
	int64_t line = 0;
	for (size_t i = 0; name.len && (f = file_at(k, i)); i++) {
		bool header = fl_slice_ends(f->path, ".h") || fl_slice_ends(f->path, ".hpp") ||
			      fl_slice_ends(f->path, ".hh");
		int64_t at = header ? ds_words_defined(f->content, name) : 0;
		at = header && !at ? ds_words_line(f->content, name) : at;
		if (at) {
			first = f->path;
			line = at;
			break;
		}
	}
	if (!line)
		return ds_talk_give_up(k->t, "no header defines the symbol");
	const struct ds_fact facts[] = {ds_fact_code(k->t, first, line)};
	ds_idea_close(k,
		UNSAID("{0} stands in a header, and each source that includes it has one of its "
		       "own.",
			"A header has {0}: whoever includes it defines it again."),
		facts, 1);
	ds_idea_at(k, first, line);
	return 0;
}
