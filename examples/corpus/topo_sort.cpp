// Build planner: topological order of targets, cycle report, critical path.
#include <algorithm>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

struct Target {
    std::string name;
    int cost;
    std::vector<Target *> needs;
    int waiting = 0;
    int finish = 0;
    Target *slowest = nullptr;
};

class Plan {
public:
    Plan() = default;
    Plan(const Plan &) = delete;
    Plan &operator=(const Plan &) = delete;
    ~Plan();

    int read(const std::string &text);
    Target *find(const std::string &name) const;
    Target *intern(const std::string &name);
    bool remove(const std::string &name);
    std::vector<Target *> order();
    Target *last() const;
    std::string critical_path() const;
    std::vector<std::string> stuck() const;
    size_t size() const { return targets_.size(); }

private:
    std::map<std::string, Target *> targets_;
};

Plan::~Plan()
{
    int cost = 0;
    for (auto &entry : targets_) {
        cost += entry.second->cost;
        delete entry.second;
    }
    std::cout << "plan of cost " << cost << " dropped\n";
}

Target *Plan::find(const std::string &name) const
{
    auto it = targets_.find(name);
    return it == targets_.end() ? nullptr : it->second;
}

Target *Plan::intern(const std::string &name)
{
    Target *target = find(name);
    if (target == nullptr) {
        target = new Target{name, 1, {}};
        targets_[name] = target;
    }
    return target;
}

// Lines of "name cost: need need ..."
int Plan::read(const std::string &text)
{
    std::istringstream lines(text);
    std::string line;
    int bad = 0;

    while (std::getline(lines, line)) {
        size_t colon = line.find(':');
        if (colon == std::string::npos) {
            bad++;
            continue;
        }
        std::istringstream left(line.substr(0, colon)), right(line.substr(colon + 1));
        std::string name, need;
        int cost = 0;
        left >> name >> cost;
        Target *target = intern(name);
        target->cost = cost;
        while (right >> need)
            target->needs.push_back(intern(need));
    }
    return bad;
}

bool Plan::remove(const std::string &name)
{
    Target *target = find(name);
    if (!target)
        return false;
    for (auto &entry : targets_) {
        auto &needs = entry.second->needs;
        needs.erase(std::remove(needs.begin(), needs.end(), target), needs.end());
    }
    targets_.erase(name);
    std::cout << "removed " << target->name << " (" << target->cost << ")\n";
    delete target;
    return true;
}

std::vector<Target *> Plan::order()
{
    std::vector<Target *> done;

    for (auto &entry : targets_) {
        Target *t = entry.second;
        t->waiting = static_cast<int>(t->needs.size());
        t->finish = 0;
        t->slowest = nullptr;
    }
    for (bool progress = true; progress;) {
        progress = false;
        for (auto &entry : targets_) {
            Target *t = entry.second;
            if (t->waiting != 0)
                continue;
            for (Target *need : t->needs) {
                if (t->slowest == nullptr || need->finish > t->slowest->finish)
                    t->slowest = need;
            }
            t->finish = t->cost;
            if (t->slowest != nullptr)
                t->finish += t->slowest->finish;
            t->waiting = -1;
            done.push_back(t);
            for (auto &other : targets_) {
                const auto &needs = other.second->needs;
                other.second->waiting -= static_cast<int>(std::count(needs.begin(), needs.end(), t));
            }
            progress = true;
        }
    }
    return done;
}

Target *Plan::last() const
{
    Target *last = nullptr;
    for (const auto &entry : targets_) {
        if (last == nullptr || entry.second->finish > last->finish)
            last = entry.second;
    }
    return last;
}

std::string Plan::critical_path() const
{
    std::string path;
    for (const Target *t = last(); t; t = t->slowest)
        path = path.empty() ? t->name : t->name + " > " + path;
    return path;
}

std::vector<std::string> Plan::stuck() const
{
    std::vector<std::string> names;
    for (const auto &entry : targets_) {
        if (entry.second->waiting > 0)
            names.push_back(entry.first);
    }
    return names;
}

static int report(Plan &plan)
{
    int score = 0;
    std::vector<Target *> done = plan.order();
    for (size_t i = 0; i < done.size(); i++) {
        std::cout << (i == 0 ? "" : " ") << done[i]->name << "@" << done[i]->finish;
        score += static_cast<int>(i + 1) * done[i]->finish;
    }
    std::cout << "\nready " << done.size() << " of " << plan.size() << ", critical: " << plan.critical_path() << "\n";
    for (const std::string &name : plan.stuck()) {
        std::cout << "stuck: " << name << "\n";
        score -= 100;
    }
    return score;
}

int main()
{
    const char *text = "app 7: core ui net\n"
                       "core 4: base\n"
                       "net 3: base tls\n"
                       "this line is noise\n"
                       "ui 9: core icons\n"
                       "tls 6:\n"
                       "tests 5: app\n"
                       "docs 2: spell\n"
                       "spell 1: dict\n"
                       "dict 2: docs\n";
    Plan *plan = new Plan;
    Plan empty;

    int bad = plan->read(text);
    std::cout << "bad lines " << bad << ", targets " << plan->size() << "\n";
    int score = report(*plan);
    bool removed = plan->remove("dict");
    bool again = plan->remove("dict");
    std::cout << "remove " << removed << again << "\n";
    plan->intern("icons")->cost = 20;
    score = score * 10 + report(*plan);
    std::cout << "score " << score << "\n";

    const Target *net = plan->find("net");
    const Target *gui = plan->find("gui");
    if (net != nullptr)
        std::cout << "net needs " << net->needs.size() << "\n";
    if (gui == nullptr)
        std::cout << "no gui\n";
    score = report(empty);
    std::cout << "empty: " << score << (empty.last() == nullptr ? ", no last" : ", last") << "\n";
    delete plan;
    return 0;
}
