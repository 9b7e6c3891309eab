/* datasets pack: records of several sets, or of lines, as one dataset. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/show.h"
#include "datasets/cmd/datasets/rows.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/pack/pack.h"

enum { TOLD_MAX = 20, TEXT_MAX = 4096 };

struct packing {
	struct ds_pack *pack;
	int64_t refused;
};

static int take_row(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	struct packing *p = ctx;
	struct fl_error why = {0};
	enum ds_pack_fate fate = DS_PACK_TAKEN;
	int rc = ds_pack_add(p->pack, row->line, &fate, &why, err);
	if (rc == 0 && fate == DS_PACK_REFUSED && p->refused++ < TOLD_MAX)
		fl_tell("datasets", "%s:%lld: %s", row->file, (long long)row->number, why.message);
	return rc;
}

/* Operands that are directories, and what --manifest names. */
static size_t sources_of(const struct fl_opts *o, const char **ret)
{
	struct stat st;
	size_t n = 0;
	for (size_t i = 0; i < sub_count(o); i++)
		if (stat(sub_at(o, i), &st) == 0 && S_ISDIR(st.st_mode))
			ret[n++] = sub_at(o, i);
	for (size_t i = 0; i < o->seen_count; i++)
		if (o->seen[i].option == OPT_MANIFEST)
			ret[n++] = o->seen[i].text;
	return n;
}

static int tell(const int64_t *counts, int64_t told, struct fl_error *err)
{
	struct fl_buf text;
	if (told > TOLD_MAX)
		fl_tell("datasets", "and %lld rows more are refused", (long long)(told - TOLD_MAX));
	fl_buf_init(&text, TEXT_MAX);
	fl_buf_printf(&text, "%lld records written, %lld refused, %lld there already\n",
		(long long)counts[DS_PACK_TAKEN], (long long)counts[DS_PACK_REFUSED],
		(long long)counts[DS_PACK_TWICE]);
	int rc = fl_buf_error(&text, "the report", err);
	rc = rc ? rc : fl_write_all(STDOUT_FILENO, fl_buf_view(&text), err);
	fl_buf_release(&text);
	return rc;
}

int ds_cmd_pack(const struct fl_opts *o, struct fl_error *err)
{
	const char **from = calloc(sub_count(o) + o->seen_count + 1, sizeof(*from));
	struct ds_pack_opts opts = {.out = fl_opt_text(o, OPT_OUT),
		.overwrite = fl_opt_given(o, OPT_OVERWRITE),
		.seekable = sub_seekable(o),
		.from = from};
	struct packing p = {0};
	int64_t counts[DS_PACK_FATES] = {0};
	int rc = 0;
	if (!opts.out)
		rc = fl_error_set(err, FL_EINVAL, "pack needs -o DIR");
	else if (!from)
		rc = fl_error_set(err, FL_ENOMEM, "out of memory for the operands");
	if (rc == 0) {
		opts.from_count = sources_of(o, from);
		rc = sub_check_out(o, opts.out, err);
		rc = rc ? rc : ds_pack_new(&opts, &p.pack, err);
	}
	rc = rc ? rc : sub_each_row(o, false, take_row, &p, err);
	rc = rc ? rc : ds_pack_finish(p.pack, counts, err);
	rc = rc ? rc : tell(counts, p.refused, err);
	ds_pack_free(p.pack);
	free(from);
	return rc ? FL_RUN_FAILED : p.refused > 0;
}
