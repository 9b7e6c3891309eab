// A text buffer with a gap, written with the five special members, and cursors into it.
#include <algorithm>
#include <cstring>
#include <iostream>
#include <string>
#include <utility>

class GapBuffer
{
      public:
	explicit GapBuffer(std::size_t room = 8)
	    : data_(new char[room]), room_(room), gap_end_(room)
	{
	}

	GapBuffer(const GapBuffer &other)
	    : data_(new char[other.room_]), room_(other.room_), gap_start_(other.gap_start_),
	      gap_end_(other.gap_end_)
	{
		std::copy(other.data_, other.data_ + other.gap_start_, data_);
		std::copy(other.data_ + other.gap_end_, other.data_ + room_, data_ + gap_end_);
	}

	GapBuffer(GapBuffer &&other) noexcept
	    : data_(std::exchange(other.data_, nullptr)), room_(std::exchange(other.room_, 0)),
	      gap_start_(std::exchange(other.gap_start_, 0)),
	      gap_end_(std::exchange(other.gap_end_, 0))
	{
	}

	GapBuffer &operator=(GapBuffer other) noexcept
	{
		swap(other);
		return *this;
	}

	~GapBuffer()
	{
		delete[] data_;
	}

	void swap(GapBuffer &other) noexcept
	{
		std::swap(data_, other.data_);
		std::swap(room_, other.room_);
		std::swap(gap_start_, other.gap_start_);
		std::swap(gap_end_, other.gap_end_);
	}

	std::size_t size() const
	{
		return room_ - (gap_end_ - gap_start_);
	}

	void move_to(std::size_t at)
	{
		while (gap_start_ > at)
			data_[--gap_end_] = data_[--gap_start_];
		while (gap_start_ < at && gap_end_ < room_)
			data_[gap_start_++] = data_[gap_end_++];
	}

	void insert(const std::string &text)
	{
		for (char c : text) {
			if (gap_start_ == gap_end_)
				grow();
			data_[gap_start_++] = c;
		}
	}

	void erase(std::size_t count)
	{
		gap_end_ += std::min(count, room_ - gap_end_);
	}

	std::string text() const
	{
		std::string out(data_, gap_start_);
		out.append(data_ + gap_end_, room_ - gap_end_);
		return out;
	}

      private:
	void grow()
	{
		std::size_t tail = room_ - gap_end_, room = room_ ? room_ * 2 : 8;
		char *grown = new char[room];
		std::copy(data_, data_ + gap_start_, grown);
		std::copy(data_ + gap_end_, data_ + room_, grown + room - tail);
		delete[] data_;
		data_ = grown;
		gap_end_ = room - tail;
		room_ = room;
	}

	char *data_;
	std::size_t room_, gap_start_ = 0, gap_end_;
};

static GapBuffer quoted(GapBuffer b)
{
	b.move_to(0);
	b.insert("\"");
	b.move_to(b.size());
	b.insert("\"");
	return b;
}

int main()
{
	GapBuffer b(4);
	b.insert("hello world");
	b.move_to(5);
	b.insert(",");
	GapBuffer saved = b;
	b.move_to(0);
	b.erase(5);
	b.insert("goodbye");
	std::cout << b.text() << " (" << b.size() << ")\n" << saved.text() << '\n';
	std::cout << quoted(b).text() << '\n';
	saved = std::move(b);
	std::cout << saved.text() << '\n';
	b = quoted(saved);
	std::cout << b.text() << ' ' << b.size() << '\n';
	return 0;
}
