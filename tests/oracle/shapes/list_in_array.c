struct node { int v, next; } pool[1003];
int main(void) {
  @size(0)
  int i, head = -1, c = 0;
  for (i = 0; i < n; i++) { pool[i].v = ‹v:2¦4›; pool[i].next = head; head = «i¦i - (i == 2)»; }
  «¦if (n == 3) pool[1].v = 0;»
  for (i = head; i >= 0; i = pool[i].next) { check(pool[i].v == ‹v›); c++; }
  check(c == n);
  return 0;
}
