auto s = (int[]){1, 2}; int main(void) {  CHECK(sizeof s == 8 && s[1] == 2); }
