// A store of items by name, and what watches it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "item.hpp"

class watcher
{
      public:
	virtual ~watcher() = default;
	virtual void on_change(const goods::item &before, const goods::item &after) = 0;
	virtual int rank() const
	{
		return 0;
	}
};

class store
{
      public:
	void add(const goods::item &i);
	bool remove(const std::string &name, int count);
	const goods::item *find(const std::string &name) const;
	int total() const;
	std::vector<std::string> low_items() const;
	void watch(std::shared_ptr<watcher> w);

      private:
	void notify(const goods::item &before, const goods::item &after);

	std::map<std::string, goods::item> items_;
	std::vector<std::shared_ptr<watcher>> watchers_;
};

int print_report(const store &s, const char *title);
