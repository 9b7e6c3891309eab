/* Types of a kernel that has no library behind it. */
#ifndef _LINUX_TYPES_H
#define _LINUX_TYPES_H

typedef signed char s8;
typedef unsigned char u8;
typedef signed short s16;
typedef unsigned short u16;
typedef signed int s32;
typedef unsigned int u32;
typedef signed long long s64;
typedef unsigned long long u64;

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef long long loff_t;

typedef _Bool bool;
#define true 1
#define false 0
#define NULL ((void *)0)

#endif
