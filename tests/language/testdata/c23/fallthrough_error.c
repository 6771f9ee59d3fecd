/* has no arguments; 3: */
int main(void) {
  [[fallthrough(1)]] ;
  return 0;
}
