// Texts that own their bytes, copied with care: labels, a page of them, and drafts of the page.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

class label
{
      public:
	explicit label(const char *text) : size_(std::strlen(text)), data_(new char[size_ + 1])
	{
		std::memcpy(data_, text, size_ + 1);
	}
	label(const label &other) : size_(other.size_), data_(new char[size_ + 1])
	{
		std::memcpy(data_, other.data_, size_ + 1);
	}
	label &operator=(const label &other)
	{
		if (this != &other) {
			char *fresh = new char[other.size_ + 1];
			std::memcpy(fresh, other.data_, other.size_ + 1);
			delete[] data_;
			data_ = fresh;
			size_ = other.size_;
		}
		return *this;
	}
	~label()
	{
		delete[] data_;
	}

	void shout()
	{
		for (std::size_t i = 0; i < size_; i++)
			if (data_[i] >= 'a' && data_[i] <= 'z')
				data_[i] = static_cast<char>(data_[i] - 'a' + 'A');
	}
	std::string_view view() const
	{
		return {data_, size_};
	}

      private:
	std::size_t size_;
	char *data_;
};

class bars
{
      public:
	explicit bars(std::size_t n) : count_(n), heights_(new int[n]())
	{
	}
	bars(const bars &other) : count_(other.count_), heights_(new int[other.count_])
	{
		std::copy(other.heights_, other.heights_ + count_, heights_);
	}
	bars &operator=(const bars &other)
	{
		int *fresh = new int[other.count_];
		std::copy(other.heights_, other.heights_ + other.count_, fresh);
		delete[] heights_;
		heights_ = fresh;
		count_ = other.count_;
		return *this;
	}
	~bars()
	{
		delete[] heights_;
	}

	int &at(std::size_t i)
	{
		return heights_[i % count_];
	}
	int sum() const
	{
		int total = 0;
		for (std::size_t i = 0; i < count_; i++)
			total += heights_[i];
		return total;
	}

      private:
	std::size_t count_;
	int *heights_;
};

static std::string framed(std::string_view text)
{
	std::string out = "[";
	out += text;
	return out + "]";
}

static std::size_t letters(std::string_view text)
{
	return static_cast<std::size_t>(std::count_if(
		text.begin(), text.end(), [](char c) { return c != '[' && c != ' '; }));
}

int main()
{
	std::vector<label> page;
	for (const char *text : {"first of all labels", "second", "the third and last one"})
		page.push_back(label(text));
	std::vector<label> draft = page;
	draft[1].shout();
	page[0] = draft[1];
	page[0] = page[0];
	for (const label &l : page) {
		std::string shown = framed(l.view());
		std::printf("%-26.*s %zu\n", static_cast<int>(shown.size()), shown.data(),
			letters(shown));
	}
	bars week(7), next = week;
	for (std::size_t day = 0; day < 9; day++)
		week.at(day) += static_cast<int>(day * letters(draft[day % 3].view()));
	next.at(2) = 5;
	std::printf("%d %d", week.sum(), next.sum());
	next = week;
	next.at(0) -= 1;
	std::printf(" %d %d\n", week.sum(), next.sum());
	return 0;
}
