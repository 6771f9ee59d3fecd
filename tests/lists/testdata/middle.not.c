// valid-memsafety: not proved
// A pointer into the middle of a list is not one to its beginning.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
  struct node *head = 0, *mark = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
    if (__VERIFIER_nondet_int()) mark = n;
  }
  if (mark && mark != head) free(mark);
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
