// Sums over blocks: async tasks for the blocks, a promise for the first block that is heavy.
#include <atomic>
#include <cstdio>
#include <future>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

class Progress {
public:
    void add(long block_sum)
    {
        std::lock_guard<std::mutex> guard(mutex_);
        blocks_++;
        if (block_sum > heaviest_)
            heaviest_ = block_sum;
    }
    int blocks() const { return blocks_; }
    long heaviest() const { return heaviest_; }

private:
    std::mutex mutex_;
    int blocks_ = 0;
    long heaviest_ = 0;
};

static std::atomic<int> heavy_seen(0);

static long sum_block(const std::vector<int> &data, size_t from, size_t to, Progress &progress)
{
    long sum = std::accumulate(data.begin() + static_cast<long>(from), data.begin() + static_cast<long>(to), 0L);
    progress.add(sum);
    if (sum > 3000)
        heavy_seen++;
    return sum;
}

int main()
{
    std::vector<int> data(120);
    std::iota(data.begin(), data.end(), 1);
    Progress progress;
    std::vector<std::future<long>> parts;

    for (size_t i = 0; i < 4; i++)
        parts.push_back(std::async(std::launch::async, sum_block, std::cref(data), i * 30, (i + 1) * 30,
                                   std::ref(progress)));
    long total = 0;
    for (std::future<long> &part : parts)
        total += part.get();

    std::promise<long> squared;
    std::future<long> result = squared.get_future();
    std::thread squarer([&squared, total] { squared.set_value(total * total); });
    std::printf("total %ld, squared %ld\n", total, result.get());
    squarer.join();
    std::printf("%d blocks, heaviest %ld, heavy %d\n", progress.blocks(), progress.heaviest(), heavy_seen.load());
    return 0;
}
