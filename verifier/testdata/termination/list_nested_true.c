/* For each node of a list all behind it. */
extern void *malloc(unsigned long); extern void free(void *); extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
static struct node *build(int n) { struct node *p = 0; for (int i = 0; i < n; i++) { struct node *q = malloc(sizeof *q); q->next = p; q->v = i; p = q; } return p; }
int main(void) { struct node *l = build(__VERIFIER_nondet_int()); for (struct node *p = l; p; p = p->next) for (struct node *q = p->next; q; q = q->next) if (q->v < p->v) { int v = q->v; q->v = p->v; p->v = v; } return 0; }
