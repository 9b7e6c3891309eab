#include "tracegen/operators/ops.h"

const struct tg_op tg_ops[TG_OP_COUNT] = {
#define X(suffix, name, phase, cls, cwe, weight, summary, fix, source) \
	[TG_OP_##suffix] = {name, phase, cls, cwe, summary, weight, source, fix, tg_op_##suffix},
	TG_OPS(X)
#undef X
};

/*
 * Most real faults show as wrong output (Codeflaws: 93 %), so logic has the most, and no more than
 * about a quarter: the others have enough to be learnt from.
 */
static const unsigned char quotas[DIAG_CLASS_COUNT] = {
	[DIAG_CLASS_LOGIC] = 32,
	[DIAG_CLASS_UB] = 13,
	[DIAG_CLASS_LIFETIME] = 10,
	[DIAG_CLASS_RESOURCE] = 7,
	[DIAG_CLASS_CONCURRENCY] = 7,
	[DIAG_CLASS_PLATFORM] = 7,
	[DIAG_CLASS_TYPE_MISMATCH] = 6,
	[DIAG_CLASS_UNDEFINED_SYMBOL] = 6,
	[DIAG_CLASS_LINKER] = 6,
	[DIAG_CLASS_SYNTAX] = 6,
};

unsigned tg_class_quota(enum diag_class cls)
{
	return quotas[cls];
}

int tg_op_find(struct fl_slice name)
{
	for (int i = 0; i < TG_OP_COUNT; i++) {
		if (fl_slice_eqs(name, tg_ops[i].name))
			return i;
	}
	return -1;
}

int tg_ops_named(struct fl_slice names, bool *ret_only, struct fl_error *err)
{
	memset(ret_only, 0, TG_OP_COUNT * sizeof(*ret_only));
	for (bool last = false; !last;) {
		ptrdiff_t comma = fl_slice_chr(names, ',');
		struct fl_slice name = comma < 0 ? names : fl_slice_head(names, (size_t)comma);
		int op = tg_op_find(name);
		if (op < 0)
			return fl_error_set(err, FL_EINVAL,
				"no operator \"%.*s\"; tracegen ops lists them", FL_ARG(name));
		ret_only[op] = true;
		last = comma < 0;
		names = fl_slice_skip(names, name.len + 1);
	}
	return 0;
}

bool tg_op_spans(int op)
{
	static const bool spans[TG_OP_COUNT] = {
#define X(suffix, ...) [TG_OP_##suffix] = true,
		TG_OPS_ACROSS(X)
#undef X
	};
	return spans[op];
}

bool tg_op_only_leaks(int op)
{
	static const bool leaks[TG_OP_COUNT] = {
		[TG_OP_free_removed] = true,
		[TG_OP_lost_pointer] = true,
		[TG_OP_leaky_return] = true,
		[TG_OP_leaking_guard] = true,
		[TG_OP_shared_cycle] = true,
	};
	return leaks[op];
}

bool tg_op_reads_unset(int op)
{
	return op == TG_OP_init_removed || op == TG_OP_self_init || op == TG_OP_missing_return;
}

enum diag_class tg_op_class(int op, enum diag_class seen, struct fl_slice kind)
{
	/* The classes that evidence may have in place of the one that is meant. */
	static const bool shown[DIAG_CLASS_COUNT][DIAG_CLASS_COUNT] = {
		[DIAG_CLASS_UB] = {[DIAG_CLASS_LOGIC] = true,
			[DIAG_CLASS_LIFETIME] = true,
			[DIAG_CLASS_RESOURCE] = true,
			[DIAG_CLASS_CONCURRENCY] = true},
		[DIAG_CLASS_LIFETIME] = {[DIAG_CLASS_RESOURCE] = true},
	};
	if ((seen == DIAG_CLASS_LOGIC || seen == DIAG_CLASS_RESOURCE) && tg_op_reads_unset(op))
		return tg_ops[op].cls;
	/* What is released wrongly is a matter of its life, unless all that came of it is a leak. */
	if (tg_ops[op].cls == DIAG_CLASS_LIFETIME && fl_slice_find(kind, "leak") < 0)
		return tg_ops[op].cls;
	return shown[tg_ops[op].cls][seen] ? seen : tg_ops[op].cls;
}

bool tg_op_has_class(int op, enum diag_class seen, int cls)
{
	/* before the evidence had a say it was the operator's; a release of what was never set, or that
	 * no allocator gave, was one of resources */
	bool before = cls == (int)tg_ops[op].cls ||
		      (tg_op_reads_unset(op) && seen == DIAG_CLASS_RESOURCE && cls == (int)seen);
	return before || cls == (int)tg_op_class(op, seen, FL_S("memory-leak"));
}

bool tg_op_has_cwe(int op, struct fl_slice cwe)
{
	/* What rows had before. */
	static const struct {
		int op;
		const char *cwe;
	} former[] = {{TG_OP_wrong_release, "CWE-415"}};
	for (size_t i = 0; i < sizeof(former) / sizeof(former[0]); i++)
		if (former[i].op == op && fl_slice_eqs(cwe, former[i].cwe))
			return true;
	return fl_slice_eqs(cwe, tg_ops[op].cwe);
}

static void write_phase(struct fl_buf *out, enum tg_op_phase phase)
{
	fl_buf_str(out, "| operator | class | CWE | weight | the fault | the fix | how often |\n"
			"|---|---|---|---|---|---|---|\n");
	for (int i = 0; i < TG_OP_COUNT; i++) {
		const struct tg_op *op = &tg_ops[i];
		if (op->phase == phase)
			fl_buf_printf(out, "| `%s` | %s | %s | %u | %s | %s | %s |\n", op->name,
				diag_class_table[op->cls].name, op->cwe, op->weight, op->summary,
				op->fix, op->source);
	}
}

static const char head[] =
	"# Fault operators\n\n"
	"Written by `tracegen ops --to=markdown`; a test compares this page with the tables in\n"
	"`tracegen/operators/`. The class is that of the root cause; what the tools saw of a fault "
	"is\n"
	"its evidence class, and may differ (an off-by-one index is `logic`, its overflow `ub`).\n"
	"\n"
	"Which of a program's sites are tried goes by class first (the quotas below: of the faults "
	"that\n"
	"are observed, over the whole build, in each of its rounds), within a "
	"class by\n"
	"weight, and no operator makes more than its share of the faults (`datasets build "
	"--share`).\n"
	"Of the turns that come next in a class that one is taken whose fault evens out what was "
	"drawn\n"
	"so far (`datasets/build/balance.h`), so that what some faults leave out others put in.\n"
	"A weight is how often people make the fault, against the others of its class; operators "
	"with\n"
	"less than 10 are hardly ever made and have at most 3 % of the faults together; 0 is "
	"retired:\n"
	"its records replay, no new ones are made. Faults never go into what checks the program\n"
	"(`tracegen/checks.h`). None leaves a local variable, a parameter or a static function "
	"without "
	"a\n"
	"use (`tracegen/uses.h`), or the comment on what it takes away (`tracegen/cut.h`). "
	"Operators "
	"whose\n"
	"faults gcc's `-Wall -Wextra` points at in most places have less than 10: people see "
	"those.\n"
	"\n"
	"Where a reader who did not know how the faults came about found those of an operator "
	"unlike a\n"
	"person's, its weight is less than the count says, and more where they read like one.\n"
	"\n"
	"The counts of real faults that the weights follow:\n"
	"\n"
	"* Codeflaws: S. H. Tan et al., ICSE 2017 companion; 3,902 faults of C programs in "
	"contests.\n"
	"* BugsC++: G. An et al., ASE 2023; faults of C and C++ projects.\n"
	"* ManySStuBs4J: R. Karampatsis and C. Sutton, MSR 2020; one-statement faults of Java "
	"projects.\n"
	"* Pan 2008: K. Pan, S. Kim and E. J. Whitehead, Empirical Software Engineering 14(3); "
	"fixes in\n"
	"  seven Java projects: arguments of calls 14.9 to 25.5 %, conditions 5.6 to 18.6 %,\n"
	"  assignments 6.0 to 14.2 %.\n"
	"* Lu 2008: S. Lu et al., ASPLOS 2008; 105 faults of threads in four servers and clients: "
	"31\n"
	"  deadlocks; of the other 74, 97 % are of atomicity or order, a third of order, two "
	"thirds "
	"of\n"
	"  one variable, and 27 % were mended by locks.\n"
	"* Seo 2014: H. Seo et al., ICSE 2014; 26.6 million builds.\n"
	"* Wang 2018: Y. Wang, N. Meng and H. Zhong, ICSME 2018; fixes in four Java projects: 52 "
	"to 58 "
	"%\n"
	"  change several methods, classes or fields, mostly such as call the same methods, use "
	"the "
	"same\n"
	"  fields or hold like code.\n"
	"\n"
	"Where a study counts a group of faults, its operators share the figure; the split within "
	"the\n"
	"group is ours. Faults over several files (`tracegen/operators/across/`) exist in programs "
	"of "
	"several\n"
	"files alone; they are to be 15 % of all faults, out of those of logic "
	"(`datasets/build/lanes.h`).\n"
	"Those of two edits that have nothing to do with each other\n"
	"(`two-faults`, `caller-and-callee`, `missing-on-both-sides`, `value-on-both-sides`,\n"
	"`condition-on-both-sides`, `same-slip`, `missing-ends`) count when each edit shows by "
	"itself,\n"
	"and none alone shows what both do.\n";

void tg_ops_write_docs(struct fl_buf *out)
{
	fl_buf_str(out, head);
	fl_buf_str(out, "\n| class | percent of the faults |\n|---|---|\n");
	for (int i = 0; i < DIAG_CLASS_COUNT; i++)
		if (quotas[i])
			fl_buf_printf(out, "| %s | %u |\n", diag_class_table[i].name, quotas[i]);
	fl_buf_str(out, "\nA class without sites leaves its percents to the others.\n"
			"\n## Faults that show when the program runs\n\n");
	write_phase(out, TG_RUNTIME);
	fl_buf_str(out, "\n## Faults that the compiler or the linker finds\n\n");
	write_phase(out, TG_COMPILE);
}
