/* The list is a ring. */
extern void *malloc(unsigned long); extern void free(void *); extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
static struct node *build(int n) { struct node *p = 0; for (int i = 0; i < n; i++) { struct node *q = malloc(sizeof *q); q->next = p; q->v = i; p = q; } return p; }
int main(void) { struct node *l = build(__VERIFIER_nondet_int()); if (!l) return 0; struct node *p = l; while (p->next) p = p->next; p->next = l; for (p = l; p; p = p->next) ; return 0; }
