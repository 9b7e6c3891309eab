// Double-entry ledger with an inventory: postings, balances, monthly report.
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Date {
    int year, month, day;
};

struct Account {
    std::string name;
    long balance = 0;
    int postings = 0;
};

struct Entry {
    Date date;
    Account *debit;
    Account *credit;
    long amount;
    std::string memo;
};

class Ledger {
public:
    Account *open(const std::string &name);
    Account *find(const std::string &name) const;
    bool post(const Date &date, const char *debit, const char *credit, long amount, const char *memo);
    const Entry *largest() const;
    int reverse_last();
    long trial_balance() const;
    std::map<int, long> by_month(const Account *account) const;
    const std::vector<std::unique_ptr<Account>> &accounts() const { return accounts_; }

private:
    std::vector<std::unique_ptr<Account>> accounts_;
    std::vector<Entry> entries_;
};

struct Lot {
    int units;
    long cost;
    Lot *next;
};

class Stock {
public:
    ~Stock();
    void buy(int units, long cost);
    long sell(int units);
    int units() const;

private:
    Lot *first_ = nullptr;
};

long days_from_civil(const Date &d);
bool valid_date(const Date &d);
int month_length(int year, int month);

int month_length(int year, int month)
{
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return lengths[month - 1] + (month == 2 && leap);
}

bool valid_date(const Date &d)
{
    return d.month >= 1 && d.month <= 12 && d.day >= 1 && d.day <= month_length(d.year, d.month);
}

long days_from_civil(const Date &d)
{
    long days = d.day;
    for (int y = 2000; y < d.year; y++)
        days += 337 + month_length(y, 2);
    for (int m = 1; m < d.month; m++)
        days += month_length(d.year, m);
    return days;
}

Account *Ledger::find(const std::string &name) const
{
    for (const auto &account : accounts_) {
        if (account->name == name)
            return account.get();
    }
    return nullptr;
}

Account *Ledger::open(const std::string &name)
{
    if (find(name) != nullptr)
        return nullptr;
    accounts_.push_back(std::make_unique<Account>());
    accounts_.back()->name = name;
    return accounts_.back().get();
}

bool Ledger::post(const Date &date, const char *debit, const char *credit, long amount, const char *memo)
{
    Account *to = find(debit);
    Account *from = find(credit);
    if (to == nullptr) {
        std::printf("no account %s\n", debit);
        return false;
    }
    if (from == nullptr) {
        std::printf("no account %s\n", credit);
        return false;
    }
    if (!valid_date(date) || amount <= 0)
        return false;
    to->balance += amount;
    from->balance -= amount;
    to->postings++;
    from->postings++;
    entries_.push_back({date, to, from, amount, memo ? memo : "-"});
    return true;
}

const Entry *Ledger::largest() const
{
    const Entry *best = nullptr;
    for (const Entry &entry : entries_) {
        if (best == nullptr || entry.amount > best->amount)
            best = &entry;
    }
    return best;
}

int Ledger::reverse_last()
{
    if (entries_.empty())
        return 0;
    Entry &last = entries_.back();
    last.debit->balance -= last.amount;
    last.credit->balance += last.amount;
    std::printf("reversed %s of %ld\n", last.memo.c_str(), last.amount);
    entries_.pop_back();
    return static_cast<int>(entries_.size());
}

long Ledger::trial_balance() const
{
    long sum = 0;
    for (const auto &account : accounts_)
        sum += account->balance;
    return sum;
}

std::map<int, long> Ledger::by_month(const Account *account) const
{
    std::map<int, long> months;
    if (account == nullptr)
        return months;
    for (const Entry &entry : entries_) {
        int month = entry.date.year * 100 + entry.date.month;
        if (entry.debit == account)
            months[month] += entry.amount;
        if (entry.credit == account)
            months[month] -= entry.amount;
    }
    return months;
}

Stock::~Stock()
{
    while (first_ != nullptr) {
        Lot *lot = first_;
        first_ = lot->next;
        std::printf("unsold lot: %d at %ld\n", lot->units, lot->cost);
        delete lot;
    }
}

void Stock::buy(int units, long cost)
{
    Lot **end = &first_;
    while (*end != nullptr)
        end = &(*end)->next;
    *end = new Lot{units, cost, nullptr};
}

// Cost of the units sold, first in first out; -1 when there are too few.
long Stock::sell(int wanted)
{
    long cost = 0;
    if (wanted > units())
        return -1;
    while (wanted > 0) {
        Lot *lot = first_;
        int taken = lot->units < wanted ? lot->units : wanted;
        cost += taken * lot->cost;
        lot->units -= taken;
        wanted -= taken;
        if (lot->units == 0) {
            first_ = lot->next;
            delete lot;
        }
    }
    return cost;
}

int Stock::units() const
{
    int total = 0;
    for (const Lot *lot = first_; lot; lot = lot->next)
        total += lot->units;
    return total;
}

static void print_months(const Ledger &ledger, const char *name)
{
    const Account *account = ledger.find(name);
    std::printf("%s:", name);
    for (const auto &month : ledger.by_month(account))
        std::printf(" %d=%ld", month.first, month.second);
    if (!account) {
        std::printf(" unknown\n");
        return;
    }
    std::printf(" balance %ld in %d\n", account->balance, account->postings);
}

int main()
{
    Ledger ledger;
    Stock stock;

    for (const char *name : {"cash", "stock", "sales", "rent", "cash"}) {
        const Account *account = ledger.open(name);
        if (account == nullptr) {
            std::printf("%s is already open\n", name);
            continue;
        }
        std::printf("opened %s\n", account->name.c_str());
    }
    std::printf("largest: %s\n", ledger.largest() == nullptr ? "none" : "some");

    int posted = 0;
    posted += ledger.post({2023, 12, 30}, "cash", "sales", 900, "opening sale");
    posted += ledger.post({2024, 2, 29}, "rent", "cash", 350, nullptr);
    posted += ledger.post({2023, 2, 29}, "rent", "cash", 350, "bad date");
    posted += ledger.post({2024, 2, 1}, "rent", "bank", 10, "bad account");
    posted += ledger.post({2024, 2, 1}, "fees", "cash", 10, "bad account");
    posted += ledger.post({2024, 3, 1}, "cash", "sales", 0, "nothing");
    stock.buy(10, 12);
    stock.buy(5, 15);
    stock.buy(8, 11);
    posted += ledger.post({2024, 3, 5}, "stock", "cash", 283, "restock");
    for (int units : {12, 2, 20, 3}) {
        long cost = stock.sell(units);
        if (cost < 0) {
            std::printf("cannot sell %d of %d\n", units, stock.units());
            continue;
        }
        std::printf("sold %d, cost %ld, left %d\n", units, cost, stock.units());
        posted += ledger.post({2024, 3, 6 + units}, "sales", "stock", cost, "cost of sale");
    }
    const Entry *largest = ledger.largest();
    std::printf("posted %d, largest %s on day %ld\n", posted, largest->memo.c_str(), days_from_civil(largest->date));
    for (const char *name : {"cash", "stock", "sales", "rent", "bank"})
        print_months(ledger, name);
    int left = ledger.reverse_last();
    std::printf("left %d, trial %ld\n", left, ledger.trial_balance());
    print_months(ledger, "stock");
    return 0;
}
