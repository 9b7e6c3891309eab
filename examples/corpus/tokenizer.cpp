// Tokenizer for a C-like language with keywords, numbers, strings and comments.
#include <cctype>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

enum class Kind { Identifier, Keyword, Number, String, Symbol, Bad, End };

struct Token {
    Kind kind;
    std::string text;
    int line;
    int column;
    long value;
};

class Tokenizer {
public:
    explicit Tokenizer(const char *source);
    Token next();
    int errors() const { return errors_; }

private:
    char peek(size_t ahead = 0) const;
    char advance();
    void skip_blank();
    Token number(Token token);
    Token text(Token token);

    const char *source_;
    size_t length_;
    size_t pos_ = 0;
    int line_ = 1;
    int column_ = 1;
    int errors_ = 0;
};

static const char *const keywords[] = {"if", "else", "while", "return", "int"};
static const char *const symbols[] = {"<<=", "==", "<=", ">=", "!=", "&&", "||", "++", "<<"};

const char *kind_name(Kind kind);
bool is_keyword(const std::string &word);
const char *long_symbol(const char *at);

const char *kind_name(Kind kind)
{
    static const char *const names[] = {"name", "keyword", "number", "string", "symbol", "bad", "end"};
    return names[static_cast<int>(kind)];
}

bool is_keyword(const std::string &word)
{
    for (const char *keyword : keywords) {
        if (word == keyword)
            return true;
    }
    return false;
}

const char *long_symbol(const char *at)
{
    for (const char *symbol : symbols) {
        if (std::strncmp(at, symbol, std::strlen(symbol)) == 0)
            return symbol;
    }
    return nullptr;
}

Tokenizer::Tokenizer(const char *source) : source_(source), length_(0)
{
    if (source_ == nullptr)
        source_ = "";
    length_ = std::strlen(source_);
}

char Tokenizer::peek(size_t ahead) const
{
    return pos_ + ahead < length_ ? source_[pos_ + ahead] : '\0';
}

char Tokenizer::advance()
{
    char c = source_[pos_++];
    if (c == '\n') {
        line_++;
        column_ = 1;
    } else {
        column_++;
    }
    return c;
}

void Tokenizer::skip_blank()
{
    for (;;) {
        if (std::isspace(static_cast<unsigned char>(peek()))) {
            advance();
        } else if (peek() == '/' && peek(1) == '/') {
            while (pos_ < length_ && peek() != '\n')
                advance();
        } else if (peek() == '/' && peek(1) == '*') {
            while (pos_ < length_ && !(peek() == '*' && peek(1) == '/'))
                advance();
            for (int i = 0; i < 2 && pos_ < length_; i++)
                advance();
        } else {
            return;
        }
    }
}

Token Tokenizer::number(Token token)
{
    int base = 10;
    token.kind = Kind::Number;
    if (peek() == '0' && peek(1) == 'x') {
        base = 16;
        token.text += advance();
        token.text += advance();
    }
    while (std::isxdigit(static_cast<unsigned char>(peek()))) {
        char c = advance();
        int digit = std::isdigit(static_cast<unsigned char>(c)) ? c - '0' : std::tolower(c) - 'a' + 10;
        if (digit >= base) {
            token.kind = Kind::Bad;
            errors_++;
        }
        token.value = token.value * base + digit;
        token.text += c;
    }
    return token;
}

Token Tokenizer::text(Token token)
{
    token.kind = Kind::String;
    advance();
    while (peek() != '"') {
        if (pos_ >= length_ || peek() == '\n') {
            token.kind = Kind::Bad;
            errors_++;
            return token;
        }
        char c = advance();
        if (c == '\\' && pos_ < length_)
            c = advance() == 'n' ? '\n' : source_[pos_ - 1];
        token.text += c;
    }
    advance();
    token.value = static_cast<long>(token.text.size());
    return token;
}

Token Tokenizer::next()
{
    skip_blank();
    Token token{Kind::End, "", line_, column_, 0};
    if (pos_ >= length_)
        return token;
    unsigned char c = static_cast<unsigned char>(peek());
    if (std::isdigit(c))
        return number(token);
    if (c == '"')
        return text(token);
    if (std::isalpha(c) || c == '_') {
        while (std::isalnum(static_cast<unsigned char>(peek())) || peek() == '_')
            token.text += advance();
        token.kind = is_keyword(token.text) ? Kind::Keyword : Kind::Identifier;
        return token;
    }
    const char *symbol = long_symbol(source_ + pos_);
    size_t length = 1;
    if (symbol != nullptr)
        length = std::strlen(symbol);
    token.kind = std::strchr("(){}[];,+-*/<>=!&|", c) != nullptr ? Kind::Symbol : Kind::Bad;
    if (token.kind == Kind::Bad)
        errors_++;
    for (size_t i = 0; i < length; i++)
        token.text += advance();
    return token;
}

int main()
{
    static const char source[] = "int main() {\n"
                                 "  int n = 0x1F; // hex\n"
                                 "  while (n <= 120 && n != 77)\n"
                                 "    n <<= 2; /* shift\n it */ n++;\n"
                                 "  print(\"say \\\"hi\\\"\\n\", items[n], 12ab);\n"
                                 "  return n @ 3; \"open\n"
                                 "}";
    Tokenizer *tokenizer = new Tokenizer(source);
    std::map<std::string, int> names;
    std::vector<int> counts(7);
    long sum = 0;

    for (;;) {
        Token token = tokenizer->next();
        counts[static_cast<size_t>(token.kind)]++;
        if (token.kind == Kind::End)
            break;
        sum = sum * 5 % 100003 + token.line * 100 + token.column + token.value;
        if (token.kind == Kind::Identifier)
            names[token.text]++;
        if (token.kind != Kind::Symbol)
            std::printf("%d:%d %s '%s' %ld\n", token.line, token.column, kind_name(token.kind),
                        token.text.c_str(), token.value);
    }
    std::printf("errors %d sum %ld\n", tokenizer->errors(), sum);
    delete tokenizer;

    for (const auto &entry : names)
        std::printf("%s x%d\n", entry.first.c_str(), entry.second);
    for (size_t i = 0; i < counts.size(); i++)
        std::printf("%s %d%s", kind_name(static_cast<Kind>(i)), counts[i], i + 1 < counts.size() ? ", " : "\n");

    Tokenizer empty(nullptr);
    Tokenizer comment("  /* never closed");
    std::printf("empty %s, comment %s\n", kind_name(empty.next().kind), kind_name(comment.next().kind));
    return 0;
}
