/* A list that is walked, searched and released. */
extern void *malloc(unsigned long); extern void free(void *); extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
static struct node *build(int n) { struct node *p = 0; for (int i = 0; i < n; i++) { struct node *q = malloc(sizeof *q); q->next = p; q->v = i; p = q; } return p; }
int main(void) { struct node *l = build(__VERIFIER_nondet_int()); for (struct node *p = l; p; p = p->next) p->v++; struct node *s = l; while (s && s->v != 7) s = s->next; while (l) { struct node *n = l->next; free(l); l = n; } return 0; }
