// Dense matrix with arithmetic, transpose, determinant, inverse and parsing.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <utility>

class Matrix {
public:
    Matrix(int rows, int cols);
    Matrix(int rows, int cols, const double *values);
    Matrix(const Matrix &other);
    Matrix &operator=(Matrix other);
    ~Matrix();

    static Matrix identity(int n);
    static Matrix *parse(const char *text);

    int rows() const { return rows_; }
    int cols() const { return cols_; }
    double &at(int r, int c) { return data_[r * cols_ + c]; }
    double at(int r, int c) const { return data_[r * cols_ + c]; }

    Matrix operator+(const Matrix &o) const;
    Matrix operator*(const Matrix &o) const;
    Matrix transposed() const;
    double determinant() const;
    Matrix *inverse() const; // nullptr when singular
    double trace() const;
    double norm() const;
    void print(const char *name) const;

private:
    int rows_;
    int cols_;
    double *data_;
};

Matrix::Matrix(int rows, int cols) : rows_(rows), cols_(cols), data_(new double[rows * cols]())
{
}

Matrix::Matrix(int rows, int cols, const double *values) : Matrix(rows, cols)
{
    if (values != nullptr)
        std::memcpy(data_, values, sizeof(double) * static_cast<size_t>(rows * cols));
}

Matrix::Matrix(const Matrix &other) : Matrix(other.rows_, other.cols_, other.data_)
{
}

Matrix &Matrix::operator=(Matrix other)
{
    std::swap(rows_, other.rows_);
    std::swap(cols_, other.cols_);
    std::swap(data_, other.data_);
    return *this;
}

Matrix::~Matrix()
{
    delete[] data_;
}

Matrix Matrix::identity(int n)
{
    Matrix m(n, n);
    for (int i = 0; i < n; i++)
        m.at(i, i) = 1;
    return m;
}

// "rows cols v v v ..." or nullptr when values are missing
Matrix *Matrix::parse(const char *text)
{
    int rows = 0, cols = 0, used = 0;

    if (text == nullptr)
        return nullptr;
    if (std::sscanf(text, "%d %d%n", &rows, &cols, &used) != 2)
        return nullptr;
    text += used;
    Matrix *m = new Matrix(rows, cols);
    for (int i = 0; i < rows * cols; i++) {
        double value = 0;
        if (std::sscanf(text, "%lf%n", &value, &used) != 1) {
            std::printf("parse: %d of %d values\n", i, m->rows() * m->cols());
            delete m;
            return nullptr;
        }
        m->at(i / cols, i % cols) = value;
        text += used;
    }
    return m;
}

Matrix Matrix::operator+(const Matrix &o) const
{
    Matrix sum(rows_, cols_);
    for (int i = 0; i < rows_ * cols_; i++)
        sum.data_[i] = data_[i] + o.data_[i];
    return sum;
}

Matrix Matrix::operator*(const Matrix &o) const
{
    Matrix product(rows_, o.cols_);
    for (int r = 0; r < rows_; r++) {
        for (int c = 0; c < o.cols_; c++) {
            double cell = 0;
            for (int k = 0; k < cols_; k++)
                cell += at(r, k) * o.at(k, c);
            product.at(r, c) = cell;
        }
    }
    return product;
}

Matrix Matrix::transposed() const
{
    Matrix t(cols_, rows_);
    for (int r = 0; r < rows_; r++)
        for (int c = 0; c < cols_; c++)
            t.at(c, r) = at(r, c);
    return t;
}

double Matrix::determinant() const
{
    if (rows_ == 1)
        return at(0, 0);
    double det = 0;
    double sign = 1;
    for (int skip = 0; skip < cols_; skip++) {
        Matrix *minor = new Matrix(rows_ - 1, cols_ - 1);
        for (int r = 1; r < rows_; r++) {
            int to = 0;
            for (int c = 0; c < cols_; c++) {
                if (c != skip)
                    minor->at(r - 1, to++) = at(r, c);
            }
        }
        det += sign * at(0, skip) * minor->determinant();
        delete minor;
        sign = -sign;
    }
    return det;
}

Matrix *Matrix::inverse() const
{
    Matrix work(*this);
    Matrix *result = new Matrix(identity(rows_));

    for (int i = 0; i < rows_; i++) {
        int pivot = i;
        for (int r = i + 1; r < rows_; r++) {
            if (std::fabs(work.at(r, i)) > std::fabs(work.at(pivot, i)))
                pivot = r;
        }
        if (work.at(pivot, i) == 0) {
            std::printf("singular at column %d\n", i);
            delete result;
            return nullptr;
        }
        for (int c = 0; c < cols_; c++) {
            std::swap(work.at(i, c), work.at(pivot, c));
            std::swap(result->at(i, c), result->at(pivot, c));
        }
        double scale = work.at(i, i);
        for (int c = 0; c < cols_; c++) {
            work.at(i, c) /= scale;
            result->at(i, c) /= scale;
        }
        for (int r = 0; r < rows_; r++) {
            double factor = work.at(r, i);
            if (r == i)
                continue;
            for (int c = 0; c < cols_; c++) {
                work.at(r, c) -= factor * work.at(i, c);
                result->at(r, c) -= factor * result->at(i, c);
            }
        }
    }
    return result;
}

double Matrix::trace() const
{
    double sum = 0;
    for (int i = 0; i < rows_ && i < cols_; i++)
        sum += at(i, i);
    return sum;
}

double Matrix::norm() const
{
    double sum = 0;
    for (int i = 0; i < rows_ * cols_; i++)
        sum += data_[i] * data_[i];
    return std::sqrt(sum);
}

void Matrix::print(const char *name) const
{
    std::printf("%s %dx%d\n", name, rows_, cols_);
    for (int r = 0; r < rows_; r++) {
        for (int c = 0; c < cols_; c++)
            std::printf("%8.3f", at(r, c));
        std::printf("\n");
    }
}

int main()
{
    const double values[] = {2, -1, 0, 1, 3, 5, -2, 4, 4};
    Matrix a(3, 3, values);
    Matrix zero(2, 3, nullptr);
    Matrix *b = Matrix::parse("3 2 1 2 3 4 5 6");
    const char *const inputs[] = {"2 2 1 2 2 4", "2 2 1 2 3", nullptr, "x", "2 2 4 7 2 6"};

    Matrix product = a * *b;
    product.print("a*b");
    (zero + b->transposed()).print("zero+bt");
    std::printf("norm %.4f, det %.3f, trace %.1f\n", b->norm(), a.determinant(), product.trace());
    delete b;

    for (const char *input : inputs) {
        Matrix *m = Matrix::parse(input);
        if (m == nullptr) {
            std::printf("not a matrix\n");
            continue;
        }
        Matrix *inverse = m->inverse();
        if (inverse == nullptr) {
            std::printf("no inverse, det %.1f\n", m->determinant());
        } else {
            inverse->print("inverse");
            (*m * *inverse).print("check");
            delete inverse;
        }
        product = m->transposed();
        delete m;
    }
    product.print("last");
    return 0;
}
