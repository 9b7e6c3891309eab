// Columns of any container, read by templates: folds, joins and a tuple of columns.
#include <array>
#include <cstdio>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

template <typename C> struct column {
	using value = typename C::value_type;
	using position = typename C::const_iterator;

	explicit column(std::string n, C d) : name(std::move(n)), data(std::move(d))
	{
	}

	template <typename R> R total(R start) const
	{
		for (typename C::const_iterator it = data.begin(); it != data.end(); ++it)
			start += static_cast<R>(*it);
		return start;
	}

	template <int N> typename C::value_type nth() const
	{
		typename C::const_iterator it = data.begin();
		for (int i = 0; i < N; i++)
			++it;
		return *it;
	}

	typename C::value_type largest() const
	{
		typename C::value_type best = *data.begin();
		for (const value &v : data)
			if (best < v)
				best = v;
		return best;
	}

	std::string name;
	C data;
};

template <typename C> static double mean(const column<C> &c)
{
	return c.data.empty() ? 0
			      : c.template total<double>(0) / static_cast<double>(c.data.size());
}

template <typename C> static typename column<C>::value span_of(const column<C> &c)
{
	typename column<C>::position it = c.data.begin();
	typename column<C>::value low = *it, high = *it;
	for (; it != c.data.end(); ++it) {
		low = *it < low ? *it : low;
		high = high < *it ? *it : high;
	}
	return high - low;
}

template <typename M> static std::vector<typename M::key_type> keys(const M &m)
{
	std::vector<typename M::key_type> out;
	for (typename M::const_iterator it = m.begin(); it != m.end(); ++it)
		out.push_back(it->first);
	return out;
}

template <typename C> static void show(const column<C> &c)
{
	typename C::value_type second = c.template nth<1>();
	std::printf("%-8s mean %.2f, second %g, span %g, largest %g\n", c.name.c_str(), mean(c),
		static_cast<double>(second), static_cast<double>(span_of(c)),
		static_cast<double>(c.largest()));
}

int main()
{
	column<std::vector<int>> ages("age", {31, 45, 27, 60});
	column<std::deque<double>> sizes("size", {1.75, 1.62, 1.9});
	column<std::array<long, 3>> codes("code", {7L, 700L, 70L});
	show(ages);
	show(sizes);
	show(codes);
	auto table = std::make_tuple(ages, sizes, codes);
	long sum = std::get<0>(table).total<long>(0) + std::get<2>(table).total<long>(1);
	std::printf("sum %ld, third %ld\n", sum, std::get<2>(table).nth<2>());
	const std::map<std::string, int> stock = {{"nails", 40}, {"bolts", 12}, {"nuts", 3}};
	for (const std::string &k : keys(stock))
		std::printf("%s=%d ", k.c_str(), stock.at(k));
	std::printf("\n");
	return 0;
}
