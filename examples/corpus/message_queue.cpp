// Move-only messages pass through queues; a filter takes some out, an archive keeps copies.
#include <cstdio>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

class message
{
      public:
	message(int id, std::string body)
	    : id_(id), body_(std::make_unique<std::string>(std::move(body)))
	{
	}
	message(message &&) = default;
	message &operator=(message &&) = default;

	int id() const
	{
		return id_;
	}
	const std::string &body() const
	{
		return *body_;
	}
	message copy() const
	{
		return message(id_, *body_);
	}

      private:
	int id_;
	std::unique_ptr<std::string> body_;
};

class queue
{
      public:
	explicit queue(std::string name) : name_(std::move(name))
	{
	}

	void push(message m)
	{
		waiting_.push_back(std::move(m));
	}

	bool pop(message &out)
	{
		if (waiting_.empty())
			return false;
		out = std::move(waiting_.front());
		waiting_.pop_front();
		return true;
	}

	// Take out all that hold the word.
	std::vector<message> filter(const std::string &word)
	{
		std::vector<message> out;
		for (auto it = waiting_.begin(); it != waiting_.end();) {
			if (it->body().find(word) != std::string::npos) {
				out.push_back(std::move(*it));
				it = waiting_.erase(it);
			} else {
				++it;
			}
		}
		return out;
	}

	const std::string &name() const
	{
		return name_;
	}
	std::size_t size() const
	{
		return waiting_.size();
	}

      private:
	std::string name_;
	std::deque<message> waiting_;
};

static std::string line(std::string head, const message &m)
{
	head += " #" + std::to_string(m.id());
	return head + " " + m.body();
}

static void report(std::string title, std::size_t n)
{
	std::printf("%-24s %zu\n", title.c_str(), n);
}

int main()
{
	queue in("the queue of what comes in"), out("out");
	std::string head = "message that has been taken out";
	for (int i = 1; i <= 6; i++)
		in.push(message(i, i % 3 == 0 ? "spam, number " + std::to_string(i)
					      : "a letter of " + std::to_string(i) + " pages"));
	std::vector<message> spam = in.filter("spam");
	for (const message &m : spam)
		std::printf("%s\n", line(head, m).c_str());
	report(head, spam.size());
	message m(0, "");
	while (in.pop(m)) {
		message kept = m.copy();
		out.push(std::move(m));
		std::printf("%d %s\n", kept.id(), kept.body().c_str());
	}
	report(in.name(), in.size());
	report(out.name(), out.size());
	return 0;
}
