/* Members that are a word or a wish, and not tests. */
#include "datasets/reward/candidate_priv.h"

int ds_candidate_fault_class(struct ds_reader *r, const struct fl_json *v)
{
	r->c->fault_class = fl_names_find(&diag_class_names, fl_json_str(v));
	return r->c->fault_class >= 0
		       ? 0
		       : BAD(r, "\"fault_class\" is no class: see docs/rlvr-label.md");
}

int ds_candidate_stated(struct ds_reader *r, const struct fl_json *v)
{
	r->c->has_stated = true;
	r->c->stated = ds_stated_member(v);
	return 0;
}

int ds_candidate_tidy(struct ds_reader *r, const struct fl_json *v)
{
	return ds_tidy_read(v, r->a, &r->c->tidy, r->err);
}

int ds_candidate_pass(struct ds_reader *r, const struct fl_json *v)
{
	(void)r;
	(void)v;
	return 0;
}

int ds_candidate_language(struct ds_reader *r, const struct fl_json *v)
{
	static const char *const cxx[] = {"cpp", "c++", "cxx", "cc"};
	struct fl_slice word = fl_json_str(v);
	r->language_given = true;
	r->c->language = SAN_C;
	if (fl_slice_eqs(word, "c"))
		return 0;
	for (size_t i = 0; i < sizeof(cxx) / sizeof(cxx[0]); i++) {
		if (fl_slice_eqs(word, cxx[i])) {
			r->c->language = SAN_CXX;
			return 0;
		}
	}
	return BAD(r, "the language is \"%.*s\", and has to be c or cpp", FL_ARG(word));
}
