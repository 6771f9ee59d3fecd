/* a program of older C has names of its own */
void reach_error(void);
typedef int bool;
enum { false = 3, true = 7 };
int main(void) {
  bool b = 4;
  if (b != 4 || true != 7 || sizeof(bool) != 4) reach_error();
  return 0;
}
