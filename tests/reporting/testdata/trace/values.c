extern void abort(void);
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
void reach_error(void) { abort(); }
struct point { int x, y; char tag; };
struct node { struct node *next; int v; };
struct point origin;
char buf[8];
int sum(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
int main(void) {
  struct point p;
  struct point *q = &p;
  struct node *head = 0;
  int a[4];
  const char *name = "bob";
  double d = 1.5;
  _Bool b = 1;
  q->x = __VERIFIER_nondet_int();
  q->y = 3;
  p.tag = 'z';
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->v = i; n->next = head; head = n;
  }
  for (int i = 0; i < 4; i++) a[i] = i * i;
  buf[0] = 'h'; buf[1] = 'i'; buf[2] = 0;
  d = d * 2;
  char c = __VERIFIER_nondet_char();
  if (sum(a, 4) == 14 && q->x == 42 && c == 'x')
    reach_error();
  return 0;
}
