/* A node goes from one list to the other and back. */
extern void *malloc(unsigned long); extern void free(void *); extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
static struct node *build(int n) { struct node *p = 0; for (int i = 0; i < n; i++) { struct node *q = malloc(sizeof *q); q->next = p; q->v = i; p = q; } return p; }
int main(void) { struct node *l = build(__VERIFIER_nondet_int()); struct node *r = 0; while (l || r) { if (l) { struct node *n = l->next; l->next = r; r = l; l = n; } else { struct node *n = r->next; r->next = l; l = r; r = n; } } return 0; }
