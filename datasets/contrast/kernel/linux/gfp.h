/* How memory is to be got. */
#ifndef _LINUX_GFP_H
#define _LINUX_GFP_H

typedef unsigned int gfp_t;

#define GFP_KERNEL ((gfp_t)0xcc0u)
#define GFP_ATOMIC ((gfp_t)0xa20u)

#endif
