// Pages in a file, cached: a file that closes itself, a raw one beside it, and a journal.
#include <cstdio>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class file
{
      public:
	file(const char *path, const char *mode) : f_(std::fopen(path, mode))
	{
	}
	file(const file &) = delete;
	file &operator=(const file &) = delete;
	~file()
	{
		if (f_)
			std::fclose(f_);
	}
	explicit operator bool() const
	{
		return f_ != nullptr;
	}
	std::FILE *get() const
	{
		return f_;
	}

      private:
	std::FILE *f_;
};

using page = std::string;

class store
{
      public:
	store(std::string path, std::size_t room) : path_(std::move(path)), room_(room)
	{
	}

	bool put(int number, const std::string &text)
	{
		file f(path_.c_str(), "r+b");
		if (!f || std::fseek(f.get(), number * size, SEEK_SET))
			return false;
		page p = text.substr(0, size);
		p.resize(size, '.');
		cache_.remove_if([number](const entry &e) { return e.number == number; });
		remember(number, p);
		return std::fwrite(p.data(), 1, size, f.get()) == size;
	}

	std::optional<page> get(int number)
	{
		for (auto it = cache_.begin(); it != cache_.end(); ++it)
			if (it->number == number) {
				hits_++;
				cache_.splice(cache_.begin(), cache_, it);
				return it->text;
			}
		page p(size, ' ');
		std::FILE *f = std::fopen(path_.c_str(), "rb");
		if (!f)
			return std::nullopt;
		if (std::fseek(f, number * size, SEEK_SET) ||
			std::fread(&p[0], 1, size, f) != size) {
			std::fclose(f);
			return std::nullopt;
		}
		std::fclose(f);
		remember(number, p);
		return p;
	}

	int hits() const
	{
		return hits_;
	}

      private:
	static constexpr int size = 16;
	struct entry {
		int number;
		page text;
	};

	void remember(int number, const page &p)
	{
		cache_.push_front({number, p});
		if (cache_.size() > room_)
			cache_.pop_back();
	}

	std::string path_;
	std::size_t room_;
	std::list<entry> cache_;
	int hits_ = 0;
};

static bool create(const std::string &path, int pages)
{
	std::FILE *f = std::fopen(path.c_str(), "wb");
	if (!f)
		return false;
	for (int i = 0; i < pages * 16; i++)
		std::fputc('-', f);
	return std::fclose(f) == 0;
}

static int note(const std::string &path, const std::string &text)
{
	std::FILE *f = std::fopen(path.c_str(), "a");
	if (!f)
		return -1;
	int n = std::fprintf(f, "%s;", text.c_str());
	std::fclose(f);
	return n;
}

static std::string whole(const std::string &path)
{
	std::string text;
	std::FILE *f = std::fopen(path.c_str(), "r");
	if (!f)
		return "nothing";
	for (int c; (c = std::fgetc(f)) != EOF;)
		text += static_cast<char>(c);
	std::fclose(f);
	return text;
}

int main()
{
	const std::string path = "pages.bin", journal = "pages.log";
	std::remove(journal.c_str());
	if (!create(path, 4))
		return 1;
	store s(path, 2);
	bool put = s.put(0, "the first page") && s.put(2, "a page whose text is too long");
	note(journal, put ? "put 2" : "failed");
	for (int n : {0, 2, 1, 0, 3, 9}) {
		std::optional<page> p = s.get(n);
		std::printf("%d %s\n", n, p ? p->c_str() : "none");
		if (!p)
			note(journal, "no page " + std::to_string(n));
	}
	std::printf("%d hits, %s\n", s.hits(), whole(journal).c_str());
	std::printf("%s\n", whole("no.log").c_str());
	std::remove(path.c_str());
	std::remove(journal.c_str());
	return 0;
}
