#include "platform/make/state.h"

/*
 * The lines of a makefile: conditionals, definitions, includes and assignments are done here,
 * rules in rules.c.
 */

struct condition {
	bool outer_ignored; /* all of it is read over */
	bool decided; /* a branch was right: the later ones are not */
	bool maybe; /* a branch before may have been right */
	bool has_else, ignored, was_unsure;
	struct mk_journal journal; /* where maybe or the branch itself is not decided */
	bool has_journal;
};

struct reader {
	struct mk_maker *m;
	struct fl_slice rest, file;
	int64_t line; /* of rest */
	struct mk_open open; /* the rule that tabbed lines belong to */
	bool after_rule;
	struct condition conditions[MK_CONDITIONS_MAX];
	size_t depth, too_deep;
	struct fl_slice define; /* the name of the definition that is being read, or NULL */
	struct mk_assign define_as;
	size_t define_depth;
	struct fl_buf body;
};

/* Does a line end with a backslash that joins it with the next? */
static bool continues(struct fl_slice line)
{
	size_t n = 0;
	while (n < line.len && line.ptr[line.len - 1 - n] == '\\')
		n++;
	return n % 2;
}

static struct fl_slice without_cr(struct fl_slice line)
{
	return fl_slice_ends(line, "\r") ? fl_slice_head(line, line.len - 1) : line;
}

/* The next line with those that it goes on in; joined by one blank, or as they stand in recipes. */
static bool next_line(struct reader *r, bool recipe, struct fl_slice *ret_line, int64_t *ret_at)
{
	struct fl_slice line;
	if (!fl_slice_line(&r->rest, &line))
		return false;
	*ret_at = r->line++;
	line = without_cr(line);
	*ret_line = line;
	if (!continues(line))
		return true;
	struct fl_buf b;
	fl_buf_init(&b, PLAT_FILE_MAX);
	while (continues(line)) {
		struct fl_slice part = fl_slice_head(line, line.len - 1);
		if (recipe) {
			fl_buf_slice(&b, part);
			fl_buf_str(&b, "\\\n");
		} else {
			while (part.len && plat_mk_blank(part.ptr[part.len - 1]))
				part.len--;
			fl_buf_slice(&b, part);
			fl_buf_char(&b, ' ');
		}
		if (!fl_slice_line(&r->rest, &line)) {
			line = fl_slice(NULL, 0);
			break;
		}
		r->line++;
		line = without_cr(line);
		if (recipe && fl_slice_starts(line, "\t"))
			line = fl_slice_skip(line, 1);
		while (!recipe && line.len && plat_mk_blank(line.ptr[0]))
			line = fl_slice_skip(line, 1);
	}
	fl_buf_slice(&b, line);
	*ret_line = fl_arena_slice(&r->m->work->arena, fl_buf_view(&b));
	fl_buf_release(&b);
	return true;
}

struct fl_slice plat_mk_strip_comment(struct mk_maker *m, struct fl_slice line)
{
	ptrdiff_t hash = fl_slice_chr(line, '#');
	if (hash < 0)
		return line;
	struct fl_buf b;
	fl_buf_init(&b, PLAT_FILE_MAX);
	for (size_t i = 0; i < line.len && line.ptr[i] != '#'; i++) {
		if (line.ptr[i] == '\\' && i + 1 < line.len && line.ptr[i + 1] == '#')
			i++;
		fl_buf_char(&b, line.ptr[i]);
	}
	struct fl_slice s = fl_arena_slice(&m->work->arena, fl_buf_view(&b));
	fl_buf_release(&b);
	return s;
}

/* Cut the first word off. */
static struct fl_slice first_word(struct fl_slice line, struct fl_slice *ret_rest)
{
	size_t n = 0;
	while (n < line.len && !plat_mk_blank(line.ptr[n]))
		n++;
	*ret_rest = fl_slice_trim(fl_slice_skip(line, n));
	return fl_slice_head(line, n);
}

static enum mk_truth negate(enum mk_truth t)
{
	return t == MK_YES ? MK_NO : t == MK_NO ? MK_YES : MK_MAYBE;
}

