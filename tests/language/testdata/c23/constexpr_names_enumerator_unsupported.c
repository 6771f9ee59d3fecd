/* the value of c is not known here, since its initializer names A; 8: */
void reach_error(void);
enum { A = 5 };
constexpr int c = A;
int main(void)
{
  enum { A = 7 };
  if (c != 5) reach_error();
  return A - 7;
}
