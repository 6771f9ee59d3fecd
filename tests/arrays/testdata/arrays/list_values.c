#include "arrays.h"
/* A list that grows in front: no value is negative. */
extern void *malloc(__SIZE_TYPE__);
struct node { struct node *next; int value; };
int main(void) {
  struct node *list = 0, *p;
  while (__VERIFIER_nondet_int()) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) continue;
    p = malloc(sizeof *p);
    p->value = x;
    p->next = list;
    list = p;
  }
  for (p = list; p; p = p->next) check(p->value >= 0);
}
