// Merge sort that forks: halves are sorted by threads of their own down to a depth.
#include <algorithm>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

struct SortStats {
	std::mutex mutex;
	int leaves = 0;
	int merges = 0;
	size_t longest = 0;
};

static void note_leaf(SortStats &stats, size_t length)
{
	std::lock_guard<std::mutex> lock(stats.mutex);
	stats.leaves++;
	stats.longest = std::max(stats.longest, length);
}

static void sort_range(std::vector<int> &v, size_t from, size_t to, int depth, SortStats &stats)
{
	if (depth == 0 || to - from < 4) {
		std::sort(v.begin() + static_cast<long>(from), v.begin() + static_cast<long>(to));
		note_leaf(stats, to - from);
		return;
	}
	size_t middle = from + (to - from) / 2;
	std::thread left(sort_range, std::ref(v), from, middle, depth - 1, std::ref(stats));
	sort_range(v, middle, to, depth - 1, stats);
	left.join();
	std::inplace_merge(v.begin() + static_cast<long>(from), v.begin() + static_cast<long>(middle),
		v.begin() + static_cast<long>(to));
	std::lock_guard<std::mutex> lock(stats.mutex);
	stats.merges++;
}

int main()
{
	std::vector<int> v;
	SortStats stats;
	unsigned state = 12345;
	for (int i = 0; i < 60; i++) {
		state = state * 1103515245u + 12345u;
		v.push_back(static_cast<int>(state >> 16) % 1000);
	}
	sort_range(v, 0, v.size(), 2, stats);
	for (size_t i = 0; i < v.size(); i += 10)
		std::printf("%d ", v[i]);
	std::printf("\n%s, %d leaves, %d merges, longest %zu\n",
		std::is_sorted(v.begin(), v.end()) ? "sorted" : "not sorted", stats.leaves, stats.merges,
		stats.longest);
	return 0;
}
