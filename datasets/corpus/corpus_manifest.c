/* The programs that a faultline.json tells of. */
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "datasets/corpus/corpus_priv.h"

enum { TEXTS_MAX = 4096, WALK_MAX = 100000 };

/* The manifest being read. */
struct reader {
	const struct ds_dir *d;
	struct fl_vec names; /* struct fl_slice: all files below, once a glob asked for them */
	bool walked;
	const char *wrong; /* what is wrong with a program, for a person */
};

/* Collect the regular files below d, with prefix before their names. */
static int walk(struct reader *r, const struct ds_dir *d, struct fl_slice prefix, unsigned level,
	struct fl_error *err)
{
	struct fl_list names;
	struct fl_arena *a = d->corpus->arena;
	int rc = ds_dir_names(d, &names, err);
	for (size_t i = 0; rc == 0 && i < names.len; i++) {
		struct stat st;
		struct fl_slice name = tg_text_at(&names, i);
		if (fstatat(d->fd, name.ptr, &st, AT_SYMLINK_NOFOLLOW))
			continue;
		struct fl_slice path = fl_arena_printf(a, "%.*s%.*s", FL_ARG(prefix), FL_ARG(name));
		if (S_ISDIR(st.st_mode) && level < DS_CORPUS_LEVELS_MAX) {
			struct ds_dir sub = *d;
			sub.fd = openat(
				d->fd, name.ptr, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
			if (sub.fd < 0)
				continue; /* a pattern does not match what cannot be read */
			rc = walk(
				r, &sub, fl_arena_printf(a, "%.*s/", FL_ARG(path)), level + 1, err);
			close(sub.fd);
		} else if (S_ISREG(st.st_mode)) {
			struct fl_slice *s = fl_vec_add(&r->names);
			if (!s)
				return fl_error_set(err, FL_ELIMIT,
					"more than %d files below a manifest", WALK_MAX);
			*s = path;
		}
	}
	return rc ? rc : fl_arena_error(a, "the corpus", err);
}

static int add_text(struct reader *r, struct fl_vec *out, struct fl_slice text)
{
	struct fl_slice *s = fl_vec_add(out);
	if (!s) {
		r->wrong = "a list is too long";
		return DS_REFUSED;
	}
	*s = text;
	return 0;
}

/* The names that a pattern matches, in byte order; a plain name stands for itself. */
static int add_matches(
	struct reader *r, struct fl_vec *out, struct fl_slice pattern, struct fl_error *err)
{
	size_t before = out->len;
	int rc = 0;
	if (!strpbrk(pattern.ptr, "*?["))
		return add_text(r, out, pattern);
	if (!r->walked)
		rc = walk(r, r->d, fl_slice_str(""), 0, err);
	r->walked = true;
	for (size_t i = 0; rc == 0 && i < r->names.len; i++) {
		struct fl_slice *name = fl_vec_at(&r->names, i);
		if (fnmatch(pattern.ptr, name->ptr, FNM_PATHNAME | FNM_PERIOD) == 0)
			rc = add_text(r, out, *name);
	}
	if (rc == 0 && out->len == before) {
		r->wrong = "a pattern matches nothing";
		return DS_REFUSED;
	}
	return rc;
}

/* A list of texts; of file names when `paths`. A missing key is an empty list. */
static int read_texts(struct reader *r, const struct fl_json *program, const char *key, bool paths,
	struct fl_list *ret_texts, struct fl_error *err)
{
	const struct fl_json *v = fl_json_get(program, key);
	struct fl_vec texts;
	int rc = 0;
	fl_vec_init(&texts, sizeof(struct fl_slice), TEXTS_MAX);
	if (v && v->type != FL_JARRAY) {
		r->wrong = "a list is no array";
		rc = DS_REFUSED;
	}
	for (v = v && rc == 0 ? v->child : NULL; v && rc == 0; v = v->next) {
		if (v->type != FL_JTEXT || fl_slice_chr(v->text, '\0') >= 0) {
			r->wrong = "a list holds something other than text";
			rc = DS_REFUSED;
			break;
		}
		struct fl_slice text = fl_arena_slice(r->d->corpus->arena, v->text);
		rc = paths ? add_matches(r, &texts, text, err) : add_text(r, &texts, text);
	}
	if (rc == 0) {
		*ret_texts = fl_vec_freeze(&texts, r->d->corpus->arena);
		rc = fl_arena_error(r->d->corpus->arena, "the corpus", err);
	}
	fl_vec_release(&texts);
	return rc;
}

/* What each run is given; the first is what evidence shows first. */
static int read_inputs(
	struct reader *r, const struct fl_json *program, struct tg_program *t, struct fl_error *err)
{
	const struct fl_json *v = fl_json_get(program, "inputs");
	struct fl_arena *a = r->d->corpus->arena;
	struct tg_input *inputs = fl_arena_array(a, TG_INPUTS_MAX, sizeof(*inputs));
	if (!inputs)
		return fl_arena_error(a, "the inputs", err);
	if (!v)
		return 0;
	if (v->type != FL_JARRAY || t->args.len || t->input.len) {
		r->wrong = "inputs are no array, or stand beside args or stdin";
		return DS_REFUSED;
	}
	for (v = v->child; v; v = v->next) {
		struct tg_input *in = &inputs[t->inputs.len];
		if (v->type != FL_JOBJECT || t->inputs.len == TG_INPUTS_MAX) {
			r->wrong = "an input is no object, or there are too many";
			return DS_REFUSED;
		}
		in->input = fl_json_str(fl_json_get(v, "stdin"));
		int rc = read_texts(r, v, "args", false, &in->args, err);
		if (rc)
			return rc;
		t->inputs.len++;
	}
	t->inputs.items = inputs;
	*t = tg_program_with(t, 0);
	return 0;
}

static int read_program(struct reader *r, const struct fl_json *v, struct ds_program *p,
	struct fl_list *ret_extra, struct fl_error *err)
{
	struct tg_program *t = &p->program;
	const struct {
		const char *key;
		bool paths;
		struct fl_list *to;
	} lists[] = {
		{"sources", true, &t->sources},
		{"mutate", true, &t->mutate},
		{"files", true, ret_extra},
		{"args", false, &t->args},
		{"flags", false, &t->flags},
		{"libs", false, &t->libs},
	};
	if (v->type != FL_JOBJECT) {
		r->wrong = "a program is no object";
		return DS_REFUSED;
	}
	t->name = fl_json_str(fl_json_get(v, "name"));
	t->input = fl_json_str(fl_json_get(v, "stdin"));
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < sizeof(lists) / sizeof(lists[0]); i++)
		rc = read_texts(r, v, lists[i].key, lists[i].paths, lists[i].to, err);
	rc = rc ? rc : read_inputs(r, v, t, err);
	if (rc == 0 && t->sources.len == 0) {
		r->wrong = "a program has no sources";
		return DS_REFUSED;
	}
	if (t->mutate.len == 0)
		t->mutate = t->sources;
	if (t->name.len == 0 && rc == 0)
		t->name = tg_text_at(&t->sources, 0);
	return rc;
}

