/* Tokens of a small language: kinds, nesting of brackets, and what is not closed. */
#include <cctype>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

enum class kind { name, keyword, number, text, sign, open, close };

struct token {
	kind what;
	std::string text;
	int line;
};

class lexer {
public:
	explicit lexer(std::string source) : source_(std::move(source)) {}
	std::vector<token> all();

private:
	token next();
	void skip();
	char look(std::size_t ahead = 0) const
	{
		return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
	}

	std::string source_;
	std::size_t at_ = 0;
	int line_ = 1;
};

void lexer::skip()
{
	while (at_ < source_.size()) {
		if (look() == '/' && look(1) == '/') {
			while (at_ < source_.size() && look() != '\n')
				at_++;
		} else if (std::isspace(static_cast<unsigned char>(look()))) {
			line_ += look() == '\n';
			at_++;
		} else {
			return;
		}
	}
}

token lexer::next()
{
	static const std::vector<std::string> keywords = {"if", "else", "while", "return", "let"};
	std::size_t start = at_;
	char first = look();
	if (std::isalpha(static_cast<unsigned char>(first)) || first == '_') {
		while (std::isalnum(static_cast<unsigned char>(look())) || look() == '_')
			at_++;
		std::string text = source_.substr(start, at_ - start);
		for (const auto &word : keywords)
			if (word == text)
				return {kind::keyword, text, line_};
		return {kind::name, text, line_};
	}
	if (std::isdigit(static_cast<unsigned char>(first))) {
		while (std::isdigit(static_cast<unsigned char>(look())) || look() == '.')
			at_++;
		return {kind::number, source_.substr(start, at_ - start), line_};
	}
	if (first == '"') {
		at_++;
		while (at_ < source_.size() && look() != '"')
			at_ += look() == '\\' ? 2 : 1;
		at_ = std::min(at_ + 1, source_.size());
		return {kind::text, source_.substr(start, at_ - start), line_};
	}
	at_++;
	if (first == '(' || first == '{' || first == '[')
		return {kind::open, std::string(1, first), line_};
	if (first == ')' || first == '}' || first == ']')
		return {kind::close, std::string(1, first), line_};
	if (look() == '=' && (first == '=' || first == '<' || first == '>' || first == '!'))
		at_++;
	return {kind::sign, source_.substr(start, at_ - start), line_};
}

std::vector<token> lexer::all()
{
	std::vector<token> tokens;
	for (skip(); at_ < source_.size(); skip())
		tokens.push_back(next());
	return tokens;
}

static void check_brackets(const std::vector<token> &tokens)
{
	static const std::map<std::string, std::string> partner = {{")", "("}, {"}", "{"}, {"]", "["}};
	std::vector<const token *> open;
	std::size_t deepest = 0;
	for (const auto &t : tokens) {
		if (t.what == kind::open) {
			open.push_back(&t);
			deepest = std::max(deepest, open.size());
		} else if (t.what == kind::close) {
			if (open.empty() || open.back()->text != partner.at(t.text)) {
				std::cout << "line " << t.line << ": nothing to close with " << t.text << "\n";
				return;
			}
			open.pop_back();
		}
	}
	for (const auto *t : open)
		std::cout << "line " << t->line << ": " << t->text << " stays open\n";
	std::cout << "depth " << deepest << "\n";
}

int main()
{
	static const char *const names[] = {"name", "keyword", "number", "text", "sign", "open", "close"};
	std::string source{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
	auto tokens = lexer(source).all();
	std::map<kind, int> counts;
	for (const auto &t : tokens) {
		counts[t.what]++;
		if (t.what == kind::keyword || t.what == kind::sign)
			std::cout << t.line << " " << t.text << "\n";
	}
	for (const auto &[what, count] : counts)
		std::cout << names[static_cast<int>(what)] << " " << count << "\n";
	check_brackets(tokens);
}
