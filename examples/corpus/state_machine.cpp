// Table-driven state machine for a vending machine, with state objects.
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

enum class Input { Coin, Select, Refund, Kick };

struct Machine;

class State {
public:
    explicit State(const char *name) : name_(name) {}
    virtual ~State() = default;
    virtual const char *on(Machine &m, Input input, int value) = 0;
    virtual void enter(Machine &m);
    const char *name() const { return name_; }

private:
    const char *name_;
};

struct Item {
    std::string name;
    int price;
    int stock;
};

struct Machine {
    std::vector<std::unique_ptr<State>> states;
    std::vector<Item> items;
    State *current = nullptr;
    int credit = 0;
    int bank = 0;
    int transitions = 0;
    int ignored = 0;

    State *find(const char *name) const;
    Item *item(int number);
    void start(const char *name);
    bool feed(Input input, int value);
    int worth() const;
};

class Idle : public State {
public:
    Idle() : State("idle") {}
    const char *on(Machine &m, Input input, int value) override;
    void enter(Machine &m) override;
};

class HasCredit : public State {
public:
    HasCredit() : State("credit") {}
    const char *on(Machine &m, Input input, int value) override;
};

class Broken : public State {
public:
    Broken() : State("broken") {}
    const char *on(Machine &m, Input input, int value) override;

private:
    int kicks_ = 0;
};

void State::enter(Machine &m)
{
    m.transitions++;
}

void Idle::enter(Machine &m)
{
    State::enter(m);
    if (m.credit > 0) {
        std::printf("  returns %d\n", m.credit);
        m.credit = 0;
    }
}

const char *Idle::on(Machine &m, Input input, int value)
{
    if (input == Input::Coin && value > 0) {
        m.credit += value;
        return "credit";
    }
    if (input == Input::Kick)
        return value > 8 ? "smoke" : "broken";
    return nullptr;
}

const char *HasCredit::on(Machine &m, Input input, int value)
{
    if (input == Input::Coin) {
        m.credit += value;
        return "credit";
    }
    if (input == Input::Refund)
        return "idle";
    if (input != Input::Select)
        return nullptr;
    Item *item = m.item(value);
    if (item == nullptr) {
        std::printf("  no item %d\n", value);
        return nullptr;
    }
    if (item->stock == 0 || item->price > m.credit) {
        std::printf("  %s: stock %d, price %d\n", item->name.c_str(), item->stock, item->price);
        return nullptr;
    }
    item->stock--;
    m.credit -= item->price;
    m.bank += item->price;
    std::printf("  sold %s\n", item->name.c_str());
    return m.credit > 0 ? "credit" : "idle";
}

const char *Broken::on(Machine &m, Input input, int value)
{
    if (input != Input::Kick)
        return nullptr;
    kicks_ += value;
    std::printf("  kicked %d\n", kicks_);
    if (kicks_ >= 5) {
        m.bank--;
        return "idle";
    }
    return nullptr;
}

State *Machine::find(const char *name) const
{
    for (const auto &state : states) {
        if (std::strcmp(state->name(), name) == 0)
            return state.get();
    }
    return nullptr;
}

Item *Machine::item(int number)
{
    if (number < 0 || number >= static_cast<int>(items.size()))
        return nullptr;
    return &items[static_cast<size_t>(number)];
}

void Machine::start(const char *name)
{
    State *state = find(name);
    if (!state) {
        std::printf("no state %s\n", name);
        return;
    }
    current = state;
    current->enter(*this);
}

bool Machine::feed(Input input, int value)
{
    if (current == nullptr)
        return false;
    const char *next = current->on(*this, input, value);
    if (next == nullptr) {
        ignored++;
        return false;
    }
    State *state = find(next);
    if (state == nullptr) {
        std::printf("  undefined state %s\n", next);
        ignored += 100;
        return false;
    }
    current = state;
    state->enter(*this);
    return true;
}

int Machine::worth() const
{
    int sum = bank;
    for (const Item &item : items)
        sum += item.price * item.stock;
    return sum;
}

static Machine *build()
{
    Machine *m = new Machine;
    m->states.push_back(std::make_unique<Idle>());
    m->states.push_back(std::make_unique<HasCredit>());
    m->states.push_back(std::make_unique<Broken>());
    m->items = {{"water", 3, 2}, {"crisps", 5, 1}, {"gum", 1, 0}};
    return m;
}

int main()
{
    static const struct {
        Input input;
        int value;
    } script[] = {
        {Input::Select, 0}, {Input::Coin, 2},   {Input::Select, 0}, {Input::Coin, 2},
        {Input::Select, 0}, {Input::Select, 2}, {Input::Refund, 0}, {Input::Coin, 5},
        {Input::Select, 7}, {Input::Select, 1}, {Input::Kick, 1},   {Input::Coin, 1},
        {Input::Kick, 2},   {Input::Kick, 3},   {Input::Coin, 0},   {Input::Coin, 10},
        {Input::Select, 1}, {Input::Select, 0}, {Input::Select, 0}, {Input::Refund, 0},
        {Input::Kick, 9},
    };
    static const char *const input_names[] = {"coin", "select", "refund", "kick"};
    Machine *m = build();
    int accepted = 0;

    std::printf("before start %d\n", m->feed(Input::Coin, 1));
    m->start("nirvana");
    m->start("idle");
    std::printf("worth %d\n", m->worth());
    for (const auto &step : script) {
        const char *from = m->current->name();
        bool moved = m->feed(step.input, step.value);
        std::printf("%s + %s %d -> %s (%d)\n", from, input_names[static_cast<int>(step.input)], step.value,
                    moved ? m->current->name() : "ignored", m->credit);
        accepted += moved;
    }
    std::printf("accepted %d ignored %d transitions %d\n", accepted, m->ignored, m->transitions);
    std::printf("bank %d worth %d\n", m->bank, m->worth());
    delete m;
    return 0;
}
