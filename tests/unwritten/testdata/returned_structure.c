// violated
// A structure is returned, of which a member is set on one way only.
extern int __VERIFIER_nondet_int(void);
struct range {
    int low, high;
    _Bool open;
};
static struct range upto(int n) {
    struct range r;
    r.low = 0;
    r.high = n;
    if (n > 100)
        r.open = 1;
    return r;
}
int main(void) {
    struct range r = upto(__VERIFIER_nondet_int());
    if (r.open)
        return 1;
    return 0;
}
