/*
 * The tasks of contrasts, each a file of this name in tasks/ (datasets/contrast/task.h says how one
 * is written).
 */
#ifndef FL_DATASETS_CONTRAST_TASKS_H
#define FL_DATASETS_CONTRAST_TASKS_H

#include "datasets/contrast/task.h"

#define DS_CONTRAST_TASKS(X) \
	X(allocator)         \
	X(average)           \
	X(axpy)              \
	X(byte_order)        \
	X(bytes)             \
	X(callers)           \
	X(clamp)             \
	X(clock_text)        \
	X(convert)           \
	X(count_if)          \
	X(dependencies)      \
	X(domain)            \
	X(events)            \
	X(find_byte)         \
	X(float_pairs)       \
	X(grow)              \
	X(ids)               \
	X(integer_pairs)     \
	X(limits)            \
	X(locked)            \
	X(lookups)           \
	X(names)             \
	X(node_pool)         \
	X(ordering)          \
	X(parse_number)      \
	X(path_names)        \
	X(purge)             \
	X(queue_pop)         \
	X(recipe_steps)      \
	X(reduce)            \
	X(registers)         \
	X(registry)          \
	X(resize)            \
	X(ring)              \
	X(select)            \
	X(settings)          \
	X(split_pair)        \
	X(symbols)           \
	X(table)             \
	X(text_copy)         \
	X(type_erasure)      \
	X(vec4)              \
	X(views)             \
	X(words)

#endif
