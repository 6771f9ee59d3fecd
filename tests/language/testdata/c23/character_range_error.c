/* one character of one byte, not u8'\x100'; 3: */
int main(void) {
  return u8'\x100';
}
