/* The table that a person sees at the end of a build. */
#include "datasets/build/build.h"

#include <inttypes.h>

#include "base/show.h"
#include "tracegen/operators/ops.h"

static void show_programs(struct fl_buf *out, const struct ds_manifest_programs *p)
{
	const struct ds_count *reason = p->refused.items;
	const struct ds_refused *refused = p->refusals.items;
	enum { SHOWN = 20 };
	fl_buf_printf(out, "programs  %" PRId64 " taken, %zu refused\n", p->taken, p->refusals.len);
	for (size_t i = 0; i < p->refused.len; i++)
		fl_buf_printf(
			out, "  %-18.*s %6" PRId64 "\n", FL_ARG(reason[i].name), reason[i].count);
	for (size_t i = 0; i < p->refusals.len && i < SHOWN; i++) {
		fl_buf_str(out, "    ");
		fl_show_printf(
			out, "%.*s: %.*s", FL_ARG(refused[i].path), FL_ARG(refused[i].reason));
		fl_buf_char(out, '\n');
	}
	if (p->refusals.len > SHOWN)
		fl_buf_printf(out,
			"    … and %zu more: see programs.refusals in " DS_MANIFEST_NAME "\n",
			p->refusals.len - SHOWN);
}

/* Of the programs that read and came without inputs. */
static void show_inputs(struct fl_buf *out, const struct ds_manifest *m)
{
	const struct ds_manifest_inputs *in = m->inputs.items;
	int64_t kept = 0, with = 0, tried = 0, well = 0;
	for (size_t i = 0; i < m->inputs.len; i++) {
		kept += in[i].kept;
		with += in[i].kept > 0;
		tried += in[i].tried;
		well += in[i].well;
	}
	if (m->inputs.len)
		fl_buf_printf(out,
			"inputs    %" PRId64 " kept for %" PRId64 " of %zu programs that read; "
			"%" PRId64 " tried, %" PRId64 " ended well\n",
			kept, with, m->inputs.len, tried, well);
}

static int64_t percent(int64_t part, int64_t whole)
{
	return whole ? (200 * part / whole + 1) / 2 : 0;
}

static void show_operator(struct fl_buf *out, int op, const struct ds_op_row *r)
{
	fl_buf_printf(out, "%-24s %7" PRId64 " %6" PRId64, tg_ops[op].name, r->sites, r->tried);
	if (tg_ops[op].phase == TG_RUNTIME)
		fl_buf_printf(out, " %9" PRId64, r->compiled);
	else
		fl_buf_printf(out, " %9s", "-");
	fl_buf_printf(out,
		" %9" PRId64 " %3" PRId64 "%% %8" PRId64 " %10" PRId64 " %6" PRId64 " %7" PRId64
		" %8" PRId64 "\n",
		r->by_status[TG_OBSERVED], percent(r->by_status[TG_OBSERVED], r->tried),
		r->by_status[TG_SURVIVED], r->by_status[TG_NONDETERMINISTIC],
		r->by_status[TG_NEAR_LIMIT], r->by_status[TG_INFRA], r->records);
}

/* Of the operators those of which something was tried; the manifest has all. */
static void show_operators(struct fl_buf *out, const struct ds_op_row *ops)
{
	struct ds_op_row sum[2] = {0};
	int64_t untried = 0, left = 0;
	fl_buf_str(out, "\noperator                   sites  tried  compiled  observed     survived"
			"  differing  limit  failed  records\n");
	for (int i = 0; i < TG_OP_COUNT; i++) {
		const struct ds_op_row *r = &ops[i];
		struct ds_op_row *s = &sum[tg_ops[i].phase];
		if (r->tried)
			show_operator(out, i, r);
		untried += !r->tried && r->sites;
		left += r->tried ? 0 : r->sites;
		s->sites += r->sites;
		s->tried += r->tried;
		s->compiled += r->compiled;
		s->by_status[TG_OBSERVED] += r->by_status[TG_OBSERVED];
	}
	if (untried)
		fl_buf_printf(out,
			"%" PRId64 " operators more have %" PRId64
			" sites, of which none was drawn\n",
			untried, left);
	const struct ds_op_row *run = &sum[TG_RUNTIME];
	fl_buf_printf(out,
		"run-time faults: %" PRId64 " of %" PRId64 " sites tried, %" PRId64
		"%% compiled, %" PRId64 "%% observed\n",
		run->tried, run->sites, percent(run->compiled, run->tried),
		percent(run->by_status[TG_OBSERVED], run->tried));
}

