// Line diff by longest common subsequence, with hunks and patch application.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

typedef std::vector<std::string> Lines;

struct Change {
    char kind; // ' ', '-' or '+'
    int old_line;
    int new_line;
    std::string text;
};

class Diff {
public:
    Diff(const Lines &before, const Lines &after);
    ~Diff();
    Diff(const Diff &) = delete;
    Diff &operator=(const Diff &) = delete;

    const std::vector<Change> &changes() const { return changes_; }
    int common() const { return common_; }
    int count(char kind) const;
    double similarity() const;
    void print_hunks(int context) const;
    const Change *first(char kind) const;

private:
    int &cell(int i, int k) { return table_[i * columns_ + k]; }
    void walk(const Lines &before, const Lines &after);

    int rows_, columns_;
    int *table_;
    int common_ = 0;
    std::vector<Change> changes_;
};

Lines split_lines(const char *text);
Lines *apply_patch(const Lines *base, const Diff &diff);
int edit_distance(const char *a, const char *b);

Lines split_lines(const char *text)
{
    Lines lines;
    while (text != nullptr && *text != '\0') {
        const char *end = std::strchr(text, '\n');
        if (end == nullptr) {
            lines.push_back(text);
            break;
        }
        lines.push_back(std::string(text, end));
        text = end + 1;
    }
    return lines;
}

Diff::Diff(const Lines &before, const Lines &after)
    : rows_(static_cast<int>(before.size()) + 1), columns_(static_cast<int>(after.size()) + 1),
      table_(new int[rows_ * columns_]())
{
    for (int i = rows_ - 2; i >= 0; i--) {
        for (int k = columns_ - 2; k >= 0; k--) {
            if (before[i] == after[k])
                cell(i, k) = cell(i + 1, k + 1) + 1;
            else
                cell(i, k) = cell(i + 1, k) > cell(i, k + 1) ? cell(i + 1, k) : cell(i, k + 1);
        }
    }
    common_ = cell(0, 0);
    walk(before, after);
}

Diff::~Diff()
{
    delete[] table_;
}

void Diff::walk(const Lines &before, const Lines &after)
{
    int i = 0, k = 0;
    while (i < rows_ - 1 || k < columns_ - 1) {
        if (i < rows_ - 1 && k < columns_ - 1 && before[i] == after[k]) {
            changes_.push_back({' ', i, k, before[i]});
            i++;
            k++;
        } else if (k == columns_ - 1 || (i < rows_ - 1 && cell(i + 1, k) >= cell(i, k + 1))) {
            changes_.push_back({'-', i, k, before[i]});
            i++;
        } else {
            changes_.push_back({'+', i, k, after[k]});
            k++;
        }
    }
}

int Diff::count(char kind) const
{
    int n = 0;
    for (const Change &change : changes_)
        n += change.kind == kind;
    return n;
}

double Diff::similarity() const
{
    int total = rows_ + columns_ - 2;
    return total == 0 ? 1.0 : 2.0 * common_ / total;
}

const Change *Diff::first(char kind) const
{
    for (const Change &change : changes_) {
        if (change.kind == kind)
            return &change;
    }
    return nullptr;
}

void Diff::print_hunks(int context) const
{
    int n = static_cast<int>(changes_.size());
    int printed = -1;
    for (int i = 0; i < n; i++) {
        if (changes_[i].kind == ' ')
            continue;
        int from = i - context > printed + 1 ? i - context : printed + 1;
        if (from > printed + 1 || printed < 0)
            std::printf("@@ %d,%d @@\n", changes_[from].old_line + 1, changes_[from].new_line + 1);
        int to = i + context < n ? i + context : n - 1;
        for (int k = from; k <= to; k++) {
            if (k > i && changes_[k].kind != ' ')
                break;
            std::printf("%c%s\n", changes_[k].kind, changes_[k].text.c_str());
            printed = k;
        }
    }
}

Lines *apply_patch(const Lines *base, const Diff &diff)
{
    if (base == nullptr)
        return nullptr;
    Lines *result = new Lines;
    for (const Change &change : diff.changes()) {
        if (change.kind == '+') {
            result->push_back(change.text);
            continue;
        }
        size_t at = static_cast<size_t>(change.old_line);
        if (at >= base->size() || (*base)[at] != change.text) {
            std::printf("conflict at line %zu after %zu lines\n", at + 1, result->size());
            delete result;
            return nullptr;
        }
        if (change.kind == ' ')
            result->push_back(change.text);
    }
    return result;
}

int edit_distance(const char *a, const char *b)
{
    if (a == nullptr || b == nullptr)
        return -1;
    int n = static_cast<int>(std::strlen(b));
    int *row = new int[n + 1];
    for (int k = 0; k <= n; k++)
        row[k] = k;
    for (int i = 1; a[i - 1] != '\0'; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int k = 1; k <= n; k++) {
            int substitute = diagonal + (a[i - 1] != b[k - 1]);
            int other = (row[k] < row[k - 1] ? row[k] : row[k - 1]) + 1;
            diagonal = row[k];
            row[k] = substitute < other ? substitute : other;
        }
    }
    int distance = row[n];
    delete[] row;
    return distance;
}

static int compare(const Lines &before, const Lines &after, const Lines *base)
{
    Diff *diff = new Diff(before, after);
    diff->print_hunks(1);
    std::printf("common %d, -%d +%d, %.3f similar\n", diff->common(), diff->count('-'), diff->count('+'),
                diff->similarity());
    const Change *added = diff->first('+');
    if (added == nullptr)
        std::printf("nothing added\n");
    else
        std::printf("first added '%s' at %d\n", added->text.c_str(), added->new_line + 1);

    int score = diff->common() * 10;
    Lines *patched = apply_patch(base, *diff);
    if (patched == nullptr) {
        std::printf("not patched\n");
    } else {
        std::printf("patched %zu lines, same %d\n", patched->size(), *patched == after);
        score += static_cast<int>(patched->size());
        delete patched;
    }
    delete diff;
    return score;
}

int main()
{
    const Lines a = split_lines("one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n");
    const Lines b = split_lines("zero\none\ntwo\nthree!\nfour\nfive\nsix\neight\nnine");
    const Lines none = split_lines(nullptr);
    int score = 0;

    score += compare(a, b, &a);
    score += compare(b, a, &a) * 2;
    score += compare(a, a, nullptr) * 3;
    score += compare(none, b, &none) * 5;
    score += compare(b, none, &b) * 7;
    std::printf("score %d\n", score);
    std::printf("distances %d %d %d %d %d\n", edit_distance("kitten", "sitting"), edit_distance("", "abc"),
                edit_distance("same", "same"), edit_distance(nullptr, "x"), edit_distance("x", nullptr));
    return 0;
}
