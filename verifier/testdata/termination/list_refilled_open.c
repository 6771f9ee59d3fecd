/* What is released may be allocated again. */
extern void *malloc(unsigned long); extern void free(void *); extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
static struct node *build(int n) { struct node *p = 0; for (int i = 0; i < n; i++) { struct node *q = malloc(sizeof *q); q->next = p; q->v = i; p = q; } return p; }
int main(void) { struct node *l = build(__VERIFIER_nondet_int()); while (l) { struct node *n = l->next; free(l); l = n; if (__VERIFIER_nondet_int()) { n = malloc(sizeof *n); n->next = l; l = n; } } return 0; }
