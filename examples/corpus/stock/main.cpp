// A warehouse: items come and go, watchers note what changes, a report at the end.
#include <cstdio>
#include <utility>

#include "store.hpp"

class journal : public watcher
{
      public:
	void on_change(const goods::item &before, const goods::item &after) override
	{
		lines_.push_back(after.name + " " + std::to_string(before.count) + "->" +
				 std::to_string(after.count));
	}
	const std::vector<std::string> &lines() const
	{
		return lines_;
	}

      private:
	std::vector<std::string> lines_;
};

class alarm_bell : public watcher
{
      public:
	explicit alarm_bell(std::weak_ptr<journal> log) : log_(std::move(log))
	{
	}
	void on_change(const goods::item &before, const goods::item &after) override
	{
		auto log = log_.lock();
		if (!goods::is_low(before) && goods::is_low(after))
			rung_ += log ? static_cast<int>(log->lines().size()) + 1 : 100;
	}
	int rank() const override
	{
		return -1;
	}
	int rung() const
	{
		return rung_;
	}

      private:
	std::weak_ptr<journal> log_;
	int rung_ = 0;
};

int print_report(const store &s, const char *title)
{
	std::printf("%s: %s in all, low:", title, goods::format_cents(s.total()).c_str());
	for (const std::string &name : s.low_items())
		std::printf(" %s", name.c_str());
	std::printf("\n");
	return static_cast<int>(s.low_items().size());
}

int main()
{
	store s;
	auto log = std::make_shared<journal>();
	auto bell = std::make_shared<alarm_bell>(log);
	s.watch(log);
	s.watch(bell);
	for (const char *line : {"bolt:40:12", "nut:3:7", "gear:9:1450", "belt:6", "nut:8:9"})
		s.add(goods::parse_item(line, 250));
	print_report(s, "before");
	bool sold = s.remove("gear", 5) && s.remove("belt", 2), refused = !s.remove("nut", 50);
	s.remove("nut", 11);
	int low = print_report(s, "after");
	const goods::item *gear = s.find("gear"), *nut = s.find("nut");
	std::printf("%d %d %d, %d gears, %s\n", sold, refused, low, gear ? gear->count : -1,
		nut ? "nuts" : "no nuts");
	int arrows = 0;
	for (const std::string &line : log->lines())
		arrows += goods::count_letters(line, '>');
	std::printf("%d changes, bell %d\n", arrows, bell->rung());
	return 0;
}
