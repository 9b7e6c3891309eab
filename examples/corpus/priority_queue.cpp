// Binary-heap priority queue with handles, priority changes and a merge.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

struct Task {
    std::string name;
    int priority;
    int order;
    size_t slot;
};

class TaskQueue {
public:
    TaskQueue() = default;
    TaskQueue(const TaskQueue &) = delete;
    TaskQueue &operator=(const TaskQueue &) = delete;
    ~TaskQueue();

    Task *push(const char *name, int priority);
    Task *pop();
    const Task *peek() const;
    bool change(Task *task, int priority);
    Task *find(const char *name) const;
    void absorb(TaskQueue *other);
    size_t size() const { return heap_.size(); }
    bool valid() const;

private:
    bool before(size_t a, size_t b) const;
    void sift_up(size_t i);
    void sift_down(size_t i);
    void exchange(size_t a, size_t b);

    std::vector<Task *> heap_;
    int pushed_ = 0;
};

TaskQueue::~TaskQueue()
{
    for (Task *task : heap_) {
        std::printf("  discard %s\n", task->name.c_str());
        delete task;
    }
}

bool TaskQueue::before(size_t a, size_t b) const
{
    if (heap_[a]->priority != heap_[b]->priority)
        return heap_[a]->priority > heap_[b]->priority;
    return heap_[a]->order < heap_[b]->order;
}

void TaskQueue::exchange(size_t a, size_t b)
{
    std::swap(heap_[a], heap_[b]);
    heap_[a]->slot = a;
    heap_[b]->slot = b;
}

void TaskQueue::sift_up(size_t i)
{
    while (i > 0 && before(i, (i - 1) / 2)) {
        exchange(i, (i - 1) / 2);
        i = (i - 1) / 2;
    }
}

void TaskQueue::sift_down(size_t i)
{
    for (;;) {
        size_t best = i;
        for (size_t child = 2 * i + 1; child <= 2 * i + 2; child++) {
            if (child < heap_.size() && before(child, best))
                best = child;
        }
        if (best == i)
            return;
        exchange(i, best);
        i = best;
    }
}

Task *TaskQueue::push(const char *name, int priority)
{
    if (name == nullptr)
        return nullptr;
    Task *task = new Task{name, priority, pushed_++, heap_.size()};
    heap_.push_back(task);
    sift_up(task->slot);
    return task;
}

Task *TaskQueue::pop()
{
    if (heap_.empty())
        return nullptr;
    Task *top = heap_[0];
    exchange(0, heap_.size() - 1);
    heap_.pop_back();
    if (!heap_.empty())
        sift_down(0);
    return top;
}

const Task *TaskQueue::peek() const
{
    return heap_.empty() ? nullptr : heap_[0];
}

bool TaskQueue::change(Task *task, int priority)
{
    if (task == nullptr || task->priority == priority)
        return false;
    bool raised = priority > task->priority;
    task->priority = priority;
    if (raised)
        sift_up(task->slot);
    else
        sift_down(task->slot);
    return true;
}

Task *TaskQueue::find(const char *name) const
{
    for (Task *task : heap_) {
        if (task->name == name)
            return task;
    }
    return nullptr;
}

void TaskQueue::absorb(TaskQueue *other)
{
    if (other == nullptr || other == this)
        return;
    while (Task *task = other->pop()) {
        push(task->name.c_str(), task->priority + 1);
        delete task;
    }
}

bool TaskQueue::valid() const
{
    for (size_t i = 1; i < heap_.size(); i++) {
        if (before(i, (i - 1) / 2) || heap_[i]->slot != i)
            return false;
    }
    return true;
}

static int drain(TaskQueue &queue, int limit)
{
    int score = 0;
    for (int i = 1; i <= limit; i++) {
        Task *task = queue.pop();
        if (!task) {
            std::printf("  queue is empty\n");
            break;
        }
        std::printf("  %d. %s (%d)\n", i, task->name.c_str(), task->priority);
        score += i * task->priority;
        delete task;
    }
    return score;
}

static void show_top(const TaskQueue *queue)
{
    const Task *top = queue ? queue->peek() : nullptr;
    if (top == nullptr) {
        std::printf("top: nothing\n");
        return;
    }
    std::printf("top: %s of %zu\n", top->name.c_str(), queue->size());
}

int main()
{
    static const char *const names[] = {"mail", "backup", "index", "report", "sync", "purge", "scan"};
    TaskQueue day, night;
    int score = 0;

    show_top(&day);
    for (int i = 0; i < 7; i++)
        day.push(names[i], (i * 3 + 2) % 8);
    show_top(&day);
    show_top(nullptr);
    std::printf("push null: %d\n", day.push(nullptr, 3) == nullptr);

    bool changed = day.change(day.find("sync"), 9);
    bool lowered = day.change(day.find("report"), 0);
    bool missing = day.change(day.find("lunch"), 5);
    std::printf("changed %d %d %d, valid %d\n", changed, lowered, missing, day.valid());
    score += drain(day, 3);

    night.push("archive", 4);
    night.push("heartbeat", 7);
    night.push("cleanup", 4);
    day.absorb(&night);
    day.absorb(nullptr);
    std::printf("day %zu night %zu valid %d\n", day.size(), night.size(), day.valid());
    score += drain(day, 5) * 100;
    score += drain(night, 2);
    show_top(&day);
    std::printf("score %d\n", score);
    return 0;
}
