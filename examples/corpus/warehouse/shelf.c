#include "shelf.h"

#include <stdio.h>
#include <string.h>

int shelf_touched = 0;

int place_number(int row, int col)
{
    return row * HALL_COLS + col;
}

int place_row(int number)
{
    return number / HALL_COLS;
}

int place_col(int number)
{
    return number % HALL_COLS;
}

void shelf_clear(hall_t *hall)
{
    memset(hall, 0, sizeof *hall);
    shelf_touched = 0;
}

int shelf_room(const hall_t *hall, int row, int col)
{
    return PLACE_MAX - hall->places[row][col].pieces;
}

/* Returns what did not fit. */
int shelf_put(hall_t *hall, int row, int col, char kind, int pieces)
{
    place_t *place = &hall->places[row][col];
    int fits = shelf_room(hall, row, col);

    if (place->kind && place->kind != kind)
        return pieces;
    if (fits > pieces)
        fits = pieces;
    if (!place->kind)
        hall->used++;
    place->kind = kind;
    place->pieces += fits;
    shelf_touched++;
    return pieces - fits;
}

/* Returns what was taken. */
int shelf_take(hall_t *hall, int row, int col, int pieces)
{
    place_t *place = &hall->places[row][col];
    int taken = pieces < place->pieces ? pieces : place->pieces;

    place->pieces -= taken;
    if (place->pieces == 0 && place->kind) {
        place->kind = 0;
        hall->used--;
    }
    shelf_touched++;
    return taken;
}

/* The number of the first place at or behind `from` with that kind, or NOWHERE. */
int shelf_find(const hall_t *hall, char kind, int from)
{
    int number = from;

    while (number < HALL_ROWS * HALL_COLS &&
           hall->places[place_row(number)][place_col(number)].kind != kind)
        number++;
    if (number == HALL_ROWS * HALL_COLS)
        return NOWHERE;
    return number;
}

int shelf_count(const hall_t *hall, char kind)
{
    int total = 0;

    for (int at = shelf_find(hall, kind, 0); at != NOWHERE; at = shelf_find(hall, kind, at + 1))
        total += hall->places[place_row(at)][place_col(at)].pieces;
    return total;
}

void shelf_print(const hall_t *hall, int numbers)
{
    for (int row = 0; row < HALL_ROWS; row++) {
        for (int col = 0; col < HALL_COLS; col++) {
            const place_t *place = &hall->places[row][col];
            if (!place->kind)
                fputs(numbers ? "  . " : ".", stdout);
            else if (numbers)
                printf(" %c%02d", place->kind, place->pieces);
            else
                putchar(place->kind);
        }
        putchar('\n');
    }
}
