// valid-memsafety: not proved
// Some nodes have a block that is never released, the cell of others is never written.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item { int *data; struct item *next; };
int main(void) {
  struct item *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct item *i = malloc(sizeof *i);
    if (__VERIFIER_nondet_int()) i->data = malloc(sizeof(int));
    i->next = list;
    list = i;
  }
  while (list) {
    struct item *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
