// Lazy tables behind an atomic pointer, a ready flag for a result, and a flag that stops a poller.
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

struct Table {
    int cells[16];
    int rows;
};

class Registry {
public:
    ~Registry() { delete table_.load(); }

    const Table &table()
    {
        Table *t = table_.load(std::memory_order_acquire);
        if (t == nullptr) {
            std::lock_guard<std::mutex> lock(mutex_);
            t = table_.load(std::memory_order_relaxed);
            if (t == nullptr) {
                t = new Table();
                t->rows = 16;
                for (int i = 0; i < t->rows; i++)
                    t->cells[i] = i * i;
                built_++;
                table_.store(t, std::memory_order_release);
            }
        }
        return *t;
    }

    int built() const { return built_; }

private:
    std::atomic<Table *> table_{nullptr};
    std::mutex mutex_;
    int built_ = 0;
};

struct Result {
    long value = 0;
    std::atomic<bool> ready{false};
};

int main()
{
    Registry registry;
    Result results[3];
    std::atomic<bool> stop(false);
    long polled = 0;

    std::thread poller([&] {
        while (!stop.load(std::memory_order_acquire))
            std::this_thread::yield();
        for (Result &r : results)
            if (r.ready.load(std::memory_order_acquire))
                polled += r.value;
    });
    std::vector<std::thread> workers;
    for (int w = 0; w < 3; w++)
        workers.emplace_back([&registry, &r = results[w], w] {
            const Table &t = registry.table();
            for (int i = w; i < t.rows; i += 3)
                r.value += t.cells[i];
            r.ready.store(true, std::memory_order_release);
        });
    for (Result &r : results)
        while (!r.ready.load(std::memory_order_acquire))
            std::this_thread::yield();
    long sum = results[0].value + results[1].value + results[2].value;
    stop.store(true, std::memory_order_release);
    poller.join();
    for (auto &w : workers)
        w.join();
    std::printf("sum %ld, polled %ld, built %d\n", sum, polled, registry.built());
    return 0;
}
