#include "datasets/build/rounds.h"

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

uint64_t ds_rounds_limit(uint64_t limit, size_t same)
{
	return same > DS_ROUND_FEW ? (limit * DS_ROUND_FEW + same - 1) / same : limit;
}

bool ds_rounds_goes_on(const struct ds_rounds *p, unsigned percent)
{
	/* One in hand: chance is not to end what is nearly good enough. */
	return !p->refused && p->left > 0 && (p->observed + 1) * 100 >= p->tried * percent;
}

static size_t round_of(const struct ds_rounds *p)
{
	size_t first = (size_t)p->limit / DS_ROUND_PART;
	first = first < DS_ROUND_FIRST ? DS_ROUND_FIRST : first;
	return p->given < first ? first : p->given;
}

/* What the programs with this limit have not spent, when all that go on have had theirs. */
static size_t spare_of(const struct ds_rounds *p, size_t n, uint64_t limit, unsigned percent)
{
	size_t spare = 0, over = 0;
	for (size_t i = 0; i < n; i++) {
		if (p[i].refused || p[i].limit != limit)
			continue;
		if (p[i].given < limit && ds_rounds_goes_on(&p[i], percent))
			return 0;
		spare += p[i].given < limit ? (size_t)limit - p[i].given : 0;
		over += p[i].given > limit ? p[i].given - (size_t)limit : 0;
	}
	return spare > over ? spare - over : 0;
}

/* May it have more than its limit? */
static bool takes_more(const struct ds_rounds *p, unsigned percent)
{
	return p->limit && p->given >= p->limit && p->given < DS_ROUND_MOST * p->limit &&
	       ds_rounds_goes_on(p, percent);
}

/* Share out what programs with the limit of the `first` have left, as evenly as it goes. */
static void share_out(
	const struct ds_rounds *p, size_t n, size_t first, unsigned percent, size_t *ret_counts)
{
	uint64_t limit = p[first].limit;
	size_t spare = spare_of(p, n, limit, percent), takers = 0;
	for (size_t i = 0; i < n; i++)
		takers += p[i].limit == limit && takes_more(&p[i], percent);
	for (size_t i = first; i < n && takers; i++) {
		if (p[i].limit != limit || !takes_more(&p[i], percent))
			continue;
		size_t most = least((spare + takers - 1) / takers, p[i].left);
		most = least(most, round_of(&p[i]));
		ret_counts[i] = least(most, DS_ROUND_MOST * (size_t)limit - p[i].given);
		spare -= ret_counts[i];
		takers--;
	}
}

bool ds_rounds_next(const struct ds_rounds *p, size_t n, unsigned percent, size_t *ret_counts)
{
	bool any = false;
	for (size_t i = 0; i < n; i++) {
		ret_counts[i] = 0;
		if (!ds_rounds_goes_on(&p[i], percent))
			continue;
		if (!p[i].limit)
			ret_counts[i] = p[i].left;
		else if (p[i].given < p[i].limit)
			ret_counts[i] = least(
				least(round_of(&p[i]), p[i].left), (size_t)p[i].limit - p[i].given);
	}
	for (size_t i = 0; i < n; i++) {
		bool seen = !p[i].limit;
		for (size_t k = 0; k < i && !seen; k++)
			seen = p[k].limit == p[i].limit;
		if (!seen)
			share_out(p, n, i, percent, ret_counts);
	}
	for (size_t i = 0; i < n; i++)
		any = any || ret_counts[i] > 0;
	return any;
}
