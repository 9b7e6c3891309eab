// Two teams play rounds: scores and fouls have locks of their own, a whistle starts every round.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

class keeper
{
      public:
	void goal(int team, int points)
	{
		std::lock_guard<std::mutex> hold(score_lock_);
		score_[team] += points;
		goals_++;
	}
	void foul(int team)
	{
		std::lock_guard<std::mutex> hold(foul_lock_);
		fouls_[team]++;
		whistles_++;
	}
	void ready()
	{
		std::unique_lock<std::mutex> hold(start_lock_);
		ready_++;
		all_ready_.notify_all();
		while (round_ == 0)
			started_.wait(hold);
	}
	void start(int players)
	{
		std::unique_lock<std::mutex> hold(start_lock_);
		while (ready_ < players)
			all_ready_.wait(hold);
		round_ = 1;
		started_.notify_all();
	}
	int leader()
	{
		std::lock_guard<std::mutex> hold(score_lock_);
		return score_[0] > score_[1] ? 0 : 1;
	}
	void print()
	{
		std::lock_guard<std::mutex> score(score_lock_);
		std::lock_guard<std::mutex> foul(foul_lock_);
		std::printf("%d:%d in %d goals, fouls %d %d of %d\n", score_[0], score_[1], goals_,
			fouls_[0], fouls_[1], whistles_);
	}

      private:
	std::mutex score_lock_, foul_lock_, start_lock_;
	std::condition_variable started_, all_ready_;
	int score_[2] = {0, 0}, goals_ = 0;
	int fouls_[2] = {0, 0}, whistles_ = 0;
	int ready_ = 0, round_ = 0;
};

struct crowd {
	std::atomic<int> cheers{0};
	std::atomic<long> noise{0};
	std::atomic<bool> excited{false};
};

static void play(keeper &k, crowd &c, int team)
{
	k.ready();
	for (int i = 1; i <= 30; i++) {
		if (i % (team + 2) == 0)
			k.goal(team, 1 + team);
		if (i % 7 == team)
			k.foul(team);
		c.cheers.fetch_add(1);
		c.noise.fetch_add(i);
	}
	c.excited.store(true);
}

int main()
{
	keeper k;
	crowd c;
	std::vector<std::thread> players;
	for (int i = 0; i < 4; i++)
		players.emplace_back(play, std::ref(k), std::ref(c), i % 2);
	k.start(4);
	for (std::thread &t : players)
		t.join();
	k.print();
	std::printf("team %d leads, %d cheers, noise %ld%s\n", k.leader(), c.cheers.load(),
		c.noise.load(), c.excited.load() ? "!" : ".");
	return 0;
}
