// Graphs over any kind of node, and the ways through them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

template <typename N> class graph
{
      public:
	using edges = std::map<N, int>;
	using iterator = typename std::map<N, edges>::const_iterator;

	void join(const N &a, const N &b, int cost)
	{
		nodes_[a][b] = cost;
		nodes_[b][a] = cost;
	}

	std::size_t size() const
	{
		return nodes_.size();
	}

	template <typename F> void each(const N &from, F f) const
	{
		typename graph<N>::iterator at = nodes_.find(from);
		if (at == nodes_.end())
			return;
		for (typename edges::const_iterator e = at->second.begin(); e != at->second.end();
			++e)
			f(e->first, e->second);
	}

      private:
	std::map<N, edges> nodes_;
};

template <typename N> struct way {
	std::vector<N> stops;
	int cost = 0;
};

template <typename N> std::optional<way<N>> shortest(const graph<N> &g, const N &from, const N &to)
{
	using step = std::pair<int, N>;
	std::priority_queue<step, std::vector<step>, std::greater<step>> open;
	std::map<N, std::pair<int, N>> best;
	best[from] = {0, from};
	open.push({0, from});
	while (!open.empty()) {
		step now = open.top();
		open.pop();
		if (now.second == to)
			break;
		g.template each<std::function<void(const N &, int)>>(now.second, [&](const N &next,
											 int cost) {
			typename std::map<N, std::pair<int, N>>::iterator known = best.find(next);
			int total = now.first + cost;
			if (known != best.end() && known->second.first <= total)
				return;
			best[next] = {total, now.second};
			open.push({total, next});
		});
	}
	typename std::map<N, std::pair<int, N>>::iterator end = best.find(to);
	if (end == best.end())
		return std::nullopt;
	way<N> found;
	found.cost = end->second.first;
	for (N at = to; !(at == from); at = best[at].second)
		found.stops.insert(found.stops.begin(), at);
	found.stops.insert(found.stops.begin(), from);
	return found;
}
