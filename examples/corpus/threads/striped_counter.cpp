// Votes are counted in stripes with a lock each; a tally of all stripes and a few atomic totals.
#include <array>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class VoteCounter {
public:
    void vote(int candidate, int district)
    {
        Stripe &s = stripes_[static_cast<size_t>(district) % stripes_.size()];
        std::lock_guard<std::mutex> lock(s.mutex);
        s.votes[static_cast<size_t>(candidate)]++;
        s.last_district = district;
        total_++;
    }

    void spoil()
    {
        spoilt_++;
        total_++;
    }

    int votes_for(int candidate)
    {
        int sum = 0;
        for (Stripe &s : stripes_) {
            std::lock_guard<std::mutex> lock(s.mutex);
            sum += s.votes[static_cast<size_t>(candidate)];
        }
        return sum;
    }

    int total() const { return total_; }
    int spoilt() const { return spoilt_; }

private:
    struct Stripe {
        std::mutex mutex;
        std::array<int, 3> votes{};
        int last_district = -1;
    };
    std::array<Stripe, 2> stripes_;
    std::atomic<int> total_{0};
    std::atomic<int> spoilt_{0};
};

int main()
{
    VoteCounter counter;
    std::vector<std::thread> stations;

    for (int station = 0; station < 4; station++) {
        stations.emplace_back([&counter, station] {
            for (int voter = 0; voter < 40; voter++) {
                if (voter % 13 == 12)
                    counter.spoil();
                else
                    counter.vote((voter * (station + 1)) % 3, station + voter % 2);
            }
        });
    }
    for (std::thread &s : stations)
        s.join();
    for (int c = 0; c < 3; c++)
        std::printf("candidate %d: %d\n", c, counter.votes_for(c));
    std::printf("%d votes, %d spoilt\n", counter.total(), counter.spoilt());
    return 0;
}
