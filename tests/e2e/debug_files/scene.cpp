#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

struct node {
	int value;
	struct hidden *link; /* a type that this program does not know */
};

struct counted { /* an element is got by a call, and that has an effect */
	int calls;
	int operator[](int i)
	{
		return i + ++calls;
	}
};

static int compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return x - y; /* COMPARE */
}

static int with_pointers(FILE *to, int (*say)(const char *))
{
	const char *name = program_invocation_short_name;
	struct node n = {1, nullptr};
	return to && say && name && n.value; /* POINTERS */
}

static void throws()
{
	throw std::runtime_error("thrown");
}

static void wait_for_alarm()
{
	alarm(1);
	pause();
}

static void work(std::vector<int> *v)
{
	std::string s = "in a thread";
	v->push_back((int)s.size()); /* THREAD */
	abort();
}

static void crash(const struct node *n)
{
	int sum = 3;
	std::vector<int> v{1, 2, sum};
	sum += n->value; /* CRASH */
	printf("%d %zu\n", sum, v.size());
}

static int loads()
{
	void *lib = dlopen("libm.so.6", RTLD_NOW);
	return lib != nullptr; /* LOADED */
}

static int counts()
{
	struct counted c = {0};
	return c[3] - 4 + c.calls; /* COUNTED */
}

int main(int argc, char **argv)
{
	int v[] = {3, 1, 2};
	std::vector<int> all{1};
	std::string what = argc > 1 ? argv[1] : "";
	if (what == "sort")
		qsort(v, 3, sizeof(*v), compare);
	else if (what == "pointers")
		return with_pointers(stdout, puts);
	else if (what == "throw")
		throws();
	else if (what == "alarm")
		wait_for_alarm();
	else if (what == "thread")
		std::thread(work, &all).join();
	else if (what == "crash")
		crash(nullptr);
	else if (what == "load")
		return loads();
	else if (what == "count")
		return counts();
	else if (what == "abort")
		abort();
	puts("the end"); /* END */
	return 0;
}
