/* the value of n is not known here, since its initializer names x; 5: */
void reach_error(void);
int x[3];
constexpr int n = sizeof x;
int f(char x) { return n + x; }
int main(void)
{
  if (f(0) != sizeof x) reach_error();
  return 0;
}
