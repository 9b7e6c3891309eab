/* The table of a league: what teams have won, and who is where. */
#ifndef TABLE_H
#define TABLE_H

#define TEAMS_MAX 8
#define POINTS_WIN 3
#define POINTS_DRAW 1

struct team
{
  char name[12];
  int played, won, drawn;
  int scored, against;
  int penalty; /* points taken away */
};

struct table
{
  struct team teams[TEAMS_MAX];
  int count;
};

extern int table_goals;       /* of all matches */
extern int table_corrections; /* results that were taken back */

int table_add (struct table *t, const char *name, int penalty);
int table_find (const struct table *t, const char *name);
void table_result (struct table *t, int home, int away, int home_goals, int away_goals);
void table_take_back (struct table *t, int home, int away, int home_goals, int away_goals);
int table_points (const struct table *t, int team);
int table_margin (const struct table *t, int team);
int table_compare (const struct table *t, int a, int b);
int table_rank (const struct table *t, int team);

#endif
