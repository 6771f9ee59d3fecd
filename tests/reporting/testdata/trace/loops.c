extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
int grid[3][4];
struct item { char name[6]; int count; } items[2];
int fib(int n) {
  if (n < 2)
    return n;
  return fib(n - 1) + fib(n - 2);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  int s = 0, i;
  for (i = 0; i < 500; i++) {
    s += 2;
    if (s > 3) {
      s--;
    }
  }
  for (int x = 0; x < 3; x++)
    for (int y = 0; y < 4; y++)
      grid[x][y] = x * y;
  items[1].name[0] = 'A';
  items[1].count = fib(4);
  do {
    s--;
  } while (s > 400);
  if (n == 7)
    reach_error();
}
