#include "table.h"

#include <stdio.h>
#include <string.h>

int table_goals = 0;
int table_corrections = 0;

/* Its number, or -1 when there are too many.  */
int
table_add (struct table *t, const char *name, int penalty)
{
  struct team *team;

  if (t->count == TEAMS_MAX)
    return -1;
  team = &t->teams[t->count];
  memset (team, 0, sizeof *team);
  snprintf (team->name, sizeof team->name, "%s", name);
  team->penalty = penalty;
  return t->count++;
}

int
table_find (const struct table *t, const char *name)
{
  int place;

  for (place = 0; place < t->count; place++)
    if (strcmp (t->teams[place].name, name) == 0)
      return place;
  return -1;
}

static void
count (struct team *team, int scored, int against, int sign)
{
  team->played += sign;
  team->scored += sign * scored;
  team->against += sign * against;
  if (scored > against)
    team->won += sign;
  else if (scored == against)
    team->drawn += sign;
}

void
table_result (struct table *t, int home, int away, int home_goals, int away_goals)
{
  count (&t->teams[home], home_goals, away_goals, 1);
  count (&t->teams[away], away_goals, home_goals, 1);
  table_goals += home_goals + away_goals;
}

void
table_take_back (struct table *t, int home, int away, int home_goals, int away_goals)
{
  count (&t->teams[home], home_goals, away_goals, -1);
  count (&t->teams[away], away_goals, home_goals, -1);
  table_goals -= home_goals + away_goals;
  table_corrections++;
}

int
table_points (const struct table *t, int team)
{
  const struct team *of = &t->teams[team];
  int points = of->won * POINTS_WIN + of->drawn * POINTS_DRAW - of->penalty;

  return points;
}

int
table_margin (const struct table *t, int team)
{
  return t->teams[team].scored - t->teams[team].against;
}

/* Above zero: A stands before B.  */
int
table_compare (const struct table *t, int a, int b)
{
  int ahead = table_points (t, a) - table_points (t, b);

  if (ahead == 0)
    ahead = table_margin (t, a) - table_margin (t, b);
  if (ahead == 0)
    ahead = t->teams[a].scored - t->teams[b].scored;
  return ahead;
}

/* How many stand before it.  */
int
table_rank (const struct table *t, int team)
{
  int rank = 0;

  for (int other = 0; other < t->count; other++)
    if (table_compare (t, other, team) > 0
        || (table_compare (t, other, team) == 0 && other < team))
      rank++;
  return rank;
}
