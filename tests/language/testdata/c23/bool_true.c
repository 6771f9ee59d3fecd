/* bool, true and false are keywords; true has the type bool */
void reach_error(void);
int main(void) {
  bool b = 4;
  bool c[2] = {true, false};
  if (b != true || c[1] || sizeof(true) != 1 || sizeof b != 1) reach_error();
  switch (b) { case true: break; default: reach_error(); }
  return 0;
}
