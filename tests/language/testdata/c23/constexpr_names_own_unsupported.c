/* the value of n is not known here, since its initializer names struct S; 4: */
void reach_error(void);
constexpr int n = sizeof(struct S { int a; });
int a[n];
int main(void)
{
  if (sizeof a != 4 * sizeof(int)) reach_error();
  return 0;
}
