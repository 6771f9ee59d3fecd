// valid-memsafety: not proved
// A list that is left at the end is not lost: a static variable leads to it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
static struct node *stack;
int main(void) {
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = stack;
    stack = n;
    if (__VERIFIER_nondet_int()) {
      n = stack;

      free(n);
    }
  }
  return 0;
}
