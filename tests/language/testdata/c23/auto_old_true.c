/* auto as a storage class */
void reach_error(void);
typedef int T;
int main(void) {
  auto int x = 5;
  int auto y = 6;
  auto T z = 7;
  if (x + y + z != 18) reach_error();
  return 0;
}
