// Round-robin process scheduler with priorities, sleeping and a finish report.
#include <cstdio>
#include <string>
#include <vector>

class Process {
public:
    Process(int pid, const std::string &name, int work, int priority, int nap);
    int run(int slice);
    void boost() { priority_++; }
    bool done() const { return left_ == 0; }

    int pid() const { return pid_; }
    int priority() const { return priority_; }
    int nap() const { return nap_; }
    int used() const { return used_; }
    const std::string &name() const { return name_; }

    Process *next = nullptr;
    int wake_at = 0;

private:
    int pid_;
    std::string name_;
    int left_;
    int priority_;
    int nap_;
    int used_ = 0;
};

class RunQueue {
public:
    void push(Process *p);
    Process *pop();
    Process *take(int pid);
    int length() const;
    bool empty() const { return head_ == nullptr; }

private:
    Process *head_ = nullptr;
    Process *tail_ = nullptr;
};

class Scheduler {
public:
    explicit Scheduler(int slice) : slice_(slice) {}
    ~Scheduler();
    int spawn(const std::string &name, int work, int priority, int nap);
    bool kill(int pid);
    bool tick();
    void report() const;

private:
    Process *choose();
    void wake();

    static const int levels = 3;
    RunQueue ready_[levels];
    RunQueue asleep_;
    std::vector<std::string> finished_;
    int slice_;
    int clock_ = 0;
    int idle_ = 0;
    int next_pid_ = 1;
};

Process::Process(int pid, const std::string &name, int work, int priority, int nap)
    : pid_(pid), name_(name), left_(work), priority_(priority), nap_(nap)
{
}

int Process::run(int slice)
{
    int ran = slice < left_ ? slice : left_;
    left_ -= ran;
    used_ += ran;
    return ran;
}

void RunQueue::push(Process *p)
{
    if (p == nullptr)
        return;
    p->next = nullptr;
    if (tail_ == nullptr)
        head_ = p;
    else
        tail_->next = p;
    tail_ = p;
}

Process *RunQueue::pop()
{
    Process *p = head_;
    if (p == nullptr)
        return nullptr;
    head_ = p->next;
    if (head_ == nullptr)
        tail_ = nullptr;
    p->next = nullptr;
    return p;
}

Process *RunQueue::take(int pid)
{
    Process *found = nullptr;
    for (int n = length(); n > 0; n--) {
        Process *p = pop();
        if (p->pid() == pid && !found)
            found = p;
        else
            push(p);
    }
    return found;
}

int RunQueue::length() const
{
    int n = 0;
    for (const Process *p = head_; p; p = p->next)
        n++;
    return n;
}

Scheduler::~Scheduler()
{
    int left = 0;
    for (int level = 0; level < levels; level++) {
        while (Process *p = ready_[level].pop()) {
            left += p->pid() + p->used() * 100;
            delete p;
        }
    }
    while (Process *p = asleep_.pop()) {
        std::printf("%s never woke\n", p->name().c_str());
        left += 10 * p->pid();
        delete p;
    }
    std::printf("left behind: %d\n", left);
}

int Scheduler::spawn(const std::string &name, int work, int priority, int nap)
{
    if (priority < 0 || priority >= levels)
        return -1;
    Process *p = new Process(next_pid_++, name, work, priority, nap);
    ready_[priority].push(p);
    return p->pid();
}

bool Scheduler::kill(int pid)
{
    Process *victim = asleep_.take(pid);
    for (int level = 0; level < levels && victim == nullptr; level++)
        victim = ready_[level].take(pid);
    if (victim == nullptr)
        return false;
    std::printf("killed %s after %d\n", victim->name().c_str(), victim->used());
    delete victim;
    return true;
}

Process *Scheduler::choose()
{
    for (int level = levels - 1; level >= 0; level--) {
        Process *p = ready_[level].pop();
        if (p != nullptr)
            return p;
    }
    return nullptr;
}

void Scheduler::wake()
{
    for (int n = asleep_.length(); n > 0; n--) {
        Process *p = asleep_.pop();
        if (p->wake_at > clock_)
            asleep_.push(p);
        else
            ready_[p->priority()].push(p);
    }
}

bool Scheduler::tick()
{
    wake();
    Process *p = choose();
    if (p == nullptr) {
        clock_++;
        idle_++;
        return !asleep_.empty();
    }
    clock_ += p->run(slice_);
    if (p->done()) {
        finished_.push_back(p->name() + "@" + std::to_string(clock_));
        std::printf("%3d %s finished, used %d\n", clock_, p->name().c_str(), p->used());
        delete p;
    } else if (p->nap() > 0) {
        p->wake_at = clock_ + p->nap();
        asleep_.push(p);
    } else {
        if (p->used() % 6 == 0 && p->priority() < levels - 1)
            p->boost();
        ready_[p->priority()].push(p);
    }
    return true;
}

void Scheduler::report() const
{
    std::printf("clock %d idle %d asleep %d ready", clock_, idle_, asleep_.length());
    for (int level = 0; level < levels; level++)
        std::printf(" %d", ready_[level].length());
    for (size_t i = 0; i < finished_.size(); i++)
        std::printf("%s%s", i == 0 ? ": " : ", ", finished_[i].c_str());
    std::printf("\n");
}

int main()
{
    Scheduler scheduler(3);
    int ticks = 0;

    scheduler.report();
    scheduler.spawn("shell", 4, 2, 5);
    scheduler.spawn("compile", 14, 1, 0);
    int hog = scheduler.spawn("hog", 500, 0, 0);
    scheduler.spawn("logger", 8, 1, 9);
    int bad = scheduler.spawn("bad", 1, 3, 0);
    int daemon = scheduler.spawn("daemon", 90, 2, 2);
    std::printf("bad pid %d, daemon pid %d\n", bad, daemon);

    while (ticks < 20 && scheduler.tick())
        ticks++;
    scheduler.report();
    bool killed = scheduler.kill(hog);
    bool again = scheduler.kill(hog);
    std::printf("kill %d %d %d\n", killed, again, scheduler.kill(99));
    while (ticks < 40 && scheduler.tick())
        ticks++;
    scheduler.report();

    Scheduler idle(1);
    std::printf("idle tick %d, ticks %d\n", idle.tick(), ticks);
    idle.spawn("late", 3, 1, 0);
    idle.spawn("later", 2, 0, 0);
    idle.tick();
    return 0;
}
