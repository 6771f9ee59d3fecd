// valid-memsafety: not proved
// Two nodes share a block, all others have one each.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item { int *data; struct item *next; };
static struct item *make(int *data, struct item *next) {
  struct item *i = malloc(sizeof *i);
  i->data = data;
  i->next = next;
  return i;
}
int main(void) {
  struct item *list = 0;
  int *common = malloc(sizeof(int));
  list = make(common, list);
  list = make(common, list);
  int own = 0;
  while (__VERIFIER_nondet_int()) {
    list = make(malloc(sizeof(int)), list);
    own = 1;
  }
  if (!own) free(list->data);
  while (list) {
    struct item *next = list->next;
    if (own) free(list->data);
    free(list);
    list = next;
  }
  return 0;
}
