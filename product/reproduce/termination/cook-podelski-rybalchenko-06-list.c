// In the style of Cook, Podelski, Rybalchenko, "Termination proofs for systems code", PLDI 2006: a sum over a list, which ends because the list has no cycle. The
// list is built first.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
struct list {
  int value;
  struct list *next;
};
int main(void) {
  struct list *p = 0;
  unsigned total = 0, left = __VERIFIER_nondet_int();
  do {
    struct list *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = p;
    p = n;
  } while (left-- > 0);
  do {
    total += p->value;
    p = p->next;
  } while (p != 0);
  return 0;
}
