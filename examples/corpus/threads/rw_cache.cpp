// A cache of word lengths: many look up under a shared lock, who misses fills in under a unique one.
#include <atomic>
#include <cstdio>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

class LengthCache {
public:
    size_t length(const std::string &word)
    {
        lookups_++;
        {
            std::shared_lock<std::shared_mutex> lock(mutex_);
            auto found = lengths_.find(word);
            if (found != lengths_.end())
                return found->second;
        }
        std::unique_lock<std::shared_mutex> lock(mutex_);
        if (lengths_.count(word) == 0) {
            lengths_[word] = word.size();
            filled_++;
        }
        return lengths_[word];
    }

    size_t size() const
    {
        std::shared_lock<std::shared_mutex> lock(mutex_);
        return lengths_.size();
    }

    int lookups() const { return lookups_; }
    int filled() const { return filled_; }

private:
    mutable std::shared_mutex mutex_;
    std::map<std::string, size_t> lengths_;
    std::atomic<int> lookups_{0};
    int filled_ = 0;
};

int main()
{
    const std::vector<std::string> words = {"ash", "birch", "cedar", "elm", "hawthorn", "oak", "willow"};
    LengthCache cache;
    std::vector<std::thread> readers;
    std::vector<size_t> sums(3);

    for (size_t r = 0; r < sums.size(); r++)
        readers.emplace_back([&, r] {
            for (size_t i = 0; i < 28; i++)
                sums[r] += cache.length(words[(i * (r + 1)) % words.size()]);
        });
    for (auto &reader : readers)
        reader.join();
    for (size_t r = 0; r < sums.size(); r++)
        std::printf("reader %zu: %zu letters\n", r, sums[r]);
    std::printf("%zu words, %d filled, %d lookups\n", cache.size(), cache.filled(), cache.lookups());
    return 0;
}
