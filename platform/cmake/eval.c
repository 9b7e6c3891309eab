/* Variables, and running commands, files and functions. */
#include "platform/cmake/eval.h"

#include <stdio.h>

#include "base/path.h"

enum { WORK_MAX = 1 << 28, FOREIGN_MIN = 2 };

struct plat_place plat_cm_place(const struct cm_eval *e)
{
	return (struct plat_place){e->file, e->line};
}

void plat_cm_skip(struct cm_eval *e, const char *format, ...)
{
	char why[200];
	va_list ap;
	e->skipped_count++;
	if (e->skipped.len >= PLAT_SKIPPED_MAX)
		return;
	va_start(ap, format);
	vsnprintf(why, sizeof why, format, ap);
	va_end(ap);
	struct plat_skip *s = fl_vec_add(&e->skipped);
	if (s)
		*s = (struct plat_skip){
			plat_cm_place(e), fl_arena_slice(&e->scratch, fl_slice_str(why))};
}

bool plat_cm_work(struct cm_eval *e, size_t n)
{
	if (n > WORK_MAX - e->work && !e->stopped) {
		e->stopped = true;
		plat_cm_skip(e, "a maximum of the reader is passed");
	}
	if (!e->stopped)
		e->work += n;
	return !e->stopped;
}

/* Is the variable one that things not read may have set? By its start, up to each '_'. */
static bool is_foreign(struct cm_eval *e, struct fl_slice name)
{
	if (!e->foreign->count)
		return false;
	struct fl_slice lower = plat_cm_lower(e, name);
	for (size_t i = FOREIGN_MIN; i <= lower.len; i++)
		if ((i == lower.len || lower.ptr[i] == '_') &&
			plat_cm_scope_find(e->foreign, fl_slice_head(lower, i)))
			return true;
	return false;
}

void plat_cm_foreign(struct cm_eval *e, struct fl_slice start)
{
	struct cm_value v = {.set = true};
	if (plat_cm_known(start) && start.len >= FOREIGN_MIN)
		plat_cm_scope_set(&e->vars, e->foreign, plat_cm_lower(e, start), &v);
}

/* Those that follow the file that is read. */
static bool of_the_file(struct cm_eval *e, struct fl_slice name, struct fl_slice *ret)
{
	struct fl_arena *a = &e->scratch;
	if (!fl_slice_starts(name, "CMAKE_CURRENT_LIST_"))
		return false;
	if (fl_slice_eqs(name, "CMAKE_CURRENT_LIST_FILE"))
		*ret = fl_arena_printf(a, CM_SOURCE_ROOT "/%.*s", FL_ARG(e->list_file));
	else if (fl_slice_eqs(name, "CMAKE_CURRENT_LIST_DIR"))
		*ret = fl_path_directory(
			fl_arena_printf(a, CM_SOURCE_ROOT "/%.*s", FL_ARG(e->list_file)));
	else if (fl_slice_eqs(name, "CMAKE_CURRENT_LIST_LINE"))
		*ret = fl_arena_printf(a, "%lld", (long long)e->line);
	else
		return false;
	return true;
}

const struct cm_value *plat_cm_get(struct cm_eval *e, struct fl_slice name)
{
	struct fl_slice text;
	const struct cm_value *v = plat_cm_scope_get(e->scope, name);
	if (!v)
		v = plat_cm_scope_get(e->cache, name);
	bool file = !v && of_the_file(e, name, &text);
	if (file || (!v && is_foreign(e, name))) {
		struct cm_value *made = fl_arena_alloc(&e->scratch, sizeof *made);
		if (made)
			*made = (struct cm_value){file ? text : CM_HOLE_S, plat_cm_place(e), true};
		return made;
	}
	return v;
}

bool plat_cm_is_set(struct cm_eval *e, struct fl_slice name)
{
	const struct cm_value *v = plat_cm_scope_get(e->scope, name);
	v = v ? v : plat_cm_scope_get(e->cache, name);
	return v && !fl_slice_ends(v->text, "-NOTFOUND");
}

struct fl_slice plat_cm_text(struct cm_eval *e, const char *name)
{
	const struct cm_value *v = plat_cm_get(e, fl_slice_str(name));
	return v ? v->text : FL_S("");
}

void plat_cm_set_in(
	struct cm_eval *e, struct cm_scope *s, struct fl_slice name, struct fl_slice value)
{
	struct cm_value v = {value, plat_cm_place(e), true};
	if (plat_cm_names_variable(name) || !name.len)
		plat_cm_scope_set(&e->vars, s, name, &v);
}

void plat_cm_set(struct cm_eval *e, struct fl_slice name, struct fl_slice value)
{
	plat_cm_set_in(e, e->scope, name, value);
}

