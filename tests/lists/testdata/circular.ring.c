// valid-memsafety: not proved
// A ring around a variable of main, linked through a member, as in kernels.
#include <stdlib.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
struct link { struct link *next, *prev; };
struct item { int value; struct link link; };
static void add(struct link *new, struct link *before) {
  new->prev = before;
  new->next = before->next;
  before->next->prev = new;
  before->next = new;
}
int main(void) {
  struct link head = { &head, &head };
  while (__VERIFIER_nondet_int()) {
    struct item *i = malloc(sizeof *i);
    i->value = 0;
    add(&i->link, __VERIFIER_nondet_int() ? &head : head.prev);
  }
  for (struct link *l = head.next; l != &head; l = l->next)
    ((struct item *)((char *)l - offsetof(struct item, link)))->value++;
  while (head.next != &head) {
    struct link *l = head.next;

    l->prev->next = l->next;
    free((char *)l - offsetof(struct item, link));
  }
  return 0;
}
