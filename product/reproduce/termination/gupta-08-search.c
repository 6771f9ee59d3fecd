// Gupta, Henzinger, Majumdar, Rybalchenko, Xu, "Proving non-termination", POPL 2008: binary search. With lo = 1 and hi = UINT_MAX the sum wraps, mid is 0, and lo is 1
// again; over the integers the search ends.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int a[1];
static int search(int k, unsigned lo, unsigned hi) {
  unsigned mid;
  while (lo < hi) {
    mid = (lo + hi) / 2;
    if (a[mid] < k)
      lo = mid + 1;
    else if (a[mid] > k)
      hi = mid - 1;
    else
      return mid;
  }
  return -1;
}
int main(void) {
  search(__VERIFIER_nondet_int(), __VERIFIER_nondet_uint(), __VERIFIER_nondet_uint());
  return 0;
}
