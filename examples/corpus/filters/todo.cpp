/* A list of things to do, by commands a line each: add, done, due, list, undo. */
#include <algorithm>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

struct task {
	int id;
	std::string what;
	int due;
	bool done;
};

class board {
public:
	void add(const std::string &what);
	bool finish(int id);
	bool set_due(int id, int day);
	bool undo();
	void list(std::ostream &out) const;
	std::size_t open() const;

private:
	task *find(int id);
	void remember() { history_.push_back(std::make_unique<std::vector<task>>(tasks_)); }

	std::vector<task> tasks_;
	std::vector<std::unique_ptr<std::vector<task>>> history_;
	int next_ = 1;
};

task *board::find(int id)
{
	auto at = std::find_if(tasks_.begin(), tasks_.end(), [id](const task &t) { return t.id == id; });
	return at == tasks_.end() ? nullptr : &*at;
}

void board::add(const std::string &what)
{
	remember();
	tasks_.push_back({next_++, what, 0, false});
}

bool board::finish(int id)
{
	task *t = find(id);
	if (t == nullptr || t->done)
		return false;
	remember();
	find(id)->done = true;
	return true;
}

bool board::set_due(int id, int day)
{
	if (find(id) == nullptr || day < 1 || day > 31)
		return false;
	remember();
	find(id)->due = day;
	return true;
}

bool board::undo()
{
	if (history_.empty())
		return false;
	tasks_ = *history_.back();
	history_.pop_back();
	return true;
}

std::size_t board::open() const
{
	return static_cast<std::size_t>(
		std::count_if(tasks_.begin(), tasks_.end(), [](const task &t) { return !t.done; }));
}

/* Open ones first, those with a day before those without. */
void board::list(std::ostream &out) const
{
	std::vector<const task *> order;
	for (const auto &t : tasks_)
		order.push_back(&t);
	std::stable_sort(order.begin(), order.end(), [](const task *a, const task *b) {
		if (a->done != b->done)
			return b->done;
		return (a->due ? a->due : 32) < (b->due ? b->due : 32);
	});
	for (const task *t : order) {
		out << (t->done ? "[x] " : "[ ] ") << t->id << " " << t->what;
		if (t->due)
			out << " (day " << t->due << ")";
		out << "\n";
	}
}

int main()
{
	board b;
	std::string line;
	for (int number = 1; std::getline(std::cin, line); number++) {
		std::istringstream words(line);
		std::string command, rest;
		int id = 0, day = 0;
		bool good = true;
		words >> command;
		if (command.empty())
			continue;
		if (command == "add" && std::getline(words >> std::ws, rest))
			b.add(rest);
		else if (command == "done" && words >> id)
			good = b.finish(id);
		else if (command == "due" && words >> id >> day)
			good = b.set_due(id, day);
		else if (command == "undo")
			good = b.undo();
		else if (command == "list")
			b.list(std::cout);
		else
			good = false;
		if (!good)
			std::cout << "line " << number << ": cannot " << line << "\n";
	}
	std::cout << b.open() << " open\n";
}
