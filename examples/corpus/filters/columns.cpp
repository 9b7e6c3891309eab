/* Lines of numbers as a table: columns [-r] [-w WIDTH] prints them aligned, with sums and means. */
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

class table {
public:
	bool add_line(const std::string &line);
	void reverse();
	void print(int width) const;
	std::vector<long> sums() const;
	std::size_t rows() const { return rows_.size(); }

private:
	std::vector<std::vector<long>> rows_;
	std::size_t columns_ = 0;
};

bool table::add_line(const std::string &line)
{
	std::istringstream in(line);
	std::vector<long> row;
	for (std::string word; in >> word;) {
		char *end = nullptr;
		long value = std::strtol(word.c_str(), &end, 10);
		if (*end != '\0' || value > 1000000 || value < -1000000)
			return false;
		row.push_back(value);
	}
	if (row.empty())
		return true;
	if (row.size() > columns_)
		columns_ = row.size();
	rows_.push_back(std::move(row));
	return true;
}

void table::reverse()
{
	for (std::size_t i = 0, k = rows_.size(); i + 1 < k; i++) {
		k--;
		std::swap(rows_[i], rows_[k]);
	}
}

std::vector<long> table::sums() const
{
	std::vector<long> totals(columns_, 0);
	for (const auto &row : rows_)
		for (std::size_t i = 0; i < row.size(); i++)
			totals[i] += row[i];
	return totals;
}

void table::print(int width) const
{
	for (const auto &row : rows_) {
		for (std::size_t i = 0; i < columns_; i++) {
			if (i < row.size())
				std::cout << std::setw(width) << row[i];
			else
				std::cout << std::setw(width) << "-";
		}
		std::cout << "\n";
	}
}

int main(int argc, char **argv)
{
	table t;
	int width = 6, refused = 0;
	bool backwards = false;
	for (int i = 1; i < argc; i++) {
		std::string word = argv[i];
		if (word == "-r")
			backwards = true;
		else if (word == "-w" && i + 1 < argc)
			width = std::atoi(argv[++i]);
		else {
			std::cerr << "usage: columns [-r] [-w WIDTH]\n";
			return 2;
		}
	}
	if (width < 2 || width > 40) {
		std::cerr << "columns: WIDTH is 2 to 40\n";
		return 2;
	}
	for (std::string line; std::getline(std::cin, line);)
		refused += !t.add_line(line);
	if (backwards)
		t.reverse();
	t.print(width);
	for (long sum : t.sums())
		std::cout << std::setw(width) << sum;
	std::cout << "\n";
	for (long sum : t.sums())
		std::cout << std::setw(width) << sum / static_cast<long>(t.rows());
	std::cout << "\n" << t.rows() << " rows, " << refused << " refused\n";
}
