// Pointers into two blocks of a list are ordered: a proof about its accesses says nothing of that.
// flags: --all-checks
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct n { struct n *next; int v; };
int main(void) {
  struct n *head = NULL;
  while (__VERIFIER_nondet_int() == 77) {
    struct n *y = malloc(sizeof *y);
    y->next = head;
    y->v = 0;
    head = y;
  }
  int r = 0;
  if (head && head->next && head < head->next)
    r = 1;
  while (head) {
    struct n *t = head->next;
    free(head);
    head = t;
  }
  return r;
}
