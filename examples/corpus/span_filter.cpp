// Signals as spans of samples: windows, filters and peaks over buffers that they do not own.
#include <array>
#include <cstdio>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <vector>

template <typename T> class span
{
      public:
	span(T *data, std::size_t size) : data_(data), size_(size)
	{
	}
	span(std::vector<T> &v) : span(v.data(), v.size())
	{
	}

	T &operator[](std::size_t i) const
	{
		return data_[i];
	}
	T *begin() const
	{
		return data_;
	}
	T *end() const
	{
		return data_ + size_;
	}
	std::size_t size() const
	{
		return size_;
	}

	span part(std::size_t from, std::size_t n) const
	{
		if (from > size_ || n > size_ - from)
			throw std::out_of_range("part beyond the end");
		return span(data_ + from, n);
	}

      private:
	T *data_;
	std::size_t size_;
};

static int sum(span<int> s)
{
	return std::accumulate(s.begin(), s.end(), 0);
}

static std::vector<int> smooth(span<int> in, std::size_t width)
{
	std::vector<int> out;
	for (std::size_t i = 0; i + width <= in.size(); i++)
		out.push_back(sum(in.part(i, width)) / static_cast<int>(width));
	return out;
}

static std::optional<std::size_t> peak(span<int> s, int least)
{
	std::optional<std::size_t> best;
	for (std::size_t i = 1; i + 1 < s.size(); i++) {
		if (s[i] < least || s[i] < s[i - 1] || s[i] < s[i + 1])
			continue;
		if (!best || s[i] > s[*best])
			best = i;
	}
	return best;
}

static void clip(span<int> s, int low, int high)
{
	for (int &v : s) {
		if (v < low)
			v = low;
		else if (v > high)
			v = high;
	}
}

static void show(const char *what, span<int> s)
{
	std::printf("%-8s", what);
	for (int v : s)
		std::printf("%4d", v);
	std::printf("\n");
}

int main()
{
	std::vector<int> samples = {1, 4, 9, 40, 12, 7, -30, 5, 22, 21, 3, 0};
	span<int> all(samples);
	show("raw", all);
	std::optional<std::size_t> at = peak(all, 10);
	std::printf("peak at %zu\n", at ? *at : 99);
	clip(all.part(2, 6), -10, 15);
	show("clipped", all);
	std::vector<int> soft = smooth(all, 3);
	show("smooth", soft);
	at = peak(soft, 100);
	std::printf("peak %s, sum %d\n", at ? "found" : "none", sum(soft));
	try {
		all.part(8, 9);
	} catch (const std::out_of_range &e) {
		std::printf("refused: %s\n", e.what());
	}
	return 0;
}
