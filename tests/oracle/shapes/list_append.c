struct node { int v; struct node *next; };
int main(void) {
  @size(0)
  int i;
  struct node *head = 0, **end = &head, *q;
  @array(a)
  @contents(a)
  for (i = 0; i < n; i++) {
    struct node *p = malloc(sizeof(struct node));
    if (!p) abort();
    p->v = a[i];
    p->next = 0;
    *end = p;
    end = «&p->next¦i == 1 ? &head->next : &p->next¦n == 3 ? end : &p->next»;
  }
  i = 0;
  for (q = head; q; q = q->next) { check(q->v == a[i]); i++; }
  check(i == n);
  return 0;
}
