/* the scope of an object in the header of for ends with its statement */
void reach_error(void);
constexpr int n = 2;
int first(int x)
{
  for (constexpr int n = 6; x < n; x++)
    if (x == 4)
      return n;
  return n;
}
int main(void)
{
  if (first(0) != 6 || first(7) != 2) reach_error();
  for (constexpr int n = 4;;) {
    int a[n];
    if (sizeof a != 4 * sizeof(int)) reach_error();
    break;
  }
  for (int i = 0; i < n; i++) for (constexpr int n = 9; i < 0;) return n;
  int b[n];
  if (sizeof b != 2 * sizeof(int)) reach_error();
  for (auto n = 5; n < 7; n++)
    if (n < 5) reach_error();
  static_assert(n == 2);
  return 0;
}
