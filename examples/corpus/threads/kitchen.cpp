// A kitchen: cooks wait for orders that come one by one, plates and bills have locks of their own.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

struct kitchen {
	std::mutex orders_lock, plates_lock, bill_lock;
	std::condition_variable ordered, idle;
	std::deque<int> orders;
	int waiting = 0, taken = 0;
	bool closed = false;
	std::vector<int> plates = std::vector<int>(4);
	int bill = 0, guests = 0;
	std::atomic<int> cooked{0};
	std::atomic<unsigned> stirred{0};
};

static void serve(kitchen &k, int dish)
{
	k.plates_lock.lock();
	k.plates[static_cast<std::size_t>(dish)]++;
	k.plates_lock.unlock();
	k.bill_lock.lock();
	k.bill += 4 + dish;
	k.guests++;
	k.bill_lock.unlock();
	k.cooked.fetch_add(1);
}

static bool next_order(kitchen &k, int *dish)
{
	std::unique_lock<std::mutex> hold(k.orders_lock);
	k.waiting++;
	k.idle.notify_all();
	while (k.orders.empty() && !k.closed)
		k.ordered.wait(hold);
	k.waiting--;
	if (k.closed && k.orders.empty())
		return false;
	*dish = k.orders.empty() ? -1 : k.orders.front();
	if (*dish >= 0)
		k.orders.pop_front();
	k.taken++;
	k.idle.notify_all();
	return *dish >= 0;
}

static void cook(kitchen &k)
{
	int dish;
	while (next_order(k, &dish)) {
		for (int i = 0; i <= dish; i++)
			k.stirred.fetch_add(1);
		serve(k, dish);
	}
}

/* Each order is called out to all, when all wait, and taken by one. */
static void order(kitchen &k, int dish, int cooks)
{
	std::unique_lock<std::mutex> hold(k.orders_lock);
	while (k.waiting < cooks)
		k.idle.wait(hold);
	int before = k.taken;
	k.orders.push_back(dish);
	k.ordered.notify_all();
	while (k.taken == before)
		k.idle.wait(hold);
}

static void close(kitchen &k, int cooks)
{
	std::unique_lock<std::mutex> hold(k.orders_lock);
	while (k.waiting < cooks)
		k.idle.wait(hold);
	k.closed = true;
	k.ordered.notify_all();
}

int main()
{
	enum { COOKS = 3 };
	kitchen k;
	std::vector<std::thread> cooks;
	for (int i = 0; i < COOKS; i++)
		cooks.emplace_back(cook, std::ref(k));
	for (int dish : {1, 3, 0, 2, 3, 1})
		order(k, dish, COOKS);
	close(k, COOKS);
	for (std::thread &t : cooks)
		t.join();
	for (std::size_t i = 0; i < k.plates.size(); i++)
		std::printf("dish %zu: %d\n", i, k.plates[i]);
	std::printf("%d cooked, %u stirs, bill %d for %d\n", k.cooked.load(), k.stirred.load(),
		k.bill, k.guests);
	return 0;
}
