int main(void) {
  @size(0)
  int i;
  int q[3] = {0, 0, 0}, head = 0, size = 0;
  @array(a)
  @contents(a)
  for (i = 0; i < n; i++) {
    if (size == «2¦3») { head = (head + 1) % 3; size--; }
    q[(head + size) % 3] = a[i];
    size++;
  }
  @slip(q)
  if (n >= 2) check(q[head] == a[n - 2] && q[(head + 1) % 3] == a[n - 1]);
  return 0;
}
