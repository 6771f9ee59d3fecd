// valid-memsafety: not proved
// Nodes with a block of data, or without.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item { int *data; struct item *next; };
int main(void) {
  struct item *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct item *i = malloc(sizeof *i);
    i->data = 0;
    if (__VERIFIER_nondet_int()) {
      i->data = malloc(sizeof(int));
      *i->data = 1;
    }
    i->next = list;
    list = i;
  }
  while (list) {
    struct item *next = list->next;
    if (list->data && __VERIFIER_nondet_int()) free(list->data);
    free(list);
    list = next;
  }
  return 0;
}
