struct node { int v; struct node *next; };
int main(void) {
  @size(0)
  int i;
  struct node *head = 0;
  @inputs(3)
  for (i = 0; i < n; i++) {
    struct node *p = malloc(sizeof(struct node));
    if (!p) abort();
    p->v = input();
    struct node **at = &head;
    while (*at && (*at)->v «<¦>» p->v) at = &(*at)->next;
    p->next = *at;
    *at = p;
  }
  for (; head && head->next; head = head->next) check(head->v «<=¦<» head->next->v);
  return 0;
}
