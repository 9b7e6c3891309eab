/*
 * Diagnostics as a SARIF log (OASIS, Static Analysis Results Interchange Format 2.1.0): one run for
 * each row of diagnostics of the same tool, a result for each diagnostic, its notes as related
 * locations, an analyzer's events also as a code flow, its edits as one fix. What SARIF has no
 * words for stands in the result's property bag: the whole diagnostic as in our own JSON, so that
 * diag_parse() gives back what was written.
 *
 * SARIF counts columns in code points. Columns are written as they are: turn them into code points
 * first (diag/source/columns.h). Where they could not be, the property bag says what they count.
 */
#ifndef FL_DIAG_SARIF_H
#define FL_DIAG_SARIF_H

#include "diag/model/diagnostic.h"

#define DIAG_SARIF_PROPERTY "faultline"

/*
 * Append the log for the items, objects of diag_diagnostic_shape, with a newline at its end. The
 * buffer's failure says whether it fitted.
 */
void diag_sarif_write(struct fl_buf *out, const struct fl_items *items);

#endif
