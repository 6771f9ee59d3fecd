// valid-memsafety: not proved
// A list that is shortened may have fewer nodes than it had.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
  }
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
  }
  while (__VERIFIER_nondet_int()) {
    struct node *n = head->next;
    free(head);
    head = n;
  }
  while (head) {
    struct node *n = head->next;
    free(head);
    head = n;
  }
  return 0;
}