void plat_cm_sets(struct cm_eval *e, const char *name, const char *value)
{
	plat_cm_set(e, fl_slice_str(name), fl_slice_str(value));
}

void plat_cm_unset(struct cm_eval *e, struct fl_slice name)
{
	plat_cm_scope_set(&e->vars, e->scope, name, NULL);
}

struct fl_slice plat_cm_maybe(struct cm_eval *e, struct fl_slice text)
{
	return text.len && text.ptr[0] != CM_MAYBE
		       ? fl_arena_printf(&e->scratch, "%c%.*s", CM_MAYBE, FL_ARG(text))
		       : text;
}

bool plat_cm_policy(struct cm_eval *e, const char *policy, int major, int minor)
{
	const struct cm_value *v =
		plat_cm_scope_get(e->scope, fl_arena_printf(&e->scratch, "{%s}", policy));
	if (v)
		return !fl_slice_eqs(v->text, "OLD");
	v = plat_cm_scope_get(e->scope, FL_S("{version}"));
	return v && plat_cm_compare_versions(
			    v->text, fl_arena_printf(&e->scratch, "%d.%d", major, minor)) >= 0;
}

size_t plat_cm_index(const struct cm_args *args, size_t from, const char *word)
{
	size_t i = from;
	while (i < args->n && !fl_slice_eqs(args->at[i].text, word))
		i++;
	return i;
}

static struct cm_function **bucket(struct cm_eval *e, struct fl_slice name)
{
	uint32_t h = 0;
	for (size_t i = 0; i < name.len; i++)
		h = h * 31 + (unsigned char)(name.ptr[i] | 0x20);
	return &e->functions[h % CM_FUNCTION_BUCKETS];
}

struct cm_function *plat_cm_function(struct cm_eval *e, struct fl_slice name)
{
	struct cm_function *f = *bucket(e, name);
	while (f && !fl_slice_eq_nocase(f->name, name))
		f = f->next;
	return f;
}

void plat_cm_define(struct cm_eval *e, const struct cm_command *all, size_t at)
{
	struct cm_args args = plat_cm_expand_words(e, &all[at]);
	struct cm_function *f = fl_arena_alloc(&e->scratch, sizeof *f);
	if (!f || !args.n)
		return;
	*f = (struct cm_function){.name = args.at[0].text,
		.file = e->file,
		.commands = all + at + 1,
		.count = all[at].next - 1,
		.parameter_count = args.n - 1,
		.way = e->vars.way,
		.is_macro = all[at].block == CM_MACRO};
	f->parameters = fl_arena_array(&e->scratch, args.n, sizeof *f->parameters);
	if (!f->parameters)
		return;
	for (size_t i = 1; i < args.n; i++)
		f->parameters[i - 1] = args.at[i].text;
	struct cm_function **to = bucket(e, f->name);
	f->next = *to;
	*to = f;
}

/* A command that nobody knows may set what its plain words name. */
static void unknown_command(struct cm_eval *e, struct fl_slice name, const struct cm_args *args)
{
	plat_cm_skip(e, "%.*s(): what it does is not known", FL_ARG(name));
	for (size_t i = 0; i < args->n && i < 64; i++) {
		struct fl_slice word = args->at[i].text;
		bool plain = word.len > 1 && !args->at[i].quoted;
		for (size_t j = 0; j < word.len && plain; j++)
			plain = fl_is_word(word.ptr[j]);
		if (plain && !plat_cm_function(e, word))
			plat_cm_set(e, word, CM_HOLE_S);
	}
}

enum cm_flow plat_cm_call(struct cm_eval *e, struct fl_slice name, const struct cm_args *args)
{
	const struct cm_function *f = plat_cm_function(e, name);
	cm_run run = f ? NULL : plat_cm_builtin(name);
	if (f)
		return plat_cm_invoke(e, f, args);
	if (run)
		return run(e, args);
	unknown_command(e, name, args);
	return CM_GO;
}

/* Each word is one argument, as CMake traces it before it parts lists. */
void plat_cm_trace(struct cm_eval *e, const struct cm_command *c, bool certain)
{
	const struct cm_word *words = c->words.items;
	struct fl_slice *texts = fl_arena_array(&e->scratch, c->words.len + 1, sizeof *texts);
	if (!e->trace || !texts)
		return;
	certain = certain && plat_cm_way_implied(e->vars.way, NULL);
	for (size_t i = 0; i < c->words.len; i++) {
		texts[i] = words[i].quoting == CM_BRACKET ? words[i].text
							  : plat_cm_expand(e, words[i].text);
		certain = certain && plat_cm_known(texts[i]);
	}
	e->trace(e->user, (struct plat_place){e->file, c->line}, c->name, texts, c->words.len,
		certain);
}

