// Expression parser with a class hierarchy: evaluate, simplify, print, derive.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

typedef std::map<std::string, double> Scope;

class Expr {
public:
    virtual ~Expr();
    virtual double eval(const Scope &scope) const = 0;
    virtual std::string text() const = 0;
    virtual Expr *derive(const std::string &name) const = 0;
    virtual Expr *clone() const = 0;
    virtual int size() const { return 1; }
    virtual const double *constant() const { return nullptr; }
    static int alive;

protected:
    Expr() { alive++; }
};

class Number : public Expr {
public:
    explicit Number(double value) : value_(value) {}
    double eval(const Scope &) const override { return value_; }
    std::string text() const override;
    Expr *derive(const std::string &) const override { return new Number(0); }
    Expr *clone() const override { return new Number(value_); }
    const double *constant() const override { return &value_; }

private:
    double value_;
};

class Variable : public Expr {
public:
    explicit Variable(const std::string &name) : name_(name) {}
    double eval(const Scope &scope) const override;
    std::string text() const override { return name_; }
    Expr *derive(const std::string &name) const override { return new Number(name == name_ ? 1 : 0); }
    Expr *clone() const override { return new Variable(name_); }

private:
    std::string name_;
};

class Binary : public Expr {
public:
    Binary(char op, Expr *left, Expr *right) : op_(op), left_(left), right_(right) {}
    Binary(const Binary &) = delete;
    Binary &operator=(const Binary &) = delete;
    ~Binary() override;
    double eval(const Scope &scope) const override;
    std::string text() const override;
    Expr *derive(const std::string &name) const override;
    Expr *clone() const override { return new Binary(op_, left_->clone(), right_->clone()); }
    int size() const override { return 1 + left_->size() + right_->size(); }
    Expr *simplify();

private:
    char op_;
    Expr *left_;
    Expr *right_;
};

class Parser {
public:
    explicit Parser(const char *text) : at_(text) {}
    Expr *parse();

private:
    Expr *sum();
    Expr *product();
    Expr *primary();
    const char *at_;
};

Expr *make(char op, Expr *left, Expr *right);
bool is_value(const Expr *e, double value);

int Expr::alive = 0;

Expr::~Expr()
{
    alive--;
}

std::string Number::text() const
{
    char buf[32];
    std::snprintf(buf, sizeof buf, "%g", value_);
    return buf;
}

double Variable::eval(const Scope &scope) const
{
    auto it = scope.find(name_);
    return it == scope.end() ? 0 : it->second;
}

Binary::~Binary()
{
    delete left_;
    delete right_;
}

double Binary::eval(const Scope &scope) const
{
    double a = left_->eval(scope);
    double b = right_->eval(scope);
    switch (op_) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    default: return b == 0 ? -1 : a / b;
    }
}

std::string Binary::text() const
{
    return "(" + left_->text() + op_ + right_->text() + ")";
}

Expr *Binary::derive(const std::string &name) const
{
    Expr *dl = left_->derive(name);
    Expr *dr = right_->derive(name);
    if (op_ == '+' || op_ == '-')
        return make(op_, dl, dr);
    Expr *first = make('*', dl, right_->clone());
    Expr *second = make('*', left_->clone(), dr);
    if (op_ == '*')
        return make('+', first, second);
    return make('/', make('-', first, second), make('*', right_->clone(), right_->clone()));
}

bool is_value(const Expr *e, double value)
{
    const double *constant = e->constant();
    if (constant == nullptr)
        return false;
    return *constant == value;
}

// One step at this node; nullptr when there is nothing to simplify.
Expr *Binary::simplify()
{
    if (left_->constant() != nullptr && right_->constant() != nullptr)
        return new Number(eval(Scope()));
    if (op_ == '*' && (is_value(left_, 0) || is_value(right_, 0)))
        return new Number(0);
    if ((op_ == '*' || op_ == '/') && is_value(right_, 1))
        return left_->clone();
    if (op_ == '*' && is_value(left_, 1))
        return right_->clone();
    if ((op_ == '+' || op_ == '-') && is_value(right_, 0))
        return left_->clone();
    if (op_ == '+' && is_value(left_, 0))
        return right_->clone();
    return nullptr;
}

Expr *make(char op, Expr *left, Expr *right)
{
    Binary *node = new Binary(op, left, right);
    Expr *simple = node->simplify();
    if (simple == nullptr)
        return node;
    delete node;
    return simple;
}

Expr *Parser::parse()
{
    if (at_ == nullptr)
        return nullptr;
    Expr *e = sum();
    if (e != nullptr && *at_ != '\0') {
        std::printf("extra '%s' after %s\n", at_, e->text().c_str());
        delete e;
        return nullptr;
    }
    return e;
}

Expr *Parser::sum()
{
    Expr *left = product();
    while (left != nullptr && (*at_ == '+' || *at_ == '-')) {
        char op = *at_++;
        Expr *right = product();
        if (right == nullptr) {
            std::printf("missing operand after %s%c\n", left->text().c_str(), op);
            delete left;
            return nullptr;
        }
        left = make(op, left, right);
    }
    return left;
}

Expr *Parser::product()
{
    Expr *left = primary();
    while (left && (*at_ == '*' || *at_ == '/')) {
        char op = *at_++;
        Expr *right = primary();
        if (!right) {
            delete left;
            return nullptr;
        }
        left = make(op, left, right);
    }
    return left;
}

Expr *Parser::primary()
{
    if (std::isdigit(static_cast<unsigned char>(*at_))) {
        char *end = nullptr;
        double value = std::strtod(at_, &end);
        at_ = end;
        return new Number(value);
    }
    if (std::isalpha(static_cast<unsigned char>(*at_)))
        return new Variable(std::string(1, *at_++));
    if (*at_ != '(')
        return nullptr;
    at_++;
    Expr *inner = sum();
    if (inner == nullptr)
        return nullptr;
    if (*at_ != ')') {
        std::printf("no ')' after %s\n", inner->text().c_str());
        delete inner;
        return nullptr;
    }
    at_++;
    return inner;
}

int main()
{
    static const char *const inputs[] = {"1+2*3-4/8", "x*x+3*x*y-2", "(x+1)*(x-1)", "x/(y+0)", "2*", "(x+y",
                                         "x+y)",      nullptr,       "0*x+1*y",     "7-",      "",   "x/(y-4)"};
    const Scope scope = {{"x", 3}, {"y", 4}};
    double total = 0;
    int nodes = 0;

    for (const char *input : inputs) {
        Expr *e = Parser(input).parse();
        if (e == nullptr) {
            std::printf("%s: syntax error\n", input ? input : "(null)");
            continue;
        }
        Expr *d = e->derive("x");
        std::printf("%s = %g, d/dx %s = %g\n", e->text().c_str(), e->eval(scope), d->text().c_str(), d->eval(scope));
        nodes += e->size() + d->size();
        total += e->eval(scope) * 10 + d->eval(scope);
        delete d;
        delete e;
    }
    std::printf("total %g nodes %d alive %d\n", total, nodes, Expr::alive);
    return 0;
}
