// Work stealing: each worker has a deque of its own and takes from the others when that is empty.
#include <atomic>
#include <cstdio>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct Task {
	int depth;
	long weight;
};

class Deque {
public:
	void push(const Task &task)
	{
		std::lock_guard<std::mutex> lock(mutex_);
		tasks_.push_back(task);
		pushed_++;
	}

	bool pop(Task &task)
	{
		std::lock_guard<std::mutex> lock(mutex_);
		if (tasks_.empty())
			return false;
		task = tasks_.back();
		tasks_.pop_back();
		return true;
	}

	bool steal(Task &task)
	{
		std::lock_guard<std::mutex> lock(mutex_);
		if (tasks_.empty())
			return false;
		task = tasks_.front();
		tasks_.pop_front();
		return true;
	}

	int pushed() const { return pushed_; }

private:
	std::mutex mutex_;
	std::deque<Task> tasks_;
	int pushed_ = 0;
};

class Scheduler {
public:
	explicit Scheduler(int workers)
	{
		for (int i = 0; i < workers; i++)
			deques_.push_back(std::make_unique<Deque>());
	}

	void run(const Task &root)
	{
		open_ = 1;
		deques_[0]->push(root);
		std::vector<std::thread> threads;
		for (size_t i = 0; i < deques_.size(); i++)
			threads.emplace_back([this, i] { work(i); });
		for (std::thread &t : threads)
			t.join();
	}

	long weight() const { return weight_; }
	int done() const { return done_; }
	int pushed() const
	{
		int all = 0;
		for (const auto &d : deques_)
			all += d->pushed();
		return all;
	}

private:
	bool find(size_t self, Task &task)
	{
		if (deques_[self]->pop(task))
			return true;
		for (size_t i = 1; i < deques_.size(); i++)
			if (deques_[(self + i) % deques_.size()]->steal(task))
				return true;
		return false;
	}

	void work(size_t self)
	{
		while (open_.load() > 0) {
			Task task;
			if (!find(self, task)) {
				std::this_thread::yield();
				continue;
			}
			weight_ += task.weight;
			done_++;
			if (task.depth > 0) {
				open_ += 2;
				deques_[self]->push({task.depth - 1, task.weight + 1});
				deques_[self]->push({task.depth - 1, task.weight * 2});
			}
			open_--;
		}
	}

	std::vector<std::unique_ptr<Deque>> deques_;
	std::atomic<int> open_{0};
	std::atomic<long> weight_{0};
	std::atomic<int> done_{0};
};

int main()
{
	Scheduler scheduler(3);
	scheduler.run({5, 1});
	std::printf("%d tasks done, %d pushed, weight %ld\n", scheduler.done(), scheduler.pushed(),
		scheduler.weight());
	return 0;
}
