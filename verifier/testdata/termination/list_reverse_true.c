/* What is left of the list gets shorter, the other one longer. */
extern void *malloc(unsigned long); extern void free(void *); extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
static struct node *build(int n) { struct node *p = 0; for (int i = 0; i < n; i++) { struct node *q = malloc(sizeof *q); q->next = p; q->v = i; p = q; } return p; }
int main(void) { struct node *l = build(__VERIFIER_nondet_int()); struct node *r = 0; while (l) { struct node *n = l->next; l->next = r; r = l; l = n; } for (; r; r = r->next) ; return 0; }
