// Pictures go through three stages: they are loaded, scaled and stored; a belt runs between two stages.
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

struct Picture {
	int id;
	int width, height;
	bool scaled;
};

static void work(int us) { std::this_thread::sleep_for(std::chrono::microseconds(us)); }

class Belt {
public:
	explicit Belt(size_t room) : room_(room) {}

	void put(std::unique_ptr<Picture> picture)
	{
		std::unique_lock<std::mutex> lock(mutex_);
		free_.wait(lock, [this] { return pictures_.size() < room_; });
		moved_++;
		pictures_.push(std::move(picture));
		filled_.notify_all();
	}

	std::unique_ptr<Picture> take()
	{
		std::unique_lock<std::mutex> lock(mutex_);
		filled_.wait(lock, [this] { return !pictures_.empty() || ended_; });
		if (pictures_.empty())
			return nullptr;
		std::unique_ptr<Picture> picture = std::move(pictures_.front());
		pictures_.pop();
		free_.notify_all();
		return picture;
	}

	void end()
	{
		std::lock_guard<std::mutex> lock(mutex_);
		ended_ = true;
		filled_.notify_all();
	}

	int moved() const { return moved_; }

private:
	const size_t room_;
	std::mutex mutex_;
	std::condition_variable free_, filled_;
	std::queue<std::unique_ptr<Picture>> pictures_;
	bool ended_ = false;
	int moved_ = 0;
};

class Album {
public:
	void store(const Picture &picture)
	{
		std::lock_guard<std::mutex> lock(pixels_mutex_);
		pixels_ += picture.width * picture.height;
		stored_++;
	}

	void reject(const Picture &picture)
	{
		std::lock_guard<std::mutex> lock(rejects_mutex_);
		last_rejected_ = picture.id > last_rejected_ ? picture.id : last_rejected_;
		rejected_++;
	}

	void print() const
	{
		std::printf("%d stored, %ld pixels, %d rejected, last %d\n", stored_, pixels_, rejected_,
			last_rejected_);
	}

private:
	std::mutex pixels_mutex_, rejects_mutex_;
	long pixels_ = 0;
	int stored_ = 0, rejected_ = 0, last_rejected_ = -1;
};

class Factory {
public:
	void run(int pictures)
	{
		std::vector<std::thread> scalers, storers;
		for (int i = 0; i < 3; i++)
			scalers.emplace_back([this] { scale(); });
		for (int i = 0; i < 2; i++)
			storers.emplace_back([this] { store(); });
		std::thread loader([this, pictures] { load(pictures); });
		loader.join();
		for (auto &s : scalers)
			s.join();
		scaled_.end();
		for (auto &s : storers)
			s.join();
	}

	void print() const
	{
		album_.print();
		std::printf("%d raw, %d scaled\n", raw_.moved(), scaled_.moved());
	}

private:
	void load(int pictures)
	{
		for (int i = 0; i < pictures; i++) {
			raw_.put(std::make_unique<Picture>(Picture{i, 40 + i % 7, 30, false}));
			if (i % 5 == 0)
				work(300);
		}
		raw_.end();
	}

	void scale()
	{
		while (auto picture = raw_.take()) {
			picture->width /= 2;
			picture->height /= 2;
			picture->scaled = true;
			if (picture->id % 3 == 1)
				album_.reject(*picture);
			work(60);
			if (picture->id % 3 != 1)
				scaled_.put(std::move(picture));
		}
	}

	void store()
	{
		while (auto picture = scaled_.take()) {
			if (picture->scaled)
				album_.store(*picture);
			work(150);
		}
	}

	Belt raw_{3}, scaled_{2};
	Album album_;
};

int main()
{
	Factory factory;
	factory.run(48);
	factory.print();
	return 0;
}
