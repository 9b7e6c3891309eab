// A gate that opens once for all, and a countdown that the main thread waits for.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

class Gate {
public:
	void open()
	{
		std::lock_guard<std::mutex> lock(mutex_);
		open_ = true;
		opened_.notify_all();
	}

	void pass()
	{
		std::unique_lock<std::mutex> lock(mutex_);
		while (!open_)
			opened_.wait(lock);
		passed_++;
	}

	int passed() const { return passed_; }

private:
	std::mutex mutex_;
	std::condition_variable opened_;
	bool open_ = false;
	int passed_ = 0;
};

class Countdown {
public:
	explicit Countdown(int count) : count_(count) {}

	void done()
	{
		std::lock_guard<std::mutex> lock(mutex_);
		if (--count_ == 0)
			zero_.notify_all();
	}

	void wait()
	{
		std::unique_lock<std::mutex> lock(mutex_);
		while (count_ > 0)
			zero_.wait(lock);
	}

private:
	std::mutex mutex_;
	std::condition_variable zero_;
	int count_;
};

int main()
{
	const int runners = 4;
	Gate gate;
	Countdown in_place(runners), finished(runners);
	std::vector<int> distance(runners, 0);
	int started_with = -1;
	std::vector<std::thread> threads;

	for (int i = 0; i < runners; i++)
		threads.emplace_back([&, i] {
			in_place.done();
			gate.pass();
			for (int step = 0; step <= i; step++)
				distance[i] += started_with + step;
			finished.done();
		});
	in_place.wait();
	started_with = 7;
	gate.open();
	finished.wait();
	for (int i = 0; i < runners; i++)
		std::printf("runner %d: %d\n", i, distance[i]);
	for (std::thread &t : threads)
		t.join();
	std::printf("%d passed the gate\n", gate.passed());
	return 0;
}
