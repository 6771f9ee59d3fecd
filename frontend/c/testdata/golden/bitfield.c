struct { unsigned a : 3; int b : 9; } s; int main(void) { int k = s.a++; s.b = -5; return k + s.b; }
