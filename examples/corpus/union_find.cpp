// Disjoint sets with path halving; Kruskal spanning forest and grid percolation.
#include <algorithm>
#include <cstdio>
#include <vector>

class DisjointSets {
public:
    explicit DisjointSets(int n);
    int find(int x);
    bool unite(int a, int b);
    int size_of(int x) { return size_[find(x)]; }
    int groups() const { return groups_; }
    bool same(int a, int b) { return find(a) == find(b); }

private:
    std::vector<int> parent_;
    std::vector<int> size_;
    int groups_;
};

struct Edge {
    int a, b, weight;
};

struct Forest {
    std::vector<Edge> edges;
    int weight = 0;
    int skipped = 0;
};

bool lighter(const Edge &x, const Edge &y);
Forest *kruskal(int nodes, const std::vector<Edge> *edges);
int heaviest(const Forest *forest);
int percolate(int width, unsigned seed, int *opened);
std::vector<std::vector<int>> group_members(DisjointSets &sets, int n);

DisjointSets::DisjointSets(int n) : parent_(n), size_(n, 1), groups_(n)
{
    for (int i = 0; i < n; i++)
        parent_[i] = i;
}

int DisjointSets::find(int x)
{
    while (parent_[x] != x) {
        parent_[x] = parent_[parent_[x]];
        x = parent_[x];
    }
    return x;
}

bool DisjointSets::unite(int a, int b)
{
    a = find(a);
    b = find(b);
    if (a == b)
        return false;
    if (size_[a] < size_[b])
        std::swap(a, b);
    parent_[b] = a;
    size_[a] += size_[b];
    groups_--;
    return true;
}

bool lighter(const Edge &x, const Edge &y)
{
    if (x.weight != y.weight)
        return x.weight < y.weight;
    return x.a != y.a ? x.a < y.a : x.b < y.b;
}

Forest *kruskal(int nodes, const std::vector<Edge> *edges)
{
    if (edges == nullptr)
        return nullptr;

    std::vector<Edge> sorted(*edges);
    std::sort(sorted.begin(), sorted.end(), lighter);
    DisjointSets sets(nodes);
    Forest *forest = new Forest;
    for (const Edge &e : sorted) {
        if (!sets.unite(e.a, e.b)) {
            forest->skipped++;
            continue;
        }
        forest->edges.push_back(e);
        forest->weight += e.weight;
    }
    std::printf("%d trees in the forest\n", sets.groups());
    return forest;
}

int heaviest(const Forest *forest)
{
    int weight = -1;
    if (forest == nullptr)
        return weight;
    for (const Edge &e : forest->edges)
        weight = std::max(weight, e.weight);
    return weight;
}

int percolate(int width, unsigned seed, int *opened)
{
    const int top = width * width;
    const int bottom = top + 1;
    DisjointSets sets(width * width + 2);
    bool *open = new bool[width * width]();
    int count = 0;

    while (!sets.same(top, bottom)) {
        seed = seed * 1103515245u + 12345u;
        int cell = static_cast<int>((seed >> 16) % static_cast<unsigned>(width * width));
        if (open[cell])
            continue;
        open[cell] = true;
        count++;
        int row = cell / width, col = cell % width;
        if (row == 0)
            sets.unite(cell, top);
        if (row == width - 1)
            sets.unite(cell, bottom);
        if (row > 0 && open[cell - width])
            sets.unite(cell, cell - width);
        if (row < width - 1 && open[cell + width])
            sets.unite(cell, cell + width);
        if (col > 0 && open[cell - 1])
            sets.unite(cell, cell - 1);
        if (col < width - 1 && open[cell + 1])
            sets.unite(cell, cell + 1);
    }
    if (opened != nullptr)
        *opened = count;
    int wet = 0;
    for (int cell = 0; cell < width * width; cell++) {
        if (open[cell] && sets.same(cell, top))
            wet++;
    }
    delete[] open;
    return wet;
}

std::vector<std::vector<int>> group_members(DisjointSets &sets, int n)
{
    std::vector<std::vector<int>> members(n);
    for (int i = 0; i < n; i++)
        members[sets.find(i)].push_back(i);
    std::vector<std::vector<int>> result;
    for (const auto &m : members) {
        if (!m.empty())
            result.push_back(m);
    }
    std::sort(result.begin(), result.end());
    return result;
}

static void show(const char *name, Forest *forest)
{
    std::printf("%s: ", name);
    if (forest == nullptr) {
        std::printf("no graph\n");
        return;
    }
    for (const Edge &e : forest->edges)
        std::printf("%d-%d(%d) ", e.a, e.b, e.weight);
    std::printf("weight %d skipped %d heaviest %d\n", forest->weight, forest->skipped, heaviest(forest));
}

int main()
{
    const std::vector<Edge> roads = {
        {0, 1, 7}, {0, 3, 5}, {1, 2, 8}, {1, 3, 9},  {1, 4, 7}, {2, 4, 5},
        {3, 4, 15}, {3, 5, 6}, {4, 5, 8}, {6, 7, 11}, {7, 8, 2}, {6, 8, 2},
    };
    const std::vector<Edge> nothing;
    const int unions[][2] = {{0, 5}, {2, 3}, {5, 9}, {9, 0}, {3, 7}, {1, 1}, {2, 7}, {8, 6}};

    Forest *forest = kruskal(9, &roads);
    show("roads", forest);
    delete forest;
    Forest *bare = kruskal(4, &nothing);
    show("bare", bare);
    delete bare;
    show("none", kruskal(3, nullptr));
    std::printf("heaviest of none %d\n", heaviest(nullptr));

    DisjointSets sets(10);
    int merged = 0;
    for (const auto &u : unions)
        merged += sets.unite(u[0], u[1]);
    std::printf("%d merged, %d groups, size of 9 is %d\n", merged, sets.groups(), sets.size_of(9));
    for (const auto &members : group_members(sets, 10)) {
        for (size_t i = 0; i < members.size(); i++)
            std::printf("%s%d", i == 0 ? "{" : ",", members[i]);
        std::printf("} ");
    }
    std::printf("\n");

    int opened = 0, total = 0;
    for (unsigned seed = 1; seed <= 3; seed++) {
        int wet = percolate(8, seed * 99, &opened);
        std::printf("seed %u: opened %d wet %d\n", seed, opened, wet);
        total += wet * opened;
    }
    std::printf("total %d, wet %d\n", total, percolate(3, 5, nullptr));
    return 0;
}
