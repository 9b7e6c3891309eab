// Heating curves: points are kept in order by C++, curves and tables come from libraries in C.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "curve.h"
#include "table.h"

class curve
{
      public:
	curve(std::string name, std::vector<spot> spots)
	    : name_(std::move(name)), spots_(std::move(spots))
	{
		std::sort(spots_.begin(), spots_.end(),
			[](const spot &a, const spot &b) { return a.x < b.x; });
	}
	double at(double x) const
	{
		return curve_at(spots_.data(), spots_.size(), x);
	}
	void show(double from, double to) const
	{
		table_row((name_ + " from").c_str(), at(from));
		table_row((name_ + " to").c_str(), at(to));
		table_row((name_ + " area").c_str(),
			curve_area(spots_.data(), spots_.size(), from, to));
		table_row((name_ + " length").c_str(), curve_length(spots_.data(), spots_.size()));
	}

      private:
	std::string name_;
	std::vector<spot> spots_;
};

int main()
{
	curve day("day", {{6, 16}, {22, 18}, {12, 21.5}}), night("night", {{0, 15}, {5, 14.25}});
	day.show(8, 20);
	night.show(1, 3);
	double warmest = 0;
	for (int hour = 0; hour < 24; hour++)
		warmest = std::max(warmest, day.at(hour) - night.at(hour));
	std::printf("%d rows, %.2f apart\n", table_rows, table_round(warmest, 2));
	return 0;
}
