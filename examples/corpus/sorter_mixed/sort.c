/* Sorting of plain arrays; sort.hpp declares it for C++. */
#include <stddef.h>

void sort_ints(int *a, size_t n);
int sort_is_sorted(const int *a, size_t n);
size_t sort_unique(int *a, size_t n);
size_t sort_find(const int *a, size_t n, int value);

/* By shells, so that it is quick without a stack. */
void sort_ints(int *a, size_t n)
{
	for (size_t gap = n / 2; gap > 0; gap /= 2)
		for (size_t i = gap; i < n; i++) {
			int value = a[i];
			size_t k = i;
			while (k >= gap && a[k - gap] > value) {
				a[k] = a[k - gap];
				k -= gap;
			}
			a[k] = value;
		}
}

int sort_is_sorted(const int *a, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (a[i - 1] > a[i])
			return 0;
	return 1;
}

size_t sort_unique(int *a, size_t n)
{
	size_t kept = 0;
	for (size_t i = 0; i < n; i++)
		if (kept == 0 || a[kept - 1] != a[i])
			a[kept++] = a[i];
	return kept;
}

size_t sort_find(const int *a, size_t n, int value)
{
	size_t low = 0, high = n;
	while (low < high) {
		size_t mid = low + (high - low) / 2;
		if (a[mid] < value)
			low = mid + 1;
		else
			high = mid;
	}
	return low < n && a[low] == value ? low : n;
}
