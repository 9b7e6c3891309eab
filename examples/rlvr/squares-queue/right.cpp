#include <condition_variable>
#include <iostream>
#include <mutex>
#include <queue>
#include <thread>

int main()
{
	std::mutex lock;
	std::condition_variable more;
	std::queue<long> queue;
	bool over = false;
	long sum = 0;
	std::thread adds([&] {
		std::unique_lock<std::mutex> hold(lock);
		for (;;) {
			more.wait(hold, [&] { return over || !queue.empty(); });
			if (queue.empty())
				return;
			sum += queue.front() * queue.front();
			queue.pop();
		}
	});
	for (long v; std::cin >> v;) {
		std::lock_guard<std::mutex> hold(lock);
		queue.push(v);
		more.notify_one();
	}
	{
		std::lock_guard<std::mutex> hold(lock);
		over = true;
		more.notify_one();
	}
	adds.join();
	std::cout << sum << '\n';
}