static void show_evidence(struct fl_buf *out, const struct ds_op_row *ops)
{
	fl_buf_str(out, "\nevidence                ");
	for (int c = 1; c < DIAG_CLASS_COUNT; c++)
		fl_buf_printf(out, " %.10s", diag_class_table[c].name);
	fl_buf_char(out, '\n');
	for (int i = 0; i < TG_OP_COUNT; i++) {
		int64_t all = 0;
		for (int c = 1; c < DIAG_CLASS_COUNT; c++)
			all += ops[i].by_class[c];
		if (!all)
			continue;
		fl_buf_printf(out, "%-24s", tg_ops[i].name);
		for (int c = 1; c < DIAG_CLASS_COUNT; c++) {
			int width = (int)strlen(diag_class_table[c].name);
			fl_buf_printf(
				out, " %*" PRId64, width < 10 ? width : 10, ops[i].by_class[c]);
		}
		fl_buf_char(out, '\n');
	}
}

static void show_records(struct fl_buf *out, const struct ds_build_report *r)
{
	const struct ds_shard *shard = r->manifest.shards.items;
	int64_t rows[DS_KIND_COUNT] = {0}, total = 0, bytes = 0, raw = 0;
	for (size_t i = 0; i < r->manifest.shards.len; i++) {
		rows[shard[i].kind] += shard[i].rows;
		total += shard[i].rows;
		bytes += shard[i].bytes;
		raw += shard[i].raw_bytes;
	}
	fl_buf_printf(out,
		"\nrecords   %" PRId64 ", %" PRId64 " bytes in shards (%" PRId64 " as JSON)\n",
		total, bytes, raw);
	fl_buf_str(out, "  by kind         ");
	for (int k = 0; k < DS_KIND_COUNT; k++)
		fl_buf_printf(out, "  %s %" PRId64, ds_kind_table[k].name, rows[k]);
	fl_buf_str(out, "\n  by error class  ");
	for (int c = 1; c < DIAG_CLASS_COUNT; c++)
		if (r->by_class[c])
			fl_buf_printf(
				out, "  %s %" PRId64, diag_class_table[c].name, r->by_class[c]);
	fl_buf_char(out, '\n');
}

static void show_losses(struct fl_buf *out, const struct ds_build_report *r)
{
	const struct ds_count *skipped = r->manifest.skipped.items;
	struct ds_op_row sum = {0};
	for (int i = 0; i < TG_OP_COUNT; i++) {
		sum.duplicates += r->ops[i].duplicates;
		sum.over_share += r->ops[i].over_share;
	}
	fl_buf_printf(out,
		"  left out          %" PRId64 " duplicates, %" PRId64
		" over their operator's share\n",
		sum.duplicates, sum.over_share);
	for (size_t i = 0; i < r->manifest.skipped.len; i++) {
		fl_buf_printf(out, "  left out          %" PRId64 ": ", skipped[i].count);
		fl_show(out, skipped[i].name);
		fl_buf_char(out, '\n');
	}
	if (r->unkept)
		fl_buf_printf(out, "  not kept          %zu results, in the cache\n", r->unkept);
	if (r->lost_units)
		fl_buf_printf(out, "  lost              %zu units of work whose worker died\n",
			r->lost_units);
}

void ds_build_show(struct fl_buf *out, const struct ds_build_report *r)
{
	show_programs(out, &r->manifest.programs);
	show_inputs(out, &r->manifest);
	show_operators(out, r->ops);
	show_evidence(out, r->ops);
	show_records(out, r);
	show_losses(out, r);
}
