/* the value of n is not known here, since its initializer names struct S; 8: */
void reach_error(void);
struct S { int a; };
constexpr int n = sizeof(struct S);
int main(void)
{
  struct S { char c[9]; } x;
  if (n != sizeof(int) || sizeof x != 9) reach_error();
  return 0;
}
