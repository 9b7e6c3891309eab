#include "tariff.h"

int tariff_quotes = 0;

/* Full steps and the one that was begun. */
int tariff_steps(int grams, int step)
{
	int count = grams / step;

	if (grams % step)
		count++;
	return count;
}

int tariff_girth(int width, int height)
{
	return 2 * width + 2 * height;
}

/* Centimetres above what is carried for nothing; length counts once more when it leads. */
int tariff_bulky(int length, int girth)
{
	int over = length + girth - TARIFF_BULKY;

	if (length > girth)
		over += length - girth;
	return over > 0 ? over : 0;
}

int tariff_base(int steps, int zone)
{
	tariff_quotes++;
	return 180 + steps * (35 + 12 * zone) + zone * zone * 5;
}

int tariff_express(int usual, int wanted)
{
	int saved = usual - wanted;

	tariff_quotes++;
	return saved > 0 ? saved * TARIFF_HOUR : 0;
}

int tariff_insured(int value, int permille, int least)
{
	int price = value * permille / 1000;

	tariff_quotes++;
	return price < least ? least : price;
}
