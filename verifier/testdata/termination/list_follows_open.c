/* A node is inserted in front of the one that is walked to, for ever. */
extern void *malloc(unsigned long); extern void free(void *); extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
static struct node *build(int n) { struct node *p = 0; for (int i = 0; i < n; i++) { struct node *q = malloc(sizeof *q); q->next = p; q->v = i; p = q; } return p; }
int main(void) { struct node *l = build(__VERIFIER_nondet_int()); struct node *p = l; while (p) { struct node *n = malloc(sizeof *n); n->next = p->next; p->next = n; p = n; } return 0; }
