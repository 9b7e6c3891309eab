#include "datasets/kernels/finish.h"

#include "base/hash.h"

/* The emulators of the machines that were used; beside the tools that all datasets name. */
static int add_emulators(const struct ds_toolchain *toolchain, struct fl_arena *a,
	struct ds_kernels_report *report, struct fl_error *err)
{
	const struct ds_kernel_row *rows = report->rows.items;
	size_t count = toolchain->lines.len;
	struct fl_slice *lines = fl_arena_array(a, count + DBG_QEMU_MACHINE_COUNT, sizeof(*lines));
	char hex[65];
	if (!lines)
		return fl_arena_error(a, "the toolchain", err);
	memcpy(lines, toolchain->lines.items, count * sizeof(*lines));
	for (int i = 0; i < DBG_QEMU_MACHINE_COUNT; i++) {
		bool used = false;
		struct fl_slice version;
		for (size_t k = 0; k < report->rows.len; k++)
			used = used || fl_slice_eqs(rows[k].machine, dbg_qemu_machine_words[i]);
		struct fl_slice name =
			fl_arena_printf(a, "qemu-system-%s", dbg_qemu_machine_words[i]);
		if (!used || !name.ptr)
			continue;
		int rc = ds_tool_version(name.ptr, a, &version, err);
		if (rc)
			return rc;
		lines[count++] = fl_arena_printf(a, "%.*s: %.*s", FL_ARG(name), FL_ARG(version));
	}
	fl_sha256_parts(lines, count, hex);
	report->manifest.toolchain = (struct fl_list){lines, count};
	report->manifest.fingerprint = fl_arena_slice(a, fl_slice_str(hex));
	return fl_arena_error(a, "the toolchain", err);
}

static struct fl_list arguments_of(const struct ds_kernels_opts *o, struct fl_arena *a)
{
	enum { MOST = 8 };
	struct fl_slice *all = fl_arena_array(a, MOST, sizeof(*all));
	size_t n = 0;
	if (!all)
		return (struct fl_list){0};
	all[n++] = FL_S("kernels");
	all[n++] = fl_arena_printf(a, "--seed=%llu", (unsigned long long)o->seed);
	all[n++] = fl_arena_printf(a, "--limit=%u", o->limit);
	if (o->sites)
		all[n++] = fl_arena_printf(a, "--sites=%u", o->sites);
	all[n++] = fl_arena_printf(a, "--completion=%s", ds_form_names.words[o->form]);
	all[n++] = fl_arena_printf(a, "--prompt-bytes=%lld", (long long)o->prompt_bytes);
	if (o->seekable)
		all[n++] = fl_arena_printf(a, "--seekable=%zu", o->seekable);
	return (struct fl_list){all, n};
}

/* What became of the faults of all kernels, without those that have a record. */
static struct fl_list fates_of(const struct ds_kernels_report *report, struct fl_arena *a)
{
	const struct ds_kernel_row *rows = report->rows.items;
	struct ds_count *sum = fl_arena_array(a, TG_KERNEL_FATE_COUNT + 1, sizeof(*sum));
	size_t n = 0;
	for (size_t i = 0; sum && i < report->rows.len; i++) {
		const struct ds_count *c = rows[i].fates.items;
		for (size_t k = 0; k < rows[i].fates.len; k++) {
			size_t at = 0;
			while (at < n && !fl_slice_eq(sum[at].name, c[k].name))
				at++;
			if (at == n && n < TG_KERNEL_FATE_COUNT + 1)
				sum[n++].name = c[k].name;
			sum[at].count += c[k].count;
		}
	}
	return (struct fl_list){sum, n};
}

int ds_kernels_finish(const struct ds_kernels_opts *opts, const struct ds_toolchain *toolchain,
	struct ds_out *out, struct fl_arena *a, struct ds_kernels_report *report,
	struct fl_error *err)
{
	struct ds_manifest *m = &report->manifest;
	bool none = report->records == 0;
	m->schema_version = DS_SCHEMA_VERSION;
	m->faultline = FL_S(FL_VERSION);
	m->seed = (int64_t)opts->seed;
	m->arguments = arguments_of(opts, a);
	m->skipped = fates_of(report, a);
	int rc = add_emulators(toolchain, a, report, err);
	if (rc == 0 && none && out->replaces)
		return fl_error_set(err, FL_EREFUSED,
			"no fault has a record; the dataset is as it was: %s", opts->out);
	rc = rc ? rc : ds_manifest_write(out->dir, m, err);
	rc = rc ? rc : ds_out_commit(out, err);
	return rc || !none ? rc : fl_error_set(err, FL_EREFUSED, "no fault has a record");
}

void ds_kernels_show(struct fl_buf *out, const struct ds_kernels_report *report)
{
	const struct ds_kernel_row *rows = report->rows.items;
	int64_t boots = 0, cpu_ms = 0;
	for (size_t i = 0; i < report->rows.len; i++) {
		const struct ds_kernel_row *r = &rows[i];
		const struct ds_count *c = r->fates.items;
		struct fl_slice said = r->said, line = {0};
		boots += r->boots;
		cpu_ms += r->cpu_ms;
		fl_buf_printf(out, "%-12.*s %-8.*s", FL_ARG(r->name), FL_ARG(r->machine));
		if (r->refused.len) {
			fl_slice_line(&said, &line);
			fl_buf_printf(out, " refused: %.*s%s%.*s\n", FL_ARG(r->refused),
				line.len ? ": " : "", FL_ARG(fl_slice_head(line, 200)));
			continue;
		}
		fl_buf_printf(out, " %4lld records; of %lld sites", (long long)r->records,
			(long long)r->sites);
		for (size_t k = 0; k < r->fates.len; k++)
			fl_buf_printf(out, "%s %lld %.*s", k ? "," : "", (long long)c[k].count,
				FL_ARG(c[k].name));
		fl_buf_char(out, '\n');
	}
	fl_buf_printf(out, "records   %lld\n", (long long)report->records);
	if (boots)
		fl_buf_printf(out, "boots     %lld, %.2f s of CPU time each\n", (long long)boots,
			(double)cpu_ms / 1000 / (double)boots);
}
