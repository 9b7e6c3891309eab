/*
 * Does a file look like something that a machine boots: ELF, PE, a boot sector, Linux, a CD? What
 * does not would end up in a guest's memory all the same, to be read there.
 */
#ifndef FL_DEBUGSESSION_BRING_BOOTABLE_H
#define FL_DEBUGSESSION_BRING_BOOTABLE_H

#include <stdbool.h>

bool dbg_bootable(const char *path);
bool dbg_bootable_fd(int fd); /* the same of one that is open */

#endif
