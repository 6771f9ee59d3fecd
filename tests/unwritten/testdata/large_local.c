// violated
// A large local array beside one of the file, which is zero.
extern unsigned char __VERIFIER_nondet_uchar(void);
static int table[2000];
int main(void) {
    int own[2000];
    unsigned i = __VERIFIER_nondet_uchar();
    int *t = i & 1 ? own : table;
    own[0] = 0;
    if (t[i])
        return 1;
    return 0;
}
