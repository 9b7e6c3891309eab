// A cache of recipes: the least recently used goes when it is full. Cooks look up, a shop fills in.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct Recipe {
	std::string name;
	int minutes = 0;
};

class RecipeCache {
public:
	explicit RecipeCache(size_t capacity) : capacity_(capacity) {}

	bool find(const std::string &name, Recipe &out)
	{
		lookups_++;
		std::lock_guard<std::mutex> lock(order_mutex_);
		touched_++;
		auto at = index_.find(name);
		if (at == index_.end())
			return false;
		order_.splice(order_.begin(), order_, at->second);
		out = order_.front();
		return true;
	}

	void add(const Recipe &recipe)
	{
		std::unique_lock<std::mutex> lock(order_mutex_);
		touched_++;
		if (index_.count(recipe.name))
			return;
		order_.push_front(recipe);
		index_[recipe.name] = order_.begin();
		if (order_.size() > capacity_) {
			index_.erase(order_.back().name);
			order_.pop_back();
		}
		weight_ = order_.size();
	}

	void hit(int minutes)
	{
		std::lock_guard<std::mutex> lock(stats_mutex_);
		hits_++;
		minutes_ += minutes;
	}

	void miss()
	{
		std::lock_guard<std::mutex> lock(stats_mutex_);
		misses_++;
	}

	// Both at once: the figures and what they are about.
	bool consistent()
	{
		std::scoped_lock lock(order_mutex_, stats_mutex_);
		return weight_ <= capacity_ && hits_ + misses_ <= lookups_.load();
	}

	bool within(int limit)
	{
		std::scoped_lock lock(stats_mutex_, order_mutex_);
		return index_.size() == order_.size() && misses_ <= limit;
	}

	int lookups() const { return lookups_.load(); }
	int answered() const { return hits_ + misses_; }
	int touched() const { return touched_; }

private:
	const size_t capacity_;
	std::mutex order_mutex_, stats_mutex_;
	std::list<Recipe> order_;
	std::map<std::string, std::list<Recipe>::iterator> index_;
	size_t weight_ = 0;
	int touched_ = 0;
	int hits_ = 0, misses_ = 0;
	long minutes_ = 0;
	std::atomic<int> lookups_{0};
};

static int cook(RecipeCache &cache, int start)
{
	int odd = 0;
	static const char *const names[] = {"broth", "curry", "dumplings", "gratin", "pilaf", "stew"};
	for (int i = 0; i < 24; i++) {
		Recipe recipe;
		const char *name = names[(start + i * i) % 6];
		if (cache.find(name, recipe)) {
			cache.hit(recipe.minutes);
		} else {
			cache.miss();
			cache.add({name, 10 + i});
		}
		std::this_thread::sleep_for(std::chrono::microseconds(70));
		if (i % 6 == start && !cache.consistent())
			odd++;
		if (i % 6 == start + 3 && !cache.within(100))
			odd++;
	}
	return odd;
}

static int run_kitchen(RecipeCache &cache)
{
	std::vector<std::thread> cooks;
	int odd[3] = {0, 0, 0}, all = 0;
	for (int c = 0; c < 3; c++)
		cooks.emplace_back([&cache, &odd, c] { odd[c] = cook(cache, c); });
	for (std::thread &c : cooks)
		c.join();
	for (int o : odd)
		all += o;
	return all;
}

int main()
{
	RecipeCache cache(4);
	int odd = run_kitchen(cache);
	std::printf("%d lookups, %d answered, %d odd, %s\n", cache.lookups(), cache.answered(), odd,
		cache.touched() > 72 ? "filled" : "empty");
	return 0;
}
