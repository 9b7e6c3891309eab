// Settings in layers (defaults, file, command line): optionals, variants, views of what callers hold.
#include <cstdio>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

using setting = std::variant<bool, int, std::string>;

static setting parse_value(std::string_view text)
{
	if (text == "yes" || text == "no")
		return text == "yes";
	int value = 0;
	bool digits = !text.empty();
	for (char c : text) {
		digits = digits && c >= '0' && c <= '9';
		value = digits ? value * 10 + (c - '0') : 0;
	}
	if (digits)
		return value;
	return std::string(text);
}

static std::string lower(std::string_view text)
{
	std::string out(text);
	for (char &c : out)
		if (c >= 'A' && c <= 'Z')
			c = static_cast<char>(c - 'A' + 'a');
	return out;
}

static bool is_known(std::string_view key)
{
	for (std::string_view k : {"colour", "depth", "title of the page", "strict"})
		if (k == key)
			return true;
	return false;
}

static std::size_t width_of(std::string_view text)
{
	return text.size() + (text.find(' ') == std::string_view::npos ? 0 : 2);
}

struct shown_value {
	std::string operator()(bool b) const
	{
		return b ? "on" : "off";
	}
	std::string operator()(int n) const
	{
		return "#" + std::to_string(n);
	}
	std::string operator()(const std::string &s) const
	{
		return "'" + s + "'";
	}
};

class layer
{
      public:
	layer(std::string name, const layer *below) : name_(std::move(name)), below_(below)
	{
	}

	bool set(std::string_view line)
	{
		std::size_t eq = line.find('=');
		if (eq == std::string_view::npos)
			return false;
		std::string key = lower(line.substr(0, eq));
		if (!is_known(key))
			return false;
		values_.insert_or_assign(std::string(key), parse_value(line.substr(eq + 1)));
		return true;
	}

	std::optional<setting> get(const std::string &key) const
	{
		auto it = values_.find(key);
		if (it != values_.end())
			return it->second;
		return below_ ? below_->get(key) : std::nullopt;
	}

	std::size_t width() const
	{
		return width_of(name_) + values_.size();
	}

	std::string_view name() const
	{
		return name_;
	}

      private:
	std::string name_;
	const layer *below_;
	std::map<std::string, setting> values_;
};

static std::function<int(int)> limiter(const layer &l)
{
	std::optional<setting> depth = l.get("depth");
	int most = depth && std::holds_alternative<int>(*depth) ? std::get<int>(*depth) : 1;
	return [most](int n) { return n < most ? n : most; };
}

int main()
{
	layer defaults("built in", nullptr), file("the file", &defaults), line("command", &file);
	int refused = 0;
	for (std::string_view s : {"depth=3", "colour=yes", "title of the page=none"})
		refused += !defaults.set(s);
	for (std::string_view s : {"DEPTH=12", "Title of the page=Annual Report", "font=serif"})
		refused += !file.set(s);
	for (std::string_view s : {"colour=no", "strict"})
		refused += !line.set(s);
	for (const layer *l : {&defaults, &file, &line}) {
		std::string head = lower(l->name()) + ":";
		std::printf("%-10.*s%zu", static_cast<int>(head.size()), head.data(),
			width_of(head) + l->width());
		for (const char *key : {"colour", "depth", "title of the page", "strict"}) {
			std::optional<setting> v = l->get(key);
			std::string text = v ? std::visit(shown_value{}, *v) : "-";
			std::printf(" %s", text.c_str());
		}
		std::printf(" %d\n", limiter(*l)(7));
	}
	std::printf("%d refused\n", refused);
	return 0;
}
