/* The seats of a hall. */
#ifndef HALL_H
#define HALL_H

#define HALL_ROWS 7
#define HALL_SEATS 12
#define HALL_BALCONY 5 /* the first row of it */

struct hall
{
    int rows, seats;
    char taken[HALL_ROWS][HALL_SEATS]; /* a party's letter, or 0 */
};

extern int hall_tries; /* blocks of seats that were looked at */

void hall_init(struct hall *hall, int rows, int seats);
int hall_block(const struct hall *hall, int row, int wanted, int from);
int hall_fits(const struct hall *hall, int row, int seat, int count);
int hall_take(struct hall *hall, int row, int seat, int count, char party);
int hall_leave(struct hall *hall, char party, int most);
int hall_free(const struct hall *hall, int first, int last);
int hall_aside(const struct hall *hall, int seat, int count);
int hall_number(const struct hall *hall, int row, int seat);
int hall_row(int number);
int hall_seat(const struct hall *hall, int number);

#endif
