// Event loop: other threads post, the loop runs what is posted in the order of its due time.
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

class EventLoop {
public:
	using Handler = std::function<void()>;

	EventLoop() { thread_ = std::thread(&EventLoop::loop, this); }

	~EventLoop()
	{
		stop();
		thread_.join();
	}

	void post(int due, Handler handler)
	{
		std::lock_guard<std::mutex> lock(mutex_);
		if (stopped_)
			return;
		queue_.emplace(due, std::move(handler));
		posted_++;
		wake_.notify_one();
	}

	// Nothing runs before the loop is told to go: so the order is that of the due times.
	void go()
	{
		std::lock_guard<std::mutex> lock(mutex_);
		running_ = true;
		wake_.notify_one();
	}

	void drain()
	{
		std::unique_lock<std::mutex> lock(mutex_);
		drained_.wait(lock, [this] { return queue_.empty() && !busy_; });
	}

	void stop()
	{
		std::lock_guard<std::mutex> lock(mutex_);
		stopped_ = true;
		wake_.notify_all();
	}

private:
	void loop()
	{
		std::unique_lock<std::mutex> lock(mutex_);
		for (;;) {
			wake_.wait(lock, [this] { return stopped_ || (running_ && !queue_.empty()); });
			if (stopped_)
				return;
			Handler handler = std::move(queue_.begin()->second);
			queue_.erase(queue_.begin());
			busy_ = true;
			lock.unlock();
			handler();
			lock.lock();
			busy_ = false;
			if (queue_.empty())
				drained_.notify_all();
		}
	}

	std::mutex mutex_;
	std::condition_variable wake_, drained_;
	std::multimap<int, Handler> queue_;
	bool running_ = false, stopped_ = false, busy_ = false;
	int posted_ = 0;
	std::thread thread_;
};

int main()
{
	std::string trace;
	{
		EventLoop loop;
		std::thread first([&] {
			for (int i = 0; i < 3; i++)
				loop.post(10 * i, [&trace, i] { trace += static_cast<char>('a' + i); });
		});
		std::thread second([&] {
			for (int i = 0; i < 3; i++)
				loop.post(10 * i + 5, [&trace, i] { trace += static_cast<char>('A' + i); });
		});
		first.join();
		second.join();
		loop.go();
		loop.drain();
		std::printf("%s\n", trace.c_str());
	}
	std::printf("%zu handlers ran\n", trace.size());
	return 0;
}
