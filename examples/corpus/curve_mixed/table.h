/* Tables of text, written line by line. */
#ifndef TABLE_H
#define TABLE_H

#ifdef __cplusplus
extern "C" {
#endif

enum { TABLE_WIDTH = 24 };

extern int table_rows;

void table_row(const char *name, double value);
double table_round(double value, int digits);

#ifdef __cplusplus
}
#endif

#endif
