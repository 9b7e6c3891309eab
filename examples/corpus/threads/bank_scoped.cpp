// Accounts in a bank: a transfer locks both at once, a statement one, an audit all in turn.
#include <cstdio>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

class Account {
public:
    explicit Account(long balance) : balance_(balance) {}

    void withdraw(long amount)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (balance_ < amount)
            throw std::runtime_error("not enough");
        balance_ -= amount;
        bookings_++;
    }

    void deposit(long amount)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        balance_ += amount;
        bookings_++;
    }

    friend bool transfer(Account &from, Account &to, long amount);
    friend class Bank;

private:
    std::mutex mutex_;
    std::mutex notes_mutex_;
    long balance_;
    int bookings_ = 0;
};

bool transfer(Account &from, Account &to, long amount)
{
    if (&from == &to)
        return false;
    std::scoped_lock lock(from.mutex_, to.mutex_);
    if (from.balance_ < amount)
        return false;
    from.balance_ -= amount;
    to.balance_ += amount;
    from.bookings_++;
    return true;
}

class Bank {
public:
    Account &open(long balance) { return accounts_.emplace_back(balance); }
    Account &at(size_t i) { return accounts_[i]; }

    long audit()
    {
        long sum = 0;
        for (Account &a : accounts_) {
            std::lock_guard<std::mutex> lock(a.mutex_);
            sum += a.balance_;
        }
        return sum;
    }

    int bookings() const
    {
        int n = 0;
        for (const Account &a : accounts_)
            n += a.bookings_;
        return n;
    }

private:
    std::deque<Account> accounts_;
};

int main()
{
    Bank bank;
    for (int i = 0; i < 3; i++)
        bank.open(1000);
    std::vector<std::thread> tellers;
    for (size_t t = 0; t < 3; t++)
        tellers.emplace_back([&bank, t] {
            for (int i = 0; i < 30; i++) {
                transfer(bank.at(t), bank.at((t + 1) % 3), 10);
                transfer(bank.at((t + 1) % 3), bank.at(t), 10);
                bank.at(t).deposit(2);
                bank.at((t + 2) % 3).withdraw(1);
            }
        });
    for (std::thread &teller : tellers)
        teller.join();
    std::printf("sum %ld, %d bookings\n", bank.audit(), bank.bookings());
    try {
        bank.at(0).withdraw(5000);
    } catch (const std::runtime_error &e) {
        std::printf("refused: %s\n", e.what());
    }
    return 0;
}
