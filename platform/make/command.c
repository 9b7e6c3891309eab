#include "platform/make/state.h"

bool plat_mk_argument(struct mk_maker *m, const struct mk_command *c, struct fl_slice word,
	struct fl_slice *ret_path)
{
	struct fl_slice dir = m->dir;
	if (c->outside && !(word.len && word.ptr[0] == MK_ROOT))
		return false;
	m->dir = c->dir;
	bool inside = plat_mk_path(m, word, ret_path);
	m->dir = dir;
	return inside;
}

struct mk_record *plat_mk_record(
	struct mk_maker *m, const struct mk_command *c, enum mk_record_kind kind)
{
	struct mk_work *w = m->work;
	if (w->records >= MK_COMMANDS_MAX || !plat_mk_spend(m, 512))
		return NULL;
	struct mk_record *r = fl_arena_alloc(&w->arena, sizeof(*r));
	if (!r)
		return NULL;
	*r = (struct mk_record){.kind = kind, .at = m->at, .unsure = c->unsure};
	if (w->last_record)
		w->last_record->next = r;
	else
		w->first_record = r;
	w->last_record = r;
	w->records++;
	return r;
}

static struct fl_slice program_of(const struct mk_word *w)
{
	return fl_path_name(w->text);
}

static bool is_make(const struct mk_word *w)
{
	static const char *const names[] = {"make", "gmake"};
	return fl_slice_is_one(program_of(w), names, sizeof(names) / sizeof(names[0]));
}

/* "make -C /lib/modules/…/build M=dir modules" */
static bool call_kernel(struct mk_maker *m, const struct mk_run *run)
{
	for (size_t i = 0; i < run->assign_count; i++) {
		const struct mk_assign *a = &run->assigns[i];
		struct fl_slice dir;
		if (!fl_slice_eqs(a->name, "M") && !fl_slice_eqs(a->name, "SUBDIRS") &&
			!fl_slice_eqs(a->name, "KBUILD_EXTMOD"))
			continue;
		if (!plat_mk_path(m, a->text, &dir))
			dir = m->dir;
		plat_mk_kbuild(m, dir, run->unsure);
		return true;
	}
	return false;
}

static void call_make(struct mk_maker *m, const struct mk_command *c, size_t at)
{
	struct fl_arena *a = &m->work->arena;
	struct mk_run run = {.dir = c->dir, .unsure = c->unsure || m->unsure};
	struct fl_slice file = {0};
	struct mk_command here = *c;
	run.goals = fl_arena_array(a, c->count, sizeof(*run.goals));
	run.assigns = fl_arena_array(a, c->count, sizeof(*run.assigns));
	if (!run.goals || !run.assigns)
		return;
	for (size_t i = at; i < c->count; i++) {
		struct mk_word w = c->words[i];
		struct fl_slice next = i + 1 < c->count ? c->words[i + 1].text : FL_S("");
		struct mk_assign assign;
		if (fl_slice_eqs(w.text, "-C") || fl_slice_eqs(w.text, "--directory") ||
			fl_slice_eqs(w.text, "-f") || fl_slice_eqs(w.text, "-I") ||
			fl_slice_eqs(w.text, "-j")) {
			bool takes = !fl_slice_eqs(w.text, "-j") ||
				     (next.len && next.ptr[0] >= '0' && next.ptr[0] <= '9');
			if (fl_slice_eqs(w.text, "-f"))
				file = next;
			else if (w.text.ptr[1] == 'C' || w.text.ptr[1] == '-')
				here.outside = !plat_mk_argument(m, &here, next, &here.dir);
			i += takes;
		} else if (fl_slice_starts(w.text, "-C") ||
			   fl_slice_starts(w.text, "--directory=")) {
			struct fl_slice dir = fl_slice_skip(
				w.text, w.text.ptr[1] == 'C' ? 2 : strlen("--directory="));
			here.outside = !plat_mk_argument(m, &here, dir, &here.dir);
		} else if (fl_slice_starts(w.text, "-f")) {
			file = fl_slice_skip(w.text, 2);
		} else if (fl_slice_starts(w.text, "-")) {
			continue;
		} else if (plat_mk_is_assignment(w.text, &assign) && !w.perhaps) {
			run.assigns[run.assign_count++] = assign;
		} else if (!w.unknown) {
			run.unsure |= w.perhaps;
			run.goals[run.goal_count++] = w.text;
		} else {
			run.unsure = true;
		}
	}
	run.dir = here.dir;
	if (here.outside && call_kernel(m, &run))
		return;
	if (here.outside || (file.len && !plat_mk_argument(m, &here, file, &run.makefile)))
		return;
	plat_mk_run(m, &run);
}

static struct mk_input *add_input(
	struct mk_maker *m, struct mk_input ***end, struct fl_slice path, bool perhaps)
{
	struct mk_input *in = fl_arena_alloc(&m->work->arena, sizeof(*in));
	if (in) {
		*in = (struct mk_input){.path = path, .perhaps = perhaps};
		**end = in;
		*end = &in->next;
	}
	return in;
}

