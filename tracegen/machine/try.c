#include "tracegen/machine/try.h"

#include <stdio.h>

#include "debugsession/model.h"
#include "tracegen/decls.h"
#include "tracegen/edit.h"

enum { OBJECT_MAX = 16 << 20, BUDGET = 4096, PATH_BYTES = 1100 };

static const char *const fate_words[TG_KERNEL_FATE_COUNT] = {
#define X(id, word, doc) word,
	TG_KERNEL_FATES(X)
#undef X
};
const struct fl_names tg_kernel_fate_names = {"fate", fate_words, TG_KERNEL_FATE_COUNT};

const char *const tg_kernel_fate_docs[TG_KERNEL_FATE_COUNT] = {
#define X(id, word, doc) doc,
	TG_KERNEL_FATES(X)
#undef X
};

/* ---- the original ---- */

/* What may get a fault is what takes part in this machine's kernel. */
static int keep_needed(struct tg_kernel_bench *b, struct fl_arena *a, struct fl_error *err)
{
	struct tg_program *p = &b->kernel.program;
	struct fl_slice *mutate = fl_arena_array(a, p->mutate.len, sizeof(*mutate));
	size_t n = 0;
	int rc = mutate ? tg_kernel_needed(b->box, &b->kernel, a, &p->files, err)
			: fl_arena_error(a, "a kernel", err);
	for (size_t i = 0; rc == 0 && i < p->mutate.len; i++)
		if (tg_program_file(p, tg_text_at(&p->mutate, i)))
			mutate[n++] = tg_text_at(&p->mutate, i);
	if (rc == 0)
		p->mutate = (struct fl_list){mutate, n};
	return rc;
}

static int boot_twice(struct tg_kernel_bench *b, struct fl_arena *a, struct fl_error *err)
{
	struct tg_kernel_boot other;
	int rc = tg_kernel_boot(b->box, &b->kernel, TG_KERNEL_PLAIN, a, &b->boot, err);
	b->said = b->boot.serial;
	if (rc == 0 && !tg_kernel_passed(&b->kernel, &b->boot)) {
		b->refused = "the original does not pass its self-test";
		return 0;
	}
	rc = rc ? rc : tg_kernel_boot(b->box, &b->kernel, TG_KERNEL_OTHER, a, &other, err);
	if (rc == 0 && !tg_kernel_alike(&b->boot, &other)) {
		b->refused = "two boots of the original differ";
		b->said = other.serial;
	}
	return rc;
}

int tg_kernel_load(struct fl_box *box, const struct tg_kernel *k, struct fl_arena *a,
	struct tg_kernel_bench *ret_bench, struct fl_error *err)
{
	struct tg_kernel_bench b = {.box = box, .kernel = *k, .arena = a};
	bool built = false;
	int rc = tg_kernel_put(box, k, err);
	rc = rc ? rc : tg_kernel_make(box, k, fl_slice(NULL, 0), a, &built, &b.said, err);
	if (rc == 0 && !built)
		b.refused = "the original does not build";
	if (rc == 0 && built)
		rc = keep_needed(&b, a, err);
	if (rc == 0 && built && !b.kernel.program.mutate.len)
		b.refused = "no file that may get a fault takes part in it";
	if (rc == 0 && !b.refused)
		rc = boot_twice(&b, a, err);
	if (rc == 0)
		*ret_bench = b;
	return rc;
}

/* ---- a mutant ---- */

/* A mutant being judged. */
struct trial {
	struct tg_kernel_bench *b;
	struct fl_arena *a;
	struct fl_list changed; /* struct tg_file */
	struct fl_slice source; /* the only one that it changes; "": more is to be built */
	struct fl_buf object; /* that of the original */
	struct tg_kernel_try *out;
	struct fl_error *err;
};

static int put_files(struct trial *t, const struct fl_list *files)
{
	const struct tg_file *f = files->items;
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < files->len; i++) {
		char path[PATH_BYTES];
		snprintf(path, sizeof(path), "%.*s", FL_ARG(f[i].path));
		rc = fl_box_put(t->b->box, path, f[i].content, 0644, t->err);
	}
	return rc;
}

static void object_name(const struct trial *t, char ret[static PATH_BYTES])
{
	snprintf(ret, PATH_BYTES, "%.*s.o", FL_ARG(t->source));
}

static int build(struct trial *t, bool *ret_built)
{
	const struct tg_file *f = t->changed.items;
	char name[PATH_BYTES];
	int rc = 0;
	if (t->changed.len == 1 && fl_texts_have(&t->b->kernel.sources, f->path)) {
		t->source = f->path;
		object_name(t, name);
		rc = fl_box_get(t->b->box, name, &t->object, t->err);
	}
	rc = rc ? rc : put_files(t, &t->changed);
	return rc ? rc
		  : tg_kernel_make(t->b->box, &t->b->kernel, t->source, t->a, ret_built,
			    &t->out->why, t->err);
}

/* The original's files and objects again, as the next mutant expects them. */
static int restore(struct trial *t)
{
	struct tg_file *files = fl_arena_array(t->a, t->changed.len, sizeof(*files));
	struct fl_list originals = {files, t->changed.len};
	struct fl_slice said;
	char name[PATH_BYTES];
	bool built = false;
	if (!files)
		return fl_arena_error(t->a, "a kernel", t->err);
	for (size_t i = 0; i < t->changed.len; i++)
		files[i] = *tg_program_file(
			&t->b->kernel.program, ((const struct tg_file *)t->changed.items)[i].path);
	int rc = put_files(t, &originals);
	if (rc || !t->source.len)
		return rc ? rc
			  : tg_kernel_make(t->b->box, &t->b->kernel, t->source, t->a, &built, &said,
				    t->err);
	object_name(t, name);
	return fl_box_put(t->b->box, name, fl_buf_view(&t->object), 0644, t->err);
}

