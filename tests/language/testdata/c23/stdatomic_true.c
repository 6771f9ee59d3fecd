/* stdatomic.h: arithmetic wraps around */
#include <stdatomic.h>
void reach_error(void);
static int *nullp(void) { return 0; }
int main(void) {
  atomic_int a = 2147483647;
  if (atomic_fetch_add(&a, 1) != 2147483647 || atomic_load(&a) != -2147483647 - 1) reach_error();
  atomic_uchar c = 255;
  if (atomic_fetch_add_explicit(&c, 1, memory_order_relaxed) != 255 || c != 0) reach_error();
  atomic_fetch_or(&c, 6); atomic_fetch_and(&c, 3); atomic_fetch_xor(&c, 1); atomic_fetch_sub(&c, 1);
  if (c != 2) reach_error();
  atomic_flag f = ATOMIC_FLAG_INIT;
  if (atomic_flag_test_and_set_explicit(&f, memory_order_acquire) || !atomic_flag_test_and_set(&f)) reach_error();
  atomic_flag_clear_explicit(&f, memory_order_release);
  if (atomic_exchange(&c, 9) != 2 || c != 9) reach_error();
  int x = 3, *_Atomic p = &x;
  atomic_store(&p, nullp());
  if (atomic_load(&p)) reach_error();
  return 0;
}
