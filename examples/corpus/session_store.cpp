// Sessions of users that expire: a map swept by iterators, callbacks that keep what they need.
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

struct session {
	std::string user;
	int expires;
};

class store
{
      public:
	using listener = std::function<void(const std::string &)>;

	void add(int id, std::string user, int expires)
	{
		sessions_[id] = session{std::move(user), expires};
	}

	void on_expiry(listener l)
	{
		listeners_.push_back(std::move(l));
	}

	int sweep(int now)
	{
		int gone = 0;
		for (auto it = sessions_.begin(); it != sessions_.end();) {
			if (it->second.expires <= now) {
				for (const listener &l : listeners_)
					l(it->second.user);
				it = sessions_.erase(it);
				++gone;
			} else {
				++it;
			}
		}
		return gone;
	}

	const session *find(int id) const
	{
		auto it = sessions_.find(id);
		return it == sessions_.end() ? nullptr : &it->second;
	}

	std::size_t size() const
	{
		return sessions_.size();
	}

      private:
	std::map<int, session> sessions_;
	std::vector<listener> listeners_;
};

static store::listener logger(const std::string &prefix, int width)
{
	return [prefix, width](const std::string &user) {
		std::printf("%s%*s\n", prefix.c_str(), width, user.c_str());
	};
}

static store::listener counter(std::vector<int> &lengths)
{
	return [&lengths](const std::string &user) {
		lengths.push_back(static_cast<int>(user.size()));
	};
}

int main()
{
	store s;
	std::vector<int> lengths;
	s.on_expiry(logger("expired: ", 12));
	s.on_expiry(counter(lengths));
	s.add(1, "alice", 10);
	s.add(2, "bob", 20);
	s.add(3, "a very long user name", 10);
	s.add(4, "dora", 30);
	std::printf("swept %d\n", s.sweep(15));
	std::printf("swept %d\n", s.sweep(20));
	const session *left = s.find(4);
	std::printf("left %zu, %s until %d\n", s.size(), left ? left->user.c_str() : "-",
		left ? left->expires : 0);
	int sum = 0;
	for (int n : lengths)
		sum += n;
	std::printf("%zu names, %d letters\n", lengths.size(), sum);
	return 0;
}
