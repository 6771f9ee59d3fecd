// property: valid-deref
struct node { int key[3]; struct node *next; };
int walk(struct node *n) { return n->next != 0; }
int main(void) {
  struct node *none = 0;
  return walk(none);
}
