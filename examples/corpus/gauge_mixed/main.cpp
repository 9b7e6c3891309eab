// Samples of several sensors, collected by a library in C, filtered and told by C++.
#include <cstdio>
#include <string>
#include <vector>

#include "gauge.h"

namespace
{
struct band {
	int low, high;
	std::vector<int> inside;
};

band allowed = {-50, 150, {}};

int take(int sample, void *context)
{
	band *b = static_cast<band *>(context);
	if (sample < b->low || sample > b->high)
		return 0;
	b->inside.push_back(sample);
	return 1;
}

std::string bar(int value)
{
	return std::string(static_cast<std::size_t>(value < 0 ? 0 : value / 10), '#');
}
} // namespace

int gauge_allowed(int sample)
{
	return sample >= allowed.low && sample <= allowed.high;
}

class sensor
{
      public:
	explicit sensor(std::string name) : name_(std::move(name))
	{
		gauge_reset(&gauge_);
	}
	sensor &operator<<(int sample)
	{
		gauge_push(&gauge_, sample);
		return *this;
	}
	int show(band within) const
	{
		std::size_t taken = gauge_each(&gauge_, take, &within);
		int peak = gauge_peak(&gauge_, within.low);
		std::printf("%-7s %2zu of %2zu, lost %zu, sum %ld, peak %d %s\n", name_.c_str(),
			taken, gauge_.count, gauge_.lost, gauge_sum(&gauge_), peak,
			bar(peak).c_str());
		return within.inside.empty() ? 0 : within.inside.back();
	}

      private:
	std::string name_;
	gauge gauge_;
};

int main()
{
	sensor indoor("indoor"), oven("oven"), broken("broken");
	indoor << 20 << 21 << 23 << 19;
	for (int i = 0; i < 15; i++)
		oven << i * 13 - 20;
	broken << 900 << -300 << 7;
	int last = indoor.show({20, 25, {}}) + oven.show({0, 100, {}}) + broken.show({-10, 10, {}});
	std::printf("last %d\n", last);
	return 0;
}
