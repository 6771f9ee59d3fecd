// property: valid-deref
int a[4];
int *at(int i) { return &a[i]; }
int main(void) {
  int *p = at(2);
  return p[-3];
}
