struct node { int v; struct node *next; };
int main(void) {
  @size(0)
  int i;
  struct node *head = 0, *q;
  for (i = 0; i < n; i++) {
    struct node *p = malloc(sizeof(struct node));
    if (!p) abort();
    p->v = «i¦n - i»;
    p->next = head;
    head = p;
  }
  i = n;
  for (q = head; q; q = q->next) check(q->v == --i);
  return 0;
}
