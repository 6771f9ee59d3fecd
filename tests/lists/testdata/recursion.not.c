// valid-memsafety: not proved
// Beyond the depth to which calls are inlined.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
static struct node *build(void) {
  if (!__VERIFIER_nondet_int()) return 0;
  struct node *n = malloc(sizeof *n);
  n->next = build();
  return n;
}
int main(void) {
  struct node *n = build();
  while (n) { struct node *m = n->next; free(n); n = m; }
  return 0;
}