/* "(a,b)", "'a' 'b'" with either quote. */
static enum mk_truth equal_texts(struct mk_maker *m, struct fl_slice s)
{
	struct fl_slice a, b;
	if (fl_slice_starts(s, "(")) {
		size_t i = 1, level = 0, comma = 0;
		for (; i < s.len && !(s.ptr[i] == ')' && !level); i++) {
			level += s.ptr[i] == '(';
			level -= s.ptr[i] == ')';
			if (s.ptr[i] == ',' && !level && !comma)
				comma = i;
		}
		if (!comma)
			return MK_MAYBE;
		a = fl_slice_trim(fl_slice(s.ptr + 1, comma - 1));
		b = fl_slice_trim(fl_slice(s.ptr + comma + 1, i - comma - 1));
	} else {
		struct fl_slice *parts[] = {&a, &b};
		for (int i = 0; i < 2; i++) {
			s = fl_slice_trim(s);
			ptrdiff_t end = s.len ? fl_slice_chr(fl_slice_skip(s, 1), s.ptr[0]) : -1;
			if (end < 0 || (s.ptr[0] != '"' && s.ptr[0] != '\''))
				return MK_MAYBE;
			*parts[i] = fl_slice(s.ptr + 1, (size_t)end);
			s = fl_slice_skip(s, (size_t)end + 2);
		}
	}
	return plat_mk_equal(plat_mk_expanded(m, a), plat_mk_expanded(m, b));
}

static enum mk_truth is_defined(struct mk_maker *m, struct fl_slice text)
{
	struct fl_slice name = fl_slice_trim(plat_mk_expanded(m, text));
	const struct mk_var *v = plat_mk_var(m->globals, name);
	if (!plat_mk_clear(name))
		return MK_MAYBE;
	if (!v && (m->blind || (m->kbuild && fl_slice_starts(name, "CONFIG_"))))
		return MK_MAYBE;
	return v && v->value.text.len ? plat_mk_filled(v->value.text) : MK_NO;
}

static bool condition_of(
	struct mk_maker *m, struct fl_slice word, struct fl_slice rest, enum mk_truth *ret)
{
	bool equal = fl_slice_eqs(word, "ifeq"), unequal = fl_slice_eqs(word, "ifneq");
	bool set = fl_slice_eqs(word, "ifdef"), unset = fl_slice_eqs(word, "ifndef");
	if (!equal && !unequal && !set && !unset)
		return false;
	if (ret) {
		enum mk_truth t = set || unset ? is_defined(m, rest) : equal_texts(m, rest);
		*ret = unequal || unset ? negate(t) : t;
	}
	return true;
}

/* Begin a branch of which this is known. */
static void branch(struct reader *r, struct condition *c, enum mk_truth t)
{
	bool live = !c->outer_ignored && !c->decided && t != MK_NO;
	c->ignored = !live;
	if (!live)
		return;
	if (t == MK_MAYBE && !c->has_journal) {
		c->has_journal = true;
		plat_mk_branch_begin(r->m, &c->journal);
	}
	c->maybe |= t == MK_MAYBE;
	c->decided = t == MK_YES;
	r->m->unsure = c->was_unsure || c->maybe;
}

static void condition_if(struct reader *r, struct fl_slice word, struct fl_slice rest)
{
	bool ignored = r->depth && r->conditions[r->depth - 1].ignored;
	enum mk_truth t = MK_NO;
	if (r->depth == MK_CONDITIONS_MAX) {
		r->too_deep++;
		return;
	}
	struct condition *c = &r->conditions[r->depth];
	*c = (struct condition){.outer_ignored = ignored, .was_unsure = r->m->unsure};
	condition_of(r->m, word, rest, ignored ? NULL : &t);
	r->depth++;
	branch(r, c, t);
}

/* The branch that was read is over. */
static void leave_branch(struct reader *r, struct condition *c)
{
	if (!c->ignored && c->has_journal)
		plat_mk_branch_next(r->m);
	r->m->unsure = c->was_unsure;
}

static void condition_else(struct reader *r, struct fl_slice rest)
{
	struct condition *c = r->depth ? &r->conditions[r->depth - 1] : NULL;
	struct fl_slice text, word = first_word(rest, &text);
	enum mk_truth t = MK_YES;
	if (!c || r->too_deep)
		return;
	leave_branch(r, c);
	/* the variables that a condition looks at are those before the first branch */
	condition_of(r->m, word, text, c->outer_ignored || c->decided ? NULL : &t);
	branch(r, c, t);
}

static void condition_end(struct reader *r)
{
	if (r->too_deep) {
		r->too_deep--;
		return;
	}
	if (!r->depth)
		return;
	struct condition *c = &r->conditions[--r->depth];
	leave_branch(r, c);
	if (c->has_journal)
		plat_mk_branch_end(r->m, c->decided);
}

static bool is_conditional(struct reader *r, struct fl_slice line)
{
	struct fl_slice rest, word = first_word(line, &rest);
	if (fl_slice_starts(line, "ifeq(") || fl_slice_starts(line, "ifneq(")) {
		size_t n = (size_t)fl_slice_chr(line, '(');
		word = fl_slice_head(line, n);
		rest = fl_slice_skip(line, n);
	}
	if (condition_of(r->m, word, rest, NULL))
		condition_if(r, word, rest);
	else if (fl_slice_eqs(word, "else"))
		condition_else(r, rest);
	else if (fl_slice_eqs(word, "endif"))
		condition_end(r);
	else
		return false;
	return true;
}

