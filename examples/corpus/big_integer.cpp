// Unsigned big integers in base 10000 on a raw array: factorials, powers, Fibonacci.
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

class BigInt {
public:
    BigInt(unsigned long value = 0);
    BigInt(const BigInt &other);
    BigInt(BigInt &&other) noexcept;
    BigInt &operator=(BigInt other);
    ~BigInt();
    static BigInt *from_text(const char *digits);

    BigInt operator+(const BigInt &o) const;
    BigInt operator-(const BigInt &o) const; // needs *this >= o
    BigInt operator*(const BigInt &o) const;
    unsigned divide_small(unsigned divisor);
    int compare(const BigInt &o) const;
    int digit_sum() const;
    int limbs() const { return size_; }
    std::string text() const;

private:
    static const int base = 10000;
    explicit BigInt(int size, bool);
    void trim();

    int *limb_; // least significant first
    int size_;
};

BigInt factorial(unsigned n);
BigInt power(const BigInt &x, unsigned n);
BigInt fibonacci(int n);

BigInt::BigInt(int size, bool) : limb_(new int[size]()), size_(size)
{
}

BigInt::BigInt(unsigned long value) : BigInt(6, true)
{
    for (int i = 0; i < size_; i++) {
        limb_[i] = static_cast<int>(value % base);
        value /= base;
    }
    trim();
}

BigInt::BigInt(const BigInt &other) : BigInt(other.size_, true)
{
    std::memcpy(limb_, other.limb_, sizeof(int) * static_cast<size_t>(size_));
}

BigInt::BigInt(BigInt &&other) noexcept : limb_(other.limb_), size_(other.size_)
{
    other.limb_ = nullptr;
    other.size_ = 0;
}

BigInt &BigInt::operator=(BigInt other)
{
    std::swap(limb_, other.limb_);
    std::swap(size_, other.size_);
    return *this;
}

BigInt::~BigInt()
{
    delete[] limb_;
}

void BigInt::trim()
{
    while (size_ > 1 && limb_[size_ - 1] == 0)
        size_--;
}

BigInt *BigInt::from_text(const char *digits)
{
    if (digits == nullptr || *digits == '\0')
        return nullptr;
    int length = static_cast<int>(std::strlen(digits));
    BigInt *number = new BigInt((length + 3) / 4, true);
    int scale = 1;
    for (int i = 0; i < length; i++) {
        char c = digits[length - 1 - i];
        if (c < '0' || c > '9') {
            std::printf("bad digit at %d, %d limbs\n", i, number->limbs());
            delete number;
            return nullptr;
        }
        scale = i % 4 == 0 ? 1 : scale * 10;
        number->limb_[i / 4] += (c - '0') * scale;
    }
    number->trim();
    return number;
}

BigInt BigInt::operator+(const BigInt &o) const
{
    int size = (size_ > o.size_ ? size_ : o.size_) + 1;
    BigInt sum(size, true);
    int carry = 0;
    for (int i = 0; i < size; i++) {
        int limb = carry;
        if (i < size_)
            limb += limb_[i];
        if (i < o.size_)
            limb += o.limb_[i];
        sum.limb_[i] = limb % base;
        carry = limb / base;
    }
    sum.trim();
    return sum;
}

BigInt BigInt::operator-(const BigInt &o) const
{
    BigInt difference(size_, true);
    int borrow = 0;
    for (int i = 0; i < size_; i++) {
        int limb = limb_[i] - borrow;
        if (i < o.size_)
            limb -= o.limb_[i];
        borrow = limb < 0;
        difference.limb_[i] = limb + borrow * base;
    }
    difference.trim();
    return difference;
}

BigInt BigInt::operator*(const BigInt &o) const
{
    BigInt product(size_ + o.size_, true);
    for (int i = 0; i < size_; i++) {
        long carry = 0;
        for (int k = 0; k < o.size_; k++) {
            long limb = product.limb_[i + k] + static_cast<long>(limb_[i]) * o.limb_[k] + carry;
            product.limb_[i + k] = static_cast<int>(limb % base);
            carry = limb / base;
        }
        product.limb_[i + o.size_] += static_cast<int>(carry);
    }
    product.trim();
    return product;
}

unsigned BigInt::divide_small(unsigned divisor)
{
    unsigned rest = 0;
    for (int i = size_ - 1; i >= 0; i--) {
        unsigned part = rest * base + static_cast<unsigned>(limb_[i]);
        limb_[i] = static_cast<int>(part / divisor);
        rest = part % divisor;
    }
    trim();
    return rest;
}

int BigInt::compare(const BigInt &o) const
{
    if (size_ != o.size_)
        return size_ < o.size_ ? -1 : 1;
    for (int i = size_ - 1; i >= 0; i--) {
        if (limb_[i] != o.limb_[i])
            return limb_[i] < o.limb_[i] ? -1 : 1;
    }
    return 0;
}

int BigInt::digit_sum() const
{
    int sum = 0;
    for (int i = 0; i < size_; i++) {
        for (int limb = limb_[i]; limb > 0; limb /= 10)
            sum += limb % 10;
    }
    return sum;
}

std::string BigInt::text() const
{
    char part[16];
    std::snprintf(part, sizeof part, "%d", limb_[size_ - 1]);
    std::string out = part;
    for (int i = size_ - 2; i >= 0; i--) {
        std::snprintf(part, sizeof part, "%04d", limb_[i]);
        out += part;
    }
    return out;
}

BigInt factorial(unsigned n)
{
    BigInt product(1);
    for (unsigned i = 2; i <= n; i++)
        product = product * BigInt(i);
    return product;
}

BigInt power(const BigInt &x, unsigned n)
{
    BigInt result(1), square(x);
    for (; n > 0; n /= 2) {
        if (n % 2 == 1)
            result = result * square;
        square = square * square;
    }
    return result;
}

BigInt fibonacci(int n)
{
    BigInt a(0), b(1);
    for (int i = 0; i < n; i++) {
        BigInt next = a + b;
        a = std::move(b);
        b = std::move(next);
    }
    return a;
}

int main()
{
    static const char *const inputs[] = {"00012345678901234567890", "99999999", "", "12a4", nullptr, "0"};
    BigInt total;
    int digits = 0;

    for (const char *input : inputs) {
        BigInt *n = BigInt::from_text(input);
        if (n == nullptr) {
            std::printf("no number\n");
            continue;
        }
        std::printf("%s: %d limbs, squared %s\n", n->text().c_str(), n->limbs(), (*n * *n).text().c_str());
        total = total + *n;
        digits += n->digit_sum();
        delete n;
    }
    std::printf("total %s digits %d\n", total.text().c_str(), digits);

    BigInt f = factorial(30), p = power(BigInt(7), 45), fib = fibonacci(150);
    std::printf("30! = %s\n7^45 = %s\nfib = %s\n", f.text().c_str(), p.text().c_str(), fib.text().c_str());
    std::printf("difference %s\n", (p - f).text().c_str());
    std::printf("compare %d %d %d\n", f.compare(p), p.compare(f), fib.compare(fibonacci(150)));

    BigInt *shrinking = new BigInt(p);
    unsigned rests = 0;
    while (shrinking->compare(BigInt(1000)) > 0)
        rests += shrinking->divide_small(97);
    std::printf("rests %u, left %s\n", rests, shrinking->text().c_str());
    delete shrinking;
    return 0;
}
