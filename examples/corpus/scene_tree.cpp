// A tree of scene nodes: children are shared, parents looked back at, positions added up the tree.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct node {
	explicit node(std::string n, int x_, int y_) : name(std::move(n)), x(x_), y(y_)
	{
	}

	std::string name;
	int x, y;
	std::vector<std::shared_ptr<node>> children;
	std::weak_ptr<node> parent;
};

using node_ptr = std::shared_ptr<node>;

static node_ptr attach(const node_ptr &to, const node_ptr &child)
{
	child->parent = to;
	to->children.push_back(child);
	return child;
}

static bool detach(const node_ptr &child)
{
	std::shared_ptr<node> above = child->parent.lock();
	if (!above)
		return false;
	auto at = std::find(above->children.begin(), above->children.end(), child);
	if (at == above->children.end())
		return false;
	above->children.erase(at);
	child->parent.reset();
	return true;
}

static std::pair<int, int> place(const node_ptr &n)
{
	std::pair<int, int> sum = {n->x, n->y};
	for (std::shared_ptr<node> up = n->parent.lock(); up; up = up->parent.lock()) {
		sum.first += up->x;
		sum.second += up->y;
	}
	return sum;
}

static std::string path(const node_ptr &n)
{
	std::shared_ptr<node> up = n->parent.lock();
	return up ? path(up) + "/" + n->name : n->name;
}

static int count(const node_ptr &n)
{
	int total = 1;
	for (const node_ptr &c : n->children)
		total += count(c);
	return total;
}

static node_ptr find(const node_ptr &n, const std::string &name)
{
	if (n->name == name)
		return n;
	for (const node_ptr &c : n->children)
		if (node_ptr found = find(c, name))
			return found;
	return nullptr;
}

static void show(const node_ptr &n)
{
	auto [x, y] = place(n);
	std::printf("%-24s at %3d,%3d\n", path(n).c_str(), x, y);
	for (const node_ptr &c : n->children)
		show(c);
}

int main()
{
	auto root = std::make_shared<node>("room", 0, 0);
	std::shared_ptr<node> table = attach(root, std::make_shared<node>("table", 40, 10));
	std::shared_ptr<node> lamp = attach(table, std::make_shared<node>("lamp", 5, 12));
	attach(lamp, std::make_shared<node>("bulb", 1, 3));
	attach(root, std::make_shared<node>("shelf", -20, 30));
	show(root);
	std::shared_ptr<node> kept = lamp;
	if (detach(lamp))
		std::printf("detached %s with %d nodes\n", kept->name.c_str(), count(kept));
	std::shared_ptr<node> shelf = find(root, "shelf");
	std::shared_ptr<node> target = shelf;
	attach(target, kept);
	kept->x = 2;
	show(root);
	std::printf("%d nodes, %ld owners of the lamp\n", count(root), lamp.use_count());
	return 0;
}
