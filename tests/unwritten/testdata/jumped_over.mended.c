// proved
// A switch jumps over the initialiser of a variable. Mended.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int steps;
    unsigned c = __VERIFIER_nondet_uchar();
    if (c > 9)
        steps = 1;
    else
        steps = 0;
    switch (c) {
        int most = 5;
    case 0:
        most = 3;
        if (most > 4)
            return 1;
    default:
        if (steps)
            steps = 2;
    }
    return steps > 1;
}
