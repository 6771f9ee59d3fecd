extern void abort(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int size(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 10000) abort(); return n; }
/* Links of a list that has only begun: each place leads to itself, wherever the walk is. */
int main(void) {
  int n = size(), i, cur = __VERIFIER_nondet_int(), x = 1; int next[n];
  if (cur < 0 || cur >= n) return 0;
  for (i = 0; i < n; i++) next[i] = i;
  while (__VERIFIER_nondet_int()) {
    if (next[cur] != cur) x = 7;
    else if (x < 9) x = x + 4;
    else x = 1;
    cur = next[cur];
    if (x == 7) reach_error();
  }
}
