// valid-memsafety: not proved
// A pointer to some node of a doubly linked list is not always one to the last.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next, *prev; };
int main(void) {
  struct node *head = 0, *tail = 0, *some = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = 0;
    n->prev = tail;
    if (tail) tail->next = n; else head = n;
    tail = n;
    if (!some || __VERIFIER_nondet_int()) some = n;
  }
  if (some && some->next) some->next->prev = 0;
  while (tail) {
    struct node *prev = tail->prev;
    free(tail);
    tail = prev;
  }
  return 0;
}
