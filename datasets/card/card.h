/*
 * A dataset's card for the Hugging Face hub: YAML that its loaders and pages read (a configuration
 * for each kind, columns, sizes, licences), then text for people. It says what the manifest and the
 * records hold and nothing else: no times, no paths of the machine; the same dataset gives the same
 * bytes.
 *
 * Source: https://huggingface.co/docs/hub/datasets-cards, …/datasets-manual-configuration and
 * https://github.com/huggingface/hub-docs/blob/main/datasetcard.md
 */
#ifndef FL_DATASETS_CARD_H
#define FL_DATASETS_CARD_H

#include "datasets/card/count.h"

/*
 * The card of a directory with a manifest, all of whose records are read for it. FL_ENOTFOUND: it
 * has none; else as ds_manifest_read() and ds_rows_each().
 */
int ds_card_write(const char *dir, struct fl_buf *out, struct fl_error *err);

/* The card's two halves, of what was counted. */
void ds_card_head(struct fl_buf *out, const struct ds_card_counts *c);
void ds_card_text(struct fl_buf *out, const struct ds_card_counts *c);

#endif
