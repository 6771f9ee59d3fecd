/* character constants with the prefix u8 */
void reach_error(void);
int main(void) {
  if (sizeof(u8'a') != 1 || u8'a' != 97 || u8'\xff' != 255) reach_error();
  return 0;
}
