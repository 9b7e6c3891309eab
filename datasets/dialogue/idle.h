/* Calls of a dialogue that led to nothing. */
#ifndef FL_DATASETS_DIALOGUE_IDLE_H
#define FL_DATASETS_DIALOGUE_IDLE_H

#include "datasets/dialogue/talk.h"

/*
 * Take out of a talk that has its conclusion the looks at variables, expressions and the stack
 * whose answers no sentence is about: they change nothing in the program, so that the other answers
 * stay what they are. FL_EREFUSED: there would be fewer calls than a dialogue has
 * (DS_TURNS_CALLS_LEAST).
 */
int ds_idle_drop(struct ds_talk *t);

#endif
