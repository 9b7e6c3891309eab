// Reports through writers of several formats: virtual functions, owned by unique_ptr, lent as plain pointers.
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct row {
	std::string name;
	int count;
	double price;
};

class writer
{
      public:
	virtual ~writer() = default;

	virtual std::string head(int columns) const
	{
		return "# " + std::to_string(columns) + " columns\n";
	}
	virtual std::string line(const row &r) const = 0;
	virtual int width(int count) const
	{
		return count < 10 ? 1 : 2;
	}
	virtual void note(const std::string &text)
	{
		notes_ += text + ';';
	}
	const std::string &notes() const
	{
		return notes_;
	}

      protected:
	std::string notes_;
};

class csv_writer : public writer
{
      public:
	std::string head(int columns) const override
	{
		return columns == 3 ? "name,count,price\n" : "name\n";
	}
	std::string line(const row &r) const override
	{
		char text[64];
		std::snprintf(text, sizeof text, "%s,%d,%.2f\n", r.name.c_str(), r.count, r.price);
		return text;
	}
	void note(const std::string &text) override
	{
		notes_ += "csv " + text + '\n';
	}
};

class table_writer : public writer
{
      public:
	explicit table_writer(int pad) : pad_(pad)
	{
	}
	std::string line(const row &r) const override
	{
		std::string text = r.name;
		text.resize(static_cast<std::size_t>(12 + pad_), '.');
		return text + std::string(static_cast<std::size_t>(width(r.count)), ' ') +
		       std::to_string(r.count) + '\n';
	}
	int width(int count) const override
	{
		return count < 10 ? 3 : count < 100 ? 2 : 1;
	}

      private:
	int pad_;
};

class total_writer : public table_writer
{
      public:
	total_writer() : table_writer(4)
	{
	}
	std::string line(const row &r) const override
	{
		return table_writer::line(r) + "    = " + std::to_string(r.count * r.price) + '\n';
	}
	int width(int count) const override
	{
		return 2 * table_writer::width(count);
	}
};

static std::size_t print(writer *w, const std::vector<row> &rows)
{
	std::size_t bytes = 0;
	std::string text = w->head(3);
	for (const row &r : rows) {
		text += w->line(r);
		if (r.count == 0)
			w->note(r.name + " is sold out");
	}
	bytes = text.size();
	std::fputs(text.c_str(), stdout);
	return bytes;
}

static std::string title_of(std::string_view kind, std::size_t n)
{
	std::string text = "report ";
	text += std::to_string(n);
	return text + " as " + std::string(kind);
}

static void rule(std::string_view title)
{
	std::printf(
		"-- %.*s (%zu) --\n", static_cast<int>(title.size()), title.data(), title.size());
}

int main()
{
	const std::vector<row> rows = {
		{"anvil", 7, 19.5}, {"bucket", 120, 3.25}, {"chain", 0, 8}, {"drill", 12, 49}};
	std::vector<std::unique_ptr<writer>> writers;
	writers.push_back(std::make_unique<csv_writer>());
	writers.push_back(std::make_unique<table_writer>(2));
	writers.push_back(std::make_unique<total_writer>());
	static const char *const kinds[] = {"csv", "table", "table with totals"};
	for (std::size_t i = 0; i < writers.size(); i++) {
		std::string title = title_of(kinds[i], i + 1);
		rule(title);
		std::size_t bytes = print(writers[i].get(), rows);
		std::printf("%zu bytes, notes: %s\n", bytes, writers[i]->notes().c_str());
	}
	std::unique_ptr<writer> best = std::move(writers.front());
	std::printf("%zu\n", print(best.get(), {rows[1]}));
	return 0;
}
