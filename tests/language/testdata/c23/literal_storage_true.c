/* storage classes of compound literals */
void reach_error(void);
struct pt { int x, y; };
static int twice(int x) { return 2 * x; }
int *all = (static int[]){1, 2};
const struct pt *far = &(static const struct pt){3, 4};
int *counter(void) { return (static int[]){5, 6}; }
int (*const *calls(void))(int) { return (static int (*const[])(int)){twice, twice}; }
static int sum(const struct pt *p) { return p->x + p->y; }
int main(void)
{
  int *c = counter();
  c[0]++;
  if (*counter() != 6 || all[1] != 2 || far->y != 4 || calls()[1](3) != 6 || sizeof((static int[]){5, 6, 7}) != 3 * sizeof(int)) reach_error();
  for (int i = 0; i < 2; i++) {
    int *s = &(static int){0};
    if ((*s)++ != i || (register int){i} != i) reach_error();
  }
  if (sum(&(static const struct pt){4, 5}) != 9 || sum(&(constexpr struct pt){4, 5}) != 9 || (static constexpr struct pt){4, 5}.y != 5) reach_error();
  int a[(constexpr int){3}];
  if (sizeof a != 3 * sizeof(int) || (constexpr int){3} != 3) reach_error();
  return 0;
}
