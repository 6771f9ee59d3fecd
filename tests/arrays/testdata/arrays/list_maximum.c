#include "arrays.h"
/* A list that grows at its end: the maximum is found by walking along it. */
extern void *malloc(__SIZE_TYPE__);
struct node { int value; struct node *next; };
int main(void) {
  struct node *list = malloc(sizeof *list), *last = list, *p;
  int n = size(), i, max;
  list->value = __VERIFIER_nondet_int();
  list->next = 0;
  max = list->value;
  for (i = 1; i < n; i++) {
    p = malloc(sizeof *p);
    p->value = __VERIFIER_nondet_int();
    p->next = 0;
    last->next = p;
    last = p;
    if (p->value > max) max = p->value;
  }
  for (p = list; p; p = p->next) check(p->value <= max);
}
