// A program for debug adapters: containers, members of all kinds, a long array, input, exceptions, a
// crash. The lines that the test looks for are marked.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

struct base {
	int id = 7;
};

class item : public base {
public:
	std::string name;
	double price;
	item(std::string n, double p) : name(n), price(p) {}

protected:
	int stock = 3;
};

static int counter;

static int add(int left, int right)
{
	int sum = left + right; // mark: add
	counter += 1; // mark: counter
	return sum;
}

static int total(const std::vector<int> &numbers)
{
	int all = 0;
	for (int n : numbers)
		all = add(all, n); // mark: loop
	return all;
}

static int deep(int n)
{
	return n ? 1 + deep(n - 1) : counter; // mark: deep
}

static void crash(int *nowhere)
{
	*nowhere = 1; // mark: crash
}

static void wait_long()
{
	for (;;) // mark: wait
		usleep(10000);
}

/* Who has read that stops it here, if not further in. */
static void wait_long_told()
{
	printf("waiting\n");
	fflush(stdout);
	wait_long();
}

static void work(int number)
{
	counter += number; // mark: work
}

int main(int argc, char **argv)
{
	const char *setting = getenv("SHOP");
	std::string mode = argc > 1 ? argv[1] : "";
	std::vector<int> numbers{10, 20, 30};
	std::map<std::string, int> ages{{"ann", 31}, {"bob", 42}};
	std::vector<int> many(300, 5);
	item one{"caf\303\251", 2.5};
	item *pointer = &one;
	int longer[2000];
	for (int i = 0; i < 2000; i++)
		longer[i] = i * 2;
	int shadow = 1;
	{
		int shadow = 2;
		printf("total %d\n", total(numbers) + shadow); // mark: inner
	}
	if (mode == "crash")
		crash(nullptr);
	if (mode == "throw") {
		try {
			throw std::runtime_error("no stock"); // mark: throw
		} catch (const std::exception &e) {
			printf("caught %s\n", e.what());
		}
	}
	if (mode == "deep")
		printf("deep %d\n", deep(2000));
	if (mode == "read") {
		char line[100];
		if (fgets(line, sizeof(line), stdin))
			printf("read %s", line);
	}
	if (mode == "threads") {
		std::thread first(work, 1);
		first.join();
		std::thread second(work, 2), third(wait_long);
		second.join();
		third.detach();
	}
	if (mode == "flood")
		for (unsigned i = 0;; i++)
			printf("line %u\n", i);
	if (mode == "wait")
		wait_long_told();
	fflush(stdout);
	return pointer->price > 2 ? 3 + shadow + longer[0] : 0; // mark: end
}
