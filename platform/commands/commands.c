#include "platform/commands/commands.h"

#include "base/json.h"
#include "base/path.h"
#include "base/source_name.h"

/* A file's command. */
struct command {
	struct fl_slice directory, file, output;
	struct fl_slice path; /* beneath the tree's root */
	struct fl_slice target;
	struct fl_list arguments; /* texts */
	const char *build; /* the system that it is of, or NULL */
	int64_t line;
};

/* A target under construction. */
struct group {
	struct fl_slice name;
	struct fl_list arguments;
	struct fl_vec sources; /* struct plat_source */
	const char *build;
	int64_t line;
};

struct reader {
	struct plat_tree *tree;
	struct fl_arena *a;
	struct fl_slice name; /* of the file that is read */
	struct fl_slice text; /* what of it is not counted yet */
	int64_t line;
	struct fl_slice
		prefix; /* where the root was when it was built; known once a file is found */
	bool has_prefix;
	struct fl_vec groups;
};

/* One word of a command line, as a shell cuts it: no variables, no patterns. It goes to *to. */
static struct fl_slice cut_argument(struct fl_slice *rest, char **to)
{
	char *word = *to;
	size_t n = 0, i = 0;
	char quote = 0;
	for (; i < rest->len; i++) {
		char c = rest->ptr[i];
		bool escapes = c == '\\' && quote != '\'' && i + 1 < rest->len &&
			       (!quote || strchr("\"\\$`", rest->ptr[i + 1]));
		if (!quote && (c == ' ' || c == '\t' || c == '\n'))
			break;
		if (escapes)
			word[n++] = rest->ptr[++i];
		else if (quote ? c == quote : c == '"' || c == '\'')
			quote = quote ? 0 : c;
		else
			word[n++] = c;
	}
	*to += n;
	*rest = fl_slice_trim(fl_slice_skip(*rest, i));
	return fl_slice(word, n);
}

static struct fl_list split(struct fl_slice command, struct fl_arena *a)
{
	struct fl_vec words;
	fl_vec_init(&words, sizeof(struct fl_slice), PLAT_ARGUMENTS_MAX);
	char *to = fl_arena_alloc(a, command.len + 1);
	command = fl_slice_trim(command);
	while (to && command.len && !words.failed) {
		struct fl_slice *word = fl_vec_add(&words);
		if (word)
			*word = cut_argument(&command, &to);
	}
	words.failed = 0; /* those that do not fit are left out */
	struct fl_list list = fl_vec_freeze(&words, a);
	fl_vec_release(&words);
	return list;
}

static struct fl_list listed(const struct fl_json *array, struct fl_arena *a)
{
	struct fl_vec words;
	fl_vec_init(&words, sizeof(struct fl_slice), PLAT_ARGUMENTS_MAX);
	for (const struct fl_json *v = array->child; v; v = v->next) {
		struct fl_slice *word = fl_vec_add(&words);
		if (word)
			*word = fl_json_str(v);
	}
	struct fl_list list = fl_vec_freeze(&words, a);
	fl_vec_release(&words);
	return list;
}

/* The line that the next "file" stands in. */
static int64_t next_line(struct reader *r)
{
	static const char key[] = "\"file\"";
	const char *found =
		r->text.len ? memmem(r->text.ptr, r->text.len, key, sizeof(key) - 1) : NULL;
	if (!found)
		return 0;
	size_t n = (size_t)(found - r->text.ptr);
	r->line += (int64_t)fl_slice_count(fl_slice_head(r->text, n), '\n');
	r->text = fl_slice_skip(r->text, n + sizeof(key) - 1);
	return r->line;
}

/*
 * The file's path in the tree: without what the root was called when it was built, which the first
 * file tells that is found by its end.
 */
static bool find_path(struct reader *r, struct fl_slice path, struct fl_slice *ret_path)
{
	path = fl_path_straight(r->a, path, NULL);
	if (r->has_prefix) {
		*ret_path = fl_slice_skip(path, r->prefix.len);
		return fl_slice_starts_with(path, r->prefix) &&
		       plat_tree_has_file(r->tree, *ret_path);
	}
	for (struct fl_slice rest = path; rest.len;) {
		if (plat_tree_has_file(r->tree, rest)) {
			r->prefix = fl_slice_head(path, path.len - rest.len);
			r->has_prefix = true;
			*ret_path = rest;
			return true;
		}
		ptrdiff_t slash = fl_slice_chr(rest, '/');
		rest = fl_slice_skip(rest, slash < 0 ? rest.len : (size_t)slash + 1);
	}
	return false;
}

