// valid-memsafety: not proved
// What comes after a loop over a list is reached.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
  struct node *head = malloc(sizeof *head);
  head->next = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
  }
  struct node *p = head;
  for (int i = 0; p; i++) {
    p = p->next;
    if (!p && i == 5) free(head);
  }
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
