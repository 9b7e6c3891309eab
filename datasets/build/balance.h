/*
 * What a draw of faults gives away: when more faults leave `if (x == NULL)` out than put it in, its
 * absence tells which of two programs is the faulty one, and a model learns that instead of the
 * fault. The plan (datasets/build/plan.h) draws so that what is taken out is put in as often.
 *
 * A fault's signature is the difference between its two sides in n-grams (1 to 3) of tokens, names
 * masked; signatures have length 1, so a long edit counts as much as a short one. The balance is
 * the sum of those drawn, each as much as it is likely to be observed: a fault that points against
 * the sum costs less than nothing.
 */
#ifndef FL_DATASETS_BUILD_BALANCE_H
#define FL_DATASETS_BUILD_BALANCE_H

#include "tracegen/program.h"
#include "tracegen/site.h"

/* N-grams share buckets when there are more than these; that blurs, it never fails. */
enum { DS_BALANCE_BUCKETS = 4096 };

struct ds_balance {
	double sum[DS_BALANCE_BUCKETS];
};

struct ds_gram {
	unsigned bucket;
	float weight;
};

struct ds_signature {
	struct ds_gram *grams; /* in the arena */
	size_t count; /* 0: the sides are alike when names are masked */
};

/* The signature of a site of the program. FL_ENOMEM when the arena is full. */
int ds_signature_of(const struct tg_program *program, const struct tg_site *site,
	struct fl_arena *a, struct ds_signature *ret_signature, struct fl_error *err);

/* How much the sum points where the signature does: below 0 evens it out. */
double ds_balance_cost(const struct ds_balance *b, const struct ds_signature *s);

/* A fault of the signature was drawn; chance, from 0 to 1: how likely it comes to a record. */
void ds_balance_add(struct ds_balance *b, const struct ds_signature *s, double chance);

#endif
