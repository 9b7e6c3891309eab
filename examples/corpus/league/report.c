#include "report.h"

#include <stdio.h>

static int
at_rank (const struct table *t, int rank)
{
  int team = 0;

  while (team < t->count && table_rank (t, team) != rank)
    team++;
  return team;
}

void
report_table (const struct table *t, int from, int to, int width)
{
  for (int rank = from; rank <= to && rank < t->count; rank++)
    {
      int team = at_rank (t, rank);
      const struct team *of = &t->teams[team];
      printf ("%d. %-*s %d %d-%d-%d %2d:%-2d %+3d %3d\n", rank + 1, width, of->name,
              of->played, of->won, of->drawn, of->played - of->won - of->drawn,
              of->scored, of->against, table_margin (t, team), table_points (t, team));
    }
}

void
report_round (const struct fixtures *f, const struct table *t, int round)
{
  for (int i = 0; i < f->count; i++)
    {
      const struct match *m = &f->matches[i];
      if (m->round != round)
        continue;
      printf ("  %s (%d.) - %s (%d.)", t->teams[m->home].name, table_rank (t, m->home) + 1,
              t->teams[m->away].name, table_rank (t, m->away) + 1);
      if (m->home_goals >= 0)
        printf (" %d:%d", m->home_goals, m->away_goals);
      putchar ('\n');
    }
}

/* How many can still catch up with the leader.  */
int
report_race (const struct fixtures *f, const struct table *t, int leader)
{
  int able = 0;

  for (int team = 0; team < t->count; team++)
    if (team != leader && fixture_best (f, t, team) >= table_points (t, leader))
      {
        printf ("  %s may come to %d, %d to play after the third round\n", t->teams[team].name,
                fixture_best (f, t, team), fixture_left (f, team, 3));
        able++;
      }
  return able;
}
