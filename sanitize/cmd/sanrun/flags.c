/* Flags as a compiler takes them: of the command line, and of compile_commands.json. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "sanitize/cmd/sanrun/tool.h"

enum { DATABASE_MAX = 64 << 20, WORDS_MAX = 4096, PATH_BYTES = 4096 };

/* Where words go, and what relative paths in them are relative to (NULL: where we are). */
struct sink {
	struct sanrun *s;
	const char *base, *directory;
	struct sanrun_flags *flags;
	struct fl_vec *words;
};

const char *sanrun_inside(struct sanrun *s, const char *base, const char *path)
{
	size_t len = strlen(base);
	if (!strncmp(path, "/usr/", 5) || !strncmp(path, "/lib", 4))
		return path; /* a box shows it at its own place */
	if (!strncmp(path, base, len) && (path[len] == '/' || !path[len]))
		return path[len] ? path + len + 1 : ".";
	return fl_arena_printf(&s->arena, SAN_OUTER "%s", path).ptr;
}

static int add_text(struct sink *k, struct fl_vec *to, const char *text)
{
	const char **at = text ? fl_vec_add(to) : NULL;
	if (!at)
		return fl_error_set(k->s->err, FL_ELIMIT, "more than %d flags", WORDS_MAX);
	*at = text;
	return 0;
}

/* The real path of a name, in the arena; NULL when there is nothing. */
static const char *real_path(struct sink *k, const char *name)
{
	const char *full = name;
	if (k->directory && name[0] != '/')
		full = fl_arena_printf(&k->s->arena, "%s/%s", k->directory, name).ptr;
	char *real = full ? realpath(full, NULL) : NULL;
	const char *kept = real ? fl_arena_slice(&k->s->arena, fl_slice_str(real)).ptr : NULL;
	free(real);
	return kept;
}

/* Compilers pass over a directory that is not there, too, but say so only with -v. */
static int add_directory(struct sink *k, char kind, const char *flag, const char *name)
{
	const char *path = real_path(k, name);
	if (!path) {
		sanrun_say(k->s, "%s %s: there is no such directory", flag, name);
		return 0;
	}
	struct sanrun_dir *dir = fl_vec_add(&k->flags->dirs);
	if (!dir)
		return fl_error_set(k->s->err, FL_ELIMIT, "too many directories");
	*dir = (struct sanrun_dir){path, kind};
	int rc = add_text(k, k->words, flag);
	return rc ? rc : add_text(k, k->words, sanrun_inside(k->s, k->base, path));
}

static int add_include(struct sink *k, const char *name)
{
	const char *path = real_path(k, name);
	if (!path)
		return fl_error_sys(
			k->s->err, FL_EMISSING, errno, "-include: cannot open %s", name);
	int rc = add_text(k, &k->flags->includes, path);
	if (rc == 0)
		rc = add_text(k, k->words, "-include");
	return rc ? rc : add_text(k, k->words, sanrun_inside(k->s, k->base, path));
}

static int add_joined(struct sink *k, const char *flag, const char *text)
{
	return add_text(k, k->words, fl_arena_printf(&k->s->arena, "%s%s", flag, text).ptr);
}

/* ---- the command line ---- */

static const struct {
	size_t option;
	const char *flag;
	char kind; /* of a directory; 'f' a file to include; 0: passed on, joined */
} rows[] = {
	{OPT_INCLUDE_DIR, "-I", 'I'},
	{OPT_ISYSTEM, "-isystem", 's'},
	{OPT_IQUOTE, "-iquote", 'q'},
	{OPT_LIBRARY_DIR, "-L", 'L'},
	{OPT_INCLUDE, "-include", 'f'},
	{OPT_DEFINE, "-D", 0},
	{OPT_UNDEFINE, "-U", 0},
	{OPT_LIBRARY, "-l", 0},
	{OPT_WARNING, "-W", 0},
	{OPT_FEATURE, "-f", 0},
	{OPT_MACHINE, "-m", 0},
	{OPT_OPTIMIZE, "-O", 0},
	{OPT_FLAG, "", 0},
};

