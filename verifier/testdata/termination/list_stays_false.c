/* The node that is looked for is not always walked past. */
extern void *malloc(unsigned long); extern void free(void *); extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
static struct node *build(int n) { struct node *p = 0; for (int i = 0; i < n; i++) { struct node *q = malloc(sizeof *q); q->next = p; q->v = i; p = q; } return p; }
int main(void) { struct node *l = build(__VERIFIER_nondet_int()); struct node *p = l; while (p) { if (p->v != 3) p = p->next; } return 0; }
