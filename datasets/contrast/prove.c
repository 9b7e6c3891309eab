#include "datasets/contrast/prove.h"

#include <errno.h>

#include "datasets/import/mend/hunks.h"
#include "diag/parse.h"

/* That tasks are written under. */
static const char licence[] = "Apache-2.0";

static const char *const fate_words[] = {
#define X(id, word, ...) [DS_CONTRAST_##id] = word,
	DS_CONTRAST_FATES(X)
#undef X
};

const struct fl_names ds_contrast_fate_names = {
	"contrast_fate", fate_words, DS_CONTRAST_FATE_COUNT};

const char *const ds_contrast_fate_docs[DS_CONTRAST_FATE_COUNT] = {
#define X(id, word, doc) [DS_CONTRAST_##id] = doc,
	DS_CONTRAST_FATES(X)
#undef X
};

struct proving {
	const struct ds_real_bench *bench;
	const struct ds_contrast_pair *pair;
	const struct ds_contrast *contrast;
	struct fl_arena *arena;
	struct tg_program programs[2]; /* by side, with its own form */
	struct fl_slice said[2]; /* by side: what is said of the other form */
	struct ds_contrast_proof *proof;
};

static void settle(struct proving *p, enum ds_contrast_fate fate, struct fl_slice why)
{
	p->proof->fate = fate;
	p->proof->why = why;
}

static struct fl_slice side_name(const struct proving *p, int side)
{
	return fl_slice_str(p->contrast->sides[side].name);
}

static int make_programs(struct proving *p, struct fl_error *err)
{
	int rc = 0;
	for (int side = 0; rc == 0 && side < 2; side++) {
		const struct tg_file file = {p->pair->file, p->pair->forms[side]};
		rc = ds_contrast_program(p->contrast, side, p->pair->compiler, &file,
			&p->pair->headers, p->arena, &p->programs[side], err);
	}
	return rc;
}

/* The headers of a program are those files behind its first. */
static int set_up(struct proving *p, int side, struct fl_error *err)
{
	const struct fl_list *files = &p->programs[side].files;
	const struct fl_list headers = {(struct tg_file *)files->items + 1, files->len - 1};
	return ds_real_setup(p->bench, &headers, err);
}

/*
 * Does the first error, or the line that it is about, say what the form stumbles over? Where the
 * compiler looks into a header of its own, the file is named.
 */
static int fails_for_it(
	struct proving *p, int form, struct fl_slice said, bool *ret_does, struct fl_error *err)
{
	struct fl_list all;
	int rc = diag_parse(said, DIAG_FROM_AUTO, p->arena, &all, err);
	if (rc)
		return rc;
	struct fl_list errors = diag_errors(&all, 1, p->arena);
	const struct diag_diagnostic *d = errors.items;
	*ret_does = false;
	for (size_t i = 0; errors.len && i < p->pair->stumble_count[form]; i++) {
		struct fl_slice word = p->pair->stumbles[form][i];
		*ret_does |= fl_slice_search(d->message, word) >= 0 ||
			     fl_slice_search(d->source_line, word) >= 0 ||
			     fl_slice_search(d->file, word) >= 0;
	}
	if (!*ret_does)
		settle(p, DS_CONTRAST_OTHER_REASON,
			fl_arena_printf(p->arena, "%.*s: %.*s", FL_ARG(side_name(p, form)),
				FL_ARG(errors.len ? d->message : FL_S("no error"))));
	return fl_arena_error(p->arena, "the diagnostics", err);
}

/* Compile one form for one side, and say whether that is as it has to be. */
static int compile(struct proving *p, int side, int form, bool *ret_right, struct fl_error *err)
{
	struct tg_build build;
	int rc = ds_real_compile_on(p->bench, &p->programs[side], p->contrast->sides[side].on,
		p->pair->forms[form], p->arena, &build, err);
	if (rc)
		return rc;
	*ret_right = false;
	struct fl_slice why =
		fl_arena_printf(p->arena, "%.*s, as %.*s: %.*s", FL_ARG(side_name(p, form)),
			FL_ARG(side_name(p, side)), FL_ARG(fl_slice_head(build.diagnostics, 400)));
	if (build.end != FL_END_EXIT)
		settle(p, DS_CONTRAST_COMPILER_LIMIT, why);
	else if (side == form && !build.ok)
		settle(p, DS_CONTRAST_OWN_FAILS, why);
	else if (side != form && build.ok)
		settle(p, DS_CONTRAST_OTHER_COMPILES, why);
	else
		*ret_right = true;
	if (*ret_right && side != form) {
		p->said[side] = build.diagnostics;
		rc = fails_for_it(p, form, build.diagnostics, ret_right, err);
	}
	return rc ? rc : fl_arena_error(p->arena, "a contrast", err);
}

static int compile_all(struct proving *p, bool *ret_right, struct fl_error *err)
{
	int rc = 0;
	*ret_right = true;
	for (int side = 0; rc == 0 && *ret_right && side < 2; side++) {
		rc = set_up(p, side, err);
		rc = rc ? rc : compile(p, side, side, ret_right, err);
		if (rc == 0 && *ret_right)
			rc = compile(p, side, !side, ret_right, err);
	}
	return rc;
}

