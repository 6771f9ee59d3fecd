// property: valid-memtrack
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b;
  b->next = a;
  a = 0;
  b = 0;
  return 0;
}
