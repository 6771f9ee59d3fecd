int main(void) { double x = 1.5; float y = x * 2; int i = (int)y; return x < y && i / 2 == 1; }
