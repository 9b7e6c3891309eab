// Everything that a session meets: containers, recursion, a watched global, a thread, a crash.
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

struct item {
	int id;
	double weight;
	std::string name;
};

static int total;

static int descend(int n)
{
	if (n == 0)
		return 0;
	return descend(n - 1) + 1;
}

static void add(int by)
{
	total += by;
}

static int load(const std::vector<int> &v, const char *what, int &last)
{
	int sum = 0;
	for (int x : v)
		sum += x;
	last = sum;
	return sum + what[0];
}

static void late(int amount)
{
	add(amount);
}

static void work(int id)
{
	int local = id * 10;
	usleep(300000);
	late(local);
}

static int crash(item *it)
{
	return it->id;
}

int main()
{
	std::vector<int> numbers{3, 1, 2};
	std::map<std::string, item> items{{"one", {1, 0.5, "uno"}}, {"two", {2, 1.25, "dos"}}};
	std::set<int> seen{4, 2};
	std::string text = "hello \"you\"\n";
	int grid[2][3] = {{1, 2, 3}, {4, 5, 6}}, zeros[20] = {0}, last = 0;
	char letter = 'q', line[16] = "abc";
	unsigned long big = 1UL << 40;
	item *none = nullptr;
	int sum = load(numbers, "A", last);
	int deep = descend(4);
	for (int i = 0; i < 5; i++)
		add(i);
	std::thread other(work, 7);
	other.join();
	std::printf("%d %d %d %s %d %c %s %lu\n", sum, deep, total, text.c_str(), grid[1][2], letter,
		line, big);
	std::fflush(stdout);
	return crash(none) + (int)(items.size() + seen.size()) + zeros[3];
}
