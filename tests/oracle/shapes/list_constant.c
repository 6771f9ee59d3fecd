struct node { int v; struct node *next; };
int main(void) {
  @size(0)
  int i;
  struct node *head = 0, *q;
  for (i = 0; i < n; i++) {
    struct node *p = malloc(sizeof(struct node));
    if (!p) abort();
    p->v = ‹v:1¦5›«¦ + (i == 2)¦ - (n == 1)»;
    p->next = head;
    head = p;
  }
  int c = 0;
  for (q = head; q; q = q->next) { check(q->v == ‹v›); c++; }
  check(c «==¦<» n);
  return 0;
}
