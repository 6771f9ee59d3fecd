extern void reach_error(void);
struct s {
  unsigned a : 3, b : 7;
} s;
int main(void) {
  struct s x;
  x.a = 5;
  x.b = 100;
  s = x;
  if (((unsigned char *)&s)[0] != (unsigned char)(5 | 100 << 3)) return 0;
  if (((unsigned char *)&s)[1] != 100 >> 5) reach_error(); // six bits of that are padding
  return 0;
}
