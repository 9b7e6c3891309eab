/*
 * A dialogue whose calls are one script: its plan, the script, what all of it gives, and what that
 * means. A script is sensible where it could have been written before any answer was there: its
 * calls name what stands in the program and the report, and nothing that an answer told.
 */
#ifndef FL_DATASETS_DIALOGUE_SCRIPTED_H
#define FL_DATASETS_DIALOGUE_SCRIPTED_H

#include "datasets/dialogue/talk.h"

/* What became of the script of a dialogue. X(ENUM, word, meaning) */
#define DS_SCRIPTS(X)                                                                           \
	X(UNWANTED, "unwanted", "none was drawn for it")                                        \
	X(LINE, "line", "a breakpoint is at a line that the report does not lead to by itself") \
	X(NAME, "name", "a call has a name that neither the program nor the report has")        \
	X(NUMBER, "number", "a call has a number that an answer told")                          \
	X(COUNT, "count", "how often it has to go on was seen on the way")                      \
	X(OTHER, "other", "done as a whole it gives other answers")                             \
	X(TAKEN, "taken", "it is in the dialogue")

enum ds_script_fate {
#define X(id, ...) DS_SCRIPT_##id,
	DS_SCRIPTS(X)
#undef X
		DS_SCRIPT_FATES
};

extern const struct fl_names ds_script_fate_names;
extern const char *const ds_script_fate_docs[DS_SCRIPT_FATES];

/* TAKEN, or why the calls of these turns could not be written down before the first answer. */
enum ds_script_fate ds_script_judge(
	const struct fl_list *turns, const struct ds_scene *scene, struct fl_arena *a);

/* The calls of the turns up to `to`, a statement a line, and all their answers; in the arena. */
struct fl_slice ds_script_text(const struct fl_list *turns, size_t to, struct fl_arena *a);
struct fl_slice ds_script_answers(const struct fl_list *turns, size_t to, struct fl_arena *a);

/*
 * A whole dialogue with its calls before the code as a script. What was thought between them stands
 * behind the answers; what rests on nothing and only said what comes next is left out.
 */
int ds_script_turns(const struct fl_list *turns, struct fl_arena *a, struct fl_list *ret_turns,
	struct fl_error *err);

#endif
