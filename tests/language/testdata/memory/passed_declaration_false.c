// A jump passes the declaration: what y holds in the second iteration is not what the first has left.
extern void reach_error(void);
int main(void) {
  for (int k = 0; k < 2; k++) {
    goto s;
    int y;
  s:;
    int *p = &y;
    if (k == 1 && *p != 5) reach_error();
    *p = 5;
  }
}