static int end(struct trial *t, enum tg_kernel_fate fate)
{
	t->out->fate = fate;
	return 0;
}

/*
 * Of variables, those that are alike in both: how much memory there is may be known to them. All
 * else must be.
 */
static bool keep_alike(struct fl_items *x, const struct fl_items *y)
{
	bool alike = x->len == y->len;
	for (size_t i = 0; alike && i < x->len; i++) {
		alike = x->at[i].shape == y->at[i].shape;
		if (!alike || x->at[i].shape != &dbg_frame_vars_shape) {
			alike = alike &&
				fl_object_eq(x->at[i].shape, x->at[i].object, y->at[i].object);
			continue;
		}
		struct dbg_frame_vars *v = (struct dbg_frame_vars *)(uintptr_t)x->at[i].object;
		const struct dbg_frame_vars *w = y->at[i].object;
		struct dbg_variable *a = v->locals.items;
		const struct dbg_variable *b = w->locals.items;
		size_t n = 0;
		alike = v->locals.len == w->locals.len;
		for (size_t k = 0; alike && k < v->locals.len; k++)
			if (fl_slice_eq(a[k].name, b[k].name) &&
				fl_slice_eq(a[k].value, b[k].value))
				a[n++] = a[k];
		v->locals.len = alike ? n : v->locals.len;
	}
	return alike;
}

/* The faulty program's declarations: mostly those of the original, some lines further on. */
static int read_decls(struct trial *t, struct fl_list *ret_decls)
{
	struct tg_kernel_bench *b = t->b;
	const struct tg_file *after = t->changed.items;
	struct tg_program faulty;
	bool known = false;
	int rc = 0;
	if (!b->decls_known)
		rc = tg_decls(b->box, &b->kernel.program, b->arena, &b->decls, t->err);
	b->decls_known = rc == 0;
	if (rc == 0 && t->changed.len == 1)
		rc = tg_decls_moved(&b->decls, tg_program_file(&b->kernel.program, after->path),
			after, t->a, ret_decls, &known, t->err);
	if (rc || known)
		return rc;
	rc = tg_program_changed(&b->kernel.program, &t->changed, t->a, &faulty, t->err);
	return rc ? rc : tg_decls(b->box, &faulty, t->a, ret_decls, t->err);
}

/* A debugger looks at it twice. */
static int look_twice(struct trial *t)
{
	const struct tg_kernel_bench *b = t->b;
	struct tg_kernel_look other;
	struct fl_list decls;
	struct fl_error why = {0};
	int rc = read_decls(t, &decls);
	if (rc)
		return rc;
	rc = tg_kernel_look(b->box, &b->kernel, TG_KERNEL_PLAIN, &t->out->boot, b->boot.serial,
		&decls, t->a, &t->out->look, &why);
	rc = rc ? rc
		: tg_kernel_look(b->box, &b->kernel, TG_KERNEL_OTHER, &t->out->boot, b->boot.serial,
			  &decls, t->a, &other, &why);
	t->out->why = fl_arena_slice(t->a, fl_slice_str(why.message));
	if (rc == FL_EREFUSED || rc == FL_ETIMEOUT || rc == FL_ECLOSED)
		return end(t, TG_KERNEL_UNSEEN);
	if (rc)
		return fl_error_set(t->err, why.code, "%s", why.message);
	if (!keep_alike(&t->out->look.items, &other.items))
		return end(t, TG_KERNEL_NONDETERMINISTIC);
	rc = fl_items_fit(&t->out->look.items, BUDGET, t->a, t->err);
	return rc == FL_ELIMIT ? end(t, TG_KERNEL_TOO_LARGE) : rc ? rc : end(t, TG_KERNEL_OBSERVED);
}

static int boot(struct trial *t, enum tg_kernel_condition condition, struct tg_kernel_boot *ret)
{
	int rc = tg_kernel_boot(t->b->box, &t->b->kernel, condition, t->a, ret, t->err);
	t->out->boots += rc == 0;
	t->out->cpu_ms += rc ? 0 : ret->result.cpu_ms;
	return rc;
}

static int judge(struct trial *t)
{
	const struct tg_kernel_bench *b = t->b;
	struct tg_kernel_boot other;
	bool built = false;
	int rc = build(t, &built);
	if (rc || !built)
		return rc ? rc : end(t, TG_KERNEL_NOT_COMPILED);
	rc = boot(t, TG_KERNEL_PLAIN, &t->out->boot);
	if (rc || tg_kernel_alike(&b->boot, &t->out->boot) ||
		tg_kernel_passed(&b->kernel, &t->out->boot))
		return rc ? rc : end(t, TG_KERNEL_SURVIVED);
	if (!tg_kernel_ended(&t->out->boot))
		return end(t, TG_KERNEL_HANGS);
	rc = boot(t, TG_KERNEL_OTHER, &other);
	if (rc || !tg_kernel_alike(&t->out->boot, &other))
		return rc ? rc : end(t, TG_KERNEL_NONDETERMINISTIC);
	return look_twice(t);
}

int tg_kernel_try(struct tg_kernel_bench *b, const struct tg_site *site, struct fl_arena *a,
	struct tg_kernel_try *ret_try, struct fl_error *err)
{
	struct trial t = {.b = b, .a = a, .out = ret_try, .err = err};
	*ret_try = (struct tg_kernel_try){0};
	int rc = tg_apply_all(&b->kernel.program, site, a, &t.changed, err);
	if (rc)
		return rc;
	fl_buf_init(&t.object, OBJECT_MAX);
	rc = judge(&t);
	int restored = restore(&t);
	fl_buf_release(&t.object);
	return rc ? rc : restored;
}
