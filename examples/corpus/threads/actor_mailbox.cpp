// Actors with mailboxes: a counter answers, a front end asks and adds up the answers.
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>

template <class T>
class Mailbox {
public:
	void send(T message)
	{
		std::unique_lock<std::mutex> lock(mutex_);
		messages_.push_back(message);
		sent_++;
		lock.unlock();
		arrived_.notify_one();
	}

	T receive()
	{
		std::unique_lock<std::mutex> lock(mutex_);
		arrived_.wait(lock, [this] { return !messages_.empty(); });
		T message = messages_.front();
		messages_.pop_front();
		return message;
	}

	size_t sent() const { return sent_; }

private:
	std::mutex mutex_;
	std::condition_variable arrived_;
	std::deque<T> messages_;
	size_t sent_ = 0;
};

enum class Op { add, read, quit };

struct Request {
	Op op;
	int amount;
	Mailbox<int> *reply;
};

static void counter_actor(Mailbox<Request> &inbox)
{
	int total = 0;
	for (;;) {
		Request r = inbox.receive();
		if (r.op == Op::quit)
			return;
		if (r.op == Op::add)
			total += r.amount;
		else
			r.reply->send(total);
	}
}

int main()
{
	Mailbox<Request> counter;
	Mailbox<int> answers, more;
	std::thread actor(counter_actor, std::ref(counter));
	std::thread helper([&counter, &more] {
		for (int i = 0; i < 20; i++)
			counter.send({Op::add, 5, nullptr});
		counter.send({Op::read, 0, &more});
		more.receive();
	});
	for (int i = 1; i <= 20; i++)
		counter.send({Op::add, i, nullptr});
	helper.join();
	counter.send({Op::read, 0, &answers});
	std::printf("total %d\n", answers.receive());
	counter.send({Op::quit, 0, nullptr});
	actor.join();
	std::printf("%zu requests, %zu answers\n", counter.sent(), answers.sent() + more.sent());
	return 0;
}
