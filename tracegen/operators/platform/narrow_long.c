/* narrow-long: a cast or a constant that makes an operation 64 bits wide makes it a long. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/words.h"

static const struct tg_retype types[] = {
	{"(uint64_t)", "(unsigned long)"},
	{"(int64_t)", "(long)"},
	{"(unsigned long long)", "(unsigned long)"},
	{"(long long)", "(long)"},
	{"static_cast<std::uint64_t>", "static_cast<unsigned long>"},
	{"static_cast<std::int64_t>", "static_cast<long>"},
	{"static_cast<uint64_t>", "static_cast<unsigned long>"},
	{"static_cast<int64_t>", "static_cast<long>"},
	{"static_cast<unsigned long long>", "static_cast<unsigned long>"},
	{"static_cast<long long>", "static_cast<long>"},
	{"std::uint64_t{", "unsigned long{"},
};

static const struct tg_retype suffixes[] = {
	{"ULL", "UL"}, {"ull", "ul"}, {"LLU", "LU"}, {"LL", "L"}, {"ll", "l"}};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

void tg_op_narrow_long(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct fl_slice text = tg_node_text(unit, n);
		if (n->in_macro || !tg_node_runs(n))
			continue;
		for (size_t i = 0; n->kind == TG_N_CAST && i < COUNT(types); i++) {
			size_t len = strlen(types[i].from);
			if (fl_slice_starts(text, types[i].from))
				tg_put(unit, sink, n, n->start, n->start + len, "%s", types[i].to);
		}
		for (size_t i = 0; n->kind == TG_N_INT && i < COUNT(suffixes); i++) {
			size_t len = strlen(suffixes[i].from);
			if (!fl_slice_ends(text, suffixes[i].from))
				continue;
			tg_put(unit, sink, n, n->end - len, n->end, "%s", suffixes[i].to);
			break;
		}
	}
}
