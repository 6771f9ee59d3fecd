/* a compound literal with constexpr where a constant may be needed; 3: */
struct pt { int x, y; };
int a[(constexpr struct pt){3, 4}.y];
int main(void) { return 0; }
