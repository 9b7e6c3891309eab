/* Error numbers; functions return them negated. */
#ifndef _LINUX_ERRNO_H
#define _LINUX_ERRNO_H

#define ENOENT 2
#define EIO 5
#define ENOMEM 12
#define EBUSY 16
#define EEXIST 17
#define EINVAL 22
#define ENOSPC 28
#define ERANGE 34
#define EOVERFLOW 75

#endif