/* "dir/CMakeFiles/NAME.dir/a.o", "src/libNAME.so.1.p/a.o" */
static struct fl_slice target_of(struct fl_slice output)
{
	static const char *const ends[] = {".dir", ".p"};
	while (output.len) {
		ptrdiff_t slash = fl_slice_chr(output, '/');
		struct fl_slice part =
			fl_slice_head(output, slash < 0 ? output.len : (size_t)slash);
		output = fl_slice_skip(output, part.len + 1);
		for (size_t i = 0; i < 2 && output.len; i++)
			if (fl_slice_ends(part, ends[i])) {
				struct fl_slice name =
					fl_slice_head(part, part.len - strlen(ends[i]));
				ptrdiff_t so = fl_slice_find(name, ".so");
				bool lib = fl_slice_starts(name, "lib") &&
					   (so > 0 || fl_slice_ends(name, ".a"));
				if (so > 0)
					name = fl_slice_head(name, (size_t)so);
				else if (lib)
					name = fl_slice_head(name, name.len - 2);
				return fl_slice_skip(name, lib ? 3 : 0);
			}
	}
	return fl_slice(NULL, 0);
}

/* What is of this file alone, and says nothing of how it is compiled. */
static bool is_of_file(const struct fl_slice *words, size_t i, size_t *ret_count)
{
	static const char *const with_value[] = {"-o", "-MF", "-MT", "-MQ", "/Fo", "-c"};
	*ret_count = 1;
	if (i && fl_slice_is_one(words[i - 1], with_value, 6))
		return true;
	return fl_slice_is_one(words[i], with_value, 6) || fl_source_name(words[i]) ||
	       fl_slice_starts(words[i], "-MD") || fl_slice_starts(words[i], "-I");
}

static struct fl_list shared_arguments(struct fl_list all, struct fl_arena *a)
{
	const struct fl_slice *words = all.items;
	struct fl_slice *kept = fl_arena_array(a, all.len + 1, sizeof(*kept));
	size_t n = 0, count;
	for (size_t i = 0; kept && i < all.len; i++)
		if (i == 0 || !is_of_file(words, i, &count))
			kept[n++] = words[i];
	return (struct fl_list){kept, n};
}

static bool same_words(struct fl_list a, struct fl_list b)
{
	const struct fl_slice *x = a.items, *y = b.items;
	if (a.len != b.len)
		return false;
	for (size_t i = 0; i < a.len; i++)
		if (!fl_slice_eq(x[i], y[i]))
			return false;
	return true;
}

static struct group *group_of(struct reader *r, const struct command *c)
{
	/* Commands of a target stand together. */
	enum { LOOK_BACK = 64 };
	size_t from = r->groups.len > LOOK_BACK ? r->groups.len - LOOK_BACK : 0;
	for (size_t i = r->groups.len; i > from; i--) {
		struct group *g = fl_vec_at(&r->groups, i - 1);
		if (fl_slice_eq(g->name, c->target) && same_words(g->arguments, c->arguments))
			return g;
	}
	struct group *g = fl_vec_add(&r->groups);
	if (!g)
		return NULL;
	*g = (struct group){
		.name = c->target, .arguments = c->arguments, .build = c->build, .line = c->line};
	fl_vec_init(&g->sources, sizeof(struct plat_source), PLAT_SOURCES_MAX);
	return g;
}

/* Programs that stand before the compiler in a command. */
static size_t launchers(struct fl_list arguments)
{
	static const char *const names[] = {"ccache", "distcc", "sccache", "icecc"};
	const struct fl_slice *words = arguments.items;
	size_t n = 0;
	while (n < arguments.len && fl_slice_is_one(fl_path_name(words[n]), names, 4))
		n++;
	return n;
}

