struct node { int v; struct node *next; };
int main(void) {
  @size(0)
  int i;
  struct node *head = 0, *back = 0, *q;
  for (i = 0; i < n; i++) {
    struct node *p = malloc(sizeof(struct node));
    if (!p) abort();
    p->v = i;
    p->next = head;
    head = p;
  }
  while (head) { q = head->next; head->next = back; back = head; head = q; }
  «¦if (n > 2) back->next->v = 2;»
  for (i = «0¦1»; back; back = back->next) check(back->v == i++);
  return 0;
}
