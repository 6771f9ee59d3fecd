// valid-memsafety: true
// A sorted list: insertion in the middle through a pointer to a pointer.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int key; struct node *next; };
static void insert(struct node **at, int key) {
  while (*at && (*at)->key < key) at = &(*at)->next;
  struct node *n = malloc(sizeof *n);
  n->key = key;
  n->next = *at;
  *at = n;
}
static void drop(struct node **at, int key) {
  while (*at) {
    struct node *n = *at;
    if (n->key == key) {
      *at = n->next;
      free(n);
    } else
      at = &n->next;
  }
}
int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    insert(&list, __VERIFIER_nondet_int());
    if (__VERIFIER_nondet_int()) drop(&list, 3);
  }
  while (list) {
    struct node *n = list;
    list = n->next;
    free(n);
  }
  return 0;
}
