// Tasks as closures: each is made in a loop, keeps its own copies and is run later.
#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Task {
	std::string name;
	std::vector<std::size_t> after;
	std::function<int(int)> work;
	bool done = false;
};

class Graph
{
      public:
	std::size_t add(
		std::string name, std::vector<std::size_t> after, std::function<int(int)> work)
	{
		tasks_.push_back(std::make_unique<Task>(
			Task{std::move(name), std::move(after), std::move(work)}));
		return tasks_.size() - 1;
	}

	int run(int start)
	{
		int value = start;
		bool moved = true;
		while (moved) {
			moved = false;
			for (auto &t : tasks_) {
				if (t->done || !ready(*t))
					continue;
				value = t->work(value);
				t->done = true;
				moved = true;
				std::cout << t->name << " -> " << value << '\n';
			}
		}
		return value;
	}

	std::size_t open() const
	{
		return static_cast<std::size_t>(std::count_if(tasks_.begin(), tasks_.end(),
			[](const std::unique_ptr<Task> &t) { return !t->done; }));
	}

      private:
	bool ready(const Task &t) const
	{
		return std::all_of(t.after.begin(), t.after.end(),
			[this](std::size_t i) { return i < tasks_.size() && tasks_[i]->done; });
	}

	std::vector<std::unique_ptr<Task>> tasks_;
};

static std::function<int(int)> scale(int factor)
{
	return [=](int v) { return v * factor; };
}

static std::function<int(int)> shift(int by, const std::string &note)
{
	std::string text = note + "!";
	return [by, text](int v) { return v + by + static_cast<int>(text.size()); };
}

int main()
{
	Graph g;
	std::vector<std::size_t> ids;
	for (int i = 1; i <= 3; ++i) {
		std::string name = "step " + std::to_string(i);
		ids.push_back(g.add(name, ids, shift(i * 10, name)));
	}
	std::size_t last = g.add("double", {ids.back()}, scale(2));
	g.add("never", {99}, scale(0));
	g.add("triple", {last, ids.front()}, scale(3));
	std::cout << "result " << g.run(1) << ", open " << g.open() << '\n';
	return 0;
}
