// Lazy sequences with iterators of our own: ranges, filters, maps, and sums over them.
#include <cstdint>
#include <cstdio>
#include <functional>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

class counter
{
      public:
	class iterator
	{
	      public:
		using iterator_category = std::input_iterator_tag;
		using value_type = int;
		using difference_type = int;
		using pointer = const int *;
		using reference = int;

		iterator(int at, int step) : at_(at), step_(step)
		{
		}
		int operator*() const
		{
			return at_;
		}
		iterator &operator++()
		{
			at_ += step_;
			return *this;
		}
		bool operator!=(const iterator &other) const
		{
			return at_ < other.at_;
		}
		bool operator==(const iterator &other) const
		{
			return !(*this != other);
		}

	      private:
		int at_, step_;
	};

	counter(int from, int to, int step = 1) : from_(from), to_(to), step_(step)
	{
	}
	iterator begin() const
	{
		return iterator(from_, step_);
	}
	iterator end() const
	{
		return iterator(to_, step_);
	}

      private:
	int from_, to_, step_;
};

using test = std::function<bool(int)>;
using change = std::function<int(int)>;

static test divisible(int by)
{
	return [by](int n) { return n % by == 0; };
}

static test any_of(std::vector<test> tests)
{
	return [tests](int n) {
		for (const test &t : tests)
			if (t(n))
				return true;
		return false;
	};
}

static change power(int exponent)
{
	return [exponent](int n) {
		int out = 1;
		for (int i = 0; i < exponent; ++i)
			out *= n;
		return out;
	};
}

static change compose(change first, change second)
{
	return [first, second](int n) { return second(first(n)); };
}

template <typename Range> static std::vector<int> pick(const Range &range, const test &wanted)
{
	std::vector<int> out;
	for (int n : range)
		if (wanted(n))
			out.push_back(n);
	return out;
}

static std::vector<int> changed(std::vector<int> values, const change &c)
{
	for (int &v : values)
		v = c(v);
	return values;
}

static void show(const std::string &what, const std::vector<int> &values)
{
	std::printf("%s:", what.c_str());
	for (int v : values)
		std::printf(" %d", v);
	std::printf(" = %d\n", std::accumulate(values.begin(), values.end(), 0));
}

int main()
{
	std::vector<int> chosen = pick(counter(1, 21), any_of({divisible(3), divisible(5)}));
	show("threes and fives", chosen);
	show("squares", changed(chosen, power(2)));
	show("steps", pick(counter(0, 30, 7), divisible(1)));
	change twice = compose(power(2), [](int n) { return n - 1; });
	show("one less", changed({1, 2, 3}, compose(twice, twice)));
	show("still", chosen);
	return 0;
}
