// valid-memsafety: false(valid-deref)
// valid-memcleanup: unknown
#include <stdlib.h>
int main(void) {
    int *p = 0;
    switch (1) {
        int x;
    case 1:
        x = 2;
        p = &x;
    }
    return *p;
}
