/* What a parcel costs, in cents. */
#ifndef TARIFF_H
#define TARIFF_H

#define TARIFF_STEP 250 /* grams */
#define TARIFF_BULKY 140 /* centimetres: length and girth together */
#define TARIFF_HOUR 24 /* for each hour that express saves */

extern int tariff_quotes; /* prices that were asked for */

int tariff_steps(int grams, int step);
int tariff_girth(int width, int height);
int tariff_bulky(int length, int girth);
int tariff_base(int steps, int zone);
int tariff_express(int usual, int wanted);
int tariff_insured(int value, int permille, int least);

#endif
