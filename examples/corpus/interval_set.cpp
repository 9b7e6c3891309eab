// Set of disjoint half-open intervals kept in a sorted linked list.
#include <cstdio>
#include <vector>

class IntervalSet {
public:
    struct Node {
        int low, high;
        Node *next;
    };

    IntervalSet() = default;
    IntervalSet(const IntervalSet &) = delete;
    IntervalSet &operator=(const IntervalSet &) = delete;
    ~IntervalSet();

    void add(int low, int high);
    int remove(int low, int high);
    bool contains(int x) const;
    const Node *find(int x) const;
    const Node *widest() const;
    int total() const;
    int count() const;
    void clear();
    IntervalSet *intersect(const IntervalSet *other) const;
    IntervalSet *gaps() const;
    void print(const char *name) const;

private:
    Node *head_ = nullptr;
};

IntervalSet::~IntervalSet()
{
    clear();
}

void IntervalSet::clear()
{
    while (head_ != nullptr) {
        Node *node = head_;
        head_ = node->next;
        delete node;
    }
}

void IntervalSet::add(int low, int high)
{
    if (low >= high)
        return;
    Node **at = &head_;
    while (*at != nullptr && (*at)->high < low)
        at = &(*at)->next;
    while (*at != nullptr && (*at)->low <= high) {
        Node *merged = *at;
        if (merged->low < low)
            low = merged->low;
        if (merged->high > high)
            high = merged->high;
        *at = merged->next;
        delete merged;
    }
    *at = new Node{low, high, *at};
}

int IntervalSet::remove(int low, int high)
{
    int removed = 0;
    Node **at = &head_;
    while (*at) {
        Node *node = *at;
        int from = node->low > low ? node->low : low;
        int to = node->high < high ? node->high : high;
        if (from >= to) {
            at = &node->next;
            continue;
        }
        removed += to - from;
        if (from > node->low && to < node->high) {
            node->next = new Node{to, node->high, node->next};
            node->high = from;
            break;
        }
        if (from > node->low) {
            node->high = from;
            at = &node->next;
        } else if (to < node->high) {
            node->low = to;
            at = &node->next;
        } else {
            *at = node->next;
            delete node;
        }
    }
    return removed;
}

const IntervalSet::Node *IntervalSet::find(int x) const
{
    for (const Node *node = head_; node != nullptr && node->low <= x; node = node->next) {
        if (x < node->high)
            return node;
    }
    return nullptr;
}

bool IntervalSet::contains(int x) const
{
    return find(x) != nullptr;
}

const IntervalSet::Node *IntervalSet::widest() const
{
    const Node *best = nullptr;
    for (const Node *node = head_; node; node = node->next) {
        if (best == nullptr || node->high - node->low > best->high - best->low)
            best = node;
    }
    return best;
}

int IntervalSet::total() const
{
    int sum = 0;
    for (const Node *node = head_; node; node = node->next)
        sum += node->high - node->low;
    return sum;
}

int IntervalSet::count() const
{
    int n = 0;
    for (const Node *node = head_; node; node = node->next)
        n++;
    return n;
}

IntervalSet *IntervalSet::intersect(const IntervalSet *other) const
{
    if (other == nullptr)
        return nullptr;
    IntervalSet *result = new IntervalSet;
    const Node *a = head_;
    const Node *b = other->head_;
    while (a != nullptr && b != nullptr) {
        int low = a->low > b->low ? a->low : b->low;
        int high = a->high < b->high ? a->high : b->high;
        result->add(low, high);
        if (a->high < b->high)
            a = a->next;
        else
            b = b->next;
    }
    return result;
}

IntervalSet *IntervalSet::gaps() const
{
    if (head_ == nullptr)
        return nullptr;
    IntervalSet *result = new IntervalSet;
    for (const Node *node = head_; node->next != nullptr; node = node->next)
        result->add(node->high, node->next->low);
    return result;
}

void IntervalSet::print(const char *name) const
{
    std::printf("%s:", name);
    if (head_ == nullptr) {
        std::printf(" empty\n");
        return;
    }
    for (const Node *node = head_; node; node = node->next)
        std::printf(" [%d,%d)", node->low, node->high);
    std::printf(" total %d count %d\n", total(), count());
}

static int consume(const char *name, IntervalSet *set)
{
    if (set == nullptr) {
        std::printf("%s: no set\n", name);
        return 0;
    }
    set->print(name);
    int worth = set->total() * set->count();
    delete set;
    return worth;
}

static void describe(const IntervalSet &set, int x)
{
    const IntervalSet::Node *node = set.find(x);
    if (!node) {
        std::printf("%d is outside\n", x);
        return;
    }
    std::printf("%d is in [%d,%d)\n", x, node->low, node->high);
}

int main()
{
    IntervalSet *busy = new IntervalSet;
    IntervalSet open;
    int score = 0;

    score += consume("gaps of none", busy->gaps());
    busy->print("busy");
    busy->add(10, 20);
    busy->add(40, 50);
    busy->add(20, 25);
    busy->add(60, 70);
    busy->add(5, 5);
    busy->print("busy");
    busy->add(45, 65);
    busy->add(0, 3);
    busy->print("busy");
    score += consume("gaps", busy->gaps());

    open.add(2, 12);
    open.add(18, 44);
    open.add(69, 99);
    score += consume("both", busy->intersect(&open));
    score += consume("with null", busy->intersect(nullptr));

    const std::vector<int> points = {0, 3, 10, 24, 25, 69, 70};
    for (int x : points)
        describe(*busy, x);
    int removed = busy->remove(15, 18);
    removed += busy->remove(22, 42) * 10;
    removed += busy->remove(100, 200) * 100;
    removed += busy->remove(-5, 3) * 1000;
    busy->print("busy");

    const IntervalSet::Node *wide = busy->widest();
    std::printf("removed %d, widest [%d,%d)\n", removed, wide->low, wide->high);
    open.clear();
    std::printf("widest of none: %s, contains %d %d\n", open.widest() == nullptr ? "none" : "some",
                open.contains(20), busy->contains(50));
    score += busy->total();
    delete busy;
    std::printf("score %d\n", score);
    return 0;
}
