/*
 * The records that can be read in the page: all, or so many of them, drawn by the seed and their
 * ids, so that the order of the rows does not matter. Those of one program stand together.
 */
#ifndef FL_DATASETS_REPORT_PICK_H
#define FL_DATASETS_REPORT_PICK_H

#include "datasets/record/record.h"
#include "datasets/report/shelf.h"

enum {
	DS_PICK_ROW_MAX = 4 << 20, /* bytes of a row; a record that has more is not picked */
	DS_PICK_SOURCE_MAX = 512 << 10, /* bytes of a source file; longer ones are left out */
	DS_PICK_SOURCES = 8 /* source files of a record */
};

/* What the list of records shows, finds and filters by, without the record's texts. */
struct ds_entry {
	struct fl_slice id;
	int kind, error_class, evidence_class, language, split;
	struct fl_slice operator, seen, compiler, group;
	struct fl_slice file, function;
	int64_t line;
	bool traced; /* its evidence can be stepped through */
	int64_t block; /* the block that its row is in, and where in that */
	int64_t at;
};

extern const struct fl_shape ds_entry_shape;

struct ds_picked {
	uint64_t key;
	struct fl_arena memory;
	struct fl_slice order;
	struct ds_entry entry;
	struct fl_slice row; /* JSON: the record without what a page has no use for, and sources */
	int64_t sources[DS_PICK_SOURCES]; /* places on the shelf */
	size_t source_count;
};

struct ds_pick {
	size_t max;
	uint64_t seed;
	struct ds_picked **at; /* a heap, the greatest key first, until it is finished */
	size_t len, room;
	int64_t too_long; /* records that would have been picked */
	struct ds_shelf shelf;
};

void ds_pick_init(struct ds_pick *p, size_t max, uint64_t seed);

/* Offer a record. FL_ENOMEM. */
int ds_pick_add(struct ds_pick *p, const struct ds_record *r, struct fl_error *err);

/* Put them in the order of the page: by group, program, fault, kind and id. */
void ds_pick_finish(struct ds_pick *p);

void ds_pick_release(struct ds_pick *p);

#endif
