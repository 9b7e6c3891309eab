// A game as states that make each other: owned by unique_ptr, watched by shared listeners.
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

class score_board;

struct player {
	std::string name;
	int points = 0;
	std::weak_ptr<score_board> board;
};

class score_board
{
      public:
	void join(const std::shared_ptr<player> &p)
	{
		players_.push_back(p);
	}
	int best() const
	{
		int most = 0;
		for (const auto &p : players_)
			most = p->points > most ? p->points : most;
		return most;
	}
	std::size_t size() const
	{
		return players_.size();
	}

      private:
	std::vector<std::shared_ptr<player>> players_;
};

class state
{
      public:
	virtual ~state() = default;
	virtual const char *name() const
	{
		return "unnamed";
	}
	virtual int reward(int roll) const
	{
		return roll;
	}
	virtual std::unique_ptr<state> next(int roll) = 0;
};

class bonus : public state
{
      public:
	explicit bonus(int left) : left_(left)
	{
	}
	const char *name() const override
	{
		return "bonus";
	}
	int reward(int roll) const override
	{
		return roll * left_;
	}
	std::unique_ptr<state> next(int) override;

      private:
	int left_;
};

class normal : public state
{
      public:
	const char *name() const override
	{
		return "normal";
	}
	int reward(int roll) const override
	{
		return roll > 1 ? roll : 0;
	}
	std::unique_ptr<state> next(int roll) override
	{
		std::unique_ptr<state> made;
		if (roll == 6)
			made = std::make_unique<bonus>(3);
		return made;
	}
};

std::unique_ptr<state> bonus::next(int)
{
	std::unique_ptr<state> made;
	if (--left_ == 0)
		made = std::make_unique<normal>();
	return made;
}

class game
{
      public:
	game() : current_(std::make_unique<normal>())
	{
	}
	void roll(const std::shared_ptr<player> &p, int value)
	{
		state *now = current_.get();
		p->points += now->reward(value);
		log_ += now->name()[0];
		if (std::unique_ptr<state> made = now->next(value))
			current_ = std::move(made);
	}
	const std::string &log() const
	{
		return log_;
	}

      private:
	std::unique_ptr<state> current_;
	std::string log_;
};

static std::shared_ptr<player> enter(const std::shared_ptr<score_board> &board, const char *name)
{
	auto p = std::make_shared<player>();
	p->name = name;
	p->board = board;
	board->join(p);
	return p;
}

static bool leads(const std::shared_ptr<player> &p)
{
	std::shared_ptr<score_board> board = p->board.lock();
	return board && board->best() == p->points;
}

int main()
{
	auto board = std::make_shared<score_board>();
	std::shared_ptr<player> ann = enter(board, "ann"), bob = enter(board, "bob");
	std::shared_ptr<player> turn = ann;
	game g;
	for (int roll : {3, 1, 6, 2, 5, 4, 6, 6, 1, 2}) {
		g.roll(turn, roll);
		turn = turn == ann ? bob : ann;
	}
	for (const std::shared_ptr<player> &p : {ann, bob})
		std::printf("%s %d%s\n", p->name.c_str(), p->points, leads(p) ? " leads" : "");
	std::shared_ptr<player> winner = leads(ann) ? ann : bob;
	std::shared_ptr<player> shown = winner;
	shown->points += 100;
	std::printf("%s, %zu players, best %d, %s\n", shown->name.c_str(), board->size(),
		board->best(), g.log().c_str());
	return 0;
}
