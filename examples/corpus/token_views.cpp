// Splits text into views without copying it: words, key=value pairs, a small config reader.
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

static std::string_view trim(std::string_view s)
{
	while (!s.empty() && s.front() == ' ')
		s.remove_prefix(1);
	while (!s.empty() && s.back() == ' ')
		s.remove_suffix(1);
	return s;
}

static std::vector<std::string_view> split(std::string_view s, char by)
{
	std::vector<std::string_view> parts;
	std::size_t from = 0;
	while (from <= s.size()) {
		std::size_t at = s.find(by, from);
		if (at == std::string_view::npos)
			at = s.size();
		parts.push_back(trim(s.substr(from, at - from)));
		from = at + 1;
	}
	return parts;
}

static std::optional<int> number(std::string_view s)
{
	int value = 0;
	if (s.empty())
		return std::nullopt;
	for (char c : s) {
		if (c < '0' || c > '9')
			return std::nullopt;
		value = value * 10 + (c - '0');
	}
	return value;
}

class config
{
      public:
	explicit config(std::string text) : text_(std::move(text))
	{
		for (std::string_view line : split(text_, ';')) {
			std::size_t eq = line.find('=');
			if (eq == std::string_view::npos)
				continue;
			values_[trim(line.substr(0, eq))] = trim(line.substr(eq + 1));
		}
	}
	config(const config &) = delete;
	config &operator=(const config &) = delete;

	std::optional<std::string_view> get(std::string_view key) const
	{
		auto it = values_.find(key);
		if (it == values_.end())
			return std::nullopt;
		return it->second;
	}

	int get_int(std::string_view key, int fallback) const
	{
		std::optional<std::string_view> v = get(key);
		return v ? number(*v).value_or(fallback) : fallback;
	}

      private:
	std::string text_;
	std::map<std::string_view, std::string_view> values_;
};

static std::string join(const std::vector<std::string_view> &parts)
{
	std::string out;
	for (std::string_view p : parts) {
		if (!out.empty())
			out += '|';
		out += p;
	}
	return out;
}

int main()
{
	std::string prefix = "a longer name of a host than fits";
	config c("port = 8080; host = " + prefix + " ; retries=x; ; name=plain");
	std::printf("%d %d\n", c.get_int("port", 1), c.get_int("retries", 3));
	std::printf("%s\n", std::string(c.get("host").value_or("none")).c_str());
	std::printf("%s\n", c.get("missing") ? "found" : "missing");
	std::printf("%s\n", join(split(" one , two,three ,", ',')).c_str());
	return 0;
}
