/* a value that assembler passes on */
void reach_error(void);
int main(void) {
  int x = 1, y = 2;
  asm("" : "=r"(x) : "0"(y));
  if (x == 2) reach_error();
  return 0;
}
