/*
 * A directory in which debuggers keep what they have worked out from files that seldom change:
 * indexes of debug information, by build id, and the bytecode of printers. It only saves time; each
 * session works without.
 */
#ifndef FL_DEBUGSESSION_CACHE_H
#define FL_DEBUGSESSION_CACHE_H

#include <stddef.h>

enum { DBG_CACHE_BYTES = 256 << 20, DBG_CACHE_FILES = 1000 };

/*
 * $XDG_CACHE_HOME/faultline/debugger, or $HOME/.cache/faultline/debugger: made where it is not
 * there, with a directory "index" in it, from which all is removed when it holds more than the
 * maximum. xdg, home: the values of the variables, or NULL. ret_path has size bytes; it is "" when
 * there can be none (no home, no room in it, or it is not ours alone).
 */
void dbg_cache_open(const char *xdg, const char *home, char *ret_path, size_t size);

#endif
