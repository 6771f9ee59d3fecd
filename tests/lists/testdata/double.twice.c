// valid-memsafety: not proved
// A doubly linked list grows at its end, loses nodes in the middle and is destroyed from its end.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next, *prev; int key; };
static struct node *head, *tail;
static void append(int key) {
  struct node *n = malloc(sizeof *n);
  n->key = key;
  n->next = 0;
  n->prev = tail;
  if (tail) tail->next = n; else head = n;
  tail = n;
}
static void take(struct node *n) {
  if (n->prev) n->prev->next = n->next; else head = n->next;
  if (n->next) n->next->prev = n->prev; else tail = n->prev;
  free(n);
}
static struct node *find(int key) {
  struct node *n = head;
  while (n && n->key != key) n = n->next;
  return n;
}
int main(void) {
  while (__VERIFIER_nondet_int()) append(__VERIFIER_nondet_int());
  struct node *n = find(7);
  if (n) { take(n); take(n); }
  while (tail) take(tail);
  return 0;
}
