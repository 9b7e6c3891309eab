// Observer pattern: an event bus with typed listeners, filters and a history.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

struct Event {
    std::string topic;
    int value;
    Event *previous;
};

class Listener {
public:
    explicit Listener(const char *name) : name_(name) {}
    virtual ~Listener();
    virtual bool handle(const Event &event) = 0;
    virtual int result() const = 0;
    const std::string &name() const { return name_; }

protected:
    int seen_ = 0;

private:
    std::string name_;
};

class Counter : public Listener {
public:
    using Listener::Listener;
    bool handle(const Event &event) override;
    int result() const override { return seen_; }
};

class Sum : public Listener {
public:
    using Listener::Listener;
    bool handle(const Event &event) override;
    int result() const override { return sum_ - seen_; }

private:
    int sum_ = 0;
};

class Alarm : public Listener {
public:
    Alarm(const char *name, int limit) : Listener(name), limit_(limit) {}
    bool handle(const Event &event) override;
    int result() const override { return worst_; }

private:
    int limit_;
    int worst_ = -1;
};

struct Subscription {
    std::string topic; // empty for every topic
    Listener *listener;
    Subscription *next;
};

class Bus {
public:
    Bus() = default;
    Bus(const Bus &) = delete;
    Bus &operator=(const Bus &) = delete;
    ~Bus();

    bool subscribe(const char *topic, Listener *listener);
    int unsubscribe(const Listener *listener);
    int publish(const char *topic, int value);
    const Event *latest(const char *topic) const;
    int replay(Listener *listener) const;
    int forget(int keep);

private:
    Subscription *subscriptions_ = nullptr;
    Event *history_ = nullptr;
};

Listener::~Listener()
{
    std::printf("~%s\n", name_.c_str());
}

bool Counter::handle(const Event &)
{
    seen_++;
    return true;
}

bool Sum::handle(const Event &event)
{
    seen_++;
    sum_ += event.value;
    return true;
}

bool Alarm::handle(const Event &event)
{
    if (event.value <= limit_)
        return false;
    seen_++;
    if (event.value > worst_)
        worst_ = event.value;
    std::printf("  alarm %d: %s is %d\n", seen_, event.topic.c_str(), event.value);
    return true;
}

Bus::~Bus()
{
    while (subscriptions_ != nullptr) {
        Subscription *s = subscriptions_;
        subscriptions_ = s->next;
        std::printf("left: %s on '%s'\n", s->listener->name().c_str(), s->topic.c_str());
        delete s;
    }
    std::printf("history: %d forgotten\n", forget(0));
}

bool Bus::subscribe(const char *topic, Listener *listener)
{
    if (listener == nullptr)
        return false;
    Subscription **end = &subscriptions_;
    while (*end != nullptr)
        end = &(*end)->next;
    *end = new Subscription{topic ? topic : "", listener, nullptr};
    return true;
}

int Bus::unsubscribe(const Listener *listener)
{
    int removed = 0;
    Subscription **at = &subscriptions_;
    while (*at) {
        Subscription *s = *at;
        if (s->listener != listener) {
            at = &s->next;
            continue;
        }
        *at = s->next;
        removed += 1 + static_cast<int>(s->topic.size()) * 10;
        delete s;
    }
    return removed;
}

int Bus::publish(const char *topic, int value)
{
    int handled = 0;
    if (topic == nullptr)
        return -1;
    history_ = new Event{topic, value, history_};
    for (Subscription *s = subscriptions_; s; s = s->next) {
        if (!s->topic.empty() && s->topic != topic)
            continue;
        handled += s->listener->handle(*history_);
    }
    return handled;
}

const Event *Bus::latest(const char *topic) const
{
    for (const Event *e = history_; e != nullptr; e = e->previous) {
        if (topic == nullptr || e->topic == topic)
            return e;
    }
    return nullptr;
}

int Bus::replay(Listener *listener) const
{
    int handled = 0;
    if (!listener)
        return 0;
    for (const Event *e = history_; e != nullptr; e = e->previous)
        handled += listener->handle(*e);
    return handled;
}

int Bus::forget(int keep)
{
    Event **at = &history_;
    int forgotten = 0;
    while (*at != nullptr && keep > 0) {
        at = &(*at)->previous;
        keep--;
    }
    while (*at != nullptr) {
        Event *e = *at;
        *at = e->previous;
        forgotten++;
        delete e;
    }
    return forgotten;
}

static void show(const Bus &bus, const char *topic)
{
    const Event *event = bus.latest(topic);
    if (event == nullptr) {
        std::printf("latest %s: none\n", topic ? topic : "(any)");
        return;
    }
    std::printf("latest %s: %s=%d\n", topic ? topic : "(any)", event->topic.c_str(), event->value);
}

int main()
{
    static const char *const topics[] = {"heat", "load", "heat", nullptr, "disk"};
    std::unique_ptr<Listener> all = std::make_unique<Counter>("all");
    std::unique_ptr<Listener> heat = std::make_unique<Sum>("heat-sum");
    Listener *alarm = new Alarm("alarm", 40);
    Bus *bus = new Bus;
    int handled = 0;

    show(*bus, nullptr);
    bus->subscribe(nullptr, all.get());
    bus->subscribe("heat", heat.get());
    bus->subscribe("heat", alarm);
    bus->subscribe("load", alarm);
    std::printf("null listener %d\n", bus->subscribe("load", nullptr));

    for (int i = 0; i < 15; i++) {
        int n = bus->publish(topics[i % 5], i * i % 60);
        handled = handled * 2 + n;
    }
    std::printf("handled %d\n", handled);
    std::printf("results %d %d %d\n", all->result(), heat->result(), alarm->result());
    show(*bus, "load");
    show(*bus, "door");
    show(*bus, nullptr);

    std::printf("forgot %d\n", bus->forget(4));
    int removed = bus->unsubscribe(alarm);
    std::printf("removed %d, again %d\n", removed, bus->unsubscribe(alarm));
    int replayed = bus->replay(alarm) + bus->replay(heat.get()) * 10 + bus->replay(nullptr) * 100;
    std::printf("replayed %d, worst %d, sum %d\n", replayed, alarm->result(), heat->result());
    delete alarm;
    std::printf("publish %d\n", bus->publish("heat", 59));
    delete bus;
    return 0;
}
