#include "arrays.h"
/* An array of structs: one field from another. */
struct point { int x, y; char tag; };
int main(void) {
  struct point p[3000];
  int i;
  for (i = 0; i < 3000; i++) { p[i].x = i; p[i].y = -i; p[i].tag = 'p'; }
  for (i = 0; i < 3000; i++) p[i].y = p[i].y + p[i].x;
  for (i = 0; i < 3000; i++) { check(p[i].y == 0); check(p[i].tag == 'p'); }
}
