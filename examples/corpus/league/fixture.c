#include "fixture.h"

/* The first team stays, the others go round.  */
static int
seat (int round, int place, int teams)
{
  return place == 0 ? 0 : (place - 1 + round) % (teams - 1) + 1;
}

/* How many matches there are.  */
int
fixture_make (struct fixtures *f, int teams)
{
  f->count = 0;
  f->rounds = teams - 1;
  for (int round = 0; round < f->rounds; round++)
    for (int i = 0; i < teams / 2; i++)
      {
        int a = seat (round, i, teams), b = seat (round, teams - 1 - i, teams);
        struct match *m = &f->matches[f->count++];
        m->round = round;
        m->home = round % 2 ? b : a;
        m->away = round % 2 ? a : b;
        m->home_goals = m->away_goals = -1;
      }
  return f->count;
}

/* The match of two teams, wherever it is played; -1: there is none.  */
int
fixture_find (const struct fixtures *f, int home, int away)
{
  int index = f->count - 1;

  while (index >= 0
         && !(f->matches[index].home == home && f->matches[index].away == away))
    index--;
  return index;
}

/* A second result takes the place of the first.  How often it was played.  */
int
fixture_play (struct fixtures *f, struct table *t, int match, int home_goals, int away_goals)
{
  struct match *m = &f->matches[match];
  int before = m->home_goals >= 0;

  if (before)
    table_take_back (t, m->home, m->away, m->home_goals, m->away_goals);
  m->home_goals = home_goals;
  m->away_goals = away_goals;
  table_result (t, m->home, m->away, home_goals, away_goals);
  return before + 1;
}

/* Matches of the team that are not played, from that round on.  */
int
fixture_left (const struct fixtures *f, int team, int from)
{
  int left = 0;

  for (int i = 0; i < f->count; i++)
    if (f->matches[i].round >= from && f->matches[i].home_goals < 0
        && (f->matches[i].home == team || f->matches[i].away == team))
      left++;
  return left;
}

/* The points that the team can still come to.  */
int
fixture_best (const struct fixtures *f, const struct table *t, int team)
{
  return table_points (t, team) + fixture_left (f, team, 0) * POINTS_WIN;
}
