// property: valid-deref
#include <stdlib.h>
struct node { int key; struct node *next; };
void drop(struct node *n) { free(n); }
int main(void) {
  struct node *p = malloc(sizeof *p);
  p->next = 0;
  drop(p);
  return p->next == 0;
}
