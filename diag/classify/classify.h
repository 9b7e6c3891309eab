/*
 * From what a tool said to an error class: a table of rules, each with the words and the flag that
 * it looks for. The first rule that fits decides.
 *
 * Confidence is the lower end of the 95 % Wilson interval of the share of right answers of that
 * rule on tests/fixtures/diag/labels_tune.tsv and labels_fresh_tune.tsv, with 40 cases added that
 * went as its kind of rules (a flag or check, words, wide words) goes with labels that it was not
 * made for. A rule without any case has 0: not measured. How it holds: docs/labelling.md.
 */
#ifndef FL_DIAG_CLASSIFY_H
#define FL_DIAG_CLASSIFY_H

#include "diag/model/diagnostic.h"

struct diag_verdict {
	enum diag_class error_class;
	int64_t confidence; /* 1/10000ths; 0: not measured, or no rule fits */
	size_t rule; /* index of the rule; diag_rule_count when none fits */
	const char *tool; /* who must have said it, or NULL when the words do not tell */
};

/*
 * The class of a diagnostic by its level, code, message (quotes in ASCII or UTF-8) and tool.
 * DIAG_CLASS_NONE for notes and remarks, and for errors and warnings that no rule knows (confidence
 * 0).
 */
struct diag_verdict diag_classify(const struct diag_diagnostic *d);

/* The same by the rules from index `first` on alone, to measure those that others hide. */
struct diag_verdict diag_classify_from(const struct diag_diagnostic *d, size_t first);

/*
 * The same with a memory of what was asked before, as builds repeat themselves, and of what the
 * rules need; the caller's, zeroed at first. What was asked is told apart by a hash of 64 bits.
 */
enum { DIAG_MEMOS = 4096, DIAG_RULES_MAX = 4096, DIAG_RULE_LISTS = 1058 };
struct diag_memory {
	struct diag_memo {
		uint64_t key;
		uint16_t confidence, rule; /* of the verdict */
		uint8_t error_class;
		bool tells; /* the rule's tool must have said it */
	} memos[DIAG_MEMOS];
	size_t asked; /* how often it was not remembered */
	/* Lists of rules, by what each needs; entries are indices from 1. */
	uint16_t first[DIAG_RULE_LISTS], next[DIAG_RULES_MAX];
	uint16_t confidence[DIAG_RULES_MAX]; /* of the rules that decided before, and 1 */
};
/* message: diag_message_hash() of it */
struct diag_verdict diag_classify_memo(
	struct diag_memory *m, const struct diag_diagnostic *d, uint64_t message);
/* It will be asked for soon: the memory is far away. */
void diag_classify_expect(const struct diag_memory *m, uint64_t message);

extern const size_t diag_rule_count;

/* Index of the first rule of diag/classify/rules_wide.h; they are the last ones. */
extern const size_t diag_rule_wide;

/* Name of a rule, for reports: its pattern or flag. */
const char *diag_rule_name(size_t rule);

/* Class of a rule. */
enum diag_class diag_rule_class(size_t rule);

/* Lower end of the 95 % Wilson interval of right among total, in 1/10000ths; 0 for no cases. */
int64_t diag_wilson(unsigned right, unsigned total);

#endif
