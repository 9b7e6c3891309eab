// Stock of a warehouse: items are moved between shelves by value, orders hold shared parts.
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct item {
	std::string name;
	int count;
};

class shelf
{
      public:
	void put(item i)
	{
		for (item &have : items_) {
			if (have.name == i.name) {
				have.count += i.count;
				return;
			}
		}
		items_.push_back(std::move(i));
	}

	item take(const std::string &name, int count)
	{
		for (auto it = items_.begin(); it != items_.end(); ++it) {
			if (it->name != name)
				continue;
			int taken = std::min(count, it->count);
			item out = *it;
			out.count = taken;
			it->count -= taken;
			if (it->count == 0)
				items_.erase(it);
			return out;
		}
		return item{name, 0};
	}

	void sort()
	{
		std::sort(items_.begin(), items_.end(),
			[](const item &a, const item &b) { return a.name < b.name; });
	}

	const std::vector<item> &items() const
	{
		return items_;
	}

      private:
	std::vector<item> items_;
};

struct order {
	std::string customer;
	std::shared_ptr<const std::vector<item>> parts;
};

static std::shared_ptr<const std::vector<item>> parts_of(std::vector<item> list)
{
	return std::make_shared<const std::vector<item>>(std::move(list));
}

static std::string label(std::string customer, int number)
{
	customer += "/" + std::to_string(number);
	return customer;
}

static int fill(shelf &from, shelf &to, const order &o)
{
	int missing = 0;
	for (const item &want : *o.parts) {
		item got = from.take(want.name, want.count);
		missing += want.count - got.count;
		if (got.count > 0)
			to.put(got);
	}
	return missing;
}

static void show(const char *what, const shelf &s)
{
	std::printf("%s:", what);
	for (const item &i : s.items())
		std::printf(" %s=%d", i.name.c_str(), i.count);
	std::printf("\n");
}

int main()
{
	shelf stock, packed;
	for (const item &i : std::vector<item>{
		     {"screws of the long kind", 40}, {"nuts", 12}, {"bolts", 7}, {"nuts", 3}})
		stock.put(i);
	auto kit = parts_of({{"nuts", 8}, {"bolts", 4}});
	std::vector<order> orders = {{"the customer from next door", kit}, {"b", kit},
		{"c", parts_of({{"screws of the long kind", 40}})}};
	int number = 0;
	std::map<std::string, int> missing;
	for (const order &o : orders) {
		std::string name = label(o.customer, ++number);
		missing[name] = fill(stock, packed, o);
		std::printf("%s lacks %d of %zu\n", name.c_str(), missing[name], o.parts->size());
	}
	stock.sort();
	packed.sort();
	show("stock", stock);
	show("packed", packed);
	std::printf("%zu orders, kit used %ld times\n", missing.size(), kit.use_count() - 1);
	return 0;
}
