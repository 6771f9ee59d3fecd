// valid-memsafety: not proved
// A list is built, walked and destroyed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = head;
    head = n;
  }
  int most = 0;
  for (struct node *p = head; p; p = p->next)
    if (p->value > most) most = p->value;
  while (head) {
    struct node *next = head->next;
    free(head);
    head = head->next;
  }
  return 0;
}
