#include "order.h"

#include <stdio.h>

#define GATE_ROW 0
#define GATE_COL 5

/* Fetch what is wanted, place by place, and leave it at the gate. Returns the ways it took. */
int order_serve(order_t *order, hall_t *hall, robot_t *robot)
{
    int ways = 0;
    int at = shelf_find(hall, order->kind, 0);

    while (order->served < order->wanted && at != NOWHERE) {
        int row = place_row(at), col = place_col(at);
        int load = robot_fetch(robot, hall, row, col, order->wanted - order->served);
        order->served += load;
        robot_unload(robot, GATE_ROW, GATE_COL);
        ways++;
        printf("  %d of %c from %d,%d\n", load, order->kind, row, col);
        if (hall->places[row][col].kind != order->kind)
            at = shelf_find(hall, order->kind, at + 1);
    }
    return ways;
}

/* Pieces that the orders from the first one on still lack. */
int order_open(const order_t *orders, int first, int count)
{
    int pieces = 0;

    for (int i = first; i < first + count; i++)
        pieces += orders[i].wanted - orders[i].served;
    return pieces;
}

/* Bring a kind together in one place. Returns the places that became free. */
int order_tidy(hall_t *hall, robot_t *robot, char kind, int row, int col)
{
    int before = hall->used;
    int target = place_number(row, col);
    int at = shelf_find(hall, kind, 0);

    while (at != NOWHERE && shelf_room(hall, row, col) > 0) {
        if (at != target) {
            int from_row = place_row(at), from_col = place_col(at);
            robot_fetch(robot, hall, from_row, from_col, shelf_room(hall, row, col));
            if (robot_bring(robot, hall, row, col) > 0)
                robot_bring(robot, hall, from_row, from_col);
        }
        at = shelf_find(hall, kind, at + 1);
    }
    return before - hall->used;
}
