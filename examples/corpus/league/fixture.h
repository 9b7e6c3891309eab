/* Who plays whom, and when.  */
#ifndef FIXTURE_H
#define FIXTURE_H

#include "table.h"

#define ROUNDS_MAX (TEAMS_MAX - 1)

struct match
{
  int round, home, away;
  int home_goals, away_goals; /* -1: not played yet */
};

struct fixtures
{
  struct match matches[ROUNDS_MAX * TEAMS_MAX / 2];
  int count, rounds;
};

int fixture_make (struct fixtures *f, int teams);
int fixture_find (const struct fixtures *f, int home, int away);
int fixture_play (struct fixtures *f, struct table *t, int match, int home_goals, int away_goals);
int fixture_left (const struct fixtures *f, int team, int from);
int fixture_best (const struct fixtures *f, const struct table *t, int team);

#endif
