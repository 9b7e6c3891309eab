/*
 * The class of the fault that an answer states, and how sure it says it is, scored against what was
 * found. In its blocks of thought (datasets/terms/blocks.h), as our records have them:
 *
 *	(a comment:) ERROR_CLASS: lifetime
 *	 * CONFIDENCE: 0.93 and what else may follow
 *
 * ERROR_CLASS is one name of the ten classes or "none", and nothing more; CONFIDENCE begins with a
 * decimal number from 0 to 1. Two lines that say different things say nothing.
 *
 * A class scores 1 when it is the one that was found, else 0. The confidence p in it scores
 *
 *	(1 + y - (p - y)^2) / 2     y: 1 when the class is right, else 0
 *
 * which is 1 for a right one with p = 1, 1/2 for p = 0 of either, 0 for a wrong one with p = 1. It
 * is what is right less Brier's score of the confidence (G. W. Brier, Verification of forecasts
 * expressed in terms of probability, 1950), in 0 to 1; Damani et al., Beyond Binary Rewards:
 * Training LMs to Reason About Their Uncertainty, 2025, arXiv:2507.16806, reward so. Of a class
 * that is right with probability q, p = q is best and expects (1 + q^2) / 2, which grows with q:
 * the best that can be said is the most probable class with its probability. Brier's score alone
 * is not enough: a class that is surely wrong with confidence 0 would be perfect. A logarithm is
 * not bounded, and one that is clipped is not proper.
 *
 * What is not stated, or cannot be read, scores 0: as the worst that can be said.
 */
#ifndef FL_DATASETS_STATED_H
#define FL_DATASETS_STATED_H

#include "base/arena.h"
#include "base/json.h"
#include "diag/model/class.h"

struct ds_stated {
	int error_class; /* enum diag_class; -1: none, or none that can be read */
	int64_t confidence; /* 1/10000ths; -1: the same */
	struct fl_slice problem; /* what cannot be read of it, in a sentence; or "" */
};

/* Of an answer. */
struct ds_stated ds_stated_read(struct fl_slice answer);

/* Of an object {"error_class": "ub", "confidence": 0.8}; whatever it holds is a statement. */
struct ds_stated ds_stated_member(const struct fl_json *v);

/* The two scores, in 1/10000ths, where `found` is the class that was found. */
int64_t ds_stated_class_score(const struct ds_stated *s, int found);
int64_t ds_stated_confidence_score(const struct ds_stated *s, int found);

#endif
