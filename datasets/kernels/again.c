/* ds_kernel_again(): a record of a kernel's fault, made again of itself. */
#include "datasets/kernels/compose.h"
#include "datasets/kernels/kernels.h"
#include "datasets/record/edits.h"
#include "tracegen/sites.h"

static int files_without_fault(const struct ds_record *r, struct fl_arena *a,
	struct fl_list *ret_files, struct fl_error *err)
{
	struct tg_file *files = fl_arena_array(a, r->files.len, sizeof(*files));
	int rc = files ? 0 : fl_arena_error(a, "the files", err);
	for (size_t i = 0; rc == 0 && i < r->files.len; i++) {
		files[i] = ((const struct tg_file *)r->files.items)[i];
		rc = ds_edits_fixed(r, files[i].path, a, &files[i].content, err);
	}
	*ret_files = (struct fl_list){files, r->files.len};
	return rc;
}

/* Its machine, by the name of the emulator that runs it. */
static bool machine_of(const struct ds_record *r, enum dbg_qemu_machine *ret_machine)
{
	struct fl_slice qemu = tg_text_at(&r->run.argv, 0);
	struct fl_slice word = fl_slice_skip(qemu, strlen("qemu-system-"));
	for (int i = 0; i < DBG_QEMU_MACHINE_COUNT; i++)
		if (fl_slice_eqs(word, dbg_qemu_machine_words[i]))
			return *ret_machine = (enum dbg_qemu_machine)i, true;
	return false;
}

static const struct tg_site *site_of(const struct ds_record *r, const struct fl_list *sites)
{
	const struct ds_mutation *m = &r->mutation;
	const struct tg_site *s = sites->items;
	for (size_t i = 0; i < sites->len; i++)
		if (fl_slice_eq(s[i].op, m->operator) && fl_slice_eq(s[i].file, m->file) &&
			s[i].start == m->offset && fl_slice_eq(s[i].original, m->original) &&
			fl_slice_eq(s[i].replacement, m->replacement) && ds_edits_are_of(r, &s[i]))
			return &s[i];
	return NULL;
}

int ds_kernel_read(const struct ds_record *r, struct fl_arena *a, struct tg_kernel *ret_kernel,
	const char **ret_why, struct fl_error *err)
{
	struct tg_kernel_choice choice = {.name = r->provenance.source};
	struct fl_list files;
	struct fl_error why;
	*ret_why = NULL;
	if (!machine_of(r, &choice.machine)) {
		*ret_why = "its emulator is none of ours";
		return 0;
	}
	if (files_without_fault(r, a, &files, &why) ||
		tg_kernel_read(&files, &choice, a, ret_kernel, &why))
		*ret_why = fl_arena_printf(a, "%s", why.message).ptr;
	return fl_arena_error(a, "a kernel", err);
}

int ds_kernel_again(struct fl_box *box, const struct ds_toolchain *toolchain,
	const struct ds_record *record, struct fl_arena *a, struct ds_record *ret_record,
	const char **ret_why, struct fl_error *err)
{
	struct tg_kernel kernel;
	struct tg_kernel_bench bench;
	struct ds_kernel_facts facts;
	struct tg_kernel_try seen;
	struct fl_list sites;
	*ret_why = NULL;
	int rc = ds_kernel_read(record, a, &kernel, ret_why, err);
	if (rc || *ret_why)
		return rc;
	rc = tg_kernel_load(box, &kernel, a, &bench, err);
	if (rc || bench.refused)
		return *ret_why = bench.refused, rc;
	rc = ds_kernel_facts(&bench, toolchain, a, &facts, err);
	rc = rc ? rc : tg_sites(box, &bench.kernel.program, a, &sites, err);
	const struct tg_site *site = rc ? NULL : site_of(record, &sites);
	if (rc || !site)
		return *ret_why = "its operator does not find its mutation", rc;
	rc = tg_kernel_try(&bench, site, a, &seen, err);
	if (rc || seen.fate != TG_KERNEL_OBSERVED)
		return *ret_why = tg_kernel_fate_docs[seen.fate], rc;
	const struct ds_kernel_case c = {.bench = &bench,
		.facts = &facts,
		.site = site,
		.seen = &seen,
		.seed = (uint64_t)record->provenance.seed,
		.form = (enum ds_form)record->form,
		.prompt_bytes = record->prompt_bytes};
	struct fl_error why;
	rc = ds_kernel_compose(&c, a, ret_record, &why);
	if (rc == FL_EREFUSED || rc == FL_ELIMIT)
		return *ret_why = fl_arena_printf(a, "%s", why.message).ptr, 0;
	return rc ? fl_error_set(err, why.code, "%s", why.message) : 0;
}
