extern void reach_error(void);
/* Attributes of labels, which may stand before declarations and at the end of a block. */
int count(int n) {
  int sum = 0;
  goto again;
again:
  __attribute__((unused)) int step = 1;
  int old = sum;
  sum += step;
  if (sum < n)
    goto again;
  if (old != sum - 1)
    reach_error();
  for (int i = 0; i < 3; i++) {
    if (i == 1)
      goto next;
    sum += 10;
    [[maybe_unused]] next:
  }
  if (sum > 100)
    [[maybe_unused]] far: [[maybe_unused]] farther: return 0;
  return sum;
  goto end;
end: __attribute__((unused))
}
int main(void) {
  if (count(4) != 24)
    reach_error();
  return 0;
}
