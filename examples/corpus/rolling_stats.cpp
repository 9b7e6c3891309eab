// Rolling statistics over a fixed window, with percentiles and a histogram.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

class Window {
public:
    explicit Window(int capacity);
    ~Window();
    Window(const Window &) = delete;
    Window &operator=(const Window &) = delete;

    static Window *create(int capacity);
    bool add(double sample);
    double mean() const;
    double variance() const;
    double minimum() const;
    double percentile(double p) const;
    const double *newest() const;
    const double *oldest() const;
    int count() const { return count_; }
    bool full() const { return count_ == capacity_; }

private:
    double at(int age) const;

    double *samples_;
    int capacity_;
    int count_ = 0;
    int next_ = 0;
    double sum_ = 0;
};

class Histogram {
public:
    Histogram(double low, double high, int bins);
    void add(double x);
    int mode() const;
    std::string bar(int bin) const;
    int bins() const { return static_cast<int>(counts_.size()); }
    int outside() const { return under_ + over_ * 100; }

private:
    double low_, width_;
    std::vector<int> counts_;
    int under_ = 0, over_ = 0;
};

double correlation(const std::vector<double> *x, const std::vector<double> *y);
double smooth(Window *window, double sample, double fallback);

Window::Window(int capacity) : samples_(new double[capacity]), capacity_(capacity)
{
}

Window::~Window()
{
    delete[] samples_;
}

Window *Window::create(int capacity)
{
    return capacity > 0 ? new Window(capacity) : nullptr;
}

bool Window::add(double sample)
{
    bool replaced = full();
    if (replaced)
        sum_ -= samples_[next_];
    else
        count_++;
    samples_[next_] = sample;
    sum_ += sample;
    next_ = (next_ + 1) % capacity_;
    return replaced;
}

double Window::at(int age) const
{
    return samples_[(next_ - 1 - age + 2 * capacity_) % capacity_];
}

double Window::mean() const
{
    return count_ == 0 ? 0 : sum_ / count_;
}

double Window::variance() const
{
    double total = 0;
    double m = mean();
    if (count_ < 2)
        return 0;
    for (int age = 0; age < count_; age++)
        total += (at(age) - m) * (at(age) - m);
    return total / (count_ - 1);
}

double Window::minimum() const
{
    double least = INFINITY;
    for (int age = 0; age < count_; age++)
        least = std::min(least, at(age));
    return least;
}

double Window::percentile(double p) const
{
    if (count_ == 0)
        return -1;
    double *sorted = new double[count_];
    for (int age = 0; age < count_; age++)
        sorted[age] = at(age);
    std::sort(sorted, sorted + count_);
    double rank = p / 100 * (count_ - 1);
    int below = static_cast<int>(rank);
    double value = sorted[below];
    if (below + 1 < count_)
        value += (rank - below) * (sorted[below + 1] - sorted[below]);
    delete[] sorted;
    return value;
}

const double *Window::newest() const
{
    if (count_ == 0)
        return nullptr;
    return &samples_[(next_ + capacity_ - 1) % capacity_];
}

const double *Window::oldest() const
{
    if (count_ == 0)
        return nullptr;
    return &samples_[(next_ + capacity_ - count_) % capacity_];
}

Histogram::Histogram(double low, double high, int bins) : low_(low), width_((high - low) / bins), counts_(bins)
{
}

void Histogram::add(double x)
{
    int bin = static_cast<int>(std::floor((x - low_) / width_));
    if (bin < 0)
        under_++;
    else if (bin >= bins())
        over_++;
    else
        counts_[static_cast<size_t>(bin)]++;
}

int Histogram::mode() const
{
    int best = 0;
    for (int i = 1; i < bins(); i++) {
        if (counts_[static_cast<size_t>(i)] > counts_[static_cast<size_t>(best)])
            best = i;
    }
    return best;
}

std::string Histogram::bar(int bin) const
{
    std::string text;
    for (int i = 0; i < counts_[static_cast<size_t>(bin)]; i++)
        text += '#';
    return text;
}

double correlation(const std::vector<double> *x, const std::vector<double> *y)
{
    double sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
    if (x == nullptr || y == nullptr || x->size() != y->size())
        return -2;
    double n = static_cast<double>(x->size());
    for (size_t i = 0; i < x->size(); i++) {
        double a = (*x)[i], b = (*y)[i];
        sx += a;
        sy += b;
        sxx += a * a;
        syy += b * b;
        sxy += a * b;
    }
    return (n * sxy - sx * sy) / std::sqrt((n * sxx - sx * sx) * (n * syy - sy * sy));
}

double smooth(Window *window, double sample, double fallback)
{
    if (window == nullptr)
        return fallback;
    window->add(sample);
    return window->mean();
}

static void print_ends(const char *name, const Window &window)
{
    const double *oldest = window.oldest();
    const double *newest = window.newest();
    if (oldest == nullptr || newest == nullptr) {
        std::printf("%s: no samples\n", name);
        return;
    }
    std::printf("%s: %.1f to %.1f\n", name, *oldest, *newest);
}

int main()
{
    const double samples[] = {4, 8, 15, 16, 23, 42, -3, 7.5, 12, 19, 23.5, 8};
    Window *window = Window::create(5);
    Window *average = Window::create(3);
    Histogram histogram(0, 40, 5);
    std::vector<double> raw, smoothed;
    double drift = 0;
    int replaced = 0;

    print_ends("start", *window);
    std::printf("percentile of none %.1f, variance %.1f\n", window->percentile(50), window->variance());
    for (double sample : samples) {
        replaced += window->add(sample);
        histogram.add(sample);
        raw.push_back(sample);
        smoothed.push_back(smooth(average, sample, 0));
        drift += smooth(nullptr, sample, 1.5);
        std::printf("%5.1f | mean %6.3f var %8.3f min %5.1f p50 %5.2f p90 %6.2f\n", sample, window->mean(),
                    window->variance(), window->minimum(), window->percentile(50), window->percentile(90));
    }
    print_ends("window", *window);
    print_ends("average", *average);
    std::printf("replaced %d, full %d, count %d, drift %.1f\n", replaced, window->full(), average->count(), drift);
    delete average;
    double last = window->percentile(100);
    delete window;

    for (int bin = 0; bin < histogram.bins(); bin++)
        std::printf("%d %s\n", bin, histogram.bar(bin).c_str());
    std::printf("mode %d outside %d last %.1f\n", histogram.mode(), histogram.outside(), last);
    std::printf("correlation %.5f %.1f\n", correlation(&raw, &smoothed), correlation(&raw, nullptr));
    std::printf("no window: %s\n", Window::create(0) == nullptr ? "refused" : "created");
    return 0;
}
