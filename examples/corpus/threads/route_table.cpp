// Routes of a small network: read by forwarders under a shared lock, changed by a control thread.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

class RouteTable {
public:
    void set(const std::string &net, int port)
    {
        std::unique_lock<std::shared_mutex> lock(table_mutex_);
        routes_[net] = port;
        version_++;
    }

    void withdraw(const std::string &net)
    {
        std::unique_lock<std::shared_mutex> lock(table_mutex_);
        version_++;
        if (routes_.count(net) != 0)
            routes_.erase(net);
        withdrawn_++;
    }

    int look_up(const std::string &net)
    {
        asked_++;
        std::shared_lock<std::shared_mutex> lock(table_mutex_);
        auto at = routes_.find(net);
        return at == routes_.end() ? default_port_ : at->second;
    }

    int version()
    {
        std::shared_lock<std::shared_mutex> lock(table_mutex_);
        return version_;
    }

    void count(int port, int bytes)
    {
        std::lock_guard<std::shared_mutex> lock(traffic_mutex_);
        packets_[port]++;
        bytes_ += bytes;
    }

    int busiest()
    {
        std::shared_lock<std::shared_mutex> lock(traffic_mutex_);
        int best = 0;
        for (const auto &[port, n] : packets_)
            best = n > best ? n : best;
        return best;
    }

    // Old routes and what went over them leave together.
    void expire(const std::string &net)
    {
        table_mutex_.lock();
        traffic_mutex_.lock();
        routes_.erase(net);
        expired_++;
        traffic_mutex_.unlock();
        table_mutex_.unlock();
    }

    bool is_sane()
    {
        table_mutex_.lock_shared();
        traffic_mutex_.lock_shared();
        bool sane = bytes_ >= 0 && withdrawn_ <= version_;
        traffic_mutex_.unlock_shared();
        table_mutex_.unlock_shared();
        return sane;
    }

    int asked() const { return asked_.load(); }
    long bytes() const { return bytes_; }
    int changes() const { return version_ + withdrawn_ + expired_; }

private:
    std::shared_mutex table_mutex_, traffic_mutex_;
    std::map<std::string, int> routes_;
    std::map<int, int> packets_;
    const int default_port_ = 9;
    int version_ = 0, withdrawn_ = 0, expired_ = 0;
    long bytes_ = 0;
    std::atomic<int> asked_{0};
};

static void nap() { std::this_thread::sleep_for(std::chrono::microseconds(60)); }

static int forward(RouteTable &table)
{
    int odd = 0;
    static const char *const nets[] = {"10.0", "10.1", "172.16", "192.168"};
    for (int i = 0; i < 24; i++) {
        int port = table.look_up(nets[i % 4]);
        table.count(port, 64 + i);
        nap();
        if (table.busiest() < 1 || !table.is_sane())
            odd++;
        nap();
    }
    return odd;
}

static void control(RouteTable &table)
{
    for (int i = 0; i < 16; i++) {
        table.set(i % 2 ? "10.0" : "10.1", i % 3);
        nap();
        table.withdraw("172.16");
        if (table.version() < i)
            table.withdraw("10.0");
        nap();
        table.expire("192.168");
    }
}

static int run_router(RouteTable &table)
{
    std::vector<std::thread> forwarders;
    int odd[2] = {0, 0};
    std::thread controller([&table] { control(table); });
    std::thread backup([&table] { control(table); });
    for (int &o : odd)
        forwarders.emplace_back([&table, &o] { o = forward(table); });
    for (std::thread &f : forwarders)
        f.join();
    controller.join();
    backup.join();
    return odd[0] + odd[1];
}

int main()
{
    RouteTable table;
    int odd = run_router(table);
    std::printf("%d asked, %ld bytes, %d changes, %d odd\n", table.asked(), table.bytes(), table.changes(), odd);
    return 0;
}
