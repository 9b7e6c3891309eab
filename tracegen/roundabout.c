#include "tracegen/roundabout.h"

#include "base/path.h"
#include "base/source_name.h"

struct search {
	const struct tg_program *program;
	struct fl_arena *a;
	struct fl_vec found; /* struct tg_file */
};

static bool known(const struct search *s, struct fl_slice path)
{
	for (size_t i = 0; i < s->found.len; i++)
		if (fl_slice_eq(((struct tg_file *)fl_vec_at(&s->found, i))->path, path))
			return true;
	return tg_program_file(s->program, path) != NULL;
}

/* An include, looked for in a directory ("": the program's own). */
static void look(struct search *s, struct fl_slice base, struct fl_slice name)
{
	struct fl_slice path =
		base.len ? fl_arena_printf(s->a, "%.*s/%.*s", FL_ARG(base), FL_ARG(name)) : name;
	if (fl_slice_find(path, "./") < 0 || fl_slice_starts(name, "/") || known(s, path))
		return;
	bool leaves;
	struct fl_slice straight = fl_path_straight(s->a, path, &leaves);
	const struct tg_file *f = leaves ? NULL : tg_program_file(s->program, straight);
	struct tg_file *to = f ? fl_vec_add(&s->found) : NULL;
	if (to)
		*to = (struct tg_file){path, f->content};
}

static void look_in(struct search *s, struct fl_slice path, struct fl_slice text)
{
	const struct fl_list *flags = &s->program->flags;
	ptrdiff_t slash = fl_slice_rchr(path, '/');
	struct fl_slice line, base = fl_slice_head(path, slash < 0 ? 0 : (size_t)slash);
	while (fl_slice_line(&text, &line)) {
		bool quoted;
		struct fl_slice name = fl_source_included(line, &quoted);
		if (name.len == 0)
			continue;
		if (quoted)
			look(s, base, name);
		look(s, fl_slice(NULL, 0), name);
		for (size_t i = 0; i < flags->len; i++)
			if (fl_slice_starts(tg_text_at(flags, i), "-I"))
				look(s, fl_slice_skip(tg_text_at(flags, i), 2), name);
	}
}

int tg_roundabouts(const struct tg_program *program, struct fl_arena *a, struct fl_list *ret_files,
	struct fl_error *err)
{
	struct search s = {program, a, {0}};
	fl_vec_init(&s.found, sizeof(struct tg_file), TG_ROUNDABOUTS_MAX);
	for (size_t i = 0; i < program->files.len; i++)
		look_in(&s, tg_program_at(program, i)->path, tg_program_at(program, i)->content);
	/* What is reached by such a name looks for its own includes from there. */
	for (size_t i = 0; i < s.found.len; i++) {
		struct tg_file f = *(struct tg_file *)fl_vec_at(&s.found, i);
		look_in(&s, f.path, f.content);
	}
	*ret_files = fl_vec_freeze(&s.found, a);
	fl_vec_release(&s.found);
	return fl_arena_error(a, "the file names", err);
}
