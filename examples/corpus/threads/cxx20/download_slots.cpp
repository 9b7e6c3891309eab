// Downloads behind a counting semaphore; a latch tells when all have started, atomics what was got.
#include <atomic>
#include <cstdio>
#include <latch>
#include <mutex>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

class Downloads {
public:
    explicit Downloads(int count) : started_(count) {}

    void fetch(int id)
    {
        started_.count_down();
        slots_.acquire();
        int size = 100 + id * 7;
        {
            std::lock_guard lock(mutex_);
            active_++;
            most_ = active_ > most_ ? active_ : most_;
            sizes_.push_back(size);
        }
        bytes_.fetch_add(size);
        {
            std::lock_guard lock(mutex_);
            active_--;
        }
        slots_.release();
    }

    void wait_started() { started_.wait(); }

    void report()
    {
        std::lock_guard lock(mutex_);
        std::printf("%zu files, %s, %d active, %d bytes\n", sizes_.size(),
                    most_ <= 2 ? "never more than 2" : "too many at once", active_, bytes_.load());
    }

private:
    std::counting_semaphore<8> slots_{2};
    std::latch started_;
    std::mutex mutex_;
    std::vector<int> sizes_;
    int active_ = 0, most_ = 0;
    std::atomic<int> bytes_{0};
};

int main()
{
    Downloads downloads(6);
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 6; i++)
            threads.emplace_back([&downloads, i] { downloads.fetch(i); });
        downloads.wait_started();
        std::puts("all started");
    }
    downloads.report();
    return 0;
}
