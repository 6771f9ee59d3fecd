// valid-memsafety: not proved
// A list is reversed in place and appended to another one.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
static struct node *build(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    list = n;
  }
  return list;
}
static struct node *reverse(struct node *list) {
  struct node *done = 0;
  while (list) {
    struct node *next = list->next;

    done = list;
    list = next;
  }
  return done;
}
int main(void) {
  struct node *a = reverse(build()), *b = build();
  if (a) {
    struct node *end = a;
    while (end->next) end = end->next;
    end->next = b;
  } else
    a = b;
  while (a) {
    struct node *next = a->next;
    free(a);
    a = next;
  }
  return 0;
}
