// Countdown before a launch: stations check their systems, a latch tells when all are done, a board sums up.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class Latch {
public:
	explicit Latch(int count) : left_(count) {}

	void count_down()
	{
		std::lock_guard<std::mutex> lock(mutex_);
		left_--;
		if (left_ == 0)
			zero_.notify_all();
	}

	void wait()
	{
		std::unique_lock<std::mutex> lock(mutex_);
		zero_.wait(lock, [this] { return left_ == 0; });
		passed_++;
	}

	int passed() const { return passed_; }

private:
	std::mutex mutex_;
	std::condition_variable zero_;
	int left_, passed_ = 0;
};

class Board {
public:
	void check(int level)
	{
		std::lock_guard<std::mutex> lock(check_mutex_);
		checks_++;
		sum_ += level;
	}

	void warn(int level)
	{
		std::lock_guard<std::mutex> lock(warn_mutex_);
		worst_ = level > worst_ ? level : worst_;
		warnings_++;
	}

	// What is checked and what is warned of is shown as one.
	void show()
	{
		std::scoped_lock both(check_mutex_, warn_mutex_);
		shown_++;
		odd_ += warnings_ > 400 || checks_ > 400;
	}

	void rate(int factor)
	{
		warn_mutex_.lock();
		ratings_++;
		rated_ += worst_ >= 0 ? factor : 0;
		warn_mutex_.unlock();
	}

	void print() const
	{
		std::printf("%d checks, sum %ld, %d warnings, worst %d\n", checks_, sum_, warnings_, worst_);
		std::printf("rated %d in %d, odd %d, %s\n", rated_, ratings_, odd_, shown_ ? "shown" : "-");
	}

private:
	std::mutex check_mutex_, warn_mutex_;
	int checks_ = 0;
	long sum_ = 0;
	int warnings_ = 0, worst_ = 0;
	int shown_ = 0, odd_ = 0;
	int rated_ = 0, ratings_ = 0;
};

struct Launch {
	Board board;
	Latch started{3}, ready{3}, away{1};
	std::string name;
	int fuel = 0;
	std::atomic<int> go{0};
	std::atomic<bool> ignited{false};
	int thrust = 0;
};

static void rest(int us) { std::this_thread::sleep_for(std::chrono::microseconds(us)); }

static int station(Launch &launch, int number)
{
	int seen = static_cast<int>(launch.name.size()) + launch.fuel;
	launch.started.count_down();
	launch.started.wait();
	for (int i = 0; i < 20; i++) {
		launch.board.check(number + i);
		if (i % 2 == 0)
			launch.board.warn(i * 3 % 17);
		rest(80);
	}
	launch.go++;
	launch.ready.count_down();
	launch.away.wait();
	while (!launch.ignited.load(std::memory_order_acquire))
		std::this_thread::yield();
	return seen + launch.thrust;
}

static void engineer(Launch &launch)
{
	for (int i = 0; i < 8; i++) {
		rest(110);
		launch.board.show();
		launch.board.rate(i);
	}
}

static int run(Launch &launch)
{
	std::vector<std::thread> stations;
	int seen[3] = {0, 0, 0}, all = 0;
	std::promise<int> permission;
	std::future<int> asked = permission.get_future();

	launch.fuel = 70;
	for (int i = 0; i < 3; i++)
		stations.emplace_back([&launch, &seen, i] { seen[i] = station(launch, i); });
	std::thread works([&launch] { engineer(launch); });
	std::thread tower([&permission, &launch] {
		launch.ready.wait();
		permission.set_value(launch.go.load() * 10);
	});
	int permitted = asked.get();
	launch.away.count_down();
	rest(200);
	launch.thrust = permitted;
	launch.ignited.store(true, std::memory_order_release);
	for (std::thread &s : stations)
		s.join();
	for (int s : seen)
		all += s;
	works.join();
	tower.join();
	return all;
}

int main()
{
	Launch launch;
	launch.name = "Swift 9";
	int all = run(launch);
	launch.board.print();
	std::printf("%d stations, %d passed, seen %d\n", launch.go.load(), launch.away.passed(), all);
	return 0;
}
