/* needs a plain identifier; 4: */
int main(void) {
  int v = 1;
  auto *p = &v;
  return *p;
}
