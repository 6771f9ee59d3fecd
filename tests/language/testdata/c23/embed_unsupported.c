/* #embed is not supported; 3: */
const char a[] = {
#embed "x"
};
int main(void) { return a[0]; }