/* ---- projects ---- */

static const enum ds_refusal_reason untold_reasons[DS_UNTOLD_COUNT] = {
	[DS_UNTOLD_NOT_BUILT] = DS_REFUSAL_NOT_BUILT,
	[DS_UNTOLD_NOT_RUN] = DS_REFUSAL_NOT_RUN,
	[DS_UNTOLD_NOT_PLAIN] = DS_REFUSAL_NOT_PLAIN,
	[DS_UNTOLD_ALL_TESTS] = DS_REFUSAL_ALL_TESTS,
	[DS_UNTOLD_NOT_TOLD] = DS_REFUSAL_NOT_TOLD,
};

/* Programs of a project are known by the project's name and their own. */
static int take_told(struct reader *r, const struct ds_program *like, const struct ds_told *told,
	struct fl_error *err)
{
	struct fl_arena *a = r->d->corpus->arena;
	struct fl_slice name = like->program.name;
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < told->programs.len; i++) {
		struct ds_program p = *like;
		p.program = ((const struct tg_program *)told->programs.items)[i];
		p.told = true;
		p.program.name =
			fl_arena_printf(a, "%.*s:%.*s", FL_ARG(name), FL_ARG(p.program.name));
		rc = ds_corpus_complete(r->d, &p, NULL, err);
	}
	for (size_t i = 0; rc == 0 && i < told->untold.len; i++) {
		const struct ds_untold *u = (const struct ds_untold *)told->untold.items + i;
		const struct ds_refusal why = {
			.reason = (int)untold_reasons[u->why], .detail = u->detail};
		rc = ds_corpus_refuse(
			r->d, u->name.len ? u->name : FL_S(DS_CORPUS_MANIFEST), &why, err);
	}
	return rc;
}

static bool is_command(const struct fl_json *v)
{
	return v && v->type == FL_JTEXT && v->text.len && fl_slice_chr(v->text, '\0') < 0;
}

