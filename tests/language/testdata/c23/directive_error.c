/* the directive #elsif is not one of C; 2: */
#elsif 1
int main(void) { return 0; }