/* "ar rcs lib.a a.o b.o" */
static void archive(struct mk_maker *m, const struct mk_command *c, size_t at)
{
	struct fl_slice path, ops = at < c->count ? c->words[at].text : FL_S("");
	struct mk_record *r = NULL;
	struct mk_input **end = NULL;
	bool adds =
		fl_slice_chr(ops, 'r') >= 0 || fl_slice_chr(ops, 'q') >= 0 || !plat_mk_clear(ops);
	if (!adds)
		return;
	for (size_t i = at + 1; i < c->count; i++) {
		const struct mk_word *w = &c->words[i];
		bool is_archive = fl_slice_ends(w->text, ".a");
		if (!r && fl_slice_starts(w->text, "-"))
			continue;
		if (!r) {
			r = plat_mk_record(m, c, MK_ARCHIVE);
			if (!r)
				return;
			r->makes = PLAT_STATIC_LIBRARY;
			end = &r->objects;
			if (plat_mk_argument(m, c, w->text, &path))
				r->output = path;
		} else if (plat_mk_argument(m, c, w->text, &path) && !is_archive) {
			add_input(m, &end, path, w->perhaps);
		} else if (!is_archive) {
			r->more_inputs |= w->unknown;
		}
	}
}

/* "cp a b", "mv a b", "ln -s a b", "objcopy a b": b is made of what a is. */
static void copy(struct mk_maker *m, const struct mk_command *c, size_t at)
{
	struct fl_slice from = {0}, to = {0};
	size_t n = 0;
	for (size_t i = at; i < c->count; i++) {
		if (fl_slice_starts(c->words[i].text, "-"))
			continue;
		from = to;
		to = c->words[i].text;
		n++;
	}
	struct mk_record *r = n == 2 ? plat_mk_record(m, c, MK_COPY) : NULL;
	struct mk_input **end = r ? &r->objects : NULL;
	struct fl_slice path;
	if (!r || !plat_mk_argument(m, c, from, &path))
		return;
	add_input(m, &end, path, false);
	if (plat_mk_argument(m, c, to, &path))
		r->output = path;
}

static bool named(struct fl_slice program, const char *name)
{
	size_t n = strlen(name);
	return fl_slice_ends(program, name) &&
	       (program.len == n || program.ptr[program.len - n - 1] == '-');
}

/* Programs that call what stands behind them; index of that. */
static size_t behind_wrappers(const struct mk_command *c)
{
	static const char *const wrappers[] = {"ccache", "distcc", "nice", "env", "time", "exec",
		"eval", "libtool", "sh", "bash", "command", "colorgcc", "sccache", "icecc"};
	size_t i = 0;
	while (i < c->count) {
		struct fl_slice program = program_of(&c->words[i]);
		bool wraps = fl_slice_is_one(
				     program, wrappers, sizeof(wrappers) / sizeof(wrappers[0])) ||
			     named(program, "libtool");
		if (!wraps && (!i || program.len == 0 ||
				      (program.ptr[0] != '-' && fl_slice_chr(program, '=') < 0)))
			break;
		i++;
	}
	return i;
}

/* Of "gcc" and "clang" that perhaps are called, the first is taken, and is unsure. */
static size_t behind_doubt(const struct mk_command *c, size_t at)
{
	while (at + 1 < c->count && c->words[at].perhaps && c->words[at + 1].perhaps &&
		plat_mk_is_compiler(c->words[at + 1].text))
		at++;
	return at;
}

void plat_mk_command(struct mk_maker *m, const struct mk_command *c)
{
	static const char *const copies[] = {"cp", "mv", "ln", "install"};
	size_t at = behind_wrappers(c);
	if (at >= c->count)
		return;
	struct fl_slice program = program_of(&c->words[at]);
	if (is_make(&c->words[at])) {
		call_make(m, c, at + 1);
	} else if (plat_mk_is_compiler(c->words[at].text)) {
		plat_mk_compiler(m, c, behind_doubt(c, at), false);
	} else if (plat_mk_is_linker(program)) {
		plat_mk_compiler(m, c, at, true);
	} else if (named(program, "ar") || named(program, "gcc-ar")) {
		archive(m, c, at + 1);
	} else if (fl_slice_is_one(program, copies, sizeof(copies) / sizeof(copies[0]))) {
		copy(m, c, at + 1);
	} else if (fl_slice_eqs(c->words[at].text, "\1")) {
		/* an unknown program that is given what a compiler is given is one */
		bool compiles = false;
		for (size_t i = at + 1; i < c->count; i++)
			compiles |= fl_slice_eqs(c->words[i].text, "-c") ||
				    fl_slice_eqs(c->words[i].text, "-o");
		if (compiles)
			plat_mk_compiler(m, c, at, false);
	}
}
