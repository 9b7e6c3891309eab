#include "robot.h"

#include <stdlib.h>

int robot_limit = 12;

void robot_start(robot_t *robot, int row, int col)
{
    robot->row = row;
    robot->col = col;
    robot->steps = 0;
    robot->kind = 0;
    robot->load = 0;
}

/* Crossing a row costs as much as two columns. */
int robot_distance(const robot_t *robot, int row, int col)
{
    int steps = 2 * abs(robot->row - row) + abs(robot->col - col);

    return steps;
}

static void go(robot_t *robot, int row, int col)
{
    robot->steps += robot_distance(robot, row, col);
    robot->row = row;
    robot->col = col;
}

/* Returns what it carries then. */
int robot_fetch(robot_t *robot, hall_t *hall, int row, int col, int pieces)
{
    char kind = hall->places[row][col].kind;
    int room = robot_limit - robot->load;

    if (!kind || (robot->load && robot->kind != kind))
        return robot->load;
    go(robot, row, col);
    robot->kind = kind;
    robot->load += shelf_take(hall, row, col, pieces < room ? pieces : room);
    return robot->load;
}

/* What it carries is handed out there. */
void robot_unload(robot_t *robot, int row, int col)
{
    go(robot, row, col);
    robot->kind = 0;
    robot->load = 0;
}

/* Returns what it still carries. */
int robot_bring(robot_t *robot, hall_t *hall, int row, int col)
{
    go(robot, row, col);
    robot->load = shelf_put(hall, row, col, robot->kind, robot->load);
    return robot->load;
}
