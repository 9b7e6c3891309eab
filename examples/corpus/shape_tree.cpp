// Drawings as trees of figures: areas, scaling and copies by virtual functions and visitors.
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

class square;
class group;

class visitor
{
      public:
	virtual ~visitor() = default;
	virtual void on_square(const square &s) = 0;
	virtual void enter(const group &, int)
	{
	}
	virtual void leave(int)
	{
	}
};

class figure
{
      public:
	virtual ~figure() = default;
	virtual double area() const
	{
		return 0;
	}
	virtual double edge(int digits) const
	{
		return digits;
	}
	virtual void scale(int percent)
	{
		scaled_ += percent;
	}
	virtual figure *clone() const = 0;
	virtual void accept(visitor &v, int depth) const = 0;

      protected:
	int scaled_ = 0;
};

class square : public figure
{
      public:
	explicit square(double side) : side_(side)
	{
	}
	double area() const override
	{
		return side_ * side_;
	}
	double edge(int digits) const override
	{
		return digits > 0 ? 4 * side_ : static_cast<int>(4 * side_);
	}
	void scale(int percent) override
	{
		side_ = side_ * percent / 100;
	}
	figure *clone() const override
	{
		return new square(*this);
	}
	void accept(visitor &v, int depth) const override
	{
		v.on_square(*this);
		v.leave(depth);
	}

      private:
	double side_;
};

class group : public figure
{
      public:
	void add(figure *f)
	{
		parts_.emplace_back(f);
	}
	double area() const override
	{
		double sum = 0;
		for (const auto &p : parts_)
			sum += p->area();
		return sum;
	}
	void scale(int percent) override
	{
		for (const auto &p : parts_)
			p->scale(percent);
	}
	figure *clone() const override
	{
		auto copy = std::make_unique<group>();
		for (const auto &p : parts_)
			copy->add(p->clone());
		return copy.release();
	}
	void accept(visitor &v, int depth) const override
	{
		v.enter(*this, depth);
		for (const auto &p : parts_)
			p->accept(v, depth + 1);
		v.leave(depth);
	}

      private:
	std::vector<std::unique_ptr<figure>> parts_;
};

class outline : public visitor
{
      public:
	void on_square(const square &s) override
	{
		text += "s" + std::to_string(static_cast<int>(s.edge(1)));
	}
	void enter(const group &g, int depth) override
	{
		text += depth ? "(" : "<" + std::to_string(static_cast<int>(g.area())) + " ";
	}
	void leave(int depth) override
	{
		text += depth ? "," : ">";
	}
	std::string text;
};

static std::string describe(const figure *f)
{
	outline o;
	f->accept(o, 0);
	return o.text;
}

static std::unique_ptr<figure> pair_of(double a, double b)
{
	auto g = std::make_unique<group>();
	auto first = std::make_unique<square>(a);
	auto second = std::make_unique<square>(b);
	g->add(first.release());
	g->add(second.release());
	return g;
}

int main()
{
	auto drawing = std::make_unique<group>();
	std::unique_ptr<figure> inner = pair_of(2, 3), lone = std::make_unique<square>(1.5);
	drawing->add(inner.release());
	drawing->add(lone.release());
	std::unique_ptr<figure> copy(drawing->clone());
	drawing->scale(200);
	std::printf("%s\n%s\n", describe(drawing.get()).c_str(), describe(copy.get()).c_str());
	std::printf("%.2f %.2f\n", drawing->area(), copy->area());
	figure *taken = copy.release();
	drawing->add(taken);
	std::printf("%.2f %s\n", drawing->area(), describe(drawing.get()).c_str());
	return 0;
}
