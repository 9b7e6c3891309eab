#include "platform/configure/intro.h"

#include <stdlib.h>

#include "base/json.h"
#include "base/path.h"
#include "platform/configure/grow.h"
#include "platform/configure/words.h"

enum { LINKS_MAX = 1 << 15 };

/* A build.ninja's edge that links: its first output, relative to the build, and its LINK_ARGS. */
struct link {
	struct fl_slice output, arguments;
};

struct reader {
	struct fl_arena *arena;
	struct plat_grow grow;
	struct fl_list links; /* struct link, sorted by output */
};

static int by_output(const void *a, const void *b)
{
	const struct link *x = a, *y = b;
	return fl_slice_cmp(x->output, y->output);
}

/* The first output of "build OUTPUT …: RULE …". */
static struct fl_slice output_of(struct fl_slice line)
{
	size_t i = 0;
	line = fl_slice_skip(line, strlen("build "));
	while (i < line.len && line.ptr[i] != ' ' && line.ptr[i] != ':')
		i += line.ptr[i] == '$' ? 2 : 1;
	return fl_slice_head(line, i);
}

static int read_links(struct reader *r, struct fl_slice ninja)
{
	static const char key[] = " LINK_ARGS = ";
	struct fl_vec v;
	struct fl_slice line, output = {0};
	fl_vec_init(&v, sizeof(struct link), LINKS_MAX);
	while (fl_slice_line(&ninja, &line)) {
		if (fl_slice_starts(line, "build ")) {
			output = output_of(line);
		} else if (fl_slice_starts(line, key) && output.len) {
			struct link *l = fl_vec_add(&v);
			if (!l)
				break;
			*l = (struct link){output, fl_slice_skip(line, strlen(key))};
		}
	}
	int rc = v.failed;
	if (rc == 0) {
		if (v.len)
			qsort(v.data, v.len, v.size, by_output);
		r->links = fl_vec_freeze(&v, r->arena);
		rc = r->arena->failed;
	}
	fl_vec_release(&v);
	return rc;
}

static int add_libraries(struct reader *r, struct fl_slice filename, struct plat_place at)
{
	const struct fl_slice build = FL_S(PLAT_BOX_BUILD "/");
	if (!fl_slice_starts_with(filename, build) || !r->links.len)
		return 0;
	struct link wanted = {fl_slice_skip(filename, build.len), {0}};
	const struct link *l =
		bsearch(&wanted, r->links.items, r->links.len, sizeof(wanted), by_output);
	struct fl_slice rest = l ? l->arguments : (struct fl_slice){0}, word;
	enum plat_word kind;
	int rc = 0;
	while (rc == 0 && (kind = plat_word_next(&rest, r->arena, &word)) != PLAT_WORD_END) {
		struct fl_slice library = plat_word_library(word, r->arena);
		word = library.len ? library : word;
		if (kind == PLAT_WORD_TEXT && fl_slice_starts(word, "-"))
			rc = plat_grow_setting(
				&r->grow.settings, PLAT_LINK, PLAT_FOR_ALL, word, at);
	}
	return rc;
}

static enum plat_languages language_of(struct fl_slice name)
{
	if (fl_slice_eqs(name, "c"))
		return PLAT_FOR_C;
	return fl_slice_eqs(name, "cpp") ? PLAT_FOR_CXX : (enum plat_languages)0;
}

/* One language's part of a target. meson compiles all files of it alike. */
static int read_part(struct reader *r, const struct fl_json *part, struct plat_place at)
{
	enum plat_languages l = language_of(fl_json_str(fl_json_get(part, "language")));
	const struct fl_json *flags = fl_json_get(part, "parameters");
	const struct fl_json *sources = fl_json_get(part, "sources");
	int rc = 0;
	if (!l)
		return 0;
	for (const struct fl_json *f = flags ? flags->child : NULL; f && rc == 0; f = f->next)
		if (!fl_slice_starts(f->text, "-I"))
			rc = plat_grow_setting(&r->grow.settings, PLAT_FLAG, l, f->text, at);
	for (const struct fl_json *s = sources ? sources->child : NULL; s && rc == 0; s = s->next) {
		struct fl_slice path;
		if (plat_grow_path(r->arena, FL_S(PLAT_BOX_BUILD), s->text, &path))
			rc = plat_grow_source(&r->grow, path, (struct fl_list){0});
	}
	return rc;
}

static bool kind_of(struct fl_slice type, enum plat_target_kind *ret_kind)
{
	static const struct {
		const char *type;
		enum plat_target_kind kind;
	} kinds[] = {
		{"executable", PLAT_PROGRAM},
		{"static library", PLAT_STATIC_LIBRARY},
		{"shared library", PLAT_SHARED_LIBRARY},
		{"shared module", PLAT_LOADABLE},
	};
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (fl_slice_eqs(type, kinds[i].type)) {
			*ret_kind = kinds[i].kind;
			return true;
		}
	return false;
}

static int read_target(struct reader *r, const struct fl_json *target)
{
	enum plat_target_kind kind;
	struct plat_place at = {0};
	const struct fl_json *names = fl_json_get(target, "filename");
	const struct fl_json *parts = fl_json_get(target, "target_sources");
	int rc = 0;
	if (!kind_of(fl_json_str(fl_json_get(target, "type")), &kind))
		return 0;
	if (!plat_grow_path(r->arena, FL_S(PLAT_BOX_SOURCE),
		    fl_json_str(fl_json_get(target, "defined_in")), &at.file))
		at.file = (struct fl_slice){0};
	for (const struct fl_json *p = parts ? parts->child : NULL; p && rc == 0; p = p->next)
		rc = read_part(r, p, at);
	if (rc == 0 && names && names->child)
		rc = add_libraries(r, names->child->text, at);
	return rc ? rc
		  : plat_grow_target(&r->grow, fl_json_str(fl_json_get(target, "name")), kind, at);
}

static int read_version(struct reader *r, struct fl_slice text)
{
	const struct fl_json *v = NULL;
	int rc = plat_grow_setting(&r->grow.own, PLAT_BUILD, PLAT_FOR_ALL, FL_S("meson"),
		(struct plat_place){FL_LIT("meson.build"), 0});
	if (rc == 0 && text.len && fl_json_parse(text, r->arena, &v, NULL) == 0)
		((struct plat_setting *)fl_vec_at(&r->grow.own, 0))->version =
			fl_json_str(fl_json_get(fl_json_get(v, "meson_version"), "full"));
	return rc;
}

int plat_intro_read(const struct fl_list *files, struct fl_arena *a,
	struct plat_project *ret_project, struct fl_error *err)
{
	struct reader r = {.arena = a};
	const struct fl_json *targets;
	struct fl_slice text = plat_reply_file(files, FL_S("intro-targets.json"));
	if (!text.len)
		return fl_error_set(err, FL_EPARSE, "meson's answer has no intro-targets.json");
	int rc = fl_json_parse(text, a, &targets, err);
	if (rc)
		return rc;
	plat_grow_init(&r.grow, a);
	rc = read_links(&r, plat_reply_file(files, FL_S("build.ninja")));
	rc = rc ? rc : read_version(&r, plat_reply_file(files, FL_S("meson-info.json")));
	for (const struct fl_json *t = targets->child; t && rc == 0; t = t->next)
		rc = read_target(&r, t);
	return plat_grow_finish(&r.grow, rc, "meson's answer", ret_project, err);
}
