// Template doubly linked list with iterators, sorting, searching and removal.
#include <cstdio>
#include <initializer_list>
#include <string>

template <typename T>
class List {
    struct Node {
        T value;
        Node *prev;
        Node *next;
    };

public:
    class Iterator {
    public:
        explicit Iterator(Node *node) : node_(node) {}
        T &operator*() const { return node_->value; }
        Iterator &operator++();
        bool operator!=(const Iterator &o) const { return node_ != o.node_; }

    private:
        Node *node_;
    };

    List() = default;
    List(std::initializer_list<T> values);
    List(const List &other);
    List &operator=(const List &) = delete;
    ~List();

    void push_back(const T &value);
    void push_front(const T &value);
    T *front() const;
    T *back() const;
    bool pop_front(T *out);
    T *find(const T &value) const;
    int remove(const T &value);
    void reverse();
    template <typename Less> void sort(Less less);
    int size() const { return size_; }
    Iterator begin() const { return Iterator(head_); }
    Iterator end() const { return Iterator(nullptr); }

private:
    void unlink(Node *node);

    Node *head_ = nullptr;
    Node *tail_ = nullptr;
    int size_ = 0;
};

int sum_of(const List<int> *list);
std::string joined(const List<std::string> &list, const char *separator);

template <typename T>
typename List<T>::Iterator &List<T>::Iterator::operator++()
{
    node_ = node_->next;
    return *this;
}

template <typename T>
List<T>::List(std::initializer_list<T> values)
{
    for (const T &value : values)
        push_back(value);
}

template <typename T>
List<T>::List(const List &other)
{
    for (const T &value : other)
        push_back(value);
}

template <typename T>
List<T>::~List()
{
    while (head_ != nullptr) {
        Node *node = head_;
        head_ = node->next;
        delete node;
    }
}

template <typename T>
void List<T>::push_back(const T &value)
{
    Node *node = new Node{value, tail_, nullptr};
    if (tail_ != nullptr)
        tail_->next = node;
    else
        head_ = node;
    tail_ = node;
    size_++;
}

template <typename T>
void List<T>::push_front(const T &value)
{
    Node *node = new Node{value, nullptr, head_};
    if (head_ != nullptr)
        head_->prev = node;
    else
        tail_ = node;
    head_ = node;
    size_++;
}

template <typename T>
T *List<T>::front() const
{
    return head_ == nullptr ? nullptr : &head_->value;
}

template <typename T>
T *List<T>::back() const
{
    return tail_ == nullptr ? nullptr : &tail_->value;
}

template <typename T>
void List<T>::unlink(Node *node)
{
    if (node->prev)
        node->prev->next = node->next;
    else
        head_ = node->next;
    if (node->next)
        node->next->prev = node->prev;
    else
        tail_ = node->prev;
    size_--;
}

template <typename T>
bool List<T>::pop_front(T *out)
{
    Node *node = head_;
    if (node == nullptr)
        return false;
    unlink(node);
    if (out != nullptr)
        *out = node->value;
    delete node;
    return true;
}

template <typename T>
T *List<T>::find(const T &value) const
{
    for (Node *node = head_; node != nullptr; node = node->next) {
        if (node->value == value)
            return &node->value;
    }
    return nullptr;
}

template <typename T>
int List<T>::remove(const T &value)
{
    int removed = 0;
    for (Node *node = head_; node != nullptr;) {
        Node *next = node->next;
        if (node->value == value) {
            unlink(node);
            delete node;
            removed++;
        }
        node = next;
    }
    return removed;
}

template <typename T>
void List<T>::reverse()
{
    for (Node *node = head_; node != nullptr;) {
        Node *next = node->next;
        node->next = node->prev;
        node->prev = next;
        node = next;
    }
    Node *old = head_;
    head_ = tail_;
    tail_ = old;
}

template <typename T>
template <typename Less>
void List<T>::sort(Less less)
{
    for (Node *node = head_; node != nullptr; node = node->next) {
        T value = node->value;
        Node *at = node;
        while (at->prev != nullptr && less(value, at->prev->value)) {
            at->value = at->prev->value;
            at = at->prev;
        }
        at->value = value;
    }
}

int sum_of(const List<int> *list)
{
    int sum = 0;
    if (list == nullptr)
        return -1;
    for (int value : *list)
        sum = sum * 2 + value;
    return sum;
}

std::string joined(const List<std::string> &list, const char *separator)
{
    std::string text;
    for (const std::string &value : list) {
        if (!text.empty() && separator != nullptr)
            text += separator;
        text += value;
    }
    return text;
}

int main()
{
    List<int> *numbers = new List<int>{5, 3, 9, 3, 1};
    List<std::string> words = {"pear", "fig"};
    List<std::string> none;
    int first = 0;

    numbers->push_front(7);
    std::printf("sum %d of %d\n", sum_of(numbers), numbers->size());
    List<int> sorted(*numbers);
    sorted.sort([](int a, int b) { return a < b; });
    std::printf("sorted %d, none %d\n", sum_of(&sorted), sum_of(nullptr));
    numbers->reverse();
    bool popped = numbers->pop_front(&first);
    numbers->pop_front(nullptr);
    std::printf("popped %d %d, front %d, back %d\n", popped, first, *numbers->front(), *numbers->back());
    int *nine = numbers->find(9);
    int *four = numbers->find(4);
    if (nine != nullptr)
        *nine += 30;
    if (four != nullptr)
        *four += 1000;
    int removed = numbers->remove(3);
    std::printf("removed %d, sum %d, left %d\n", removed, sum_of(numbers), numbers->size());
    delete numbers;

    words.push_front("apple");
    words.push_back("kiwi");
    words.reverse();
    std::printf("%s | %s | [%s]\n", joined(words, ", ").c_str(), joined(words, nullptr).c_str(),
                joined(none, ",").c_str());
    while (words.pop_front(nullptr)) {
        std::string *back = words.back();
        if (!back) {
            std::printf("empty\n");
            break;
        }
        std::printf("back %s of %d\n", back->c_str(), words.size());
    }
    std::printf("none %d %d\n", none.front() == nullptr, none.pop_front(nullptr));
    none.push_front("late");
    std::printf("late %s %d\n", none.back()->c_str(), none.find("late") != nullptr);
    return 0;
}
