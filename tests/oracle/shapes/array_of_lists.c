struct node { int v; struct node *next; };

int main(void) {
  @size(0)
  struct node *b[2] = {0, 0}, *q;
  int i;
  @inputs(3)
  for (i = 0; i < n; i++) {
    struct node *p = malloc(sizeof(struct node));
    if (!p) abort();
    p->v = input();
    int k = p->v «>¦>=» 1;
    p->next = b[k];
    b[k] = p;
  }
  for (q = b[0]; q; q = q->next) check(q->v <= 1);
  for (q = b[1]; q; q = q->next) check(q->v > 1«¦ + (n == 3)»);
  return 0;
}
