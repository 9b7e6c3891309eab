#ifndef ORDER_H
#define ORDER_H

#include "robot.h"

typedef struct order {
    char kind;
    int wanted, served;
} order_t;

int order_serve(order_t *order, hall_t *hall, robot_t *robot);
int order_open(const order_t *orders, int first, int count);
int order_tidy(hall_t *hall, robot_t *robot, char kind, int row, int col);

#endif
