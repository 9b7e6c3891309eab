// Token bucket in logical time: callers take tokens, a clock thread refills the bucket.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

class TokenBucket {
public:
    TokenBucket(int capacity, int per_tick) : capacity_(capacity), per_tick_(per_tick), tokens_(capacity) {}

    void take()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        refilled_.wait(lock, [this] { return tokens_ > 0; });
        tokens_--;
        granted_++;
        taken_.notify_one();
    }

    // A tick waits until the bucket is empty, so that nothing spills.
    void tick()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        taken_.wait(lock, [this] { return tokens_ == 0; });
        tokens_ += per_tick_;
        if (tokens_ > capacity_)
            tokens_ = capacity_;
        ticks_++;
        refilled_.notify_all();
    }

    int granted() const { return granted_; }
    int ticks() const { return ticks_; }
    int tokens() const { return tokens_; }

private:
    std::mutex mutex_;
    std::condition_variable refilled_, taken_;
    const int capacity_, per_tick_;
    int tokens_;
    int granted_ = 0;
    int ticks_ = 0;
};

int main()
{
    TokenBucket bucket(5, 3);
    std::vector<std::thread> callers;
    std::thread clock([&bucket] {
        for (int i = 0; i < 5; i++)
            bucket.tick();
    });
    for (int i = 0; i < 4; i++)
        callers.emplace_back([&bucket] {
            for (int k = 0; k < 5; k++)
                bucket.take();
        });
    for (auto &caller : callers)
        caller.join();
    clock.join();
    std::printf("granted %d in %d ticks, %d left\n", bucket.granted(), bucket.ticks(), bucket.tokens());
    return 0;
}