static void define_begin(struct reader *r, struct fl_slice rest)
{
	struct mk_assign a = {.op = MK_SET};
	if (!plat_mk_is_assignment(rest, &a))
		a.name = rest;
	a.override = r->define_as.override;
	r->define_as = a;
	r->define_depth = 1;
	fl_buf_init(&r->body, MK_TEXT_MAX);
}

/* A line within "define … endef". */
static void define_line(struct reader *r, struct fl_slice raw)
{
	struct fl_slice rest, line = fl_slice_trim(raw), word = first_word(line, &rest);
	if (fl_slice_eqs(word, "define"))
		r->define_depth++;
	else if (fl_slice_eqs(word, "endef"))
		r->define_depth--;
	if (r->define_depth) {
		if (r->body.len)
			fl_buf_char(&r->body, '\n');
		fl_buf_slice(&r->body, raw);
		return;
	}
	bool ignored = r->depth && r->conditions[r->depth - 1].ignored;
	struct mk_assign a = r->define_as;
	a.name = fl_slice_trim(plat_mk_expanded(r->m, a.name));
	a.text = fl_arena_slice(&r->m->work->arena, fl_buf_view(&r->body));
	fl_buf_release(&r->body);
	r->define_as = (struct mk_assign){0};
	if (!ignored && plat_mk_clear(a.name))
		plat_mk_assign(r->m, r->m->globals, &a);
}

/* Files that only list what depends on what. */
static bool is_dependencies(struct fl_slice name)
{
	return fl_slice_ends(name, ".d") || fl_slice_find(fl_path_name(name), "dep") >= 0 ||
	       fl_slice_ends(name, ".P");
}

static void include_one(struct mk_maker *m, struct fl_slice name, bool needed)
{
	struct fl_slice path, text;
	struct plat_place at = m->at;
	struct fl_error err;
	bool inside = plat_mk_path(m, name, &path);
	int rc = inside ? plat_tree_read(m->work->tree, path, &m->work->arena, &text, &err)
			: FL_ENOTFOUND;
	if (rc && needed && !is_dependencies(name)) {
		plat_mk_skip(m->work, at, "a file that it includes is not there");
		m->blind = true;
	}
	if (rc || m->depth >= MK_DEPTH_MAX || !plat_mk_spend(m, text.len))
		return;
	struct fl_slice list = FL_S("MAKEFILE_LIST"),
			had = plat_mk_expanded(m, FL_S("$(MAKEFILE_LIST)"));
	plat_mk_set_text(m, m->globals, list,
		fl_arena_printf(&m->work->arena, "%.*s %.*s", FL_ARG(had), FL_ARG(name)), MK_FILE);
	/* files that include themselves end sooner than references do */
	m->depth += 3;
	plat_mk_read_text(m, path, text);
	m->depth -= 3;
	m->at = at;
}

static void include(struct mk_maker *m, struct fl_slice rest, bool needed)
{
	struct mk_words w = plat_mk_words(plat_mk_expanded(m, rest));
	struct mk_word word, found;
	while (plat_mk_next(&w, &word) && plat_mk_spend(m, word.text.len)) {
		struct fl_buf b;
		struct mk_list l = {.out = &b};
		if (word.unknown || word.perhaps) {
			m->blind = true;
			continue;
		}
		fl_buf_init(&b, MK_TEXT_MAX);
		if (fl_slice_chr(word.text, '*') >= 0 || fl_slice_chr(word.text, '?') >= 0)
			plat_mk_wildcard(m, word.text, &l);
		else
			fl_buf_slice(&b, word.text);
		struct mk_words names = plat_mk_words(fl_buf_view(&b));
		while (plat_mk_next(&names, &found))
			include_one(m, fl_arena_slice(&m->work->arena, found.text), needed);
		fl_buf_release(&b);
	}
}

static void export_names(struct mk_maker *m, struct fl_slice rest, bool exported)
{
	struct mk_words w = plat_mk_words(plat_mk_expanded(m, rest));
	struct mk_word word;
	if (!rest.len)
		m->export_all = exported;
	while (plat_mk_next(&w, &word)) {
		struct mk_value none = {.origin = MK_UNDEFINED};
		struct mk_var *v = word.unknown ? NULL : plat_mk_var_here(m->globals, word.text);
		/* it may get its value later */
		if (!v && !word.unknown)
			v = plat_mk_set(m, m->globals, word.text, &none);
		if (v)
			v->exported = exported;
	}
}

