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

/* The variables that say where Python keeps bytecode, and whether. */
#define DBG_CACHE_PREFIX "PYTHONPYCACHEPREFIX"
#define DBG_CACHE_DONT "PYTHONDONTWRITEBYTECODE"

/*
 * The environment for a debugger with Python in it, which keeps in dir the bytecode of all that it
 * imports from its first module on: env, a list that ends with NULL, with DBG_CACHE_PREFIX and
 * without DBG_CACHE_DONT. The texts are env's but one. NULL: take env as it is (dir is NULL or "",
 * env has a prefix of its own, or there is no memory). To be freed by dbg_cache_env_free().
 */
const char **dbg_cache_env(const char *dir, char *const *env);
void dbg_cache_env_free(const char **list);

#endif
