#ifndef ROBOT_H
#define ROBOT_H

#include "shelf.h"

typedef struct robot {
    int row, col;
    long steps;
    char kind;
    int load;
} robot_t;

extern int robot_limit; /* pieces that a robot carries */

void robot_start(robot_t *robot, int row, int col);
int robot_distance(const robot_t *robot, int row, int col);
int robot_fetch(robot_t *robot, hall_t *hall, int row, int col, int pieces);
void robot_unload(robot_t *robot, int row, int col);
int robot_bring(robot_t *robot, hall_t *hall, int row, int col);

#endif