static void vpath(struct mk_maker *m, struct fl_slice rest)
{
	struct fl_slice directories, pattern;
	pattern = first_word(fl_slice_trim(plat_mk_expanded(m, rest)), &directories);
	if (!directories.len) {
		m->vpaths = NULL;
		m->vpaths_end = &m->vpaths;
		return;
	}
	struct mk_vpath *v = fl_arena_alloc(&m->work->arena, sizeof(*v));
	if (!v)
		return;
	*v = (struct mk_vpath){.pattern = pattern, .directories = directories};
	*m->vpaths_end = v;
	m->vpaths_end = &v->next;
}

static void undefine(struct mk_maker *m, struct fl_slice rest)
{
	struct mk_value none = {.origin = MK_UNDEFINED};
	struct fl_slice name = fl_slice_trim(plat_mk_expanded(m, rest));
	if (plat_mk_var_here(m->globals, name))
		plat_mk_set(m, m->globals, name, &none);
}

/* Lines that begin with a word of make's own. */
static bool directive(struct reader *r, struct fl_slice line)
{
	struct mk_maker *m = r->m;
	struct fl_slice rest, word = first_word(line, &rest), after;
	if (fl_slice_eqs(word, "override") || fl_slice_eqs(word, "export")) {
		struct fl_slice second = first_word(rest, &after);
		r->define_as.override = fl_slice_eqs(word, "override");
		if (fl_slice_eqs(second, "define")) {
			define_begin(r, after);
			return true;
		}
		r->define_as.override = false;
		if (fl_slice_eqs(word, "export"))
			export_names(m, rest, true);
		return fl_slice_eqs(word, "export");
	}
	if (fl_slice_eqs(word, "define"))
		define_begin(r, rest);
	else if (fl_slice_eqs(word, "include"))
		include(m, rest, true);
	else if (fl_slice_eqs(word, "-include") || fl_slice_eqs(word, "sinclude"))
		include(m, rest, false);
	else if (fl_slice_eqs(word, "unexport"))
		export_names(m, rest, false);
	else if (fl_slice_eqs(word, "vpath"))
		vpath(m, rest);
	else if (fl_slice_eqs(word, "undefine"))
		undefine(m, rest);
	else
		return false;
	return true;
}

static void assign(struct mk_maker *m, struct mk_assign *a)
{
	a->name = fl_slice_trim(plat_mk_expanded(m, a->name));
	if (m->kbuild)
		plat_mk_kbuild_assign(m, a);
	if (!a->name.len || !plat_mk_clear(a->name))
		return;
	if (fl_slice_eqs(a->name, "MAKEFLAGS"))
		m->no_builtin_rules |= fl_slice_find(a->text, "-r") >= 0 ||
				       fl_slice_find(a->text, "--no-builtin-rules") >= 0 ||
				       fl_slice_starts(a->text, "r");
	plat_mk_assign(m, m->globals, a);
}

static void read_line(struct reader *r, struct fl_slice raw)
{
	struct mk_maker *m = r->m;
	bool ignored = r->depth && r->conditions[r->depth - 1].ignored;
	struct mk_assign a;
	if (fl_slice_starts(raw, "\t") && r->after_rule) {
		if (!ignored)
			plat_mk_recipe_add(m, &r->open, fl_slice_skip(raw, 1));
		return;
	}
	struct fl_slice line = fl_slice_trim(plat_mk_strip_comment(m, raw));
	if (!line.len || is_conditional(r, line) || ignored || r->too_deep)
		return;
	if (plat_mk_is_assignment(raw, &a)) {
		a.text = plat_mk_strip_comment(m, a.text);
		r->after_rule = false;
		assign(m, &a);
		return;
	}
	r->after_rule = false;
	if (directive(r, line))
		return;
	r->open = (struct mk_open){0};
	plat_mk_rule(m, line, &r->open);
	r->after_rule = true;
}

void plat_mk_read_text(struct mk_maker *m, struct fl_slice file, struct fl_slice text)
{
	struct reader r = {.m = m, .rest = text, .file = file, .line = 1};
	struct fl_slice line;
	int64_t at;
	bool evaluated = fl_slice_eq(file, m->at.file) && m->depth && m->at.line;
	int64_t fixed = evaluated ? m->at.line : 0;
	fl_buf_init(&r.body, MK_TEXT_MAX);
	for (;;) {
		bool recipe = r.after_rule && !r.define_depth && fl_slice_starts(r.rest, "\t");
		if (r.define_depth) {
			if (!fl_slice_line(&r.rest, &line))
				break;
			at = r.line++;
			m->at = (struct plat_place){file, fixed ? fixed : at};
			define_line(&r, without_cr(line));
			continue;
		}
		if (!next_line(&r, recipe, &line, &at) || !plat_mk_spend(m, line.len))
			break;
		m->at = (struct plat_place){file, fixed ? fixed : at};
		read_line(&r, line);
	}
	fl_buf_release(&r.body);
	while (r.depth)
		condition_end(&r);
}
