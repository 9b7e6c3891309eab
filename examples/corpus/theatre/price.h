/* Prices of tickets, in cents. */
#ifndef PRICE_H
#define PRICE_H

#define PRICE_STALLS 180
#define PRICE_ASIDE 35 /* less for each half seat from the middle */
#define PRICE_PARTY 6 /* persons that are a party */

extern int price_waived;

int price_seat(int row, int aside);
int price_party(int adults, int children, int each);
int price_less(int price, int percent);
int price_share(int total, int heads, int head);

#endif
