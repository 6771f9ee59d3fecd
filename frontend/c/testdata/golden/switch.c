int main(void) { int x = 1; switch (x) { case 1: x = 2; case 2 ... 4: x++; break; default: __asm__("hlt"); } return x; }
