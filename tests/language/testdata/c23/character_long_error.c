/* one character of one byte, not u8'ab'; 4: */
int main(void) {
  unsigned char a = u8'a';
  unsigned char c = u8'ab';
  return a == c;
}
