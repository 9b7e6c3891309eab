/*
 * The tasks of contrasts, each a file of this name in tasks/ (datasets/contrast/task.h says how one
 * is written).
 */
#ifndef FL_DATASETS_CONTRAST_TASKS_H
#define FL_DATASETS_CONTRAST_TASKS_H

#define DS_CONTRAST_TASKS(X) \
	X(allocator)         \
	X(axpy)

#endif
