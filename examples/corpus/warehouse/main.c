/* Orders served by a robot out of a hall of shelves. */
#include <stdio.h>

#include "order.h"

static void fill(hall_t *hall)
{
    int over = 0;

    shelf_clear(hall);
    over += shelf_put(hall, 1, 4, 'b', 9);
    over += shelf_put(hall, 3, 0, 'a', 14);
    over += shelf_put(hall, 2, 5, 'a', 23);
    over += shelf_put(hall, 0, 2, 'c', 6);
    over += shelf_put(hall, 3, 3, 'b', 17);
    over += shelf_put(hall, 3, 3, 'c', 2);
    over += shelf_put(hall, 1, 1, 'a', 5);
    printf("filled, %d left over, %d places of %d\n", over, hall->used, HALL_ROWS * HALL_COLS);
}

int main(void)
{
    order_t orders[] = {{'a', 30, 0}, {'b', 11, 0}, {'c', 8, 0}, {'d', 1, 0}};
    int count = (int)(sizeof orders / sizeof orders[0]);
    hall_t hall;
    robot_t robot;

    fill(&hall);
    shelf_print(&hall, 1);
    robot_start(&robot, 2, 1);
    printf("from 2,1 to 3,4: %d\n", robot_distance(&robot, 3, 4));
    for (int i = 0; i < count; i++) {
        int ways = order_serve(&orders[i], &hall, &robot);
        printf("%c: %d of %d in %d ways, %d lacking behind it\n", orders[i].kind,
               orders[i].served, orders[i].wanted, ways, order_open(orders, i + 1, count - i - 1));
    }
    printf("lacking %d, two of them %d\n", order_open(orders, 0, count), order_open(orders, 1, 2));
    shelf_print(&hall, 0);
    robot_limit = 7;
    shelf_put(&hall, 0, 4, 'b', 3);
    shelf_put(&hall, 2, 0, 'b', 4);
    robot_start(&robot, 3, 5);
    printf("free again: %d\n", order_tidy(&hall, &robot, 'b', 3, 3));
    shelf_print(&hall, 1);
    printf("steps %ld, touched %d, first b %d, behind it %d, a %d, b %d\n", robot.steps,
           shelf_touched, shelf_find(&hall, 'b', 0), shelf_find(&hall, 'b', 22),
           shelf_count(&hall, 'a'), shelf_count(&hall, 'b'));
    return 0;
}