static struct fl_list settings_of(const struct reader *r, const struct group *g)
{
	const struct fl_slice *words = g->arguments.items;
	size_t skip = launchers(g->arguments), n = 0;
	struct plat_setting *settings =
		fl_arena_array(r->a, g->arguments.len + 2, sizeof(*settings));
	if (settings && g->build)
		settings[n++] = (struct plat_setting){.what = PLAT_BUILD,
			.languages = PLAT_FOR_ALL,
			.value = fl_slice_str(g->build),
			.at = {r->name, g->line}};
	for (size_t i = skip; settings && i < g->arguments.len && n < PLAT_SETTINGS_MAX; i++)
		settings[n++] = (struct plat_setting){.what = i == skip ? PLAT_COMPILER : PLAT_FLAG,
			.languages = PLAT_FOR_ALL,
			.value = words[i],
			.at = {r->name, g->line}};
	return (struct fl_list){settings, n};
}

static void take_command(struct reader *r, const struct fl_json *v)
{
	struct command c = {.directory = fl_json_str(fl_json_get(v, "directory")),
		.file = fl_json_str(fl_json_get(v, "file")),
		.output = fl_json_str(fl_json_get(v, "output")),
		.line = next_line(r)};
	const struct fl_json *arguments = fl_json_get(v, "arguments");
	struct fl_slice whole = c.file;
	if (!fl_slice_starts(c.file, "/") && c.directory.len)
		whole = fl_arena_printf(r->a, "%.*s/%.*s", FL_ARG(c.directory), FL_ARG(c.file));
	if (!c.file.len || !find_path(r, whole, &c.path))
		return;
	c.arguments = arguments ? listed(arguments, r->a)
				: split(fl_json_str(fl_json_get(v, "command")), r->a);
	const struct fl_slice *words = c.arguments.items;
	for (size_t i = 0; !c.output.len && i + 1 < c.arguments.len; i++)
		if (fl_slice_eqs(words[i], "-o"))
			c.output = words[i + 1];
	c.target = target_of(c.output);
	if (c.target.len)
		c.build = fl_slice_find(c.output, "CMakeFiles/") >= 0 ? "cmake" : "meson";
	c.arguments = shared_arguments(c.arguments, r->a);
	struct group *g = group_of(r, &c);
	struct plat_source *source = g ? fl_vec_add(&g->sources) : NULL;
	if (source)
		source->path = c.path;
}

static int make_project(struct reader *r, struct plat_project *ret_project, struct fl_error *err)
{
	size_t n = r->groups.len;
	struct plat_target *targets = fl_arena_array(r->a, n + 1, sizeof(*targets));
	for (size_t i = 0; targets && i < n; i++) {
		struct group *g = fl_vec_at(&r->groups, i);
		targets[i] = (struct plat_target){.name = g->name,
			.kind = PLAT_OTHER,
			.at = {r->name, g->line},
			.settings = settings_of(r, g),
			.sources = fl_vec_freeze(&g->sources, r->a)};
	}
	int rc = fl_arena_error(r->a, "compile_commands.json", err);
	if (rc == 0 && r->groups.failed)
		rc = fl_error_set(
			err, r->groups.failed, "compile_commands.json has too many targets");
	if (rc == 0)
		*ret_project = (struct plat_project){.targets = {targets, n}};
	return rc;
}

int plat_commands_read(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct plat_project *ret_project, struct fl_error *err)
{
	static const char file[] = "compile_commands.json";
	struct reader r = {.tree = tree, .a = a, .line = 1};
	const struct fl_json *all = NULL;
	r.name = directory.len ? fl_arena_printf(a, "%.*s/%s", FL_ARG(directory), file)
			       : fl_slice_str(file);
	int rc = plat_tree_read(tree, r.name, a, &r.text, err);
	rc = rc ? rc : fl_json_parse(r.text, a, &all, err);
	if (rc)
		return rc;
	if (all->type != FL_JARRAY)
		return fl_error_set(err, FL_EPARSE, "%.*s is no list of commands", FL_ARG(r.name));
	fl_vec_init(&r.groups, sizeof(struct group), PLAT_TARGETS_MAX);
	for (const struct fl_json *v = all->child; v && !r.groups.failed; v = v->next)
		take_command(&r, v);
	rc = make_project(&r, ret_project, err);
	for (size_t i = 0; i < r.groups.len; i++)
		fl_vec_release(&((struct group *)fl_vec_at(&r.groups, i))->sources);
	fl_vec_release(&r.groups);
	return rc;
}
