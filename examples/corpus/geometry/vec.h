/* Vectors in the plane. */
#ifndef VEC_H
#define VEC_H

struct vec {
	double x, y;
};

extern int vec_calls;

static inline struct vec vec_make(double x, double y)
{
	struct vec v = {x, y};
	return v;
}

static inline double vec_cross(struct vec a, struct vec b)
{
	return a.x * b.y - a.y * b.x;
}

struct vec vec_sub(struct vec a, struct vec b);
double vec_length(struct vec v);
struct vec vec_turn(struct vec v, double degrees);

#endif
