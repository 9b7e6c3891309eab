// jthreads that sample until they are asked to stop, and a log that keeps what they saw.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

class SampleLog {
public:
    void add(int sensor, int value)
    {
        std::lock_guard lock(mutex_);
        if (counts_[sensor] < 10) {
            counts_[sensor]++;
            sums_[sensor] += value;
        }
        if (counts_[0] == 10 && counts_[1] == 10)
            full_.notify_all();
    }

    void wait_full()
    {
        std::unique_lock lock(mutex_);
        full_.wait(lock, [this] { return counts_[0] == 10 && counts_[1] == 10; });
    }

    long sum(int sensor)
    {
        std::lock_guard lock(mutex_);
        return sums_[sensor];
    }

private:
    std::mutex mutex_;
    std::condition_variable full_;
    int counts_[2] = {0, 0};
    long sums_[2] = {0, 0};
};

int main()
{
    SampleLog log;
    int stopped[2] = {0, 0};
    {
        std::vector<std::jthread> sensors;
        for (int id = 0; id < 2; id++)
            sensors.emplace_back([&log, &stopped, id](std::stop_token token) {
                for (int i = 0; !token.stop_requested(); i++) {
                    log.add(id, i * (id + 2));
                    std::this_thread::yield();
                }
                stopped[id] = 1;
            });
        log.wait_full();
        for (std::jthread &s : sensors)
            s.request_stop();
        for (std::jthread &s : sensors)
            s.join();
        std::printf("stopped %d %d\n", stopped[0], stopped[1]);
    }
    std::printf("sums %ld %ld\n", log.sum(0), log.sum(1));
    return 0;
}
