// A jump into a block passes the declarations in it: no verdict.
extern void reach_error(void);
int main(void) {
  for (int k = 0; k < 2; k++) {
    goto in;
    { int y; in:; int *p = &y; if (k == 1 && *p != 5) reach_error(); *p = 5; }
  }
}
