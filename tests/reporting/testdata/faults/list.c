// property: valid-memtrack
#include <stdlib.h>
struct node { struct node *next; };
struct node *head;
int main(void) {
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
  }
  head = 0;
  return 0;
}
