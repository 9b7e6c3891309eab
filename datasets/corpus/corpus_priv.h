/*
 * What the parts of the corpus reader share: corpus.c walks, corpus_program.c builds programs of
 * files, corpus_manifest.c reads faultline.json.
 */
#ifndef FL_DATASETS_CORPUS_PRIV_H
#define FL_DATASETS_CORPUS_PRIV_H

#include "datasets/corpus/corpus.h"

#define DS_CORPUS_MANIFEST "faultline.json"

/* A directory of the corpus. */
struct ds_dir {
	struct ds_corpus *corpus;
	int root, fd; /* of the corpus and of this directory */
	struct fl_slice path; /* relative to the corpus: "" or "x/y/" */
	bool whole; /* what lies above has nothing to do with it: a manifest's */
};

/*
 * Functions of type int here return 0, a code that ends the reading, or DS_REFUSED when the thing
 * is no program: *ret_why (reason and detail; the path stays) then says why.
 */
enum { DS_REFUSED = 1, DS_RAISED = 2 };
int ds_refuse(struct ds_refusal *ret_why, enum ds_refusal_reason reason, struct fl_slice detail);

/* Read the regular file of that relative path, following no link on the way. */
int ds_corpus_read(const struct ds_dir *d, struct fl_slice path, struct fl_slice *ret_text,
	struct ds_refusal *ret_why, struct fl_error *err);

/* Note a refusal; path is relative to the directory. */
int ds_corpus_refuse(const struct ds_dir *d, struct fl_slice path, const struct ds_refusal *why,
	struct fl_error *err);

/*
 * Complete a program whose sources, mutate, flags, libs, args and input are set: read its files
 * (those of `extra`, a list of slices, and what they and the sources include), check it, find
 * language, standard and licence (unless set), and add it to the corpus or refuse it. DS_RAISED,
 * with nothing done: it includes files of the corpus that lie above the directory, which therefore
 * must be a higher one; never where d->whole. extra NULL: the program has all its files already.
 */
int ds_corpus_complete(const struct ds_dir *d, struct ds_program *p, const struct fl_list *extra,
	struct fl_error *err);

/* The programs of a directory's faultline.json. */
int ds_corpus_manifest(const struct ds_dir *d, struct fl_error *err);

/* The sorted names of a directory without hidden ones (struct fl_slice, in the arena). */
int ds_dir_names(const struct ds_dir *d, struct fl_list *ret_names, struct fl_error *err);

#endif
