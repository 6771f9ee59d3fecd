extern void reach_error(void);
enum __attribute__((packed)) F { Z, Y = 200 };
enum E { A, B = 5 };
char a[sizeof(Z)];
int main(void) {
  __auto_type x = Z;
  x = 300;
  if (x != 300 || sizeof a != 4 || _Generic(Y, int: 1, default: 2) != 1 || sizeof(enum F) != 1) reach_error();
  typeof(B) y = -1;
  __auto_type z = A;
  z = -1;
  if (y >= 0 || z >= 0) reach_error();
  return 0;
}
