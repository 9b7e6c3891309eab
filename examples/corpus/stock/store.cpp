#include "store.hpp"

#include <algorithm>

void store::add(const goods::item &i)
{
	goods::item &slot = items_[i.name];
	goods::item before = slot;
	slot.name = i.name;
	slot.count += i.count;
	slot.cents = std::max(slot.cents, i.cents);
	notify(before, slot);
}

bool store::remove(const std::string &name, int count)
{
	auto it = items_.find(name);
	if (it == items_.end() || it->second.count < count)
		return false;
	goods::item before = it->second;
	it->second.count -= count;
	notify(before, it->second);
	if (it->second.count == 0)
		items_.erase(it);
	return true;
}

const goods::item *store::find(const std::string &name) const
{
	auto it = items_.find(name);
	return it == items_.end() ? nullptr : &it->second;
}

int store::total() const
{
	int sum = 0;
	for (const auto &[name, i] : items_)
		sum += goods::value_of(i);
	return sum;
}

std::vector<std::string> store::low_items() const
{
	std::vector<std::string> names;
	for (const auto &[name, i] : items_)
		if (goods::is_low(i))
			names.push_back(name);
	return names;
}

void store::watch(std::shared_ptr<watcher> w)
{
	watchers_.push_back(std::move(w));
	std::sort(watchers_.begin(), watchers_.end(),
		[](const auto &a, const auto &b) { return a->rank() < b->rank(); });
}

void store::notify(const goods::item &before, const goods::item &after)
{
	for (const auto &w : watchers_)
		w->on_change(before, after);
}
