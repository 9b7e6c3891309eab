/* Most of a season between six teams.  */
#include <stdio.h>

#include "report.h"

static const struct
{
  const char *home, *away;
  int home_goals, away_goals;
} results[] = {
  { "Harbour", "Valley", 2, 1 }, { "Forge", "Orchard", 0, 0 }, { "Castle", "Mill", 3, 4 },
  { "Forge", "Harbour", 1, 2 },  { "Castle", "Valley", 2, 2 }, { "Orchard", "Mill", 1, 0 },
  { "Harbour", "Castle", 1, 1 }, { "Mill", "Valley", 0, 2 },   { "Mill", "Forge", 5, 0 },
  { "Mill", "Harbour", 2, 0 },   { "Forge", "Castle", 0, 1 },  { "Harbour", "Forge", 3, 0 },
  { "Valley", "Mill", 1, 1 },    { "Mill", "Castle", 4, 3 },   { "Orchard", "Forge", 2, 2 },
};

static void
play_all (struct fixtures *f, struct table *t)
{
  int unknown = 0, again = 0;

  for (unsigned i = 0; i < sizeof results / sizeof results[0]; i++)
    {
      int home = table_find (t, results[i].home), away = table_find (t, results[i].away);
      int match = fixture_find (f, home, away);
      if (match < 0)
        unknown++;
      else if (fixture_play (f, t, match, results[i].home_goals, results[i].away_goals) > 1)
        again++;
    }
  printf ("%d of no match, %d played again\n", unknown, again);
}

int
main (void)
{
  static struct table t;
  struct fixtures f;
  int matches, first;

  table_add (&t, "Harbour", 0);
  table_add (&t, "Mill", 0);
  table_add (&t, "Castle", 0);
  table_add (&t, "Orchard", 2);
  table_add (&t, "Forge", 0);
  table_add (&t, "Valley", 0);
  matches = fixture_make (&f, t.count);
  printf ("%d matches in %d rounds\n", matches, f.rounds);
  play_all (&f, &t);
  report_table (&t, 0, TEAMS_MAX - 1, 8);
  report_round (&f, &t, 1);
  report_round (&f, &t, 4);
  first = fixture_find (&f, 0, 5);
  printf ("match %d, once more: %d\n", first, fixture_play (&f, &t, first, 0, 4));
  report_table (&t, 1, 3, 10);
  for (int team = 0; team < t.count; team++)
    if (table_rank (&t, team) == 0)
      printf ("%d may win before %s\n", report_race (&f, &t, team), t.teams[team].name);
  printf ("%d goals, %d corrections, Mill before Castle by %d\n", table_goals, table_corrections,
          table_compare (&t, table_find (&t, "Mill"), table_find (&t, "Castle")));
  return 0;
}
