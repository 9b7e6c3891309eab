/*
 * Places in other forms than FILE:LINE:COL (clang's -fdiagnostics-format and
 * -fdiagnostics-print-source-range-info):
 *
 *	FILE(LINE,COL)  FILE(LINE)		msvc
 *	FILE +LINE:COL  FILE +LINE		vi
 *	FILE:LINE:COL:{1:2-1:7}{1:9-1:10}	with ranges, half open
 */
#include "diag/report/place.h"

#include "diag/report/build.h"

bool diag_number_cut(struct fl_slice *s, char before, int64_t *ret_value)
{
	const uint64_t most = UINT64_C(10000000000); /* more than UINT32_MAX */
	uint64_t value = 0, place = 1;
	size_t n = s->len;
	for (; n && s->ptr[n - 1] >= '0' && s->ptr[n - 1] <= '9'; n--) {
		uint64_t digit = (uint64_t)(s->ptr[n - 1] - '0');
		value += digit ? digit * place : 0;
		place = place < most ? place * 10 : most;
	}
	if (!n || s->ptr[n - 1] != before || n == s->len)
		return false;
	*ret_value = value <= UINT32_MAX ? (int64_t)value : 0;
	s->len = n - 1;
	return true;
}

static bool msvc_parse(struct fl_slice s, struct diag_head *ret_head)
{
	int64_t line, col = 0;
	s.len--;
	diag_number_cut(&s, ',', &col);
	if (!diag_number_cut(&s, '(', &line))
		return false;
	ret_head->file = fl_slice_trim(s); /* Microsoft's notes are set in */
	ret_head->line = line;
	ret_head->col = line ? col : 0;
	ret_head->clang = true;
	return s.len != 0;
}

static bool vi_parse(struct fl_slice s, struct diag_head *ret_head)
{
	int64_t line, col = 0;
	diag_number_cut(&s, ':', &col);
	if (!diag_number_cut(&s, '+', &line) || s.len < 2 || s.ptr[s.len - 1] != ' ')
		return false;
	s.len--;
	ret_head->file = s;
	ret_head->line = line;
	ret_head->col = line ? col : 0;
	ret_head->clang = true;
	return true;
}

/* The forms that are not FILE:LINE:COL. */
static bool other_parse(struct fl_slice place, struct diag_head *ret_head)
{
	if (place.len < 4)
		return false;
	char last = place.ptr[place.len - 1];
	if (last == ')')
		return msvc_parse(place, ret_head);
	if (last >= '0' && last <= '9')
		return memchr(place.ptr, '+', place.len) && vi_parse(place, ret_head);
	if (last != '}')
		return false;
	ptrdiff_t open = fl_slice_find(place, ":{");
	if (open < 0)
		return false;
	ret_head->clang = true;
	ret_head->ranges = fl_slice_skip(place, (size_t)open + 1);
	return diag_place_parse(fl_slice_head(place, (size_t)open), ret_head);
}

bool diag_place_parse(struct fl_slice place, struct diag_head *ret_head)
{
	int64_t last, before;
	ret_head->line = ret_head->col = 0;
	if (other_parse(place, ret_head))
		return true;
	bool placed = diag_number_cut(&place, ':', &last);
	if (placed && diag_number_cut(&place, ':', &before)) {
		ret_head->line = before;
		ret_head->col = before ? last : 0;
	} else if (placed) {
		ret_head->line = last;
	}
	ret_head->file = place;
	return place.len && placed;
}

size_t diag_drive_length(struct fl_slice s)
{
	bool letter = s.len > 2 && ((s.ptr[0] >= 'A' && s.ptr[0] <= 'Z') ||
					   (s.ptr[0] >= 'a' && s.ptr[0] <= 'z'));
	return letter && s.ptr[1] == ':' && (s.ptr[2] == '/' || s.ptr[2] == '\\') ? 2 : 0;
}

/* "LINE:COL" and the character `end`: its length, 0 when it is something else. */
static size_t spot_cut(struct fl_slice s, char end, int64_t *ret_line, int64_t *ret_col)
{
	uint32_t line, col;
	size_t n = fl_slice_uint(s, &line);
	if (!n || n >= s.len || s.ptr[n] != ':')
		return 0;
	size_t m = fl_slice_uint(fl_slice_skip(s, n + 1), &col);
	if (!m || n + 1 + m >= s.len || s.ptr[n + 1 + m] != end)
		return 0;
	*ret_line = line;
	*ret_col = col;
	return n + m + 2;
}

size_t diag_span_parse(struct fl_slice s, struct diag_range *ret_range)
{
	struct diag_range r;
	if (!fl_slice_starts(s, "{"))
		return 0;
	size_t n = spot_cut(fl_slice_skip(s, 1), '-', &r.line, &r.col);
	size_t m = n ? spot_cut(fl_slice_skip(s, 1 + n), '}', &r.end_line, &r.end_col) : 0;
	if (!m)
		return 0;
	*ret_range = r;
	return 1 + n + m;
}

void diag_place_ranges(struct diag_parser *p, struct fl_slice ranges)
{
	struct diag_range r;
	size_t n;
	while ((n = diag_span_parse(ranges, &r)) != 0) {
		diag_build_range(p, r);
		ranges = fl_slice_skip(ranges, n);
		p->lane->exact_ranges = true;
	}
}
