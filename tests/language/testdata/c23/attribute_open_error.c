/*  ; 3: */
int main(void) {
  [[maybe_unused int x = 1;
  return x;
}
