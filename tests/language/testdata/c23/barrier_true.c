/* assembler without an effect */
void reach_error(void);
int main(void) {
  int v = 3, w = 4, y;
  int *p = &v;
  __asm__ __volatile__("" ::: "memory");
  asm volatile("nop");
  asm("" : "+r"(v));
  asm volatile("" : "+r"(p) : : "memory");
  asm volatile("" : : "r"(w), "m"(v) : "memory");
  asm("" : "=r"(y) : "0"(w));
  asm volatile("pause\n\tmfence" ::: "memory");
  if (v != 3 || *p != 3 || y != 4) reach_error();
  return 0;
}
