#ifndef SHELF_H
#define SHELF_H

/* A hall of shelves in rows and columns. Each place holds some pieces of one kind. */

#define HALL_ROWS 4
#define HALL_COLS 6
#define PLACE_MAX 20 /* pieces in a place */
#define NOWHERE (-1)

typedef struct place {
    char kind; /* 0: empty */
    int pieces;
} place_t;

typedef struct hall {
    place_t places[HALL_ROWS][HALL_COLS];
    int used;
} hall_t;

extern int shelf_touched; /* places that were written to */

void shelf_clear(hall_t *hall);
int shelf_put(hall_t *hall, int row, int col, char kind, int pieces);
int shelf_take(hall_t *hall, int row, int col, int pieces);
int shelf_find(const hall_t *hall, char kind, int from);
int shelf_count(const hall_t *hall, char kind);
int shelf_room(const hall_t *hall, int row, int col);
void shelf_print(const hall_t *hall, int numbers);

/* Places are numbered row by row. */
int place_number(int row, int col);
int place_row(int number);
int place_col(int number);

#endif
