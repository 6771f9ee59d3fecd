/* a conversion to bool compares with 0 */
void reach_error(void);
int main(void) {
  bool b = 0.5;
  if (b) reach_error();
  return 0;
}
