/* scopes, members and labels beside constexpr objects */
void reach_error(void);
int main(void) {
  constexpr int n = 2;
  { constexpr int n = 3; int a[n]; if (sizeof a != 3 * sizeof(int)) reach_error(); }
  struct s { int n; } x = { .n = 7 };
  if (x.n != 7) reach_error();
  int b[n];
  if (sizeof b != 2 * sizeof(int)) reach_error();
  x.n = n;
  goto n;
  n: if (x.n != 2) reach_error();
  return 0;
}