int sanrun_flags_take(struct sanrun *s, const char *base, struct sanrun_flags *flags)
{
	struct sink k = {.s = s, .base = base, .flags = flags, .words = &flags->words};
	int rc = 0;
	fl_vec_init(&flags->dirs, sizeof(struct sanrun_dir), WORDS_MAX);
	fl_vec_init(&flags->includes, sizeof(const char *), WORDS_MAX);
	fl_vec_init(&flags->words, sizeof(const char *), WORDS_MAX);
	for (size_t i = 0; i < s->o->seen_count && rc == 0; i++) {
		const struct fl_opt_seen *seen = &s->o->seen[i];
		for (size_t r = 0; r < sizeof(rows) / sizeof(*rows) && rc == 0; r++) {
			if (rows[r].option != seen->option)
				continue;
			if (rows[r].kind == 'f')
				rc = add_include(&k, seen->text);
			else if (rows[r].kind)
				rc = add_directory(&k, rows[r].kind, rows[r].flag, seen->text);
			else
				rc = add_joined(&k, rows[r].flag, seen->text);
		}
		/* "-p" and "-pthread" begin alike */
		if (seen->option == OPT_COMMANDS && !strcmp(seen->text, "thread") && rc == 0)
			rc = add_text(&k, k.words, "-pthread");
	}
	return rc ? rc : fl_arena_error(&s->arena, "the flags", s->err);
}

/* ---- compile_commands.json ---- */

/* Cut a word off a command line as a shell would read it: quotes and backslashes. */
static bool cut_word(struct fl_slice *rest, struct fl_buf *out)
{
	struct fl_slice s = *rest;
	char quote = 0;
	fl_buf_clear(out);
	while (s.len && (*s.ptr == ' ' || *s.ptr == '\t' || *s.ptr == '\n'))
		s = fl_slice_skip(s, 1);
	bool any = s.len > 0;
	for (; s.len; s = fl_slice_skip(s, 1)) {
		char c = *s.ptr;
		if (!quote && (c == ' ' || c == '\t' || c == '\n'))
			break;
		if (c == quote) {
			quote = 0;
		} else if (!quote && (c == '\'' || c == '"')) {
			quote = c;
		} else if (c == '\\' && quote != '\'' && s.len > 1) {
			s = fl_slice_skip(s, 1);
			fl_buf_char(out, *s.ptr);
		} else {
			fl_buf_char(out, c);
		}
	}
	*rest = s;
	return any;
}

/* The words of an entry, "arguments" or "command", NULL-terminated. */
static const char **entry_words(struct sanrun *s, const struct fl_json *entry, size_t *ret_count)
{
	const struct fl_json *list = fl_json_get(entry, "arguments");
	struct fl_slice text = fl_json_str(fl_json_get(entry, "command"));
	const char **words = fl_arena_array(&s->arena, WORDS_MAX + 1, sizeof(*words));
	struct fl_buf word;
	size_t n = 0;
	fl_buf_init(&word, DATABASE_MAX);
	for (const struct fl_json *v = list ? list->child : NULL; words && v && n < WORDS_MAX;
		v = v->next)
		words[n++] = fl_arena_slice(&s->arena, fl_json_str(v)).ptr;
	while (!list && words && n < WORDS_MAX && cut_word(&text, &word))
		words[n++] = fl_arena_slice(&s->arena, fl_buf_view(&word)).ptr;
	fl_buf_release(&word);
	*ret_count = n;
	return words;
}

/* What sanitizers cannot work with, or what only says how things are written. */
static bool is_unfit(const char *word)
{
	static const char *const starts[] = {"-fsanitize", "-flto", "-fomit-frame-pointer",
		"-fdiagnostics", "-fcolor-diagnostics", "-fmodules", "-fprofile", "-fno-color"};
	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		if (!strncmp(word, starts[i], strlen(starts[i])))
			return true;
	return !strncmp(word, "-D_FORTIFY_SOURCE", 17);
}

