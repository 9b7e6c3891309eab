/* Sparse vectors as sorted linked lists: add, scale, dot, text output. */
#include <stdio.h>
#include <stdlib.h>

typedef struct term {
    int index;
    double value;
    struct term *next;
} term;

typedef struct {
    term *terms;
    int count;
} vec;

vec *vec_new(void);
vec *vec_from(const double *dense, int n);
void vec_set(vec *v, int index, double value);
const term *vec_find(const vec *v, int index);
vec *vec_sum(const vec *a, const vec *b, double scale);
double vec_dot(const vec *a, const vec *b);
double *vec_dense(const vec *v, int n);
void vec_print(const char *name, const vec *v);
int vec_free(vec *v);

vec *vec_new(void)
{
    return calloc(1, sizeof(vec));
}

vec *vec_from(const double *dense, int n)
{
    if (dense == NULL)
        return NULL;
    vec *v = vec_new();
    for (int i = n - 1; i >= 0; i--) {
        if (dense[i] != 0)
            vec_set(v, i, dense[i]);
    }
    return v;
}

void vec_set(vec *v, int index, double value)
{
    term **at = &v->terms;

    while (*at != NULL && (*at)->index < index)
        at = &(*at)->next;
    term *t = *at;
    if (t != NULL && t->index == index) {
        if (value == 0) {
            *at = t->next;
            v->count--;
            printf("drop [%d] %g\n", t->index, t->value);
            free(t);
            return;
        }
        t->value = value;
        return;
    }
    if (value == 0)
        return;
    t = malloc(sizeof(term));
    t->index = index;
    t->value = value;
    t->next = *at;
    *at = t;
    v->count++;
}

const term *vec_find(const vec *v, int index)
{
    if (!v)
        return NULL;
    const term *t = v->terms;
    while (t && t->index != index)
        t = t->next;
    return t;
}

vec *vec_sum(const vec *a, const vec *b, double scale)
{
    if (a == NULL || b == NULL)
        return NULL;

    vec *sum = vec_new();
    const term *x = a->terms;
    const term *y = b->terms;
    while (x != NULL || y != NULL) {
        int index;
        double value = 0;
        if (y == NULL)
            index = x->index;
        else if (x == NULL)
            index = y->index;
        else
            index = x->index < y->index ? x->index : y->index;
        if (x != NULL && x->index == index) {
            value += x->value;
            x = x->next;
        }
        if (y != NULL && y->index == index) {
            value += y->value * scale;
            y = y->next;
        }
        vec_set(sum, index, value);
    }
    return sum;
}

double vec_dot(const vec *a, const vec *b)
{
    double dot = 0;

    if (a == NULL || b == NULL)
        return 0;
    for (const term *t = a->terms; t; t = t->next) {
        const term *other = vec_find(b, t->index);
        if (other == NULL)
            continue;
        dot += t->value * other->value;
    }
    return dot;
}

double *vec_dense(const vec *v, int n)
{
    double *dense;

    if (v == NULL || n <= 0)
        return NULL;
    dense = calloc((size_t)n, sizeof(double));
    for (const term *t = v->terms; t; t = t->next) {
        if (t->index < n)
            dense[t->index] = t->value;
    }
    return dense;
}

void vec_print(const char *name, const vec *v)
{
    printf("%s:", name);
    if (v == NULL) {
        printf(" none\n");
        return;
    }
    for (const term *t = v->terms; t; t = t->next)
        printf(" %d:%g", t->index, t->value);
    printf(" (%d)\n", v->count);
}

int vec_free(vec *v)
{
    int freed = 0;

    if (v == NULL)
        return -1;
    for (term *t = v->terms; t != NULL;) {
        term *next = t->next;
        freed += t->index;
        free(t);
        t = next;
    }
    freed += v->count * 100;
    free(v);
    return freed;
}

int main(void)
{
    static const double first[] = {0, 2, 0, -1.5, 0, 0, 8};
    static const double second[] = {4, 1, 0, 3, 0, 0.25, 0};
    vec *a = vec_from(first, 7);
    vec *b = vec_from(second, 7);
    vec *none = vec_from(NULL, 3);
    double total = 0;

    vec_print("a", a);
    vec_print("b", b);
    vec *c = vec_sum(a, b, 0.5);
    vec *d = vec_sum(a, b, -2);
    vec *zero = vec_sum(b, b, -1);
    vec_print("a+b/2", c);
    vec_print("a-2b", d);
    vec_print("b-b", zero);
    vec_print("a+none", vec_sum(a, none, 1));
    vec_print("none+a", vec_sum(none, a, 1));
    printf("dot %g %g %g\n", vec_dot(a, b), vec_dot(c, d), vec_dot(a, zero));
    printf("with none %g %g\n", vec_dot(none, a), vec_dot(a, none));

    vec_set(a, 3, 0);
    vec_set(a, 4, 0);
    vec_set(a, 100, 7);
    vec_set(a, 0, 1);
    vec_set(a, 6, 9);
    vec_print("a", a);

    double *dense = vec_dense(a, 7);
    for (int i = 0; i < 7; i++)
        total = total * 2 + dense[i];
    free(dense);
    printf("total %g, %s\n", total, vec_dense(none, 7) == NULL ? "no dense" : "dense");

    static const int wanted[] = {0, 1, 2, 100};
    for (int i = 0; i < 4; i++) {
        const term *t = vec_find(a, wanted[i]);
        if (t)
            printf("a[%d] = %g\n", t->index, t->value);
        else
            printf("a[%d] is zero\n", wanted[i]);
    }
    printf("in none: %d\n", vec_find(none, 1) == NULL);
    printf("freed %d %d", vec_free(a), vec_free(b));
    printf(" %d %d", vec_free(c), vec_free(d));
    printf(" %d %d\n", vec_free(zero), vec_free(none));
    return 0;
}
