// Bounded work queue shared by worker threads; results collected in order.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

struct Job {
    int id;
    int from, to;
    long result;
    Job *next;
};

class WorkQueue {
public:
    explicit WorkQueue(int limit) : limit_(limit) {}
    ~WorkQueue();
    bool push(Job *job);
    bool try_push(Job *job);
    Job *pop();
    void close();
    int pushed() const { return pushed_; }

private:
    void append(Job *job);

    std::mutex mutex_;
    std::condition_variable changed_;
    Job *head_ = nullptr;
    Job *tail_ = nullptr;
    int length_ = 0;
    int limit_;
    int pushed_ = 0;
    bool closed_ = false;
};

class Results {
public:
    explicit Results(int jobs);
    ~Results();
    void store(const Job *job);
    long *get(int id) const;
    long total() const;
    int filled() const;

private:
    mutable std::mutex mutex_;
    long **values_;
    int size_;
};

long count_primes(int from, int to);
void work(WorkQueue *queue, Results *results);

WorkQueue::~WorkQueue()
{
    while (head_ != nullptr) {
        Job *job = head_;
        head_ = job->next;
        std::printf("dropped job %d\n", job->id);
        delete job;
    }
}

void WorkQueue::append(Job *job)
{
    job->next = nullptr;
    if (tail_ == nullptr)
        head_ = job;
    else
        tail_->next = job;
    tail_ = job;
    length_++;
    pushed_++;
}

bool WorkQueue::push(Job *job)
{
    if (job == nullptr)
        return false;
    std::unique_lock<std::mutex> lock(mutex_);
    while (length_ == limit_ && !closed_)
        changed_.wait(lock);
    if (closed_)
        return false;
    append(job);
    changed_.notify_all();
    return true;
}

bool WorkQueue::try_push(Job *job)
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (job == nullptr || closed_ || length_ == limit_)
        return false;
    append(job);
    changed_.notify_all();
    return true;
}

Job *WorkQueue::pop()
{
    std::unique_lock<std::mutex> lock(mutex_);
    while (head_ == nullptr && !closed_)
        changed_.wait(lock);
    Job *job = head_;
    if (job == nullptr)
        return nullptr;
    head_ = job->next;
    if (head_ == nullptr)
        tail_ = nullptr;
    length_--;
    changed_.notify_all();
    return job;
}

void WorkQueue::close()
{
    std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
    changed_.notify_all();
}

Results::Results(int jobs) : values_(new long *[jobs]()), size_(jobs)
{
}

Results::~Results()
{
    for (int i = 0; i < size_; i++)
        delete values_[i];
    delete[] values_;
}

void Results::store(const Job *job)
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (values_[job->id] == nullptr)
        values_[job->id] = new long(0);
    *values_[job->id] += job->result;
}

long *Results::get(int id) const
{
    if (id < 0 || id >= size_)
        return nullptr;
    std::lock_guard<std::mutex> lock(mutex_);
    return values_[id];
}

long Results::total() const
{
    long total = 0;
    for (int i = 0; i < size_; i++) {
        const long *value = get(i);
        if (value == nullptr)
            continue;
        total += (i + 1) * *value;
    }
    return total;
}

int Results::filled() const
{
    int n = 0;
    for (int i = 0; i < size_; i++)
        n += get(i) != nullptr;
    return n;
}

long count_primes(int from, int to)
{
    long count = 0;
    for (int n = from; n < to; n++) {
        bool prime = n > 1;
        for (int d = 2; d * d <= n; d++) {
            if (n % d == 0)
                prime = false;
        }
        count += prime;
    }
    return count;
}

void work(WorkQueue *queue, Results *results)
{
    for (;;) {
        Job *job = queue->pop();
        if (job == nullptr)
            return;
        job->result = count_primes(job->from, job->to);
        results->store(job);
        delete job;
    }
}

int main()
{
    const int jobs = 12;
    WorkQueue *queue = new WorkQueue(3);
    Results *results = new Results(jobs + 3);
    std::vector<std::thread> workers;

    for (int i = 0; i < 3; i++)
        workers.emplace_back(work, queue, results);
    for (int i = 0; i < jobs; i++)
        queue->push(new Job{i, i * 50, i * 50 + 50, 0, nullptr});
    queue->push(new Job{jobs / 2, 1000, 1100, 0, nullptr});
    std::printf("null job %d\n", queue->push(nullptr));
    queue->close();
    for (std::thread &worker : workers)
        worker.join();

    Job *late = new Job{99, 0, 10, 0, nullptr};
    if (!queue->push(late)) {
        std::printf("job %d is late\n", late->id);
        delete late;
    }
    for (int id : {0, 6, 11, 13, 40}) {
        const long *value = results->get(id);
        if (!value) {
            std::printf("job %d: no result\n", id);
            continue;
        }
        std::printf("job %d: %ld primes\n", id, *value);
    }
    std::printf("pushed %d, filled %d, total %ld\n", queue->pushed(), results->filled(), results->total());
    delete results;
    std::printf("empty pop %s\n", queue->pop() == nullptr ? "null" : "job");
    delete queue;

    WorkQueue small(2);
    int accepted = 0;
    for (int i = 0; i < 4; i++) {
        Job *job = new Job{i, 0, 1, 0, nullptr};
        if (small.try_push(job)) {
            accepted++;
        } else {
            std::printf("refused job %d\n", job->id);
            delete job;
        }
    }
    std::printf("accepted %d, null %d\n", accepted, small.try_push(nullptr));
    return 0;
}
