// Requests under a quota: clients draw from a budget that a refill opens again, window by window.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

struct Limits {
    int per_window = 0;
    int windows = 0;
    std::string plan;
};

class Quota {
public:
    // Waits for the next window when this one is used up.
    bool draw()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        opened_.wait(lock, [this] { return budget_ > 0 || closed_; });
        if (budget_ == 0)
            return false;
        budget_--;
        drawn_++;
        if (budget_ == 0)
            empty_.notify_all();
        return true;
    }

    void open_window(int budget)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        empty_.wait(lock, [this] { return budget_ == 0; });
        budget_ += budget;
        windows_++;
        opened_.notify_all();
    }

    void close()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        empty_.wait(lock, [this] { return budget_ == 0; });
        closed_ = true;
        opened_.notify_all();
    }

    int drawn() const { return drawn_; }
    int windows() const { return windows_; }

private:
    std::mutex mutex_;
    std::condition_variable opened_, empty_;
    int budget_ = 0, drawn_ = 0, windows_ = 0;
    bool closed_ = false;
};

class Usage {
public:
    void add(int bytes)
    {
        mutex_.lock();
        bytes_ += bytes;
        requests_++;
        mutex_.unlock();
    }

    void refuse(int client)
    {
        refused_mutex_.lock();
        refused_++;
        last_ += client;
        refused_mutex_.unlock();
    }

    void probe()
    {
        mutex_.lock();
        probes_++;
        odd_ += bytes_ < requests_;
        mutex_.unlock();
        refused_mutex_.lock();
        odd_refused_ += refused_ > 6;
        refused_mutex_.unlock();
    }

    void print() const
    {
        std::printf("%d requests, %ld bytes, %d refused, clients %d\n", requests_, bytes_, refused_, last_);
        std::printf("%d probes, odd %d and %d\n", probes_, odd_, odd_refused_);
    }

private:
    std::mutex mutex_, refused_mutex_;
    long bytes_ = 0;
    int requests_ = 0, refused_ = 0, last_ = 0;
    int probes_ = 0, odd_ = 0, odd_refused_ = 0;
};

static void rest(int us) { std::this_thread::sleep_for(std::chrono::microseconds(us)); }

class Service {
public:
    explicit Service(const Limits &limits) : limits_(limits) {}

    void run()
    {
        std::vector<std::thread> clients;
        loud_.store(limits_.plan == "gold");
        for (int i = 1; i <= 3; i++)
            clients.emplace_back([this, i] { client(i); });
        std::thread refill([this] { refill_windows(); });
        std::thread watch([this] { watch_usage(); });
        refill.join();
        for (std::thread &c : clients)
            c.join();
        watch.join();
        total_ = served_.load() + probed_;
    }

    void print() const
    {
        usage_.print();
        std::printf("%d drawn in %d windows, total %d, state %d\n", quota_.drawn(), quota_.windows(), total_,
                    state_.load());
    }

private:
    void client(int number)
    {
        while (quota_.draw()) {
            usage_.add(loud_.load() ? 200 : 100);
            served_++;
            rest(70);
        }
        usage_.refuse(number);
        rest(40);
        usage_.refuse(0);
    }

    void refill_windows()
    {
        for (int w = 0; w < limits_.windows; w++) {
            quota_.open_window(limits_.per_window);
            rest(100);
        }
        quota_.close();
        report_ = limits_.windows * limits_.per_window;
        state_.store(1, std::memory_order_release);
    }

    void watch_usage()
    {
        for (int i = 0; i < 15; i++) {
            usage_.probe();
            rest(90);
        }
        while (state_.load(std::memory_order_acquire) == 0)
            rest(30);
        probed_ = report_;
        state_.store(2, std::memory_order_release);
    }

    const Limits limits_;
    Quota quota_;
    Usage usage_;
    std::atomic<bool> loud_{false};
    std::atomic<int> served_{0};
    std::atomic<int> state_{0};
    int report_ = 0, probed_ = 0, total_ = 0;
};

int main()
{
    Service service({6, 9, "gold"});
    service.run();
    service.print();
    return 0;
}
