// valid-memsafety: not proved
// A list may have one node, or more than one.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
  }
  int *p = malloc(sizeof(int));
  if (head && !head->next) free(p);
  free(p);
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
