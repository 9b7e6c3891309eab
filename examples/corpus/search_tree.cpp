// Binary search tree owned by unique_ptr: insert, erase, depth, and walks in order.
#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

template <typename K, typename V> class Tree
{
	struct Node {
		K key;
		V value;
		std::unique_ptr<Node> left, right;

		Node(K k, V v) : key(std::move(k)), value(std::move(v))
		{
		}
	};

      public:
	bool insert(K key, V value)
	{
		std::unique_ptr<Node> *at = &root_;
		while (*at) {
			if (key == (*at)->key) {
				(*at)->value = std::move(value);
				return false;
			}
			at = key < (*at)->key ? &(*at)->left : &(*at)->right;
		}
		*at = std::make_unique<Node>(std::move(key), std::move(value));
		++size_;
		return true;
	}

	const V *find(const K &key) const
	{
		const Node *n = root_.get();
		while (n && n->key != key)
			n = key < n->key ? n->left.get() : n->right.get();
		return n ? &n->value : nullptr;
	}

	bool erase(const K &key)
	{
		std::unique_ptr<Node> *at = &root_;
		while (*at && (*at)->key != key)
			at = key < (*at)->key ? &(*at)->left : &(*at)->right;
		if (!*at)
			return false;
		std::unique_ptr<Node> old = std::move(*at);
		if (!old->left) {
			*at = std::move(old->right);
		} else if (!old->right) {
			*at = std::move(old->left);
		} else {
			std::unique_ptr<Node> *next = &old->right;
			while ((*next)->left)
				next = &(*next)->left;
			std::unique_ptr<Node> heir = std::move(*next);
			*next = std::move(heir->right);
			heir->left = std::move(old->left);
			heir->right = std::move(old->right);
			*at = std::move(heir);
		}
		--size_;
		return true;
	}

	void each(const std::function<void(const K &, const V &)> &visit) const
	{
		walk(root_.get(), visit);
	}

	int depth() const
	{
		return depth(root_.get());
	}
	std::size_t size() const
	{
		return size_;
	}

      private:
	static void walk(const Node *n, const std::function<void(const K &, const V &)> &visit)
	{
		if (!n)
			return;
		walk(n->left.get(), visit);
		visit(n->key, n->value);
		walk(n->right.get(), visit);
	}

	static int depth(const Node *n)
	{
		return n ? 1 + std::max(depth(n->left.get()), depth(n->right.get())) : 0;
	}

	std::unique_ptr<Node> root_;
	std::size_t size_ = 0;
};

int main()
{
	Tree<std::string, int> ages;
	const std::vector<std::string> names = {"mia", "ben", "tom", "ada", "eva", "zoe", "pia"};
	for (std::size_t i = 0; i < names.size(); ++i)
		ages.insert(names[i], static_cast<int>(20 + 3 * i));
	std::cout << ages.insert("eva", 99) << ' ' << ages.size() << ' ' << ages.depth() << '\n';
	std::cout << ages.erase("mia") << ages.erase("nobody") << ages.erase("ada") << '\n';
	int sum = 0;
	ages.each([&sum](const std::string &name, int age) {
		std::cout << name << '=' << age << ' ';
		sum += age;
	});
	std::cout << "\nsum " << sum << ", tom " << (ages.find("tom") ? *ages.find("tom") : -1)
		  << '\n';
	return 0;
}