static enum cm_flow run_plain(struct cm_eval *e, const struct cm_command *c)
{
	struct cm_args args = plat_cm_expand_words(e, c);
	plat_cm_trace(e, c, true);
	return plat_cm_call(e, c->name, &args);
}

static enum cm_flow run_one(struct cm_eval *e, const struct cm_command *all, size_t *at)
{
	const struct cm_command *c = &all[*at];
	if (++e->commands > PLAT_CMAKE_COMMANDS_MAX || e->scratch.failed)
		plat_cm_work(e, SIZE_MAX);
	if (e->stopped)
		return CM_RETURN;
	e->line = c->line;
	switch (c->block) {
	case CM_IF: return plat_cm_run_if(e, all, at);
	case CM_FOREACH: return plat_cm_run_foreach(e, all, at);
	case CM_WHILE: return plat_cm_run_while(e, all, at);
	case CM_BLOCK: return plat_cm_run_block(e, all, at);
	case CM_FUNCTION:
	case CM_MACRO:
		plat_cm_trace(e, c, true);
		plat_cm_define(e, all, *at);
		*at += c->next;
		return CM_GO;
	default: return run_plain(e, c);
	}
}

/* The rest of a list that a way may have left before. */
static enum cm_flow run_rest(struct cm_eval *e, const struct cm_command *at, size_t count)
{
	struct cm_fork f;
	bool loop = e->may_have_left_loop, returned = e->may_have_returned;
	if (!count)
		return CM_GO;
	e->may_have_left_loop = e->may_have_returned = false;
	plat_cm_fork_begin(&e->vars, &f);
	plat_cm_way_begin(&e->vars, &f);
	enum cm_flow flow = plat_cm_run_list(e, at, count);
	plat_cm_way_end(&e->vars, &f, flow == CM_DEAD);
	plat_cm_fork_end(&e->vars, &f, true);
	if (flow == CM_DEAD) /* then the other way is the one that is taken */
		return returned ? CM_RETURN : CM_BREAK;
	e->may_have_left_loop |= loop || flow == CM_BREAK || flow == CM_CONTINUE;
	e->may_have_returned |= returned;
	return flow == CM_RETURN ? CM_RETURN : CM_GO;
}

enum cm_flow plat_cm_run_list(struct cm_eval *e, const struct cm_command *at, size_t count)
{
	if (e->depth >= PLAT_CMAKE_DEPTH_MAX) {
		plat_cm_work(e, SIZE_MAX);
		return CM_RETURN;
	}
	enum cm_flow flow = CM_GO;
	e->depth++;
	for (size_t i = 0; i < count && flow == CM_GO; i++) {
		flow = run_one(e, at, &i);
		if (flow == CM_GO && (e->may_have_left_loop || e->may_have_returned)) {
			flow = run_rest(e, at + i + 1, count - i - 1);
			break;
		}
	}
	e->depth--;
	return flow;
}

int plat_cm_run_file(struct cm_eval *e, struct fl_slice path, enum cm_flow *ret_flow)
{
	struct fl_slice text, file = e->file, list_file = e->list_file;
	struct fl_list commands;
	struct fl_error err;
	struct cm_macro *macro = e->macro;
	int64_t line = e->line;
	*ret_flow = CM_GO;
	int rc = plat_tree_read(e->tree, path, &e->scratch, &text, &err);
	if (rc)
		return rc;
	rc = plat_cm_lex(text, &e->scratch, &commands, &err);
	if (rc) {
		plat_cm_skip(e, "%.*s: %s", FL_ARG(path), err.message);
		return rc;
	}
	e->file = e->list_file = path;
	e->macro = NULL;
	*ret_flow = plat_cm_run_list(e, commands.items, commands.len);
	e->may_have_returned = false;
	e->file = file;
	e->list_file = list_file;
	e->line = line;
	e->macro = macro;
	if (*ret_flow != CM_DEAD)
		*ret_flow = CM_GO;
	return 0;
}

cm_run plat_cm_builtin(struct fl_slice name)
{
	static const struct cm_builtin *const tables[] = {plat_cm_variable_commands,
		plat_cm_text_commands, plat_cm_file_commands, plat_cm_target_commands,
		plat_cm_property_commands, plat_cm_find_commands, plat_cm_check_commands,
		plat_cm_qt_commands, plat_cm_kde_commands, plat_cm_project_commands};
	for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++)
		for (const struct cm_builtin *b = tables[t]; b->name; b++)
			if (fl_slice_eq_nocase(name, fl_slice_str(b->name)))
				return b->run;
	return NULL;
}
