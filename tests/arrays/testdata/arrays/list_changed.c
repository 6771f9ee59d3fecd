#include "arrays.h"
/* A list whose nodes are all written anew. */
extern void *malloc(__SIZE_TYPE__);
struct node { int value; struct node *next; };
int main(void) {
  struct node *list = 0, *p;
  while (__VERIFIER_nondet_int()) {
    p = malloc(sizeof *p);
    p->value = 0;
    p->next = list;
    list = p;
  }
  for (p = list; p; p = p->next) p->value = p->value ? p->value : 5;
  for (p = list; p; p = p->next) check(p->value == 0 || p->value == 5);
}
