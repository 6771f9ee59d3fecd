struct node { int v; struct node *next; };
int main(void) {
  @size(0)
  int i;
  struct node *head = 0, **at;
  @inputs(3)
  for (i = 0; i < n; i++) {
    struct node *p = malloc(sizeof(struct node));
    if (!p) abort();
    p->v = input();
    p->next = head;
    head = p;
  }
  for (at = &head; *at;) if ((*at)->v == ‹x:0¦3›) *at = (*at)->next; else at = &(*at)->next;
  for (; head; head = head->next) check(head->v != «‹x›¦1»);
  return 0;
}
