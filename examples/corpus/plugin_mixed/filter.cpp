// Lets pass what stays within a running budget.
#include <cstdio>
#include <string>

#include "host.h"

namespace
{
class budget
{
      public:
	explicit budget(int left) : left_(left)
	{
	}
	bool take(int amount)
	{
		if (amount > left_)
			return false;
		left_ -= amount;
		return true;
	}
	int left() const
	{
		return left_;
	}

      private:
	int left_;
};

budget current(0);
} // namespace

extern "C" int filter_start(struct plugin_info *info)
{
	const std::string name = "filter of 100";
	current = budget(100);
	std::snprintf(info->name, sizeof(info->name), "%s", name.c_str());
	info->version = static_cast<int>(name.size());
	return 0;
}

extern "C" int filter_event(const struct host_event *event)
{
	bool passed = current.take(event->amount);
	if (!passed)
		host_log("filter", current.left());
	return passed;
}
