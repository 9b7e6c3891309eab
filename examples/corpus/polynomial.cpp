// Polynomials with integer coefficients: arithmetic, division, roots, parsing.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

class Polynomial {
public:
    Polynomial() = default;
    explicit Polynomial(std::vector<long> coefficients);
    static Polynomial *parse(const char *text);

    int degree() const { return static_cast<int>(c_.size()) - 1; }
    long coefficient(int power) const;
    void set(int power, long value);
    long evaluate(long x) const;
    Polynomial plus(const Polynomial &other, long scale) const;
    Polynomial times(const Polynomial &other) const;
    Polynomial derivative() const;
    bool divide(const Polynomial &by, Polynomial *quotient, Polynomial *remainder) const;
    std::vector<long> roots(long from, long to) const;
    std::string text() const;

private:
    void trim();
    std::vector<long> c_; // c_[i] belongs to x^i
};

Polynomial::Polynomial(std::vector<long> coefficients) : c_(std::move(coefficients))
{
    trim();
}

void Polynomial::trim()
{
    while (!c_.empty() && c_.back() == 0)
        c_.pop_back();
}

long Polynomial::coefficient(int power) const
{
    if (power < 0 || power > degree())
        return 0;
    return c_[static_cast<size_t>(power)];
}

void Polynomial::set(int power, long value)
{
    size_t i = static_cast<size_t>(power);
    if (i >= c_.size())
        c_.resize(i + 1);
    c_[i] = value;
    trim();
}

// Terms such as "3x^2-x+7"; nullptr when the text is not a polynomial.
Polynomial *Polynomial::parse(const char *text)
{
    if (text == nullptr || *text == '\0')
        return nullptr;
    Polynomial *p = new Polynomial;
    while (*text != '\0') {
        long sign = 1;
        long factor = 1;
        int power = 0;
        if (*text == '+' || *text == '-')
            sign = *text++ == '-' ? -1 : 1;
        if (*text != 'x' && !std::isdigit(static_cast<unsigned char>(*text))) {
            std::printf("stuck at '%s' in degree %d\n", text, p->degree());
            delete p;
            return nullptr;
        }
        char *end = nullptr;
        if (*text != 'x') {
            factor = std::strtol(text, &end, 10);
            text = end;
        }
        if (*text == 'x') {
            power = 1;
            text++;
            if (*text == '^') {
                power = static_cast<int>(std::strtol(text + 1, &end, 10));
                text = end;
            }
        }
        p->set(power, p->coefficient(power) + sign * factor);
    }
    return p;
}

long Polynomial::evaluate(long x) const
{
    long value = 0;
    for (int i = degree(); i >= 0; i--)
        value = value * x + c_[static_cast<size_t>(i)];
    return value;
}

Polynomial Polynomial::plus(const Polynomial &other, long scale) const
{
    int top = degree() > other.degree() ? degree() : other.degree();
    Polynomial sum;
    for (int i = top; i >= 0; i--)
        sum.set(i, coefficient(i) + scale * other.coefficient(i));
    return sum;
}

Polynomial Polynomial::times(const Polynomial &other) const
{
    if (c_.empty() || other.c_.empty())
        return Polynomial();
    std::vector<long> product(c_.size() + other.c_.size() - 1);
    for (size_t i = 0; i < c_.size(); i++) {
        for (size_t k = 0; k < other.c_.size(); k++)
            product[i + k] += c_[i] * other.c_[k];
    }
    return Polynomial(product);
}

Polynomial Polynomial::derivative() const
{
    Polynomial d;
    for (int i = degree(); i > 0; i--)
        d.set(i - 1, coefficient(i) * i);
    return d;
}

bool Polynomial::divide(const Polynomial &by, Polynomial *quotient, Polynomial *remainder) const
{
    if (by.degree() < 0)
        return false;
    Polynomial q, r(*this);
    while (r.degree() >= by.degree()) {
        int shift = r.degree() - by.degree();
        long factor = r.c_.back() / by.c_.back();
        if (factor * by.c_.back() != r.c_.back())
            return false;
        q.set(shift, factor);
        for (int i = 0; i <= by.degree(); i++)
            r.c_[static_cast<size_t>(i + shift)] -= factor * by.coefficient(i);
        r.trim();
    }
    if (quotient != nullptr)
        *quotient = q;
    if (remainder != nullptr)
        *remainder = r;
    return true;
}

std::vector<long> Polynomial::roots(long from, long to) const
{
    std::vector<long> found;
    for (long x = from; x <= to; x++) {
        if (evaluate(x) == 0)
            found.push_back(x);
    }
    return found;
}

std::string Polynomial::text() const
{
    std::string out;
    for (int i = degree(); i >= 0; i--) {
        long value = coefficient(i);
        if (value == 0)
            continue;
        if (!out.empty())
            out += value < 0 ? " - " : " + ";
        else if (value < 0)
            out += "-";
        if (std::labs(value) != 1 || i == 0)
            out += std::to_string(std::labs(value));
        if (i > 0)
            out += i > 1 ? "x^" + std::to_string(i) : "x";
    }
    return out.empty() ? "0" : out;
}

int main()
{
    static const char *const inputs[] = {"x^3-6x^2+11x-6", "2x^2-8", "-x+4x^5-7+x", "3*x", "", nullptr, "x-x", "-1"};
    Polynomial sum;
    long checksum = 0;

    for (const char *input : inputs) {
        Polynomial *p = Polynomial::parse(input);
        if (p == nullptr) {
            std::printf("not a polynomial: %s\n", input ? input : "(null)");
            continue;
        }
        std::printf("%s | degree %d | p(3) = %ld | p' = %s\n", p->text().c_str(), p->degree(), p->evaluate(3),
                    p->derivative().text().c_str());
        for (long root : p->roots(-5, 5)) {
            checksum = checksum * 7 + root;
            if (p->degree() < 0)
                break;
        }
        sum = sum.plus(*p, 2);
        delete p;
    }
    std::printf("sum %s, checksum %ld\n", sum.text().c_str(), checksum);

    Polynomial a({-6, 11, -6, 1}), b({-2, 1}), q, r;
    bool ok = a.divide(b, &q, &r);
    std::printf("%d: %s rest %s\n", ok, q.text().c_str(), r.text().c_str());
    ok = q.times(b).plus(Polynomial({5, 1}), 1).divide(Polynomial({1, 0, 1}), &q, nullptr);
    std::printf("%d: %s\n", ok, q.text().c_str());
    ok = a.divide(Polynomial({1, 1}), nullptr, &r);
    std::printf("%d: rest %s, by zero %d, inexact %d\n", ok, r.text().c_str(), a.divide(Polynomial(), &q, &r),
                a.divide(Polynomial({0, 4}), nullptr, nullptr));
    return 0;
}
