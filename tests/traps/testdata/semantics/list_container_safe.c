/* Pointers to members are compared, of objects from which pointers one past their end are computed elsewhere: no two of them are adjacent. */
extern void reach_error(void);
struct link { struct link *next; };
struct item { int number; struct link link; };
static struct item a = {4}, b = {6};
static struct link ring = {&a.link};
static struct item *item(struct link *l) { return (struct item *)((char *)l - __builtin_offsetof(struct item, link)); }
int main(void) {
  int sum = 0;
  a.link.next = &b.link;
  b.link.next = &ring;
  for (struct link *l = ring.next; l != &ring; l = l->next)
    sum += item(l)->number;
  if (sum != 10)
    reach_error();
  return 0;
}
