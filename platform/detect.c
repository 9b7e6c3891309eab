#include "platform/detect.h"

#include "platform/flags/flags.h"
#include "platform/resolve/claims.h"
#include "platform/source/source.h"

int plat_detect(struct fl_slice text, enum plat_language language,
	const struct plat_compiler *compiler, const char *const *flags, struct fl_arena *a,
	struct plat_context *ret_context, struct fl_error *err)
{
	const struct plat_fact given = {.from = PLAT_FROM_GIVEN};
	struct plat_facts facts, source;
	struct plat_flags reader;
	struct plat_claims claims;
	plat_facts_init(&facts, a);
	plat_facts_init(&source, a);
	plat_flags_init(&reader, &facts, language == PLAT_CXX);
	if (compiler)
		plat_compiler_facts(compiler, language, &facts);
	for (; flags && *flags; flags++)
		plat_flags_take(&reader, fl_slice_str(*flags), &given);
	/* What a compiler takes is so, whatever the text would need. */
	plat_source_read(text, language == PLAT_CXX, !compiler, fl_slice(NULL, 0), &source);
	plat_claims_make(&facts, false, a, &claims);
	plat_claims_finish(&claims, &source, a);
	struct plat_context context;
	plat_claims_context(&claims, a, &context);
	struct plat_context *copy = fl_object_copy(&plat_context_shape, &context, a);
	plat_facts_release(&facts);
	plat_facts_release(&source);
	int rc = fl_arena_error(a, "the platform context", err);
	if (rc)
		return rc;
	*ret_context = *copy;
	return 0;
}
