// A feed of quotes: sources write into one of two buffers while readers use the other, then they change over.
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

struct Buffer {
    std::array<int, 8> bids{}, asks{};
    int round = -1;
    int filled = 0;
};

class Feed {
public:
    explicit Feed(int readers) : readers_(readers) {}

    // The source waits until all readers have read what was shown last.
    void show(int round)
    {
        Buffer &back = buffers_[round % 2];
        for (size_t i = 0; i < back.bids.size(); i++) {
            back.bids[i] = round * 10 + static_cast<int>(i);
            back.asks[i] = back.bids[i] + 2;
        }
        back.round = round;
        std::unique_lock<std::mutex> lock(mutex_);
        consumed_.wait(lock, [this] { return reading_ == 0; });
        front_ = round;
        reading_ = readers_;
        shown_.notify_all();
    }

    const Buffer &await(int round)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        shown_.wait(lock, [this, round] { return front_ >= round; });
        return buffers_[front_ % 2];
    }

    void done()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        reading_--;
        if (reading_ == 0)
            consumed_.notify_one();
    }

private:
    const int readers_;
    std::mutex mutex_;
    std::condition_variable shown_, consumed_;
    Buffer buffers_[2];
    int front_ = -1;
    int reading_ = 0;
};

class Desk {
public:
    void buy(int price)
    {
        std::lock_guard<std::mutex> lock(buy_mutex_);
        spent_ += price;
        bought_++;
    }

    void sell(int price)
    {
        std::lock_guard<std::mutex> lock(sell_mutex_);
        earned_ += price;
        sold_++;
    }

    void limit(int price)
    {
        std::lock_guard<std::mutex> lock(sell_mutex_);
        highest_ = price > highest_ ? price : highest_;
        limits_++;
    }

    void settle()
    {
        buy_mutex_.lock();
        sell_mutex_.lock();
        settled_++;
        odd_ += bought_ < 0 || sold_ < 0;
        sell_mutex_.unlock();
        buy_mutex_.unlock();
    }

    void close_day()
    {
        buy_mutex_.lock();
        sell_mutex_.lock();
        settled_ += 100;
        odd_ += spent_ < earned_ - 100000;
        sell_mutex_.unlock();
        buy_mutex_.unlock();
    }

    void print() const
    {
        std::printf("bought %d for %ld, sold %d for %ld\n", bought_, spent_, sold_, earned_);
        std::printf("highest %d of %d, settled %d, odd %d\n", highest_, limits_, settled_, odd_);
    }

private:
    std::mutex buy_mutex_, sell_mutex_;
    long spent_ = 0, earned_ = 0;
    int bought_ = 0, sold_ = 0, highest_ = 0, limits_ = 0;
    int settled_ = 0, odd_ = 0;
};

static constexpr int rounds = 16;

static int trade(Feed &feed, Desk &desk, std::atomic<int> &seen, int side)
{
    int last = -1;
    for (int r = 0; r < rounds; r++) {
        const Buffer &b = feed.await(r);
        if (side == 0)
            desk.buy(b.asks[static_cast<size_t>(r % 8)]);
        else if (side == 1)
            desk.sell(b.bids[static_cast<size_t>(r % 8)]);
        else
            desk.limit(b.asks[7]);
        last = b.round;
        seen += 1;
        std::this_thread::sleep_for(std::chrono::microseconds(60));
        feed.done();
    }
    return last;
}

static int run(Desk &desk, std::atomic<int> &seen)
{
    Feed feed(6);
    int last[6] = {0, 0, 0, 0, 0, 0}, sum = 0;
    std::vector<std::thread> traders;
    for (int i = 0; i < 6; i++)
        traders.emplace_back([&feed, &desk, &seen, &last, i] { last[i] = trade(feed, desk, seen, i % 3); });
    std::thread source([&feed] {
        for (int r = 0; r < rounds; r++)
            feed.show(r);
    });
    std::thread clerk([&desk] {
        for (int i = 0; i < 4; i++) {
            std::this_thread::sleep_for(std::chrono::microseconds(300));
            desk.settle();
        }
    });
    source.join();
    for (std::thread &t : traders)
        t.join();
    for (int l : last)
        sum += l;
    clerk.join();
    desk.close_day();
    return sum;
}

int main()
{
    Desk desk;
    std::atomic<int> seen{0};
    int sum = run(desk, seen);
    desk.print();
    std::printf("%d quotes seen, last rounds add up to %d\n", seen.load(), sum);
    return 0;
}