/* A project: what builds and tests it, and what of it may get faults. */
static int read_project(struct reader *r, const struct fl_json *v, const struct ds_program *like,
	struct fl_error *err)
{
	static const char *const others[] = {
		"sources", "files", "args", "stdin", "inputs", "flags", "libs"};
	const struct ds_corpus *c = r->d->corpus;
	const struct fl_json *build = fl_json_get(v, "build"), *test = fl_json_get(v, "test");
	struct ds_project project = {0};
	struct ds_program p = *like;
	struct ds_told told;
	char dir[32];
	if (!is_command(build) || !is_command(test)) {
		r->wrong = "a project needs both \"build\" and \"test\", commands of a shell";
		return DS_REFUSED;
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (fl_json_get(v, others[i])) {
			r->wrong = "a project, which has \"build\" and \"test\", may have "
				   "\"name\" and \"mutate\" besides, nothing else";
			return DS_REFUSED;
		}
	if (!c->project)
		return fl_error_set(err, FL_EMISSING, "projects cannot be built here");
	snprintf(dir, sizeof(dir), "/proc/self/fd/%d", r->d->fd);
	project.dir = dir;
	project.build = fl_arena_slice(c->arena, build->text).ptr;
	project.test = fl_arena_slice(c->arena, test->text).ptr;
	int rc = read_texts(r, v, "mutate", false, &project.mutate, err);
	rc = rc ? rc : c->project(c->project_ctx, &project, c->arena, &told, err);
	p.program.name = fl_json_str(fl_json_get(v, "name"));
	if (p.program.name.len == 0)
		p.program.name = fl_slice_str("project");
	return rc ? rc : take_told(r, &p, &told, err);
}

static int refuse(struct reader *r, const char *detail, struct fl_error *err)
{
	struct ds_refusal why;
	ds_refuse(&why, DS_REFUSAL_BAD_MANIFEST, fl_slice_str(detail));
	return ds_corpus_refuse(r->d, FL_S(DS_CORPUS_MANIFEST), &why, err);
}

static int read_programs(struct reader *r, const struct fl_json *root, struct fl_error *err)
{
	const struct fl_json *programs = fl_json_get(root, "programs");
	const struct fl_json *licence = fl_json_get(root, "licence");
	const struct fl_json *repository = fl_json_get(root, "repository");
	if (!programs || programs->type != FL_JARRAY || (licence && licence->type != FL_JTEXT) ||
		(repository && repository->type != FL_JTEXT))
		return refuse(r,
			"no array \"programs\", or \"licence\" or \"repository\" is no text", err);
	int rc = 0;
	for (const struct fl_json *v = programs->child; v && rc == 0; v = v->next) {
		struct fl_list extra = {0};
		struct ds_program p = {
			.licence = fl_json_str(licence), .repository = fl_json_str(repository)};
		bool project = fl_json_get(v, "build") || fl_json_get(v, "test");
		/* what boots is no program to be run here (datasets/kernels/) */
		if (fl_slice_eqs(fl_json_str(fl_json_get(v, "mode")), "kernel"))
			continue;
		if (!project && r->d->corpus->only_projects)
			continue;
		rc = project ? read_project(r, v, &p, err) : read_program(r, v, &p, &extra, err);
		if (rc == DS_REFUSED)
			rc = refuse(r, r->wrong, err);
		else if (rc == 0 && !project)
			rc = ds_corpus_complete(r->d, &p, &extra, err);
	}
	return rc;
}

int ds_corpus_manifest(const struct ds_dir *dir, struct fl_error *err)
{
	struct ds_dir whole = *dir, *d = &whole;
	struct reader r = {.d = d};
	struct fl_slice text;
	struct ds_refusal why;
	struct fl_error bad = {0};
	const struct fl_json *root;
	int rc = ds_corpus_read(d, FL_S(DS_CORPUS_MANIFEST), &text, &why, err);
	if (rc == DS_REFUSED)
		return ds_corpus_refuse(d, FL_S(DS_CORPUS_MANIFEST), &why, err);
	if (rc)
		return rc;
	rc = fl_json_parse(text, d->corpus->arena, &root, &bad);
	if (rc == FL_EPARSE || rc == FL_ELIMIT)
		return refuse(&r, bad.message, err);
	if (rc) {
		if (err)
			*err = bad;
		return rc;
	}
	whole.whole = true;
	fl_vec_init(&r.names, sizeof(struct fl_slice), WALK_MAX);
	rc = read_programs(&r, root, err);
	fl_vec_release(&r.names);
	return rc;
}