/* Take the flag that words[*at] is, with its value; what is none that matters is passed over. */
static int take_word(struct sink *k, const char *const *words, size_t count, size_t *at)
{
	static const char *const joined[] = {"-f", "-m", "-std=", "-pthread", "-ansi"};
	const char *word = words[*at];
	for (size_t r = 0; r < sizeof(rows) / sizeof(*rows); r++) {
		size_t len = strlen(rows[r].flag);
		bool valued =
			rows[r].kind || !strcmp(rows[r].flag, "-D") || !strcmp(rows[r].flag, "-U");
		if (!valued || rows[r].kind == 'L' || strncmp(word, rows[r].flag, len) != 0)
			continue;
		const char *value = word + len;
		if (!*value && *at + 1 < count)
			value = words[++*at];
		if (rows[r].kind == 'f')
			return add_include(k, value);
		if (rows[r].kind)
			return add_directory(k, rows[r].kind, rows[r].flag, value);
		return is_unfit(word) ? 0 : add_joined(k, rows[r].flag, value);
	}
	for (size_t i = 0; i < sizeof(joined) / sizeof(*joined); i++)
		if (!strncmp(word, joined[i], strlen(joined[i])) && !is_unfit(word))
			return add_text(k, k->words, word);
	return 0;
}

static int read_database(struct sanrun *s, const struct fl_json **ret_list)
{
	const char *name = fl_opt_text(s->o, OPT_COMMANDS);
	struct fl_buf text;
	const struct fl_json *list = NULL;
	fl_buf_init(&text, DATABASE_MAX);
	int rc = fl_buf_read_file(&text, name, s->err);
	if (rc) {
		const char *inner =
			fl_arena_printf(&s->arena, "%s/compile_commands.json", name).ptr;
		fl_buf_clear(&text);
		rc = inner && !fl_buf_read_file(&text, inner, s->err) ? 0 : rc;
	}
	if (rc == 0)
		rc = fl_json_parse(
			fl_arena_slice(&s->arena, fl_buf_view(&text)), &s->arena, &list, s->err);
	if (rc)
		fl_error_wrap(s->err, "%s", name);
	else
		*ret_list = list;
	fl_buf_release(&text);
	return rc;
}

static bool is_of(struct sink *k, const struct fl_json *entry, const char *source)
{
	struct fl_slice file = fl_json_str(fl_json_get(entry, "file"));
	struct fl_slice directory = fl_json_str(fl_json_get(entry, "directory"));
	k->directory = fl_arena_slice(&k->s->arena, directory).ptr;
	const char *name = fl_arena_slice(&k->s->arena, file).ptr;
	const char *path = name ? real_path(k, name) : NULL;
	return path && !strcmp(path, source);
}

int sanrun_flags_of(struct sanrun *s, const char *base, const char *source,
	struct sanrun_flags *flags, const char *const **ret_words)
{
	const char *name = fl_opt_text(s->o, OPT_COMMANDS);
	const struct fl_json *list;
	struct fl_vec words;
	if (!name || !strcmp(name, "thread")) {
		*ret_words = NULL;
		return 0;
	}
	int rc = read_database(s, &list);
	if (rc)
		return rc;
	struct sink k = {.s = s, .base = base, .flags = flags, .words = &words};
	const struct fl_json *entry = list->child;
	while (entry && !is_of(&k, entry, source))
		entry = entry->next;
	if (!entry)
		return fl_error_set(s->err, FL_EMISSING, "%s has no command for %s", name, source);
	fl_vec_init(&words, sizeof(const char *), WORDS_MAX);
	size_t count;
	const char **all = entry_words(s, entry, &count);
	for (size_t i = 1; all && i < count && rc == 0; i++)
		rc = take_word(&k, all, count, &i);
	const char **kept = fl_arena_array(&s->arena, words.len + 1, sizeof(*kept));
	for (size_t i = 0; kept && i < words.len; i++)
		kept[i] = *(const char **)fl_vec_at(&words, i);
	fl_vec_release(&words);
	if (rc == 0)
		*ret_words = kept;
	return rc ? rc : fl_arena_error(&s->arena, "the flags", s->err);
}
