// A hub for events: publishers post, listeners join and leave, a bulletin counts what came through.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

enum class Topic { weather, traffic, sport };

class Bulletin {
public:
    void count(Topic topic)
    {
        std::lock_guard<std::mutex> lock(count_mutex_);
        counts_[static_cast<int>(topic)]++;
        events_++;
    }

    void weigh(int weight)
    {
        std::lock_guard<std::mutex> lock(weight_mutex_);
        weight_ += weight;
        heaviest_ = weight > heaviest_ ? weight : heaviest_;
    }

    int events()
    {
        std::lock_guard<std::mutex> lock(count_mutex_);
        return events_;
    }

    int heaviest()
    {
        std::lock_guard<std::mutex> lock(weight_mutex_);
        return heaviest_;
    }

    void print() const
    {
        std::printf("%d events, %d %d %d, weight %ld, heaviest %d\n", events_, counts_[0], counts_[1], counts_[2],
                    weight_, heaviest_);
    }

private:
    std::mutex count_mutex_, weight_mutex_;
    int counts_[3] = {0, 0, 0};
    int events_ = 0;
    long weight_ = 0;
    int heaviest_ = 0;
};

class Hub {
public:
    using Listener = std::function<void(Topic, int)>;

    int subscribe(Listener listener)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        next_id_++;
        listeners_[next_id_] = std::move(listener);
        return next_id_;
    }

    void unsubscribe(int id)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (listeners_.count(id) != 0) {
            listeners_.erase(id);
            left_++;
        }
    }

    // Listeners are called without the lock, so that they may subscribe.
    void publish(Topic topic, int weight)
    {
        published_.fetch_add(1);
        std::vector<Listener> now;
        mutex_.lock();
        delivered_ += static_cast<int>(listeners_.empty());
        for (const auto &[id, listener] : listeners_)
            if (id <= 2)
                now.push_back(listener);
        posted_++;
        mutex_.unlock();
        for (const Listener &l : now)
            l(topic, weight);
    }

    void close() { open_.store(false); }
    bool is_open() const { return open_.load(); }
    int published() const { return published_.load(); }
    int left() const { return left_; }
    int posted() const { return posted_ + delivered_; }

private:
    std::mutex mutex_;
    std::map<int, Listener> listeners_;
    int next_id_ = 0, left_ = 0, posted_ = 0, delivered_ = 0;
    std::atomic<int> published_{0};
    std::atomic<bool> open_{true};
};

static void rest(int us) { std::this_thread::sleep_for(std::chrono::microseconds(us)); }

static void report(Hub &hub, int offset)
{
    for (int i = 0; i < 20; i++) {
        hub.publish(static_cast<Topic>(i % 3), offset + i);
        rest(80);
    }
}

static void visit(Hub &hub)
{
    for (int i = 0; i < 10; i++) {
        int id = hub.subscribe([](Topic, int) {});
        rest(70);
        hub.unsubscribe(id);
    }
}

static int watch(Hub &hub, Bulletin &bulletin)
{
    int last = 0, odd = 0;
    while (hub.is_open()) {
        int events = bulletin.events();
        odd += events < last || bulletin.heaviest() > 119;
        last = events;
        rest(90);
    }
    return odd;
}

static int run(Hub &hub, Bulletin &bulletin)
{
    int odd = 0;
    std::vector<std::thread> threads;
    hub.subscribe([&bulletin](Topic topic, int) { bulletin.count(topic); });
    hub.subscribe([&bulletin](Topic, int weight) { bulletin.weigh(weight); });
    std::thread watcher([&hub, &bulletin, &odd] { odd = watch(hub, bulletin); });
    for (int i = 0; i < 3; i++)
        threads.emplace_back([&hub, i] { report(hub, i * 50); });
    threads.emplace_back([&hub] { visit(hub); });
    threads.emplace_back([&hub] { visit(hub); });
    for (std::thread &t : threads)
        t.join();
    hub.close();
    watcher.join();
    return odd;
}

int main()
{
    Hub hub;
    Bulletin bulletin;
    int odd = run(hub, bulletin);
    bulletin.print();
    std::printf("%d published, %d posted, %d visitors left, %d odd\n", hub.published(), hub.posted(), hub.left(), odd);
    return 0;
}
