extern void abort(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int size(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 10000) abort(); return n; }
/* A dispatcher: only the commands 1 and 2 are in the table. */
int main(void) {
  int n = size(), i, open = 0, used = 0; int cmd[n];
  for (i = 0; i < n; i++) { if (i % 2 == 0) cmd[i] = 1; else cmd[i] = 2; }
  while (__VERIFIER_nondet_int()) {
    int j = __VERIFIER_nondet_int();
    if (j < 0 || j >= n) break;
    switch (cmd[j]) {
    case 1: open = 1; used = 0; break;
    case 2: if (open) used++; open = 0; break;
    default: used = 5;
    }
    if (used > 1) reach_error();
  }
}
