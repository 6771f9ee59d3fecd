// valid-memsafety: false(valid-free)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct n { struct n *next; };
int main(void) {
  struct n *head = NULL, *x = NULL;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      struct n *y = malloc(sizeof *y);
      y->next = head; head = y; x = y;
    } else {
      while (head) { struct n *t = head->next; free(head); head = t; }
    }
  }
  if (!head && x) free(x);
  while (head) { struct n *t = head->next; free(head); head = t; }
  return 0;
}
