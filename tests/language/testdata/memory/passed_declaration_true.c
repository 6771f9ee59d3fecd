// A jump backwards within the block keeps what the object holds; a new execution of the block writes first.
extern void reach_error(void);
int main(void) {
  for (int k = 0; k < 3; k++) {
    int n = 0;
    goto s;
    int y;
  s:;
    int *p = &y;
    *p = k;
  again:
    if (*p != k + n) reach_error();
    ++*p;
    if (++n < 3) goto again;
    switch (n) { int z; case 3: p = &z; *p = 7; if (z != 7) reach_error(); }
  }
}
