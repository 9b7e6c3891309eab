#include "datasets/terms/profile.h"

#include <stdlib.h>
#include <string.h>

const struct ds_term_info ds_terms[DS_TERM_COUNT] = {
#define X(id, word, doc) [DS_TERM_##id] = {word, doc},
	DS_TERMS(X)
#undef X
};

const struct ds_profile ds_profiles[] = {
	{"faultline", "graded: compiles 0.1, tests 0.3, all of them 0.5, no report 0.1",
		{[DS_TERM_COMPILE] = 1000,
			[DS_TERM_TESTS] = 3000,
			[DS_TERM_ALL] = 5000,
			[DS_TERM_CLEAN] = 1000}},
	{"verl", "the share of the tests that passed", {[DS_TERM_TESTS] = DS_WHOLE}},
	{"open-r1", "1 when all tests passed, else 0", {[DS_TERM_ALL] = DS_WHOLE}},
	{"cppreason", "0 when it does not compile, 0.2 when it does, the rest by the tests",
		{[DS_TERM_COMPILE] = 2000, [DS_TERM_TESTS] = 8000}},
};
enum { PROFILES = sizeof(ds_profiles) / sizeof(ds_profiles[0]) };

const char *const ds_profile_words[] = {"faultline", "verl", "open-r1", "cppreason", NULL};

_Static_assert(sizeof(ds_profile_words) / sizeof(ds_profile_words[0]) == PROFILES + 1,
	"every profile has its word");

bool ds_profile_set(struct ds_profile *p, const char *text)
{
	const char *equals = strchr(text, '=');
	if (!equals || !equals[1] || strspn(equals + 1, "0123456789.") != strlen(equals + 1))
		return false;
	char *end;
	double value = strtod(equals + 1, &end);
	if (*end || value > 1)
		return false;
	for (int i = 0; i < DS_TERM_COUNT; i++) {
		if (strlen(ds_terms[i].word) != (size_t)(equals - text) ||
			strncmp(ds_terms[i].word, text, (size_t)(equals - text)) != 0)
			continue;
		p->weights[i] = (int64_t)(value * (double)DS_WHOLE + 0.5);
		return true;
	}
	return false;
}

int64_t ds_profile_reward(const struct ds_profile *p, const int64_t values[DS_TERM_COUNT])
{
	int64_t sum = 0, all = 0, there = 0;
	for (int i = 0; i < DS_TERM_COUNT; i++) {
		all += p->weights[i];
		if (values[i] == DS_ABSENT)
			continue;
		there += p->weights[i];
		sum += p->weights[i] * values[i];
	}
	if (there == 0)
		return all ? DS_ABSENT : 0;
	sum = (sum * all / there + DS_WHOLE / 2) / DS_WHOLE;
	return sum > DS_WHOLE ? DS_WHOLE : sum;
}
