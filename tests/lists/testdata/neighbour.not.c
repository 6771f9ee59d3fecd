// valid-memsafety: not proved
// Some nodes have a block with a pointer, which leads to the next node, not to their own.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct back *back; struct node *next; };
struct back { struct node *node; };
int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    n->back = 0;
    if (list && __VERIFIER_nondet_int()) {
      n->back = malloc(sizeof *n->back);
      n->back->node = list;
    }
    list = n;
  }
  while (list) {
    struct node *next = list->next;
    struct back *back = list->back;
    if (back && back->node != list) free(back);
    free(back);
    free(list);
    list = next;
  }
  return 0;
}
