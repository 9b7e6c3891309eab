/*
 * The objects of a repository that are files of their own, for libgit2: a part of the gateway to
 * it. Its own reader of them never ends on one that is cut short (1.5); this one inflates what is
 * there, and no more than the object says or DS_GIT_OBJECT_MAX.
 *
 * Format: gitrepository-layout(5), "loose objects" (a zlib stream of "KIND SIZE\0BYTES").
 */
#ifndef FL_DATASETS_IMPORT_GIT_GIT_LOOSE_H
#define FL_DATASETS_IMPORT_GIT_GIT_LOOSE_H

#include <git2/sys/odb_backend.h>

#include "base/error.h"

/*
 * A backend that reads the directory of objects, which the caller adds to an object database, and
 * which frees it. FL_EIO: the directory cannot be opened; FL_ENOMEM.
 */
int ds_git_loose_new(const char *objects, git_odb_backend **ret_backend, struct fl_error *err);

#endif