/* Of the side: its header, and the other form, which is to become its own. */
static int make_record(struct proving *p, int side, struct fl_error *err)
{
	struct ds_real real = {.program = p->programs[side],
		.before = p->pair->forms[!side],
		.source = p->pair->source,
		.licence = fl_slice_str(licence),
		.group = p->pair->group,
		.error_class = DIAG_CLASS_PLATFORM,
		.contrast = true,
		.on = p->contrast->sides[side].on};
	struct fl_error why = {0};
	int rc = ds_hunks(p->pair->file, p->pair->forms[side], real.before, DS_PAIR_LINES_MAX,
		p->arena, &real.edits, &why);
	enum ds_contrast_fate fate = rc ? DS_CONTRAST_CHANGES_MUCH : DS_CONTRAST_BREAKS_RULE;
	rc = rc ? rc
		: ds_real_compose(
			  p->bench, &real, p->said[side], p->arena, &p->proof->records[side], &why);
	if (rc == FL_EREFUSED || rc == FL_ELIMIT) {
		settle(p, fate, fl_arena_slice(p->arena, fl_slice_str(why.message)));
		return fl_arena_error(p->arena, "a contrast", err);
	}
	return rc ? fl_error_set(err, why.code, "%s", why.message) : 0;
}

/* Is a cross compiler missing? */
static bool lacks_compiler(struct proving *p)
{
	for (int side = 0; side < 2; side++) {
		enum tg_build_kind on = p->contrast->sides[side].on;
		const char *package = tg_build_target(on)
					      ? tg_target_lacks((enum tg_target)(on - TG_ON_I386),
							p->contrast->language)
					      : NULL;
		if (!package)
			continue;
		settle(p, DS_CONTRAST_NO_COMPILER, fl_slice_str(package));
		return true;
	}
	return false;
}

int ds_contrast_prove(const struct ds_real_bench *b, const struct ds_contrast_pair *pair,
	struct fl_arena *a, struct ds_contrast_proof *ret_proof, struct fl_error *err)
{
	struct ds_contrast_proof proof = {.fate = DS_CONTRAST_PROVEN};
	struct proving p = {.bench = b,
		.pair = pair,
		.contrast = &ds_contrasts[pair->contrast],
		.arena = a,
		.proof = &proof};
	bool right = !lacks_compiler(&p);
	int rc = 0;
	if (right) {
		rc = make_programs(&p, err);
		rc = rc ? rc : compile_all(&p, &right, err);
	}
	for (int side = 0; rc == 0 && right && side < 2; side++) {
		rc = make_record(&p, side, err);
		right = proof.fate == DS_CONTRAST_PROVEN;
	}
	if (rc == 0 && right && fl_slice_eq(proof.records[0].platform, proof.records[1].platform))
		settle(&p, DS_CONTRAST_SAME_HEADER, fl_slice(NULL, 0));
	if (rc == 0)
		*ret_proof = proof;
	return rc;
}

/* ---- once more ---- */

bool ds_contrast_is(const struct ds_record *r)
{
	return r->provenance.origin == DS_CONTRAST && r->kind == DS_KIND_DIAGNOSTIC_FIX;
}

static bool same_argv(const struct ds_record *r, const struct fl_list *argv)
{
	const struct fl_list *own = &((const struct ds_command *)r->build.items)->argv;
	bool same = own->len == argv->len;
	for (size_t i = 0; same && i < own->len; i++)
		same = fl_slice_eq(tg_text_at(own, i), tg_text_at(argv, i));
	return same;
}

/* The side and the compiler whose command line the record has. Its files have all headers. */
static int find_build(
	const struct ds_record *r, struct fl_arena *a, struct ds_real *real, struct fl_error *err)
{
	const struct tg_file *files = r->files.items;
	const struct tg_file file = {files[0].path, r->fixed};
	for (int i = 0; i < DS_CONTRASTS * 2 * 2; i++) {
		const struct ds_contrast *c = &ds_contrasts[i / 4];
		struct ds_contrast bare = *c;
		/* A file in C would be one in a program in C++, too. */
		if ((c->language == TG_C) != (r->language == DS_LANG_C))
			continue;
		bare.sides[i / 2 % 2].headers = NULL;
		const struct fl_list headers = {
			(struct tg_file *)r->files.items + 1, r->files.len - 1};
		int rc = ds_contrast_program(
			&bare, i / 2 % 2, i % 2, &file, &headers, a, &real->program, err);
		if (rc)
			return rc == FL_EINVAL ? fl_error_set(err, FL_EREFUSED,
							 "its files are not those of a program")
					       : rc;
		real->on = c->sides[i / 2 % 2].on;
		struct fl_list argv = tg_build_compile_argv(&real->program, real->on, 0, true, a);
		if (same_argv(r, &argv))
			return fl_arena_error(a, "a record", err);
	}
	return fl_error_set(err, FL_EREFUSED, "its build is no side of a contrast");
}

int ds_contrast_again(const struct ds_real_bench *b, const struct ds_record *r, struct fl_arena *a,
	struct ds_record *ret_again, struct fl_error *err)
{
	struct ds_real real = {.before = r->buggy,
		.source = r->provenance.source,
		.licence = r->provenance.licence,
		.group = r->group,
		.error_class = r->error_class,
		.contrast = true};
	if (!fl_slice_eq(((const struct tg_file *)r->files.items)->path, r->mutation.file))
		return fl_error_set(err, FL_EREFUSED, "the faulty file is not the first one");
	int rc = find_build(r, a, &real, err);
	return rc ? rc : ds_real_remake(b, &real, r, a, ret_again, err);
}
