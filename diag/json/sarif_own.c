/* What diag/json/sarif.h writes beside the words of SARIF, read back. */
#include "diag/json/own.h"
#include "diag/json/sarif.h"
#include "diag/json/sarif_impl.h"

bool diag_sarif_own(struct diag_parser *p, const struct fl_json *result)
{
	const struct fl_json *ours =
		fl_json_get(fl_json_get(result, "properties"), DIAG_SARIF_PROPERTY);
	return ours && diag_own_value(p, ours, &p->json->scratch);
}
