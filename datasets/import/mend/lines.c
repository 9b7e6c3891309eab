#include "datasets/import/mend/lines.h"

/* Percent of both that they share at their ends; 0 below DS_LINES_ALIKE. */
static unsigned likeness(struct fl_slice a, struct fl_slice b)
{
	a = fl_slice_trim(a);
	b = fl_slice_trim(b);
	size_t head = fl_slice_common_head(a, b), all = a.len + b.len;
	size_t tail = fl_slice_common_tail(fl_slice_skip(a, head), fl_slice_skip(b, head));
	size_t percent = all ? 200 * (head + tail) / all : 0;
	return percent < DS_LINES_ALIKE ? 0 : (unsigned)percent;
}

/* most[i * (m + 1) + j]: of the lines from i and j on. */
static void fill(
	unsigned *most, const struct fl_slice *was, size_t n, const struct fl_slice *is, size_t m)
{
	for (size_t i = n; i-- > 0;) {
		for (size_t j = m; j-- > 0;) {
			unsigned *here = &most[i * (m + 1) + j];
			unsigned down = here[m + 1], right = here[1];
			unsigned alike = likeness(was[i], is[j]);
			unsigned both = alike ? here[m + 2] + alike : 0;
			*here = down > right ? down : right;
			*here = both > *here ? both : *here;
		}
	}
}

int ds_lines_pair(const struct fl_slice *was, size_t n, const struct fl_slice *is, size_t m,
	struct fl_arena *a, int *ret_to, struct fl_error *err)
{
	for (size_t i = 0; i < n; i++)
		ret_to[i] = -1;
	if (!n || !m || n > DS_LINES_MOST / m)
		return 0;
	unsigned *most = fl_arena_array(a, (n + 1) * (m + 1), sizeof(*most));
	if (!most)
		return fl_arena_error(a, "the lines of a mend", err);
	fill(most, was, n, is, m);
	for (size_t i = 0, j = 0; i < n && j < m;) {
		const unsigned *here = &most[i * (m + 1) + j];
		unsigned alike = likeness(was[i], is[j]);
		if (alike && *here == here[m + 2] + alike) {
			ret_to[i++] = (int)j++;
		} else if (*here == here[m + 1]) {
			i++;
		} else {
			j++;
		}
	}
	return 0;
}
