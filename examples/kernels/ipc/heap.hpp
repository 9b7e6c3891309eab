/* `new (ipc::or_null) T`: from the heap of the kernel, or nullptr. */
#pragma once

#include <stddef.h>

namespace ipc {

struct OrNull {};
inline constexpr OrNull or_null;

}

void *operator new(size_t size, ipc::OrNull) noexcept;
